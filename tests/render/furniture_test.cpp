// What stands around a printed map: scale, north, ground coordinates.
#include "render/export.h"
#include "render/furniture.h"
#include "render/labels.h"
#include "render/legend.h"
#include "render/markers.h"
#include "tests/render/pictures.h"

#include <QStringList>
#include <gtest/gtest.h>

#include <cmath>

namespace hotchkiss::test {

namespace {

Document withFrame(const std::string& frame) {
  Document document = blankMap("gcacw", {10, 10}, "clear");
  document.setRecord("module", {"frame", "map"}, frame);
  return document;
}

QImage paper(QSize size) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::white);
  return image;
}

bool hasInk(const QImage& image, QPointF at, int reach) {
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x)
      if (const QPoint p = at.toPoint() + QPoint(x, y); image.valid(p) && qGray(image.pixel(p)) < 190)
        return true;
  return false;
}

} // namespace

TEST(Furniture, NorthTurnsWithTheLattice) {
  const auto north = [](const char* frame) {
    const auto ground = MapGround::of(withFrame(frame));
    EXPECT_TRUE(ground && ground->north);
    return ground && ground->north ? *ground->north : 999;
  };
  EXPECT_NEAR(north(R"({"crs":"EPSG:26918","origin":[300000,4400000],"pitch":[100,100],"unit":"metre"})"), 0, 1e-6);
  // Turned anticlockwise on the ground, the sheet's up points west of north: the arrow turns clockwise.
  EXPECT_NEAR(north(R"({"crs":"EPSG:26918","origin":[300000,4400000],"pitch":[100,100],"rotation":20,"unit":"metre"})"),
              20, 1e-6);
  EXPECT_NEAR(
      north(R"({"crs":"EPSG:26918","origin":[300000,4400000],"pitch":[100,100],"rotation":-35,"unit":"metre"})"), -35,
      1e-6);
  EXPECT_FALSE(MapGround::of(withFrame(R"({"pitch":[100,100],"unit":"metre"})"))->north);
  EXPECT_FALSE(MapGround::of(blankMap("gcacw", {4, 4}, "clear")));
}

TEST(Furniture, NorthIsKnownWithoutAScale) {
  Document document = blankMap("gcacw", {6, 6}, "clear");
  document.setRecord("module", {"sheet", "z"},
                     R"({"label":"{col:2}{row:2}","northBearing":15,"origin":[0,0],"size":[6,6]})");
  const auto ground = MapGround::of(document);
  ASSERT_TRUE(ground);
  EXPECT_FALSE(ground->hasScale);
  ASSERT_TRUE(ground->north);
  EXPECT_NEAR(*ground->north, 15, 1e-9);
  // A sheet of it has an arrow, and neither ticks nor a bar whose length nobody knows.
  MapSnapshot snapshot = snapshotOf(document);
  auto style = styleOf(snapshot, "engraved");
  const auto painter = std::make_shared<const MapPainter>(std::move(snapshot), std::move(style));
  SheetOptions options;
  options.legend = options.title = options.border = false;
  const SheetExport with(painter, options);
  options.scaleBar = false;
  const SheetExport without(painter, options);
  EXPECT_GT(with.millimetres().height(), without.millimetres().height() + 10);
}

TEST(Furniture, StandsUnderAShortLegend) {
  // A high map leaves room under the legend: the sheet need not be higher for the scale.
  Document document = blankMap("gcacw", {6, 16}, "clear");
  document.setRecord("module", {"frame", "map"}, R"({"crs":"EPSG:26918","pitch":[100,100],"unit":"metre"})");
  MapSnapshot snapshot = snapshotOf(document);
  auto style = styleOf(snapshot, "engraved");
  const auto painter = std::make_shared<const MapPainter>(std::move(snapshot), std::move(style));
  SheetOptions options;
  const SheetExport with(painter, options);
  options.scaleBar = false;
  const SheetExport without(painter, options);
  EXPECT_EQ(with.millimetres(), without.millimetres());
  const auto render = [](const SheetExport& sheet) {
    QImage image = paper((sheet.millimetres() * 4).toSize());
    QPainter paint(&image);
    sheet.paint(paint, QRectF(image.rect()), 4);
    return image;
  };
  EXPECT_GT(differing(render(with), render(without), 60), 200); // and yet it is there
}

TEST(Legend, TellsTheMeasuredHeightsOfLevels) {
  Document document = blankMap("gbacw", {4, 4}, "clear");
  for (std::int32_t c = 0; c < 4; ++c)
    for (std::int32_t r = 0; r < 4; ++r) {
      HexValue value = document.hex({c, r});
      value.level = static_cast<std::int16_t>(c < 2 ? 0 : 1);
      document.setHex({c, r}, value);
    }
  const auto names = [&] {
    QStringList out;
    for (const auto& [name, tint] : painterOf(document).levelTints())
      out << name;
    return out;
  };
  EXPECT_EQ(names(), (QStringList{"Level 0", "Level 1"}));
  for (std::int32_t c = 0; c < 4; ++c)
    for (std::int32_t r = 0; r < 4; ++r)
      document.setRecord("map/evidence", {"hex", std::to_string(c) + "." + std::to_string(r)},
                         R"({"metres":)" + std::to_string(c < 2 ? 120 + r : 130 + r) + "}");
  EXPECT_EQ(names(), (QStringList{"Level 0, 122 m", "Level 1, 132 m"})); // 121.5 and 131.5, rounded
}

