// Mechanisms about units that stand in several hexes.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

namespace {

/// Units whose attribute `state` has the `value` (or, with `when`, of which an expression holds) cover as many further
/// hexes as their strength allows or asks for, in the right places.
///
/// `shape` "line": beside the base, along the line through both flanks of the faced corner; `shape` "column": behind
/// the base, one after the other. `thresholds`: by type the strengths from which there is one further hex, and two.
/// `needed`: there must be so many, else there may be at most so many. `alone`: no other unit than those of the types
/// `except` stands in any of the hexes.
class ExtensionFits final : public Mechanism {
 public:
  explicit ExtensionFits(Parameters& p)
      : mIsLine(p.word("shape") == "line"),
        mStrength(p.word("strength")),
        mLoss(p.word("loss")),
        mThresholds(p.raw("thresholds")),
        mIsNeeded(p.flag("needed", false)),
        mAlone(p.flag("alone", false)),
        mExcept(p.words("except", false)),
        mWhen(expressionUnder(p, "when", {"piece", "start"})),
        mColumn(expressionUnder(p, "bySide", {"piece", "start"})) {
    if (mStrength.empty() || !mThresholds.is_object() || !mWhen)
      p.refuse("\"strength\", \"thresholds\" and \"when\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const OpeningField field(context, stage);
      for (const OpeningStand& stand : field.stands()) {
        if (stand.piece == nullptr || stand.isLeader())
          continue;
        const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
          return owner == "piece" ? field.piece(stand, name, arguments) : field.start(stand, name, arguments);
        };
        if (mWhen->holds(facts))
          judge(report, field, stand, mColumn && mColumn->holds(facts));
      }
    }
  }

 private:
  void judge(const Report& report, const OpeningField& field, const OpeningStand& stand, bool facesSide) const {
    const auto say = [&](const std::string& why) {
      Finding& finding =
          report.at(field.stage().file, field.rowOf(stand).key, {{"name", field.nameOf(stand)}, {"why", why}});
      finding.place.hex = stand.hex;
      finding.key = stand.placement->piece + " " + why;
    };
    const auto limits = mThresholds.find(stand.piece->type);
    if (limits == mThresholds.end()) {
      if (!mIsNeeded && !stand.covers.empty())
        say("is of a type that does not extend");
      return;
    }
    const Value strength = strengthOf(field, stand);
    std::size_t surely = 0;  // further hexes that its strength asks for
    std::size_t perhaps = 0; // … and may ask for, where it is not known
    for (const nlohmann::json& limit : *limits) {
      const Rational least(limit.get<std::int64_t>());
      const std::optional<Rational> low = strength.isNumber() ? std::optional(strength.number()) : strength.least();
      const std::optional<Rational> high = strength.isNumber() ? std::optional(strength.number()) : strength.most();
      surely += low && least <= *low ? 1U : 0U;
      perhaps += !high || least <= *high ? 1U : 0U;
    }
    const std::size_t covers = stand.covers.size();
    if (mIsNeeded && covers < surely)
      say("needs " + std::to_string(surely) + (surely == 1 ? " further hex" : " further hexes") +
          " for its strength of " + strength.shown());
    if (covers > perhaps)
      say("covers " + std::to_string(covers) + (covers == 1 ? " further hex" : " further hexes") +
          ", more than its strength of " + strength.shown() + " allows");
    if (stand.hex && covers > 0)
      judgePlaces(report.context(), field, stand, facesSide, say);
  }

  template <class Say>
  void judgePlaces(const CheckContext& context, const OpeningField& field, const OpeningStand& stand, bool facesSide,
                   const Say& say) const {
    const Lattice& lattice = context.document.lattice();
    const std::optional<int> facing = stand.placement->facing;
    if (mIsLine && facing && *facing < kSides) {
      std::set<HexCoord> line{*stand.hex}; // grows along the flanks of the faced corner
      std::set<HexCoord> left(stand.covers.begin(), stand.covers.end());
      for (bool isLonger = true; isLonger && !left.empty();) {
        isLonger = false;
        for (const HexCoord h : left) {
          const bool joins = line.contains(lattice.neighbour(h, (*facing + 2) % kSides)) ||
                             line.contains(lattice.neighbour(h, (*facing + 5) % kSides));
          if (!joins)
            continue;
          line.insert(h);
          left.erase(h);
          isLonger = true;
          break;
        }
      }
      if (!left.empty())
        say("reaches to " + context.numbering.label(*left.begin()) + ", which is no hex of its flanks");
    }
    if (!mIsLine) {
      HexCoord before = *stand.hex;
      for (std::size_t i = 0; i < stand.covers.size(); ++i) {
        const HexCoord here = stand.covers[i];
        const std::optional<int> way = lattice.directionTo(before, here);
        if (!way) {
          say("reaches to " + context.numbering.label(here) + ", which does not touch the part before it");
          break;
        }
        if (i == 0 && facing && *facing < kSides && isFront(*facing, *way, facesSide))
          say("reaches to " + context.numbering.label(here) + ", in front of its head");
        before = here;
      }
    }
    if (!mAlone)
      return;
    std::vector<HexCoord> hexes{*stand.hex};
    hexes.insert(hexes.end(), stand.covers.begin(), stand.covers.end());
    for (const HexCoord hex : hexes)
      for (const OpeningStand* other : field.at(hex))
        if (other != &stand && other->piece != nullptr && !other->isLeader() &&
            !contains(mExcept, other->piece->type) &&
            pieceFact(field.army(), *other->piece, {}, "category", {}) == Value::text("unit"))
          say("shares " + context.numbering.label(hex) + " with " + field.nameOf(*other));
  }

