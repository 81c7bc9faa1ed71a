#include "render/noise.h"

#include <cmath>

namespace hotchkiss {

double valueNoise(double x, double y, std::uint64_t salt) {
  const double fx = std::floor(x);
  const double fy = std::floor(y);
  const auto ix = static_cast<std::int64_t>(fx);
  const auto iy = static_cast<std::int64_t>(fy);
  const auto ease = [](double t) { return t * t * (3 - 2 * t); };
  const double u = ease(x - fx);
  const double v = ease(y - fy);
  const auto at = [&](std::int64_t dx, std::int64_t dy) { return Noise(ix + dx, iy + dy, salt).around(); };
  const double top = at(0, 0) * (1 - u) + at(1, 0) * u;
  const double bottom = at(0, 1) * (1 - u) + at(1, 1) * u;
  return top * (1 - v) + bottom * v;
}

} // namespace hotchkiss
