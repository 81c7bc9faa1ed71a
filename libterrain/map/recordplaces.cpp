#include "libterrain/map/recordplaces.h"

#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool isPlace(const json& value, std::size_t size) {
  return value.is_array() && value.size() == size &&
         std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number_integer(); });
}

std::int32_t number(const json& value, std::size_t index) {
  return value[index].get<std::int32_t>();
}

void mapPlace(json& value, bool isCorner, const PlaceMap& map) {
  if (isPlace(value, 2)) {
    const HexCoord h = map.hex({number(value, 0), number(value, 1)});
    value = {h.c, h.r};
  } else if (isPlace(value, 3) && isCorner) {
    const VertexId v = map.vertex({number(value, 0), number(value, 1), number(value, 2)});
    value = {v.c, v.r, v.v};
  } else if (isPlace(value, 3)) {
    const EdgeId e = map.edge({number(value, 0), number(value, 1), number(value, 2)});
    value = {e.c, e.r, e.d};
  } else if (value.is_array()) {
    for (json& item : value)
      mapPlace(item, isCorner, map);
  }
}

void mapMembers(json& value, const PlaceMap& map) {
  static const std::set<std::string> corners{"mouth", "from", "vertex"};
  static const std::set<std::string> others{"at", "start", "label", "hexes", "edges", "hex", "edge"};
  if (value.is_object()) {
    for (auto& [name, member] : value.items()) {
      const bool isCorner = corners.contains(name);
      if (member.is_array() && (isCorner || others.contains(name)))
        mapPlace(member, isCorner, map);
      else
        mapMembers(member, map);
    }
  } else if (value.is_array()) {
    for (json& item : value)
      mapMembers(item, map);
  }
}

} // namespace

std::string withPlacesMapped(const std::string& recordText, const PlaceMap& map) {
  json body = json::parse(recordText, nullptr, false);
  if (body.is_discarded())
    return recordText;
  mapMembers(body, map);
  return body.dump();
}

std::string cornerIdMapped(const std::string& id, const PlaceMap& map) {
  const std::vector<std::string_view> parts = splitText(id, '.');
  if (parts.size() != 3)
    return id;
  const std::optional<long> c = parseInteger(parts[0]);
  const std::optional<long> r = parseInteger(parts[1]);
  const std::optional<long> v = parseInteger(parts[2]);
  if (!c || !r || !v)
    return id;
  return toText(
      map.vertex({static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r), static_cast<std::int32_t>(*v)}));
}

} // namespace hotchkiss
