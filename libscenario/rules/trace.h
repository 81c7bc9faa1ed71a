#pragma once

#include "libscenario/rules/situation.h"

#include <map>
#include <optional>

namespace hotchkiss {

/// A place of a traced line: a hex, or a hexside of lines that run along rivers and coasts.
struct TraceNode {
  HexCoord hex;               ///< of a hex
  std::optional<EdgeId> side; ///< of a hexside
  auto operator<=>(const TraceNode&) const = default;
};

/// Where a line of command, supply, rail or sea leads.
struct Trace {
  struct Point {
    Rational length; ///< of the leg it lies on
    std::size_t stage = 0;
    TraceNode before; ///< where the line came from; the start for the start itself
    bool isGoal = false;
  };
  std::map<HexCoord, Point> points; ///< the earliest leg, and on it the shortest, that gets there
  std::map<EdgeId, Point> sides;    ///< the same for hexsides
  std::vector<Because> because;     ///< every row that had a part, once
  std::vector<std::string> blame;   ///< cells that are not known: the line may lead further

  const Point* find(const TraceNode& node) const;
  /// From the start to this place; empty when the line does not get there.
  std::vector<TraceNode> wayTo(const TraceNode& node) const;
};

/// Traces lines from a hex, or from where the unit stands when that is a hexside. `unit` is the one they are traced
/// for; its side decides who is a friend.
Result<Trace> findTrace(const Situation& situation, const std::string& traceId, const std::string& unit,
                        const TraceNode& start, const Value& arguments = {});

} // namespace hotchkiss
