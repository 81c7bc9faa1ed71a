#include "libscenario/scenario/scenariorows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool isHex(const json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer();
}

HexCoord hexOf(const json& value) {
  return {value[0].get<std::int32_t>(), value[1].get<std::int32_t>()};
}

/// "4.5.1" for coordinates, else as it is written.
std::string edgeText(const json& value) {
  if (!value.is_array())
    return value.is_string() ? value.get<std::string>() : std::string();
  std::string out;
  for (const json& number : value)
    out += (out.empty() ? "" : ".") + number.dump();
  return out;
}

std::string sourceText(const json& body) {
  const auto it = body.find("source");
  if (it == body.end())
    return {};
  if (it->is_string())
    return it->get<std::string>();
  std::string out;
  for (const json& each : *it)
    out += (out.empty() ? "" : "; ") + each.get<std::string>();
  return out;
}

json objectIn(const json& body, const char* name) {
  const auto it = body.find(name);
  return it != body.end() && it->is_object() ? *it : json::object();
}

ArmyValue valueIn(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? ArmyValue{} : ArmyValue::read(*it);
}

TurnRef turnIn(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? TurnRef{} : TurnRef::read(*it);
}

void readPieceRow(PieceRow& out, const RecordKey& key, const json& body) {
  out.key = key;
  out.name = body.value("name", "");
  out.side = body.value("side", "");
  out.player = body.value("player", "");
  out.selection = readSelection(body);
  out.values = readArmyValues(objectIn(body, "values"));
  out.mayBe = readArmyValues(objectIn(body, "mayBe"));
  out.face = body.value("face", "");
  if (const auto it = body.find("facing"); it != body.end()) {
    if (it->is_number_integer())
      out.facing = it->get<int>();
    else
      out.facingIsChoice = it->is_string();
  }
  if (body.contains("order"))
    out.order = body["order"].get<long>();
  out.group = body.value("group", "");
  const json alternative = objectIn(body, "alternative");
  out.alternativeOf = alternative.value("of", "");
  out.option = alternative.value("option", "");
  out.wave = body.value("wave", 0L);
  out.together = body.value("together", false);
  out.leaders = body.value("leaders", true);
  out.attach = body.value("attach", "");
  out.covers = readPlaces(body, "covers");
  out.when = textOf(body, "when");
  out.sequence = body.value("sequence", 0L);
  out.uncertain = body.value("uncertain", false);
  out.doubt = body.value("doubt", "");
  out.printed = body.value("printed", "");
  out.source = sourceText(body);
  out.note = body.value("note", "");
}

} // namespace

std::vector<std::string> wordsOf(const json& body, const char* member) {
  const auto it = body.find(member);
  if (it == body.end())
    return {};
  if (it->is_string())
    return {it->get<std::string>()};
  std::vector<std::string> out;
  for (const json& each : *it)
    if (each.is_string())
      out.push_back(each.get<std::string>());
  return out;
}

std::string textOf(const json& body, const char* member) {
  const auto it = body.find(member);
  return it == body.end() ? std::string() : it->dump();
}

TurnRef TurnRef::read(const json& member) {
  TurnRef out;
  if (member.is_string()) {
    out.kind = Kind::Turn;
    out.id = member.get<std::string>();
  } else if (member.is_number_integer()) {
    out.kind = Kind::Number;
    out.number = member.get<long>();
  } else if (member.is_object() && member.contains("date")) {
    out.kind = Kind::Time;
    out.date = member.value("date", "");
    out.time = member.value("time", "");
    std::erase(out.time, ':');
  } else if (member.is_object() && member.contains("event")) {
    out.kind = Kind::Event;
    out.id = member.value("event", "");
  } else if (member.is_object()) {
    out.kind = member.contains("roll") ? Kind::Roll : member.contains("when") ? Kind::When : Kind::Unknown;
    out.text = member.dump();
  }
  return out;
}

