#pragma once

#include "libterrain/grid/coordinates.h"

#include <array>
#include <optional>
#include <vector>

namespace hotchkiss {

enum class Orientation : std::uint8_t { Flat, Pointy };

/// Which columns (flat) or rows (pointy) lie half a hex further down or to the right.
enum class Parity : std::uint8_t { Even, Odd };

inline constexpr int kSides = 6;

/// Directions 0..5 run clockwise: flat N NE SE S SW NW, pointy NE E SE SW W NW. Corner k lies between sides k and k+1.
class Lattice {
 public:
  Lattice() = default;
  Lattice(Orientation orientation, Parity shifted) : mOrientation(orientation), mShifted(shifted) {}

  Orientation orientation() const { return mOrientation; }
  Parity shifted() const { return mShifted; }
  bool operator==(const Lattice&) const = default;

  /// True when the column (flat) or row (pointy) of this hex is one of the shifted ones.
  bool isShifted(HexCoord h) const;

  HexCoord neighbour(HexCoord h, int direction) const;
  std::array<HexCoord, kSides> neighbours(HexCoord h) const;
  /// The direction from a hex to an adjacent one.
  std::optional<int> directionTo(HexCoord from, HexCoord to) const;

  std::int32_t distance(HexCoord a, HexCoord b) const;
  /// Hexes from a to b, both included, along the straight line; ties fall the same way in every call.
  std::vector<HexCoord> line(HexCoord a, HexCoord b) const;
  /// Hexes at exactly this distance, clockwise.
  std::vector<HexCoord> ring(HexCoord centre, std::int32_t radius) const;
  /// Hexes at most this far away, the centre first, then ring by ring.
  std::vector<HexCoord> range(HexCoord centre, std::int32_t radius) const;
  /// Turned clockwise about a centre by this many sixths of a circle.
  HexCoord rotated(HexCoord h, HexCoord centre, int sixths) const;
  /// The same step as from `from` to `to`, taken from `start`.
  HexCoord translated(HexCoord start, HexCoord from, HexCoord to) const;

  EdgeId edge(HexCoord h, int side) const;
  /// The two hexes of an edge: `a` (its owner) and `b`.
  std::array<HexCoord, 2> hexes(EdgeId e) const;
  std::optional<EdgeId> edgeBetween(HexCoord a, HexCoord b) const;
  std::array<VertexId, 2> ends(EdgeId e) const;
  /// The up to four edges that share a corner with this one.
  std::vector<EdgeId> edgesTouching(EdgeId e) const;

  VertexId vertex(HexCoord h, int corner) const;
  /// The three hexes at a corner: `a` (its owner), `b`, `c` clockwise from the owner's side v.
  std::array<HexCoord, 3> hexes(VertexId v) const;
  std::array<EdgeId, 3> edges(VertexId v) const;
  /// The corners one edge away.
  std::array<VertexId, 3> neighbours(VertexId v) const;
  std::optional<EdgeId> edgeBetween(VertexId a, VertexId b) const;

  /// The plane: neighbouring centres are 1 apart, x to the right, y down; hex (0,0) of an unshifted line is at (0,0).
  Point centre(HexCoord h) const;
  Point corner(HexCoord h, int corner) const;
  Point position(VertexId v) const;
  Point middle(EdgeId e) const;
  std::array<Point, kSides> outline(HexCoord h) const;

  HexCoord hexAt(Point p) const;
  EdgeId nearestEdge(Point p) const;
  VertexId nearestVertex(Point p) const;

  /// The lattice whose hex (c + shift.c, r + shift.r) lies where hex (c, r) of this one lies: an odd shift across the
  /// stagger changes the parity.
  Lattice afterShift(HexCoord shift) const;

  /// Printed names of the directions: "N", "NE", ...
  static const char* directionName(Orientation orientation, int direction);

 private:
  struct Axial {
    std::int32_t q = 0;
    std::int32_t s = 0;
  };
  Axial toAxial(HexCoord h) const;
  HexCoord fromAxial(Axial a) const;
  static HexCoord axialStep(Orientation orientation, int direction);

  Orientation mOrientation = Orientation::Flat;
  Parity mShifted = Parity::Odd;
};

} // namespace hotchkiss
