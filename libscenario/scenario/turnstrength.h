#pragma once

#include "libscenario/army/armytotals.h"
#include "libscenario/scenario/setupplan.h"

namespace hotchkiss {

/// What a side has on a turn of the track: what was set up and has arrived, less what had to leave. Losses are not
/// known beforehand.
struct TurnStrength {
  std::size_t turn = 0; ///< place on the track, from 0
  ArmyTotal total;
  std::size_t pieces = 0;  ///< that are there for certain
  std::size_t perhaps = 0; ///< that are there only if a roll, an event or a choice says so; not in the total
};

/// One entry for each turn. `attribute` is what is summed, such as strengthAttribute() gives; pieces without it are
/// counted only.
std::vector<TurnStrength> strengthByTurn(const SetupPlan& plan, const std::string& side, const std::string& attribute);

} // namespace hotchkiss
