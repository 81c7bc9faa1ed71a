#include "libscenario/rules/queryanswers.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Why a combat came to nothing: most often because one side of it is missing.
Error combatFailed(const Situation& situation, const QueryArguments& args, const Value& value,
                   const std::string& decision) {
  Error out = args.failed(value, decision);
  for (const auto& [side, place] : {std::pair{"attackers", "from"}, std::pair{"defenders", "to"}}) {
    const Result<HexCoord> hex = args.hex(place);
    const Result<ValueList> units = args.units(side, hex ? std::optional(*hex) : std::nullopt);
    if (hex && units && units->empty())
      return Error{"no unit stands in " + situation.rules().numbering().label(*hex),
                   {},
                   0,
                   {},
                   std::string("name the ") + side + " or give a position where they stand there"};
  }
  return out;
}

/// What the result makes of every unit of one side of the combat.
Outcome addStatesAfter(json& out, const Situation& situation, const QueryArguments& args, const CombatAfter& after) {
  const bool attacks = after.role == "attackers";
  std::optional<HexCoord> place;
  if (const Result<HexCoord> hex = args.hex(attacks ? "from" : "to"))
    place = *hex;
  else if (const Result<const UnitState*> mover = args.unit("unit"); attacks && mover)
    place = (*mover)->at.hex;
  const Result<ValueList> units = args.units(after.role.c_str(), place);
  if (!units)
    return units.error();
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  if (const Outcome bound = args.bindAll(evaluator); !bound)
    return bound.error();
  const Value result = evaluator.decide(after.result);
  if (result.isError())
    return combatFailed(situation, args, result, after.result);
  for (const Value& unit : *units) {
    const Value takesPart = evaluator.decide(after.units, {unit});
    if (takesPart.isError())
      return args.failed(takesPart, after.units);
    if (!takesPart.isTrue() && !after.units.empty())
      continue;
    json entry{{"unit", unit.text()}, {"role", after.role}, {"values", json::object()}};
    for (const auto& [attribute, decision] : after.states) {
      const Value value = evaluator.decide(decision, {unit, result});
      if (value.isError())
        return args.failed(value, decision);
      entry["values"][attribute] = value.toJson();
    }
    out["after"].push_back(std::move(entry));
  }
  for (json& each : becauseJson(evaluator.because()))
    if (std::find(out["because"].begin(), out["because"].end(), each) == out["because"].end())
      out["because"].push_back(std::move(each));
  return success();
}

} // namespace

Answer answerCombat(const Situation& situation, const QueryArguments& args) {
  const auto& strategy = situation.rules().book().strategies().combat;
  if (!strategy)
    return Error{"the ruleset has no rules of combat", {}, 0, {}, {}};
  json out{{"outputs", json::object()}, {"because", json::array()}};
  for (const char* name : {"from", "to"})
    if (args.has(name)) {
      const Result<HexCoord> hex = args.hex(name);
      if (!hex)
        return hex.error();
      out[name] = hexJson(situation, *hex);
    }
  for (const std::string& name : strategy->outputs) {
    Evaluator evaluator(situation.setting());
    evaluator.setExplaining(true);
    if (const Outcome bound = args.bindAll(evaluator); !bound)
      return bound.error();
    const Value value = evaluator.decide(name);
    if (value.isError())
      return combatFailed(situation, args, value, name);
    out["outputs"][name] = value.toJson();
    for (json& each : becauseJson(evaluator.because()))
      if (std::find(out["because"].begin(), out["because"].end(), each) == out["because"].end())
        out["because"].push_back(std::move(each));
  }
  out["after"] = json::array();
  for (const CombatAfter& after : strategy->after)
    if (const Outcome added = addStatesAfter(out, situation, args, after); !added)
      return added.error();
  return out;
}

} // namespace hotchkiss
