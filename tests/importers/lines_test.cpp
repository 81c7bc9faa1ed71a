#include "importers/lines/joinpieces.h"
#include "importers/lines/network.h"
#include "importers/lines/paths.h"
#include "importers/lines/rivers.h"
#include "libterrain/search/chain.h"
#include "tests/importers/support.h"

#include <numeric>
#include <random>
#include <set>

namespace hotchkiss::test {
namespace {

std::vector<Point> along(const Lattice& lattice, const std::vector<VertexId>& chain) {
  std::vector<Point> out;
  for (const VertexId v : chain)
    out.push_back(lattice.position(v));
  return out;
}

std::set<EdgeId> edgesWith(const Document& document, const std::string& kind, const std::string& course = {}) {
  std::set<EdgeId> out;
  document.forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet features = document.features(e);
    const Feature* feature = features.find(kind);
    if (feature != nullptr &&
        (course.empty() || std::find(feature->of.begin(), feature->of.end(), course) != feature->of.end()))
      out.insert(e);
  });
  return out;
}

std::set<EdgeId> edgesOf(const Lattice& lattice, const std::vector<VertexId>& chain) {
  std::set<EdgeId> out;
  for (std::size_t i = 1; i < chain.size(); ++i)
    out.insert(*lattice.edgeBetween(chain[i - 1], chain[i]));
  return out;
}

/// A chain that runs on from a corner in about one direction.
std::vector<VertexId> chainToward(const Lattice& lattice, VertexId from, Point toward, std::size_t edges) {
  std::vector<VertexId> out{from};
  while (out.size() <= edges) {
    const auto next = lattice.neighbours(out.back());
    out.push_back(*std::min_element(next.begin(), next.end(), [&](VertexId a, VertexId b) {
      return distance(lattice.position(a), toward) < distance(lattice.position(b), toward);
    }));
  }
  return out;
}

const json kRiverStep = json::parse(R"({"source":"v","name":"name","course":"river",
  "classes":[{"when":{"rank":{"max":3}},"feature":"wide"},{"feature":"narrow"}]})");

TEST(JoinPieces, BrokenReversedAndDoubled) {
  const std::vector<Point> whole{{0, 0}, {1, 0}, {2, 0.3}, {3, 0}, {4, 0}, {5, 1}, {6, 1}};
  std::vector<LinePiece> pieces;
  pieces.push_back({{whole[0], whole[1], whole[2]}, 0});
  pieces.push_back({{whole[4], whole[3], whole[2]}, 1});      // the wrong way round
  pieces.push_back({{{4.4, 0.4}, whole[5], whole[6]}, 2});    // behind a gap
  pieces.push_back({{{1, 0.01}, {1.5, 0.16}, {2, 0.31}}, 0}); // a copy of a part
  JoinRules rules;
  const std::vector<JoinedLine> lines = joinPieces(pieces, rules);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(rules.dropped, 1U);
  EXPECT_NEAR(lines[0].gaps, std::hypot(0.4, 0.4), 1e-9);
  EXPECT_EQ(lines[0].pieces, 3U);
  EXPECT_EQ(lines[0].points.front(), whole[0]); // most of it runs this way
  EXPECT_EQ(lines[0].points.back(), whole[6]);
}

TEST(JoinPieces, SideArmsComeApart) {
  const std::vector<LinePiece> pieces{{{{0, 0}, {5, 0}}, 0}, {{{5, 0}, {10, 0}}, 0}, {{{5, 0}, {5, 3}}, 1}};
  JoinRules rules;
  const std::vector<JoinedLine> lines = joinPieces(pieces, rules);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_FALSE(lines[0].isSide);
  EXPECT_NEAR(lengthOf(lines[0].points), 10, 1e-9);
  EXPECT_TRUE(lines[1].isSide);
}

