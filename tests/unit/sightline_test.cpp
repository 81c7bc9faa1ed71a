#include "libterrain/search/sightline.h"

#include <gtest/gtest.h>

namespace hotchkiss {
namespace {

using Hexes = std::vector<HexCoord>;

std::vector<Hexes> piecesOf(const SightLine& line) {
  std::vector<Hexes> out;
  for (const LineStation& piece : line.stations)
    out.push_back(piece.hexes);
  return out;
}

TEST(SightLine, GoesStraightThroughNeighbours) {
  const Lattice flat(Orientation::Flat, Parity::Odd);
  const SightLine line = sightLine(flat, {2, 1}, {2, 4});
  EXPECT_EQ(piecesOf(line), (std::vector<Hexes>{{{2, 1}}, {{2, 2}}, {{2, 3}}, {{2, 4}}}));
  ASSERT_EQ(line.crossings.size(), 3U);
  EXPECT_EQ(line.crossings[1].at, (LineShare{1, 2})); // exactly half-way
  EXPECT_FALSE(line.crossings[1].atCorner);
}

TEST(SightLine, RunsAlongASide) {
  // Towards a corner: out by it, along the side between two hexes, in by a corner.
  const Lattice pointy(Orientation::Pointy, Parity::Odd);
  const SightLine line = sightLine(pointy, {1, 0}, {1, 2});
  EXPECT_EQ(piecesOf(line), (std::vector<Hexes>{{{1, 0}}, {{0, 1}, {1, 1}}, {{1, 2}}}));
  EXPECT_EQ(line.stations[1].enters, (LineShare{1, 3}));
  EXPECT_EQ(line.stations[1].leaves, (LineShare{2, 3}));
  ASSERT_EQ(line.crossings.size(), 4U);
  for (const LineCrossing& crossing : line.crossings)
    EXPECT_TRUE(crossing.atCorner);
}

TEST(SightLine, CrossesHexesThatAShortestPathLeavesOut) {
  // A distance of 4, but the line passes through six hexes: it crosses the sides between some that lie beside each
  // other.
  const Lattice flat(Orientation::Flat, Parity::Odd);
  EXPECT_EQ(flat.distance({0, 0}, {1, 3}), 4);
  EXPECT_EQ(piecesOf(sightLine(flat, {0, 0}, {1, 3})),
            (std::vector<Hexes>{{{0, 0}}, {{0, 1}}, {{1, 1}}, {{0, 2}}, {{1, 2}}, {{1, 3}}}));
}

TEST(SightLine, OfOneHexIsThatHex) {
  const SightLine line = sightLine(Lattice(Orientation::Flat, Parity::Even), {4, 4}, {4, 4});
  EXPECT_EQ(piecesOf(line), (std::vector<Hexes>{{{4, 4}}}));
  EXPECT_TRUE(line.crossings.empty());
}

} // namespace
} // namespace hotchkiss
