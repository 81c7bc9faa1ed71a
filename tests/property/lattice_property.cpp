#include "libterrain/grid/frame.h"
#include "libterrain/grid/lattice.h"
#include "tests/property/generators.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace hotchkiss {
namespace {

HexCoord anyHex() {
  return {*rc::gen::inRange(-60, 60), *rc::gen::inRange(-60, 60)};
}

int anySide() {
  return *rc::gen::inRange(0, kSides);
}

double between(double least, double most) {
  return least + (most - least) * *rc::gen::inRange(0, 100001) / 100000.0;
}

bool near(Point a, Point b, double within = 1e-9) {
  return std::hypot(a.x - b.x, a.y - b.y) <= within;
}

RC_GTEST_PROP(LatticeProperty, EdgeIsTheSameFromBothSides, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord h = anyHex();
  const int side = anySide();
  const HexCoord other = lattice.neighbour(h, side);
  const EdgeId e = lattice.edge(h, side);
  RC_ASSERT(lattice.neighbour(other, side + 3) == h);
  RC_ASSERT(lattice.edge(other, side + 3) == e);
  RC_ASSERT(lattice.edgeBetween(h, other) == e);
  RC_ASSERT(lattice.edgeBetween(other, h) == e);
  const auto both = lattice.hexes(e);
  RC_ASSERT((both == std::array{h, other} || both == std::array{other, h}));
}

RC_GTEST_PROP(LatticeProperty, CornerIsTheSameFromAllThreeHexes, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord h = anyHex();
  const int k = anySide();
  const VertexId v = lattice.vertex(h, k);
  RC_ASSERT(lattice.vertex(lattice.neighbour(h, k), k + 2) == v);
  RC_ASSERT(lattice.vertex(lattice.neighbour(h, k + 1), k + 4) == v);
  RC_ASSERT(near(lattice.position(v), lattice.corner(h, k)));
  const auto around = lattice.hexes(v);
  RC_ASSERT(std::ranges::count(around, h) == 1);
  for (const HexCoord a : around)
    for (const HexCoord b : around)
      RC_ASSERT(lattice.distance(a, b) == (a == b ? 0 : 1));
}

RC_GTEST_PROP(LatticeProperty, EdgeHasTwoEndsThatContainIt, ()) {
  const Lattice lattice = anyLattice();
  const EdgeId e = lattice.edge(anyHex(), anySide());
  const auto ends = lattice.ends(e);
  RC_ASSERT(ends[0] != ends[1]);
  for (const VertexId v : ends)
    RC_ASSERT(std::ranges::count(lattice.edges(v), e) == 1);
  RC_ASSERT(lattice.edgeBetween(ends[0], ends[1]) == e);
  RC_ASSERT(std::ranges::count(lattice.neighbours(ends[0]), ends[1]) == 1);
  const Point a = lattice.position(ends[0]);
  const Point b = lattice.position(ends[1]);
  RC_ASSERT(near(lattice.middle(e), {(a.x + b.x) / 2, (a.y + b.y) / 2}));
  const std::vector<EdgeId> touching = lattice.edgesTouching(e);
  RC_ASSERT(std::set<EdgeId>(touching.begin(), touching.end()).size() == 4u);
}

RC_GTEST_PROP(LatticeProperty, DistanceIsAMetric, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord a = anyHex();
  const HexCoord b = anyHex();
  const HexCoord c = anyHex();
  RC_ASSERT((lattice.distance(a, b) == 0) == (a == b));
  RC_ASSERT(lattice.distance(a, b) >= 0);
  RC_ASSERT(lattice.distance(a, b) == lattice.distance(b, a));
  RC_ASSERT(lattice.distance(a, c) <= lattice.distance(a, b) + lattice.distance(b, c));
}

RC_GTEST_PROP(LatticeProperty, SixRotationsAreIdentity, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord centre = anyHex();
  const HexCoord h = anyHex();
  HexCoord turned = h;
  for (int i = 0; i < kSides; ++i) {
    RC_ASSERT(lattice.rotated(h, centre, i) == turned);
    RC_ASSERT(lattice.distance(centre, turned) == lattice.distance(centre, h));
    turned = lattice.rotated(turned, centre, 1);
  }
  RC_ASSERT(turned == h);
  RC_ASSERT(lattice.rotated(lattice.rotated(h, centre, 1), centre, -1) == h);
  const int side = anySide();
  RC_ASSERT(lattice.rotated(lattice.neighbour(centre, side), centre, 1) == lattice.neighbour(centre, side + 1));
}

RC_GTEST_PROP(LatticeProperty, PointsNearACentreAreInItsHex, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord h = anyHex();
  const Point centre = lattice.centre(h);
  RC_ASSERT(lattice.hexAt(centre) == h);
  const double angle = between(0, 2 * std::numbers::pi);
  const double radius = between(0, 0.4999);
  RC_ASSERT(lattice.hexAt({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)}) == h);
  const int k = anySide();
  const Point corner = lattice.corner(h, k);
  const Point nearCorner{centre.x + (corner.x - centre.x) * 0.999, centre.y + (corner.y - centre.y) * 0.999};
  RC_ASSERT(lattice.hexAt(nearCorner) == h);
  RC_ASSERT(lattice.nearestVertex(nearCorner) == lattice.vertex(h, k));
  RC_ASSERT(lattice.nearestEdge(lattice.middle(lattice.edge(h, k))) == lattice.edge(h, k));
}

