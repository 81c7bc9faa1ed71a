#pragma once

#include "libterrain/search/stepcosts.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hotchkiss {

struct Route {
  std::vector<HexCoord> hexes; ///< both ends included
  std::uint32_t cost = 0;
};

/// The cheapest way between two hexes; none when there is no way, an end lies off the map, or the costs are those of
/// another extent. Equal ways are chosen between the same way in every call.
std::optional<Route> route(const Lattice& lattice, const Extent& extent, const StepCosts& costs, HexCoord from,
                           HexCoord to);

} // namespace hotchkiss