TEST(Rivers, MainAndTributaryMeetInOneCorner) {
  Scratch scratch;
  TestMap map;
  const Lattice& lattice = map.document.lattice();
  const std::vector<VertexId> main = chainToward(lattice, lattice.vertex({2, 10}, 4), lattice.centre({27, 11}), 44);
  const VertexId mouth = main[22];
  VertexId third = mouth;
  for (const VertexId v : lattice.neighbours(mouth))
    if (v != main[21] && v != main[23])
      third = v;
  std::vector<VertexId> side{mouth};
  const Point away{lattice.position(third).x,
                   lattice.position(third).y + 30 * (lattice.position(third).y - lattice.position(mouth).y)};
  for (const VertexId v : chainToward(lattice, third, away, 9))
    side.push_back(v);
  std::reverse(side.begin(), side.end()); // flows into the main river
  map.add("v", writeLines(scratch / "r.geojson", map.context.frame,
                          {{along(lattice, main), {{"name", "Broad River"}, {"rank", 2}}},
                           {along(lattice, side), {{"name", "Mill Creek"}, {"rank", 5}}}}));
  const auto imported = importRivers(map.context, "rivers", kRiverStep);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(edgesWith(after, "wide", "broad-river"), edgesOf(lattice, main));
  EXPECT_EQ(edgesWith(after, "narrow", "mill-creek"), edgesOf(lattice, side));
  const std::string* join = after.record("map/named", {"join", toText(mouth)});
  ASSERT_NE(join, nullptr);
  EXPECT_EQ(json::parse(*join)["of"], json::array({"broad-river", "mill-creek"}));
  EXPECT_TRUE(imported->doubts.empty()) << imported->doubts[0].reason;
}

TEST(Rivers, TwoRiversRoundOneHexAreNotJoined) {
  Scratch scratch;
  for (const double apart : {0.30, 0.45, 0.57}) { // how far each runs from the hex's centre
    TestMap map;
    const Lattice& lattice = map.document.lattice();
    const Point centre = lattice.centre({15, 10});
    std::vector<Point> north;
    std::vector<Point> south;
    for (double x = -8; x <= 8; x += 0.2) {
      north.push_back({centre.x + x, centre.y - apart - 0.06 * x * x});
      south.push_back({centre.x + x, centre.y + apart + 0.06 * x * x});
    }
    map.add("v", writeLines(scratch / "r.geojson", map.context.frame,
                            {{north, {{"name", "North"}, {"rank", 1}}}, {south, {{"name", "South"}, {"rank", 1}}}}));
    const auto imported = importRivers(map.context, "rivers", kRiverStep);
    ASSERT_TRUE(imported.ok()) << imported.error().text();
    Document after = map.document;
    imported->edit.apply(after);
    std::set<VertexId> first;
    for (const EdgeId e : edgesWith(after, "wide", "north"))
      for (const VertexId v : lattice.ends(e))
        first.insert(v);
    EXPECT_FALSE(first.empty());
    EXPECT_FALSE(edgesWith(after, "wide", "south").empty());
    for (const EdgeId e : edgesWith(after, "wide", "south"))
      for (const VertexId v : lattice.ends(e))
        EXPECT_EQ(first.count(v), 0U) << toText(v) << " at " << apart;
  }
}

/// Two layers, two steps: the big river first, then its tributary from another file.
TEST(Rivers, ATributaryOfALaterStepJoinsTheEarlierRiver) {
  Scratch scratch;
  TestMap map;
  const Lattice& lattice = map.document.lattice();
  std::vector<Point> big;
  for (double x = 2; x <= 24; x += 0.1)
    big.push_back({x, 10 + 0.8 * std::sin(x)});
  std::vector<Point> small;
  for (double y = 2; y <= 10 + 0.8 * std::sin(13.0); y += 0.1)
    small.push_back({13 + 0.4 * std::sin(y), y});
  small.push_back({13, 10 + 0.8 * std::sin(13.0)});
  map.add("v", writeLines(scratch / "a.geojson", map.context.frame, {{big, {{"name", "Big"}, {"rank", 1}}}}));
  const auto first = importRivers(map.context, "big", kRiverStep);
  ASSERT_TRUE(first.ok()) << first.error().text();
  first->edit.apply(map.document);
  map.add("v", writeLines(scratch / "b.geojson", map.context.frame, {{small, {{"name", "Small"}, {"rank", 5}}}}));
  const auto second = importRivers(map.context, "small", kRiverStep);
  ASSERT_TRUE(second.ok()) << second.error().text();
  EXPECT_EQ(second->lines.size(), 1U); // the earlier river is not made again
  const std::set<EdgeId> before = edgesWith(map.document, "wide", "big");
  second->edit.apply(map.document);
  EXPECT_EQ(edgesWith(map.document, "wide", "big"), before);
  std::size_t joins = 0;
  for (const auto& [key, text] : map.document.table("map/named"))
    if (key.section == "join") {
      EXPECT_EQ(json::parse(text)["of"], json::array({"big", "small"}));
      ++joins;
    }
  EXPECT_EQ(joins, 1U);
  // They touch in that one corner.
  std::set<VertexId> corners;
  for (const EdgeId e : before)
    for (const VertexId v : lattice.ends(e))
      corners.insert(v);
  std::set<VertexId> shared;
  for (const EdgeId e : edgesWith(map.document, "narrow", "small"))
    for (const VertexId v : lattice.ends(e))
      if (corners.count(v) > 0)
        shared.insert(v);
  EXPECT_EQ(shared.size(), 1U);
  for (const Doubt& doubt : second->doubts) // at most how far the last sides are from the line
    EXPECT_NE(doubt.reason.find("more than half a hex"), std::string::npos) << doubt.reason;
}

