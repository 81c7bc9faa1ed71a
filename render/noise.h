#pragma once

#include "libterrain/base/hash.h"
#include "libterrain/grid/coordinates.h"

#include <cstdint>

namespace hotchkiss {

/// Chance that is the same in every picture: it depends on where something is and what for, never on when it is drawn.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : mState(mixBits(seed)) {}
  Noise(HexCoord h, std::uint64_t salt) : Noise(std::hash<HexCoord>{}(h) ^ (salt * kSpread)) {}
  Noise(EdgeId e, std::uint64_t salt) : Noise(std::hash<EdgeId>{}(e) ^ (salt * kSpread)) {}
  Noise(VertexId v, std::uint64_t salt) : Noise(std::hash<VertexId>{}(v) ^ (salt * kSpread)) {}
  Noise(std::int64_t x, std::int64_t y, std::uint64_t salt)
      : Noise((static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ULL) ^
              (static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FULL) ^ (salt * kSpread)) {}

  /// 0 to below 1; another one at each call.
  double unit() {
    mState = mixBits(mState + kSpread);
    return static_cast<double>(mState >> 11) * 0x1.0p-53;
  }
  /// -1 to below 1.
  double around() { return 2 * unit() - 1; }

 private:
  static constexpr std::uint64_t kSpread = 0xD6E8FEB86659FD93ULL;
  std::uint64_t mState;
};

/// Smooth chance over the plane, -1 to 1, with features about 1 wide.
double valueNoise(double x, double y, std::uint64_t salt);

/// How far edges of cover stray from the hexsides at a place, -1 to 1 in both directions. Lines along them and marks
/// beside them look here, so that they agree.
struct Wander {
  double x = 0;
  double y = 0;
};
Wander wanderAt(double x, double y);
inline constexpr double kWander = 0.16; ///< pitches for a wander of 1

} // namespace hotchkiss
