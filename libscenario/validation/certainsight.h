#pragma once

#include "libscenario/validation/openingfield.h"

namespace hotchkiss {

/// Sight that no rule of the game can deny: nothing on the line rises above the middle of its two ends, and nothing
/// that has a height of its own stands next to an end. What may be hidden is not seen here, so that a check speaks only
/// where it is sure. Games have finer rules; this needs none of them.
///
/// Parameters: `heights` (how high each terrain stands above its level; a terrain that is not named hides), and
/// `doubtful` (an option of the scenario under which only hexes of one level are sure to see each other).
class CertainSight {
 public:
  explicit CertainSight(Parameters& p);
  bool sees(const CheckContext& context, const ScenarioStage& stage, HexCoord a, HexCoord b) const;

 private:
  bool isDoubtful(const ScenarioStage& stage) const;
  std::map<std::string, double> mHeights;
  std::string mDoubtful;
};

} // namespace hotchkiss
