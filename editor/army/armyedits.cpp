#include "editor/army/armyedits.h"

#include "editor/army/rowschema.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

Error armyRefused(std::string message, std::string advice = {}) {
  return {std::move(message), {}, 0, {}, std::move(advice)};
}

json bodyOf(const Document& document, const RecordKey& key) {
  const RecordTable& table = document.table(kOobTable);
  const auto it = table.find(key);
  json body = it == table.end() ? json::object() : json::parse(it->second, nullptr, false);
  return body.is_object() ? body : json::object();
}

void change(Stroke& stroke, const RecordKey& key, const std::function<void(json&)>& make) {
  if (!stroke.document().table(kOobTable).contains(key))
    return;
  json body = bodyOf(stroke.document(), key);
  make(body);
  stroke.setRecord(kOobTable, key, body.dump());
}

std::optional<RecordKey> keyOf(const OrderOfBattle& army, const std::string& id) {
  if (const Piece* piece = army.piece(id))
    return piece->key();
  if (const Formation* formation = army.formation(id))
    return formation->key();
  return std::nullopt;
}

Outcome mayHave(const OrderOfBattle& army, const std::string& id, const std::string& attribute) {
  const auto it = army.units().attributes.find(attribute);
  if (it == army.units().attributes.end())
    return armyRefused("the ruleset has no attribute " + attribute);
  const Piece* piece = army.piece(id);
  if (piece && !army.units().applies(attribute, piece->type))
    return armyRefused(piece->shownName() + " has no " + it->second.name);
  return success();
}

void setMember(json& body, const std::string& attribute, const std::optional<json>& value) {
  if (value) { // where the figure comes from stays known
    json& member = body["values"][attribute];
    member = withFigure(member, *value);
  } else if (const auto it = body.find("values"); it != body.end()) {
    it->erase(attribute);
    if (it->empty())
      body.erase("values");
  }
}

} // namespace

Result<json> judgedValue(const UnitCatalogue& units, const std::string& attribute, const std::string& text) {
  const auto it = units.attributes.find(attribute);
  if (it == units.attributes.end())
    return armyRefused("the ruleset has no attribute " + attribute);
  const UnitAttribute& known = it->second;
  const std::string& name = known.name.empty() ? attribute : known.name;
  const std::optional<json> value = parseArmyValue(text, known.type.type);
  if (!value)
    return armyRefused("\"" + text + "\" is no value for " + name,
                       known.type.type == "flag" ? "write yes, no or ?" : "write a figure, a range such as 2-4, or ?");
  const ArmyValue read = ArmyValue::read(*value);
  const auto number = [](double limit) { return Rational(static_cast<std::int64_t>(limit)); };
  if ((known.type.min && read.least && *read.least < number(*known.type.min)) ||
      (known.type.max && read.most && number(*known.type.max) < *read.most)) {
    std::string range = known.type.min ? "at least " + number(*known.type.min).text() : "";
    if (known.type.max)
      range += (range.empty() ? "at most " : " and at most ") + number(*known.type.max).text();
    return armyRefused(name + " is " + range);
  }
  if (!known.type.values.empty() && read.isKnown() &&
      std::find(known.type.values.begin(), known.type.values.end(), read.text) == known.type.values.end())
    return armyRefused("\"" + text + "\" is no " + name, "choose one of " + joinWords(known.type.values));
  return *value;
}

Result<ArmyChange> settingRow(const OrderOfBattle& army, const RecordKey& key, const json& body) {
  if (!keyOf(army, key.id))
    return armyRefused("there is no " + key.id + " in the order of battle");
  return ArmyChange([key, text = body.dump()](Stroke& stroke) { stroke.setRecord(kOobTable, key, text); });
}

