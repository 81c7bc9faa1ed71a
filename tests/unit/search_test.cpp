#include "libterrain/search/chain.h"
#include "libterrain/search/connectivity.h"
#include "libterrain/search/flood.h"
#include "libterrain/search/picking.h"
#include "libterrain/search/route.h"
#include "libterrain/search/vertexroute.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <set>

namespace hotchkiss {
namespace {

const std::vector<Lattice> kSearchedLattices{{Orientation::Flat, Parity::Odd},
                                             {Orientation::Flat, Parity::Even},
                                             {Orientation::Pointy, Parity::Odd},
                                             {Orientation::Pointy, Parity::Even}};

StepCosts randomCosts(const Extent& extent, unsigned seed, int least, int most) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> cost(least, most);
  StepCosts out(extent);
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      for (int d = 0; d < kSides; ++d)
        if (random() % 5 != 0)
          out.set({c, r}, d, static_cast<std::uint16_t>(cost(random)));
  return out;
}

/// The slow and obvious answer: relax every step until nothing changes.
std::vector<std::uint32_t> relaxed(const Lattice& lattice, const Extent& extent, const StepCosts& costs,
                                   HexCoord start) {
  std::vector<std::uint32_t> out(static_cast<std::size_t>(extent.area()), Flood::kUnreached);
  out[costs.index(start)] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r)
        for (int d = 0; d < kSides; ++d) {
          const HexCoord h{c, r};
          const HexCoord next = lattice.neighbour(h, d);
          const std::uint32_t here = out[costs.index(h)];
          const std::uint16_t step = costs.get(h, d);
          if (here == Flood::kUnreached || step == StepCosts::kBlocked || !extent.contains(next))
            continue;
          if (here + step < out[costs.index(next)]) {
            out[costs.index(next)] = here + step;
            changed = true;
          }
        }
  }
  return out;
}

std::uint32_t costAlong(const Lattice& lattice, const StepCosts& costs, const std::vector<HexCoord>& path) {
  std::uint32_t sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const std::optional<int> d = lattice.directionTo(path[i - 1], path[i]);
    if (!d || costs.get(path[i - 1], *d) == StepCosts::kBlocked)
      return Flood::kUnreached;
    sum += costs.get(path[i - 1], *d);
  }
  return sum;
}

TEST(Flood, UniformCostsAreDistances) {
  const Extent extent{9, 7};
  for (const Lattice& lattice : kSearchedLattices) {
    const std::vector<HexCoord> starts{{4, 3}, {-1, 0}};
    const Flood all = flood(lattice, extent, StepCosts(extent, 3), starts);
    const Flood near = flood(lattice, extent, StepCosts(extent, 3), starts, 6);
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const auto distance = static_cast<std::uint32_t>(lattice.distance({4, 3}, {c, r}));
        EXPECT_EQ(all.costOf({c, r}), 3 * distance);
        EXPECT_EQ(near.reached({c, r}), distance <= 2);
        EXPECT_EQ(all.pathTo({c, r}).size(), distance + 1);
      }
    EXPECT_FALSE(all.reached({-1, 0}));
    EXPECT_TRUE(all.pathTo({9, 0}).empty());
  }
}

TEST(Flood, CostsOfAnotherExtentReachNothing) {
  const std::vector<HexCoord> starts{{0, 0}};
  EXPECT_FALSE(flood({}, {3, 3}, StepCosts({4, 3}, 1), starts).reached({0, 0}));
}

RC_GTEST_PROP(Flood, AgreesWithRelaxationAndRoute, ()) {
  const Lattice lattice = *rc::gen::elementOf(kSearchedLattices);
  const Extent extent{*rc::gen::inRange(1, 12), *rc::gen::inRange(1, 12)};
  const int least = *rc::gen::inRange(0, 3);
  const StepCosts costs = randomCosts(extent, *rc::gen::arbitrary<unsigned>(), least, least + *rc::gen::inRange(0, 30));
  const HexCoord start{*rc::gen::inRange(0, extent.width), *rc::gen::inRange(0, extent.height)};
  const std::vector<std::uint32_t> expected = relaxed(lattice, extent, costs, start);
  const Flood found = flood(lattice, extent, costs, std::span(&start, 1));
  RC_ASSERT(found.cost == expected);
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const std::uint32_t cost = expected[costs.index({c, r})];
      const std::optional<Route> way = route(lattice, extent, costs, start, {c, r});
      RC_ASSERT(way.has_value() == (cost != Flood::kUnreached));
      if (!way)
        continue;
      RC_ASSERT(way->cost == cost);
      RC_ASSERT(way->hexes.front() == start);
      RC_ASSERT(way->hexes.back() == (HexCoord{c, r}));
      RC_ASSERT(costAlong(lattice, costs, way->hexes) == cost);
      RC_ASSERT(costAlong(lattice, costs, found.pathTo({c, r})) == cost);
    }
}

