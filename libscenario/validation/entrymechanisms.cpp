// Mechanisms about coming in: entry hexes at the edge of what is in play, who may come in there, and whether all of a
// group can.
#include "libscenario/army/armytotals.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/classlimits.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Whether the hex can be stood on and the scenario plays it.
bool isInPlay(const CheckContext& context, const ScenarioStage& stage, HexCoord hex) {
  return hexFact(context, hex, "playable", {}).isTrue() && stage.plan->where().inPlay().contains(hex);
}

/// An entry of the map may name the hexsides over which units come in.
std::set<EdgeId> namedSides(const CheckContext& context, const Arrival& arrival) {
  std::set<EdgeId> out;
  for (const ScenarioPlace& place : arrival.at)
    if (const Thing* entry =
            place.kind == ScenarioPlace::Kind::Entry ? context.things.find("entry", place.id) : nullptr)
      for (const json& edge : entry->body->value("edges", json::array()))
        if (edge.is_array() && edge.size() == 3)
          out.insert(EdgeId{edge[0].get<std::int32_t>(), edge[1].get<std::int32_t>(), edge[2].get<std::int32_t>()});
  return out;
}

/// One row of arrivals or withdrawals with what is asked of it.
struct EntryCase {
  const ScenarioStage& stage;
  const Arrival& arrival;
  std::vector<const Piece*> pieces;
  json row;
  std::string side;
};

EntryCase entryCase(const ScenarioStage& stage, const Arrival& arrival) {
  const std::vector<const Piece*> pieces = piecesOf(*stage.army, arrival.selection, nullptr, arrival.leaders);
  const auto text = stage.scenario->rows().find(arrival.key);
  std::string side = !arrival.side.empty() ? arrival.side : pieces.empty() ? std::string() : pieces.front()->side;
  return {stage, arrival, pieces, text == stage.scenario->rows().end() ? json::object() : parsed(text->second),
          std::move(side)};
}

std::string nameOfCase(const EntryCase& each) {
  return !each.arrival.name.empty() ? each.arrival.name
         : each.pieces.empty()      ? each.arrival.key.id
                                    : shownName(*each.stage.army, each.pieces.front()->id);
}

