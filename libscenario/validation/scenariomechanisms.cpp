// Mechanisms about set-ups: an expression has to hold of each piece where it begins, or of each stack.
#include "libscenario/army/armytotals.h"
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

namespace {

using Stack = std::vector<const Placement*>;

/// Who stands where at the start of a scenario.
class SetupFacts {
 public:
  SetupFacts(const CheckContext& context, const ScenarioStage& stage) : mContext(context), mStage(stage) {
    for (const Placement& placement : stage.plan->placements())
      mPlaces[placement.piece] = &placement;
    for (const Placement& placement : stage.plan->placements())
      if (const std::optional<HexCoord> hex = hexOf(placement))
        mStacks[*hex].push_back(&placement);
  }

  /// Its hex, or that of the piece with which it begins.
  std::optional<HexCoord> hexOf(const Placement& placement) const {
    const Placement* at = &placement;
    constexpr int kLongestChain = 10;
    for (int i = 0; i < kLongestChain && !at->hex; ++i) {
      const std::string& attach = mStage.scenario->setups[at->setup].attach;
      const auto other = mPlaces.find(at->at.kind == ScenarioPlace::Kind::With ? at->at.id : attach);
      if (other == mPlaces.end() || other->second == at)
        return std::nullopt;
      at = other->second;
    }
    return at->hex;
  }

  const std::map<HexCoord, Stack>& stacks() const { return mStacks; }
  const OrderOfBattle& army() const { return *mStage.army; }
  const ScenarioStage& stage() const { return mStage; }
  const Piece* pieceOf(const Placement& placement) const { return army().piece(placement.piece); }
  std::string nameOf(const Placement& placement) const {
    return pieceOf(placement) ? shownName(army(), placement.piece) : placement.type;
  }
  bool isLeader(const Placement& placement) const {
    const Piece* piece = pieceOf(placement);
    return piece && piece->isLeader();
  }

