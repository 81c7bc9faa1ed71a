#pragma once

#include "importers/lines/polyline.h"
#include "libterrain/grid/lattice.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// A line of the source as a chain of hexes.
struct HexMatch {
  std::vector<HexCoord> hexes;
  std::vector<std::size_t> firstSample; ///< of each hex
  double withinHalf = 0;                ///< share of samples within half a hex of the chain's centre line
  double meanDeviation = 0;             ///< from the centre line
  double worstDeviation = 0;
};

struct HexMatchRules {
  std::optional<HexCoord> start; ///< the chain begins in this hex
  std::optional<HexCoord> end;
  const std::unordered_map<HexCoord, double>* hexes = nullptr; ///< cost of entering a hex (negative: an attraction)
  const std::unordered_map<EdgeId, double>* edges = nullptr;   ///< cost of crossing an edge (negative: an attraction)
};

/// The cheapest chain of neighbouring hexes in the order of the line. Hexes that the line only clips are left out.
/// Empty when the line lies off the map or an end cannot be reached.
HexMatch matchAcrossEdges(const Lattice& lattice, const Extent& extent, std::span<const Point> samples,
                          const HexMatchRules& rules = {});

} // namespace hotchkiss
