#include "importers/cover/coverimport.h"
#include "importers/places/placesimport.h"
#include "tests/importers/support.h"

#include <random>

namespace hotchkiss::test {
namespace {

std::vector<Point> rectangle(double left, double top, double right, double bottom) {
  return {{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}};
}

TEST(Cover, PolygonsByExactShare) {
  Scratch scratch;
  TestMap map({12, 10});
  const Lattice& lattice = map.document.lattice();
  const Point centre = lattice.centre({5, 5});
  map.add("v", writeLines(scratch / "c.geojson", map.context.frame,
                          {{rectangle(centre.x - 4, centre.y - 4, centre.x, centre.y + 4), {{"kind", "wood"}}},
                           {rectangle(centre.x + 1.2, centre.y - 4, centre.x + 1.6, centre.y + 4), {{"kind", "lake"}}}},
                          "Polygon"));
  const json step = json::parse(R"({"source":"v","shape":"polygons","default":"open","doubtBelow":0.05,
    "classes":[{"when":{"kind":"wood"},"terrain":"trees"},{"when":{"kind":"lake"},"terrain":"water","priority":5,"minShare":0.3}]})");
  const auto imported = importCover(map.context, "cover", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(after.terrain({3, 5}), "trees");
  EXPECT_EQ(after.terrain({9, 5}), "open");
  // Exactly half of the middle hex is wood: a doubt, with both shares kept.
  const json evidence = json::parse(*after.record("map/evidence", {"hex", "5.5"}));
  EXPECT_NEAR(evidence["shares"]["trees"].get<double>(), 0.5, 0.011);
  EXPECT_TRUE(
      std::any_of(imported->doubts.begin(), imported->doubts.end(), [](const Doubt& d) { return d.id == "5.5"; }));
  // The lake covers less than half of any hex, but enough by its own rule.
  bool lake = false;
  for (int c = 0; c < 12; ++c)
    for (int r = 0; r < 10; ++r)
      lake = lake || after.terrain({c, r}) == "water";
  EXPECT_TRUE(lake);
}

TEST(Cover, SelfCrossingPolygonIsNoTrap) {
  Scratch scratch;
  TestMap map({12, 10});
  map.add("v", writeLines(scratch / "c.geojson", map.context.frame,
                          {{{{2, 2}, {7, 7}, {7, 2}, {2, 7}, {2, 2}}, {{"kind", "wood"}}}}, "Polygon"));
  const json step =
      json::parse(R"({"source":"v","shape":"polygons","default":"open","classes":[{"terrain":"trees"}]})");
  const auto imported = importCover(map.context, "cover", step);
  ASSERT_TRUE(imported.ok());
  Document after = map.document;
  imported->edit.apply(after);
  std::size_t trees = 0;
  for (int c = 0; c < 12; ++c)
    for (int r = 0; r < 10; ++r)
      trees += after.terrain({c, r}) == "trees" ? 1U : 0U;
  EXPECT_GT(trees, 8U);
  EXPECT_LT(trees, 24U);
}

TEST(Cover, RaleighLandCoverAndRelief) {
  TestMap map({30, 26});
  map.context.frame.crs = "EPSG:3358";
  map.context.frame.origin = {630500, 227800};
  map.context.frame.pitch = {450, 450};
  map.add("lc", {"lc", dataFile("raleigh/lc96ras_cut.tif"), {}, "lc96ras_cut.tif"});
  const json step = json::parse(R"({"source":"lc","classes":[{"value":0},{"value":[1,2],"terrain":"town"},
    {"value":[3,4,21],"terrain":"open"},{"value":[6,11],"terrain":"marsh"},{"value":20,"terrain":"water"},
    {"value":{"min":7,"max":18},"terrain":"woods"}]})");
  const auto imported = importCover(map.context, "cover", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  std::map<std::string, std::size_t> counts;
  double told = 0;
  for (const auto& [key, text] : after.table("map/evidence")) {
    const json record = json::parse(text);
    double sum = 0;
    for (const auto& [terrain, share] : record["shares"].items())
      sum += share.get<double>();
    told = std::max(told, sum);
    EXPECT_LE(sum, 1.03) << key.id;
  }
  for (int c = 0; c < 30; ++c)
    for (int r = 0; r < 26; ++r)
      ++counts[after.terrain({c, r})];
  EXPECT_NEAR(told, 1, 0.03);
  EXPECT_GT(counts["woods"], counts["water"]);
  EXPECT_GT(counts["town"], 20U);
}

TEST(Cover, LakesLeaveTheLandBetweenThemAlone) {
  Scratch scratch;
  TestMap map({12, 10});
  {
    Stroke stroke(map.document, "before");
    for (int c = 0; c < 12; ++c)
      for (int r = 0; r < 10; ++r)
        stroke.setTerrain({c, r}, "meadow");
    stroke.finish();
  }
  const Lattice& lattice = map.document.lattice();
  const Point big = lattice.centre({3, 3});
  const Point small = lattice.centre({8, 6});
  map.add("v", writeLines(scratch / "l.geojson", map.context.frame,
                          {{rectangle(big.x - 1.2, big.y - 1.2, big.x + 1.2, big.y + 1.2)},
                           {rectangle(small.x - 0.2, small.y - 0.2, small.x + 0.2, small.y + 0.2)}},
                          "Polygon"));
  const json step = json::parse(R"({"source":"v","shape":"polygons","classes":[{"terrain":"water"}],
    "edges":[{"feature":"shore","terrain":"water","between":"shore","minShare":0}]})");
  const auto imported = importCover(map.context, "lakes", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(after.terrain({3, 3}), "water");
  EXPECT_EQ(after.terrain({8, 6}), "meadow"); // a pond of 19 %
  EXPECT_EQ(after.terrain({11, 9}), "meadow");
  // The shore goes round the lake and nowhere else.
  std::size_t sides = 0;
  after.forEachEdge([&](EdgeId e, std::uint32_t) {
    const auto hexes = lattice.hexes(e);
    EXPECT_NE(after.terrain(hexes[0]) == "water", after.terrain(hexes[1]) == "water");
    ++sides;
  });
  std::size_t expected = 0;
  for (int c = 0; c < 12; ++c)
    for (int r = 0; r < 10; ++r)
      if (after.terrain({c, r}) == "water")
        for (const HexCoord n : lattice.neighbours(HexCoord{c, r}))
          expected += after.terrain(n) != "water" ? 1U : 0U;
  EXPECT_EQ(sides, expected);
}

/// A coast that runs from north to south along x = 6, with a bay of half a hex into the land.
TEST(Cover, AllSeaAndPartSeaSides) {
  Scratch scratch;
  TestMap map({14, 12});
  const Lattice& lattice = map.document.lattice();
  std::vector<Point> land{{-3, -3}, {6, -3}, {6, 5}, {4.4, 5.2}, {4.4, 5.6}, {6, 5.8}, {6, 15}, {-3, 15}, {-3, -3}};
  map.add("v", writeLines(scratch / "c.geojson", map.context.frame, {{land}}, "Polygon"));
  const json step = json::parse(R"({"source":"v","shape":"polygons","default":"sea","classes":[{"terrain":"land"}],
    "regions":[{"terrain":"sea","region":"zone","id":"gulf","name":"Gulf"}],
    "edges":[{"feature":"all","terrain":"sea","between":"shore","minShare":0,"zone":"zone"},
             {"feature":"all","terrain":"sea","between":"land","minShare":0.95,"zone":"zone"},
             {"feature":"part","terrain":"sea","between":"land","minShare":0.1}]})");
  const auto imported = importCover(map.context, "coast", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(after.terrain({2, 6}), "land");
  EXPECT_EQ(after.terrain({12, 6}), "sea");
  std::size_t shore = 0;
  std::size_t part = 0;
  after.forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet features = after.features(e);
    const auto hexes = lattice.hexes(e);
    const int sea = (after.terrain(hexes[0]) == "sea" ? 1 : 0) + (after.terrain(hexes[1]) == "sea" ? 1 : 0);
    if (const Feature* all = features.find("all")) {
      EXPECT_LE(sea, 1) << toText(e);
      EXPECT_EQ(all->more, R"({"zone":"gulf"})");
      shore += sea == 1 ? 1U : 0U;
    }
    if (features.find("part") != nullptr) {
      EXPECT_EQ(sea, 0) << toText(e);
      EXPECT_EQ(features.find("all"), nullptr);
      const json evidence = json::parse(*after.record("map/evidence", {"edge", toText(e)}));
      EXPECT_GE(evidence["values"]["sea"].get<double>(), 0.1);
      ++part;
    }
  });
  EXPECT_GE(part, 1U);
  // Every side between land and sea on the map is a coast.
  std::size_t expected = 0;
  for (int c = 0; c < 14; ++c)
    for (int r = 0; r < 12; ++r)
      if (after.terrain({c, r}) == "sea") {
        EXPECT_EQ(json::parse(after.attributes({c, r}))["in"], json::array({"gulf"}));
        for (const HexCoord n : lattice.neighbours(HexCoord{c, r}))
          expected += after.extent().contains(n) && after.terrain(n) == "land" ? 1U : 0U;
      }
  EXPECT_EQ(shore, expected);
  ASSERT_NE(after.record("map/named", {"region", "gulf"}), nullptr);
  EXPECT_EQ(json::parse(*after.record("map/named", {"region", "gulf"}))["kind"], "zone");
}

