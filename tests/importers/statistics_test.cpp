#include "importers/elevation/elevationimport.h"
#include "importers/elevation/hexstatistics.h"
#include "importers/frame/frameimport.h"
#include "importers/source/projection.h"
#include "tests/importers/support.h"

#include <cmath>
#include <random>

namespace hotchkiss::test {
namespace {

/// Area of a convex polygon inside the unit square at (x, y), by cutting it with four half planes.
double areaInPixel(std::vector<Point> polygon, double x, double y) {
  const auto cut = [&](auto inside, auto meet) {
    std::vector<Point> out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point a = polygon[i];
      const Point b = polygon[(i + 1) % polygon.size()];
      if (inside(a))
        out.push_back(a);
      if (inside(a) != inside(b))
        out.push_back(meet(a, b));
    }
    polygon = out;
  };
  const auto atX = [](double at) {
    return [at](Point a, Point b) { return Point{at, a.y + (at - a.x) * (b.y - a.y) / (b.x - a.x)}; };
  };
  const auto atY = [](double at) {
    return [at](Point a, Point b) { return Point{a.x + (at - a.y) * (b.x - a.x) / (b.y - a.y), at}; };
  };
  cut([&](Point p) { return p.x >= x; }, atX(x));
  cut([&](Point p) { return p.x <= x + 1; }, atX(x + 1));
  cut([&](Point p) { return p.y >= y; }, atY(y));
  cut([&](Point p) { return p.y <= y + 1; }, atY(y + 1));
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i];
    const Point b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return std::abs(twice) / 2;
}

struct Case {
  HexGround ground;
  Grid grid;
};

Case randomCase(std::mt19937& random) {
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<>(a, b)(random); };
  Case out;
  out.ground.lattice = Lattice(random() % 2 == 0 ? Orientation::Flat : Orientation::Pointy,
                               random() % 2 == 0 ? Parity::Even : Parity::Odd);
  out.ground.extent = {static_cast<int>(2 + random() % 6), static_cast<int>(2 + random() % 6)};
  out.ground.frame.crs = "EPSG:26918";
  out.ground.frame.rotation = uniform(-180, 180);
  out.ground.frame.origin = {300000 + uniform(-5, 5), 4400000 + uniform(-5, 5)};
  const double pitch = uniform(1.5, 9);
  out.ground.frame.pitch = {pitch, pitch * uniform(0.8, 1.2)};
  out.grid.width = 60;
  out.grid.height = 50;
  out.grid.geo = {299975, 1, 0, 4400025, 0, -1};
  for (int i = 0; i < out.grid.width * out.grid.height; ++i)
    out.grid.values.push_back(static_cast<float>(uniform(0, 100)));
  return out;
}

std::vector<Point> pixelsOf(const HexGround& ground, const Grid& grid, HexCoord h) {
  std::vector<Point> out;
  for (const Point p : ground.lattice.outline(h)) {
    const Point g = ground.frame.toGround(p);
    out.push_back({(g.x - grid.geo[0]) / grid.geo[1], (g.y - grid.geo[3]) / grid.geo[5]});
  }
  return out;
}

RasterList listOf(const std::vector<SourceFile>& sources) {
  RasterList out;
  for (const SourceFile& source : sources) {
    auto raster = RasterSource::open(source);
    EXPECT_TRUE(raster.ok()) << raster.error().text();
    out.push_back(std::move(*raster));
  }
  return out;
}

TEST(HexStatistics, CoverageEqualsBruteForceIntegration) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 40; ++trial) {
    Scratch scratch;
    const Case one = randomCase(random);
    const auto result = hexStatistics(one.ground, listOf({writeRaster(scratch / "r.tif", one.grid)}), {}, {});
    if (!result) // a lattice that was turned off the raster
      continue;
    for (int c = 0; c < one.ground.extent.width; ++c)
      for (int r = 0; r < one.ground.extent.height; ++r) {
        const std::vector<Point> hex = pixelsOf(one.ground, one.grid, {c, r});
        double sum = 0;
        double weight = 0;
        double twice = 0;
        for (std::size_t i = 0; i < 6; ++i)
          twice += hex[i].x * hex[(i + 1) % 6].y - hex[(i + 1) % 6].x * hex[i].y;
        for (int y = 0; y < one.grid.height; ++y)
          for (int x = 0; x < one.grid.width; ++x) {
            const double w = areaInPixel(hex, x, y);
            sum += w * static_cast<double>(one.grid.values[static_cast<std::size_t>(y * one.grid.width + x)]);
            weight += w;
          }
        const HexStatistic& s = (*result)[static_cast<std::size_t>(c * one.ground.extent.height + r)];
        EXPECT_NEAR(static_cast<double>(s.share), weight / (std::abs(twice) / 2), 1e-6);
        if (weight > 1e-3) {
          EXPECT_NEAR(static_cast<double>(s.mean), sum / weight, 1e-3);
        }
      }
  }
}

