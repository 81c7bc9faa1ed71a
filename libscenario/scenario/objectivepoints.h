#pragma once

#include "libscenario/army/armytotals.h"
#include "libscenario/scenario/scenario.h"

namespace hotchkiss {

/// The points that a side has after each turn if it meets every objective that names it, and those that are open to
/// either side. Who will meet them nobody knows beforehand: this is what there is to win.
struct ObjectivePoints {
  std::string side;              ///< empty: open to either
  std::vector<ArmyTotal> byTurn; ///< one for each turn of the track
};

/// One entry for each side that has objectives, in order of its name. What scores each time something happens has no
/// upper end: such totals say "at least". What is counted at the end counts on the last turn, or where it expires.
std::vector<ObjectivePoints> objectivePoints(const Scenario& scenario);

} // namespace hotchkiss