/// Asked of each hex of each arrival and withdrawal, with the area in play and the classes of the units in mind; with
/// `each` missing, of each row once.
class EntryHolds final : public Mechanism {
 public:
  explicit EntryHolds(Parameters& p)
      : mEachHex(p.word("each") == "hex"),
        mLimits(p),
        mShows(expressionUnder(p, "shows", {"arrival", "entry", "hex", "scenario", "module"})),
        mCondition(p, {"arrival", "entry", "hex", "scenario", "module"}) {}

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      for (const auto* list : {&stage.scenario->arrivals, &stage.scenario->withdrawals})
        for (const Arrival& arrival : *list) {
          const EntryCase asked = entryCase(stage, arrival);
          if (!mEachHex) {
            ask(report, asked, std::nullopt);
            continue;
          }
          for (const ScenarioPlace& place : arrival.at)
            for (const HexCoord hex : hexesOf(context, stage, place))
              ask(report, asked, hex);
        }
    }
  }

 private:
  void ask(const Report& report, const EntryCase& asked, std::optional<HexCoord> hex) const {
    const CheckContext& context = report.context();
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      if (owner == "scenario")
        return scenarioFact(asked.stage, name, arguments);
      if (owner == "module")
        return moduleFact(context, name);
      if (owner == "arrival")
        return arrivalFact(asked, name, arguments);
      if (!hex)
        return Value::unknown({}, {}, {});
      return owner == "hex" ? hexFact(context, *hex, name, arguments) : entryFact(context, asked, *hex, name);
    };
    if (!mCondition.fails(facts))
      return;
    const std::string value = mShows ? shownFact(mShows->evaluate(facts)) : std::string();
    Finding& finding = report.at(asked.stage.file, asked.arrival.key,
                                 {{"name", nameOfCase(asked)},
                                  {"value", value},
                                  {"turn", shownFact(turnFact(asked.stage, asked.arrival.turn))},
                                  {"hex", hex ? context.numbering.label(*hex) : std::string("its place")}});
    finding.place.hex = hex;
    finding.key = (hex ? toText(*hex) : "row") + " " + value;
  }

  static Value arrivalFact(const EntryCase& asked, const std::string& name, const ValueList& arguments) {
    const std::string wanted = textAt(arguments, 0);
    if (name == "turn")
      return turnFact(asked.stage, asked.arrival.turn);
    if (name == "leaves")
      return Value::flag(asked.arrival.leaves);
    if (name == "side")
      return Value::text(asked.side);
    if (name == "pieces")
      return countValue(asked.pieces.size() + asked.arrival.selection.counters.size());
    if (name == "given") // a member of the row
      return Value::flag(asked.row.contains(wanted));
    if (name == "member")
      return asked.row.contains(wanted) ? ArmyValue::read(asked.row[wanted]).toValue() : Value();
    if (name == "state") // as the row says it
      return asked.arrival.values.contains(wanted) ? asked.arrival.values.at(wanted).toValue() : Value();
    if (name == "has") // some piece of this type or section
      return Value::flag(std::any_of(asked.pieces.begin(), asked.pieces.end(), [&](const Piece* piece) {
        return piece->type == wanted || piece->section == wanted;
      }));
    if (name == "ruled") // a special rule of the scenario speaks of one of its pieces
      return Value::flag(isRuled(asked));
    return {};
  }

  static bool isRuled(const EntryCase& asked) {
    for (const auto& [id, text] : asked.stage.scenario->rowsOf("rule")) {
      const json effects = parsed(text).value("effects", json::array());
      for (const json& effect : effects) {
        const std::string who = effect.value("who", json::object()).dump();
        for (const Piece* piece : asked.pieces)
          if (who.find("\"" + piece->id + "\"") != std::string::npos ||
              who.find("\"" + piece->formation + "\"") != std::string::npos)
            return true;
      }
    }
    return false;
  }

  Value entryFact(const CheckContext& context, const EntryCase& asked, HexCoord hex, const std::string& name) const {
    const Lattice& lattice = context.document.lattice();
    if (name == "inPlay")
      return Value::flag(isInPlay(context, asked.stage, hex));
    if (name == "onEdge" || name == "edgePath") {
      const std::set<EdgeId> named = namedSides(context, asked.arrival);
      for (int side = 0; side < kSides; ++side) {
        const EdgeId edge = lattice.edge(hex, side);
        if (isInPlay(context, asked.stage, lattice.neighbour(hex, side)))
          continue; // not a side by which one leaves
        if (name == "onEdge")
          return Value::flag(true);
        const bool isOneOfThem = named.contains(edge) || std::none_of(named.begin(), named.end(), [&](EdgeId each) {
                                   const auto both = lattice.hexes(each);
                                   return both[0] == hex || both[1] == hex;
                                 });
        const std::vector<Feature>& features = context.features(edge).features;
        if (isOneOfThem && std::any_of(features.begin(), features.end(),
                                       [](const Feature& each) { return each.kind.starts_with("path."); }))
          return Value::flag(true);
      }
      return Value::flag(false);
    }
    if (name == "barred" || name == "stuck" || name == "allBarred") {
      std::set<std::string> who;
      std::size_t barred = 0;
      std::size_t known = 0;
      for (const Piece* piece : asked.pieces) {
        const std::string unitClass = mLimits.classOf(*asked.stage.army, *piece, asked.arrival.values);
        if (unitClass.empty())
          continue;
        ++known;
        const bool isBarred = mLimits.bars(context, hex, unitClass);
        barred += isBarred ? 1U : 0U;
        if (isBarred || (name == "stuck" && mLimits.isShutIn(context, hex, unitClass)))
          who.insert(unitClass);
      }
      if (name == "allBarred")
        return known == 0 ? Value::unknown({}, {}, {}) : Value::flag(barred == known);
      return Value::text(joinWords({who.begin(), who.end()}));
    }
    return {};
  }

  bool mEachHex;
  ClassLimits mLimits;
  std::optional<FactExpression> mShows;
  CheckCondition mCondition;
};

/// Groups that come in on one turn through the same hexes pay one after the other: the n-th stack n times the cost of
/// the hex. The last has to have enough. Reckoned so that it is certain: full stacks, the cheapest way in.
class EntryQueue final : public Mechanism {
 public:
  explicit EntryQueue(Parameters& p)
      : mAllowance(p.word("allowance")),
        mStrength(p.word("strength")),
        mPathCost(p.number("pathCost", 1)),
        mOtherCost(p.number("otherCost", 1)) {
    if (mAllowance.empty() || mStrength.empty())
      p.refuse("\"allowance\" and \"strength\" are needed");
    for (const auto& [type, most] : p.raw("perStack").items())
      if (most.is_number())
        mPerStack[type] = most.get<double>();
    if (mPerStack.empty())
      p.refuse("\"perStack\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      std::map<std::pair<std::size_t, std::set<HexCoord>>, std::vector<const Arrival*>> queues;
      for (const Arrival& arrival : stage.scenario->arrivals) {
        const std::optional<std::size_t> turn = stage.scenario->turnIndex(arrival.turn);
        std::set<HexCoord> hexes;
        for (const ScenarioPlace& place : arrival.at)
          for (const HexCoord hex : hexesOf(context, stage, place))
            hexes.insert(hex);
        if (turn && !hexes.empty())
          queues[{*turn, hexes}].push_back(&arrival);
      }
      for (auto& [key, arrivals] : queues)
        judge(report, stage, key.second, arrivals);
    }
  }

