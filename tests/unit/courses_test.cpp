// Named courses: where they run, their mouths, joining and splitting; and ways over easy ground.
#include "libscenario/module/courses.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/ruleset/easyway.h"
#include "libscenario/ruleset/ruleset.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

class Courses : public testing::Test {
 protected:
  Courses() : map(readModule(sampleFiles("gcacw-primer"))->document), rules(*Ruleset::effective(map)) {}
  const Catalogue& catalogue() const { return rules.catalogue(); }
  CourseWay way(const std::string& id) const { return courseWay(map, catalogue(), id); }
  json record(const std::string& section, const std::string& id) const {
    const std::string* text = map.record(kNamedTable, {section, id});
    return text ? json::parse(*text) : json();
  }
  Outcome split(const std::string& id, VertexId corner, HexCoord hex, const std::string& newId) {
    Stroke stroke(map, "split");
    return splitCourse(stroke, catalogue(), id, corner, hex, newId);
  }
  Outcome join(const std::string& kept, const std::string& gone) {
    Stroke stroke(map, "join");
    return joinCourses(stroke, catalogue(), kept, gone);
  }
  Outcome mouth(const std::string& id, VertexId corner, HexCoord hex = {}) {
    Stroke stroke(map, "mouth");
    return setCourseMouth(stroke, catalogue(), id, corner, hex);
  }
  Document map;
  Ruleset rules;
};

TEST_F(Courses, ARiverRunsToItsMouth) {
  const CourseWay river = way("patuxan");
  ASSERT_TRUE(river.isOneWay);
  EXPECT_TRUE(river.isDirected);
  EXPECT_FALSE(river.across);
  EXPECT_EQ(river.corners.size(), river.edges.size() + 1);
  const json at = record("course", "patuxan")["mouth"];
  EXPECT_EQ(river.corners.back(), (VertexId{at[0], at[1], at[2]}));
  for (std::size_t i = 0; i < river.edges.size(); ++i)
    EXPECT_EQ(map.lattice().edgeBetween(river.corners[i], river.corners[i + 1]), river.edges[i]);
  const CourseWay road = way("gap_pike");
  EXPECT_TRUE(road.across);
  EXPECT_TRUE(way("no-such-course").edges.empty());
}

TEST_F(Courses, SplitAndJoinedAgainIsWhatItWas) {
  const Document before = map;
  const CourseWay whole = way("patuxan");
  const std::size_t at = whole.edges.size() / 2;
  ASSERT_TRUE(split("patuxan", whole.corners[at], {}, "upper").ok());
  const CourseWay lower = way("patuxan");
  const CourseWay upper = way("upper");
  EXPECT_EQ(upper.edges.size(), at);
  EXPECT_EQ(lower.edges.size(), whole.edges.size() - at);
  EXPECT_EQ(lower.corners.back(), whole.corners.back()) << "the old course keeps its mouth";
  EXPECT_EQ(upper.corners.back(), whole.corners[at]) << "the new one ends where it was cut";
  EXPECT_EQ(record("course", "upper")["kind"], record("course", "patuxan")["kind"]);
  for (const auto& [key, text] : map.table(kNamedTable))
    if (key.section == "crossing" && json::parse(text).value("of", "") == "upper") {
      const json place = json::parse(text)["at"];
      const EdgeId e{place[0], place[1], place[2]};
      EXPECT_NE(std::find(upper.edges.begin(), upper.edges.end(), e), upper.edges.end());
    }
  ASSERT_TRUE(join("patuxan", "upper").ok());
  EXPECT_TRUE(map == before);
}

TEST_F(Courses, ARoadIsSplitAtAHex) {
  const CourseWay whole = way("gap_pike");
  ASSERT_TRUE(whole.isOneWay);
  ASSERT_GE(whole.edges.size(), 2U);
  ASSERT_TRUE(split("gap_pike", {}, whole.hexes[1], "beyond").ok());
  EXPECT_EQ(way("gap_pike").edges.size() + way("beyond").edges.size(), whole.edges.size());
  EXPECT_EQ(std::min(way("gap_pike").edges.size(), way("beyond").edges.size()), 1U);
}

TEST_F(Courses, WhatCannotBeIsSaid) {
  const Document before = map;
  const CourseWay river = way("patuxan");
  EXPECT_FALSE(split("patuxan", river.corners.front(), {}, "x").ok()) << "an end";
  EXPECT_FALSE(split("nowhere", {}, {}, "x").ok());
  EXPECT_FALSE(join("patuxan", "patuxan").ok());
  EXPECT_FALSE(join("patuxan", "gap_pike").ok()) << "another kind";
  EXPECT_FALSE(join("patuxan", "nowhere").ok());
  EXPECT_FALSE(mouth("patuxan", river.corners[1]).ok()) << "in the middle";
  EXPECT_FALSE(mouth("harrow_heights", {}).ok()) << "a ridge has none";
  EXPECT_TRUE(map == before);
}

