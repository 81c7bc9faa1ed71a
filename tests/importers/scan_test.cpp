#include "importers/frame/frameimport.h"
#include "importers/scan/controlpoints.h"
#include "importers/scan/scanimport.h"
#include "importers/source/projection.h"
#include "tests/importers/support.h"

#include <cmath>

namespace hotchkiss::test {
namespace {

std::vector<ControlPoint> pointsBy(const std::function<Point(Point)>& truth, int across = 4) {
  std::vector<ControlPoint> out;
  for (int x = 0; x < across; ++x)
    for (int y = 0; y < across; ++y) {
      const Point pixel{100.0 + 700 * x + 13 * y, 50.0 + 610 * y + 31 * x};
      out.push_back({"p" + std::to_string(x) + std::to_string(y), pixel, truth(pixel), {}});
    }
  return out;
}

TEST(ControlPoints, EachModelFindsItsOwnTransform) {
  const auto affine = [](Point p) { return Point{3e5 + 4 * p.x + 0.3 * p.y, 4.4e6 + 0.2 * p.x - 4.1 * p.y}; };
  const auto projective = [](Point p) {
    const double w = 1 + 1e-5 * p.x + 2e-5 * p.y;
    return Point{3e5 + (4 * p.x + 0.3 * p.y) / w, 4.4e6 - (4.1 * p.y - 0.1 * p.x) / w};
  };
  const auto bent = [](Point p) { return Point{3e5 + 4 * p.x + 1e-4 * p.x * p.y, 4.4e6 - 4 * p.y + 2e-4 * p.x * p.x}; };
  EXPECT_LT(judgeControlPoints(ScanModel::Affine, pointsBy(affine))->rms, 1e-3);
  EXPECT_LT(judgeControlPoints(ScanModel::Projective, pointsBy(projective))->rms, 1e-3);
  EXPECT_LT(judgeControlPoints(ScanModel::Polynomial2, pointsBy(bent))->rms, 1e-3);
  EXPECT_GT(judgeControlPoints(ScanModel::Affine, pointsBy(bent))->rms, 10);
  const auto spline = judgeControlPoints(ScanModel::Spline, pointsBy(bent));
  EXPECT_LT(spline->rms, 1e-3);         // it goes through every point
  EXPECT_GT(spline->leaveOneOutRms, 1); // which proves nothing: what it predicts does
}

TEST(ControlPoints, AWrongPointIsNamed) {
  std::vector<ControlPoint> points = pointsBy([](Point p) { return Point{3e5 + 4 * p.x, 4.4e6 - 4 * p.y}; });
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i].ground->x += i % 2 == 0 ? 3 : -3; // everyday error
  points[5].ground->y += 600;
  for (const ScanModel model : {ScanModel::Affine, ScanModel::Projective, ScanModel::Spline}) {
    const auto report = judgeControlPoints(model, points);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->suspects, std::vector<std::string>{"p11"});
  }
}

TEST(ControlPoints, OnOneLineIsNotEnough) {
  std::vector<ControlPoint> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({"p", {100.0 * i, 50.0 * i}, Point{3e5 + 400.0 * i, 4.4e6 + 200.0 * i}, {}});
  for (const ScanModel model : {ScanModel::Affine, ScanModel::Projective, ScanModel::Polynomial2, ScanModel::Spline}) {
    const auto report = judgeControlPoints(model, points);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().text().find("one line"), std::string::npos) << report.error().text();
  }
  points.resize(2);
  EXPECT_NE(judgeControlPoints(ScanModel::Affine, points).error().text().find("needs 3"), std::string::npos);
}

