// Mechanisms about single pieces and stacks where a scenario begins, with facts of who is with whom and who sees whom.
#include "libscenario/army/armytotals.h"
#include "libscenario/validation/certainsight.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"
#include "libterrain/base/text.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

namespace {

const std::vector<std::string> kStartOwners{"piece", "start", "hex", "scenario", "module", "rules"};
const std::vector<std::string> kStackOwners{"stack", "hex", "scenario", "module", "rules"};

/// What does not hang on the piece.
Value commonFact(const CheckContext& context, const ScenarioStage& stage, const std::optional<HexCoord>& hex,
                 const std::string& owner, const std::string& name, const ValueList& arguments) {
  if (owner == "scenario")
    return scenarioFact(stage, name, arguments);
  if (owner == "module")
    return moduleFact(context, name);
  if (owner == "rules")
    return tableFact(context, name, arguments);
  return hex ? hexFact(context, *hex, name, arguments) : Value::unknown({}, {}, {});
}

/// "16", or "at least 16" where only that is known.
std::string shownLeast(const Value& value) {
  return value.isUnknown() && value.least() ? "at least " + value.least()->text() : shownFact(value);
}

class OpeningHolds final : public Mechanism {
 public:
  explicit OpeningHolds(Parameters& p)
      : mSections(p.words("sections", false)),
        mTypes(p.words("types", false)),
        mAbout(p.words("about", false)),
        mSight(p),
        mShows(expressionUnder(p, "shows", kStartOwners)),
        mCondition(p, kStartOwners) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios())
      if (stage.plan) {
        const OpeningField field(context, stage);
        for (const OpeningStand& stand : field.stands())
          if (stand.piece != nullptr && (mSections.empty() || contains(mSections, stand.piece->section)) &&
              (mTypes.empty() || contains(mTypes, stand.piece->type)))
            judge(report, field, stand);
      }
  }

 private:
  void judge(const Report& report, const OpeningField& field, const OpeningStand& stand) const {
    const CheckContext& context = report.context();
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      if (owner == "piece")
        return field.piece(stand, name, arguments);
      if (owner != "start")
        return commonFact(context, field.stage(), stand.hex, owner, name, arguments);
      if (name == "seen" || name == "sees") // how many enemies within a distance; the first of them
        return seen(context, field, stand, name, arguments);
      return field.start(stand, name, arguments);
    };
    if (!mCondition.fails(facts))
      return;
    const std::string value = mShows ? shownLeast(mShows->evaluate(facts)) : std::string();
    Finding& finding = report.at(field.stage().file, field.rowOf(stand).key,
                                 {{"name", field.nameOf(stand)},
                                  {"value", value},
                                  {"hex", stand.hex ? context.numbering.label(*stand.hex) : std::string("its place")}});
    finding.key = stand.placement->piece + " " + value;
    finding.about = mAbout;
    finding.place.hex = stand.hex;
  }

  Value seen(const CheckContext& context, const OpeningField& field, const OpeningStand& stand, const std::string& name,
             const ValueList& arguments) const {
    if (!stand.hex || arguments.empty() || !arguments.front().isNumber())
      return Value::unknown({}, {}, {});
    const std::int64_t range = arguments.front().number().floor();
    std::size_t out = 0;
    std::string first;
    for (const OpeningStand& other : field.stands()) {
      if (other.piece == nullptr || other.isLeader() || !other.hex || !field.areEnemies(stand, other) ||
          context.document.lattice().distance(*stand.hex, *other.hex) > range ||
          !mSight.sees(context, field.stage(), *stand.hex, *other.hex))
        continue;
      if (out++ == 0)
        first = field.nameOf(other);
    }
    return name == "seen" ? countValue(out) : Value::text(first);
  }

  std::vector<std::string> mSections;
  std::vector<std::string> mTypes;
  std::vector<std::string> mAbout; ///< what a fix would remove
  CertainSight mSight;
  std::optional<FactExpression> mShows;
  CheckCondition mCondition;
};