TEST(Flood, AMillionHexesAreQuick) {
  const Extent extent{1000, 1000};
  const StepCosts costs = randomCosts(extent, 1, 1, 12);
  const HexCoord start{500, 500};
  const auto begin = std::chrono::steady_clock::now();
  const Flood found = flood({}, extent, costs, std::span(&start, 1));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(found.reached({0, 0}));
  RecordProperty("milliseconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 5000); // loose, because builds without optimisation run this too
}

TEST(Route, NoneOffTheMapOrThroughAWall) {
  const Extent extent{5, 5};
  const Lattice lattice;
  StepCosts costs(extent, 1);
  for (int d = 0; d < kSides; ++d)
    costs.set({2, 2}, d, StepCosts::kBlocked);
  EXPECT_FALSE(route(lattice, extent, costs, {2, 2}, {0, 0}));
  EXPECT_TRUE(route(lattice, extent, costs, {0, 0}, {2, 2}));
  EXPECT_FALSE(route(lattice, extent, costs, {0, 0}, {5, 0}));
  const std::optional<Route> stay = route(lattice, extent, costs, {2, 2}, {2, 2});
  ASSERT_TRUE(stay);
  EXPECT_EQ(stay->hexes.size(), 1u);
  EXPECT_EQ(stay->cost, 0u);
}

TEST(VertexRoute, FollowsAndAvoids) {
  const Extent extent{4, 4};
  for (const Lattice& lattice : kSearchedLattices) {
    const VertexId from = lattice.vertex({1, 1}, 0);
    const VertexId to = lattice.vertex({1, 1}, 3);
    const auto flat = [](EdgeId) { return 1u; };
    EXPECT_EQ(vertexRoute(lattice, extent, from, to, flat).size(), 3u);
    EXPECT_TRUE(vertexRoute(lattice, extent, from, from, flat).empty());
    EXPECT_TRUE(vertexRoute(lattice, extent, from, lattice.vertex({9, 9}, 0), flat).empty());
    const EdgeId wall = lattice.edge({1, 1}, 1);
    const std::vector<EdgeId> round =
        vertexRoute(lattice, extent, from, to, [&](EdgeId e) { return e == wall ? kBlockedEdge : 1u; });
    EXPECT_EQ(std::ranges::count(round, wall), 0);
    const auto walk = walkChain(lattice, ChainKind::AlongEdges, round, from);
    ASSERT_TRUE(std::holds_alternative<ChainWalk>(walk));
    EXPECT_EQ(std::get<ChainWalk>(walk).order, round);
    EXPECT_EQ(std::get<ChainWalk>(walk).corners.back(), to);
    EXPECT_TRUE(vertexRoute(lattice, extent, from, to, [](EdgeId) { return kBlockedEdge; }).empty());
    // Along the whole border of a single hex: every owner off the map has to be found.
    EXPECT_EQ(vertexRoute(lattice, {1, 1}, lattice.vertex({0, 0}, 5), lattice.vertex({0, 0}, 2), flat).size(), 3u);
    for (int k = 0; k < kSides; ++k)
      EXPECT_EQ(vertexRoute(lattice, {1, 1}, lattice.vertex({0, 0}, k), lattice.vertex({0, 0}, k + 1), flat),
                std::vector<EdgeId>{lattice.edge({0, 0}, k + 1)});
  }
}

RC_GTEST_PROP(Chain, PutsShuffledRoutesInOrder, ()) {
  const Lattice lattice = *rc::gen::elementOf(kSearchedLattices);
  const Extent extent{12, 12};
  const auto anyHex = [] { return HexCoord{*rc::gen::inRange(0, 12), *rc::gen::inRange(0, 12)}; };
  const HexCoord a = anyHex();
  const HexCoord b = anyHex();
  RC_PRE(a != b);
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());

  const VertexId from = lattice.vertex(a, 0);
  std::vector<EdgeId> river = vertexRoute(lattice, extent, from, lattice.vertex(b, 3), [](EdgeId) { return 1u; });
  RC_PRE(!river.empty());
  std::vector<EdgeId> shuffled = river;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const auto along = walkChain(lattice, ChainKind::AlongEdges, shuffled, from);
  RC_ASSERT(std::holds_alternative<ChainWalk>(along));
  RC_ASSERT(std::get<ChainWalk>(along).order == river);
  RC_ASSERT(std::get<ChainWalk>(along).corners.size() == river.size() + 1);

  const std::vector<HexCoord> hexes = lattice.line(a, b);
  std::vector<EdgeId> road;
  for (std::size_t i = 1; i < hexes.size(); ++i)
    road.push_back(*lattice.edgeBetween(hexes[i - 1], hexes[i]));
  std::shuffle(road.begin(), road.end(), random);
  const auto across = walkChain(lattice, ChainKind::AcrossEdges, road, std::nullopt, a);
  RC_ASSERT(std::holds_alternative<ChainWalk>(across));
  RC_ASSERT(std::get<ChainWalk>(across).hexes == hexes);
  const auto unguided = walkChain(lattice, ChainKind::AcrossEdges, road);
  RC_ASSERT(std::get<ChainWalk>(unguided).hexes.front() == std::min(a, b));
}

