// The checks of every ruleset about orders of battle and scenarios.
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/corechecks.h"
#include "libscenario/validation/scenariofindings.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kOobFile = "oob.json";

Finding& addAt(CheckContext& context, const char* check, const std::string& file, const RecordKey& key,
               std::string message, std::string fix = {}) {
  Finding& finding = context.add(check, std::move(message), std::move(fix));
  finding.place.file = file;
  finding.place.thing = key.section + " " + key.id;
  finding.scenario = scenarioOfFile(file);
  return finding;
}

/// The plain figure or word of a value as a row has it; nothing for what is open. Both ends of a range.
std::vector<json> plain(const json& value) {
  if (!value.is_object())
    return {value};
  if (value.contains("value"))
    return {value["value"]};
  if (value.contains("min") && value.contains("max") && !value.contains("unknown"))
    return {value["min"], value["max"]};
  return value.value("choice", json::array()).get<std::vector<json>>();
}

/// Attributes that pieces of a type have.
AttributeTypes typesFor(const UnitCatalogue& units, const std::string& type) {
  AttributeTypes out;
  for (const auto& [name, attribute] : units.attributes)
    if (units.applies(name, type)) {
      out[name] = attribute.type;
      out[name].required = false; // what is missing is another check
    }
  return out;
}

void checkValues(CheckContext& context, const AttributeTypes& types, const std::string& file, const RecordKey& key,
                 const std::string& who, const json& values) {
  const KindOf kindOf = [](const std::string&, const std::string&) { return std::optional<std::string>(""); };
  for (const auto& [name, value] : values.items())
    for (const json& each : plain(value)) {
      if (each.is_string() && Rational::parse(each.get<std::string>()) && types.contains(name) &&
          types.at(name).type == "number")
        continue; // "7/2" is a number, too
      const std::vector<AttributeProblem> problems = attributeProblems(json{{name, each}}, types, kindOf);
      for (const AttributeProblem& problem : problems) {
        Finding& finding = addAt(context, "CORE-V28", file, key, who + ": " + problem.message,
                                 "correct the name or the value; units.json of the ruleset lists them");
        finding.about = {problem.attribute};
      }
      if (!problems.empty())
        break;
    }
}

void checkPieces(CheckContext& context, const OrderOfBattle& army) {
  const UnitCatalogue& units = army.units();
  for (const ArmyProblem& problem : army.problems()) {
    if (problem.member == "values")
      continue; // checkValues says more
    Finding& finding = addAt(context, "CORE-V27", kOobFile, problem.row, problem.message,
                             "add what is missing to oob.json, or correct the id");
    finding.about = {problem.member};
  }
  std::map<std::string, AttributeTypes> types;
  for (const auto& [id, piece] : army.pieces()) {
    const RecordKey key = piece.key();
    const std::string* text = context.document.record(kOobTable, key);
    const auto type = units.types.find(piece.type);
    if (type == units.types.end()) {
      std::vector<std::string> known;
      for (const auto& [name, unused] : units.types)
        known.push_back(name);
      const auto near = nearestWord(piece.type, known);
      Finding& finding =
          addAt(context, "CORE-V27", kOobFile, key, shownName(army, id) + ": there is no type \"" + piece.type + "\"",
                near ? "did you mean \"" + *near + "\"?" : std::string());
      finding.about = {"type"};
      continue;
    }
    if (!units.sides.contains(piece.side)) {
      Finding& finding =
          addAt(context, "CORE-V27", kOobFile, key, shownName(army, id) + ": there is no side \"" + piece.side + "\"");
      finding.about = {"side"};
    }
    const auto [known, isNew] = types.try_emplace(piece.type);
    if (isNew)
      known->second = typesFor(units, piece.type);
    const json body = text ? parsed(*text) : json::object();
    checkValues(context, known->second, kOobFile, key, shownName(army, id), body.value("values", json::object()));
    const json faces = body.value("faces", json::object());
    for (const auto& [face, values] : faces.items())
      checkValues(context, known->second, kOobFile, key, shownName(army, id) + " (" + face + ")", values);
  }
}

/// What a type needs and a piece lacks, by the printed order of battle and as each scenario has it.
void checkRequired(CheckContext& context) {
  judgeArmies(context, [&](const OrderOfBattle& army, const ArmySink& say) {
    const UnitCatalogue& units = army.units();
    for (const auto& [id, piece] : army.pieces())
      for (const auto& [name, attribute] : units.attributes) {
        if (!attribute.type.required || !units.applies(name, piece.type) ||
            army.value(piece, name).kind != ArmyValue::Kind::Missing)
          continue;
        say(id, name, [&, &id = id, &piece = piece, &name = name, &attribute = attribute]() -> Finding& {
          Finding& finding =
              addAt(context, "CORE-V36", kOobFile, piece.key(),
                    shownName(army, id) + " lacks its " + (attribute.name.empty() ? name : attribute.name),
                    "give it, with its source, or say {\"unknown\":true}");
          finding.severity = Severity::Warning;
          finding.checkClass = CheckClass::Completeness;
          finding.from = Level::Playable;
          finding.about = {name};
          return finding;
        });
      }
  });
}

