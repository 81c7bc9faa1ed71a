#pragma once

#include "libscenario/rules/situation.h"

namespace hotchkiss {

struct RetreatQuestion {
  std::string unit;
  HexCoord start;
  HexCoord enemy; ///< where the pursuer stands
  int shortest = 1;
  int longest = 1;
  Value arguments; ///< for `arg`
};

struct RetreatStep {
  HexCoord to;
  Rational priority;
  Rational loss;
  bool isBest = false; ///< no open step has a better priority
  std::vector<Because> because;
};

struct RetreatAnswer {
  std::vector<RetreatStep> way; ///< empty when there is none
  Rational loss;
  bool overridden = false;              ///< one step did not follow the priorities
  bool extended = false;                ///< it goes on beyond the longest because it could not end before
  std::vector<std::size_t> overridesAt; ///< steps (from 1) at which leaving the priorities saves the unit
  std::vector<std::string> blame;       ///< cells that are not known and would open or close steps
};

/// Steps that are open after a way already gone (the start first), best first. A step about which something is not
/// known is left out, and the cells to blame are added.
Result<std::vector<RetreatStep>> retreatSteps(const Situation& situation, const RetreatQuestion& question,
                                              const std::vector<HexCoord>& gone, std::vector<std::string>& blame);
/// Whether a way already gone (the start first) may end where it is.
Result<bool> retreatMayEnd(const Situation& situation, const RetreatQuestion& question,
                           const std::vector<HexCoord>& gone);
/// The way of least loss, and of those the longest legal one is not asked for: the first found in the order of
/// directions.
Result<RetreatAnswer> findRetreat(const Situation& situation, const RetreatQuestion& question);

} // namespace hotchkiss