ChainProblem problemOf(const std::variant<ChainWalk, ChainProblem>& result) {
  const auto* problem = std::get_if<ChainProblem>(&result);
  EXPECT_NE(problem, nullptr);
  return problem ? *problem : ChainProblem{};
}

TEST(Chain, NamesItsProblems) {
  using Kind = ChainProblem::Kind;
  for (const Lattice& lattice : kSearchedLattices) {
    const HexCoord h{3, 3};
    EXPECT_EQ(problemOf(walkChain(lattice, ChainKind::AlongEdges, {})).kind, Kind::Empty);

    const std::vector<EdgeId> apart{lattice.edge(h, 0), lattice.edge(h, 3), lattice.edge(h, 2)};
    const ChainProblem broken = problemOf(walkChain(lattice, ChainKind::AlongEdges, apart));
    EXPECT_EQ(broken.kind, Kind::Broken);
    EXPECT_EQ(broken.pieces.size(), 2u);

    const VertexId corner = lattice.vertex(h, 0);
    const auto star = lattice.edges(corner);
    const ChainProblem branching = problemOf(walkChain(lattice, ChainKind::AlongEdges, star));
    EXPECT_EQ(branching.kind, Kind::Branching);
    EXPECT_EQ(branching.corners, std::vector<VertexId>{corner});
    // The same three edges are a ring of three hexes for a road.
    EXPECT_EQ(problemOf(walkChain(lattice, ChainKind::AcrossEdges, star)).kind, Kind::Loop);
    const ChainProblem fork = problemOf(walkChain(lattice, ChainKind::AcrossEdges, apart));
    EXPECT_EQ(fork.kind, Kind::Branching);
    EXPECT_EQ(fork.hexes, std::vector<HexCoord>{h});

    const std::vector<EdgeId> bend{lattice.edge(h, 0), lattice.edge(h, 1), lattice.edge(h, 0)};
    EXPECT_EQ(problemOf(walkChain(lattice, ChainKind::AlongEdges, bend, corner)).kind, Kind::StartNotAtEnd);
    EXPECT_EQ(problemOf(walkChain(lattice, ChainKind::AlongEdges, bend, lattice.vertex(h, 3))).kind,
              Kind::StartNotAtEnd);
    EXPECT_TRUE(std::holds_alternative<ChainWalk>(walkChain(lattice, ChainKind::AlongEdges, bend)));
  }
}

