#include "importers/lines/polyline.h"

#include <algorithm>

namespace hotchkiss {

double projectOnto(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  return square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0;
}

double distanceToSegment(Point p, Point a, Point b) {
  const double t = projectOnto(p, a, b);
  return distance(p, {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
}

double lengthOf(std::span<const Point> line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.size(); ++i)
    sum += distance(line[i - 1], line[i]);
  return sum;
}

Polyline resampled(std::span<const Point> line, double step) {
  Polyline out;
  if (line.empty())
    return out;
  const double length = lengthOf(line);
  const auto count = static_cast<std::size_t>(std::max(1.0, std::round(length / step)));
  out.reserve(count + 1);
  out.push_back(line.front());
  std::size_t segment = 1;
  double before = 0; // length up to the segment's start
  for (std::size_t i = 1; i < count && segment < line.size(); ++i) {
    const double at = length * static_cast<double>(i) / static_cast<double>(count);
    double piece = distance(line[segment - 1], line[segment]);
    while (before + piece < at && segment + 1 < line.size()) {
      before += piece;
      ++segment;
      piece = distance(line[segment - 1], line[segment]);
    }
    const double t = piece > 0 ? std::min(1.0, (at - before) / piece) : 0;
    out.push_back({line[segment - 1].x + t * (line[segment].x - line[segment - 1].x),
                   line[segment - 1].y + t * (line[segment].y - line[segment - 1].y)});
  }
  out.push_back(line.back());
  return out;
}

void PointGrid::add(Point p, std::size_t owner, std::size_t index) {
  mCells[key(cellOf(p.x), cellOf(p.y))].push_back({p, owner, index});
}

} // namespace hotchkiss
