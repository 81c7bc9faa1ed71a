#include "importers/lines/edgematch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <set>

namespace hotchkiss {
namespace {

/// A random chain of edges that never visits a corner twice. `bend` is the chance to keep turning the same way, which
/// makes it wind tightly round hexes.
std::vector<VertexId> randomChain(const Lattice& lattice, const Extent& extent, std::mt19937& random,
                                  std::size_t length, double bend) {
  std::vector<VertexId> best;
  for (int attempt = 0; attempt < 50 && best.size() < length; ++attempt) {
    const HexCoord start{static_cast<std::int32_t>(random() % static_cast<unsigned>(extent.width)),
                         static_cast<std::int32_t>(random() % static_cast<unsigned>(extent.height))};
    std::vector<VertexId> chain{lattice.vertex(start, static_cast<int>(random() % 6))};
    std::set<VertexId> seen{chain[0]};
    double lastTurn = 1;
    while (chain.size() < length) {
      std::vector<VertexId> options;
      for (const VertexId next : lattice.neighbours(chain.back())) {
        const auto hexes = lattice.hexes(*lattice.edgeBetween(chain.back(), next));
        if (seen.count(next) == 0 && (extent.contains(hexes[0]) || extent.contains(hexes[1])))
          options.push_back(next);
      }
      if (options.empty())
        break;
      VertexId chosen = options[random() % options.size()];
      if (chain.size() >= 2) {
        const Point a = lattice.position(chain[chain.size() - 2]);
        const Point b = lattice.position(chain.back());
        const auto turnTo = [&](VertexId v) {
          const Point c = lattice.position(v);
          return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        };
        const bool same = std::uniform_real_distribution<>(0, 1)(random) < bend;
        for (const VertexId v : options)
          if ((turnTo(v) * lastTurn > 0) == same)
            chosen = v;
        lastTurn = turnTo(chosen);
      }
      chain.push_back(chosen);
      seen.insert(chosen);
    }
    if (chain.size() > best.size())
      best = chain;
  }
  return best;
}

std::vector<Point> lineOf(const Lattice& lattice, const std::vector<VertexId>& chain, int perEdge, double noise,
                          std::mt19937& random) {
  std::vector<Point> out;
  std::normal_distribution<double> push(0, noise > 0 ? noise / std::sqrt(2.0) : 1);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const Point a = lattice.position(chain[i]);
    const Point b = lattice.position(chain[i + 1]);
    for (int k = 0; k < perEdge || (i + 2 == chain.size() && k == perEdge); ++k) {
      const double t = static_cast<double>(k) / perEdge;
      Point p{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
      if (noise > 0) {
        p.x += push(random);
        p.y += push(random);
      }
      out.push_back(p);
    }
  }
  return out;
}

struct Score {
  std::size_t truth = 0;
  std::size_t found = 0;
  std::size_t right = 0;
  double recall() const { return static_cast<double>(right) / static_cast<double>(truth); }
  double precision() const { return static_cast<double>(right) / static_cast<double>(found); }
};

Score trial(double noise, double bend, unsigned seed, int chains = 60) {
  std::mt19937 random(seed);
  Score score;
  for (int i = 0; i < chains; ++i) {
    const Lattice lattice(i % 2 == 0 ? Orientation::Flat : Orientation::Pointy,
                          i % 3 == 0 ? Parity::Even : Parity::Odd);
    const Extent extent{40, 30};
    const std::vector<VertexId> chain = randomChain(lattice, extent, random, 60, bend);
    const std::vector<Point> line = lineOf(lattice, chain, 4, noise, random);
    std::set<EdgeId> truth;
    for (std::size_t k = 0; k + 1 < chain.size(); ++k)
      truth.insert(*lattice.edgeBetween(chain[k], chain[k + 1]));
    const EdgeMatch match = matchAlongEdges(lattice, extent, resampled(line, kMatchStep));
    score.truth += truth.size();
    score.found += match.edges.size();
    for (const EdgeId e : match.edges)
      score.right += truth.count(e);
  }
  return score;
}

TEST(EdgeMatch, CleanLinesComeBackWhole) {
  for (const double bend : {0.2, 0.5, 0.75}) {
    const Score score = trial(0, bend, 7);
    EXPECT_EQ(score.recall(), 1.0) << bend;
    EXPECT_EQ(score.precision(), 1.0) << bend;
  }
}

TEST(EdgeMatch, NoiseOfFifteenHundredths) {
  const Score score = trial(0.15, 0.4, 11);
  RecordProperty("recall", std::to_string(score.recall()));
  EXPECT_GE(score.recall(), 0.98);
  EXPECT_GE(score.precision(), 0.98);
}

TEST(EdgeMatch, NoiseOfAQuarter) {
  const Score score = trial(0.25, 0.4, 13);
  EXPECT_GE(score.recall(), 0.95);
  EXPECT_GE(score.precision(), 0.95);
}

TEST(EdgeMatch, DirectionDoesNotMatter) {
  std::mt19937 random(3);
  const Lattice lattice;
  const Extent extent{20, 20};
  const std::vector<VertexId> chain = randomChain(lattice, extent, random, 40, 0.5);
  std::vector<Point> line = lineOf(lattice, chain, 4, 0, random);
  const EdgeMatch there = matchAlongEdges(lattice, extent, resampled(line, kMatchStep));
  std::reverse(line.begin(), line.end());
  const EdgeMatch back = matchAlongEdges(lattice, extent, resampled(line, kMatchStep));
  EXPECT_EQ(there.corners, std::vector<VertexId>(back.corners.rbegin(), back.corners.rend()));
  EXPECT_EQ(there.corners, chain);
}

TEST(EdgeMatch, RoundFiveSidesOfOneHex) {
  const Lattice lattice;
  const Extent extent{5, 5};
  std::vector<VertexId> chain;
  for (int k = 0; k < 6; ++k)
    chain.push_back(lattice.vertex({2, 2}, k));
  std::mt19937 random(1);
  const EdgeMatch match = matchAlongEdges(lattice, extent, resampled(lineOf(lattice, chain, 4, 0, random), kMatchStep));
  EXPECT_EQ(match.corners, chain);
  EXPECT_NEAR(match.withinHalf, 1, 1e-9);
}

TEST(EdgeMatch, AStraightLineThroughCentresIsHalfAHexAway) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  std::vector<Point> line;
  for (int r = 0; r < 10; ++r)
    line.push_back(lattice.centre({4, r}));
  const EdgeMatch match = matchAlongEdges(lattice, {10, 10}, resampled(line, kMatchStep));
  EXPECT_GE(match.edges.size(), 14U);
  EXPECT_LE(match.edges.size(), 20U);
  EXPECT_LE(match.worstDeviation, 0.6);
}

TEST(EdgeMatch, TooShort) {
  const std::vector<Point> dot{{1, 1}, {1.01, 1}};
  EXPECT_TRUE(matchAlongEdges(Lattice{}, {5, 5}, resampled(dot, kMatchStep)).edges.empty());
  EXPECT_TRUE(matchAlongEdges(Lattice{}, {5, 5}, {}).edges.empty());
}

} // namespace
} // namespace hotchkiss
