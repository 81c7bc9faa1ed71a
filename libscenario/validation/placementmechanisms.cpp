// Mechanisms about the room that rules of placement leave, and about where things of a game may be at all.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Rules of placement leave their pieces enough hexes: those where `stands` holds and no enemy is for certain. With
/// `perHex` no more units than that stand in one hex; else one hex is enough for all of a side. Rows that share hexes
/// are reckoned together: no group of them may need more hexes than it has.
class SetupCapacity final : public Mechanism {
 public:
  explicit SetupCapacity(Parameters& p)
      : mStands(expressionUnder(p, "stands", {"hex"})), mPerHex(static_cast<std::size_t>(p.number("perHex", 0))) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios())
      if (stage.plan)
        judge(report, stage);
  }

 private:
  struct Need {
    const Setup* setup = nullptr;
    std::string side;
    std::size_t hexes = 0; ///< that it needs
    std::set<HexCoord> legal;
  };

  void judge(const Report& report, const ScenarioStage& stage) const {
    const CheckContext& context = report.context();
    const OpeningField field(context, stage);
    std::map<std::size_t, Need> needs;
    for (const OpeningStand& stand : field.stands()) {
      const std::size_t row = stand.placement->setup;
      const Setup& setup = stage.scenario->setups[row];
      if (stand.piece == nullptr || stand.isLeader() || setup.where.empty() || setup.waiting)
        continue;
      const AllowedHexes& allowed = stage.plan->allowed(row);
      if (allowed.possible.empty() || !allowed.errors.empty())
        continue; // that has been said
      Need& need = needs[row];
      if (need.setup == nullptr) {
        need.setup = &setup;
        need.side = stand.placement->side;
        for (const HexCoord hex : allowed.possible)
          if (canStand(context, hex) && !field.holdsUnit(hex, stand, true))
            need.legal.insert(hex);
      }
      ++need.hexes;
    }
    for (auto& [row, need] : needs)
      need.hexes = mPerHex == 0 ? 1 : (need.hexes + mPerHex - 1) / mPerHex;
    for (const auto& [row, need] : needs) {
      const auto say = [&, &need = need](std::size_t has, const std::string& with) {
        report
            .at(stage.file, need.setup->key,
                {{"rule", stage.plan->where().words(need.setup->where)},
                 {"count", has == 0 ? std::string("no hex") : countOf(has, "hex", "hexes")},
                 {"need", std::to_string(need.hexes) + with}})
            .key = "room " + std::to_string(has);
      };
      if (need.legal.size() < need.hexes) {
        say(need.legal.size(), "");
        continue;
      }
      // What other rows need of these very hexes: all of theirs lie among them.
      std::size_t others = 0;
      bool isTaken = false;
      for (const auto& [otherRow, other] : needs) {
        if (otherRow == row || other.legal.empty() ||
            !std::includes(need.legal.begin(), need.legal.end(), other.legal.begin(), other.legal.end()))
          continue;
        others += other.hexes;
        isTaken = isTaken || (other.side != need.side && need.legal.size() == 1);
      }
      if (isTaken)
        say(need.legal.size(), ", and the enemy needs it, too");
      else if (mPerHex > 0 && need.legal.size() < need.hexes + others)
        say(need.legal.size(), ", and others need " + std::to_string(others) + " of them");
    }
  }

  bool canStand(const CheckContext& context, HexCoord hex) const {
    if (!mStands)
      return true;
    const FactSource facts = [&](const std::string&, const std::string& name, const ValueList& arguments) {
      return hexFact(context, hex, name, arguments);
    };
    return !mStands->fails(facts);
  }

  std::optional<FactExpression> mStands;
  std::size_t mPerHex;
};