TEST(HexStatistics, EveryPixelCentreBelongsToItsHex) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 20; ++trial) {
    Scratch scratch;
    Case one = randomCase(random);
    StatisticsWish wish;
    wish.rule = PixelRule::Centre;
    const auto result = hexStatistics(one.ground, listOf({writeRaster(scratch / "r.tif", one.grid)}), wish, {});
    if (!result)
      continue;
    std::map<HexCoord, std::pair<double, int>> truth;
    for (int y = 0; y < one.grid.height; ++y)
      for (int x = 0; x < one.grid.width; ++x) {
        const Point g{one.grid.geo[0] + x + 0.5, one.grid.geo[3] - y - 0.5};
        auto& [sum, count] = truth[one.ground.frame.hexAt(one.ground.lattice, g)];
        sum += static_cast<double>(one.grid.values[static_cast<std::size_t>(y * one.grid.width + x)]);
        ++count;
      }
    for (int c = 0; c < one.ground.extent.width; ++c)
      for (int r = 0; r < one.ground.extent.height; ++r) {
        const HexStatistic& s = (*result)[static_cast<std::size_t>(c * one.ground.extent.height + r)];
        const auto it = truth.find({c, r});
        if (it == truth.end())
          EXPECT_EQ(s.share, 0);
        else
          EXPECT_NEAR(static_cast<double>(s.mean), it->second.first / it->second.second, 1e-3);
      }
  }
}

/// A flat map of 4 x 4 hexes of 10 m over a raster of 1 m.
Case plainCase(float value) {
  Case out;
  out.ground.extent = {4, 4};
  out.ground.frame.crs = "EPSG:26918";
  out.ground.frame.origin = {300010, 4400040};
  out.ground.frame.pitch = {10, 10};
  out.grid.width = 60;
  out.grid.height = 60;
  out.grid.geo = {300000, 1, 0, 4400050, 0, -1};
  out.grid.values.assign(3600, value);
  return out;
}

TEST(HexStatistics, NoDataAndPriority) {
  Scratch scratch;
  Case first = plainCase(10);
  first.grid.noData = -9999;
  for (int y = 0; y < 60; ++y)
    for (int x = 30; x < 60; ++x)
      first.grid.values[static_cast<std::size_t>(y * 60 + x)] = -9999;
  const Case second = plainCase(20);
  const SourceFile a = writeRaster(scratch / "a.tif", first.grid);
  const SourceFile b = writeRaster(scratch / "b.tif", second.grid);
  const auto alone = hexStatistics(first.ground, listOf({a}), {}, {});
  ASSERT_TRUE(alone.ok());
  const auto both = hexStatistics(first.ground, listOf({a, b}), {}, {});
  ASSERT_TRUE(both.ok());
  for (std::size_t i = 0; i < both->size(); ++i) {
    const double share = static_cast<double>((*alone)[i].share);
    EXPECT_NEAR(static_cast<double>((*both)[i].share), 1, 1e-6);
    EXPECT_NEAR(static_cast<double>((*both)[i].mean), 10 * share + 20 * (1 - share), 1e-4);
  }
  EXPECT_LT((*alone)[15].share, 0.9F);
}

TEST(HexStatistics, MedianAndExtremes) {
  Scratch scratch;
  Case one = plainCase(0);
  for (std::size_t i = 0; i < one.grid.values.size(); ++i)
    one.grid.values[i] = static_cast<float>(i % 60); // grows to the east
  StatisticsWish wish;
  wish.percentile = 50;
  const auto result = hexStatistics(one.ground, listOf({writeRaster(scratch / "r.tif", one.grid)}), wish, {});
  ASSERT_TRUE(result.ok());
  const HexStatistic& s = (*result)[5]; // hex (1, 1): its centre lies at x = 18.66
  const double centre = 10 + 10 * std::sqrt(3) / 2;
  EXPECT_NEAR(static_cast<double>(s.mean), centre - 0.5, 0.02);
  EXPECT_NEAR(static_cast<double>(s.rank), centre - 0.5, 0.6);
  EXPECT_LE(s.low, 13);
  EXPECT_GE(s.high, 23);
}

