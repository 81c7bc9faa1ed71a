#pragma once

#include "libscenario/rules/situation.h"

namespace hotchkiss {

struct SightQuestion {
  HexCoord viewer;
  HexCoord target;
  std::string unit; ///< who looks; may be empty
  Value arguments;  ///< for `arg`
};

/// Something between the two ends that has a height.
struct SightObstacle {
  bool isEdge = false;
  HexCoord from; ///< of a hexside: where the line comes from
  HexCoord to;   ///< the hex, or where the line goes
  Rational height;
  Rational fromViewer; ///< share of the line
  bool blocks = false;
};

struct SightAnswer {
  bool visible = false;
  bool certain = true; ///< false: it hangs on cells that are not known
  bool inRange = true;
  std::int32_t distance = 0;
  std::vector<std::vector<HexCoord>> line; ///< hexes from end to end; two together where the line runs between them
  std::vector<SightObstacle> obstacles;    ///< in the order of the line
  std::vector<std::string> blame;
  std::vector<Because> because;
};

/// Whether one hex can be seen from another.
Result<SightAnswer> findSight(const Situation& situation, const SightQuestion& question);
/// How far anybody sees at all, by the ruleset; nothing when it sets no limit.
Result<std::optional<std::int32_t>> sightRange(const Situation& situation, const SightQuestion& question);

} // namespace hotchkiss
