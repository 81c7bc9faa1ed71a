#pragma once

#include "libterrain/grid/lattice.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace hotchkiss {

/// An edge that a vertex route may not follow.
inline constexpr std::uint32_t kBlockedEdge = std::numeric_limits<std::uint32_t>::max();

/// The cheapest chain of edges from one corner to another, in order, along edges of which at least one hex lies on the
/// map. Empty when there is none, and when both corners are the same.
std::vector<EdgeId> vertexRoute(const Lattice& lattice, const Extent& extent, VertexId from, VertexId to,
                                const std::function<std::uint32_t(EdgeId)>& cost);

} // namespace hotchkiss