TEST(HexStatistics, ThreadsDoNotChangeTheResult) {
  Scratch scratch;
  std::mt19937 random(9);
  Case one = plainCase(0);
  for (float& v : one.grid.values)
    v = static_cast<float>(random() % 1000) / 7;
  const RasterList rasters = listOf({writeRaster(scratch / "r.tif", one.grid)});
  Task single;
  single.threads = 1;
  Task many;
  many.threads = 4;
  const auto a = hexStatistics(one.ground, rasters, {}, single);
  const auto b = hexStatistics(one.ground, rasters, {}, many);
  ASSERT_TRUE(a.ok() && b.ok());
  for (std::size_t i = 0; i < a->size(); ++i)
    EXPECT_EQ((*a)[i].mean, (*b)[i].mean);
}

TEST(HexStatistics, Refusals) {
  Scratch scratch;
  Case one = plainCase(1);
  one.grid.crs.clear();
  const auto noCrs = RasterSource::open(writeRaster(scratch / "n.tif", one.grid));
  ASSERT_FALSE(noCrs.ok());
  EXPECT_NE(noCrs.error().text().find("coordinate reference system"), std::string::npos) << noCrs.error().text();
  Case far = plainCase(1);
  far.grid.geo[0] += 1e6;
  const auto none = hexStatistics(far.ground, listOf({writeRaster(scratch / "f.tif", far.grid)}), {}, {});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().text().find("does not overlap"), std::string::npos);
  std::atomic<bool> stop{true};
  Task task;
  task.cancel = &stop;
  const Case here = plainCase(1);
  const auto cancelled = hexStatistics(here.ground, listOf({writeRaster(scratch / "c.tif", here.grid)}), {}, task);
  ASSERT_FALSE(cancelled.ok());
  EXPECT_NE(cancelled.error().text().find("cancelled"), std::string::npos);
}

TEST(Gate, RefusesWhatCannotBeReadPieceByPiece) {
  Scratch scratch;
  prepareGdal();
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  const auto make = [&](const std::string& name, int rowsInBlock) {
    const std::string rows = "BLOCKYSIZE=" + std::to_string(rowsInBlock);
    const char* const options[] = {rows.c_str(), "SPARSE_OK=TRUE", "COMPRESS=DEFLATE", nullptr};
    const DatasetPtr made(
        driver->Create((scratch / name).string().c_str(), 20000, 20000, 1, GDT_Float32, const_cast<char**>(options)));
    return scratch / name;
  };
  EXPECT_TRUE(openRaster(make("strips.tif", 6000)).ok()); // 480 MB in a block
  const auto refused = openRaster(make("one.tif", 20000));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("blocks too large"), std::string::npos) << refused.error().text();
}

TEST(Gate, JsonHasALimitBeforeItIsRead) {
  Scratch scratch;
  const std::string head = R"({"type":"FeatureCollection","features":[]})";
  const auto sparse = [&](const std::string& name, const std::string& text, std::uintmax_t size) {
    writeText(scratch / name, text);
    std::filesystem::resize_file(scratch / name, size); // a hole: takes no room on the disk
    return openVector(scratch / name);
  };
  const auto over = sparse("over.geojson", head, kMostJsonBytes + 1);
  ASSERT_FALSE(over.ok());
  EXPECT_NE(over.error().text().find("at most 512 MB"), std::string::npos) << over.error().text();
  const auto padded = sparse("padded.txt", "\xef\xbb\xbf \n" + head, kMostJsonBytes + 1); // whatever its name
  ASSERT_FALSE(padded.ok());
  EXPECT_NE(padded.error().text().find("at most 512 MB"), std::string::npos) << padded.error().text();
  // Other formats are read piece by piece: what is wrong with this one is something else.
  const auto other = sparse("other.gpkg", "SQLite format 3", kMostJsonBytes + 1);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().text().find("at most 512 MB"), std::string::npos) << other.error().text();
  writeText(scratch / "small.geojson", head);
  EXPECT_TRUE(openVector(scratch / "small.geojson").ok());
}

TEST(HexClasses, SharesAddUp) {
  Scratch scratch;
  Case one = plainCase(3);
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 20; ++x)
      one.grid.values[static_cast<std::size_t>(y * 60 + x)] = 7;
  const RasterList rasters = listOf({writeRaster(scratch / "r.tif", one.grid)});
  const auto classes = hexClasses(one.ground, rasters, PixelRule::Coverage, {});
  ASSERT_TRUE(classes.ok());
  for (std::size_t h = 0; h < 16; ++h) {
    double sum = 0;
    double east = 0;
    for (std::size_t k = classes->first[h]; k < classes->first[h + 1]; ++k) {
      sum += static_cast<double>(classes->shares[k].share);
      if (classes->shares[k].value == 3)
        east += static_cast<double>(classes->shares[k].share);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    const auto mean = hexStatistics(one.ground, rasters, {}, {});
    EXPECT_NEAR(static_cast<double>((*mean)[h].mean), 3 * east + 7 * (1 - east), 1e-3);
  }
}

