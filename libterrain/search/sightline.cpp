#include "libterrain/search/sightline.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace hotchkiss {

namespace {

/// Three coordinates with the sum 0; a neighbour is one step up in one and one step down in another.
using Cube = std::array<std::int64_t, 3>;

Cube cubeOf(const Lattice& lattice, HexCoord h) {
  // The staggered coordinate in halves, so that both parities come out whole.
  const bool flat = lattice.orientation() == Orientation::Flat;
  const std::int64_t along = flat ? h.c : h.r;
  const std::int64_t across = 2 * std::int64_t{flat ? h.r : h.c} + (lattice.isShifted(h) ? 1 : 0);
  const std::int64_t twice = across - along - (lattice.shifted() == Parity::Even ? 1 : 0);
  const std::int64_t second = twice / 2;
  return {along, second, -along - second};
}

/// The piece of the line that lies in a hex: inside it, or along one of its sides.
struct Piece {
  HexCoord hex;
  LineShare enters{0, 1};
  LineShare leaves{1, 1};
  bool along = false;
  std::vector<int> sidesAtEnd; ///< which of the three bounds it meets on leaving
};

std::optional<Piece> pieceIn(const Lattice& lattice, const Cube& start, const Cube& step, HexCoord hex) {
  const Cube centre = cubeOf(lattice, hex);
  Piece out;
  out.hex = hex;
  // A hex is where no two coordinates differ by more than 1 from those of its centre.
  std::array<std::pair<std::int64_t, std::int64_t>, 3> bounds;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    bounds.at(i) = {(start.at(i) - centre.at(i)) - (start.at(j) - centre.at(j)), step.at(i) - step.at(j)};
  }
  for (const auto& [at, by] : bounds) {
    if (by == 0) {
      if (at > 1 || at < -1)
        return std::nullopt;
      out.along = out.along || at == 1 || at == -1;
      continue;
    }
    const std::int64_t sign = by > 0 ? 1 : -1;
    const LineShare in{(-sign - at) * sign, by * sign};
    const LineShare past{(sign - at) * sign, by * sign};
    if (out.enters < in)
      out.enters = in;
    if (past < out.leaves)
      out.leaves = past;
  }
  if (!(out.enters < out.leaves))
    return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [at, by] = bounds.at(i);
    const std::int64_t there = at * out.leaves.under + by * out.leaves.over;
    if (there == out.leaves.under || there == -out.leaves.under)
      out.sidesAtEnd.push_back(static_cast<int>(i));
  }
  return out;
}

} // namespace

SightLine sightLine(const Lattice& lattice, HexCoord a, HexCoord b) {
  SightLine out;
  const Cube start = cubeOf(lattice, a);
  const Cube end = cubeOf(lattice, b);
  const Cube step{end[0] - start[0], end[1] - start[1], end[2] - start[2]};
  if (a == b) {
    out.stations.push_back({{a}, {0, 1}, {1, 1}});
    return out;
  }
  std::set<HexCoord> candidates;
  for (const HexCoord hex : lattice.line(a, b)) {
    candidates.insert(hex);
    for (const HexCoord near : lattice.neighbours(hex))
      candidates.insert(near);
  }
  std::vector<Piece> pieces;
  for (const HexCoord hex : candidates)
    if (std::optional<Piece> piece = pieceIn(lattice, start, step, hex))
      pieces.push_back(std::move(*piece));
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& x, const Piece& y) { return x.enters == y.enters ? x.hex < y.hex : x.enters < y.enters; });
  std::vector<bool> endsAtCorner;
  for (const Piece& piece : pieces) {
    if (piece.along && !out.stations.empty() && out.stations.back().enters == piece.enters &&
        out.stations.back().leaves == piece.leaves) {
      out.stations.back().hexes.push_back(piece.hex);
      continue;
    }
    out.stations.push_back({{piece.hex}, piece.enters, piece.leaves});
    endsAtCorner.push_back(piece.along || piece.sidesAtEnd.size() > 1);
  }
  for (std::size_t i = 0; i + 1 < out.stations.size(); ++i)
    for (const HexCoord from : out.stations[i].hexes)
      for (const HexCoord to : out.stations[i + 1].hexes)
        if (lattice.distance(from, to) == 1)
          out.crossings.push_back({from, to, out.stations[i].leaves, endsAtCorner[i]});
  return out;
}

} // namespace hotchkiss
