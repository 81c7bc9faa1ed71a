#include "libterrain/grid/frame.h"
#include "libterrain/grid/lattice.h"
#include "libterrain/grid/polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace hotchkiss {
namespace {

const Lattice kFlatOdd{Orientation::Flat, Parity::Odd};
const Lattice kFlatEven{Orientation::Flat, Parity::Even};
const Lattice kPointyOdd{Orientation::Pointy, Parity::Odd};
const Lattice kPointyEven{Orientation::Pointy, Parity::Even};
const std::vector<Lattice> kLattices{kFlatOdd, kFlatEven, kPointyOdd, kPointyEven};
constexpr double kHexArea = std::numbers::sqrt3 / 2;

using Six = std::array<HexCoord, kSides>;

// Written out by hand, so that the formulas are checked against something else than themselves.
TEST(Lattice, KnownNeighbours) {
  const Six upColumn{{{2, 1}, {3, 1}, {3, 2}, {2, 3}, {1, 2}, {1, 1}}};
  const Six downColumn{{{2, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 3}, {1, 2}}};
  EXPECT_EQ(kFlatOdd.neighbours(HexCoord{2, 2}), upColumn);
  EXPECT_EQ(kFlatEven.neighbours(HexCoord{2, 2}), downColumn);
  EXPECT_EQ(kFlatOdd.neighbours(HexCoord{3, 2}), (Six{{{3, 1}, {4, 2}, {4, 3}, {3, 3}, {2, 3}, {2, 2}}}));
  EXPECT_EQ(kFlatEven.neighbours(HexCoord{3, 2}), (Six{{{3, 1}, {4, 1}, {4, 2}, {3, 3}, {2, 2}, {2, 1}}}));

  const Six leftRow{{{2, 1}, {3, 2}, {2, 3}, {1, 3}, {1, 2}, {1, 1}}};
  const Six rightRow{{{3, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 2}, {2, 1}}};
  EXPECT_EQ(kPointyOdd.neighbours(HexCoord{2, 2}), leftRow);
  EXPECT_EQ(kPointyEven.neighbours(HexCoord{2, 2}), rightRow);
  EXPECT_EQ(kPointyOdd.neighbours(HexCoord{2, 3}), (Six{{{3, 2}, {3, 3}, {3, 4}, {2, 4}, {1, 3}, {2, 2}}}));
  EXPECT_EQ(kPointyEven.neighbours(HexCoord{2, 3}), (Six{{{2, 2}, {3, 3}, {2, 4}, {1, 4}, {1, 3}, {1, 2}}}));
}

TEST(Lattice, NeighboursLieWhereTheirNamesSay) {
  for (const Lattice& lattice : kLattices)
    for (const HexCoord h : {HexCoord{2, 2}, HexCoord{3, 3}, HexCoord{-3, -2}})
      for (int d = 0; d < kSides; ++d) {
        const Point a = lattice.centre(h);
        const Point b = lattice.centre(lattice.neighbour(h, d));
        EXPECT_NEAR(std::hypot(b.x - a.x, b.y - a.y), 1, 1e-12);
        const std::string name = Lattice::directionName(lattice.orientation(), d);
        EXPECT_EQ(name.find('N') != std::string::npos, b.y < a.y - 0.1) << name;
        EXPECT_EQ(name.find('S') != std::string::npos, b.y > a.y + 0.1) << name;
        EXPECT_EQ(name.find('E') != std::string::npos, b.x > a.x + 0.1) << name;
        EXPECT_EQ(name.find('W') != std::string::npos, b.x < a.x - 0.1) << name;
        EXPECT_EQ(lattice.directionTo(h, lattice.neighbour(h, d)), d);
      }
  EXPECT_EQ(kFlatOdd.directionTo({0, 0}, {0, 2}), std::nullopt);
}

// The owner of a border edge or corner lies at most one step outside, and does not depend on the extent.
TEST(Lattice, BordersBelongToTheMapOrOneStepOutside) {
  const Extent extent{4, 3};
  for (const Lattice& lattice : kLattices) {
    std::set<EdgeId> edges;
    std::set<VertexId> corners;
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r)
        for (int k = 0; k < kSides; ++k) {
          const EdgeId e = lattice.edge({c, r}, k);
          const VertexId v = lattice.vertex({c, r}, k);
          EXPECT_TRUE(extent.containsOrBorders(e.owner()));
          EXPECT_TRUE(extent.containsOrBorders(v.owner()));
          EXPECT_TRUE(e.d >= 0 && e.d < 3);
          EXPECT_TRUE(v.v == 0 || v.v == 1);
          edges.insert(e);
          corners.insert(v);
        }
    // Euler: corners - edges + hexes = 1 for a map in one piece.
    EXPECT_EQ(static_cast<std::int64_t>(corners.size()) - static_cast<std::int64_t>(edges.size()) + extent.area(), 1);
  }
  EXPECT_EQ(kFlatOdd.edge({0, 0}, 5), (EdgeId{-1, -1, 2}));
  EXPECT_EQ(kFlatOdd.edge({0, 0}, 3), (EdgeId{0, 1, 0}));
}