TEST(Places, AreMovedOutOfTheWater) {
  Scratch scratch;
  TestMap map({12, 10});
  const Lattice& lattice = map.document.lattice();
  {
    Stroke stroke(map.document, "sea");
    for (int r = 0; r < 10; ++r)
      for (int c = 5; c < 12; ++c)
        stroke.setTerrain({c, r}, "sea");
    stroke.finish();
  }
  const Point port = lattice.centre({5, 5});
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame,
                          {{{{port.x - 0.3, port.y}}, {{"name", "Port"}}},
                           {{lattice.centre({9, 5})}, {{"name", "Atlantis"}}},
                           {{lattice.centre({2, 2})}, {{"name", "Inland"}}}},
                          "Point"));
  const auto imported =
      importPlaces(map.context, "towns",
                   json::parse(R"({"source":"v","name":"name","avoid":["sea"],"classes":[{"place":"town"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  const json at = json::parse(*after.record("map/named", {"place", "port"}))["at"];
  EXPECT_EQ(lattice.distance({at[0], at[1]}, {5, 5}), 1);
  EXPECT_NE(after.terrain({at[0], at[1]}), "sea");
  EXPECT_EQ(json::parse(*after.record("map/named", {"place", "atlantis"}))["at"], json::array({9, 5}));
  EXPECT_EQ(json::parse(*after.record("map/named", {"place", "inland"}))["at"], json::array({2, 2}));
  ASSERT_EQ(imported->doubts.size(), 2U);
  EXPECT_NE(imported->doubts[0].reason.find("lies in sea"), std::string::npos) << imported->doubts[0].reason;
}

TEST(Regions, LargestShareWinsAndBordersAreDrawn) {
  Scratch scratch;
  TestMap map({12, 10});
  map.add("v",
          writeLines(scratch / "s.geojson", map.context.frame,
                     {{rectangle(-2, -2, 5, 12), {{"name", "West"}}}, {rectangle(5, -2, 14, 12), {{"name", "East"}}}},
                     "Polygon"));
  const auto imported = importRegions(map.context, "states",
                                      json::parse(R"({"source":"v","name":"name","region":"state","border":"line"})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(json::parse(after.attributes({1, 5}))["in"], json::array({"west"}));
  EXPECT_EQ(json::parse(after.attributes({10, 5}))["in"], json::array({"east"}));
  std::size_t borders = 0;
  after.forEachEdge([&](EdgeId e, std::uint32_t) {
    ++borders;
    const auto hexes = after.lattice().hexes(e);
    EXPECT_NE(after.attributes(hexes[0]), after.attributes(hexes[1]));
  });
  EXPECT_GE(borders, 10U);
  // Each hex keeps what the source said: the shares of its regions and where they come from.
  std::size_t divided = 0;
  for (const auto& [key, text] : after.table("map/evidence")) {
    const json record = json::parse(text);
    if (key.section != "hex" || !record.contains("values"))
      continue;
    EXPECT_EQ(record["from"], json::array({"v"}));
    double sum = 0;
    std::string largest;
    for (const auto& [id, share] : record["values"].items()) {
      sum += share.get<double>();
      if (largest.empty() || share > record["values"][largest])
        largest = id;
    }
    EXPECT_LE(sum, 1.02) << key.id;
    divided += record["values"].size() > 1 ? 1U : 0U;
    const std::size_t dot = key.id.find('.');
    const HexCoord h{std::stoi(key.id.substr(0, dot)), std::stoi(key.id.substr(dot + 1))};
    EXPECT_EQ(json::parse(after.attributes(h))["in"], json::array({idFromName(largest)})) << key.id;
  }
  EXPECT_GE(divided, 5U);
}

TEST(Places, StayOnTheirBank) {
  Scratch scratch;
  TestMap map({12, 10});
  const Lattice& lattice = map.document.lattice();
  // The river runs a little north of the middle of hex (5, 5); its match runs along the hex's southern sides.
  const Point centre = lattice.centre({5, 5});
  KnownRiver river;
  river.id = "run";
  river.name = "Run";
  river.line = {{centre.x - 5, centre.y + 0.1}, {centre.x + 5, centre.y + 0.1}};
  river.chain = {lattice.vertex({5, 5}, 4), lattice.vertex({5, 5}, 3), lattice.vertex({5, 5}, 2),
                 lattice.vertex({5, 5}, 1)};
  map.context.rivers.push_back(river);
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame,
                          {{{{centre.x, centre.y + 0.3}}, {{"name", "Southbank"}}},
                           {{{centre.x, centre.y - 0.2}}, {{"name", "Northbank"}}}},
                          "Point"));
  const auto imported =
      importPlaces(map.context, "towns", json::parse(R"({"source":"v","name":"name","classes":[{"place":"town"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(json::parse(*after.record("map/named", {"place", "northbank"}))["at"], json::array({5, 5}));
  const json moved = json::parse(*after.record("map/named", {"place", "southbank"}))["at"];
  EXPECT_NE(moved, json::array({5, 5}));
  EXPECT_EQ(lattice.distance({moved[0], moved[1]}, {5, 5}), 1);
  EXPECT_EQ(imported->doubts.size(), 1U);
}

/// A river that the sea has cut off above a town: the town is past its end, and has no wrong bank.
TEST(Places, PastTheEndOfARiverThereAreNoBanks) {
  Scratch scratch;
  TestMap map({12, 10});
  const Lattice& lattice = map.document.lattice();
  const Point centre = lattice.centre({5, 6});
  KnownRiver river;
  river.id = "run";
  river.name = "Run";
  // Southward past the town on its western side; the hexsides end two hexes above, and lead eastward at last.
  river.line = {{centre.x - 0.4, 0}, {centre.x - 0.4, centre.y + 3}};
  river.chain = {lattice.vertex({5, 2}, 4), lattice.vertex({5, 2}, 3), lattice.vertex({5, 3}, 4),
                 lattice.vertex({5, 3}, 3), lattice.vertex({5, 4}, 4), lattice.vertex({5, 4}, 3),
                 lattice.vertex({5, 4}, 2)};
  map.context.rivers.push_back(river);
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame,
                          {{{{centre.x, centre.y - 0.3}}, {{"name", "Eastport"}}}}, "Point"));
  const auto imported =
      importPlaces(map.context, "towns", json::parse(R"({"source":"v","name":"name","classes":[{"place":"town"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(json::parse(*after.record("map/named", {"place", "eastport"}))["at"], json::array({5, 6}));
  EXPECT_TRUE(imported->doubts.empty());
  EXPECT_TRUE(imported->lines.empty());
  const Polyline straight{{0, 0}, {4, 0}, {4.3, 0.4}}; // ends in a hook
  EXPECT_NE(bankOf(straight, {3, 0.5}, 1), 0);
  EXPECT_EQ(bankOf(straight, {4.8, 0.1}, 1), 0);
  EXPECT_EQ(bankOf(straight, {-0.2, 0.3}, 1), 0);
}

/// So near to the river that the source may be wrong: the place stays where it is, and the report counts it.
TEST(Places, AnUnsureBankMovesNothing) {
  Scratch scratch;
  TestMap map({12, 10});
  const Lattice& lattice = map.document.lattice();
  const Point centre = lattice.centre({5, 5});
  KnownRiver river;
  river.id = "run";
  river.name = "Run";
  river.line = {{centre.x - 5, centre.y + 0.1}, {centre.x + 5, centre.y + 0.1}};
  river.chain = {lattice.vertex({5, 5}, 4), lattice.vertex({5, 5}, 3), lattice.vertex({5, 5}, 2),
                 lattice.vertex({5, 5}, 1)};
  KnownRiver other = river; // of the same name, and nowhere near
  other.id = "run-2";
  for (Point& p : other.line)
    p.y -= 50;
  map.context.rivers = {river, other};
  map.add("v", writeLines(scratch / "p.geojson", map.context.frame,
                          {{{{centre.x, centre.y + 0.15}}, {{"name", "Near"}}},
                           {{{centre.x + 0.05, centre.y + 0.16}}, {{"name", "Near Too"}}},
                           {{{centre.x, centre.y + 0.3}}, {{"name", "Sure"}}}},
                          "Point"));
  const auto imported =
      importPlaces(map.context, "towns", json::parse(R"({"source":"v","name":"name","classes":[{"place":"town"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(json::parse(*after.record("map/named", {"place", "near"}))["at"], json::array({5, 5}));
  EXPECT_NE(json::parse(*after.record("map/named", {"place", "sure"}))["at"], json::array({5, 5}));
  ASSERT_EQ(imported->lines.size(), 1U);
  EXPECT_EQ(imported->lines[0].id, "run");
  EXPECT_EQ(imported->lines[0].wrongBank, 2U); // the third one was moved to its bank
  ASSERT_EQ(imported->doubts.size(), 3U);
  EXPECT_EQ(imported->doubts[0].confidence, 0.3);
  EXPECT_NE(imported->doubts[0].reason.find("0.05 hexes from the river"), std::string::npos)
      << imported->doubts[0].reason;
}

TEST(Places, TheBankOutsideASharpBend) {
  // Down and sharply back: everything round the tip lies on the outer bank.
  const Polyline bend{{0, 0}, {5, 0}, {1, 0.6}};
  const int outer = bankOf(bend, {3, -0.5}, 2);
  ASSERT_NE(outer, 0);
  for (const Point p : {Point{5.5, 0}, Point{5.4, 0.3}, Point{5.4, -0.3}, Point{5.2, -0.6}, Point{5.1, 0.4}})
    EXPECT_EQ(bankOf(bend, p, 2), outer) << p.x << " " << p.y;
  EXPECT_EQ(bankOf(bend, {3, 0.15}, 2), -outer);
  EXPECT_EQ(bankOf(bend, {20, 0}, 2), 0); // too far to tell
  Polyline back(bend.rbegin(), bend.rend());
  EXPECT_EQ(bankOf(back, {5.4, 0.3}, 2), -outer);
}

TEST(Places, NamesInLatin1) {
  Scratch scratch;
  TestMap map;
  map.add("v", writeText(scratch / "p.csv", "name,lon,lat\nCaf\xe9,-77.3,39.75\n"));
  const auto imported =
      importPlaces(map.context, "towns",
                   json::parse(R"({"source":"v","name":"name","x":"lon","y":"lat","classes":[{"place":"t"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  ASSERT_EQ(after.table("map/named").size(), 1U);
  EXPECT_EQ(json::parse(after.table("map/named").begin()->second)["name"], "Caf\xc3\xa9");
}

TEST(Places, FromATableWithColumns) {
  TestMap map({40, 40});
  map.context.frame.pitch = {10000, 10000};
  map.context.frame.origin = {150000, 4500000};
  map.add("v", {"v", dataFile("cities_1860_theatre.csv"), {}, "cities"});
  const auto imported =
      importPlaces(map.context, "towns", json::parse(R"({"source":"v","name":"City","x":"LON","y":"LAT","rank":"1860",
    "classes":[{"when":{"1860":{"min":20000}},"place":"city"},{"place":"town"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  ASSERT_NE(after.record("map/named", {"place", "baltimore"}), nullptr);
  EXPECT_EQ(json::parse(*after.record("map/named", {"place", "baltimore"}))["kind"], "city");
}

} // namespace
} // namespace hotchkiss::test
