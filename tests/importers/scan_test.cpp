#include "importers/frame/frameimport.h"
#include "importers/scan/controlpoints.h"
#include "importers/scan/scanimport.h"
#include "importers/source/projection.h"
#include "libscenario/module/modulefiles.h"
#include "tests/importers/support.h"

#include <cmath>
#include <functional>
#include <map>

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

/// A picture of 4 x 4 fields of different greys, bent in a known way, warped back onto the ground by each transform.
TEST(Scan, EveryTransformPutsThePictureWhereItBelongs) {
  Scratch scratch;
  prepareGdal();
  constexpr int kSide = 400;
  {
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
    const DatasetPtr dataset(driver->Create((scratch / "s.tif").string().c_str(), kSide, kSide, 1, GDT_Byte, nullptr));
    std::vector<unsigned char> values;
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x)
        values.push_back(static_cast<unsigned char>(20 + 14 * (x / 100 * 4 + y / 100)));
    ASSERT_EQ(dataset->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, kSide, kSide, values.data(), kSide, kSide, GDT_Byte,
                                                  0, 0, nullptr),
              CE_None);
  }
  const std::map<std::string, std::function<Point(Point)>> truths{
      {"affine",
       [](Point p) {
         return Point{299800 + 3 * p.x + 0.2 * p.y, 4400200 - 3.1 * p.y + 0.1 * p.x};
       }},
      {"projective",
       [](Point p) {
         const double w = 1 + 2e-4 * p.x + 1e-4 * p.y;
         return Point{299800 + 3 * p.x / w, 4400200 - 3 * p.y / w};
       }},
      {"polynomial2",
       [](Point p) {
         return Point{299800 + 3 * p.x + 4e-4 * p.x * p.x, 4400200 - 3 * p.y + 3e-4 * p.x * p.y};
       }},
      {"spline", [](Point p) {
         return Point{299800 + 3 * p.x + 8 * std::sin(p.y / 90), 4400200 - 3 * p.y};
       }}};
  for (const auto& [transform, truth] : truths) {
    TestMap map({10, 10});
    map.context.frame.pitch = {100, 100};
    map.context.frame.origin = {300000, 4400000};
    std::string points = "pixel,line,x,y\n";
    for (int x = 0; x <= kSide; x += 50)
      for (int y = 0; y <= kSide; y += 50) {
        const Point g = truth({double(x), double(y)});
        points +=
            std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(g.x) + "," + std::to_string(g.y) + "\n";
      }
    map.add("scan", {"scan", scratch / "s.tif", {}, "s.tif"});
    map.add("points", writeText(scratch / "p.csv", points));
    map.context.outputFolder = scratch / "out";
    const json step{{"source", "scan"},       {"points", "points"}, {"pointsCrs", "EPSG:26918"},
                    {"transform", transform}, {"resolution", 5.0},  {"output", "u.tif"}};
    const auto imported = importScan(map.context, "scan", step);
    ASSERT_TRUE(imported.ok()) << transform << ": " << imported.error().text();
    const auto written = openRaster(scratch / "out/u.tif");
    ASSERT_TRUE(written.ok());
    std::array<double, 6> geo{};
    (*written)->GetGeoTransform(geo.data());
    int checked = 0;
    for (int x = 50; x < kSide; x += 100)
      for (int y = 50; y < kSide; y += 100) {
        const Point g = truth({double(x), double(y)});
        const int column = static_cast<int>((g.x - geo[0]) / geo[1]);
        const int row = static_cast<int>((g.y - geo[3]) / geo[5]);
        if (column < 0 || row < 0 || column >= (*written)->GetRasterXSize() || row >= (*written)->GetRasterYSize())
          continue;
        unsigned char value = 0;
        ASSERT_EQ(
            (*written)->GetRasterBand(1)->RasterIO(GF_Read, column, row, 1, 1, &value, 1, 1, GDT_Byte, 0, 0, nullptr),
            CE_None);
        EXPECT_EQ(value, 20 + 14 * (x / 100 * 4 + y / 100)) << transform << " " << x << " " << y;
        ++checked;
      }
    EXPECT_GE(checked, 9) << transform;
  }
}