  Value stack(HexCoord hex, const std::string& name, const ValueList& arguments) const {
    static const Stack kNobody;
    const auto it = mStacks.find(hex);
    const Stack& all = it == mStacks.end() ? kNobody : it->second;
    if (name == "size")
      return countValue(all.size());
    if (name == "sides") {
      std::set<std::string> sides;
      for (const Placement* each : all)
        sides.insert(each->side);
      return countValue(sides.size());
    }
    if (name == "leaders" || name == "units")
      return countValue(static_cast<std::size_t>(std::count_if(
          all.begin(), all.end(), [&](const Placement* each) { return isLeader(*each) == (name == "leaders"); })));
    if (name == "count") // of a type, section or category
      return countValue(static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Placement* each) {
        const Piece* piece = pieceOf(*each);
        const std::string wanted = textAt(arguments, 0);
        const std::string type = piece ? piece->type : each->type;
        const auto known = army().units().types.find(type);
        return type == wanted || (piece && piece->section == wanted) ||
               (known != army().units().types.end() && known->second.category == wanted);
      })));
    if (name == "any") // piece with this flag
      return Value::flag(std::any_of(all.begin(), all.end(), [&](const Placement* each) {
        const Piece* piece = pieceOf(*each);
        return piece && army().value(*piece, textAt(arguments, 0), each->states).toValue().isTrue();
      }));
    if (name == "exempt") // some row of the set-up says that a rule does not hold for it
      return Value::flag(std::any_of(all.begin(), all.end(), [&](const Placement* each) {
        const RecordKey& key = mStage.scenario->setups[each->setup].key;
        const auto row = mStage.scenario->rows().find(key);
        return row != mStage.scenario->rows().end() && row->second.find("\"exempt\"") != std::string::npos;
      }));
    if (name == "total") { // of an attribute; with a second word, of pieces of that type
      ArmyTotal total;
      for (const Placement* each : all)
        if (const Piece* piece = pieceOf(*each);
            piece && !piece->isLeader() && (arguments.size() < 2 || piece->type == textAt(arguments, 1)))
          if (const ArmyValue value = army().value(*piece, textAt(arguments, 0), each->states);
              value.kind != ArmyValue::Kind::Missing)
            total.add(value);
      return total.isKnown() ? Value::number(total.known) : Value::unknown(total.least, total.most, {});
    }
    if (name == "formations" || name == "distinct") { // of an echelon; values of an attribute
      std::set<std::string> seen;
      for (const Placement* each : all)
        if (const Piece* piece = pieceOf(*each);
            piece && !piece->isLeader() && (arguments.size() < 2 || piece->type != textAt(arguments, 1))) {
          if (name == "distinct") {
            seen.insert(army().value(*piece, textAt(arguments, 0), each->states).shown());
          } else {
            const Formation* formation = army().aboveAt(piece->id, textAt(arguments, 0));
            seen.insert(formation ? formation->id : piece->id);
          }
        }
      return countValue(seen.size());
    }
    return {};
  }

  Value setup(const Placement& placement, const std::string& name) const {
    const Setup& row = mStage.scenario->setups[placement.setup];
    const Piece* piece = pieceOf(placement);
    if (name == "onHex")
      return Value::flag(placement.hex.has_value());
    if (name == "outside")
      return Value::flag(placement.isOutside);
    if (name == "attached")
      return Value::text(row.attach);
    if (name == "facing")
      return placement.facing ? Value::number(*placement.facing) : Value();
    if (name == "subordinatesHere" && !hexOf(placement))
      return Value::unknown({}, {}, {}); // the player chooses
    if (name == "subordinatesHere" || name == "subordinates") {
      std::size_t out = 0;
      if (const Formation* formation = piece ? commandOf(army(), *piece) : nullptr)
        for (const Placement& other : mStage.plan->placements())
          if (!isLeader(other) && army().isBelow(other.piece, formation->id) &&
              (name == "subordinates" || hexOf(other) == hexOf(placement)))
            ++out;
      return countValue(out);
    }
    if (name == "sameCommandHere") { // other leaders of the same level on the same unit, or in the hex
      std::size_t out = 0;
      const Value mine = piece ? pieceFact(army(), *piece, {}, "leads", {}) : Value();
      for (const Placement& other : mStage.plan->placements()) {
        const Piece* leader = army().piece(other.piece);
        if (&other == &placement || !leader || !leader->isLeader() ||
            !(pieceFact(army(), *leader, {}, "leads", {}) == mine))
          continue;
        const std::string& attach = mStage.scenario->setups[other.setup].attach;
        if (!row.attach.empty() && attach == row.attach)
          ++out;
      }
      return countValue(out);
    }
    if (name == "leaderDistance") { // to the nearest leader above it that stands on the map
      std::optional<std::int32_t> least;
      const std::optional<HexCoord> hex = hexOf(placement);
      if (hex && piece)
        for (const Formation* formation : army().above(piece->id))
          for (const Placement& other : mStage.plan->placements())
            if (isLeader(other) && hexOf(other) && commandOf(army(), *pieceOf(other)) == formation) {
              const std::int32_t far = mContext.document.lattice().distance(*hex, *hexOf(other));
              least = least ? std::min(*least, far) : far;
            }
      return least ? Value::number(*least) : Value();
    }
    if (name == "enemiesAdjacent" || name == "covered") {
      const std::optional<HexCoord> hex = hexOf(placement);
      if (!hex)
        return {};
      std::size_t out = 0;
      for (const HexCoord n : mContext.document.lattice().neighbours(*hex)) {
        const bool enemy = hasEnemy(n, placement.side);
        if (name == "enemiesAdjacent") {
          out += enemy ? 1U : 0U;
          continue;
        }
        bool zone = enemy;
        for (const HexCoord around : mContext.document.lattice().neighbours(n))
          zone = zone || hasEnemy(around, placement.side);
        const bool friendly = !enemy && mStacks.contains(n);
        const bool off = !hexFact(mContext, n, "playable", {}).isTrue();
        out += off || (zone && !friendly) ? 1U : 0U;
      }
      return countValue(out);
    }
    return {};
  }

  bool hasEnemy(HexCoord hex, const std::string& side) const {
    const auto it = mStacks.find(hex);
    return it != mStacks.end() && std::any_of(it->second.begin(), it->second.end(), [&](const Placement* each) {
             return !each->side.empty() && !army().units().areFriends(side, each->side);
           });
  }

 private:
  const CheckContext& mContext;
  const ScenarioStage& mStage;
  std::map<std::string, const Placement*> mPlaces; ///< by piece
  std::map<HexCoord, Stack> mStacks;
};

class SetupHolds final : public Mechanism {
 public:
  explicit SetupHolds(Parameters& p)
      : mSections(p.words("sections", false)),
        mTypes(p.words("types", false)),
        mShows(p.word("shows")),
        mCondition(p, {"piece", "hex", "stack", "setup", "scenario"}) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const SetupFacts setups(context, stage);
      for (const Placement& placement : stage.plan->placements()) {
        const Piece* piece = setups.pieceOf(placement);
        if (!piece || (!mSections.empty() && !contains(mSections, piece->section)) ||
            (!mTypes.empty() && !contains(mTypes, piece->type)))
          continue;
        const std::optional<HexCoord> hex = setups.hexOf(placement);
        const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
          if (owner == "piece")
            return pieceFact(*stage.army, *piece, placement.states, name, arguments);
          if (owner == "setup")
            return setups.setup(placement, name);
          if (owner == "scenario")
            return scenarioFact(stage, name, arguments);
          if (!hex)
            return Value::unknown({}, {}, {});
          return owner == "stack" ? setups.stack(*hex, name, arguments) : hexFact(context, *hex, name, arguments);
        };
        if (!mCondition.fails(facts))
          continue;
        const std::size_t dot = mShows.find('.');
        const std::string value =
            mShows.empty()
                ? std::string()
                : shownFact(facts(mShows.substr(0, dot), dot == std::string::npos ? "" : mShows.substr(dot + 1), {}));
        Finding& finding = report.at(stage.file, stage.scenario->setups[placement.setup].key,
                                     {{"name", setups.nameOf(placement)},
                                      {"value", value},
                                      {"hex", hex ? context.numbering.label(*hex) : std::string("its place")}});
        finding.key = placement.piece + " " + value;
        finding.place.hex = hex;
      }
    }
  }

 private:
  std::vector<std::string> mSections;
  std::vector<std::string> mTypes;
  std::string mShows;
  CheckCondition mCondition;
};