ScenarioPlace ScenarioPlace::read(const json& member) {
  ScenarioPlace out;
  if (isHex(member)) {
    out.kind = Kind::Hex;
    out.hex = hexOf(member);
    return out;
  }
  if (member.is_string()) {
    out.kind = Kind::Label;
    out.id = member.get<std::string>();
    return out;
  }
  if (!member.is_object())
    return out;
  out.printed = member.value("printed", "");
  if (const auto it = member.find("hex"); it != member.end() && isHex(*it)) {
    out.kind = Kind::Hex;
    out.hex = hexOf(*it);
    return out;
  }
  static constexpr std::array<std::pair<const char*, Kind>, 13> kKinds{{{"edge", Kind::Edge},
                                                                        {"vertex", Kind::Vertex},
                                                                        {"place", Kind::Place},
                                                                        {"region", Kind::Region},
                                                                        {"crossing", Kind::Crossing},
                                                                        {"entry", Kind::Entry},
                                                                        {"area", Kind::Area},
                                                                        {"zone", Kind::Zone},
                                                                        {"box", Kind::Box},
                                                                        {"staging", Kind::Staging},
                                                                        {"aboard", Kind::Aboard},
                                                                        {"inside", Kind::Inside},
                                                                        {"with", Kind::With}}};
  for (const auto& [name, kind] : kKinds)
    if (const auto it = member.find(name); it != member.end()) {
      out.kind = kind;
      out.id = edgeText(*it);
    }
  return out;
}

std::vector<ScenarioPlace> readPlaces(const json& body, const char* member) {
  const auto it = body.find(member);
  if (it == body.end())
    return {};
  if (!it->is_array() || isHex(*it))
    return {ScenarioPlace::read(*it)};
  std::vector<ScenarioPlace> out;
  for (const json& each : *it)
    out.push_back(ScenarioPlace::read(each));
  return out;
}

Selection readSelection(const json& body) {
  Selection out;
  out.units = wordsOf(body, "units");
  if (body.contains("unit"))
    out.units.push_back(body["unit"].get<std::string>());
  out.formations = wordsOf(body, "formations");
  out.except = wordsOf(body, "except");
  out.types = wordsOf(body, "types");
  out.exceptTypes = wordsOf(body, "exceptTypes");
  if (const auto it = body.find("counters"); it != body.end())
    for (const json& each : *it)
      out.counters.push_back({each.value("type", ""), each.value("side", ""), valueIn(each, "count"),
                              readArmyValues(objectIn(each, "values")), each.value("formation", ""),
                              wordsOf(each, "ids"), textOf(each, "when")});
  out.pool = body.value("pool", "");
  out.draw = valueIn(body, "draw");
  return out;
}

Setup readSetup(const RecordKey& key, const json& body) {
  Setup out;
  readPieceRow(out, key, body);
  if (const auto it = body.find("at"); it != body.end())
    out.at = ScenarioPlace::read(*it);
  out.oneOf = readPlaces(body, "oneOf");
  out.where = textOf(body, "where");
  out.waiting = body.value("waiting", false);
  return out;
}

Arrival readArrival(const RecordKey& key, const json& body) {
  Arrival out;
  readPieceRow(out, key, body);
  out.leaves = key.section == "withdrawal";
  out.turn = turnIn(body, "turn");
  out.until = turnIn(body, out.leaves ? "by" : "until");
  out.at = readPlaces(body, "at");
  out.choose = body.value("choose", "one");
  out.where = textOf(body, "where");
  if (const auto it = body.find("variants"); it != body.end())
    for (const json& each : *it)
      out.variants.push_back(
          {textOf(each, "when"), readPlaces(each, "at"), turnIn(each, "turn"), each.value("note", "")});
  if (body.contains("queue"))
    out.queue = body["queue"].get<long>();
  out.optional = body.value("optional", false);
  out.historical = body.value("historical", true);
  return out;
}

Override readOverride(const RecordKey& key, const json& body) {
  Override out;
  out.id = key.id;
  out.selection = readSelection(body);
  out.values = readArmyValues(objectIn(body, "values"));
  const json faces = objectIn(body, "faces");
  for (const auto& [face, values] : faces.items())
    out.faces[face] = readArmyValues(values);
  const json removed = objectIn(body, "remove");
  out.removeAttribute = removed.value("attribute", "");
  out.removeBy = valueIn(removed, "by");
  out.removeFromEach = removed.value("each", false);
  out.absent = body.value("absent", false);
  out.eliminated = body.value("eliminated", false);
  out.replacedBy = body.value("replacedBy", "");
  return out;
}

} // namespace hotchkiss
