#pragma once

#include "libterrain/grid/coordinates.h"

#include <cmath>

namespace hotchkiss {

inline double distanceBetween(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

} // namespace hotchkiss
