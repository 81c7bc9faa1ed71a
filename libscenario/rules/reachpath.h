#pragma once

#include "libscenario/rules/reach.h"

namespace hotchkiss {

/// A hex on the way to somewhere, with what the step into it came to. Where units face a side, a turn on the spot is a
/// point of its own.
struct PathPoint {
  HexCoord hex;
  int facing = 0;
  bool isTurn = false;
  std::uint32_t cost = 0;            ///< up to here, at least, in movement points times the denominator
  std::optional<StepJudgement> step; ///< with the rows that had a part; none at the start
};

/// The way of a reach to one of its hexes, explained step by step; empty when the hex is out of reach.
Result<std::vector<PathPoint>> explainPath(const Situation& situation, const UnitState& mover,
                                           const Rational& allowance, const Reach& reach, HexCoord to);

/// Why a hex is out of reach: the step into it from the cheapest hex beside it that the mover gets to.
struct RefusedStep {
  HexCoord from;
  bool hadToStop = false;            ///< the mover may not go on from there
  std::int64_t left = 0;             ///< of the allowance, times the denominator
  std::optional<StepJudgement> step; ///< none when it had to stop
};

/// Nothing when the hex is in reach, or no hex beside it is.
Result<std::optional<RefusedStep>> explainRefusal(const Situation& situation, const UnitState& mover,
                                                  const Rational& allowance, const Reach& reach, HexCoord to);

} // namespace hotchkiss
