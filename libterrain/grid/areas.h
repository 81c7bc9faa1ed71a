#pragma once

#include "libterrain/grid/lattice.h"

#include <vector>

namespace hotchkiss {

/// Hexes of the map in the columns and rows between two hexes, both included.
std::vector<HexCoord> hexesInBox(const Extent& extent, HexCoord a, HexCoord b);

/// Hexes of the map that a loop drawn by hand goes around (by their centres) or passes through.
std::vector<HexCoord> hexesInLasso(const Lattice& lattice, const Extent& extent, const std::vector<Point>& loop);

/// Hexes of the map within this distance of the straight line between two hexes.
std::vector<HexCoord> hexesAlongLine(const Lattice& lattice, const Extent& extent, HexCoord a, HexCoord b,
                                     std::int32_t radius);

} // namespace hotchkiss
