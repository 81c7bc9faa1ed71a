#pragma once

#include "libterrain/search/stepcosts.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hotchkiss {

/// How cheaply every hex can be reached from the nearest start. The vectors are indexed column by column.
struct Flood {
  static constexpr std::uint32_t kUnreached = 0xFFFFFFFF;

  Lattice lattice;
  Extent extent;
  std::vector<std::uint32_t> cost;
  std::vector<std::int8_t> cameFrom; ///< the direction of the step into the hex, -1 at a start and where unreached

  /// kUnreached also for hexes off the map.
  std::uint32_t costOf(HexCoord h) const;
  bool reached(HexCoord h) const { return costOf(h) != kUnreached; }
  /// From a start to this hex, both included; empty when it was not reached.
  std::vector<HexCoord> pathTo(HexCoord h) const;
};

/// Spreads from the starts to every hex that costs at most `limit`. Starts off the map are passed over; nothing is
/// reached when the costs are those of another extent.
Flood flood(const Lattice& lattice, const Extent& extent, const StepCosts& costs, std::span<const HexCoord> starts,
            std::uint32_t limit = Flood::kUnreached - 1);

} // namespace hotchkiss
