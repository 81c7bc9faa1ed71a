// Mechanisms about what happens later: arrivals, withdrawals and all other rows of scenarios.
#include "libscenario/rules/evaluator.h"
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool enemyStandsAt(const ScenarioStage& stage, HexCoord hex, const std::string& side) {
  for (const Placement& placement : stage.plan->placements())
    if (placement.hex == hex && !placement.side.empty() && !stage.army->units().areFriends(side, placement.side))
      return true;
  return false;
}

/// Asked of each arrival and withdrawal; with `each` "hex", of each hex where it may come in or leave.
class ArrivalHolds final : public Mechanism {
 public:
  explicit ArrivalHolds(Parameters& p)
      : mEachHex(p.word("each") == "hex"), mCondition(p, {"arrival", "hex", "scenario"}) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      for (const auto* list : {&stage.scenario->arrivals, &stage.scenario->withdrawals})
        for (const Arrival& arrival : *list)
          judge(report, stage, arrival);
    }
  }

 private:
  void judge(const Report& report, const ScenarioStage& stage, const Arrival& arrival) const {
    CheckContext& context = report.context();
    std::vector<HexCoord> hexes;
    for (const ScenarioPlace& place : arrival.at)
      for (const HexCoord hex : hexesOf(context, stage, place))
        hexes.push_back(hex);
    const std::vector<const Piece*> pieces = piecesOf(*stage.army, arrival.selection, nullptr, arrival.leaders);
    const std::string side = !arrival.side.empty() ? arrival.side
                             : pieces.empty()      ? std::string()
                                                   : pieces.front()->side;
    const auto ask = [&](std::optional<HexCoord> hex) {
      const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
        if (owner == "scenario")
          return scenarioFact(stage, name, arguments);
        if (owner == "hex")
          return hex ? hexFact(context, *hex, name, arguments) : Value::unknown({}, {}, {});
        if (name == "turn")
          return turnFact(stage, arrival.turn);
        if (name == "until")
          return turnFact(stage, arrival.until);
        if (name == "leaves")
          return Value::flag(arrival.leaves);
        if (name == "places")
          return countValue(arrival.at.size());
        if (name == "hexes")
          return countValue(hexes.size());
        if (name == "pieces")
          return countValue(pieces.size() + arrival.selection.counters.size());
        if (name == "side")
          return Value::text(side);
        if (name == "has") { // some piece of this type or section
          const std::string wanted = textAt(arguments, 0);
          return Value::flag(std::any_of(pieces.begin(), pieces.end(), [&](const Piece* piece) {
            return piece->type == wanted || piece->section == wanted;
          }));
        }
        if (name == "blocked") // every hex has an enemy on it at the start
          return Value::flag(!hexes.empty() && std::all_of(hexes.begin(), hexes.end(),
                                                           [&](HexCoord h) { return enemyStandsAt(stage, h, side); }));
        if (name == "elimination") // some piece that the scenario has put out of play
          return Value::flag(std::any_of(pieces.begin(), pieces.end(), [&](const Piece* piece) {
            return isOut(*stage.army, *stage.scenario, piece->id);
          }));
        return Value();
      };
      if (!mCondition.fails(facts))
        return;
      const std::string who = !arrival.name.empty() ? arrival.name
                              : pieces.empty()      ? arrival.key.id
                                                    : shownName(*stage.army, pieces.front()->id);
      Finding& finding = report.at(stage.file, arrival.key,
                                   {{"name", who},
                                    {"turn", shownFact(turnFact(stage, arrival.turn))},
                                    {"hex", hex             ? context.numbering.label(*hex)
                                            : hexes.empty() ? std::string("its place")
                                                            : context.numbering.label(hexes.front())}});
      finding.place.hex = hex;
      finding.key = hex ? toText(*hex) : "fails";
    };
    if (!mEachHex)
      return ask(std::nullopt);
    for (const HexCoord hex : hexes)
      ask(hex);
  }

  bool mEachHex;
  CheckCondition mCondition;
};

/// Every piece arrives once at most, and not when it is set up; it leaves later than it comes.
class ArrivesOnce final : public Mechanism {
 public:
  explicit ArrivesOnce(Parameters&) {}
  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      std::set<std::string> placed;
      for (const Placement& placement : stage.plan->placements())
        if (placement.kind != Placement::Kind::Waiting)
          placed.insert(placement.piece);
      std::map<std::string, const Arrival*> arrives;
      const auto say = [&](const Arrival& arrival, const std::string& piece, const std::string& why) {
        report.at(stage.file, arrival.key, {{"name", shownName(*stage.army, piece)}, {"why", why}}).key =
            piece + " " + why;
      };
      std::map<std::string, const Arrival*> named; // one by one: a row about its formation does not mean it
      for (const Arrival& arrival : stage.scenario->arrivals)
        for (const std::string& id : arrival.selection.units)
          named.try_emplace(id, &arrival);
      for (const Arrival& arrival : stage.scenario->arrivals)
        for (const Piece* piece : piecesOf(*stage.army, arrival.selection, nullptr, arrival.leaders)) {
          const std::vector<std::string>& units = arrival.selection.units;
          if (named.contains(piece->id) && std::find(units.begin(), units.end(), piece->id) == units.end())
            continue;
          const auto [other, isFirst] = arrives.try_emplace(piece->id, &arrival);
          const bool isChoice = !arrival.alternativeOf.empty() || !other->second->alternativeOf.empty() ||
                                !arrival.when.empty() || !other->second->when.empty();
          if (!isFirst && !isChoice)
            say(arrival, piece->id, "arrives more than once");
          if (placed.contains(piece->id) && !isChoice)
            say(arrival, piece->id, "is on the map from the start and arrives");
        }
      for (const Arrival& leaving : stage.scenario->withdrawals)
        for (const Piece* piece : piecesOf(*stage.army, leaving.selection)) {
          const auto arrival = arrives.find(piece->id);
          if (arrival == arrives.end())
            continue;
          const std::optional<std::size_t> comes = stage.scenario->turnIndex(arrival->second->turn);
          const std::optional<std::size_t> goes = stage.scenario->turnIndex(leaving.turn);
          if (comes && goes && *goes <= *comes)
            say(leaving, piece->id, "leaves before it has come");
        }
    }
  }
};

