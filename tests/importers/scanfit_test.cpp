#include "importers/scan/scanfit.h"
#include "importers/scan/scanwarp.h"
#include "libscenario/module/newmodule.h"
#include "tests/importers/support.h"

#include <cmath>

namespace hotchkiss::test {
namespace {

/// Control points of a picture that lies turned and stretched on the ground.
std::vector<ControlPoint> turnedPoints() {
  std::vector<ControlPoint> out;
  for (int i = 0; i < 9; ++i) {
    const Point pixel{20.0 + 160 * (i % 3) + 7 * i, 30.0 + 140 * (i / 3) - 5 * i};
    out.push_back({"p" + std::to_string(i),
                   pixel,
                   Point{300000 + 8 * pixel.x + 1.5 * pixel.y, 4410000 + 1.4 * pixel.x - 8 * pixel.y},
                   {}});
  }
  return out;
}

TEST(ScanFit, BothDirectionsAndTheReportInOneCall) {
  const std::vector<ControlPoint> points = turnedPoints();
  for (const ScanModel model : {ScanModel::Affine, ScanModel::Projective, ScanModel::Polynomial2, ScanModel::Spline}) {
    const Result<ScanFit> fit = fitScan(model, points);
    ASSERT_TRUE(fit.ok()) << nameOf(model) << ": " << fit.error().text();
    EXPECT_EQ(scanModelOf(nameOf(model)), model);
    ASSERT_EQ(fit->report.residuals.size(), points.size());
    EXPECT_LT(fit->report.leaveOneOutRms, 0.01) << nameOf(model);
    const Point middle{260, 190};
    const Point back = fit->toPixel(fit->toGround(middle));
    EXPECT_NEAR(back.x, middle.x, 1e-3) << nameOf(model);
    EXPECT_NEAR(back.y, middle.y, 1e-3) << nameOf(model);
  }
}

TEST(ScanFit, SaysWhatIsMissingWhilePointsAreBeingSet) {
  std::vector<ControlPoint> points = turnedPoints();
  points[2].ground.reset();
  const Result<ScanFit> open = fitScan(ScanModel::Affine, points);
  ASSERT_FALSE(open.ok());
  EXPECT_NE(open.error().text().find("p2 has no position on the ground"), std::string::npos) << open.error().text();
  points.resize(2);
  EXPECT_NE(fitScan(ScanModel::Projective, points).error().text().find("needs 4"), std::string::npos);
}

TEST(ScanFit, PointsGoToAFileAndComeBack) {
  ControlPointList list;
  list.crs = "EPSG:4326";
  list.points = {{"the \"old\" mill, east", {12.25, 1.0 / 3}, Point{-77.2310123456789, 39.83}, {}},
                 {"0507", {400, 300.5}, {}, "0507"}};
  const std::string text = writeControlPoints(list);
  const Result<ControlPointList> back = readControlPoints(text, "points.csv");
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->crs, list.crs);
  ASSERT_EQ(back->points.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back->points[i].name, list.points[i].name);
    EXPECT_EQ(back->points[i].pixel, list.points[i].pixel);
    EXPECT_EQ(back->points[i].ground, list.points[i].ground);
    EXPECT_EQ(back->points[i].label, list.points[i].label);
  }
  EXPECT_EQ(writeControlPoints(*back), text);
}

TEST(ScanFit, LabelsAndPositionsMeetInTheFrame) {
  TestMap map;
  NewModuleWish wish;
  wish.id = "m";
  wish.extent = {30, 20};
  const auto ruleset = Ruleset::load("tss");
  ASSERT_TRUE(ruleset.ok());
  const auto wanted = newModule(*ruleset, wish);
  ASSERT_TRUE(wanted.ok()) << wanted.error().text();
  const Numbering numbering = numberingOf(*wanted);
  const HexCoord hex{4, 6};
  ControlPointList list;
  list.crs = "EPSG:4326";
  const Point lonLat{-77.0, 39.7};
  list.points = {{"by label", {1, 2}, {}, numbering.label(hex)}, {"by position", {3, 4}, lonLat, {}}};
  const Outcome placed = placeControlPoints(list, map.document.lattice(), numbering, map.context.frame);
  ASSERT_TRUE(placed.ok()) << placed.error().text();
  EXPECT_EQ(*list.points[0].ground, map.context.frame.groundCentre(map.document.lattice(), hex));
  EXPECT_NEAR(list.points[1].ground->x, 328560, 400); // zone 18 at 2 degrees west of its middle
  EXPECT_NEAR(list.points[1].ground->y, 4396400, 1500);
  list.crs.clear();
  EXPECT_FALSE(placeControlPoints(list, map.document.lattice(), numbering, map.context.frame).ok());
}

TEST(ScanFit, ThePreviewIsThePictureWhereItLies) {
  Scratch scratch;
  prepareGdal();
  constexpr int kSide = 400;
  {
    const DatasetPtr picture(GetGDALDriverManager()->GetDriverByName("GTiff")->Create(
        (scratch / "scan.tif").string().c_str(), kSide, kSide, 3, GDT_Byte, nullptr));
    std::vector<unsigned char> values(kSide * kSide);
    for (int band = 0; band < 3; ++band) {
      for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x)
          values[static_cast<std::size_t>(y * kSide + x)] = static_cast<unsigned char>(band == 0   ? x / 2
                                                                                       : band == 1 ? y / 2
                                                                                                   : 200);
      ASSERT_EQ(picture->GetRasterBand(band + 1)->RasterIO(GF_Write, 0, 0, kSide, kSide, values.data(), kSide, kSide,
                                                           GDT_Byte, 0, 0, nullptr),
                CE_None);
    }
  }
  const Result<ScanPicture> picture = ScanPicture::open({"scan", scratch / "scan.tif", {}, "scan.tif"});
  ASSERT_TRUE(picture.ok()) << picture.error().text();
  EXPECT_EQ(picture->width(), kSide);
  const Result<ScanFit> fit = fitScan(ScanModel::Affine, turnedPoints());
  ASSERT_TRUE(fit.ok());
  // A canvas of several blocks that reaches beyond the picture.
  const GroundCanvas canvas{300000 - 500, 4410000 + 900, 10, 300, 520};
  const auto rgba = warpPreview(*picture, fit->toPixel, canvas);
  ASSERT_TRUE(rgba.ok()) << rgba.error().text();
  ASSERT_EQ(rgba->size(), 300U * 520U * 4U);
  int inside = 0;
  for (int y = 0; y < canvas.height; ++y)
    for (int x = 0; x < canvas.width; ++x) {
      const Point p = fit->toPixel({canvas.left + (x + 0.5) * canvas.pixel, canvas.top - (y + 0.5) * canvas.pixel});
      const unsigned char* at = rgba->data() + (static_cast<std::size_t>(y) * 300 + static_cast<std::size_t>(x)) * 4;
      if (p.x < 0 || p.y < 0 || p.x >= kSide || p.y >= kSide) {
        ASSERT_EQ(at[3], 0);
        continue;
      }
      ++inside;
      ASSERT_EQ(at[3], 255);
      ASSERT_NEAR(at[0], p.x / 2, 2.0);
      ASSERT_NEAR(at[1], p.y / 2, 2.0);
    }
  EXPECT_GT(inside, 40000);
  EXPECT_FALSE(warpPreview(*picture, fit->toPixel, {0, 0, 0, 10, 10}).ok());
}

} // namespace
} // namespace hotchkiss::test
