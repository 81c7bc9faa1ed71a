#pragma once

#include "libterrain/grid/lattice.h"

#include <cstdint>
#include <vector>

namespace hotchkiss {

/// An exact share of a line, from 0 at its first end to 1 at its second.
struct LineShare {
  std::int64_t over = 0;
  std::int64_t under = 1; ///< above 0
  bool operator==(const LineShare& other) const { return over * other.under == other.over * under; }
  bool operator<(const LineShare& other) const { return over * other.under < other.over * under; }
};

/// A piece of the line that lies inside one hex, or along the side between two.
struct LineStation {
  std::vector<HexCoord> hexes; ///< one or two
  LineShare enters;
  LineShare leaves;
};

/// A hexside that the line crosses, in the direction of the line.
struct LineCrossing {
  HexCoord from;
  HexCoord to;
  LineShare at;
  bool atCorner = false; ///< the line goes through an end of the side
};

/// The straight line between the centres of two hexes, in whole numbers: no rounding, so that "along a hexside" and
/// "exactly half-way" mean what they say. Hexes that are only touched at a corner are not on it.
struct SightLine {
  std::vector<LineStation> stations; ///< both ends included
  std::vector<LineCrossing> crossings;
};

SightLine sightLine(const Lattice& lattice, HexCoord a, HexCoord b);

} // namespace hotchkiss