/// Asked of each row of a `section` of a scenario, with the crossing that it names, if it names one.
class RowHolds final : public Mechanism {
 public:
  explicit RowHolds(Parameters& p)
      : mSection(p.word("section")), mCondition(p, {"row", "crossing", "hex", "scenario", "module"}) {
    if (mSection.empty())
      p.refuse("\"section\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    std::string abbreviation;
    for (const auto& [key, text] : context.document.table("module"))
      if (key.section == "module")
        abbreviation = parsed(text).value("abbreviation", "");
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const auto rows = stage.scenario->rowsOf(mSection);
      for (const auto& [id, text] : rows) {
        const json body = parsed(text);
        const Thing* crossing = nullptr;
        if (const std::string name = body.value("crossing", ""); !name.empty())
          crossing = context.things.find("crossing", name);
        const std::optional<HexCoord> hex = hexOf(context, stage, body);
        const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
          if (owner == "scenario")
            return scenarioFact(stage, name, arguments);
          if (owner == "module")
            return name == "abbreviation" ? Value::text(abbreviation) : Value();
          if (owner == "hex")
            return hex ? hexFact(context, *hex, name, arguments) : Value::unknown({}, {}, {});
          if (owner == "crossing")
            return crossingFact(context, crossing, name, arguments);
          if (name == "value") // of its member "values"
            return Value::fromJson(body.value("values", json::object()).value(textAt(arguments, 0), json(false)));
          if (name == "has")
            return Value::flag(body.contains(textAt(arguments, 0)));
          if (name == "same") // rows of the section that say the same in this member
            return countValue(static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const auto& other) {
              const json theirs = parsed(other.second);
              return theirs.contains(textAt(arguments, 0)) &&
                     theirs[textAt(arguments, 0)] == body.value(textAt(arguments, 0), json());
            })));
          if (name == "turn")
            return turnFact(stage, body.contains("turn") ? TurnRef::read(body["turn"]) : TurnRef());
          return body.contains(name) && !body[name].is_structured() ? Value::fromJson(body[name]) : Value();
        };
        if (!mCondition.fails(facts))
          continue;
        Finding& finding = report.at(stage.file, {mSection, id},
                                     {{"name", crossing ? crossing->name() : body.value("name", id)},
                                      {"hex", hex ? context.numbering.label(*hex) : std::string("its place")}});
        finding.key = id;
        finding.place.hex = hex;
        if (crossing)
          finding.place.edge = crossing->edge;
      }
    }
  }

 private:
  static std::optional<HexCoord> hexOf(const CheckContext& context, const ScenarioStage& stage, const json& body) {
    if (!body.contains("at"))
      return std::nullopt;
    const std::vector<HexCoord> hexes = hexesOf(context, stage, ScenarioPlace::read(body["at"]));
    return hexes.empty() ? std::nullopt : std::optional(hexes.front());
  }
  static Value crossingFact(const CheckContext& context, const Thing* crossing, const std::string& name,
                            const ValueList& arguments) {
    if (name == "found")
      return Value::flag(crossing != nullptr);
    if (!crossing)
      return Value::unknown({}, {}, {});
    if (name == "kind")
      return Value::text(crossing->kind);
    if (name == "given")
      return Value::flag(crossing->body->value("attributes", json::object()).contains(textAt(arguments, 0)));
    if (name != "over" && name != "value")
      return {};
    if (name == "over")
      return Value::flag(crossing->edge && context.features(*crossing->edge).find(textAt(arguments, 0)) != nullptr);
    return Value::fromJson(
        crossing->body->value("attributes", json::object()).value(textAt(arguments, 0), json(false)));
  }

  std::string mSection;
  CheckCondition mCondition;
};

class ScenarioHolds final : public Mechanism {
 public:
  explicit ScenarioHolds(Parameters& p) : mCondition(p, {"scenario"}) {}
  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.scenario)
        continue;
      const FactSource facts = [&](const std::string&, const std::string& name, const ValueList& arguments) {
        return scenarioFact(stage, name, arguments);
      };
      const std::string title = stage.scenario->head.title.empty() ? stage.id : stage.scenario->head.title;
      if (mCondition.fails(facts))
        report.at(stage.file, {"scenario", stage.id}, {{"name", title}}).key = "fails";
    }
  }

 private:
  CheckCondition mCondition;
};

} // namespace

std::unique_ptr<const Mechanism> makeArrivalHolds(Parameters& p) {
  return std::make_unique<ArrivalHolds>(p);
}
std::unique_ptr<const Mechanism> makeArrivesOnce(Parameters& p) {
  return std::make_unique<ArrivesOnce>(p);
}
std::unique_ptr<const Mechanism> makeRowHolds(Parameters& p) {
  return std::make_unique<RowHolds>(p);
}
std::unique_ptr<const Mechanism> makeScenarioHolds(Parameters& p) {
  return std::make_unique<ScenarioHolds>(p);
}

} // namespace hotchkiss