TEST(Furniture, ScaleBarHasItsLengthOnTheGround) {
  const auto ground = MapGround::of(withFrame(R"({"pitch":[1850,1850],"unit":"metre"})"));
  ASSERT_TRUE(ground);
  const auto bar = scaleBarFor(*ground, 19.05, 60);
  ASSERT_TRUE(bar);
  EXPECT_EQ(bar->unit, "km");
  EXPECT_LE(bar->millimetres, 60);
  EXPECT_NEAR(bar->millimetres, bar->length * 1000 / 1850 * 19.05, 1e-9);
  EXPECT_FALSE(scaleBarFor(*MapGround::of(withFrame(R"({"pitch":[1,1],"unit":"degree"})")), 19.05, 60));
}

TEST(Furniture, TicksStandAtRoundGroundCoordinates) {
  const auto ground =
      MapGround::of(withFrame(R"({"crs":"EPSG:26918","origin":[305130,4412535],"pitch":[100,100],"unit":"metre"})"));
  ASSERT_TRUE(ground);
  const QRectF area(0, 0, 9, 9);
  const QRectF map(10, 10, 180, 180); // 20 mm a hex
  const Graticule graticule(*ground, area, map);
  const double dots = 10;
  QImage image = paper({2000, 2000});
  QPainter painter(&image);
  const MapPainter any = painterOf(withFrame(R"({"pitch":[1,1],"unit":"metre"})"));
  graticule.paintFrame(painter, any.style(), dots);
  graticule.paintCrosses(painter, any.style(), dots);
  painter.end();
  // 80 mm are 400 m, 45 mm the most that lines lie apart: a line each 200 m. E 305 200, 305 400 …; N 4 412 400 …
  for (const double east : {305200.0, 305400.0, 305600.0, 305800.0, 306000.0}) {
    const double x = 10 + (east - 305130) / 100 * 20;
    EXPECT_TRUE(hasInk(image, QPointF(x, 10 - 0.6) * dots, 1)) << east;
    EXPECT_FALSE(hasInk(image, QPointF(x + 4, 10 - 0.6) * dots, 1)) << east;
    const double y = 10 + (4412535 - 4412400) / 100.0 * 20;
    EXPECT_TRUE(hasInk(image, QPointF(x, y) * dots, 1)) << east;
    EXPECT_FALSE(hasInk(image, QPointF(x + 3, y + 3) * dots, 2)) << east;
  }
  const double y = 10 + (4412535 - 4412200) / 100.0 * 20;
  EXPECT_TRUE(hasInk(image, QPointF(10 - 0.6, y) * dots, 1));
  EXPECT_TRUE(hasInk(image, QPointF(190 + 0.6, y) * dots, 1));
}

TEST(Furniture, HostileFramesDoNoHarm) {
  for (const char* frame :
       {R"({"pitch":[1e-300,1e300],"unit":"metre"})", R"({"pitch":["a"],"unit":7})",
        R"({"crs":"EPSG:1","origin":[1e300,-1e300],"pitch":[100,100],"rotation":1e9,"unit":"metre"})",
        R"({"crs":"EPSG:1","pitch":[100,100],"shear":1e12,"unit":"degree"})", R"({"pitch":[0,0]})"}) {
    SheetOptions options;
    options.dpi = 20;
    MapSnapshot snapshot = snapshotOf(withFrame(frame));
    auto style = styleOf(snapshot, "engraved");
    const SheetExport sheet(std::make_shared<const MapPainter>(std::move(snapshot), std::move(style)), options);
    QImage image = paper(sheet.pixels().boundedTo(QSize(2000, 2000)));
    QPainter painter(&image);
    sheet.paint(painter, QRectF(image.rect()), options.dpi / 25.4);
  }
}

TEST(Print, NoTextIsSmallerThanFivePoints) {
  constexpr double kHex = 19.05; // millimetres between centres: 3/4 inch
  constexpr double kPoint = 25.4 / 72;
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"})
    for (const char* style : {"engraved", "clear"}) {
      const MapPainter painter = painterOf(sample(name), style);
      Scene scene;
      scene.snapshot = painter.snapshot();
      scene.style = styleOf(scene.snapshot, style);
      scene.palette = std::make_shared<const Palette>(*scene.snapshot.ruleset, scene.style);
      scene.meanings = std::make_shared<const PoolMeanings>(scene.palette);
      scene.named = std::make_shared<const NamedIndex>(scene.document(), *scene.palette);
      scene.membership = std::make_shared<const Membership>(scene.document(), *scene.meanings);
      scene.levels = std::make_shared<const std::map<int, std::int64_t>>();
      const LabelLayout layout(scene, 1);
      for (const PlacedLabel& label : layout.labels())
        EXPECT_GE(label.size * kHex, 5 * kPoint) << name << ": " << label.text.toStdString();
    }
  EXPECT_GE(kNumberSize * kHex, 5 * kPoint);
  EXPECT_GE(kMarkTextSize * kHex, 5 * kPoint);
  EXPECT_GE(Graticule::kTextSize, 5 * kPoint);
}

TEST(Print, LegendTextIsNotSqueezed) {
  // Long names get narrower rather than run into the next column, but never below five points.
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"}) {
    const MapPainter painter = painterOf(sample(name));
    const std::vector<LegendGroup> legend = legendOf(painter);
    const LegendLayout layout = layOutLegend(legend, 5.2, 52, 70);
    for (const LegendGroup& group : legend)
      for (const LegendItem& item : group.items)
        EXPECT_GE(legendTextSize(layout, item.name, true), 5 * 25.4 / 72) << name << ": " << item.name.toStdString();
  }
}

} // namespace hotchkiss::test
