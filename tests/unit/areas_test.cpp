// Areas drawn by hand, smoothing, and the order in which printed numbers are read.
#include "libterrain/edit/smoothing.h"
#include "libterrain/grid/areas.h"
#include "libterrain/map/recordplaces.h"
#include "libterrain/numbering/readingorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hotchkiss {
namespace {

TEST(Areas, ABoxIsColumnsAndRowsOnTheMap) {
  EXPECT_EQ(hexesInBox({10, 10}, {3, 5}, {2, 4}), (std::vector<HexCoord>{{2, 4}, {2, 5}, {3, 4}, {3, 5}}));
  EXPECT_EQ(hexesInBox({3, 3}, {-5, 1}, {0, 9}), (std::vector<HexCoord>{{0, 1}, {0, 2}}));
  EXPECT_TRUE(hexesInBox({3, 3}, {5, 5}, {9, 9}).empty());
}

TEST(Areas, ALassoTakesWhatItGoesAroundAndThrough) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  std::vector<Point> loop;
  for (const HexCoord h : lattice.ring({6, 6}, 3))
    loop.push_back(lattice.centre(h));
  const std::vector<HexCoord> all = hexesInLasso(lattice, {13, 13}, loop);
  std::vector<HexCoord> disc = lattice.range({6, 6}, 3);
  std::sort(disc.begin(), disc.end());
  EXPECT_EQ(all, disc);
  EXPECT_EQ(hexesInLasso(lattice, {13, 13}, {lattice.centre({2, 2})}), (std::vector<HexCoord>{{2, 2}}));
  EXPECT_TRUE(hexesInLasso(lattice, {13, 13}, {}).empty());
  for (const HexCoord h : hexesInLasso(lattice, {7, 7}, loop))
    EXPECT_TRUE((Extent{7, 7}.contains(h)));
}

TEST(Areas, ALineHasItsWidth) {
  const Lattice lattice(Orientation::Pointy, Parity::Even);
  EXPECT_EQ(hexesAlongLine(lattice, {9, 9}, {1, 4}, {5, 4}, 0).size(), 5U);
  for (const HexCoord h : hexesAlongLine(lattice, {9, 9}, {1, 4}, {5, 4}, 1))
    EXPECT_LE(std::abs(h.r - 4), 1);
}

TEST(Smoothing, APeakGoesDownAndAPlainStays) {
  Document map(Lattice(), {5, 5});
  std::vector<HexCoord> all;
  for (std::int32_t c = 0; c < 5; ++c)
    for (std::int32_t r = 0; r < 5; ++r) {
      HexValue value;
      value.level = 2;
      map.setHex({c, r}, value);
      all.push_back({c, r});
    }
  EXPECT_TRUE(smoothedLevels(map, all).empty());
  HexValue peak;
  peak.level = 9;
  map.setHex({2, 2}, peak);
  const std::map<HexCoord, int> smooth = smoothedLevels(map, all);
  EXPECT_EQ(smooth.at({2, 2}), 3);
  EXPECT_EQ(smooth.at({2, 1}), 3);
  EXPECT_FALSE(smooth.contains({0, 0}));
}

Sheet sheet(const std::string& label) {
  Sheet out;
  out.id = "A";
  out.size = {4, 3};
  out.label = *LabelPattern::parse(label);
  return out;
}

std::vector<std::string> read(const Lattice& lattice, const Sheet& sheet, ReadingOrder::By by) {
  const Numbering numbering(lattice, {4, 3}, {sheet});
  std::vector<std::string> out;
  const ReadingOrder order(lattice, {4, 3}, numbering, by);
  for (const HexCoord h : order.hexes())
    out.push_back(numbering.label(h));
  return out;
}