/// A huge picture is read through its overviews: here they show something else than the picture itself.
TEST(Scan, LargePicturesThroughTheirOverviews) {
  Scratch scratch;
  prepareGdal();
  constexpr int kSide = 4096;
  {
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
    const char* const options[] = {"TILED=YES", "COMPRESS=DEFLATE", nullptr};
    const DatasetPtr dataset(
        driver->Create((scratch / "big.tif").string().c_str(), kSide, kSide, 1, GDT_Byte, const_cast<char**>(options)));
    ASSERT_EQ(dataset->GetRasterBand(1)->Fill(10), CE_None);
    int levels[] = {2, 4, 8, 16};
    ASSERT_EQ(dataset->BuildOverviews("NONE", 4, levels, 0, nullptr, nullptr, nullptr), CE_None);
    for (int i = 0; i < 4; ++i)
      ASSERT_EQ(dataset->GetRasterBand(1)->GetOverview(i)->Fill(200), CE_None);
  }
  TestMap map({10, 10});
  map.context.frame.pitch = {100, 100};
  map.context.frame.origin = {300000, 4400000};
  map.add("scan", {"scan", scratch / "big.tif", {}, "big.tif"});
  map.add("points", writeText(scratch / "p.csv", "pixel,line,x,y\n0,0,299900,4400100\n4096,0,300924,4400100\n"
                                                 "0,4096,299900,4399076\n"));
  map.context.outputFolder = scratch / "out";
  const auto valueAt = [&](double resolution) {
    const json step{{"source", "scan"},
                    {"points", "points"},
                    {"pointsCrs", "EPSG:26918"},
                    {"resolution", resolution},
                    {"output", "u.tif"}};
    const auto imported = importScan(map.context, "scan", step);
    EXPECT_TRUE(imported.ok()) << imported.error().text();
    const auto written = openRaster(scratch / "out/u.tif");
    std::array<double, 6> geo{};
    (*written)->GetGeoTransform(geo.data());
    unsigned char value = 0;
    EXPECT_EQ((*written)->GetRasterBand(1)->RasterIO(GF_Read, static_cast<int>((300400 - geo[0]) / geo[1]),
                                                     static_cast<int>((4399600 - geo[3]) / geo[5]), 1, 1, &value, 1, 1,
                                                     GDT_Byte, 0, 0, nullptr),
              CE_None);
    return static_cast<int>(value);
  };
  EXPECT_EQ(valueAt(4), 200);  // 16 pixels of the picture to one of the underlay
  EXPECT_EQ(valueAt(0.3), 10); // about as fine as the picture: the picture itself
}

TEST(Scan, PalettesBecomeTheirColours) {
  Scratch scratch;
  prepareGdal();
  {
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
    const DatasetPtr dataset(driver->Create((scratch / "p.tif").string().c_str(), 50, 50, 1, GDT_Byte, nullptr));
    GDALColorTable palette;
    const GDALColorEntry green{10, 160, 30, 255};
    palette.SetColorEntry(3, &green);
    dataset->GetRasterBand(1)->SetColorTable(&palette);
    ASSERT_EQ(dataset->GetRasterBand(1)->Fill(3), CE_None);
  }
  TestMap map({4, 4});
  map.context.frame.pitch = {100, 100};
  map.context.frame.origin = {300000, 4400000};
  map.add("scan", {"scan", scratch / "p.tif", {}, "p.tif"});
  map.add("points", writeText(scratch / "p.csv",
                              "pixel,line,x,y\n0,0,299900,4400100\n50,0,300400,4400100\n0,50,299900,4399600\n"));
  map.context.outputFolder = scratch / "out";
  ASSERT_TRUE(importScan(map.context, "scan",
                         json::parse(R"({"source":"scan","points":"points","pointsCrs":"EPSG:26918","resolution":10,
                           "output":"u.tif"})"))
                  .ok());
  const auto written = openRaster(scratch / "out/u.tif");
  ASSERT_TRUE(written.ok());
  std::array<unsigned char, 4> colour{};
  ASSERT_EQ((*written)->RasterIO(GF_Read, 20, 20, 1, 1, colour.data(), 1, 1, GDT_Byte, 4, nullptr, 4, 4, 1, nullptr),
            CE_None);
  EXPECT_EQ(colour, (std::array<unsigned char, 4>{10, 160, 30, 255}));
}

