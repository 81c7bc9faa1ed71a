#pragma once

#include "importers/lines/polyline.h"
#include "libterrain/grid/lattice.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// What keeps a line's match away from other things, and where it has to begin or end.
struct EdgeMatchRules {
  const std::unordered_map<VertexId, double>* corners = nullptr; ///< cost of passing a corner
  const std::unordered_map<EdgeId, double>* edges = nullptr;     ///< cost of using an edge
  std::map<VertexId, double> startAt; ///< if not empty, the chain begins at one of these, at this cost
  std::map<VertexId, double> endAt;   ///< likewise for its end
};

/// A line of the source as a chain of edges, in the order of the line.
struct EdgeMatch {
  std::vector<VertexId> corners; ///< one more than edges
  std::vector<EdgeId> edges;
  std::vector<double> deviation;        ///< of each edge: mean distance of the line's samples that belong to it
  std::vector<std::size_t> firstSample; ///< of each edge
  double withinHalf = 0;
  double meanDeviation = 0;
  double worstDeviation = 0;
  std::size_t longestLoop = 0; ///< edges of the longest loop that was cut out
};

inline constexpr double kMatchStep = 0.08; ///< distance of samples, in hexes

/// Matches in order along the line: the state is an edge with a direction and a position on the line, and the cheapest
/// sequence of states wins (dynamic programming). Nothing is matched piece by piece, so bends are not cut. Only edges
/// that touch the map are used. `samples` come from resampled(line, kMatchStep). Empty when the line is too short.
EdgeMatch matchAlongEdges(const Lattice& lattice, const Extent& extent, std::span<const Point> samples,
                          const EdgeMatchRules& rules = {});

} // namespace hotchkiss
