#include "importers/elevation/elevationimport.h"
#include "importers/frame/frameimport.h"
#include "importers/recipe/recipe.h"
#include "importers/source/projection.h"
#include "libscenario/module/folder.h"
#include "tests/importers/support.h"

#include <cmath>

// Every statistic, pixel rule and kind of source through the importer itself, on ground whose answers are known.

namespace hotchkiss::test {
namespace {

/// Metres to a pixel side; the map has hexes of 1 km, so a hex has about 3,460 pixels.
constexpr double kCell = 10 * 1.5811388300841898;

Grid plane(double eastward, double northward, double base) {
  Grid out;
  out.width = 1400;
  out.height = 1300;
  out.geo = {297000, kCell, 0, 4413000, 0, -kCell};
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x)
      out.values.push_back(static_cast<float>(base + eastward * (x + 0.5) * kCell - northward * (y + 0.5) * kCell));
  return out;
}

json evidenceOf(const Document& document, HexCoord h) {
  const std::string* record = document.record("map/evidence", {"hex", toText(h)});
  return record == nullptr ? json() : json::parse(*record);
}

Document heights(TestMap& map, const json& step) {
  const auto imported = importElevation(map.context, "dem", step);
  EXPECT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  if (imported)
    imported->edit.apply(after);
  return after;
}

TEST(Heights, EveryStatisticOfASlope) {
  Scratch scratch;
  TestMap map({12, 10});
  // 30 m to the km, rising to the east: over a flat-topped hex of 1 km from flat to flat, 1.1547 km from corner to
  // corner along x.
  map.add("s", writeRaster(scratch / "r.tif", plane(0.03, 0, 100)));
  const HexCoord h{6, 5};
  const Point centre = map.context.frame.groundCentre(map.document.lattice(), h);
  const double middle = 100 + 0.03 * (centre.x - 297000);
  const double half = 0.03 * 1000 / std::sqrt(3.0); // from the centre to a corner
  const auto metres = [&](const char* step) {
    return evidenceOf(heights(map, json::parse(step)), h)["metres"].get<double>();
  };
  for (const char* pixels : {"centre", "coverage"}) {
    const json one{{"source", "s"}, {"pixels", pixels}};
    EXPECT_NEAR(evidenceOf(heights(map, one), h)["metres"].get<double>(), middle, 0.02) << pixels;
  }
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"median"})"), middle, 0.3);
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"min"})"), middle - half, 0.5);
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"max"})"), middle + half, 0.5);
  // Of the area of a hexagon, what lies west of a line through two corners (a quarter of the way from the left) is
  // a sixth.
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"percentile","percentile":16.6667})"), middle - half / 2, 0.5);
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"percentile","percentile":83.3333})"), middle + half / 2, 0.5);
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"percentile","percentile":0})"), middle - half, 0.5);
  EXPECT_NEAR(metres(R"({"source":"s","statistic":"percentile","percentile":100})"), middle + half, 0.5);
  const json evidence = evidenceOf(heights(map, json::parse(R"({"source":"s","aspect":true})")), h);
  EXPECT_NEAR(evidence["relief"].get<double>(), 2 * half, 1);
  EXPECT_EQ(evidence["values"]["aspect"], 270); // the ground falls to the west
  EXPECT_EQ(evidence["from"], json::array({"s"}));
}

TEST(Heights, AspectFollowsTheGround) {
  const std::map<int, std::pair<double, double>> falls{
      {0, {0, -0.02}}, {45, {-0.02, -0.02}}, {90, {-0.02, 0}}, {180, {0, 0.02}}, {315, {0.02, -0.02}}};
  for (const double rotation : {0.0, 25.0}) // on a turned map too
    for (const auto& [bearing, rise] : falls) {
      Scratch scratch;
      TestMap map({8, 8});
      map.context.frame.rotation = rotation;
      map.add("s", writeRaster(scratch / "r.tif", plane(rise.first, rise.second, 500)));
      const json evidence = evidenceOf(heights(map, json::parse(R"({"source":"s","aspect":true})")), {4, 4});
      EXPECT_NEAR(evidence["values"]["aspect"].get<double>(), bearing, 1) << rotation;
    }
  Scratch scratch;
  TestMap map({8, 8});
  map.add("s", writeRaster(scratch / "r.tif", plane(0, 0, 500)));
  EXPECT_FALSE(evidenceOf(heights(map, json::parse(R"({"source":"s","aspect":true})")), {4, 4}).contains("values"));
}

