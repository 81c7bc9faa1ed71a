#include "libscenario/validation/armystage.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

UnitCatalogue unitsOf(const Ruleset& ruleset) {
  Result<UnitCatalogue> units = readUnitCatalogue(ruleset);
  return units ? std::move(*units) : UnitCatalogue();
}

Value count(std::size_t number) {
  return Value::number(static_cast<std::int64_t>(number));
}

Value totalValue(const ArmyTotal& total) {
  if (total.isKnown())
    return Value::number(total.known);
  return Value::unknown(total.least, total.most, {});
}

} // namespace

ArmyStage::ArmyStage(const Document& document, const Ruleset& ruleset) : mArmy(document, unitsOf(ruleset)) {
  for (const std::string& id : Scenario::idsOf(document)) {
    ScenarioStage& stage = mScenarios.emplace_back();
    stage.id = id;
    stage.file = Scenario::tableOf(id) + ".json";
    Result<Scenario> scenario = Scenario::read(document, id);
    if (!scenario) {
      stage.error = scenario.error();
      continue;
    }
    stage.scenario = std::make_unique<const Scenario>(std::move(*scenario));
    stage.army = std::make_unique<const OrderOfBattle>(armyOf(document, *stage.scenario, mArmy.units()));
    stage.plan = std::make_unique<const SetupPlan>(document, *stage.scenario, *stage.army);
    for (const Override& each : stage.scenario->overrides)
      if (each.absent || each.eliminated)
        for (const Piece* piece : piecesOf(*stage.army, each.selection))
          stage.out.insert(piece->id);
  }
}

std::string shownName(const OrderOfBattle& army, const std::string& id) {
  const std::string name = army.nameOf(id);
  const std::string path = army.pathOf(id);
  return path.empty() || path == name || name != id ? name : path;
}

const Formation* commandOf(const OrderOfBattle& army, const Piece& leader) {
  if (const Formation* commanded = army.formation(leader.commands))
    return commanded;
  for (const auto& [id, formation] : army.formations())
    if (formation.leader == leader.id)
      return &formation;
  return leader.isLeader() ? army.formation(leader.formation) : nullptr;
}

std::vector<const Piece*> leadersOf(const OrderOfBattle& army, const Formation& formation) {
  std::vector<const Piece*> out;
  for (const auto& [id, piece] : army.pieces())
    if (piece.isLeader() && commandOf(army, piece) == &formation)
      out.push_back(&piece);
  return out;
}

Value hexFact(const CheckContext& context, HexCoord hex, const std::string& name, const ValueList& arguments) {
  const Document& document = context.document;
  const bool onMap = document.extent().contains(hex);
  if (name == "onMap")
    return Value::flag(onMap);
  if (name == "terrain")
    return Value::text(onMap ? document.terrain(hex) : std::string());
  if (name == "playable") {
    const auto kind = context.catalogue.terrains.find(onMap ? document.terrain(hex) : std::string());
    return Value::flag(onMap && (kind == context.catalogue.terrains.end() || kind->second.playable));
  }
  if (name == "level") {
    const std::optional<int> level = onMap ? document.level(hex) : std::nullopt;
    return level ? Value::number(*level) : Value();
  }
  if (name == "attribute" && onMap)
    return Value::fromJson(context.attributes(document.hex(hex).more).value(textAt(arguments, 0), json(false)));
  if (name == "place")
    return Value::flag(hasPlace(context, hex, {textAt(arguments, 0)}));
  if (name == "label")
    return Value::text(context.numbering.label(hex));
  if (name == "onEdge") {
    for (const HexCoord n : document.lattice().neighbours(hex)) {
      const auto kind = context.catalogue.terrains.find(document.terrain(n));
      if (!document.extent().contains(n) || (kind != context.catalogue.terrains.end() && !kind->second.playable))
        return Value::flag(true);
    }
    return Value::flag(false);
  }
  if (name == "hasPath" || name == "has") { // on any of its sides
    for (int side = 0; side < kSides; ++side)
      for (const Feature& feature : context.features(document.lattice().edge(hex, side)).features)
        if (arguments.empty() ? feature.kind.starts_with("path.")
                              : feature.kind == textAt(arguments, 0) || feature.kind == "path." + textAt(arguments, 0))
          return Value::flag(true);
    return Value::flag(false);
  }
  if (name == "region" && onMap) {
    const json& attributes = context.attributes(document.hex(hex).more);
    if (const auto in = attributes.find("in"); in != attributes.end())
      for (const json& id : *in)
        if (context.kindOf("region", id.get<std::string>()) == textAt(arguments, 0))
          return Value::text(id.get<std::string>());
    return Value::text({});
  }
  return {};
}

