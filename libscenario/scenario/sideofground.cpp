// On which side of a line or area a hex lies. Whole numbers only: the same map gives the same hexes everywhere.

#include "libscenario/scenario/whereevaluator.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hotchkiss {

namespace {

/// A position in the plane, in 1/100,000 of the distance between neighbouring centres; y points down.
struct Spot {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

constexpr std::int64_t kHalf = 50'000;
constexpr std::int64_t kRow = 86'603; ///< √3/2
constexpr std::int64_t kNear = 60'000;

Spot spotOf(const Lattice& lattice, HexCoord h) {
  const std::int64_t shift = lattice.isShifted(h) ? kHalf : 0;
  if (lattice.orientation() == Orientation::Flat)
    return {h.c * kRow, h.r * 2 * kHalf + shift};
  return {h.c * 2 * kHalf + shift, h.r * kRow};
}

struct CompassAxis {
  const char* bearing;
  int x;
  int y;
};
constexpr std::array<CompassAxis, 8> kAxes{{{"north", 0, -1},
                                            {"northeast", 1, -1},
                                            {"east", 1, 0},
                                            {"southeast", 1, 1},
                                            {"south", 0, 1},
                                            {"southwest", -1, 1},
                                            {"west", -1, 0},
                                            {"northwest", -1, -1}}};

/// How far a spot lies along the axis, and how far across it. Diagonals are longer by √2; the two are brought to the
/// same measure.
Spot alongAcross(Spot spot, const CompassAxis& axis) {
  Spot out{spot.x * axis.x + spot.y * axis.y, spot.x * -axis.y + spot.y * axis.x};
  if (axis.x != 0 && axis.y != 0) {
    out.x = out.x * 70'711 / 100'000;
    out.y = out.y * 70'711 / 100'000;
  }
  return out;
}

/// The stretch of the ground that lies beside a spot: its least and greatest distance along the axis.
class Profile {
 public:
  explicit Profile(std::vector<Spot> points) : mPoints(std::move(points)) {
    std::sort(mPoints.begin(), mPoints.end(), [](const Spot& a, const Spot& b) { return a.y < b.y; });
  }

  std::pair<std::int64_t, std::int64_t> beside(std::int64_t across) const {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    const auto take = [&](std::int64_t from, std::int64_t to) {
      auto it = std::lower_bound(mPoints.begin(), mPoints.end(), from,
                                 [](const Spot& point, std::int64_t y) { return point.y < y; });
      for (; it != mPoints.end() && it->y <= to; ++it) {
        least = std::min(least, it->x);
        most = std::max(most, it->x);
      }
    };
    take(across - kNear, across + kNear);
    if (least > most) { // a gap, or beyond an end: the nearest points on either hand
      const auto above = std::lower_bound(mPoints.begin(), mPoints.end(), across,
                                          [](const Spot& point, std::int64_t y) { return point.y < y; });
      if (above != mPoints.end())
        take(above->y, above->y + kNear);
      if (above != mPoints.begin())
        take(std::prev(above)->y - kNear, std::prev(above)->y);
    }
    return {least, most};
  }

 private:
  std::vector<Spot> mPoints;
};

} // namespace

std::set<HexCoord> hexesOnSide(const Lattice& lattice, const std::set<HexCoord>& candidates, const Ground& ground,
                               const std::string& bearing, bool isInclusive) {
  std::set<HexCoord> out;
  const auto axis =
      std::find_if(kAxes.begin(), kAxes.end(), [&](const CompassAxis& each) { return bearing == each.bearing; });
  if (axis == kAxes.end() || ground.empty())
    return out;
  std::vector<Spot> points;
  for (const HexCoord h : ground.hexes)
    points.push_back(alongAcross(spotOf(lattice, h), *axis));
  for (const EdgeId e : ground.edges) {
    const std::array<HexCoord, 2> both = lattice.hexes(e);
    const Spot a = spotOf(lattice, both[0]);
    const Spot b = spotOf(lattice, both[1]);
    points.push_back(alongAcross({(a.x + b.x) / 2, (a.y + b.y) / 2}, *axis));
  }
  const Profile profile(std::move(points));
  std::set<HexCoord> touched = ground.hexes;
  for (const EdgeId e : ground.edges)
    for (const HexCoord h : lattice.hexes(e))
      touched.insert(h);
  for (const HexCoord h : candidates) {
    const Spot spot = alongAcross(spotOf(lattice, h), *axis);
    const auto [least, most] = profile.beside(spot.y);
    const bool isOn = ground.hexes.contains(h);
    if ((spot.x > most && !isOn) || (isInclusive && (touched.contains(h) || spot.x >= least)))
      out.insert(h);
  }
  return out;
}

} // namespace hotchkiss
