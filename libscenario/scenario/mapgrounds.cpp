#include "libscenario/scenario/mapgrounds.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool areNumbers(const json& value, std::size_t count) {
  return value.is_array() && value.size() == count &&
         std::all_of(value.begin(), value.end(), [](const json& each) { return each.is_number_integer(); });
}

HexCoord hexIn(const json& value) {
  return {value[0].get<std::int32_t>(), value[1].get<std::int32_t>()};
}

} // namespace

MapGrounds::MapGrounds(const Document& document) : mDocument(document), mNumbering(numberingOf(document)) {
  findRegions();
  findCourses();
}

void MapGrounds::findRegions() {
  std::map<std::uint32_t, std::vector<std::string>> regionsOf; // equal attributes are read once
  const Extent extent = mDocument.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const std::uint32_t more = mDocument.hex({c, r}).more;
      if (more == TextPool::kNone)
        continue;
      const auto [it, isNew] = regionsOf.try_emplace(more);
      if (isNew) {
        const json attributes = json::parse(mDocument.pool().text(more), nullptr, false);
        if (const auto in = attributes.find("in"); in != attributes.end() && in->is_array())
          for (const json& id : *in)
            it->second.push_back(id.get<std::string>());
      }
      for (const std::string& id : it->second)
        mRegions[id].hexes.insert({c, r});
    }
}

void MapGrounds::findCourses() {
  mDocument.forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : mDocument.features(e).features)
      for (const std::string& course : feature.of) {
        Ground& ground = mCourses[course];
        if (!feature.kind.starts_with("path.")) {
          ground.edges.push_back(e);
          continue;
        }
        for (const HexCoord h : mDocument.lattice().hexes(e))
          if (mDocument.extent().contains(h))
            ground.hexes.insert(h);
      }
  });
}

Result<HexCoord> MapGrounds::hex(const json& place) const {
  if (areNumbers(place, 2))
    return hexIn(place);
  if (!place.is_string())
    return Error{place.dump() + " is no hex", {}, 0, {}, "write [c,r] or a printed label"};
  const std::string& text = place.get_ref<const std::string&>();
  if (const std::vector<std::string_view> parts = splitText(text, '.'); parts.size() == 2) {
    const auto c = parseInteger(parts[0]);
    const auto r = parseInteger(parts[1]);
    if (c && r)
      return HexCoord{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r)};
  }
  return mNumbering.resolve(text);
}

Ground MapGrounds::locationOf(const json& at) const {
  Ground out;
  if (areNumbers(at, 2)) {
    out.hexes.insert(hexIn(at));
  } else if (at.is_object() && at.contains("hex") && areNumbers(at["hex"], 2)) {
    out.hexes.insert(hexIn(at["hex"]));
  } else if (areNumbers(at, 3) || (at.is_object() && at.contains("edge") && areNumbers(at["edge"], 3))) {
    const json& edge = at.is_object() ? at["edge"] : at;
    out.edges.push_back({edge[0].get<std::int32_t>(), edge[1].get<std::int32_t>(), edge[2].get<std::int32_t>()});
  } else if (at.is_object() && at.contains("vertex") && areNumbers(at["vertex"], 3)) {
    const json& v = at["vertex"];
    for (const HexCoord h : mDocument.lattice().hexes(
             VertexId{v[0].get<std::int32_t>(), v[1].get<std::int32_t>(), v[2].get<std::int32_t>()}))
      out.hexes.insert(h);
  }
  return out;
}

Result<Ground> MapGrounds::named(const std::string& section, const std::string& id) const {
  const std::string* text = mDocument.record(kNamedTable, {section, id});
  if (text == nullptr) {
    std::vector<std::string> ids;
    for (const auto& [key, unused] : mDocument.table(kNamedTable))
      if (key.section == section)
        ids.push_back(key.id);
    const auto near = nearestWord(id, ids);
    return Error{
        "the map has no " + section + " \"" + id + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""};
  }
  const auto& known = section == "course" ? mCourses : mRegions;
  if (section == "course" || section == "region") {
    const auto it = known.find(id);
    return it == known.end() ? Ground{} : it->second;
  }
  const json body = json::parse(*text, nullptr, false);
  if (const auto at = body.find("at"); at != body.end()) {
    if (at->is_object() && at->contains("region"))
      return named("region", (*at)["region"].get<std::string>());
    return locationOf(*at);
  }
  Ground out;
  for (const char* member : {"hexes", "edges"})
    if (const auto list = body.find(member); list != body.end())
      for (const json& each : *list) {
        const Ground one = locationOf(each);
        out.hexes.insert(one.hexes.begin(), one.hexes.end());
        out.edges.insert(out.edges.end(), one.edges.begin(), one.edges.end());
      }
  return out;
}

Ground MapGrounds::ofKind(const std::string& kind) const {
  Ground out;
  const std::size_t slash = kind.find('/');
  const std::string section = kind.substr(0, slash);
  for (const auto& [key, text] : mDocument.table(kNamedTable)) {
    if (key.section != section)
      continue;
    const json body = json::parse(text, nullptr, false);
    if (slash != std::string::npos && body.value("kind", "") != kind.substr(slash + 1))
      continue;
    if (const Result<Ground> one = named(section, key.id)) {
      out.hexes.insert(one->hexes.begin(), one->hexes.end());
      out.edges.insert(out.edges.end(), one->edges.begin(), one->edges.end());
    }
  }
  return out;
}

std::string MapGrounds::nameOf(const std::string& section, const std::string& id) const {
  const std::string* text = mDocument.record(kNamedTable, {section, id});
  if (text == nullptr)
    return id;
  const std::string name = json::parse(*text, nullptr, false).value("name", "");
  return name.empty() ? id : name;
}

std::string MapGrounds::label(HexCoord h) const {
  return mDocument.extent().contains(h) ? mNumbering.label(h) : "(" + toText(h) + ", off the map)";
}

std::set<HexCoord> MapGrounds::touching(const Ground& ground) const {
  std::set<HexCoord> out = ground.hexes;
  for (const EdgeId e : ground.edges)
    for (const HexCoord h : mDocument.lattice().hexes(e))
      out.insert(h);
  return out;
}

std::int32_t MapGrounds::distance(HexCoord h, const Ground& ground) const {
  std::int32_t best = std::numeric_limits<std::int32_t>::max();
  for (const HexCoord each : ground.hexes)
    best = std::min(best, mDocument.lattice().distance(h, each));
  for (const EdgeId e : ground.edges)
    for (const HexCoord each : mDocument.lattice().hexes(e))
      best = std::min(best, mDocument.lattice().distance(h, each));
  return best;
}

} // namespace hotchkiss