Value pieceFact(const OrderOfBattle& army, const Piece& piece, const ArmyValues& states, const std::string& name,
                const ValueList& arguments) {
  if (name == "id")
    return Value::text(piece.id);
  if (name == "side")
    return Value::text(piece.side);
  if (name == "type")
    return Value::text(piece.type);
  if (name == "section")
    return Value::text(piece.section);
  if (name == "home")
    return Value::text(piece.home);
  if (name == "role")
    return Value::text(piece.role);
  if (name == "category") {
    const auto type = army.units().types.find(piece.type);
    return Value::text(type == army.units().types.end() ? std::string() : type->second.category);
  }
  if (name == "given") // by the piece itself, without what its type or the default says
    return Value::flag(piece.values.contains(textAt(arguments, 0)) || states.contains(textAt(arguments, 0)));
  if (name == "hasFace" || name == "face") {
    const auto face = piece.faces.find(textAt(arguments, 0));
    const bool has = face != piece.faces.end() && (arguments.size() < 2 || face->second.contains(textAt(arguments, 1)));
    if (name == "hasFace")
      return Value::flag(has);
    return has ? face->second.at(textAt(arguments, 1)).toValue() : Value();
  }
  if (name == "printed") // the value of the front, whatever the state
    return army.value(piece, textAt(arguments, 0)).toValue();
  if (name == "leads") { // echelon of what a leader commands
    const ArmyValue own = army.value(piece, "echelon");
    if (own.isKnown())
      return Value::text(own.text);
    const Formation* formation = commandOf(army, piece);
    return Value::text(formation ? formation->echelon : std::string());
  }
  if (name == "commanded") { // pieces under a leader, leaders apart
    const Formation* formation = commandOf(army, piece);
    std::size_t out = 0;
    if (formation)
      for (const Piece* each : army.below(formation->id))
        out += each->isLeader() ? 0U : 1U;
    return count(out);
  }
  if (name == "commandedOf" ||
      name == "headquarters") { // pieces of a type under a leader; headquarters right in his command
    const Formation* formation = commandOf(army, piece);
    std::size_t out = 0;
    if (formation)
      for (const Piece* each : army.below(formation->id))
        out += name == "commandedOf" ? (each->type == textAt(arguments, 0) ? 1U : 0U)
                                     : (each->section == "hq" && each->formation == formation->id ? 1U : 0U);
    return count(out);
  }
  if (name == "promotedFrom") { // leaders who become this one on some day
    return count(
        static_cast<std::size_t>(std::count_if(army.pieces().begin(), army.pieces().end(), [&](const auto& each) {
          const std::optional<Promotion>& promotion = each.second.promotion;
          return promotion && promotion->to == piece.id && !(promotion->date.empty() && promotion->turn.empty());
        })));
  }
  if (name == "leadersAbove") {
    std::size_t out = 0;
    for (const Formation* formation : army.above(piece.id))
      out += leadersOf(army, *formation).size();
    return count(out);
  }
  if (name == "hasParent")
    return Value::flag(army.formation(piece.formation) != nullptr);
  if (name == "top") { // echelon at the end of its chain
    const std::vector<const Formation*> above = army.above(piece.id);
    return Value::text(above.empty() ? std::string() : above.back()->echelon);
  }
  if (name == "above") {
    const Formation* formation = army.aboveAt(piece.id, textAt(arguments, 0));
    return Value::text(formation ? formation->id : std::string());
  }
  if (name == "represents")
    return count(piece.represents.size());
  if (name == "isSubstitute")
    return Value::flag(!piece.substituteFor.empty() || !piece.represents.empty());
  if (name == "substitutes") { // whether what it stands for exists, on its side (and of its type, for "type")
    std::vector<std::string> targets = piece.represents;
    if (!piece.substituteFor.empty())
      targets.push_back(piece.substituteFor);
    for (const std::string& id : targets) {
      const Piece* other = army.piece(id);
      const Formation* formation = army.formation(id);
      if ((!other && !formation) || (other ? other->side : formation->side) != piece.side)
        return Value::flag(false);
      if (other && textAt(arguments, 0) == "type" && other->type != piece.type)
        return Value::flag(false);
    }
    return Value::flag(!targets.empty());
  }
  if (name == "sections")
    return count(piece.sections.size());
  if (name == "sectionTotal") {
    ArmyTotal total;
    for (const PieceSection& section : piece.sections)
      if (const auto value = section.values.find(textAt(arguments, 0)); value != section.values.end())
        for (long i = 0; i < section.count; ++i)
          total.add(value->second);
    return totalValue(total);
  }
  if (name == "replacement")
    return Value::text(!piece.replacement ? "missing" : piece.replacement->none ? "none" : "given");
  if (name == "promoted")
    return Value::flag(piece.promotion.has_value());
  if (name == "uncertain")
    return Value::flag(piece.uncertain || std::any_of(piece.values.begin(), piece.values.end(),
                                                      [](const auto& each) { return each.second.uncertain; }));
  return army.value(piece, name, states).toValue();
}