class StackHolds final : public Mechanism {
 public:
  explicit StackHolds(Parameters& p) : mShows(p.word("shows")), mCondition(p, {"stack", "hex", "scenario"}) {
    if (!mShows.empty()) {
      Result<FactExpression> shows = FactExpression::read(mShows, {"stack", "hex", "scenario"});
      if (shows)
        mShown = std::move(*shows);
      else
        p.refuse("\"shows\": " + shows.error().message);
    }
  }

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const SetupFacts setups(context, stage);
      for (const auto& [hex, stack] : setups.stacks()) {
        const HexCoord here = hex;
        const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
          if (owner == "stack")
            return setups.stack(here, name, arguments);
          return owner == "hex" ? hexFact(context, here, name, arguments) : scenarioFact(stage, name, arguments);
        };
        if (!mCondition.fails(facts))
          continue;
        std::vector<std::string> names;
        for (const Placement* each : stack)
          names.push_back(setups.nameOf(*each));
        const std::string value = mShows.empty() ? std::string() : shownFact(mShown.evaluate(facts));
        Finding& finding =
            report.at(stage.file, stage.scenario->setups[stack.front()->setup].key,
                      {{"hex", context.numbering.label(hex)}, {"names", joinWords(names)}, {"value", value}});
        finding.key = toText(hex) + " " + value;
        finding.place.hex = hex;
      }
    }
  }

 private:
  std::string mShows;
  FactExpression mShown;
  CheckCondition mCondition;
};

/// Nobody is set up twice, or beside the counter that stands for him; with `all`, everybody is set up, arrives, or is
/// left out.
class SetupOnce final : public Mechanism {
 public:
  explicit SetupOnce(Parameters& p) : mAll(p.flag("all", false)), mTwice(p.flag("twice", true)) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      const auto say = [&](const RecordKey& key, const std::string& piece, const std::string& why) {
        report.at(stage.file, key, {{"name", shownName(*stage.army, piece)}, {"why", why}}).key = piece + " " + why;
      };
      if (mTwice)
        for (const PlacementDoubt& doubt : stage.plan->doubles())
          say(doubt.rows.empty() ? RecordKey{"scenario", stage.id} : doubt.rows.back(), doubt.piece,
              "is placed more than once");
      std::set<std::string> placed;
      for (const Placement& placement : stage.plan->placements())
        placed.insert(placement.piece);
      if (mTwice)
        for (const Placement& placement : stage.plan->placements()) {
          const Piece* piece = stage.army->piece(placement.piece);
          if (!piece)
            continue;
          std::vector<std::string> others = piece->represents;
          others.push_back(piece->substituteFor);
          for (const std::string& other : others)
            if (!other.empty() && placed.contains(other))
              say(stage.scenario->setups[placement.setup].key, placement.piece,
                  "is placed beside " + shownName(*stage.army, other) + ", for which it stands");
        }
      if (mAll)
        for (const std::string& id : stage.plan->unplaced())
          say({"scenario", stage.id}, id, "is neither set up, nor arrives, nor is left out");
    }
  }

 private:
  bool mAll;
  bool mTwice;
};

/// Rows about areas allow some hex at least.
class SetupRoom final : public Mechanism {
 public:
  explicit SetupRoom(Parameters&) {}
  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios())
      for (std::size_t i = 0; stage.plan && i < stage.scenario->setups.size(); ++i) {
        const Setup& setup = stage.scenario->setups[i];
        if (setup.where.empty() || setup.waiting)
          continue;
        const AllowedHexes& allowed = stage.plan->allowed(i);
        if (allowed.certain.empty() && allowed.possible.empty() && allowed.errors.empty())
          report.at(stage.file, setup.key, {{"rule", stage.plan->where().words(setup.where)}, {"count", "no"}}).key =
              "no hex";
      }
  }
};

} // namespace

std::unique_ptr<const Mechanism> makeSetupHolds(Parameters& p) {
  return std::make_unique<SetupHolds>(p);
}
std::unique_ptr<const Mechanism> makeStackHolds(Parameters& p) {
  return std::make_unique<StackHolds>(p);
}
std::unique_ptr<const Mechanism> makeSetupOnce(Parameters& p) {
  return std::make_unique<SetupOnce>(p);
}
std::unique_ptr<const Mechanism> makeSetupRoom(Parameters& p) {
  return std::make_unique<SetupRoom>(p);
}

} // namespace hotchkiss