TEST(Rivers, EndAtTheCoast) {
  Scratch scratch;
  TestMap map;
  const Lattice& lattice = map.document.lattice();
  Catalogue catalogue;
  catalogue.edgeFeatures["wide"].excludes = {"coast"};
  catalogue.edgeFeatures["narrow"];
  catalogue.edgeFeatures["coast"];
  catalogue.named["course"]["river"];
  map.context.catalogue = &catalogue;
  {
    Stroke stroke(map.document, "coast");
    for (int c = 0; c < 29; ++c)
      stroke.putFeature(lattice.edge({c, 12}, 0), {"coast", {}, {}, {}, {}, {}});
    for (int c = 1; c < 29; ++c)
      for (const int d : {1, 5})
        if (const EdgeId e = lattice.edge({c, 12}, d); lattice.hexes(e)[0].r != lattice.hexes(e)[1].r)
          stroke.putFeature(e, {"coast", {}, {}, {}, {}, {}});
    stroke.finish();
  }
  // Down to the coast, then a little way along it, as digitised mouths do.
  std::vector<Point> line;
  const double shore = lattice.centre({12, 12}).y - 0.5;
  for (double y = 3; y < shore; y += 0.1)
    line.push_back({lattice.centre({12, 0}).x + 0.3 * std::sin(y), y});
  for (double x = 0; x < 1.6; x += 0.1)
    line.push_back({lattice.centre({12, 0}).x + x, shore + 0.05});
  map.add("v", writeLines(scratch / "r.geojson", map.context.frame, {{line, {{"name", "Run"}, {"rank", 1}}}}));
  const auto imported = importRivers(map.context, "rivers", kRiverStep);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  const std::set<EdgeId> river = edgesWith(after, "wide", "run");
  EXPECT_GE(river.size(), 10U);
  for (const EdgeId e : river)
    EXPECT_EQ(after.features(e).find("coast"), nullptr) << toText(e);
  const std::vector<EdgeId> list(river.begin(), river.end());
  EXPECT_TRUE(std::holds_alternative<ChainWalk>(walkChain(lattice, ChainKind::AlongEdges, list)));
}