 private:
  void judge(const Report& report, const ScenarioStage& stage, const std::set<HexCoord>& hexes,
             std::vector<const Arrival*>& queue) const {
    const CheckContext& context = report.context();
    std::stable_sort(queue.begin(), queue.end(),
                     [](const Arrival* a, const Arrival* b) { return a->queue.value_or(0) < b->queue.value_or(0); });
    double cost = mOtherCost;
    for (const HexCoord hex : hexes)
      if (hexFact(context, hex, "hasPath", {}).isTrue())
        cost = std::min(cost, mPathCost);
    double stacks = 0;
    for (const Arrival* arrival : queue) {
      const std::vector<const Piece*> pieces = piecesOf(*stage.army, arrival->selection);
      std::optional<Rational> allowance;
      std::map<std::string, double> strengths;
      for (const Piece* piece : pieces) {
        if (!mPerStack.contains(piece->type))
          continue;
        const ArmyValue strength = stage.army->value(*piece, mStrength, arrival->values);
        if (strength.least)
          strengths[piece->type] +=
              static_cast<double>(strength.least->numerator()) / static_cast<double>(strength.least->denominator());
        const ArmyValue most = stage.army->value(*piece, mAllowance, arrival->values);
        if (most.number && (!allowance || *most.number < *allowance))
          allowance = most.number;
      }
      for (const auto& [type, strength] : strengths)
        stacks += std::ceil(strength / mPerStack.at(type));
      const double last = std::ceil(stacks / static_cast<double>(hexes.size())) * cost;
      if (!allowance ||
          last <= static_cast<double>(allowance->numerator()) / static_cast<double>(allowance->denominator()))
        continue;
      const HexCoord hex = *hexes.begin();
      const EntryCase asked = entryCase(stage, *arrival);
      const auto written = [](double number) {
        return number == std::floor(number) ? std::to_string(static_cast<long>(number))
                                            : std::to_string(static_cast<long>(number)) + "½";
      };
      Finding& finding = report.at(stage.file, arrival->key,
                                   {{"name", nameOfCase(asked)},
                                    {"hex", context.numbering.label(hex)},
                                    {"cost", written(last)},
                                    {"allowance", allowance->text()}});
      finding.place.hex = hex;
      finding.key = "queue";
    }
  }

  std::string mAllowance;
  std::string mStrength;
  double mPathCost;
  double mOtherCost;
  std::map<std::string, double> mPerStack;
};

/// Nobody is set up where units of his class may not be.
class SetupPermitted final : public Mechanism {
 public:
  explicit SetupPermitted(Parameters& p) : mLimits(p) {}

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const OpeningField field(context, stage);
      for (const OpeningStand& stand : field.stands()) {
        if (stand.piece == nullptr || !stand.hex)
          continue;
        const std::string unitClass = mLimits.classOf(field.army(), *stand.piece, stand.placement->states);
        std::vector<HexCoord> hexes{*stand.hex};
        hexes.insert(hexes.end(), stand.covers.begin(), stand.covers.end());
        for (const HexCoord hex : hexes) {
          if (unitClass.empty() || !mLimits.bars(context, hex, unitClass))
            continue;
          Finding& finding =
              report.at(stage.file, field.rowOf(stand).key,
                        {{"name", field.nameOf(stand)}, {"value", unitClass}, {"hex", context.numbering.label(hex)}});
          finding.place.hex = hex;
          finding.key = stand.placement->piece + " " + toText(hex);
        }
      }
    }
  }

 private:
  ClassLimits mLimits;
};

} // namespace

std::unique_ptr<const Mechanism> makeEntryHolds(Parameters& p) {
  return std::make_unique<EntryHolds>(p);
}
std::unique_ptr<const Mechanism> makeEntryQueue(Parameters& p) {
  return std::make_unique<EntryQueue>(p);
}
std::unique_ptr<const Mechanism> makeSetupPermitted(Parameters& p) {
  return std::make_unique<SetupPermitted>(p);
}

} // namespace hotchkiss