/// Hexes that a module or scenario makes use of: hexes of entries, hexes with one of the `attributes`, objectives,
/// set-ups and arrivals (`uses`). An expression has to hold of each. A special rule of the scenario with one of the
/// effects `permits` around the hex makes an exception.
class HexUse final : public Mechanism {
 public:
  explicit HexUse(Parameters& p)
      : mUses(p.words("uses")),
        mAttributes(p.ids("attributes", "hexAttribute", false)),
        mPermits(p.words("permits", false)),
        mCondition(p, {"hex"}) {}

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    if (contains(mUses, "entry"))
      for (const auto& [key, thing] : context.things.all())
        if (key.section == "entry")
          for (const json& hex : thing.body->value("hexes", json::array()))
            if (hex.is_array() && hex.size() == 2) {
              const HexCoord at{hex[0].get<std::int32_t>(), hex[1].get<std::int32_t>()};
              if (!isFit(context, at) && !isPermittedSomewhere(context, at))
                report.at(thing, words(context, at, thing.name())).place.hex = at;
            }
    if (!mAttributes.empty())
      judgeAttributes(report);
    for (const ScenarioStage& stage : context.stage().scenarios())
      if (stage.plan)
        judgeScenario(report, stage);
  }

 private:
  bool isFit(const CheckContext& context, HexCoord at) const {
    const FactSource facts = [&](const std::string&, const std::string& name, const ValueList& arguments) {
      return hexFact(context, at, name, arguments);
    };
    return !mCondition.fails(facts);
  }

  static MessageWords words(const CheckContext& context, HexCoord at, const std::string& what) {
    return {{"hex", context.numbering.label(at)}, {"what", what}};
  }

  bool isPermitted(const ScenarioStage& stage, HexCoord at) const {
    for (const auto& [id, text] : stage.scenario->rowsOf("rule")) {
      const json effects = parsed(text).value("effects", json::array());
      for (const json& effect : effects)
        if (contains(mPermits, effect.value("do", "")) &&
            (!effect.contains("where") || stage.plan->where().hexes(effect["where"].dump()).possible.contains(at)))
          return true;
    }
    return false;
  }

  bool isPermittedSomewhere(const CheckContext& context, HexCoord at) const {
    const auto& scenarios = context.stage().scenarios();
    return std::any_of(scenarios.begin(), scenarios.end(),
                       [&](const ScenarioStage& stage) { return stage.plan && isPermitted(stage, at); });
  }

  void judgeAttributes(const Report& report) const {
    const CheckContext& context = report.context();
    const Extent extent = context.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const HexCoord at{c, r};
        const std::uint32_t more = context.document.hex(at).more;
        if (more == TextPool::kNone)
          continue;
        const json& attributes = context.attributes(more);
        for (const std::string& name : mAttributes)
          if (attributes.contains(name) && !isFit(context, at) && !isPermittedSomewhere(context, at)) {
            const auto type = context.catalogue.hexAttributes.find(name);
            report.at(at, {{"what", type == context.catalogue.hexAttributes.end() ? name : "the attribute " + name}})
                .key = name;
          }
      }
  }

  void judgeScenario(const Report& report, const ScenarioStage& stage) const {
    const CheckContext& context = report.context();
    const auto ask = [&](const RecordKey& key, HexCoord at, const std::string& what) {
      if (isFit(context, at) || isPermitted(stage, at))
        return;
      Finding& finding = report.at(stage.file, key, words(context, at, what));
      finding.place.hex = at;
      finding.key = toText(at) + " " + what;
    };
    if (contains(mUses, "setup"))
      for (const Placement& placement : stage.plan->placements())
        if (placement.hex)
          ask(stage.scenario->setups[placement.setup].key, *placement.hex,
              placement.isLoose ? placement.type : shownName(*stage.army, placement.piece));
    if (contains(mUses, "arrival"))
      for (const Arrival& arrival : stage.scenario->arrivals)
        for (const ScenarioPlace& place : arrival.at)
          if (place.kind != ScenarioPlace::Kind::Entry) // those of the map have been asked
            for (const HexCoord at : hexesOf(context, stage, place))
              ask(arrival.key, at, arrival.name.empty() ? "arrival " + arrival.key.id : arrival.name);
    if (contains(mUses, "objective"))
      for (const ScenarioObjective& goal : stage.scenario->objectives)
        if (const Result<Ground> ground =
                goal.of.empty() ? Result<Ground>(Ground{}) : stage.plan->where().ground(goal.of);
            ground && ground->hexes.size() == 1)
          ask({"objective", goal.id}, *ground->hexes.begin(), goal.name.empty() ? "objective " + goal.id : goal.name);
  }

  std::vector<std::string> mUses;
  std::vector<std::string> mAttributes;
  std::vector<std::string> mPermits;
  CheckCondition mCondition;
};

/// Hexes with the first attribute have the second, too.
class AttributeNeeds final : public Mechanism {
 public:
  explicit AttributeNeeds(Parameters& p) {
    const std::vector<std::string> has = p.ids("attribute", "hexAttribute");
    const std::vector<std::string> needs = p.ids("needs", "hexAttribute");
    mHas = has.empty() ? std::string() : has.front();
    mNeeds = needs.empty() ? std::string() : needs.front();
  }
  bool wantsAttributes(const CheckContext& /*context*/, const json& attributes) const override {
    return attributes.contains(mHas) && !attributes.contains(mNeeds);
  }
  void judgeHex(HexCoord hex, const Report& report) const override { report.at(hex).key = mNeeds; }

 private:
  std::string mHas;
  std::string mNeeds;
};

} // namespace

std::unique_ptr<const Mechanism> makeSetupCapacity(Parameters& p) {
  return std::make_unique<SetupCapacity>(p);
}
std::unique_ptr<const Mechanism> makeHexUse(Parameters& p) {
  return std::make_unique<HexUse>(p);
}
std::unique_ptr<const Mechanism> makeAttributeNeeds(Parameters& p) {
  return std::make_unique<AttributeNeeds>(p);
}

} // namespace hotchkiss
