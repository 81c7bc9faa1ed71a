#pragma once

#include "libterrain/grid/lattice.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hotchkiss {

/// The six steps out of a hex, worked out once for shifted and once for unshifted lines, because a search over a
/// million hexes has no time for axial conversions.
class StepTable {
 public:
  StepTable(const Lattice& lattice, const Extent& extent)
      : mExtent(extent), mFlat(lattice.orientation() == Orientation::Flat) {
    for (std::int32_t odd = 0; odd < 2; ++odd)
      for (int d = 0; d < kSides; ++d) {
        const HexCoord next = lattice.neighbour({odd, odd}, d);
        mSteps[static_cast<std::size_t>(odd)][static_cast<std::size_t>(d)] = {next.c - odd, next.r - odd};
      }
  }

  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(mExtent.height) + static_cast<std::size_t>(h.r);
  }
  HexCoord hex(std::size_t index) const {
    const auto height = static_cast<std::uint32_t>(mExtent.height);
    const auto narrow = static_cast<std::uint32_t>(index);
    return {static_cast<std::int32_t>(narrow / height), static_cast<std::int32_t>(narrow % height)};
  }
  HexCoord neighbour(HexCoord h, int direction) const {
    const HexCoord step =
        mSteps[static_cast<std::size_t>((mFlat ? h.c : h.r) & 1)][static_cast<std::size_t>(direction)];
    return {h.c + step.c, h.r + step.r};
  }

 private:
  Extent mExtent;
  bool mFlat;
  std::array<std::array<HexCoord, kSides>, 2> mSteps;
};

} // namespace hotchkiss