TEST_F(Courses, TheMouthCanBeTheOtherEnd) {
  const CourseWay river = way("patuxan");
  ASSERT_TRUE(mouth("patuxan", river.corners.front()).ok());
  EXPECT_EQ(way("patuxan").corners.back(), river.corners.front());
  ASSERT_TRUE(mouth("patuxan", river.corners.back()).ok());
  EXPECT_EQ(way("patuxan").corners, river.corners);
}

TEST_F(Courses, JoinsAtACorner) {
  const VertexId corner = way("beaver_creek").corners.back();
  const std::string id = toText(corner);
  Stroke stroke(map, "join");
  const bool was = map.record(kNamedTable, {"join", id}) != nullptr;
  Result<bool> now = toggleJoin(stroke, corner);
  ASSERT_TRUE(now.ok());
  EXPECT_NE(*now, was);
  now = toggleJoin(stroke, corner);
  ASSERT_TRUE(now.ok());
  EXPECT_EQ(*now, was);
  EXPECT_TRUE(stroke.finish().empty());
  EXPECT_FALSE(toggleJoin(stroke, way("patuxan").corners.front()).ok()) << "only one course is there";
}

class EasyWay : public testing::Test {
 protected:
  EasyWay() : rules(*Ruleset::load("gcacw")), map(Lattice(Orientation::Flat, Parity::Even), {31, 21}) {}
  std::vector<HexCoord> find(HexCoord from, HexCoord to) const {
    return easyWay(map, rules.catalogue(), "path.road", from, to);
  }
  Ruleset rules;
  Document map;
};

TEST_F(EasyWay, OverEvenGroundItIsStraight) {
  const std::vector<HexCoord> way = find({3, 3}, {20, 11});
  ASSERT_FALSE(way.empty());
  EXPECT_EQ(way.front(), (HexCoord{3, 3}));
  EXPECT_EQ(way.back(), (HexCoord{20, 11}));
  EXPECT_EQ(static_cast<int>(way.size()), map.lattice().distance({3, 3}, {20, 11}) + 1);
  for (std::size_t i = 1; i < way.size(); ++i)
    EXPECT_EQ(map.lattice().distance(way[i - 1], way[i]), 1);
  EXPECT_EQ(find({3, 3}, {3, 3}).size(), 1U);
  EXPECT_TRUE(find({-1, 3}, {3, 3}).empty());
  EXPECT_TRUE(find({3, 3}, {31, 3}).empty());
}

/// A river from edge to edge of the map has one bridge.
TEST_F(EasyWay, ItGoesRoundToTheBridgeAndOverTheSaddle) {
  Stroke stroke(map, "river");
  Feature river;
  river.kind = "major_river";
  for (std::int32_t c = 0; c < 31; ++c)
    for (int side = 0; side < kSides; ++side) {
      const HexCoord above{c, 9};
      const HexCoord next = map.lattice().neighbour(above, side);
      if (next.r > 9)
        stroke.putFeature(map.lattice().edge(above, side), river);
    }
  const EdgeId bridge = map.lattice().edge({10, 9}, 3);
  stroke.setRecord(kNamedTable, {"crossing", "b"},
                   json{{"at", {bridge.c, bridge.r, bridge.d}}, {"kind", "bridge"}}.dump());
  stroke.finish();
  const std::vector<HexCoord> way = find({7, 5}, {7, 14});
  bool overBridge = false;
  for (std::size_t i = 1; i < way.size(); ++i) {
    const EdgeId e = *map.lattice().edgeBetween(way[i - 1], way[i]);
    overBridge |= e == bridge;
    EXPECT_TRUE(e == bridge || map.edge(e) == TextPool::kNone);
  }
  EXPECT_TRUE(overBridge);
  // Far from the bridge it crosses the water rather than going round for ever.
  EXPECT_LT(find({28, 5}, {28, 14}).size(), 16U);
}

TEST_F(EasyWay, ItKeepsToALaidRoadAndToTheMap) {
  Stroke stroke(map, "road");
  Feature road;
  road.kind = "path.road";
  stroke.putPath(std::vector<HexCoord>{{2, 2}, {14, 2}, {14, 18}}, road);
  for (std::int32_t r = 0; r < 21; ++r)
    stroke.setTerrain({20, r}, "offmap");
  stroke.finish();
  const std::vector<HexCoord> way = find({2, 2}, {14, 16});
  EXPECT_NE(std::find(way.begin(), way.end(), HexCoord{14, 4}), way.end());
  const std::vector<HexCoord> across = find({17, 4}, {24, 4});
  EXPECT_EQ(std::count_if(across.begin(), across.end(), [](HexCoord h) { return h.c == 20; }), 1);
}

} // namespace
} // namespace hotchkiss
