#pragma once

#include "libscenario/rules/situation.h"

#include <limits>

namespace hotchkiss {

/// What a step comes to. Costs are in movement points times the ruleset's denominator. Where something is not known,
/// `least` and `most` differ.
struct StepJudgement {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int32_t>::max();

  bool possible = false; ///< it may be allowed, for all that is known
  bool certain = false;  ///< it is allowed
  std::int64_t least = 0;
  std::int64_t most = 0;
  bool takesAll = false;  ///< needs the whole allowance, unspent
  bool stops = false;     ///< the mover has to stop there
  bool mayStop = false;   ///< … or may have to
  bool byMinimum = false; ///< allowed only because one step always is
  std::string way;        ///< the path used, "off" for open ground, or a link's id
  std::string reason;     ///< why it is prohibited
  std::vector<std::string> effects;
  std::vector<std::string> blame; ///< cells that are not known
  bool open = false;              ///< hangs on the search, so it cannot be compiled
  bool lookedFurther = false;
  std::vector<Because> because;
};

/// Judges steps of one mover. Not shared by threads.
class StepJudge {
 public:
  StepJudge(const Setting& setting, const UnitState& mover);

  void setExplaining(bool on) { mEvaluator.setExplaining(on); }
  /// A step to a neighbour, or over a link; for a unit over several hexes, of all its parts.
  Result<StepJudgement> judge(HexCoord from, HexCoord to, const RunFacts& run);
  /// Whether a step may leave by this side, by the facing in `run`; always where units have no facing.
  struct Leaving {
    bool allowed = true;
    bool open = false; ///< hangs on the search
    bool lookedFurther = false;
  };
  Result<Leaving> mayLeave(HexCoord from, const RunFacts& run);
  /// What it costs to turn on the spot by `run.turns`, as a judgement without a way. Of a unit over several hexes the
  /// other parts swing around the first.
  Result<StepJudgement> judgeTurn(HexCoord at, int newFacing, const RunFacts& run);
  std::int64_t denominator() const { return mStrategy.denominator; }
  const MovementStrategy& strategy() const { return mStrategy; }
  /// Whether it matters where this mover faces.
  bool hasFacing() const { return mHasFacing; }
  const std::vector<int>& shape() const { return mShape; }
  /// The hexes that the mover covers; its shape turns with its facing where units have one.
  std::vector<HexCoord> covered(HexCoord at, int facing) const;

 private:
  struct Alternative {
    StepJudgement judgement;
    Value cost;
  };
  Result<StepJudgement> judgePart(HexCoord from, HexCoord to, const RunFacts& run);
  Result<Alternative> alternative(const std::string& way, const LinkStep* link);
  static void join(StepJudgement& out, const StepJudgement& other);
  Outcome applyContact(StepJudgement& out, const Value& cost);
  Outcome price(const Value& cost, StepJudgement& out) const;

  /// The strategy's decisions, looked up once; null for those that it has not.
  struct Asked {
    const Decision* legal = nullptr;
    const Decision* base = nullptr;
    const Decision* extra = nullptr;
    const Decision* contact = nullptr;
    const Decision* minimum = nullptr;
    const Decision* front = nullptr;
    const Decision* turn = nullptr;
  };

  Setting mSetting;
  UnitState mMover;
  MovementStrategy mStrategy;
  Asked mAsked;
  Evaluator mEvaluator;
  std::vector<int> mShape;
  bool mHasFacing = false;
};

/// What the ruleset gives a mover to spend; Nothing when it has no such decision. `arguments` is the struct `arg`.
Value movementAllowance(const Situation& situation, const UnitState& mover, const Value& arguments);

/// "2", "5/2": a scaled cost in movement points.
std::string movementPoints(std::int64_t scaled, std::int64_t denominator);

} // namespace hotchkiss