TEST(Heights, TheFirstOfOverlappingRastersCounts) {
  Scratch scratch;
  TestMap map({12, 10});
  Grid fine = plane(0, 0, 50); // only the western part of the map, with a hole in it
  fine.noData = -1;
  for (int y = 0; y < fine.height; ++y)
    for (int x = 0; x < fine.width; ++x)
      if (x > 500 || (x > 300 && x < 420 && y > 300 && y < 420))
        fine.values[static_cast<std::size_t>(y * fine.width + x)] = -1;
  map.add("fine", writeRaster(scratch / "f.tif", fine));
  map.add("coarse", writeRaster(scratch / "c.tif", plane(0, 0, 80)));
  const Document first = heights(map, json::parse(R"({"source":["fine","coarse"]})"));
  EXPECT_EQ(evidenceOf(first, {0, 5})["metres"], 50.0);
  EXPECT_EQ(evidenceOf(first, {11, 5})["metres"], 80.0);
  std::size_t mixed = 0;
  for (int c = 0; c < 12; ++c)
    for (int r = 0; r < 10; ++r) {
      const double metres = evidenceOf(first, {c, r})["metres"].get<double>();
      mixed += metres > 50 && metres < 80 ? 1U : 0U;
    }
  EXPECT_GE(mixed, 10U); // along the border and round the hole
  const Document second = heights(map, json::parse(R"({"source":["coarse","fine"]})"));
  EXPECT_EQ(evidenceOf(second, {0, 5})["metres"], 80.0);
}

TEST(Heights, LevelsByIntervalDatumAndRounding) {
  Scratch scratch;
  TestMap map({4, 4});
  map.add("s", writeRaster(scratch / "r.tif", plane(0, 0, 127)));
  const auto level = [&](const std::string& levels) {
    return *heights(map, json::parse(R"({"source":"s","levels":)" + levels + "}")).level({1, 1});
  };
  EXPECT_EQ(level(R"({"interval":10})"), 12);
  EXPECT_EQ(level(R"({"interval":10,"rounding":"nearest"})"), 13);
  EXPECT_EQ(level(R"({"interval":10,"datum":100,"rounding":"ceiling"})"), 3);
  EXPECT_EQ(level(R"({"interval":10,"datum":100,"first":1})"), 3);
  EXPECT_EQ(level(R"({"interval":20,"datum":400,"unit":"foot","rounding":"nearest"})"), 1); // 127 m are 416.7 ft
  // A DEM in feet.
  EXPECT_EQ(*heights(map, json::parse(R"({"source":"s","unit":"foot","levels":{"interval":10}})")).level({1, 1}), 3);
}

TEST(Heights, TerrariumTilesThroughTheImporter) {
  TestMap map({10, 12});
  map.context.frame.pitch = {120, 120};
  const auto tiles = RasterSource::open({"t", dataFile("terrarium"), {}, "terrarium"});
  ASSERT_TRUE(tiles.ok());
  const auto projection = Projection::between("EPSG:3857", map.context.frame);
  ASSERT_TRUE(projection.ok());
  map.context.frame.origin = map.context.frame.toGround(projection->toPlane((*tiles)->toSource({40, 60})));
  map.add("tiles", {"tiles", dataFile("terrarium"), {}, "terrarium"});
  map.add("dem", {"dem", sampleFile("gettysburg-ground/data/gettysburg_dem_utm18n_10m.tif"), {}, "dem"});
  const Document a = heights(map, json::parse(R"({"source":"tiles"})"));
  const Document b = heights(map, json::parse(R"({"source":"dem"})"));
  for (int c = 0; c < 10; ++c)
    for (int r = 0; r < 12; ++r)
      EXPECT_NEAR(evidenceOf(a, {c, r})["metres"].get<double>(), evidenceOf(b, {c, r})["metres"].get<double>(), 0.6);
}