Value formationFact(const OrderOfBattle& army, const Formation& formation, const std::string& name,
                    const ValueList& arguments) {
  const auto rankOf = [&](const std::string& echelon) {
    const auto it = army.units().echelons.find(echelon);
    return it == army.units().echelons.end() ? Value::unknown({}, {}, {}) : Value::number(it->second.rank);
  };
  if (name == "id")
    return Value::text(formation.id);
  if (name == "side")
    return Value::text(formation.side);
  if (name == "echelon")
    return Value::text(formation.echelon);
  if (name == "rank")
    return rankOf(formation.echelon);
  if (name == "parentRank") {
    const Formation* parent = army.formation(formation.parent);
    return parent ? rankOf(parent->echelon) : Value::unknown({}, {}, {});
  }
  if (name == "hasParent")
    return Value::flag(army.formation(formation.parent) != nullptr);
  if (name == "noLeader")
    return Value::flag(formation.noLeader);
  if (name == "leaders")
    return count(leadersOf(army, formation).size());
  if (name == "given")
    return Value::flag(formation.values.contains(textAt(arguments, 0)));
  if (name == "units") { // of all below it; with a type, of that type
    std::size_t out = 0;
    for (const Piece* each : army.below(formation.id))
      if (!each->isLeader() && (arguments.empty() || each->type == textAt(arguments, 0)))
        ++out;
    return count(out);
  }
  if (name == "own") { // pieces right in it, leaders apart; with a type, of that type
    std::size_t out = 0;
    for (const std::string& id : formation.pieces)
      if (const Piece* each = army.piece(id);
          each && !each->isLeader() && (arguments.empty() || each->type == textAt(arguments, 0)))
        ++out;
    return count(out);
  }
  if (name == "children")
    return count(formation.children.size());
  if (name == "total") {
    std::vector<const Piece*> pieces;
    for (const Piece* each : army.below(formation.id))
      if (arguments.size() < 2 || each->type == textAt(arguments, 1))
        pieces.push_back(each);
    return totalValue(totalOf(army, pieces, textAt(arguments, 0)));
  }
  return army.value(formation, name).toValue();
}

Value scenarioFact(const ScenarioStage& stage, const std::string& name, const ValueList& arguments) {
  const Scenario& scenario = *stage.scenario;
  std::string date = scenario.head.startDate;
  if (date.empty() && !scenario.turns.empty())
    date = scenario.turns.front().date;
  if (name == "hasDate")
    return Value::flag(!date.empty());
  if (name == "year")
    return date.empty() ? Value::unknown({}, {}, {}) : Value::number(std::stol(date.substr(0, 4)));
  if (name == "turns")
    return count(scenario.turns.size());
  if (name == "statedTurns")
    return scenario.head.turns.toValue();
  if (name == "rows") // of a section
    return count(scenario.rowsOf(textAt(arguments, 0)).size());
  if (name == "setups")
    return count(scenario.setups.size());
  if (name == "levels")
    return count(scenario.levels.size());
  if (name == "hasDraw")
    return Value::flag(std::any_of(scenario.levels.begin(), scenario.levels.end(),
                                   [](const VictoryLevel& level) { return level.draw; }));
  if (name == "first")
    return Value::text(scenario.head.first);
  if (name == "limitOf") { // the most of an attribute that the scenario allows
    for (const auto& [id, text] : scenario.rowsOf("limit")) {
      const json body = json::parse(text, nullptr, false);
      if (body.value("attribute", "") == textAt(arguments, 0) && body.contains("count") && body["count"].is_number())
        return Value::fromJson(body["count"]);
    }
    return {};
  }
  return {};
}

std::vector<HexCoord> hexesOf(const CheckContext& context, const ScenarioStage& stage, const ScenarioPlace& place) {
  std::vector<HexCoord> out;
  if (place.kind == ScenarioPlace::Kind::Entry) {
    if (const Thing* entry = context.things.find("entry", place.id))
      for (const json& hex : entry->body->value("hexes", json::array()))
        if (hex.is_array() && hex.size() == 2)
          out.push_back({hex[0].get<std::int32_t>(), hex[1].get<std::int32_t>()});
  } else if (const Result<HexCoord> hex = stage.plan->where().hexOf(place)) {
    out.push_back(*hex);
  }
  return out;
}

Value turnFact(const ScenarioStage& stage, const TurnRef& when) {
  using Kind = TurnRef::Kind;
  if (when.kind == Kind::None)
    return {};
  if (when.kind != Kind::Turn && when.kind != Kind::Number && when.kind != Kind::Time)
    return Value::unknown({}, {}, {});
  const std::optional<std::size_t> index = stage.scenario->turnIndex(when);
  return index ? count(*index + 1) : Value::number(0); // 0: not on the track
}

} // namespace hotchkiss