TEST(ControlPoints, QgisAndCsvSayTheSame) {
  const auto qgis = readControlPoints(
      *readWholeFile(sampleFile("gettysburg-ground/data/gettysburg_first_day_contour_map.points"), 1 << 20), "q");
  const auto csv =
      readControlPoints(*readWholeFile(dataFile("gettysburg_first_day_contour_map_gcps.csv"), 1 << 20), "c");
  ASSERT_TRUE(qgis.ok() && csv.ok());
  ASSERT_EQ(qgis->points.size(), 6U);
  EXPECT_EQ(qgis->crs, "EPSG:4326");
  EXPECT_EQ(csv->crs, "EPSG:4326");
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(qgis->points[i].pixel, csv->points[i].pixel);
    EXPECT_EQ(*qgis->points[i].ground, *csv->points[i].ground);
  }
  EXPECT_EQ(csv->points[1].name, "Little Round Top summit");
  EXPECT_FALSE(readControlPoints("a,b\n1,2\n", "x").ok());
  EXPECT_FALSE(readControlPoints("pixel,line,lon,lat\n1,2,three,4\n", "x").ok());
}

TEST(Scan, TheFirstDayMapFitsWithinTwentyMetres) {
  TestMap map({20, 20}, Lattice(Orientation::Pointy, Parity::Even));
  map.context.frame.pitch = {110, 110};
  map.context.frame.origin = {307500, 4411500};
  map.add("scan", {"scan", sampleFile("gettysburg-ground/data/gettysburg_first_day_contour_map.jpg"), {}, "scan"});
  map.add("points", {"points", dataFile("gettysburg_first_day_contour_map_gcps.csv"), {}, "points"});
  Scratch scratch;
  map.context.outputFolder = scratch / "out";
  const auto imported =
      importScan(map.context, "scan", json::parse(R"({"source":"scan","points":"points","resolution":20})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  const json georeference = json::parse(*after.record("sources", {"source", "scan"}))["georeference"];
  EXPECT_LT(georeference["rms"].get<double>(), 25);
  EXPECT_GT(georeference["rms"].get<double>(), 5);
  EXPECT_TRUE(std::filesystem::exists(scratch / "out/underlay/scan.png"));
}

TEST(Scan, SixteenBitAndPalettedPictures) {
  Scratch scratch;
  TestMap map({10, 10});
  map.context.frame.pitch = {100, 100};
  map.context.frame.origin = {300000, 4400000};
  // A 16-bit picture that uses a small part of its range: dark in the west, bright in the east.
  prepareGdal();
  {
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
    const DatasetPtr dataset(driver->Create((scratch / "s.tif").string().c_str(), 100, 100, 1, GDT_UInt16, nullptr));
    std::vector<float> values;
    for (int i = 0; i < 10000; ++i)
      values.push_back(i % 100 < 50 ? 1000.0F : 3000.0F);
    ASSERT_EQ(dataset->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, 100, 100, values.data(), 100, 100, GDT_Float32, 0, 0,
                                                  nullptr),
              CE_None);
  }
  map.add("scan", {"scan", scratch / "s.tif", {}, "s.tif"});
  map.add("paletted", {"paletted", dataFile("raleigh/lc96ras_cut.tif"), {}, "lc"});
  map.add("points", writeText(scratch / "p.csv",
                              "pixel,line,x,y\n0,0,299900,4400100\n100,0,300900,4400100\n0,100,299900,4399100\n"));
  map.context.outputFolder = scratch / "out";
  const json step =
      json::parse(R"({"source":"scan","points":"points","pointsCrs":"EPSG:26918","resolution":10,"output":"u.tif"})");
  const auto wide = importScan(map.context, "scan", step);
  ASSERT_TRUE(wide.ok()) << wide.error().text();
  const auto written = openRaster(scratch / "out/u.tif");
  ASSERT_TRUE(written.ok());
  std::array<double, 6> geo{};
  (*written)->GetGeoTransform(geo.data());
  const auto brightness = [&](double x) {
    unsigned char value = 7;
    const int column = static_cast<int>((x - geo[0]) / geo[1]);
    const int row = static_cast<int>((4399800 - geo[3]) / geo[5]);
    EXPECT_EQ((*written)->GetRasterBand(1)->RasterIO(GF_Read, column, row, 1, 1, &value, 1, 1, GDT_Byte, 0, 0, nullptr),
              CE_None);
    return static_cast<int>(value);
  };
  EXPECT_EQ(brightness(300100), 0);
  EXPECT_EQ(brightness(300700), 255);
  json other = step;
  other["source"] = "paletted";
  EXPECT_TRUE(importScan(map.context, "scan", other).ok());
  other["output"] = "../out.png";
  EXPECT_FALSE(importScan(map.context, "scan", other).ok());
}

TEST(FrameFit, FindsTheFrameAndTheWrongPlace) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  Frame truth;
  truth.crs = "EPSG:26918";
  truth.origin = {250000, 4400000};
  truth.pitch = {1850, 1850};
  truth.rotation = 7;
  std::vector<KnownPlace> places;
  for (int i = 0; i < 11; ++i) {
    const HexCoord hex{(i * 7) % 31, (i * 5) % 23};
    const Point p = lattice.centre(hex);
    places.push_back(
        {"town " + std::to_string(i), truth.toGround({p.x + 0.2 * std::sin(i), p.y + 0.2 * std::cos(3 * i)}), hex});
  }
  for (const FitModel model : {FitModel::Similarity, FitModel::Affine}) {
    const auto fit = fitFrame(lattice, truth.crs, places, model);
    ASSERT_TRUE(fit.ok());
    EXPECT_NEAR(fit->frame.pitch[0], 1850, 25);
    EXPECT_NEAR(fit->frame.rotation, 7, 0.6);
    EXPECT_LT(fit->rms, 0.25);
    EXPECT_TRUE(fit->suspects.empty());
  }
  places[4].hex.c += 6;
  const auto fit = fitFrame(lattice, truth.crs, places, FitModel::Similarity);
  ASSERT_TRUE(fit.ok());
  EXPECT_EQ(fit->suspects, std::vector<std::string>{"town 4"});
}

