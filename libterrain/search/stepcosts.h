#pragma once

#include "libterrain/grid/lattice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hotchkiss {

/// What a step out of every hex costs in every direction. A step off the map is never asked for.
class StepCosts {
 public:
  static constexpr std::uint16_t kBlocked = 0xFFFF;

  StepCosts() = default;
  explicit StepCosts(const Extent& extent, std::uint16_t cost = kBlocked)
      : mExtent(extent),
        mCosts(static_cast<std::size_t>(std::max<std::int64_t>(extent.area(), 0)) * std::size_t{kSides}, cost) {}

  const Extent& extent() const { return mExtent; }

  /// Hexes are numbered column by column. The hex has to lie inside the extent.
  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(mExtent.height) + static_cast<std::size_t>(h.r);
  }
  std::uint16_t get(HexCoord h, int direction) const { return get(index(h), direction); }
  std::uint16_t get(std::size_t hexIndex, int direction) const { return mCosts[slot(hexIndex, direction)]; }
  void set(HexCoord h, int direction, std::uint16_t cost) { mCosts[slot(index(h), direction)] = cost; }

  /// The cheapest and the dearest step that is not blocked; 0 when every step is.
  std::uint16_t cheapest() const {
    const auto found = std::min_element(mCosts.begin(), mCosts.end());
    return found == mCosts.end() || *found == kBlocked ? std::uint16_t{0} : *found;
  }
  std::uint16_t dearest() const {
    std::uint16_t most = 0;
    for (const std::uint16_t cost : mCosts)
      most = std::max(most, cost == kBlocked ? std::uint16_t{0} : cost);
    return most;
  }

 private:
  static std::size_t slot(std::size_t hexIndex, int direction) {
    return hexIndex * std::size_t{kSides} + static_cast<std::size_t>(direction);
  }

  Extent mExtent;
  std::vector<std::uint16_t> mCosts;
};

} // namespace hotchkiss
