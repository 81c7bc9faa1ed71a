#pragma once

#include "libterrain/grid/lattice.h"

#include <functional>
#include <map>
#include <vector>

namespace hotchkiss {

/// The ground that the water of a map runs over. A hexside between two hexes whose water runs into different streams
/// lies on a divide: such hexsides follow the ridge lines without a break, which heights beside them alone do not.
class Divides {
 public:
  /// `height` gives metres, and NaN for hexes without data and outside the map.
  Divides(const Lattice& lattice, const Extent& extent, std::function<double(HexCoord)> height);

  /// Whether the water of two neighbours runs into different streams. A stream begins where the water of `catchment`
  /// hexes has come together, and ends where another one joins it. Strips that drain over the edge of the map count as
  /// one: where their streams would be is not known.
  bool between(HexCoord a, HexCoord b, int catchment);

  /// How far the ground falls behind `h`, away from its neighbour `other`, within `radius` hexes: from the higher of
  /// the two to the lowest hex there.
  double fallBehind(HexCoord h, HexCoord other, int radius) const;

 private:
  void flood();
  const std::vector<int>& basins(int catchment);
  bool isKnown(std::size_t i) const;
  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(mExtent.height) + static_cast<std::size_t>(h.r);
  }
  HexCoord hex(std::size_t i) const {
    const auto high = static_cast<std::size_t>(mExtent.height);
    return {static_cast<std::int32_t>(i / high), static_cast<std::int32_t>(i % high)};
  }

  const Lattice& mLattice;
  const Extent& mExtent;
  std::vector<double> mHeight;
  std::vector<std::size_t> mDown;          ///< where the water of each hex goes; itself: off the map
  std::vector<std::size_t> mOrder;         ///< every hex before the hexes that its water reaches
  std::vector<int> mGathered;              ///< hexes whose water comes through, its own included
  std::map<int, std::vector<int>> mBasins; ///< by catchment: the stream of each hex
};

} // namespace hotchkiss