Result<ArmyChange> settingCells(const OrderOfBattle& army, const std::vector<ArmyCell>& cells) {
  struct Set {
    RecordKey key;
    std::string attribute;
    std::optional<json> value;
  };
  std::vector<Set> sets;
  for (const ArmyCell& cell : cells) {
    const std::optional<RecordKey> key = keyOf(army, cell.id);
    if (!key)
      return armyRefused("there is no " + cell.id + " in the order of battle");
    if (cell.attribute.empty()) {
      if (cell.text.empty() || cell.text.size() > 200)
        return armyRefused(cell.text.empty() ? "a name cannot be empty" : "a name has at most 200 letters");
      sets.push_back({*key, {}, json(cell.text)});
      continue;
    }
    if (const Outcome may = mayHave(army, cell.id, cell.attribute); !may)
      return may.error();
    std::optional<json> value;
    if (!cell.text.empty()) {
      Result<json> read = judgedValue(army.units(), cell.attribute, cell.text);
      if (!read)
        return read.error();
      value = std::move(*read);
    }
    sets.push_back({*key, cell.attribute, std::move(value)});
  }
  return ArmyChange([sets](Stroke& stroke) {
    for (const Set& set : sets)
      change(stroke, set.key, [&](json& body) {
        if (set.attribute.empty())
          body["name"] = *set.value;
        else
          setMember(body, set.attribute, set.value);
      });
  });
}

Result<ArmyChange> settingValue(const OrderOfBattle& army, const std::vector<std::string>& ids,
                                const std::string& attribute, const std::string& text) {
  std::vector<ArmyCell> cells;
  for (const std::string& id : ids)
    cells.push_back({id, attribute, text});
  return settingCells(army, cells);
}

Result<ArmyChange> settingName(const OrderOfBattle& army, const std::string& id, const std::string& name) {
  return settingCells(army, {{id, {}, name}});
}

Result<ArmyChange> moving(const OrderOfBattle& army, const std::vector<std::string>& ids,
                          const std::string& formation) {
  const Formation* to = army.formation(formation);
  if (!formation.empty() && !to)
    return armyRefused("there is no formation " + formation);
  std::vector<RecordKey> keys;
  for (const std::string& id : ids) {
    const std::optional<RecordKey> key = keyOf(army, id);
    if (!key)
      return armyRefused("there is no " + id + " in the order of battle");
    const Piece* piece = army.piece(id);
    const std::string& side = piece ? piece->side : army.formation(id)->side;
    if (to && side != to->side)
      return armyRefused(army.nameOf(id) + " is on the other side than " + to->shownName());
    if (!piece && (id == formation || army.isBelow(formation, id)))
      return armyRefused(army.nameOf(id) + " cannot be put under itself");
    keys.push_back(*key);
  }
  return ArmyChange([keys, formation](Stroke& stroke) {
    for (const RecordKey& key : keys)
      change(stroke, key, [&](json& body) {
        const char* member = key.section == "formation" ? "parent" : "formation";
        body.erase("order");
        if (formation.empty())
          body.erase(member);
        else
          body[member] = formation;
      });
  });
}

Result<ArmyChange> deleting(const OrderOfBattle& army, const std::vector<std::string>& ids) {
  std::set<std::string> gone;
  std::vector<std::string> open = ids;
  while (!open.empty()) {
    const std::string id = open.back();
    open.pop_back();
    if (!keyOf(army, id))
      return armyRefused("there is no " + id + " in the order of battle");
    if (!gone.insert(id).second)
      continue;
    if (const Formation* formation = army.formation(id)) {
      open.insert(open.end(), formation->children.begin(), formation->children.end());
      open.insert(open.end(), formation->pieces.begin(), formation->pieces.end());
    }
  }
  std::vector<RecordKey> keys;
  for (const std::string& id : gone)
    keys.push_back(*keyOf(army, id));
  return ArmyChange([keys, gone](Stroke& stroke) {
    for (const RecordKey& key : keys)
      stroke.setRecord(kOobTable, key, std::nullopt);
    const RecordTable rows = stroke.document().table(kOobTable);
    for (const auto& [key, text] : rows) {
      json body = json::parse(text, nullptr, false);
      if (!body.is_object())
        continue;
      bool changed = false;
      for (const char* member : {"leader", "commands", "formation", "parent"})
        if (const auto it = body.find(member);
            it != body.end() && it->is_string() && gone.contains(it->get<std::string>())) {
          body.erase(member);
          changed = true;
        }
      if (changed)
        stroke.setRecord(kOobTable, key, body.dump());
    }
  });
}