TEST(Chain, RingNeedsAStart) {
  for (const Lattice& lattice : kSearchedLattices) {
    std::vector<EdgeId> ring;
    for (int side = 0; side < kSides; ++side)
      ring.push_back(lattice.edge({2, 2}, side));
    EXPECT_EQ(problemOf(walkChain(lattice, ChainKind::AlongEdges, ring)).kind, ChainProblem::Kind::Loop);
    const VertexId start = lattice.vertex({2, 2}, 4);
    const auto walk = walkChain(lattice, ChainKind::AlongEdges, ring, start);
    ASSERT_TRUE(std::holds_alternative<ChainWalk>(walk));
    const auto& closed = std::get<ChainWalk>(walk);
    EXPECT_TRUE(closed.closed);
    EXPECT_EQ(closed.corners.size(), 7u);
    EXPECT_EQ(closed.corners.front(), start);
    EXPECT_EQ(closed.corners.back(), start);
    EXPECT_EQ(std::set<EdgeId>(closed.order.begin(), closed.order.end()).size(), 6u);
  }
}

TEST(Chain, ManyCoursesAreQuick) {
  const Lattice lattice;
  std::vector<EdgeId> river = vertexRoute(lattice, {110, 110}, lattice.vertex({0, 0}, 0), lattice.vertex({109, 50}, 3),
                                          [](EdgeId) { return 1u; });
  ASSERT_GE(river.size(), 200u);
  river.resize(200);
  std::shuffle(river.begin(), river.end(), std::mt19937(1));
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 2000; ++i)
    ASSERT_TRUE(std::holds_alternative<ChainWalk>(walkChain(lattice, ChainKind::AlongEdges, river)));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  RecordProperty("milliseconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 3000); // loose, because builds without optimisation run this too
}

TEST(Connectivity, AreasInOrder) {
  const Extent extent{6, 5};
  for (const Lattice& lattice : kSearchedLattices) {
    const auto notWall = [](HexCoord h) { return h.c != 2 && h.c != 3; };
    const auto always = [](HexCoord, int) { return true; };
    const auto areas = connectedAreas(lattice, extent, notWall, always);
    ASSERT_EQ(areas.size(), 2u);
    EXPECT_EQ(areas[0].front(), (HexCoord{0, 0}));
    EXPECT_EQ(areas[0].size(), 10u);
    EXPECT_EQ(areas[1].front(), (HexCoord{4, 0}));
    EXPECT_TRUE(std::ranges::is_sorted(areas[1]));
    EXPECT_EQ(connectedAreas(lattice, extent, notWall, [](HexCoord, int) { return false; }).size(), 20u);
    EXPECT_TRUE(connectedAreas(lattice, {}, notWall, always).empty());
    EXPECT_EQ(connectedArea(lattice, extent, {5, 4}, notWall), areas[1]);
    EXPECT_TRUE(connectedArea(lattice, extent, {6, 4}, notWall).empty());
  }
}

TEST(Picking, CornerThenEdgeThenHex) {
  for (const Lattice& lattice : kSearchedLattices)
    for (const HexCoord h : {HexCoord{2, 3}, HexCoord{3, 2}, HexCoord{-1, -2}}) {
      const Point centre = lattice.centre(h);
      EXPECT_EQ(pick(lattice, centre).kind, Pick::Kind::Hex);
      EXPECT_EQ(pick(lattice, centre).hex, h);
      for (int k = 0; k < kSides; ++k) {
        const auto towards = [&](Point p, double part) {
          return Point{centre.x + (p.x - centre.x) * part, centre.y + (p.y - centre.y) * part};
        };
        const Pick corner = pick(lattice, towards(lattice.corner(h, k), 0.9));
        EXPECT_EQ(corner.kind, Pick::Kind::Vertex);
        EXPECT_EQ(corner.vertex, lattice.vertex(h, k));
        const Point middle = lattice.middle(lattice.edge(h, k));
        for (const double part : {0.66, 0.9, 1.1, 1.34}) {
          EXPECT_EQ(pick(lattice, towards(middle, part)).kind, Pick::Kind::Edge) << part;
          EXPECT_EQ(pick(lattice, towards(middle, part)).edge, lattice.edge(h, k));
        }
        EXPECT_EQ(pick(lattice, towards(middle, 0.6)).kind, Pick::Kind::Hex);
        EXPECT_EQ(pick(lattice, towards(middle, 0.99), -1, -1).kind, Pick::Kind::Hex);
      }
    }
}

} // namespace
} // namespace hotchkiss