/// Of the units in each hex for which `of` holds: the sum of `worth`, how many there are, for how many `counts` holds,
/// and into how many groups `group` sorts them.
class StackWorth final : public Mechanism {
 public:
  explicit StackWorth(Parameters& p)
      : mOf(expressionUnder(p, "of", kStartOwners)),
        mWorth(expressionUnder(p, "worth", kStartOwners)),
        mCounts(expressionUnder(p, "counts", kStartOwners)),
        mGroup(expressionUnder(p, "group", kStartOwners)),
        mShows(expressionUnder(p, "shows", kStackOwners)),
        mIsSoft(p.flag("soft", false)),
        mCondition(p, kStackOwners) {
    if (!mOf)
      p.refuse("\"of\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios())
      if (stage.plan) {
        const OpeningField field(context, stage);
        for (const auto& [hex, stack] : field.stacks())
          judge(report, field, hex, stack);
      }
  }

 private:
  struct Sums {
    OpeningStack chosen;
    ArmyTotal worth;
    std::size_t counted = 0;
    std::size_t others = 0;
    std::set<std::string> groups;
    bool isOpen = false;      ///< nobody knows of some unit whether it is meant
    bool countIsOpen = false; ///< … or whether it counts
    bool groupsAreOpen = false;
  };

  FactSource factsOf(const CheckContext& context, const OpeningField& field, const OpeningStand& stand,
                     HexCoord hex) const {
    return
        [&context, &field, &stand, hex](const std::string& owner, const std::string& name, const ValueList& arguments) {
          if (owner == "piece")
            return field.piece(stand, name, arguments);
          if (owner == "start")
            return field.start(stand, name, arguments);
          return commonFact(context, field.stage(), hex, owner, name, arguments);
        };
  }

  Sums sumsOf(const CheckContext& context, const OpeningField& field, HexCoord hex, const OpeningStack& stack) const {
    Sums out;
    for (const OpeningStand* stand : stack) {
      if (stand->piece == nullptr)
        continue;
      const FactSource facts = factsOf(context, field, *stand, hex);
      const Value isMeant = mOf->evaluate(facts);
      if (!isMeant.isTrue()) {
        out.isOpen = out.isOpen || !isMeant.isFlag();
        out.others += isMeant.isFlag() && !stand->isLeader() ? 1U : 0U;
        continue;
      }
      out.chosen.push_back(stand);
      if (mWorth)
        out.worth.add(ArmyValue::of(mWorth->evaluate(facts)));
      if (mCounts) {
        const Value counts = mCounts->evaluate(facts);
        out.counted += counts.isTrue() ? 1U : 0U;
        out.countIsOpen = out.countIsOpen || !counts.isFlag();
      }
      if (mGroup) {
        const Value group = mGroup->evaluate(facts);
        out.groups.insert(shownFact(group));
        out.groupsAreOpen = out.groupsAreOpen || group.isUnknown() || group.kind() == Value::Kind::Nothing;
      }
    }
    return out;
  }

  static Value stackFact(const Sums& sums, const std::string& name) {
    const auto countOr = [](std::size_t count, bool isOpen) {
      return isOpen ? Value::unknown(Rational(static_cast<std::int64_t>(count)), {}, {}) : countValue(count);
    };
    if (name == "worth") {
      if (sums.worth.isKnown() && !sums.isOpen)
        return Value::number(sums.worth.known);
      return Value::unknown(sums.worth.least, sums.isOpen ? std::nullopt : sums.worth.most, {});
    }
    if (name == "pieces")
      return countOr(sums.chosen.size(), sums.isOpen);
    if (name == "counted")
      return countOr(sums.counted, sums.isOpen || sums.countIsOpen);
    if (name == "others")
      return countOr(sums.others, sums.isOpen);
    if (name == "groups")
      return sums.groupsAreOpen || sums.isOpen ? Value::unknown({}, {}, {}) : countValue(sums.groups.size());
    return {};
  }

  void judge(const Report& report, const OpeningField& field, HexCoord hex, const OpeningStack& stack) const {
    const CheckContext& context = report.context();
    const Sums sums = sumsOf(context, field, hex, stack);
    if (sums.chosen.empty())
      return;
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      return owner == "stack" ? stackFact(sums, name) : commonFact(context, field.stage(), hex, owner, name, arguments);
    };
    if (!mCondition.fails(facts))
      return;
    std::vector<std::string> names;
    for (const OpeningStand* each : sums.chosen)
      names.push_back(field.nameOf(*each));
    const std::string value = mShows ? shownLeast(mShows->evaluate(facts)) : std::string();
    Finding& finding =
        report.at(field.stage().file, field.rowOf(*sums.chosen.front()).key,
                  {{"hex", context.numbering.label(hex)}, {"names", joinWords(names)}, {"value", value}});
    finding.key = toText(hex) + " " + value;
    finding.place.hex = hex;
    if (mIsSoft && finding.severity == Severity::Error)
      finding.severity = Severity::Warning;
  }

  std::optional<FactExpression> mOf;
  std::optional<FactExpression> mWorth;
  std::optional<FactExpression> mCounts;
  std::optional<FactExpression> mGroup;
  std::optional<FactExpression> mShows;
  bool mIsSoft;
  CheckCondition mCondition;
};

} // namespace

std::unique_ptr<const Mechanism> makeOpeningHolds(Parameters& p) {
  return std::make_unique<OpeningHolds>(p);
}
std::unique_ptr<const Mechanism> makeStackWorth(Parameters& p) {
  return std::make_unique<StackWorth>(p);
}

} // namespace hotchkiss
