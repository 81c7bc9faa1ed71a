#pragma once

#include "libterrain/base/hash.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace hotchkiss {

/// A hex by its lattice column and row. These never change when a sheet is renumbered.
struct HexCoord {
  std::int32_t c = 0;
  std::int32_t r = 0;
  auto operator<=>(const HexCoord&) const = default;
};

/// A hexside in its one canonical spelling: side d (0, 1 or 2) of hex (c, r). Side `a` is that hex, side `b` the
/// neighbour over it. A border edge may belong to a hex one step outside the map, so that its spelling does not depend
/// on the size of the map.
struct EdgeId {
  std::int32_t c = 0;
  std::int32_t r = 0;
  std::int32_t d = 0;
  HexCoord owner() const { return {c, r}; }
  auto operator<=>(const EdgeId&) const = default;
};

/// A hex corner in its one canonical spelling: corner v (0 or 1) of hex (c, r).
struct VertexId {
  std::int32_t c = 0;
  std::int32_t r = 0;
  std::int32_t v = 0;
  HexCoord owner() const { return {c, r}; }
  auto operator<=>(const VertexId&) const = default;
};

/// Columns and rows of a map. Hexes are (0,0) to (width-1, height-1).
struct Extent {
  std::int32_t width = 0;
  std::int32_t height = 0;
  bool contains(HexCoord h) const { return h.c >= 0 && h.r >= 0 && h.c < width && h.r < height; }
  /// Inside or one step outside: where the owner of a border edge or corner may lie.
  bool containsOrBorders(HexCoord h) const { return h.c >= -1 && h.r >= -1 && h.c <= width && h.r <= height; }
  std::int64_t area() const { return std::int64_t{width} * height; }
  bool operator==(const Extent&) const = default;
};

/// A position in the plane of the lattice or on the ground.
struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

/// "12.7", "12.7.1": how coordinates are written in record ids and messages.
std::string toText(HexCoord h);
std::string toText(EdgeId e);
std::string toText(VertexId v);

} // namespace hotchkiss

template <>
struct std::hash<hotchkiss::HexCoord> {
  std::size_t operator()(hotchkiss::HexCoord h) const noexcept {
    return hotchkiss::mixBits((std::uint64_t{static_cast<std::uint32_t>(h.c)} << 32) | static_cast<std::uint32_t>(h.r));
  }
};
template <>
struct std::hash<hotchkiss::EdgeId> {
  std::size_t operator()(hotchkiss::EdgeId e) const noexcept {
    return hotchkiss::mixBits((std::uint64_t{static_cast<std::uint32_t>(e.c)} << 34) ^
                              (std::uint64_t{static_cast<std::uint32_t>(e.r)} << 2) ^ static_cast<std::uint32_t>(e.d));
  }
};
template <>
struct std::hash<hotchkiss::VertexId> {
  std::size_t operator()(hotchkiss::VertexId v) const noexcept {
    return hotchkiss::mixBits((std::uint64_t{static_cast<std::uint32_t>(v.c)} << 34) ^
                              (std::uint64_t{static_cast<std::uint32_t>(v.r)} << 2) ^ static_cast<std::uint32_t>(v.v));
  }
};