std::string freshArmyId(const OrderOfBattle& army, const std::string& above, const std::string& name) {
  std::string slug;
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) && letter < 128)
      slug += static_cast<char>(std::tolower(letter));
    else if (!slug.empty() && slug.back() != '_')
      slug += '_';
  }
  while (!slug.empty() && slug.back() == '_')
    slug.pop_back();
  std::string start = above + (above.empty() ? "" : ".") + (slug.empty() ? "piece" : slug);
  constexpr std::size_t kMost = 70; // ids have at most 80 letters
  start.resize(std::min(start.size(), kMost));
  std::string id = start;
  for (int n = 2; army.piece(id) || army.formation(id); ++n)
    id = start + "_" + std::to_string(n);
  return id;
}

Result<NewArmyThing> addingFormation(const OrderOfBattle& army, const std::string& side, const std::string& parent,
                                     const std::string& echelon, const std::string& name) {
  if (!army.units().sides.contains(side))
    return armyRefused("the ruleset has no side " + side);
  if (!echelon.empty() && !army.units().echelons.contains(echelon))
    return armyRefused("the ruleset has no echelon " + echelon);
  if (name.empty())
    return armyRefused("a formation needs a name");
  json body{{"name", name}, {"side", side}};
  if (!echelon.empty())
    body["echelon"] = echelon;
  if (!parent.empty())
    body["parent"] = parent;
  const std::string id = freshArmyId(army, parent.empty() ? side : parent, name);
  return NewArmyThing{id, [id, body](Stroke& stroke) { stroke.setRecord(kOobTable, {"formation", id}, body.dump()); }};
}

Result<NewArmyThing> addingPiece(const OrderOfBattle& army, const std::string& side, const std::string& formation,
                                 const std::string& type, const std::string& name) {
  const auto known = army.units().types.find(type);
  if (known == army.units().types.end())
    return armyRefused("the ruleset has no type " + type);
  if (!army.units().sides.contains(side))
    return armyRefused("the ruleset has no side " + side);
  const std::vector<std::string>& sides = known->second.sides;
  if (!sides.empty() && std::find(sides.begin(), sides.end(), side) == sides.end())
    return armyRefused("only " + joinWords(sides) + " may have " + known->second.name);
  if (name.empty())
    return armyRefused("a piece needs a name");
  json body{{"name", name}, {"side", side}, {"type", type}};
  json values = json::object();
  for (const auto& [attribute, row] : army.units().attributes) { // what it must have is open until somebody says more
    if (!row.type.required || !army.units().applies(attribute, type) || known->second.values.contains(attribute))
      continue;
    json open{{"unknown", true}};
    if (row.type.min)
      open["min"] = static_cast<std::int64_t>(*row.type.min);
    if (row.type.max)
      open["max"] = static_cast<std::int64_t>(*row.type.max);
    values[attribute] = std::move(open);
  }
  if (!values.empty())
    body["values"] = std::move(values);
  const Formation* to = army.formation(formation);
  if (to)
    body["formation"] = formation;
  const RecordKey key{known->second.row, freshArmyId(army, to ? formation : side, name)};
  const bool leads = key.section == "leader" && to && to->leader.empty() && !to->noLeader;
  if (leads)
    body["commands"] = formation;
  return NewArmyThing{key.id, [key, body, leads, formation](Stroke& stroke) {
                        stroke.setRecord(kOobTable, key, body.dump());
                        if (leads)
                          change(stroke, {"formation", formation}, [&](json& row) { row["leader"] = key.id; });
                      }};
}

std::vector<std::string> attributesOf(const UnitCatalogue& units, const std::string& type) {
  std::vector<std::string> shown;
  std::vector<std::string> others;
  for (const auto& [name, attribute] : units.attributes)
    if (units.applies(name, type) && (!attribute.state || attribute.shown || attribute.type.required))
      (attribute.shown ? shown : others).push_back(name);
  shown.insert(shown.end(), others.begin(), others.end());
  return shown;
}

std::vector<std::string> formationAttributes(const UnitCatalogue& units) {
  std::vector<std::string> out;
  for (const auto& [name, attribute] : units.attributes)
    if (attribute.categories.contains("formation"))
      out.push_back(name);
  return out;
}

} // namespace hotchkiss::editor