/// The heights that the data's own description gives, against the sample as it was built: a summit lies in its hex,
/// which is higher than what surrounds it and not higher than the summit.
TEST(Heights, TheSampleHasTheHillsWhereTheyStand) {
  for (const char* name : {"gettysburg-ground", "gettysburg-ground-gbacw"}) {
    const auto files = readModuleFolder(sampleFile(name));
    ASSERT_TRUE(files.ok());
    const auto module = readModule(*files);
    ASSERT_TRUE(module.ok()) << module.error().text();
    const Document& document = module->document;
    const auto frame = frameOf(document);
    ASSERT_TRUE(frame.ok());
    const auto projection = Projection::between("EPSG:4326", *frame);
    ASSERT_TRUE(projection.ok());
    struct Hill {
      const char* name;
      Point at;
      double summit;
      double fall; ///< how much lower the mean of a hex of 110 m may be
    };
    for (const Hill& hill :
         {Hill{"Little Round Top", {-77.23668, 39.79208}, 203.7, 12},
          Hill{"Round Top", {-77.23917, 39.78621}, 239.0, 12}, Hill{"Culp's Hill", {-77.22037, 39.82011}, 192.5, 12}}) {
      const HexCoord h = document.lattice().hexAt(projection->toPlane(hill.at));
      const double metres = evidenceOf(document, h)["metres"].get<double>();
      EXPECT_LE(metres, hill.summit + 0.5) << name << " " << hill.name;
      EXPECT_GE(metres, hill.summit - hill.fall) << name << " " << hill.name;
      for (const HexCoord n : document.lattice().ring(h, 3))
        EXPECT_LT(evidenceOf(document, n)["metres"].get<double>(), metres) << name << " " << hill.name;
      if (document.level(h)) {
        EXPECT_EQ(*document.level(h), std::lround((metres / 0.3048 - 400) / 20)) << name << " " << hill.name;
      }
    }
    double lowest = 1e9;
    double highest = 0;
    for (const auto& [key, text] : document.table("map/evidence"))
      if (key.section == "hex") {
        const double metres = json::parse(text)["metres"].get<double>();
        lowest = std::min(lowest, metres);
        highest = std::max(highest, metres);
      }
    EXPECT_GE(lowest, 85.9);
    EXPECT_LE(highest, 239.0);
  }
}

/// Two games, one ground: the same hexes at the same places, 110 m apart.
TEST(Heights, BothSamplesShareOneFrame) {
  std::vector<Document> documents;
  for (const char* name : {"gettysburg-ground", "gettysburg-ground-gbacw"}) {
    const auto module = readModule(*readModuleFolder(sampleFile(name)));
    ASSERT_TRUE(module.ok());
    documents.push_back(module->document);
  }
  EXPECT_EQ(documents[0].lattice(), documents[1].lattice());
  EXPECT_EQ(documents[0].extent(), documents[1].extent());
  EXPECT_EQ(*documents[0].record("module", {"frame", "map"}), *documents[1].record("module", {"frame", "map"}));
  EXPECT_EQ(frameOf(documents[0])->pitch[0], 110);
  const RecordTable& first = documents[0].table("map/evidence");
  for (const auto& [key, text] : documents[1].table("map/evidence"))
    if (key.section == "hex") {
      EXPECT_EQ(json::parse(first.at(key))["metres"], json::parse(text)["metres"]) << key.id;
    }
}

} // namespace
} // namespace hotchkiss::test
