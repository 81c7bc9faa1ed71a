#pragma once

#include "libterrain/grid/lattice.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace hotchkiss {

enum class ChainKind : std::uint8_t {
  AlongEdges, ///< consecutive edges share a corner: rivers
  AcrossEdges ///< consecutive edges share a hex: roads
};

/// The edges of a course in order, from its start to its end.
struct ChainWalk {
  std::vector<EdgeId> order;
  std::vector<VertexId> corners; ///< along edges: one more than edges, the last one the first again when closed
  std::vector<HexCoord> hexes;   ///< across edges: likewise
  bool closed = false;
};

/// Why edges are not one course. Whatever the kind, the pieces and the branchings are all listed.
struct ChainProblem {
  enum class Kind : std::uint8_t {
    Empty,
    Broken,       ///< more than one piece
    Branching,    ///< three or more edges meet
    Loop,         ///< a ring, and no start was given that says where it begins
    StartNotAtEnd ///< the given start is not an end of the course, or not on the ring
  };
  Kind kind = Kind::Empty;
  std::vector<EdgeId> pieces;    ///< the smallest edge of every separate piece
  std::vector<VertexId> corners; ///< where it branches, along edges
  std::vector<HexCoord> hexes;   ///< where it branches, across edges
};

/// Puts the edges of a course in order. The start is a corner or a hex as the kind asks, the other one is not looked
/// at; without one an open course begins at its smaller end. A ring is walked from its start over the smaller edge. An
/// edge given twice counts once.
std::variant<ChainWalk, ChainProblem> walkChain(const Lattice& lattice, ChainKind kind, std::span<const EdgeId> edges,
                                                std::optional<VertexId> startCorner = std::nullopt,
                                                std::optional<HexCoord> startHex = std::nullopt);

} // namespace hotchkiss
