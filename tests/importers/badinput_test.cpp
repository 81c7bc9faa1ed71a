#include "importers/cover/coverimport.h"
#include "importers/elevation/elevationimport.h"
#include "importers/lines/rivers.h"
#include "importers/places/placesimport.h"
#include "importers/scan/scanimport.h"
#include "tests/importers/support.h"

#include <cmath>
#include <limits>

// What people hand in by mistake. Every refusal is one sentence that says what is wrong and what to do.

namespace hotchkiss::test {
namespace {

const json kLines = json::parse(R"({"source":"s","classes":[{"feature":"river"}]})");
const json kHeights = json::parse(R"({"source":"s","levels":{"interval":10}})");
const json kClasses = json::parse(R"({"source":"s","classes":[{"value":1,"terrain":"woods"}]})");
const json kPoints = json::parse(R"({"source":"s","classes":[{"place":"town"}]})");

template <class Import>
std::string complaint(TestMap& map, const SourceFile& source, Import&& import, const json& step) {
  map.add("s", source);
  const auto imported = import(map.context, "step", step);
  if (imported.ok())
    return "fine";
  const std::string text = imported.error().text();
  EXPECT_EQ(text.find('\n'), std::string::npos) << "not one sentence: " << text;
  EXPECT_FALSE(imported.error().advice.empty()) << "no advice: " << text;
  return text;
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

Grid gridAt(double west, double north, double cell, float value, const std::string& crs = "EPSG:26918") {
  Grid out;
  out.width = 40;
  out.height = 40;
  out.geo = {west, cell, 0, north, 0, -cell};
  out.values.assign(1600, value);
  out.crs = crs;
  return out;
}

TEST(BadInput, NoCoordinateReferenceSystem) {
  Scratch scratch;
  TestMap map;
  const std::string raster =
      complaint(map, writeRaster(scratch / "r.tif", gridAt(300000, 4410000, 500, 1, "")), importElevation, kHeights);
  EXPECT_TRUE(says(raster, "coordinate reference system")) << raster;
  EXPECT_TRUE(says(raster, "sources.json")) << raster;
  const std::string vector =
      complaint(map, writeText(scratch / "v.csv", "WKT,name\n\"LINESTRING (300000 4400000,310000 4405000)\",x\n"),
                importRivers, kLines);
  EXPECT_TRUE(says(vector, "coordinate reference system")) << vector;
  // Said in sources.json, the same file is fine.
  EXPECT_EQ(complaint(map,
                      writeText(scratch / "v.csv", "WKT,name\n\"LINESTRING (300000 4400000,310000 4405000)\",x\n",
                                "EPSG:26918"),
                      importRivers, kLines),
            "fine");
}

TEST(BadInput, AxesTheWrongWayRound) {
  Scratch scratch;
  TestMap map;
  const std::string lines = complaint(
      map,
      writeText(scratch / "v.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},
        "geometry":{"type":"LineString","coordinates":[[39.79,-77.28],[39.78,-77.2]]}}]})"),
      importRivers, kLines);
  EXPECT_TRUE(says(lines, "longitude and latitude seem to be exchanged")) << lines;
  const std::string raster = complaint(map, writeRaster(scratch / "r.tif", gridAt(39.7, -77.1, 0.005, 1, "EPSG:4326")),
                                       importElevation, kHeights);
  EXPECT_TRUE(says(raster, "exchanged")) << raster;
}

TEST(BadInput, NothingInTheLayerOrNothingOfItOnTheMap) {
  Scratch scratch;
  TestMap map;
  EXPECT_TRUE(says(complaint(map, writeText(scratch / "e.geojson", R"({"type":"FeatureCollection","features":[]})"),
                             importRivers, kLines),
                   "the layer is empty"));
  const std::string far = complaint(
      map,
      writeText(scratch / "f.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},
        "geometry":{"type":"LineString","coordinates":[[12.4,41.9],[12.5,41.8]]}}]})"),
      importRivers, kLines);
  EXPECT_TRUE(says(far, "nothing of the layer lies on the map")) << far;
  EXPECT_FALSE(says(far, "exchanged")) << far;
  const std::string raster =
      complaint(map, writeRaster(scratch / "r.tif", gridAt(700000, 3900000, 500, 1)), importElevation, kHeights);
  EXPECT_TRUE(says(raster, "does not overlap the map")) << raster;
}