TEST(Rivers, CoursesOfRealRiversAreWhole) {
  TestMap map({90, 70});
  map.context.frame.crs = "EPSG:26918";
  map.context.frame.pitch = {5000, 5000};
  map.context.frame.origin = {20000, 4480000};
  map.add("v", {"v", dataFile("virginia_rivers.geojson"), {}, "virginia"});
  const json step = json::parse(R"({"source":"v","name":"name","course":"river","classes":[{"feature":"river"}]})");
  const auto imported = importRivers(map.context, "rivers", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  std::size_t courses = 0;
  double length = 0;
  double within = 0;
  for (const LineReport& line : imported->lines) {
    length += line.length;
    within += line.length * line.withinHalf;
    if (line.id.empty())
      continue;
    ++courses;
    const std::set<EdgeId> edges = edgesWith(after, "river", line.id);
    const std::vector<EdgeId> list(edges.begin(), edges.end());
    const auto walk = walkChain(after.lattice(), ChainKind::AlongEdges, list);
    EXPECT_TRUE(std::holds_alternative<ChainWalk>(walk)) << line.name;
    EXPECT_EQ(list.size(), line.edges) << line.name;
  }
  EXPECT_GE(courses, 15U);
  EXPECT_GE(within / length, 0.97);
}

const json kPathStep = json::parse(R"({"source":"v","name":"name","course":"road","classes":[{"path":"road"}]})");

struct Topology {
  std::size_t components = 0;
  std::multiset<std::size_t> junctions; ///< degrees of hexes with three arms or more
  std::multiset<HexCoord> where;
};

Topology topologyOf(const Document& document, const std::string& kind) {
  const Lattice& lattice = document.lattice();
  std::map<HexCoord, std::set<HexCoord>> graph;
  for (const EdgeId e : edgesWith(document, kind)) {
    const auto hexes = lattice.hexes(e);
    graph[hexes[0]].insert(hexes[1]);
    graph[hexes[1]].insert(hexes[0]);
  }
  Topology out;
  std::set<HexCoord> seen;
  for (const auto& [hex, next] : graph) {
    if (next.size() >= 3) {
      out.junctions.insert(next.size());
      out.where.insert(hex);
    }
    if (!seen.insert(hex).second)
      continue;
    ++out.components;
    std::vector<HexCoord> open{hex};
    while (!open.empty()) {
      const HexCoord at = open.back();
      open.pop_back();
      for (const HexCoord n : graph[at])
        if (seen.insert(n).second)
          open.push_back(n);
    }
  }
  return out;
}

struct NetworkTrial {
  Topology source;
  Topology found;
  std::vector<Doubt> doubts;
};

/// A random network on a coarse grid with some arms left out, turned into a layer and imported: lines never come nearer
/// than about three hexes, except where they meet.
NetworkTrial randomNetwork(std::mt19937& random, bool flat) {
  Scratch scratch;
  TestMap map({48, 36}, Lattice(flat ? Orientation::Flat : Orientation::Pointy, Parity::Odd));
  const Lattice& lattice = map.document.lattice();
  constexpr int kAcross = 6;
  constexpr int kDown = 5;
  std::vector<Point> nodes;
  for (int x = 0; x < kAcross; ++x)
    for (int y = 0; y < kDown; ++y) {
      const Point p = lattice.centre({4 + x * 8, 3 + y * 7});
      nodes.push_back({p.x + std::uniform_real_distribution<>(-0.8, 0.8)(random),
                       p.y + std::uniform_real_distribution<>(-0.8, 0.8)(random)});
    }
  std::vector<TestLine> lines;
  std::vector<std::size_t> degree(nodes.size());
  std::vector<std::size_t> set(nodes.size());
  std::iota(set.begin(), set.end(), 0);
  const auto connect = [&](int a, int b) {
    if (random() % 4 == 0)
      return;
    const Point p = nodes[static_cast<std::size_t>(a)];
    const Point q = nodes[static_cast<std::size_t>(b)];
    TestLine line;
    const double swing = std::uniform_real_distribution<>(-0.8, 0.8)(random);
    for (int k = 0; k <= 20; ++k) {
      const double t = k / 20.0;
      const double side = swing * std::sin(t * 3.14159265);
      line.points.push_back(
          {p.x + t * (q.x - p.x) - side * (q.y - p.y) / 7, p.y + t * (q.y - p.y) + side * (q.x - p.x) / 7});
    }
    if (random() % 2 == 0)
      std::reverse(line.points.begin(), line.points.end());
    lines.push_back(line);
    ++degree[static_cast<std::size_t>(a)];
    ++degree[static_cast<std::size_t>(b)];
    const std::size_t from = set[static_cast<std::size_t>(a)];
    for (std::size_t& s : set)
      if (s == from)
        s = set[static_cast<std::size_t>(b)];
  };
  for (int x = 0; x < kAcross; ++x)
    for (int y = 0; y < kDown; ++y) {
      if (x + 1 < kAcross)
        connect(x * kDown + y, (x + 1) * kDown + y);
      if (y + 1 < kDown)
        connect(x * kDown + y, x * kDown + y + 1);
    }
  lines.push_back(lines[0]); // a copy must not make a ladder
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame, lines));
  const auto imported = importPaths(map.context, "paths", kPathStep);
  EXPECT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  NetworkTrial out;
  out.found = topologyOf(after, "path.road");
  out.doubts = imported->doubts;
  std::set<std::size_t> sets;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (degree[i] > 0)
      sets.insert(set[i]);
    if (degree[i] >= 3) {
      out.source.junctions.insert(degree[i]);
      out.source.where.insert(lattice.hexAt(nodes[i]));
    }
  }
  out.source.components = sets.size();
  return out;
}