RC_GTEST_PROP(LatticeProperty, RangeSize, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord h = anyHex();
  const std::int32_t n = *rc::gen::inRange(0, 12);
  const std::vector<HexCoord> range = lattice.range(h, n);
  RC_ASSERT(range.size() == static_cast<std::size_t>(3 * n * (n + 1) + 1));
  RC_ASSERT(std::set<HexCoord>(range.begin(), range.end()).size() == range.size());
  RC_ASSERT(range.front() == h);
  RC_ASSERT(std::ranges::all_of(range, [&](HexCoord other) { return lattice.distance(h, other) <= n; }));
}

RC_GTEST_PROP(LatticeProperty, LineIsAShortestPath, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord a = anyHex();
  const HexCoord b = anyHex();
  const std::vector<HexCoord> line = lattice.line(a, b);
  RC_ASSERT(line.size() == static_cast<std::size_t>(lattice.distance(a, b)) + 1);
  RC_ASSERT(line.front() == a);
  RC_ASSERT(line.back() == b);
  for (std::size_t i = 1; i < line.size(); ++i)
    RC_ASSERT(lattice.distance(line[i - 1], line[i]) == 1);
  std::vector<HexCoord> back = lattice.line(b, a);
  std::reverse(back.begin(), back.end());
  RC_ASSERT(back == line);
}

RC_GTEST_PROP(LatticeProperty, TranslationKeepsSteps, ()) {
  const Lattice lattice = anyLattice();
  const HexCoord start = anyHex();
  const HexCoord from = anyHex();
  const HexCoord to = anyHex();
  const HexCoord moved = lattice.translated(start, from, to);
  RC_ASSERT(lattice.translated(from, from, to) == to);
  RC_ASSERT(lattice.translated(moved, to, from) == start);
  const Point a = lattice.centre(start);
  const Point b = lattice.centre(moved);
  const Point c = lattice.centre(from);
  const Point d = lattice.centre(to);
  RC_ASSERT(near({b.x - a.x, b.y - a.y}, {d.x - c.x, d.y - c.y}));
}

RC_GTEST_PROP(FrameProperty, GroundAndPlaneRoundTrip, ()) {
  const Lattice lattice = anyLattice();
  Frame frame;
  frame.origin = {between(-1e6, 1e6), between(-1e6, 1e6)};
  frame.pitch = {between(1, 5000), between(1, 5000)};
  frame.rotation = between(-180, 180);
  frame.shear = between(-0.5, 0.5);
  const HexCoord h = anyHex();
  const Point plane = lattice.centre(h);
  RC_ASSERT(near(frame.toPlane(frame.toGround(plane)), plane, 1e-5));
  RC_ASSERT(frame.hexAt(lattice, frame.groundCentre(lattice, h)) == h);
  const HexCoord shift{*rc::gen::inRange(-9, 10), *rc::gen::inRange(-9, 10)};
  const Point after =
      frame.afterShift(lattice, shift).groundCentre(lattice.afterShift(shift), {h.c + shift.c, h.r + shift.r});
  RC_ASSERT(near(after, frame.toGround(plane), 1e-5));
}

} // namespace
} // namespace hotchkiss
