#include "libscenario/rules/askedfacts.h"
#include "libscenario/rules/queryanswers.h"
#include "libterrain/base/text.h"

namespace hotchkiss {

using nlohmann::json;

json becauseJson(const std::vector<Because>& because) {
  json out = json::array();
  for (const Because& each : because)
    out.push_back({{"table", each.table}, {"row", each.row}, {"reference", each.reference}, {"effect", each.effect}});
  return out;
}

json hexJson(const Situation& situation, HexCoord hex) {
  return {{"hex", {hex.c, hex.r}}, {"label", situation.rules().numbering().label(hex)}};
}

Error evaluationError(const Value& value, const std::string& where) {
  return Error{value.text(), {}, 0, where, {}};
}

Error QueryArguments::missing(const char* name) {
  return Error{std::string("the argument \"") + name + "\" is missing", {}, 0, {}, {}};
}

Result<HexCoord> QueryArguments::hexIn(const json& source, const char* name) const {
  const Rules& rules = mSituation.rules();
  HexCoord hex;
  if (source.is_array() && source.size() == 2 && source[0].is_number_integer() && source[1].is_number_integer()) {
    hex = {source[0].get<std::int32_t>(), source[1].get<std::int32_t>()};
  } else if (source.is_string()) {
    const std::string text = source.get<std::string>();
    const std::vector<std::string_view> parts = splitText(text, '.');
    const auto c = parts.size() == 2 ? parseInteger(parts[0]) : std::nullopt;
    const auto r = parts.size() == 2 ? parseInteger(parts[1]) : std::nullopt;
    if (c && r) {
      hex = {static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r)};
    } else {
      Result<HexCoord> found = rules.numbering().resolve(text);
      if (!found)
        return found;
      hex = *found;
    }
  } else {
    return Error{std::string("the argument \"") + name + "\" is no hex", {}, 0, {}, "write a label, c.r or [c,r]"};
  }
  if (!rules.extent().contains(hex))
    return Error{"hex " + toText(hex) + " is not on the map", {}, 0, {}, {}};
  return hex;
}

Result<HexCoord> QueryArguments::hex(const char* name) const {
  return has(name) ? hexIn(mArgs[name], name) : Result<HexCoord>(missing(name));
}

Result<const UnitState*> QueryArguments::unit(const char* name) const {
  if (!has(name) || !mArgs[name].is_string())
    return missing(name);
  const std::string id = mArgs[name].get<std::string>();
  const UnitState* unit = mSituation.position().unit(id);
  if (unit != nullptr)
    return unit;
  std::vector<std::string> known;
  for (const auto& [each, unused] : mSituation.position().units())
    known.push_back(each);
  const auto near = nearestWord(id, known);
  return Error{"the position has no unit \"" + id + "\"",
               {},
               0,
               {},
               near            ? "did you mean \"" + *near + "\"?"
               : known.empty() ? "give a position with units"
                               : ""};
}

Result<Rational> QueryArguments::number(const char* name) const {
  if (!has(name))
    return missing(name);
  const Value value = Value::fromJson(mArgs[name]);
  if (value.isNumber())
    return value.number();
  if (value.isText())
    if (const auto number = Rational::parse(value.text()))
      return *number;
  return Error{std::string("the argument \"") + name + "\" is no number", {}, 0, {}, "write 4 or 5/2"};
}

Outcome QueryArguments::check() const {
  for (const char* name : {"spent", "steps", "facing", "least", "most"})
    if (has(name))
      if (const Result<Rational> given = number(name); !given)
        return given.error();
  const std::string side = text("side");
  const auto& sides = mSituation.rules().book().units().sides;
  if (side.empty() || sides.empty() || sides.contains(side))
    return success();
  std::vector<std::string> known;
  known.reserve(sides.size());
  for (const auto& [id, unused] : sides)
    known.push_back(id);
  const auto near = nearestWord(side, known);
  return Error{"the ruleset has no side \"" + side + "\"",
               {},
               0,
               {},
               near ? "did you mean \"" + *near + "\"?" : "known: " + joinWords(known)};
}

