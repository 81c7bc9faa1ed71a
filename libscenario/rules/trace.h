#pragma once

#include "libscenario/rules/situation.h"

#include <map>

namespace hotchkiss {

/// Where a line of command, supply or the like leads.
struct Trace {
  struct Point {
    Rational length; ///< of the leg it lies on
    std::size_t stage = 0;
    HexCoord before; ///< where the line came from; the start for the start itself
    bool isGoal = false;
  };
  std::map<HexCoord, Point> points; ///< the earliest leg, and on it the shortest, that gets there
  std::vector<Because> because;     ///< every row that had a part, once
};

/// Traces lines from a hex. `unit` is the one they are traced for; its side decides who is a friend.
Result<Trace> findTrace(const Situation& situation, const std::string& traceId, const std::string& unit,
                        HexCoord start);

} // namespace hotchkiss
