// Tiles join without seams, and a painter after an edit paints what a fresh one paints.
#include "render/labels.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

namespace hotchkiss::test {

namespace {

/// Part of a picture that lies outside all rectangles of the plane, compared between two pictures.
int differingOutside(const QImage& a, const QImage& b, const std::vector<QRectF>& dirty, const QRectF& area,
                     double scale) {
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      if (isNear(a.pixel(x, y), QColor(b.pixel(x, y)), 3))
        continue;
      const QPointF p = area.topLeft() + QPointF(x + 0.5, y + 0.5) / scale;
      if (std::none_of(dirty.begin(), dirty.end(), [&](const QRectF& r) { return r.contains(p); }))
        ++count;
    }
  return count;
}

void expectSameAfter(Document document, const std::function<void(Stroke&)>& change,
                     const std::string& style = "engraved") {
  MapSnapshot first = snapshotOf(document);
  const auto look = styleOf(first, style);
  const MapPainter before(first, look);
  const QRectF area(2, 2, 9, 8);
  for (const double scale : {1.0, 8.0, 40.0})
    picture(before, area, scale); // so that names have been placed and colours worked out
  Stroke stroke(document, "change");
  change(stroke);
  const Edit edit = stroke.finish();
  ASSERT_FALSE(edit.empty());
  MapSnapshot second = first;
  second.document = document;
  const MapPainter::Update update = before.after(edit, second);
  const MapPainter fresh(second, look);
  for (const double scale : {1.0, 8.0, 40.0}) {
    const QImage now = picture(*update.painter, area, scale);
    EXPECT_EQ(differing(now, picture(fresh, area, scale), 0), 0) << "scale " << scale;
    EXPECT_EQ(differingOutside(now, picture(before, area, scale), update.dirty, area, scale), 0) << "scale " << scale;
  }
}

} // namespace

TEST(Tiles, JoinWithoutSeams) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"})
    for (const double scale : {2.0, 4.0, 7.0, 14.0, 32.0, 80.0}) {
      const MapPainter painter = painterOf(sample(name));
      const int side = 96;
      const QRectF area(3, 3, 4 * side / scale, 3 * side / scale);
      const QImage whole = picture(painter, area, scale);
      QImage joined(whole.size(), QImage::Format_RGB32);
      joined.fill(Qt::white);
      QPainter paint(&joined);
      for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 3; ++y)
          paint.drawImage(
              x * side, y * side,
              picture(painter,
                      QRectF(area.left() + x * side / scale, area.top() + y * side / scale, side / scale, side / scale),
                      scale));
      paint.end();
      // Coordinates are rounded to fractions of a pixel on their way; single pixels may come out a shade different.
      EXPECT_LE(differing(whole, joined, 24), whole.width() * whole.height() / 20000) << name << " at " << scale;
    }
}

/// The mean colour of a small patch: what the eye sees of a texture.
QColor patchColour(const QImage& image, QPoint middle) {
  constexpr int kReach = 3;
  int red = 0;
  int green = 0;
  int blue = 0;
  int count = 0;
  for (int y = middle.y() - kReach; y <= middle.y() + kReach; ++y)
    for (int x = middle.x() - kReach; x <= middle.x() + kReach; ++x)
      if (image.valid(x, y)) {
        const QRgb pixel = image.pixel(x, y);
        red += qRed(pixel);
        green += qGreen(pixel);
        blue += qBlue(pixel);
        ++count;
      }
  return {red / count, green / count, blue / count};
}

TEST(Tiles, DraftsShowTheSameGroundAndLines) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"}) {
    const Document document = sample(name);
    const MapPainter painter = painterOf(document, "clear", only({Layer::Terrain, Layer::Levels, Layer::Water}));
    const double scale = 24;
    const QRectF area = painter.bounds();
    const QImage full = picture(painter, area, scale);
    QImage draft(full.size(), QImage::Format_RGB32);
    draft.fill(Qt::white);
    QPainter paint(&draft);
    painter.paint(paint, area, scale, MapPainter::Detail::Draft);
    paint.end();
    // The middle of a hex has the colour of its ground, grains of textures aside; shapes differ along hexsides.
    int alike = 0;
    int hexes = 0;
    for (std::int32_t c = 0; c < document.extent().width; ++c)
      for (std::int32_t r = 0; r < document.extent().height; ++r) {
        const Point centre = document.lattice().centre({c, r});
        const QPoint p(static_cast<int>((centre.x - area.left()) * scale),
                       static_cast<int>((centre.y - area.top()) * scale));
        ++hexes;
        alike += isNear(patchColour(full, p).rgb(), patchColour(draft, p), 30) ? 1 : 0;
      }
    EXPECT_GT(alike, hexes * 9 / 10) << name;
    EXPECT_GT(differing(full, draft, 3), 0) << name;
  }
}