TEST(BadInput, NotANumber) {
  Scratch scratch;
  TestMap map;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto import : {importElevation, importCover}) {
    const std::string raster = complaint(map, writeRaster(scratch / "n.tif", gridAt(295000, 4415000, 800, nan)), import,
                                         import == importCover ? kClasses : kHeights);
    EXPECT_TRUE(says(raster, "no data on the map")) << raster;
  }
  // A few bad pixels are left out, and the hex knows how much of it is told.
  Grid spotted = gridAt(295000, 4415000, 800, 100);
  for (std::size_t i = 0; i < spotted.values.size(); i += 3)
    spotted.values[i] = i % 2 == 0 ? nan : std::numeric_limits<float>::infinity();
  map.add("s", writeRaster(scratch / "s.tif", spotted));
  const auto some = importElevation(map.context, "step", kHeights);
  ASSERT_TRUE(some.ok()) << some.error().text();
  Document after = map.document;
  some->edit.apply(after);
  EXPECT_EQ(after.level({10, 10}), 10);
  for (const char* table : {"name,lon,lat\nA,nan,39.8\nB,-77.2,inf\n", "name,lon,lat\nA,nan,nan\nB,,39\n"}) {
    const std::string points =
        complaint(map, writeText(scratch / "p.csv", table), importPlaces,
                  json::parse(R"({"source":"s","x":"lon","y":"lat","classes":[{"place":"town"}]})"));
    EXPECT_TRUE(says(points, "no position in the layer is a usable number")) << points;
  }
  SourceFile bare = writeText(scratch / "q.csv", "name,lon,lat\nA,-77.2,39.8\n");
  bare.crs = "EPSG:4326";
  const std::string unnamed = complaint(map, bare, importPlaces, kPoints);
  EXPECT_TRUE(says(unnamed, "name the columns that hold the position")) << unnamed;
}

TEST(BadInput, TheWrongShapeOfThing) {
  Scratch scratch;
  TestMap map;
  const SourceFile point =
      writeText(scratch / "p.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature",
    "properties":{},"geometry":{"type":"Point","coordinates":[-77.28,39.79]}}]})");
  EXPECT_TRUE(says(complaint(map, point, importRivers, kLines), "holds no lines"));
  const SourceFile line = writeText(scratch / "l.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature",
    "properties":{},"geometry":{"type":"LineString","coordinates":[[-77.28,39.79],[-77.2,39.78]]}}]})");
  EXPECT_TRUE(says(complaint(map, line, importPlaces, kPoints), "holds no points"));
  EXPECT_TRUE(says(complaint(map, line, importElevation, kHeights), "no raster"));
  EXPECT_TRUE(
      says(complaint(map, writeText(scratch / "t.tif", "not a picture"), importElevation, kHeights), "no raster"));
}

TEST(BadInput, FilesFromElsewhere) {
  Scratch scratch;
  TestMap map;
  EXPECT_TRUE(says(complaint(map, {"s", "/vsicurl/http://example.org/x.tif", {}, "x"}, importElevation, kHeights),
                   "on this machine"));
  EXPECT_TRUE(
      says(complaint(map, {"s", "https://example.org/x.tif", {}, "x"}, importElevation, kHeights), "on this machine"));
  EXPECT_TRUE(
      says(complaint(map, writeText(scratch / "x.vrt", "<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"></VRTDataset>"),
                     importElevation, kHeights),
           "virtual rasters"));
  EXPECT_TRUE(
      says(complaint(map, {"s", scratch / "none.tif", {}, "none"}, importElevation, kHeights), "does not exist"));
  EXPECT_TRUE(says(complaint(map, {"s", scratch / "", {}, "folder"}, importRivers, kLines), "not a plain file"));
  // A file that says it is a virtual raster under another name is not opened as one.
  EXPECT_TRUE(
      says(complaint(map, writeText(scratch / "x.tif", "<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"></VRTDataset>"),
                     importElevation, kHeights),
           "no raster"));
}

TEST(BadInput, ControlPointsOnOneLine) {
  Scratch scratch;
  TestMap map({10, 10});
  map.context.frame.pitch = {100, 100};
  map.add("s", writeRaster(scratch / "s.tif", gridAt(0, 0, 1, 7)));
  map.add("p", writeText(scratch / "p.csv", "pixel,line,x,y\n0,0,300000,4410000\n10,10,300100,4409900\n"
                                            "20,20,300200,4409800\n30,30,300300,4409700\n35,35,300350,4409650\n"
                                            "39,39,300390,4409610\n"));
  for (const char* transform : {"affine", "projective", "polynomial2", "spline"}) {
    const json step{{"source", "s"}, {"points", "p"}, {"pointsCrs", "EPSG:26918"}, {"transform", transform}};
    const auto imported = importScan(map.context, "scan", step);
    ASSERT_FALSE(imported.ok()) << transform;
    EXPECT_TRUE(says(imported.error().text(), "they lie on one line")) << imported.error().text();
  }
  map.add("p", writeText(scratch / "q.csv", "pixel,line,x,y\n0,0,300000,4410000\n10,10,300100,4409900\n"));
  const auto few =
      importScan(map.context, "scan", json::parse(R"({"source":"s","points":"p","pointsCrs":"EPSG:26918"})"));
  ASSERT_FALSE(few.ok());
  EXPECT_TRUE(says(few.error().text(), "needs 3 control points and there are 2")) << few.error().text();
  map.add("p", writeText(scratch / "r.csv", "pixel,line,x,y\n0,0,3,4\n10,0,5,6\n0,10,7,7\n"));
  const auto where = importScan(map.context, "scan", json::parse(R"({"source":"s","points":"p"})"));
  ASSERT_FALSE(where.ok());
  EXPECT_TRUE(says(where.error().text(), "coordinate reference system")) << where.error().text();
}

} // namespace
} // namespace hotchkiss::test