  static bool isFront(int facing, int way, bool facesSide) {
    return way == facing || (!facesSide && way == (facing + 1) % kSides);
  }

  Value strengthOf(const OpeningField& field, const OpeningStand& stand) const {
    const Value strength = field.piece(stand, mStrength, {});
    const Value loss = mLoss.empty() ? Value() : field.piece(stand, mLoss, {});
    if (!strength.isNumber() || !loss.isNumber())
      return loss.isUnknown()
                 ? Value::unknown({}, strength.isNumber() ? std::optional(strength.number()) : strength.most(), {})
                 : strength;
    const auto left = Rational::subtract(strength.number(), loss.number());
    return left ? Value::number(*left) : strength;
  }

  bool mIsLine;
  std::string mStrength;
  std::string mLoss;
  nlohmann::json mThresholds;
  bool mIsNeeded;
  bool mAlone;
  std::vector<std::string> mExcept;
  std::optional<FactExpression> mWhen;
  std::optional<FactExpression> mColumn;
};

/// Works at corners: `test` "count" finds hexes with more than `most`; "terrain" those on the terrains `except`; "near"
/// those farther than `within` from the `terrain` or the hex attribute `attribute`. Counters of the types `types` that
/// a scenario puts down count like works.
class WorkSites final : public Mechanism {
 public:
  explicit WorkSites(Parameters& p)
      : mTest(p.word("test")),
        mFeature(p.ids("features", "vertexFeature")),
        mCounters(p.words("types", false)),
        mMost(static_cast<std::size_t>(p.number("most", 1))),
        mExcept(p.ids("except", "terrain", false)),
        mNear(p.ids("terrain", "terrain", false)),
        mAttribute(p.word("attribute")),
        mWithin(static_cast<std::int32_t>(p.number("reach", 0))) {
    if (mTest != "count" && mTest != "terrain" && mTest != "near")
      p.refuse("\"test\" should be count, terrain or near");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::map<HexCoord, std::vector<VertexId>> works;
    for (const auto& [vertex, text] : context.document.vertices())
      for (const Feature& feature : context.features(text).features)
        if (contains(mFeature, feature.kind) && feature.side.size() == 1 && feature.side >= "a" && feature.side <= "c")
          works[context.document.lattice().hexes(vertex).at(static_cast<std::size_t>(feature.side[0] - 'a'))].push_back(
              vertex);
    for (const auto& [hex, corners] : works)
      judge(report, hex, corners.size(), nullptr, nullptr);
    if (mCounters.empty() || mTest == "count")
      return;
    for (const ScenarioStage& stage : context.stage().scenarios())
      if (stage.plan)
        for (const Placement& placement : stage.plan->placements())
          if (placement.hex && contains(mCounters, placement.type))
            judge(report, *placement.hex, 1, &stage, &placement);
  }

 private:
  void judge(const Report& report, HexCoord hex, std::size_t count, const ScenarioStage* stage,
             const Placement* placement) const {
    const CheckContext& context = report.context();
    const auto say = [&](const std::string& why) {
      const MessageWords words{{"why", why}, {"hex", context.numbering.label(hex)}};
      Finding& finding =
          stage ? report.at(stage->file, stage->scenario->setups[placement->setup].key, words) : report.at(hex, words);
      finding.place.hex = hex;
      finding.key = toText(hex) + " " + why;
    };
    if (!context.document.extent().contains(hex)) {
      if (mTest == "count")
        say("belong to a hex off the map");
      return;
    }
    const std::string& terrain = context.document.terrain(hex);
    const auto kind = context.catalogue.terrains.find(terrain);
    if (mTest == "count" && count > mMost)
      say("are " + std::to_string(count) + ", but a hex has " + std::to_string(mMost) + " at most");
    if (mTest == "terrain" && contains(mExcept, terrain))
      say(kind == context.catalogue.terrains.end() ? terrain : kind->second.name);
    if (mTest == "near" && !isNear(context, hex))
      say(std::to_string(mWithin));
  }

  bool isNear(const CheckContext& context, HexCoord hex) const {
    for (const HexCoord h : context.document.lattice().range(hex, mWithin)) {
      if (!context.document.extent().contains(h))
        continue;
      const HexValue value = context.document.hex(h);
      if (value.terrain == TextPool::kNone || contains(mNear, context.document.terrain(h)) ||
          (!mAttribute.empty() && context.attributes(value.more).contains(mAttribute)))
        return true; // a hex that is still empty may become what is needed
    }
    return false;
  }

  std::string mTest;
  std::vector<std::string> mFeature;
  std::vector<std::string> mCounters;
  std::size_t mMost;
  std::vector<std::string> mExcept;
  std::vector<std::string> mNear;
  std::string mAttribute;
  std::int32_t mWithin;
};

} // namespace

std::unique_ptr<const Mechanism> makeExtensionFits(Parameters& p) {
  return std::make_unique<ExtensionFits>(p);
}
std::unique_ptr<const Mechanism> makeWorkSites(Parameters& p) {
  return std::make_unique<WorkSites>(p);
}

} // namespace hotchkiss
