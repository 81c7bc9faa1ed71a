#include "libterrain/map/recordmove.h"

#include "libterrain/base/text.h"
#include "libterrain/grid/frame.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool isCoordinate(const json& value) {
  if (!value.is_array() || value.size() < 2 || value.size() > 3)
    return false;
  return std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number_integer(); });
}

void shiftCoordinate(json& value, HexCoord shift) {
  if (isCoordinate(value)) {
    value[0] = value[0].get<long>() + shift.c;
    value[1] = value[1].get<long>() + shift.r;
    return;
  }
  if (value.is_array())
    for (json& item : value)
      shiftCoordinate(item, shift);
}

void shiftMembers(json& value, HexCoord shift, bool isScenario);

/// A list of coordinates, of things that hold some, or of both.
void shiftList(json& list, HexCoord shift) {
  for (json& item : list) {
    if (isCoordinate(item))
      shiftCoordinate(item, shift);
    else if (item.is_array())
      shiftList(item, shift);
    else
      shiftMembers(item, shift, true);
  }
}

/// Members that hold coordinates, wherever they occur in a record.
bool holdsCoordinates(const std::string& member) {
  static const std::set<std::string> members{"at",    "mouth", "from", "start", "label",
                                             "hexes", "edges", "hex",  "edge",  "vertex"};
  return members.contains(member);
}

/// Further ones in scenarios, whose rules about places name them in more ways.
bool holdsScenarioCoordinates(const std::string& member) {
  static const std::set<std::string> members{"oneOf",  "covers", "of", "line",   "adjacent", "between",
                                             "sideOf", "in",     "to", "breaks", "awayFrom"};
  return members.contains(member);
}

/// Lattice rows or columns "[from, to]"; null leaves an end open.
void shiftSpan(json& span, std::int32_t by) {
  for (json& end : span)
    if (end.is_number_integer())
      end = end.get<long>() + by;
}

void shiftMembers(json& value, HexCoord shift, bool isScenario) {
  if (value.is_object()) {
    for (auto& [name, member] : value.items()) {
      const bool holds = holdsCoordinates(name) || (isScenario && holdsScenarioCoordinates(name));
      if (isScenario && (name == "rows" || name == "columns") && member.is_array())
        shiftSpan(member, name == "rows" ? shift.r : shift.c);
      else if (holds && isCoordinate(member))
        shiftCoordinate(member, shift);
      else if (holds && member.is_array() && !isScenario)
        shiftCoordinate(member, shift);
      else if (holds && member.is_array())
        shiftList(member, shift);
      else
        shiftMembers(member, shift, isScenario);
    }
  } else if (value.is_array()) {
    for (json& item : value)
      shiftMembers(item, shift, isScenario);
  }
}

std::string shiftId(const std::string& id, HexCoord shift) {
  const std::vector<std::string_view> parts = splitText(id, '.');
  if (parts.size() < 2 || parts.size() > 3)
    return id;
  const std::optional<long> c = parseInteger(parts[0]);
  const std::optional<long> r = parseInteger(parts[1]);
  if (!c || !r)
    return id;
  std::string out = std::to_string(*c + shift.c) + "." + std::to_string(*r + shift.r);
  if (parts.size() == 3)
    out += "." + std::string(parts[2]);
  return out;
}

void moveModuleRecord(const RecordKey& key, json& body, const Move& move) {
  if (key.section == "lattice") {
    body["size"] = {move.newExtent.width, move.newExtent.height};
    body["shifted"] = move.before.afterShift(move.shift).shifted() == Parity::Odd ? "odd" : "even";
  } else if (key.section == "sheet" && isCoordinate(body.value("origin", json()))) {
    shiftCoordinate(body["origin"], move.shift);
  } else if (key.section == "frame" && body.contains("origin")) {
    Frame frame;
    frame.origin = {body["origin"].at(0).get<double>(), body["origin"].at(1).get<double>()};
    frame.pitch = {body["pitch"].at(0).get<double>(), body["pitch"].at(1).get<double>()};
    frame.rotation = body.value("rotation", 0.0);
    frame.shear = body.value("shear", 0.0);
    const Frame moved = frame.afterShift(move.before, move.shift);
    body["origin"] = {moved.origin.x, moved.origin.y};
  }
}

} // namespace

std::pair<RecordKey, std::string> moveRecord(const std::string& table, const RecordKey& key, const std::string& text,
                                             const Move& move) {
  json body = json::parse(text, nullptr, false);
  if (body.is_discarded())
    return {key, text};
  RecordKey newKey = key;
  if (table == "module") {
    moveModuleRecord(key, body, move);
  } else {
    static const std::set<std::string> keyedByPlace{"join", "hex", "edge", "vertex"};
    if (keyedByPlace.contains(key.section))
      newKey.id = shiftId(key.id, move.shift);
    shiftMembers(body, move.shift, table.starts_with("scenarios/"));
  }
  return {newKey, body.dump()};
}

} // namespace hotchkiss
