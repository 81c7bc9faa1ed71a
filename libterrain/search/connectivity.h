#pragma once

#include "libterrain/grid/lattice.h"

#include <functional>
#include <vector>

namespace hotchkiss {

/// The areas that member hexes form, each in lattice order, the areas in the order of their first hexes. `joined` says
/// whether a member is connected with its neighbour in a direction, and has to say the same from both sides.
std::vector<std::vector<HexCoord>> connectedAreas(const Lattice& lattice, const Extent& extent,
                                                  const std::function<bool(HexCoord)>& member,
                                                  const std::function<bool(HexCoord, int)>& joined);

/// The start and every hex that can be reached from it over hexes that are the same, in lattice order. Empty when the
/// start lies off the map.
std::vector<HexCoord> connectedArea(const Lattice& lattice, const Extent& extent, HexCoord start,
                                    const std::function<bool(HexCoord)>& same);

} // namespace hotchkiss
