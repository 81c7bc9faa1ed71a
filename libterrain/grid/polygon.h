#pragma once

#include "libterrain/grid/lattice.h"

#include <vector>

namespace hotchkiss {

/// Rings of one polygon by the even-odd rule: outer rings and holes in any order, in plane coordinates.
using Rings = std::vector<std::vector<Point>>;

/// Hexes whose centres lie inside, in lattice order (column by column).
std::vector<HexCoord> hexesInPolygon(const Lattice& lattice, const Extent& extent, const Rings& polygon);

struct HexShare {
  HexCoord hex;
  double share = 0; ///< part of the hex's area that the polygon covers, 0 to 1
};

/// Hexes that the polygon covers in part or whole, with the exact share, in lattice order.
std::vector<HexShare> hexShares(const Lattice& lattice, const Extent& extent, const Rings& polygon);

} // namespace hotchkiss
