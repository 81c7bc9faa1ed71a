#pragma once

#include "libterrain/grid/lattice.h"

#include <cstdint>

namespace hotchkiss {

/// What a pointer in the plane means. All three places are filled in, so that a tool that only works on edges, say, can
/// take the edge whatever the kind.
struct Pick {
  enum class Kind : std::uint8_t { Hex, Edge, Vertex };
  Kind kind = Kind::Hex;
  HexCoord hex;
  EdgeId edge;
  VertexId vertex;
};

/// The nearest corner if it lies within the vertex band, else the nearest edge within the edge band, else the hex.
/// Bands are in pitches; a band below 0 is never met.
Pick pick(const Lattice& lattice, Point p, double edgeBand = 0.18, double vertexBand = 0.14);

} // namespace hotchkiss
