// Mechanisms about orders of battle: an expression has to hold of each piece or formation.
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/scenariofindings.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr const char* kArmyFile = "oob.json";

/// The member `army` of a row: "printed" or "scenarios" where only one of them can be judged.
ArmiesJudged judgedIn(Parameters& p) {
  const std::string which = p.word("army", "all");
  if (which != "all" && which != "printed" && which != "scenarios")
    p.refuse("\"army\" is all, printed or scenarios");
  return which == "printed"     ? ArmiesJudged::Printed
         : which == "scenarios" ? ArmiesJudged::OfScenarios
                                : ArmiesJudged::All;
}

class PieceHolds final : public Mechanism {
 public:
  explicit PieceHolds(Parameters& p)
      : mSections(p.words("sections", false)),
        mTypes(p.words("types", false)),
        mShows(p.word("shows")),
        mArmies(judgedIn(p)),
        mCondition(p, {"piece"}) {}

  void judgeWhole(const Report& report) const override {
    judgeArmies(
        report.context(),
        [&](const OrderOfBattle& army, const ArmySink& say) {
          for (const auto& [id, piece] : army.pieces()) {
            if ((!mSections.empty() && !contains(mSections, piece.section)) ||
                (!mTypes.empty() && !contains(mTypes, piece.type)))
              continue;
            const Piece& asked = piece;
            const FactSource facts = [&](const std::string&, const std::string& name, const ValueList& arguments) {
              return pieceFact(army, asked, {}, name, arguments);
            };
            if (!mCondition.fails(facts))
              continue;
            const std::string value = mShows.empty() ? std::string() : shownFact(facts("piece", mShows, {}));
            const std::string key = value.empty() ? "fails" : value;
            const MessageWords words{{"name", shownName(army, id)}, {"value", value}, {"type", piece.type}};
            say(id, key, [&]() -> Finding& {
              Finding& finding = report.at(kArmyFile, asked.key(), words);
              finding.key = key;
              return finding;
            });
          }
        },
        mArmies);
  }

 private:
  std::vector<std::string> mSections;
  std::vector<std::string> mTypes;
  std::string mShows;
  ArmiesJudged mArmies;
  CheckCondition mCondition;
};

class FormationHolds final : public Mechanism {
 public:
  explicit FormationHolds(Parameters& p)
      : mEchelons(p.words("echelons", false)),
        mShows(p.word("shows")),
        mArmies(judgedIn(p)),
        mCondition(p, {"formation"}) {}

  void judgeWhole(const Report& report) const override {
    judgeArmies(
        report.context(),
        [&](const OrderOfBattle& army, const ArmySink& say) {
          for (const auto& [id, formation] : army.formations()) {
            if (!mEchelons.empty() && !contains(mEchelons, formation.echelon))
              continue;
            const Formation& asked = formation;
            const FactSource facts = [&](const std::string&, const std::string& name, const ValueList& arguments) {
              return formationFact(army, asked, name, arguments);
            };
            if (!mCondition.fails(facts))
              continue;
            const std::string value = mShows.empty() ? std::string() : shownFact(facts("formation", mShows, {}));
            const std::string key = value.empty() ? "fails" : value;
            const MessageWords words{
                {"name", shownName(army, id)}, {"value", value}, {"parent", shownName(army, formation.parent)}};
            say(id, key, [&]() -> Finding& {
              Finding& finding = report.at(kArmyFile, asked.key(), words);
              finding.key = key;
              return finding;
            });
          }
        },
        mArmies);
  }

 private:
  std::vector<std::string> mEchelons;
  std::string mShows;
  ArmiesJudged mArmies;
  CheckCondition mCondition;
};

/// No more counters of a type than there are, by the limits of the order of battle and of the types.
class CountersSuffice final : public Mechanism {
 public:
  explicit CountersSuffice(Parameters& p) : mUse(p.words("uses", false)) {}

  void judgeWhole(const Report& report) const override {
    const ArmyStage& stage = report.context().stage();
    judge(report, kArmyFile, stage.army(), nullptr);
    for (const ScenarioStage& scenario : stage.scenarios())
      if (scenario.plan)
        judge(report, scenario.file, *scenario.army, scenario.plan.get());
  }

 private:
  void judge(const Report& report, const std::string& file, const OrderOfBattle& army, const SetupPlan* plan) const {
    for (const auto& [id, limit] : army.limits()) {
      if (!limit.count.most || (!mUse.empty() && !contains(mUse, limit.use)))
        continue;
      long used = 0;
      const auto counts = [&limit = limit](const std::string& type, const std::string& side) {
        return type == limit.type && (limit.side.empty() || side == limit.side);
      };
      if (plan) {
        for (const Placement& placement : plan->placements()) {
          const Piece* piece = army.piece(placement.piece);
          if (counts(piece ? piece->type : placement.type, placement.side))
            ++used;
        }
      } else {
        for (const auto& [pieceId, piece] : army.pieces())
          if (counts(piece.type, piece.side))
            ++used;
      }
      if (*limit.count.most < Rational(used))
        report
            .at(file, plan ? RecordKey{"scenario", plan->scenario().head.id} : RecordKey{"limit", id},
                {{"name", limit.type}, {"used", std::to_string(used)}, {"limit", limit.count.shown()}})
            .key = id;
    }
  }
  std::vector<std::string> mUse;
};

} // namespace

std::unique_ptr<const Mechanism> makePieceHolds(Parameters& p) {
  return std::make_unique<PieceHolds>(p);
}
std::unique_ptr<const Mechanism> makeFormationHolds(Parameters& p) {
  return std::make_unique<FormationHolds>(p);
}
std::unique_ptr<const Mechanism> makeCountersSuffice(Parameters& p) {
  return std::make_unique<CountersSuffice>(p);
}

} // namespace hotchkiss