TEST(Lattice, Lines) {
  EXPECT_EQ(kFlatOdd.line({1, 1}, {1, 1}), std::vector<HexCoord>({{1, 1}}));
  EXPECT_EQ(kFlatOdd.line({1, 0}, {1, 3}), std::vector<HexCoord>({{1, 0}, {1, 1}, {1, 2}, {1, 3}}));
  EXPECT_EQ(kFlatOdd.line({0, 0}, {3, 1}), std::vector<HexCoord>({{0, 0}, {1, 0}, {2, 1}, {3, 1}}));
  EXPECT_EQ(kPointyOdd.line({0, 2}, {3, 2}), std::vector<HexCoord>({{0, 2}, {1, 2}, {2, 2}, {3, 2}}));
  // Along a hexside the choice is free, but both ways have to make the same one.
  for (const Lattice& lattice : kLattices) {
    std::vector<HexCoord> back = lattice.line({4, 5}, {2, 2});
    std::reverse(back.begin(), back.end());
    EXPECT_EQ(lattice.line({2, 2}, {4, 5}), back);
  }
}

TEST(Lattice, RingSizes) {
  for (const Lattice& lattice : kLattices) {
    EXPECT_TRUE(lattice.ring({3, 3}, -1).empty());
    EXPECT_EQ(lattice.ring({3, 3}, 0).size(), 1u);
    for (std::int32_t radius = 1; radius < 6; ++radius) {
      const std::vector<HexCoord> ring = lattice.ring({3, 4}, radius);
      EXPECT_EQ(std::set<HexCoord>(ring.begin(), ring.end()).size(), static_cast<std::size_t>(6 * radius));
      for (std::size_t i = 0; i < ring.size(); ++i) {
        EXPECT_EQ(lattice.distance({3, 4}, ring[i]), radius);
        EXPECT_EQ(lattice.distance(ring[i], ring[(i + 1) % ring.size()]), 1);
        // Clockwise with y down: the cross product of successive spokes is positive.
        const Point o = lattice.centre({3, 4});
        const Point a = lattice.centre(ring[i]);
        const Point b = lattice.centre(ring[(i + 1) % ring.size()]);
        EXPECT_GT((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x), 0);
      }
    }
  }
}

const Frame kFrame{"EPSG:32632", {400000, 5600000}, {500, 480}, 17, 0.1};

TEST(Frame, RoundTrip) {
  const Point p{3.25, -7.5};
  const Point back = kFrame.toPlane(kFrame.toGround(p));
  EXPECT_NEAR(back.x, p.x, 1e-9);
  EXPECT_NEAR(back.y, p.y, 1e-9);
  const Frame plain{"", {10, 20}, {2, 2}, 0, 0};
  EXPECT_EQ(plain.toGround({1, 1}), (Point{12, 18}));
  const Frame turned{"", {10, 20}, {2, 2}, 90, 0};
  EXPECT_NEAR(turned.toGround({1, 0}).x, 10, 1e-12);
  EXPECT_NEAR(turned.toGround({1, 0}).y, 22, 1e-12);
  for (const Lattice& lattice : kLattices)
    EXPECT_EQ(kFrame.hexAt(lattice, kFrame.groundCentre(lattice, {12, 7})), (HexCoord{12, 7}));
}

