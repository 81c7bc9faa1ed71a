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
  std::vector<std::size_t> overridesAt; ///< steps (from 1) at which leaving the priorities saves the unit
};

/// Steps that are open after a way already gone (the start first), best first.
Result<std::vector<RetreatStep>> retreatSteps(const Situation& situation, const RetreatQuestion& question,
                                              const std::vector<HexCoord>& gone);
/// The way of least loss, and of those the longest legal one is not asked for: the first found in the order of
/// directions.
Result<RetreatAnswer> findRetreat(const Situation& situation, const RetreatQuestion& question);

} // namespace hotchkiss
