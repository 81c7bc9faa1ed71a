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

Wander wanderAt(double x, double y) {
  constexpr double kWide = 2.3;
  constexpr double kNarrow = 6.1;
  return {0.72 * valueNoise(x * kWide, y * kWide, 71) + 0.42 * valueNoise(x * kNarrow, y * kNarrow, 73),
          0.72 * valueNoise(x * kWide, y * kWide, 72) + 0.42 * valueNoise(x * kNarrow, y * kNarrow, 74)};
}

} // namespace hotchkiss
