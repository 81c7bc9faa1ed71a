#include "libterrain/grid/lattice.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace hotchkiss {

namespace {

constexpr double kLineSpacing = std::numbers::sqrt3 / 2; // between columns (flat) or rows (pointy), pitch 1
constexpr double kRadius = 1 / std::numbers::sqrt3;      // centre to corner, pitch 1

std::int32_t floorHalf(std::int32_t n) {
  return (n - (n & 1)) / 2;
}

std::int32_t ceilHalf(std::int32_t n) {
  return (n + (n & 1)) / 2;
}

int wrap(int side) {
  return ((side % kSides) + kSides) % kSides;
}

double squaredDistance(Point a, Point b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

} // namespace

// Both orientations share one axial frame: a pointy lattice is the flat one with its axes exchanged, and its direction
// d is the flat direction d + 1.
HexCoord Lattice::axialStep(Orientation orientation, int direction) {
  static constexpr std::array<HexCoord, kSides> kFlat{{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
  const int index = orientation == Orientation::Flat ? direction : direction + 1;
  return kFlat.at(static_cast<std::size_t>(wrap(index)));
}

bool Lattice::isShifted(HexCoord h) const {
  const std::int32_t line = mOrientation == Orientation::Flat ? h.c : h.r;
  return ((line & 1) == 1) == (mShifted == Parity::Odd);
}

Lattice::Axial Lattice::toAxial(HexCoord h) const {
  const auto half = mShifted == Parity::Odd ? floorHalf : ceilHalf;
  if (mOrientation == Orientation::Flat)
    return {h.c, h.r - half(h.c)};
  return {h.c - half(h.r), h.r};
}

HexCoord Lattice::fromAxial(Axial a) const {
  const auto half = mShifted == Parity::Odd ? floorHalf : ceilHalf;
  if (mOrientation == Orientation::Flat)
    return {a.q, a.s + half(a.q)};
  return {a.q + half(a.s), a.s};
}

HexCoord Lattice::neighbour(HexCoord h, int direction) const {
  const Axial a = toAxial(h);
  const HexCoord step = axialStep(mOrientation, direction);
  return fromAxial({a.q + step.c, a.s + step.r});
}

std::array<HexCoord, kSides> Lattice::neighbours(HexCoord h) const {
  std::array<HexCoord, kSides> out;
  for (int d = 0; d < kSides; ++d)
    out[static_cast<std::size_t>(d)] = neighbour(h, d);
  return out;
}

std::optional<int> Lattice::directionTo(HexCoord from, HexCoord to) const {
  for (int d = 0; d < kSides; ++d)
    if (neighbour(from, d) == to)
      return d;
  return std::nullopt;
}

std::int32_t Lattice::distance(HexCoord a, HexCoord b) const {
  const Axial x = toAxial(a);
  const Axial y = toAxial(b);
  const std::int32_t dq = x.q - y.q;
  const std::int32_t ds = x.s - y.s;
  return (std::abs(dq) + std::abs(ds) + std::abs(dq + ds)) / 2;
}

std::vector<HexCoord> Lattice::line(HexCoord a, HexCoord b) const {
  const std::int32_t steps = distance(a, b);
  std::vector<HexCoord> out;
  out.reserve(static_cast<std::size_t>(steps) + 1);
  if (steps == 0) {
    out.push_back(a);
    return out;
  }
  // Nudging both ends off the hexsides makes every tie fall the same way.
  constexpr double kNudgeX = 1e-6;
  constexpr double kNudgeY = 2e-6;
  const Point from = centre(a);
  const Point to = centre(b);
  for (std::int32_t i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    out.push_back(hexAt({from.x + (to.x - from.x) * t + kNudgeX, from.y + (to.y - from.y) * t + kNudgeY}));
  }
  return out;
}

std::vector<HexCoord> Lattice::ring(HexCoord centre, std::int32_t radius) const {
  if (radius <= 0)
    return radius == 0 ? std::vector<HexCoord>{centre} : std::vector<HexCoord>{};
  std::vector<HexCoord> out;
  out.reserve(static_cast<std::size_t>(radius) * kSides);
  HexCoord h = centre;
  for (std::int32_t i = 0; i < radius; ++i)
    h = neighbour(h, 4);
  for (int side = 0; side < kSides; ++side)
    for (std::int32_t i = 0; i < radius; ++i) {
      out.push_back(h);
      h = neighbour(h, side);
    }
  return out;
}

std::vector<HexCoord> Lattice::range(HexCoord centre, std::int32_t radius) const {
  std::vector<HexCoord> out;
  for (std::int32_t i = 0; i <= radius; ++i) {
    const std::vector<HexCoord> hexes = ring(centre, i);
    out.insert(out.end(), hexes.begin(), hexes.end());
  }
  return out;
}

HexCoord Lattice::rotated(HexCoord h, HexCoord centre, int sixths) const {
  const Axial a = toAxial(h);
  const Axial o = toAxial(centre);
  Axial d{a.q - o.q, a.s - o.s};
  for (int i = 0; i < wrap(sixths); ++i)
    d = {-d.s, d.q + d.s};
  return fromAxial({o.q + d.q, o.s + d.s});
}

HexCoord Lattice::translated(HexCoord start, HexCoord from, HexCoord to) const {
  const Axial s = toAxial(start);
  const Axial f = toAxial(from);
  const Axial t = toAxial(to);
  return fromAxial({s.q + t.q - f.q, s.s + t.s - f.s});
}

EdgeId Lattice::edge(HexCoord h, int side) const {
  const int d = wrap(side);
  if (d < 3)
    return {h.c, h.r, d};
  const HexCoord owner = neighbour(h, d);
  return {owner.c, owner.r, d - 3};
}

std::array<HexCoord, 2> Lattice::hexes(EdgeId e) const {
  return {e.owner(), neighbour(e.owner(), e.d)};
}

std::optional<EdgeId> Lattice::edgeBetween(HexCoord a, HexCoord b) const {
  const std::optional<int> direction = directionTo(a, b);
  if (!direction)
    return std::nullopt;
  return edge(a, *direction);
}

std::array<VertexId, 2> Lattice::ends(EdgeId e) const {
  return {vertex(e.owner(), e.d - 1), vertex(e.owner(), e.d)};
}

std::vector<EdgeId> Lattice::edgesTouching(EdgeId e) const {
  std::vector<EdgeId> out;
  for (const VertexId v : ends(e))
    for (const EdgeId other : edges(v))
      if (other != e)
        out.push_back(other);
  return out;
}

// Corner k of a hex is corner k+2 of its neighbour k and corner k+4 of its neighbour k+1: all three have the same
// parity, so exactly one of the three hexes sees it as corner 0 or 1.
VertexId Lattice::vertex(HexCoord h, int corner) const {
  const int k = wrap(corner);
  if (k < 2)
    return {h.c, h.r, k};
  if (k >= 4) {
    const HexCoord owner = neighbour(h, k);
    return {owner.c, owner.r, k - 4};
  }
  const HexCoord owner = neighbour(h, k + 1);
  return {owner.c, owner.r, k - 2};
}

std::array<HexCoord, 3> Lattice::hexes(VertexId v) const {
  return {v.owner(), neighbour(v.owner(), v.v), neighbour(v.owner(), v.v + 1)};
}

std::array<EdgeId, 3> Lattice::edges(VertexId v) const {
  const HexCoord first = neighbour(v.owner(), v.v);
  return {edge(v.owner(), v.v), edge(v.owner(), v.v + 1), edge(first, v.v + 2)};
}

std::array<VertexId, 3> Lattice::neighbours(VertexId v) const {
  std::array<VertexId, 3> out;
  std::size_t i = 0;
  for (const EdgeId e : edges(v)) {
    const std::array<VertexId, 2> both = ends(e);
    out.at(i++) = both[0] == v ? both[1] : both[0];
  }
  return out;
}

std::optional<EdgeId> Lattice::edgeBetween(VertexId a, VertexId b) const {
  for (const EdgeId e : edges(a)) {
    const std::array<VertexId, 2> both = ends(e);
    if ((both[0] == a && both[1] == b) || (both[1] == a && both[0] == b))
      return e;
  }
  return std::nullopt;
}

Point Lattice::centre(HexCoord h) const {
  const double shift = isShifted(h) ? 0.5 : 0.0;
  if (mOrientation == Orientation::Flat)
    return {h.c * kLineSpacing, h.r + shift};
  return {h.c + shift, h.r * kLineSpacing};
}

namespace {

/// From the centre to the corners. Worked out once: painting a map asks for millions of corners.
std::array<Point, kSides> cornersFrom(double firstAngle) {
  std::array<Point, kSides> out;
  for (int k = 0; k < kSides; ++k) {
    const double angle = (firstAngle + 60.0 * k) * std::numbers::pi / 180.0;
    out[static_cast<std::size_t>(k)] = {kRadius * std::cos(angle), kRadius * std::sin(angle)};
  }
  return out;
}

} // namespace

Point Lattice::corner(HexCoord h, int corner) const {
  static const std::array<Point, kSides> kFlat = cornersFrom(-60);
  static const std::array<Point, kSides> kPointy = cornersFrom(-30);
  const Point& offset = (mOrientation == Orientation::Flat ? kFlat : kPointy)[static_cast<std::size_t>(wrap(corner))];
  const Point middle = centre(h);
  return {middle.x + offset.x, middle.y + offset.y};
}

Point Lattice::position(VertexId v) const {
  return corner(v.owner(), v.v);
}

Point Lattice::middle(EdgeId e) const {
  const std::array<HexCoord, 2> both = hexes(e);
  const Point a = centre(both[0]);
  const Point b = centre(both[1]);
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

std::array<Point, kSides> Lattice::outline(HexCoord h) const {
  std::array<Point, kSides> out;
  for (int k = 0; k < kSides; ++k)
    out[static_cast<std::size_t>(k)] = corner(h, k);
  return out;
}

HexCoord Lattice::hexAt(Point p) const {
  // Fractional axial coordinates, then cube rounding. Even-shifted lattices have their axial origin half a hex further
  // on.
  const double origin = mShifted == Parity::Odd ? 0.0 : 0.5;
  const bool flat = mOrientation == Orientation::Flat;
  const double across = (flat ? p.x : p.y) / kLineSpacing;
  const double along = (flat ? p.y : p.x) - origin - across / 2;
  const double q = flat ? across : along;
  const double s = flat ? along : across;
  const double t = -q - s;
  double roundQ = std::round(q);
  double roundS = std::round(s);
  const double roundT = std::round(t);
  const double offQ = std::abs(roundQ - q);
  const double offS = std::abs(roundS - s);
  const double offT = std::abs(roundT - t);
  if (offQ > offS && offQ > offT)
    roundQ = -roundS - roundT;
  else if (offS > offT)
    roundS = -roundQ - roundT;
  // Far outside any map, and for what is not a number, the answer only has to be defined.
  constexpr double kFar = 1e8;
  const auto bounded = [](double value) {
    return static_cast<std::int32_t>(value > kFar ? kFar : value > -kFar ? value : -kFar);
  };
  return fromAxial({bounded(roundQ), bounded(roundS)});
}

EdgeId Lattice::nearestEdge(Point p) const {
  const HexCoord h = hexAt(p);
  int best = 0;
  double bestDistance = 0;
  for (int d = 0; d < kSides; ++d) {
    const double distance = squaredDistance(p, centre(neighbour(h, d)));
    if (d == 0 || distance < bestDistance) {
      best = d;
      bestDistance = distance;
    }
  }
  return edge(h, best);
}

VertexId Lattice::nearestVertex(Point p) const {
  const HexCoord h = hexAt(p);
  int best = 0;
  double bestDistance = 0;
  for (int k = 0; k < kSides; ++k) {
    const double distance = squaredDistance(p, corner(h, k));
    if (k == 0 || distance < bestDistance) {
      best = k;
      bestDistance = distance;
    }
  }
  return vertex(h, best);
}

Lattice Lattice::afterShift(HexCoord shift) const {
  const std::int32_t lines = mOrientation == Orientation::Flat ? shift.c : shift.r;
  if ((lines & 1) == 0)
    return *this;
  return {mOrientation, mShifted == Parity::Odd ? Parity::Even : Parity::Odd};
}

const char* Lattice::directionName(Orientation orientation, int direction) {
  static constexpr std::array<const char*, kSides> kFlat{"N", "NE", "SE", "S", "SW", "NW"};
  static constexpr std::array<const char*, kSides> kPointy{"NE", "E", "SE", "SW", "W", "NW"};
  return (orientation == Orientation::Flat ? kFlat : kPointy).at(static_cast<std::size_t>(wrap(direction)));
}

} // namespace hotchkiss