TEST(RealHeights, GettysburgCheckPoints) {
  HexGround ground;
  ground.extent = {60, 130};
  ground.lattice = Lattice(Orientation::Pointy, Parity::Even);
  ground.frame.crs = "EPSG:26918";
  ground.frame.origin = {305000, 4413000};
  ground.frame.pitch = {110, 110};
  const RasterList rasters =
      listOf({{"dem", sampleFile("gettysburg-ground/data/gettysburg_dem_utm18n_10m.tif"), {}, "dem"}});
  const auto projection = Projection::between("EPSG:4326", ground.frame);
  ASSERT_TRUE(projection.ok());
  std::vector<Point> points{{-77.23668, 39.79208}, {-77.23917, 39.78621}, {-77.22037, 39.82011}};
  projection->toPlane(points);
  const auto heights = sampleAt(ground, rasters, points, true, {});
  ASSERT_TRUE(heights.ok());
  EXPECT_NEAR(static_cast<double>((*heights)[0]), 203.7, 1.0); // Little Round Top
  EXPECT_NEAR(static_cast<double>((*heights)[1]), 239.0, 1.0); // Round Top
  EXPECT_NEAR(static_cast<double>((*heights)[2]), 192.5, 1.0); // Culp's Hill
}

TEST(RealHeights, TerrariumTilesAgreeWithTheDecodedRaster) {
  const auto tiles = RasterSource::open({"t", dataFile("terrarium"), {}, "terrarium"});
  ASSERT_TRUE(tiles.ok()) << tiles.error().text();
  EXPECT_EQ((*tiles)->width(), 256);
  EXPECT_EQ((*tiles)->height(), 512);
  // Both, read through one map of hexes, tell the same heights.
  HexGround ground;
  ground.extent = {10, 20};
  ground.frame.crs = "EPSG:26918";
  ground.frame.pitch = {120, 120};
  const auto projection = Projection::between("EPSG:3857", ground.frame);
  ASSERT_TRUE(projection.ok());
  const Point corner = projection->toPlane((*tiles)->toSource({40, 60}));
  ground.frame.origin = ground.frame.toGround(corner);
  const auto a = hexStatistics(ground, listOf({{"t", dataFile("terrarium"), {}, "terrarium"}}), {}, {});
  const auto b = hexStatistics(
      ground, listOf({{"d", sampleFile("gettysburg-ground/data/gettysburg_dem_utm18n_10m.tif"), {}, "dem"}}), {}, {});
  ASSERT_TRUE(a.ok()) << a.error().text();
  ASSERT_TRUE(b.ok()) << b.error().text();
  for (std::size_t i = 0; i < a->size(); ++i)
    EXPECT_NEAR(static_cast<double>((*a)[i].mean), static_cast<double>((*b)[i].mean), 0.6);
}

TEST(Elevation, RulesMakeLevelsSlopesAndMarks) {
  Scratch scratch;
  Case one = plainCase(0);
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 60; ++x) // a scarp: low in the west, high in the east
      one.grid.values[static_cast<std::size_t>(y * 60 + x)] = x < 24 ? 100.0F : 130.0F;
  TestMap map({4, 4});
  map.context.frame = one.ground.frame;
  map.add("dem", writeRaster(scratch / "r.tif", one.grid));
  const json step = json::parse(R"({"source":"dem","levels":{"interval":10,"datum":100},
    "edges":[{"feature":"scarp","class":"high","levels":2,"role":"low"},{"feature":"scarp","class":"small","levels":1}]})");
  const auto imported = importElevation(map.context, "dem", step);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(after.level({0, 1}), 0);
  EXPECT_EQ(after.level({3, 1}), 3);
  const FeatureSet features = after.features(after.lattice().edge({1, 1}, 2));
  ASSERT_NE(features.find("scarp"), nullptr);
  const EdgeId e = after.lattice().edge({1, 1}, 2);
  const auto hexes = after.lattice().hexes(e);
  EXPECT_EQ(features.find("scarp")->side, *after.level(hexes[0]) < *after.level(hexes[1]) ? "a" : "b");
  ASSERT_NE(after.record("map/evidence", {"hex", "0.1"}), nullptr);
  // The edit is one undo step.
  imported->edit.inverse().apply(after);
  EXPECT_EQ(after, map.document);
}

} // namespace
} // namespace hotchkiss::test