Error QueryArguments::failed(const Value& value, const std::string& decision) const {
  for (const char* name : {"from", "to", "enemy", "start", "unit", "leader", "side"})
    if (!has(name) && value.text().starts_with("\"" + std::string(name) + "\" is not known here"))
      return missing(name);
  if (!has("unit") && value.text().starts_with("\"mover\" is not known here"))
    return missing("unit");
  if (value.text().starts_with("\"edge\" is not known here"))
    return Error{"the rules ask for a hexside, but the hexes of the question do not touch", {}, 0, decision, {}};
  Error out = evaluationError(value, decision);
  const json given = has("arg") && mArgs["arg"].is_object() ? mArgs["arg"] : json::object();
  if (value.text().find("\"nothing\"") == std::string::npos)
    return out;
  // Something came to nothing: most likely what only the players know.
  std::vector<std::string> asked;
  for (const std::string& name : askedFacts(mSituation.rules().book(), {decision}).arguments)
    if (!given.contains(name))
      asked.push_back("--arg " + name + "=...");
  if (!asked.empty())
    out.advice = "the rules ask for " + joinWords(asked);
  return out;
}

std::string QueryArguments::text(const char* name, const std::string& otherwise) const {
  return has(name) && mArgs[name].is_string() ? mArgs[name].get<std::string>() : otherwise;
}

Value QueryArguments::extra() const {
  if (!has("arg") || !mArgs["arg"].is_object())
    return Value::record({});
  ValueStruct members;
  for (const auto& [name, value] : mArgs["arg"].items())
    members[name] = Value::fromJson(value);
  return Value::record(std::move(members));
}

Result<ValueList> QueryArguments::units(const char* name, std::optional<HexCoord> otherwise) const {
  ValueList out;
  if (has(name) && mArgs[name].is_array()) {
    for (const json& id : mArgs[name]) {
      if (!id.is_string() || mSituation.position().unit(id.get<std::string>()) == nullptr)
        return Error{"the position has no unit " + id.dump(), {}, 0, {}, {}};
      out.push_back(Value::unit(id.get<std::string>()));
    }
  } else if (otherwise) {
    for (const std::string& id : mSituation.position().unitsAt(*otherwise))
      out.push_back(Value::unit(id));
  }
  return out;
}

Outcome QueryArguments::bindAll(Evaluator& evaluator) const {
  evaluator.bind("arg", extra());
  std::optional<HexCoord> from;
  std::optional<HexCoord> to;
  if (has("unit")) {
    const Result<const UnitState*> mover = unit("unit");
    if (!mover)
      return mover.error();
    evaluator.bind("mover", Value::unit((*mover)->id));
    evaluator.bind("unit", Value::unit((*mover)->id));
    if ((*mover)->at.kind == Location::Kind::Hex)
      from = (*mover)->at.hex;
  }
  if (has("leader")) {
    const Result<const UnitState*> leader = unit("leader");
    if (!leader)
      return leader.error();
    evaluator.bind("leader", Value::unit((*leader)->id));
    if (!from && (*leader)->at.kind == Location::Kind::Hex)
      from = (*leader)->at.hex;
  }
  for (const char* name : {"from", "to", "enemy", "start"}) {
    if (!has(name))
      continue;
    const Result<HexCoord> place = hex(name);
    if (!place)
      return place.error();
    evaluator.bind(name, Value::hex(*place));
    if (std::string_view(name) == "from")
      from = *place;
    if (std::string_view(name) == "to")
      to = *place;
  }
  if (from && !has("from"))
    evaluator.bind("from", Value::hex(*from));
  if (from && to && mSituation.rules().lattice().distance(*from, *to) == 1)
    evaluator.bind("edge", Value::edge({*from, *to}));
  if (has("way"))
    evaluator.bind("way", Value::text(text("way")));
  if (has("side"))
    evaluator.bind("side", Value::text(text("side")));
  const Result<ValueList> attackers = units("attackers", from);
  if (!attackers)
    return attackers.error();
  const Result<ValueList> defenders = units("defenders", to);
  if (!defenders)
    return defenders.error();
  evaluator.bind("attackers", Value::list(*attackers));
  evaluator.bind("defenders", Value::list(*defenders));
  return success();
}

} // namespace hotchkiss
