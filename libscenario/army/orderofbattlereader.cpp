// The rows of an order of battle, one by one.

#include "libscenario/army/orderofbattle.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

namespace {

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

std::vector<std::string> words(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? std::vector<std::string>{} : it->get<std::vector<std::string>>();
}

json objectIn(const json& body, const char* name) {
  const auto it = body.find(name);
  return it != body.end() && it->is_object() ? *it : json::object();
}

template <class Thing>
void readAbout(Thing& thing, const json& body) {
  thing.name = body.value("name", "");
  thing.designation = body.value("designation", "");
  thing.side = body.value("side", "");
  thing.order = body.value("order", 0L);
  thing.values = readArmyValues(objectIn(body, "values"));
  thing.uncertain = body.value("uncertain", false);
  thing.doubt = body.value("doubt", "");
  thing.source = sourceText(body);
  thing.note = body.value("note", "");
}

Replacement readReplacement(const json& source) {
  Replacement out;
  if (source.is_string()) {
    out.none = true;
    return out;
  }
  out.name = source.value("name", "");
  out.leader = source.value("leader", "");
  out.values = readArmyValues(objectIn(source, "values"));
  out.note = source.value("note", "");
  return out;
}

Promotion readPromotion(const json& source) {
  return {source.value("to", ""),   source.value("type", ""), source.value("formation", ""),
          source.value("date", ""), source.value("turn", ""), readArmyValues(objectIn(source, "values"))};
}

} // namespace

void OrderOfBattle::readRow(const RecordKey& key, const json& body) {
  if (key.section == "formation") {
    Formation formation;
    formation.id = key.id;
    readAbout(formation, body);
    formation.echelon = body.value("echelon", "");
    formation.parent = body.value("parent", "");
    formation.leader = body.value("leader", "");
    formation.noLeader = body.value("noLeader", false);
    mFormations[key.id] = std::move(formation);
  } else if (key.section == "pool") {
    Pool pool{key.id,
              body.value("name", ""),
              body.value("side", ""),
              body.value("kind", ""),
              body.value("draw", "choice"),
              body.value("formation", ""),
              words(body, "members"),
              {}};
    if (body.contains("count"))
      pool.count = ArmyValue::read(body["count"]);
    mPools[key.id] = std::move(pool);
  } else if (key.section == "limit") {
    mLimits[key.id] = {key.id,
                       body.value("side", ""),
                       body.value("type", ""),
                       body.value("use", "counters"),
                       readArmyValues(objectIn(body, "values")),
                       ArmyValue::read(body.value("count", json()))};
  } else if (key.section != "side") {
    readPiece(key, body);
  }
}

void OrderOfBattle::readPiece(const RecordKey& key, const json& body) {
  Piece piece;
  piece.section = key.section;
  piece.id = key.id;
  readAbout(piece, body);
  piece.type = body.value("type", "");
  piece.formation = body.value("formation", "");
  const json faces = objectIn(body, "faces");
  for (const auto& [face, values] : faces.items())
    piece.faces[face] = readArmyValues(values);
  if (const auto it = body.find("sections"); it != body.end())
    for (const json& each : *it)
      piece.sections.push_back(
          {each.value("name", ""), each.value("count", 1L), readArmyValues(objectIn(each, "values"))});
  piece.commands = body.value("commands", "");
  piece.role = body.value("role", "");
  if (const auto it = body.find("replacement"); it != body.end())
    piece.replacement = readReplacement(*it);
  if (const auto it = body.find("promotion"); it != body.end())
    piece.promotion = readPromotion(*it);
  piece.home = body.value("home", "");
  piece.represents = words(body, "represents");
  piece.substituteFor = body.value("substituteFor", "");
  const json detached = objectIn(body, "detachedFrom");
  piece.detachedFromUnit = detached.value("unit", "");
  piece.detachedFromFormation = detached.value("formation", "");
  if (detached.contains("strength"))
    piece.detachedStrength = ArmyValue::read(detached["strength"]);
  if (body.contains("count"))
    piece.count = ArmyValue::read(body["count"]);
  mPieces[key.id] = std::move(piece);
}

void OrderOfBattle::checkReferences() {
  const auto complain = [&](const RecordKey& row, const char* member, const std::string& target, const char* what) {
    mProblems.push_back({row, member, target, nameOf(row.id) + ": there is no " + what + " \"" + target + "\""});
  };
  const auto needFormation = [&](const RecordKey& row, const char* member, const std::string& id) {
    if (!id.empty() && formation(id) == nullptr)
      complain(row, member, id, "formation");
  };
  const auto needPiece = [&](const RecordKey& row, const char* member, const std::string& id) {
    if (!id.empty() && piece(id) == nullptr)
      complain(row, member, id, "unit or leader");
  };
  const auto needEither = [&](const RecordKey& row, const char* member, const std::string& id) {
    if (!id.empty() && piece(id) == nullptr && formation(id) == nullptr)
      complain(row, member, id, "unit or formation");
  };
  for (const auto& [id, each] : mFormations) {
    needFormation(each.key(), "parent", each.parent);
    needPiece(each.key(), "leader", each.leader);
    if (!each.echelon.empty() && !mUnits.echelons.contains(each.echelon))
      complain(each.key(), "echelon", each.echelon, "level of hierarchy");
  }
  for (const auto& [id, each] : mPieces) {
    needFormation(each.key(), "formation", each.formation);
    needFormation(each.key(), "commands", each.commands);
    needEither(each.key(), "substituteFor", each.substituteFor);
    needPiece(each.key(), "detachedFrom", each.detachedFromUnit);
    needFormation(each.key(), "detachedFrom", each.detachedFromFormation);
    for (const std::string& target : each.represents)
      needEither(each.key(), "represents", target);
    if (each.replacement)
      needPiece(each.key(), "replacement", each.replacement->leader);
    if (each.promotion) {
      needPiece(each.key(), "promotion", each.promotion->to);
      needFormation(each.key(), "promotion", each.promotion->formation);
    }
    if (!mUnits.types.contains(each.type))
      complain(each.key(), "type", each.type, "unit type");
    if (!each.side.empty() && !mUnits.sides.contains(each.side))
      complain(each.key(), "side", each.side, "side");
    for (const auto& [name, unused] : each.values)
      if (!mUnits.attributes.contains(name))
        complain(each.key(), "values", name, "attribute");
  }
  for (const auto& [id, each] : mPools)
    for (const std::string& member : each.members)
      needPiece({"pool", id}, "members", member);
  for (const auto& [id, each] : mLimits)
    if (!mUnits.types.contains(each.type))
      complain({"limit", id}, "type", each.type, "unit type");
}

} // namespace hotchkiss