/// Control points by the printed labels of hexes.
TEST(Scan, ControlPointsByHexLabel) {
  Scratch scratch;
  NewModule wanted;
  wanted.id = "m";
  wanted.title = "M";
  wanted.ruleset = "tss";
  wanted.extent = {10, 10};
  TestMap map({10, 10});
  map.document = makeModule(wanted);
  map.document.setRecord("module", {"sheet", "A"},
                         R"({"label":"{col:2}{row:2}","columns":{"first":1,"step":1},"rows":{"first":1,"step":1},
                             "origin":[0,0],"size":[10,10]})");
  const Lattice& lattice = map.document.lattice();
  std::string points = "pixel,line,hex\n";
  for (const auto& [label, hex] :
       std::map<std::string, HexCoord>{{"0101", {0, 0}}, {"0901", {8, 0}}, {"0109", {0, 8}}, {"0708", {6, 7}}}) {
    const Point g = map.context.frame.groundCentre(lattice, hex);
    points += std::to_string((g.x - 299000) / 20) + "," + std::to_string((4411000 - g.y) / 20) + "," + label + "\n";
  }
  map.add("scan", {"scan", dataFile("raleigh/lc96ras_cut.tif"), {}, "lc"});
  map.add("points", writeText(scratch / "p.csv", points));
  const auto imported = importScan(map.context, "scan", json::parse(R"({"source":"scan","points":"points"})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  const json georeference = json::parse(*after.record("sources", {"source", "scan"}))["georeference"];
  EXPECT_LT(georeference["rms"].get<double>(), 0.1);
  map.add("points", writeText(scratch / "q.csv", points + "5,5,9999\n"));
  EXPECT_FALSE(importScan(map.context, "scan", json::parse(R"({"source":"scan","points":"points"})")).ok());
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
  // Turned by 30 degrees: a row of hexes runs that way on the ground.
  const Point a = centre->frame.groundCentre(centre->lattice, {0, 0});
  const Point b = centre->frame.groundCentre(centre->lattice, {10, 0});
  EXPECT_NEAR(std::atan2(b.y - a.y, b.x - a.x) * 180 / 3.14159265358979, 30, 1e-9);
  EXPECT_NEAR(std::hypot(b.x - a.x, b.y - a.y), 10 * 120 * 0.9144, 1e-6);
  EXPECT_FALSE(
      makeFrame(json::parse(R"({"crs":"EPSG:4326","pitch":1,"area":{"bbox":[-78,39,-77,40]}})"), defaults, {}).ok());
  EXPECT_FALSE(
      makeFrame(json::parse(R"({"crs":"EPSG:26918","pitch":0.01,"area":{"bbox":[-78,39,-77,40]}})"), defaults, {})
          .ok());
  EXPECT_FALSE(
      makeFrame(json::parse(R"({"crs":"/etc/passwd","pitch":1,"area":{"bbox":[-78,39,-77,40]}})"), defaults, {}).ok());
}

TEST(Frame, UnitsAndExtents) {
  const json defaults = json::parse(R"({"orientation":"flat","shifted":"odd","pitchMetres":1850})");
  const auto framed = [&](const std::string& members) {
    return makeFrame(json::parse(R"({"crs":"EPSG:26918",)" + members + "}"), defaults, {});
  };
  const std::map<std::string, double> metres{
      {"metre", 1}, {"yard", 0.9144}, {"mile", 1609.344}, {"kilometre", 1000}, {"foot", 0.3048}};
  for (const auto& [unit, one] : metres) {
    const auto frame =
        framed(R"("pitch":2,"unit":")" + unit + R"(","area":{"centre":[-77.23,39.81],"extent":[60,40]})");
    ASSERT_TRUE(frame.ok()) << frame.error().text();
    EXPECT_NEAR(frame->frame.pitch[0], 2 * one, 1e-9) << unit;
    // 60 by 40 units with hexes of 2: 20 rows, and columns that stand closer than the pitch.
    EXPECT_EQ(frame->extent.height, 20) << unit;
    EXPECT_EQ(frame->extent.width, static_cast<int>(std::ceil(30 / (std::sqrt(3.0) / 2)))) << unit;
  }
  EXPECT_EQ(framed(R"("area":{"centre":[-77.23,39.81],"size":[3,4]})")->frame.pitch[0], 1850); // the ruleset's
  // A CRS in feet: the pitch is kept in its own unit.
  const auto feet = makeFrame(
      json::parse(R"({"crs":"EPSG:2272","pitch":100,"unit":"yard","area":{"centre":[-77.23,39.81],"size":[3,4]}})"),
      defaults, {});
  ASSERT_TRUE(feet.ok()) << feet.error().text();
  EXPECT_NEAR(feet->frame.pitch[0], 300, 0.01);
  EXPECT_EQ(frameRecord(feet->frame)["unit"], "foot");
}

TEST(Frame, RoundANamedPlace) {
  const json defaults = json::parse(R"({"orientation":"flat","shifted":"odd"})");
  const std::map<std::string, SourceFile> sources{
      {"cities", {"cities", dataFile("cities_1860_theatre.csv"), {}, "cities"}},
      {"ne", {"ne", dataFile("theatre_natural_earth.gpkg"), {}, "ne"}}};
  const auto framed = [&](const std::string& place) {
    return makeFrame(
        json::parse(R"({"crs":"EPSG:26918","pitch":2,"unit":"mile","area":{"size":[21,15],"place":)" + place + "}}"),
        defaults, sources);
  };
  const auto richmond =
      framed(R"({"source":"cities","field":"City","value":"Richmond","where":{"ST":"VA"},"x":"LON","y":"LAT"})");
  ASSERT_TRUE(richmond.ok()) << richmond.error().text();
  const auto projection = Projection::between("EPSG:4326", richmond->frame);
  // Richmond, Virginia, lies in the middle of the map.
  EXPECT_LE(richmond->lattice.distance(richmond->lattice.hexAt(projection->toPlane(Point{-77.46, 37.54})), {10, 7}), 2);
  const auto layer = framed(R"({"source":"ne","layer":"populated_places_10m","field":"NAME","value":"Baltimore"})");
  const auto other = framed(R"({"source":"ne","layer":"populated_places_10m","field":"name","value":"Baltimore"})");
  EXPECT_TRUE(layer.ok() || other.ok()) << (layer.ok() ? "" : layer.error().text());
  const auto none = framed(R"({"source":"cities","field":"City","value":"Nowhere","x":"LON","y":"LAT"})");
  ASSERT_FALSE(none.ok());
  EXPECT_FALSE(framed(R"({"source":"nothing","field":"City","value":"Richmond","x":"LON","y":"LAT"})").ok());
}

TEST(FrameFit, ElevenTownsFromATable) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  Sheet sheet;
  sheet.id = "N";
  sheet.letter = "N";
  sheet.size = {40, 40};
  sheet.label = *LabelPattern::parse("{sheet}{col:2}{row:2}");
  const Numbering numbering(lattice, {40, 40}, {sheet});
  Frame truth;
  truth.crs = "EPSG:26918";
  truth.origin = {250000, 4450000};
  truth.pitch = {1850, 1850};
  truth.rotation = -4;
  std::string table = "name,lon,lat,hex\n";
  for (int i = 0; i < 11; ++i) {
    const HexCoord hex{(i * 7) % 31, (i * 5) % 23};
    const auto degrees = reproject(truth.crs, "EPSG:4326", {truth.groundCentre(lattice, hex)});
    table += "town " + std::to_string(i) + "," + std::to_string((*degrees)[0].x) + "," +
             std::to_string((*degrees)[0].y) + "," + numbering.label(i == 3 ? HexCoord{hex.c + 5, hex.r} : hex) + "\n";
  }
  const auto places = readKnownPlaces(table, "towns.csv", numbering, truth.crs);
  ASSERT_TRUE(places.ok()) << places.error().text();
  ASSERT_EQ(places->size(), 11U);
  const auto fit = fitFrame(lattice, truth.crs, *places, FitModel::Similarity);
  ASSERT_TRUE(fit.ok());
  EXPECT_EQ(fit->suspects, std::vector<std::string>{"town 3"}); // a digit of its label is wrong
  EXPECT_GT(fit->residuals[3], 3);
  EXPECT_GT(fit->leaveOneOut[3], fit->residuals[3]);
  std::vector<KnownPlace> good = *places;
  good.erase(good.begin() + 3);
  const auto clean = fitFrame(lattice, truth.crs, good, FitModel::Similarity);
  EXPECT_NEAR(clean->frame.pitch[0], 1850, 0.1);
  EXPECT_NEAR(clean->frame.rotation, -4, 0.001);
  EXPECT_LT(clean->rms, 0.001);
}

} // namespace
} // namespace hotchkiss::test