/// Values that a row of a scenario gives to pieces, on their faces and to counters that it brings.
void checkRowValues(CheckContext& context, const ScenarioStage& stage, const RecordKey& key, const Selection& selection,
                    bool withLeaders) {
  const OrderOfBattle& army = *stage.army;
  const UnitCatalogue& units = army.units();
  const std::string* text = context.document.record(Scenario::tableOf(stage.scenario->ownerOf(key)), key);
  const json body = text ? parsed(*text) : json::object();
  for (const json& counters : body.value("counters", json::array()))
    if (const std::string type = counters.value("type", ""); units.types.contains(type))
      checkValues(context, typesFor(units, type), stage.file, key, units.types.at(type).name,
                  counters.value("values", json::object()));
  const json values = body.value("values", json::object());
  const json faces = body.value("faces", json::object());
  if (values.empty() && faces.empty())
    return;
  AttributeTypes types; // of any of the pieces: a row may set up a battery with its leader
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> names;
  for (const Piece* piece : piecesOf(army, selection, nullptr, withLeaders)) {
    names.push_back(shownName(army, piece->id));
    if (units.types.contains(piece->type))
      types.merge(typesFor(units, piece->type));
  }
  for (const LooseCounters& counters : selection.counters)
    if (units.types.contains(counters.type))
      types.merge(typesFor(units, counters.type));
  if (types.empty())
    return;
  const std::size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
  names.resize(names.size() - more);
  const std::string who =
      names.empty() ? key.section + " " + key.id
                    : joinWords(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : std::string());
  checkValues(context, types, stage.file, key, who, values);
  for (const auto& [face, onIt] : faces.items())
    checkValues(context, types, stage.file, key, who + " (" + face + ")", onIt);
}

void checkScenario(CheckContext& context, const ScenarioStage& stage) {
  const auto say = [&](const RecordKey& key, const std::string& message) {
    addAt(context, "CORE-V29", stage.file, key, message, "correct the row, or add what it names");
  };
  if (!stage.scenario)
    return say({"scenario", stage.id}, stage.error->text());
  const OrderOfBattle& army = *stage.army;
  const SetupPlan& plan = *stage.plan;
  for (const PlacementDoubt& doubt : plan.missing())
    say(doubt.rows.empty() ? RecordKey{"scenario", stage.id} : doubt.rows.front(), doubt.message);
  std::set<std::size_t> broken;
  for (const Placement& placement : plan.placements())
    if (placement.kind == Placement::Kind::Broken && broken.insert(placement.setup).second)
      say(stage.scenario->setups[placement.setup].key, shownName(army, placement.piece) + ": " + placement.problem);
  for (std::size_t i = 0; i < stage.scenario->setups.size(); ++i) {
    const Setup& setup = stage.scenario->setups[i];
    if (!setup.where.empty() && broken.insert(i).second)
      for (const std::string& error : plan.allowed(i).errors)
        say(setup.key, error);
    checkRowValues(context, stage, setup.key, setup.selection, setup.leaders);
  }
  for (const Override& each : stage.scenario->overrides)
    checkRowValues(context, stage, {"override", each.id}, each.selection, false);
  for (const auto* list : {&stage.scenario->arrivals, &stage.scenario->withdrawals})
    for (const Arrival& arrival : *list) {
      checkRowValues(context, stage, arrival.key, arrival.selection, arrival.leaders);
      std::vector<std::string> missing;
      piecesOf(army, arrival.selection, &missing);
      for (const std::string& id : missing)
        say(arrival.key, "the order of battle has no \"" + id + "\"");
      for (const ScenarioPlace& place : arrival.at) {
        using Kind = ScenarioPlace::Kind;
        if (place.kind == Kind::Hex || place.kind == Kind::Label || place.kind == Kind::Place)
          if (const Result<HexCoord> hex = plan.where().hexOf(place); !hex)
            say(arrival.key, hex.error().text());
        if (place.kind == Kind::Entry && !context.knows("entry", place.id))
          say(arrival.key, "there is no entry \"" + place.id + "\"");
      }
    }
  for (const ScenarioObjective& goal : stage.scenario->objectives)
    if (!goal.of.empty())
      if (const Result<Ground> ground = plan.where().ground(goal.of); !ground)
        say({"objective", goal.id}, ground.error().text());
}

} // namespace

void checkArmies(CheckContext& context) {
  const ArmyStage& stage = context.stage();
  checkPieces(context, stage.army());
  checkRequired(context);
  for (const ScenarioStage& scenario : stage.scenarios())
    checkScenario(context, scenario);
}

} // namespace hotchkiss