TEST(Tiles, FarPicturesHoldEveryHexInItsPlace) {
  for (const Orientation orientation : {Orientation::Flat, Orientation::Pointy}) {
    Document document = blankMap("gcacw", {40, 30}, "clear", orientation);
    const HexCoord marked{23, 17};
    document.setHex(marked, HexValue{document.pool().intern("woods"), TextPool::kNone, HexValue::kNoLevel});
    const MapPainter painter = painterOf(document, "clear", only({Layer::Terrain}));
    const QRectF area(2.3, 1.7, 30, 25);
    const double scale = 6;
    const QImage image = picture(painter, area, scale);
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const HexCoord h = document.lattice().hexAt({area.left() + (x + 0.5) / scale, area.top() + (y + 0.5) / scale});
        if (!document.extent().contains(h))
          continue;
        const bool isMarked = !isNear(image.pixel(x, y), painter.style().row("terrain", "clear").fill, 12);
        ASSERT_EQ(isMarked, h == marked) << x << "," << y;
      }
  }
}

TEST(Ground, HexesWithoutATerrainDoNotPassForOpenGround) {
  for (const char* ruleset : {"gcacw", "gbacw", "tss", "wftu"})
    for (const char* style : {"engraved", "clear"}) {
      Document document = blankMap(ruleset, {6, 6}, "clear");
      document.setHex({2, 2}, HexValue{});
      const MapPainter painter = painterOf(document, style, only({Layer::Terrain}));
      for (const double scale : {4.0, 40.0}) {
        const QImage image = picture(painter, painter.bounds(), scale);
        const auto at = [&](HexCoord h) {
          const Point p = document.lattice().centre(h);
          return image.pixel(static_cast<int>((p.x - painter.bounds().left()) * scale),
                             static_cast<int>((p.y - painter.bounds().top()) * scale));
        };
        EXPECT_FALSE(isNear(at({2, 2}), QColor(at({4, 4})), 8)) << ruleset << " " << style << " at " << scale;
      }
    }
}

TEST(After, TerrainStroke) {
  expectSameAfter(sample("gcacw-primer"), [](Stroke& stroke) {
    for (std::int32_t c = 4; c < 8; ++c)
      stroke.setTerrain({c, 5}, "woods");
    stroke.setTerrain({9, 6}, "water");
  });
}

TEST(After, EdgesOfACourse) {
  expectSameAfter(sample("gcacw-primer"), [](Stroke& stroke) {
    stroke.putFeature({6, 6, 1}, Feature{"creek", "", {}, "", "", ""});
    stroke.putFeature({7, 5, 0}, Feature{"path.road", "", {}, "", "", ""});
    stroke.eraseFeature({4, 7, 0}, "major_river");
  });
}

TEST(After, LevelsWithinAndBeyondTheRange) {
  expectSameAfter(sample("gbacw-primer"), [](Stroke& stroke) { stroke.setLevel({5, 5}, 2); });
  expectSameAfter(
      sample("gbacw-primer"),
      [](Stroke& stroke) {
        stroke.setLevel({5, 5}, 12);
      },
      "clear");
}

TEST(After, NamesAndRegions) {
  expectSameAfter(sample("gcacw-primer"), [](Stroke& stroke) {
    stroke.setRecord("map/named", {"place", "ballard"}, R"({"at":[6,6],"kind":"town","name":"Ballard Court House"})");
    stroke.setRecord("map/named", {"place", "new_place"}, R"({"at":[8,5],"kind":"village","name":"Elsewhere"})");
  });
  expectSameAfter(sample("gcacw-primer"), [](Stroke& stroke) {
    stroke.setAttributes({6, 5}, R"({"in":["carroway","virginia"]})");
    stroke.setAttributes({7, 5}, "");
  });
}

TEST(After, CornersAndReframing) {
  expectSameAfter(sample("gbacw-primer"), [](Stroke& stroke) {
    stroke.setVertex({6, 6, 1}, R"({"breastwork":{"in":"a"}})");
  });
  Document document = sample("tss-primer");
  const MapSnapshot first = snapshotOf(document);
  const MapPainter before(first, styleOf(first, "engraved"));
  Stroke stroke(document, "reframe");
  stroke.reframe({1, 0}, {document.extent().width + 2, document.extent().height});
  const Edit edit = stroke.finish();
  const MapSnapshot second = snapshotOf(document);
  const MapPainter::Update update = before.after(edit, second);
  const MapPainter fresh(second, styleOf(second, "engraved"));
  EXPECT_EQ(update.painter->bounds(), fresh.bounds());
  const QRectF area(0, 0, 8, 8);
  EXPECT_EQ(differing(picture(*update.painter, area, 30), picture(fresh, area, 30), 0), 0);
}

TEST(After, ManyHexesGiveFewRectangles) {
  Document document = blankMap("gcacw", {200, 200}, "clear");
  const MapSnapshot first = snapshotOf(document);
  const MapPainter before(first, styleOf(first, "engraved"));
  Stroke stroke(document, "paint");
  for (std::int32_t c = 20; c < 120; ++c)
    for (std::int32_t r = 20; r < 120; ++r)
      stroke.setTerrain({c, r}, "woods");
  const Edit edit = stroke.finish();
  MapSnapshot second = first;
  second.document = document;
  const MapPainter::Update update = before.after(edit, second);
  EXPECT_LE(update.dirty.size(), 40U);
  EXPECT_GE(update.dirty.size(), 1U);
}

} // namespace hotchkiss::test