void expectEqualTopology(const NetworkTrial& trial, const std::string& which) {
  EXPECT_EQ(trial.found.components, trial.source.components) << which;
  EXPECT_EQ(trial.found.junctions, trial.source.junctions) << which;
  EXPECT_EQ(trial.found.where, trial.source.where) << which;
  for (const Doubt& doubt : trial.doubts)
    ADD_FAILURE() << which << ": " << doubt.section << " " << doubt.id << ": " << doubt.reason;
}

TEST(Paths, RandomNetworksKeepTheirTopology) {
  std::mt19937 random(21);
  for (int trial = 0; trial < 25; ++trial)
    expectEqualTopology(randomNetwork(random, trial % 2 == 0), "trial " + std::to_string(trial));
}

TEST(Paths, HundredsOfNetworksKeepTheirTopology) {
  for (unsigned seed = 1000; seed < 1300; ++seed) {
    std::mt19937 random(seed);
    expectEqualTopology(randomNetwork(random, seed % 2 == 0), "seed " + std::to_string(seed));
  }
}

TEST(Paths, WhatCannotBeKeptApartIsReported) {
  // Two roads that cross without a junction must share a hex; seven roads that meet in one hex cannot all have a side.
  Scratch scratch;
  TestMap map;
  std::vector<TestLine> lines{{{{3, 8}, {20, 8.3}}, json::object()}, {{{10, 2}, {10.4, 14}}, json::object()}};
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame, lines));
  const auto crossing = importPaths(map.context, "paths", kPathStep);
  ASSERT_TRUE(crossing.ok()) << crossing.error().text();
  ASSERT_EQ(crossing->doubts.size(), 1U);
  EXPECT_EQ(crossing->doubts[0].section, "hex");
  EXPECT_NE(crossing->doubts[0].reason.find("do not meet"), std::string::npos);
  lines.clear();
  for (int k = 0; k < 7; ++k)
    lines.push_back({{{4, 8}, {16, 2.0 + 2 * k}}, json::object()});
  map.add("v", writeLines(scratch / "f.geojson", map.context.frame, lines));
  const auto fan = importPaths(map.context, "paths", kPathStep);
  ASSERT_TRUE(fan.ok()) << fan.error().text();
  EXPECT_TRUE(std::any_of(fan->doubts.begin(), fan->doubts.end(), [](const Doubt& d) {
    return d.reason.find("7 lines meet here in the source") != std::string::npos;
  }));
}

TEST(Paths, ParallelLinesStayApartAndTwinsBecomeOne) {
  Scratch scratch;
  TestMap map;
  std::vector<TestLine> lines;
  for (const double y : {5.0, 5.12, 8.0}) { // two tracks of one road, and another road
    TestLine line;
    for (double x = 3; x <= 20; x += 0.5)
      line.points.push_back({x, y + 0.2 * std::sin(x)});
    lines.push_back(line);
  }
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame, lines));
  const auto imported = importPaths(map.context, "paths", kPathStep);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  const Topology found = topologyOf(after, "path.road");
  EXPECT_EQ(found.components, 2U);
  EXPECT_TRUE(found.junctions.empty());
}

TEST(Paths, ARingRoadStaysARing) {
  Scratch scratch;
  TestMap map;
  TestLine ring;
  for (int k = 0; k <= 60; ++k)
    ring.points.push_back({12 + 4 * std::cos(k * 3.14159265358979 / 30), 9 + 4 * std::sin(k * 3.14159265358979 / 30)});
  ring.points.back() = ring.points.front();
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame, {ring}));
  const auto imported = importPaths(map.context, "paths", kPathStep);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  const std::set<EdgeId> edges = edgesWith(after, "path.road");
  EXPECT_GE(edges.size(), 20U);
  const std::vector<EdgeId> list(edges.begin(), edges.end());
  const auto walk =
      walkChain(after.lattice(), ChainKind::AcrossEdges, list, std::nullopt, after.lattice().hexes(list[0])[0]);
  ASSERT_TRUE(std::holds_alternative<ChainWalk>(walk));
  EXPECT_TRUE(std::get<ChainWalk>(walk).closed);
}