TEST(Frame, ShiftKeepsGroundCentres) {
  for (const Lattice& lattice : kLattices)
    for (const HexCoord shift : {HexCoord{0, 0}, HexCoord{1, 0}, HexCoord{0, 1}, HexCoord{3, -5}, HexCoord{-2, 7}}) {
      const Lattice shifted = lattice.afterShift(shift);
      const Frame frame = kFrame.afterShift(lattice, shift);
      for (const HexCoord h : {HexCoord{0, 0}, HexCoord{1, 0}, HexCoord{4, 9}, HexCoord{7, 3}}) {
        const Point before = kFrame.groundCentre(lattice, h);
        const Point after = frame.groundCentre(shifted, {h.c + shift.c, h.r + shift.r});
        EXPECT_NEAR(before.x, after.x, 1e-6);
        EXPECT_NEAR(before.y, after.y, 1e-6);
      }
    }
}

std::vector<Point> box(double left, double top, double right, double bottom) {
  return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

TEST(Polygon, HexesInside) {
  const Extent extent{12, 12};
  const Rings ring{box(2.05, 2.1, 7.3, 8.2), box(4.1, 4.2, 5.7, 5.9)};
  for (const Lattice& lattice : kLattices) {
    std::vector<HexCoord> expected;
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const Point p = lattice.centre({c, r});
        const auto within = [&](const std::vector<Point>& b) {
          return p.x > b[0].x && p.x < b[2].x && p.y > b[0].y && p.y < b[2].y;
        };
        if (within(ring[0]) && !within(ring[1]))
          expected.push_back({c, r});
      }
    EXPECT_EQ(hexesInPolygon(lattice, extent, ring), expected);
    EXPECT_TRUE(hexesInPolygon(lattice, extent, {}).empty());
    EXPECT_TRUE(hexesInPolygon(lattice, extent, {{}}).empty());
    EXPECT_EQ(hexesInPolygon(lattice, extent, {box(-50, -50, 50, 50)}).size(), 144u);
  }
}

double sumOf(const std::vector<HexShare>& shares) {
  double sum = 0;
  for (const HexShare& share : shares)
    sum += share.share * kHexArea;
  return sum;
}

TEST(Polygon, SharesSumToTheArea) {
  const Extent extent{14, 14};
  const std::vector<Point> triangle{{1.5, 1.7}, {8.9, 3.1}, {4.2, 9.3}};
  const double triangleArea = std::abs((8.9 - 1.5) * (9.3 - 1.7) - (4.2 - 1.5) * (3.1 - 1.7)) / 2;
  for (const Lattice& lattice : kLattices) {
    EXPECT_NEAR(sumOf(hexShares(lattice, extent, {triangle})), triangleArea, 1e-5);
    const double outer = (8.3 - 2.05) * (8.2 - 2.1);
    const double hole = (6.7 - 3.1) * (6.9 - 3.2);
    const Rings holed{box(2.05, 2.1, 8.3, 8.2), box(3.1, 3.2, 6.7, 6.9)};
    EXPECT_NEAR(sumOf(hexShares(lattice, extent, holed)), outer - hole, 1e-5);
    // Rings in the other order and turned the other way are the same polygon.
    Rings other{holed[1], holed[0]};
    std::reverse(other[1].begin(), other[1].end());
    EXPECT_NEAR(sumOf(hexShares(lattice, extent, other)), outer - hole, 1e-5);
    const std::vector<HexShare> whole = hexShares(lattice, extent, {box(-50, -50, 50, 50)});
    EXPECT_EQ(whole.size(), 196u);
    for (const HexShare& share : whole)
      EXPECT_NEAR(share.share, 1, 1e-6);
    EXPECT_TRUE(hexShares(lattice, extent, {}).empty());
    EXPECT_TRUE(hexShares(lattice, extent, {box(100, 100, 110, 110)}).empty());
  }
}

} // namespace
} // namespace hotchkiss
