#pragma once

#include "libterrain/grid/coordinates.h"

#include <cmath>
#include <span>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

using Polyline = std::vector<Point>;

inline double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// Where on the segment the nearest point lies, 0 at a to 1 at b.
double projectOnto(Point p, Point a, Point b);
double distanceToSegment(Point p, Point a, Point b);
double lengthOf(std::span<const Point> line);

/// Points at equal steps along the line, both ends included.
Polyline resampled(std::span<const Point> line, double step);

/// Finds points near a position fast.
class PointGrid {
 public:
  struct Entry {
    Point p;
    std::size_t owner = 0;
    std::size_t index = 0;
  };
  explicit PointGrid(double cell) : mCell(cell) {}
  void add(Point p, std::size_t owner, std::size_t index);
  /// Calls visit(entry, distance) for all entries within the radius (at most the cell size).
  template <class Visit>
  void near(Point p, double radius, Visit&& visit) const {
    const std::int64_t cx = cellOf(p.x);
    const std::int64_t cy = cellOf(p.y);
    for (std::int64_t x = cx - 1; x <= cx + 1; ++x)
      for (std::int64_t y = cy - 1; y <= cy + 1; ++y)
        if (const auto it = mCells.find(key(x, y)); it != mCells.end())
          for (const Entry& e : it->second)
            if (const double d = distance(e.p, p); d <= radius)
              visit(e, d);
  }

 private:
  std::int64_t cellOf(double v) const { return static_cast<std::int64_t>(std::floor(v / mCell)); }
  static std::uint64_t key(std::int64_t x, std::int64_t y) {
    return (static_cast<std::uint64_t>(x) << 32) ^ (static_cast<std::uint64_t>(y) & 0xffffffffU);
  }
  double mCell;
  std::unordered_map<std::uint64_t, std::vector<Entry>> mCells;
};

} // namespace hotchkiss