TEST(ReadingOrder, FollowsThePrintedNumbersWhateverWayTheyRun) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  Sheet one = sheet("{col:2}{row:2}");
  EXPECT_EQ(read(lattice, one, ReadingOrder::By::Rows),
            (std::vector<std::string>{"0101", "0201", "0301", "0401", "0102", "0202", "0302", "0402", "0103", "0203",
                                      "0303", "0403"}));
  EXPECT_EQ(read(lattice, one, ReadingOrder::By::Columns),
            (std::vector<std::string>{"0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302", "0303", "0401",
                                      "0402", "0403"}));
  one.columns = {4, -1, Axis::Stagger::None}; // numbered from the right
  EXPECT_EQ(read(lattice, one, ReadingOrder::By::Rows).front(), "0101");
  const Numbering numbering(lattice, {4, 3}, {one});
  EXPECT_EQ(ReadingOrder(lattice, {4, 3}, numbering, ReadingOrder::By::Rows).hexes().front(), (HexCoord{3, 0}));
}

TEST(ReadingOrder, StepsAndLines) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  Sheet one = sheet("{col:2}{row:2}");
  one.omit = {{1, 0}};
  const ReadingOrder order(lattice, {4, 3}, Numbering(lattice, {4, 3}, {one}), ReadingOrder::By::Rows);
  EXPECT_EQ(order.hexes().size(), 11U);
  EXPECT_EQ(order.next({0, 0}), (HexCoord{2, 0})) << "what is not printed is passed over";
  EXPECT_EQ(order.previous({2, 0}), (HexCoord{0, 0}));
  EXPECT_EQ(order.previous({0, 0}), std::nullopt);
  EXPECT_EQ(order.next({3, 2}), std::nullopt);
  EXPECT_EQ(order.next({1, 0}), std::nullopt);
  EXPECT_TRUE(order.beginsLine({0, 0}));
  EXPECT_TRUE(order.beginsLine({0, 1}));
  EXPECT_FALSE(order.beginsLine({2, 0}));
}

TEST(ReadingOrder, AMapWithoutSheetsAndOneWithTwo) {
  const Lattice lattice(Orientation::Pointy, Parity::Odd);
  const ReadingOrder bare(lattice, {3, 2}, Numbering(), ReadingOrder::By::Rows);
  EXPECT_EQ(bare.hexes(), (std::vector<HexCoord>{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}));
  Sheet left = sheet("A{col:2}{row:2}");
  left.size = {3, 2};
  Sheet right = left;
  right.id = "B";
  right.origin = {2, 0}; // overlaps by a column
  const Numbering both(lattice, {5, 2}, {left, right});
  const ReadingOrder order(lattice, {5, 2}, both, ReadingOrder::By::Rows);
  EXPECT_EQ(order.hexes().size(), 10U);
  EXPECT_EQ(std::set<HexCoord>(order.hexes().begin(), order.hexes().end()).size(), 10U);
  EXPECT_EQ(order.hexes()[6], (HexCoord{3, 0})) << "the second sheet begins with what the first did not have";
}

TEST(RecordPlaces, EveryPlaceOfARecordIsMapped) {
  const PlaceMap map{[](HexCoord h) {
                       return HexCoord{h.c + 1, h.r};
                     },
                     [](EdgeId e) {
                       return EdgeId{e.c + 10, e.r, e.d};
                     },
                     [](VertexId v) {
                       return VertexId{v.c + 100, v.r, v.v};
                     }};
  EXPECT_EQ(withPlacesMapped(R"({"at":[1,2],"kind":"x"})", map), R"({"at":[2,2],"kind":"x"})");
  EXPECT_EQ(withPlacesMapped(R"({"at":[1,2,0]})", map), R"({"at":[11,2,0]})");
  EXPECT_EQ(withPlacesMapped(R"({"mouth":[1,2,0]})", map), R"({"mouth":[101,2,0]})");
  EXPECT_EQ(
      withPlacesMapped(R"({"edges":[[1,2,0]],"ends":[{"vertex":[1,2,1]},{"hex":[3,4]}],"hexes":[[1,1],[2,2]]})", map),
      R"({"edges":[[11,2,0]],"ends":[{"vertex":[101,2,1]},{"hex":[4,4]}],"hexes":[[2,1],[3,2]]})");
  EXPECT_EQ(cornerIdMapped("3.4.1", map), "103.4.1");
  EXPECT_EQ(cornerIdMapped("big-run", map), "big-run");
}

} // namespace
} // namespace hotchkiss