TEST(Paths, CrossingsAreProposedByRule) {
  Scratch scratch;
  TestMap map;
  Stroke stroke(map.document, "river");
  const Lattice& lattice = map.document.lattice();
  for (int r = 0; r < 20; ++r)
    for (int d : {1, 2})
      stroke.putFeature(lattice.edge({10, r}, d), {"water", "deep", {"run"}, {}, {}, {}});
  stroke.finish();
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame,
                          {{{lattice.centre({5, 8}), lattice.centre({15, 8})}, {{"name", "Pike"}}}}));
  json step = kPathStep;
  step["crossings"] =
      json::parse(R"([{"over":"water:shallow","crossing":"ford"},{"over":"water","crossing":"bridge"}])");
  const auto imported = importPaths(map.context, "paths", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  std::size_t bridges = 0;
  for (const auto& [key, text] : after.table("map/named"))
    if (key.section == "crossing") {
      ++bridges;
      EXPECT_EQ(json::parse(text)["kind"], "bridge");
      EXPECT_EQ(json::parse(text)["of"], "run");
    }
  EXPECT_EQ(bridges, 1U);
  const std::string* course = after.record("map/named", {"course", "pike"});
  ASSERT_NE(course, nullptr);
}

/// A coast whose hexes below row 9 are sea; the sides between land and sea are all sea.
void drawCoast(TestMap& map, const std::set<HexCoord>& sea) {
  Stroke stroke(map.document, "coast");
  for (const HexCoord h : sea)
    for (int d = 0; d < kSides; ++d)
      if (sea.count(map.document.lattice().neighbour(h, d)) == 0)
        stroke.putFeature(map.document.lattice().edge(h, d), {"coast", {}, {}, {}, {}, {}});
  stroke.finish();
}

