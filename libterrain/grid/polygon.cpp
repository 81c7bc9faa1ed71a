#include "libterrain/grid/polygon.h"

#include <clipper2/clipper.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hotchkiss {

namespace {

struct Bounds {
  double left = std::numeric_limits<double>::max();
  double top = std::numeric_limits<double>::max();
  double right = std::numeric_limits<double>::lowest();
  double bottom = std::numeric_limits<double>::lowest();

  void include(Point p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
};

Bounds boundsOf(const Rings& polygon) {
  Bounds bounds;
  for (const std::vector<Point>& ring : polygon)
    for (const Point p : ring)
      bounds.include(p);
  return bounds;
}

/// Hexes that may touch the bounds: a rectangle of the lattice with a margin of one, clipped to the map.
struct Window {
  HexCoord first;
  HexCoord last;
};

Window windowOf(const Lattice& lattice, const Extent& extent, const Bounds& bounds) {
  const HexCoord topLeft = lattice.hexAt({bounds.left, bounds.top});
  const HexCoord bottomRight = lattice.hexAt({bounds.right, bounds.bottom});
  return {{std::max(topLeft.c - 1, 0), std::max(topLeft.r - 1, 0)},
          {std::min(bottomRight.c + 1, extent.width - 1), std::min(bottomRight.r + 1, extent.height - 1)}};
}

bool contains(const Rings& polygon, Point p) {
  bool inside = false;
  for (const std::vector<Point>& ring : polygon)
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      const Point a = ring[i];
      const Point b = ring[j];
      if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
        inside = !inside;
    }
  return inside;
}

constexpr int kDecimals = 8; // of the plane's unit, about 0.00001 of a millimetre on a printed map

} // namespace

std::vector<HexCoord> hexesInPolygon(const Lattice& lattice, const Extent& extent, const Rings& polygon) {
  std::vector<HexCoord> out;
  const Window window = windowOf(lattice, extent, boundsOf(polygon));
  for (std::int32_t c = window.first.c; c <= window.last.c; ++c)
    for (std::int32_t r = window.first.r; r <= window.last.r; ++r)
      if (contains(polygon, lattice.centre({c, r})))
        out.push_back({c, r});
  return out;
}

std::vector<HexShare> hexShares(const Lattice& lattice, const Extent& extent, const Rings& polygon) {
  namespace clip = Clipper2Lib;
  clip::PathsD subject;
  for (const std::vector<Point>& ring : polygon) {
    clip::PathD path;
    path.reserve(ring.size());
    for (const Point p : ring)
      path.emplace_back(p.x, p.y);
    subject.push_back(std::move(path));
  }
  // A union first turns the even-odd rings into simple, oriented ones; each column is then cut out of it before its
  // hexes are, so that a hex only meets the part of the outline near it.
  subject = clip::Union(subject, clip::FillRule::EvenOdd, kDecimals);
  std::vector<HexShare> out;
  const Bounds bounds = boundsOf(polygon);
  const Window window = windowOf(lattice, extent, bounds);
  const double hexArea = std::numbers::sqrt3 / 2;
  for (std::int32_t c = window.first.c; c <= window.last.c; ++c) {
    const double x = lattice.centre({c, window.first.r}).x;
    const clip::PathsD column =
        clip::RectClip(clip::RectD(x - 1.5, bounds.top - 1, x + 1.5, bounds.bottom + 1), subject, kDecimals);
    if (column.empty())
      continue;
    for (std::int32_t r = window.first.r; r <= window.last.r; ++r) {
      clip::PathD hex;
      for (const Point p : lattice.outline({c, r}))
        hex.emplace_back(p.x, p.y);
      const double area =
          std::abs(clip::Area(clip::Intersect(column, clip::PathsD{hex}, clip::FillRule::NonZero, kDecimals)));
      if (area > 0)
        out.push_back({{c, r}, std::min(1.0, area / hexArea)});
    }
  }
  return out;
}

} // namespace hotchkiss