TEST(Frame, AreasByBoxAndCentre) {
  const json defaults = json::parse(R"({"orientation":"flat","shifted":"odd"})");
  const auto box = makeFrame(
      json::parse(R"({"crs":"EPSG:26918","pitch":1,"unit":"mile","area":{"bbox":[-78,39,-77,40]}})"), defaults, {});
  ASSERT_TRUE(box.ok()) << box.error().text();
  EXPECT_NEAR(box->frame.pitch[0], 1609.344, 1e-6);
  // Every corner of the box lies on the map.
  const auto projection = Projection::between("EPSG:4326", box->frame);
  for (const Point p : {Point{-78, 39}, Point{-77, 39}, Point{-78, 40}, Point{-77, 40}, Point{-77.5, 39.5}}) {
    const HexCoord h = box->lattice.hexAt(projection->toPlane(p));
    EXPECT_TRUE(h.c >= -1 && h.r >= -1 && h.c <= box->extent.width && h.r <= box->extent.height) << toText(h);
  }
  const auto centre =
      makeFrame(json::parse(R"({"crs":"EPSG:26918","pitch":120,"unit":"yard","rotation":30,"orientation":"pointy",
    "area":{"centre":[-77.23,39.81],"size":[21,31]}})"),
                defaults, {});
  ASSERT_TRUE(centre.ok());
  const auto there = Projection::between("EPSG:4326", centre->frame);
  EXPECT_LE(centre->lattice.distance(centre->lattice.hexAt(there->toPlane(Point{-77.23, 39.81})), {10, 15}), 1);
  EXPECT_FALSE(
      makeFrame(json::parse(R"({"crs":"EPSG:4326","pitch":1,"area":{"bbox":[-78,39,-77,40]}})"), defaults, {}).ok());
  EXPECT_FALSE(
      makeFrame(json::parse(R"({"crs":"EPSG:26918","pitch":0.01,"area":{"bbox":[-78,39,-77,40]}})"), defaults, {})
          .ok());
  EXPECT_FALSE(
      makeFrame(json::parse(R"({"crs":"/etc/passwd","pitch":1,"area":{"bbox":[-78,39,-77,40]}})"), defaults, {}).ok());
}

} // namespace
} // namespace hotchkiss::test