TEST(Paths, TracksGoRoundWhatTheyCannotCross) {
  Scratch scratch;
  TestMap map;
  const Lattice& lattice = map.document.lattice();
  Catalogue catalogue;
  catalogue.edgeFeatures["path.road"];
  catalogue.edgeFeatures["coast"];
  map.context.water = {"coast"};
  catalogue.named["course"]["road"];
  map.context.catalogue = &catalogue;
  // Two single hexes of sea on the line's way, and a town in one at its end; far to the east a sound three hexes wide.
  std::set<HexCoord> sea{{8, 8}, {13, 8}, {4, 8}};
  for (int r = 0; r < 20; ++r)
    for (int c = 20; c < 23; ++c)
      sea.insert({c, r});
  drawCoast(map, sea);
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame,
                          {{{lattice.centre({4, 8}), lattice.centre({17, 8})}, {{"name", "Shore Line"}}},
                           {{lattice.centre({17, 8}), lattice.centre({26, 8})}, {{"name", "Sound Line"}}}}));
  json step = kPathStep;
  // Without a rule the track stays on its line, and every such side is in the review list.
  const auto unsaid = importPaths(map.context, "paths", step);
  ASSERT_TRUE(unsaid.ok()) << unsaid.error().text();
  Document crossed = map.document;
  unsaid->edit.apply(crossed);
  std::size_t wet = 0;
  for (const EdgeId e : edgesWith(crossed, "path.road"))
    if (crossed.features(e).find("coast") != nullptr) {
      ++wet;
      EXPECT_TRUE(std::any_of(unsaid->doubts.begin(), unsaid->doubts.end(), [&](const Doubt& doubt) {
        return doubt.id == toText(e) && doubt.reason.find("no rule of the recipe") != std::string::npos;
      })) << toText(e);
    }
  EXPECT_EQ(wet, 7U); // one out of the town's hex, in and out of two more, into and out of the sound
  step["crossings"] = json::parse(R"([{"over":"coast","otherwise":"around"}])");
  const auto imported = importPaths(map.context, "paths", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  for (const EdgeId e : edgesWith(after, "path.road"))
    EXPECT_EQ(after.features(e).find("coast"), nullptr) << toText(e);
  // The shore line is whole and as long as before, but for a hex or two.
  const std::set<EdgeId> shore = edgesWith(after, "path.road", "shore-line");
  const std::vector<EdgeId> list(shore.begin(), shore.end());
  EXPECT_TRUE(std::holds_alternative<ChainWalk>(walkChain(lattice, ChainKind::AcrossEdges, list)));
  EXPECT_GE(shore.size(), 12U);
  EXPECT_LE(shore.size(), 16U);
  EXPECT_EQ(topologyOf(after, "path.road").junctions.size(), 0U);
  const auto doubts = [&](const std::string& words) {
    return std::count_if(imported->doubts.begin(), imported->doubts.end(),
                         [&](const Doubt& doubt) { return doubt.reason.find(words) != std::string::npos; });
  };
  EXPECT_GE(doubts("goes through this hex instead"), 2);
  EXPECT_EQ(doubts("the path is broken"), 2); // both shores of the sound
  EXPECT_EQ(doubts("no rule of the recipe"), 0);
  // Between two hexes of the sound there is no coast to be crossed: a ferry's track stays, unless paths avoid the sea.
  const auto inSea = [&](const Document& document) {
    const std::set<EdgeId> edges = edgesWith(document, "path.road");
    return std::count_if(edges.begin(), edges.end(), [&](EdgeId e) {
      const auto hexes = lattice.hexes(e);
      return sea.count(hexes[0]) > 0 && sea.count(hexes[1]) > 0;
    });
  };
  EXPECT_EQ(inSea(after), 2);
  Stroke waves(map.document, "sea");
  for (const HexCoord h : sea)
    waves.setTerrain(h, "sea");
  waves.finish();
  catalogue.terrains["sea"];
  step["avoid"] = json::parse(R"(["sea"])");
  const auto dry = importPaths(map.context, "paths", step);
  ASSERT_TRUE(dry.ok()) << dry.error().text();
  Document ashore = map.document;
  dry->edit.apply(ashore);
  EXPECT_EQ(inSea(ashore), 0);
  EXPECT_EQ(edgesWith(ashore, "path.road", "shore-line"), shore);
  EXPECT_EQ(
      std::count_if(dry->doubts.begin(), dry->doubts.end(),
                    [](const Doubt& doubt) { return doubt.reason.find("the path is broken") != std::string::npos; }),
      2);
  step["avoid"] = json::parse(R"(["see"])");
  const auto misspelt = importPaths(map.context, "paths", step);
  ASSERT_FALSE(misspelt.ok());
  EXPECT_NE(misspelt.error().text().find("did you mean \"sea\"?"), std::string::npos) << misspelt.error().text();
  step.erase("avoid");
  // Rules are checked like everything else that names kinds.
  step["crossings"] = json::parse(R"([{"over":"cost","otherwise":"around"}])");
  const auto wrong = importPaths(map.context, "paths", step);
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().text().find("did you mean \"coast\"?"), std::string::npos) << wrong.error().text();
}

TEST(Lines, BadLayers) {
  Scratch scratch;
  TestMap map;
  const auto complaint = [&](const SourceFile& source) {
    map.add("v", source);
    const auto imported = importRivers(map.context, "rivers", kRiverStep);
    return imported.ok() ? std::string("fine") : imported.error().text();
  };
  EXPECT_NE(complaint(writeText(scratch / "e.geojson", R"({"type":"FeatureCollection","features":[]})")).find("empty"),
            std::string::npos);
  EXPECT_NE(complaint({"v", scratch / "none.gpkg", {}, "none"}).find("does not exist"), std::string::npos);
  EXPECT_NE(complaint({"v", "/vsicurl/http://example.org/x.gpkg", {}, "x"}).find("on this machine"), std::string::npos);
  EXPECT_NE(complaint(writeText(scratch / "x.vrt", "<OGRVRTDataSource></OGRVRTDataSource>")).find("virtual"),
            std::string::npos);
  // Gettysburg with latitude first.
  EXPECT_NE(complaint(writeText(scratch / "s.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature",
    "properties":{},"geometry":{"type":"LineString","coordinates":[[39.79,-77.28],[39.78,-77.2]]}}]})"))
                .find("exchanged"),
            std::string::npos);
  EXPECT_NE(complaint(writeText(scratch / "p.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature",
    "properties":{},"geometry":{"type":"Point","coordinates":[-77.28,39.79]}}]})"))
                .find("no lines"),
            std::string::npos);
}

} // namespace
} // namespace hotchkiss::test
