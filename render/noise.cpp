#include "render/noise.h"

#include <array>
#include <cmath>

namespace hotchkiss {

namespace {

/// One number for each point of a grid.
std::uint64_t bitsAt(std::int64_t x, std::int64_t y, std::uint64_t salt) {
  return mixBits((static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ULL) ^
                 (static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FULL) ^ (salt * 0xD6E8FEB86659FD93ULL));
}

/// Half of the bits as a number from -1 to 1.
double low(std::uint64_t bits) {
  return static_cast<double>(bits & 0xffffffffU) * 0x1.0p-31 - 1;
}
double high(std::uint64_t bits) {
  return low(bits >> 32);
}

/// The square of a grid around a place, and how far in it lies.
struct Square {
  std::array<std::uint64_t, 4> bits{};
  double u = 0;
  double v = 0;

  Square(double x, double y, std::uint64_t salt) {
    const double fx = std::floor(x);
    const double fy = std::floor(y);
    const auto ix = static_cast<std::int64_t>(fx);
    const auto iy = static_cast<std::int64_t>(fy);
    bits = {bitsAt(ix, iy, salt), bitsAt(ix + 1, iy, salt), bitsAt(ix, iy + 1, salt), bitsAt(ix + 1, iy + 1, salt)};
    const auto ease = [](double t) { return t * t * (3 - 2 * t); };
    u = ease(x - fx);
    v = ease(y - fy);
  }
  double between(double a, double b, double c, double d) const {
    return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;
  }
  double first() const { return between(low(bits[0]), low(bits[1]), low(bits[2]), low(bits[3])); }
  double second() const { return between(high(bits[0]), high(bits[1]), high(bits[2]), high(bits[3])); }
};

} // namespace

double valueNoise(double x, double y, std::uint64_t salt) {
  return Square(x, y, salt).first();
}

Wander wanderAt(double x, double y) {
  constexpr double kWide = 2.3;
  constexpr double kNarrow = 6.1;
  const Square wide(x * kWide, y * kWide, 71);
  const Square narrow(x * kNarrow, y * kNarrow, 73);
  return {0.72 * wide.first() + 0.42 * narrow.first(), 0.72 * wide.second() + 0.42 * narrow.second()};
}

} // namespace hotchkiss
