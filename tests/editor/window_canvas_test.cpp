// Canvas and tools: what the hand does, and that only what changed is painted again.
#include "editor/tools/hexsidetool.h"
#include "tests/editor/window_fixture.h"

#include <QWheelEvent>

namespace hotchkiss::editor {
namespace {

class Canvas : public WindowTest {
 protected:
  void SetUp() override { create("gcacw", {30, 24}); }
  Point centre(HexCoord h) { return lattice().centre(h); }
  Point corner(HexCoord h, int k) { return lattice().position(lattice().vertex(h, k)); }
  std::size_t edgesWith(const std::string& kind) {
    std::size_t count = 0;
    map().forEachEdge([&](EdgeId e, std::uint32_t) { count += map().features(e).find(kind) != nullptr; });
    return count;
  }
  void wheel(Point at, int steps, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const QPointF position = canvas().toWidget(at);
    QWheelEvent event(position, canvas().mapToGlobal(position), QPoint(), QPoint(0, 120 * steps), Qt::NoButton,
                      modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas(), &event);
  }
  static void expectNear(QPointF a, QPointF b) {
    EXPECT_NEAR(a.x(), b.x(), 0.6);
    EXPECT_NEAR(a.y(), b.y(), 0.6);
  }
};

TEST_F(Canvas, WheelZoomsToThePointer) {
  const Point at = centre({20, 10});
  const QPointF before = canvas().toWidget(at);
  const double scale = canvas().scale();
  wheel(at, 3);
  EXPECT_GT(canvas().scale(), scale * 1.4);
  expectNear(canvas().toWidget(at), before);
  wheel(at, -3);
  expectNear(canvas().toWidget(at), before);
}

TEST_F(Canvas, SpaceAndMiddleButtonMoveTheMap) {
  canvas().zoomTo(60);
  tools().choose(ToolId::Terrain, "woods");
  Hand hand(window());
  const Point at = centre({14, 12});
  const QPointF before = canvas().toWidget(at);
  const Point target = canvas().toPlane(before + QPointF(-90, 40));
  hand.press(at, Qt::MiddleButton);
  hand.move(target);
  hand.release(at, Qt::MiddleButton);
  expectNear(canvas().toWidget(at), before + QPointF(-90, 40));
  QTest::keyPress(&canvas(), Qt::Key_Space);
  hand.press(at);
  hand.move(canvas().toPlane(canvas().toWidget(at) + QPointF(50, 0)));
  hand.release(at);
  QTest::keyRelease(&canvas(), Qt::Key_Space);
  expectNear(canvas().toWidget(at), before + QPointF(-40, 40));
  EXPECT_FALSE(document().isModified()) << "moving paints nothing";
}

TEST_F(Canvas, OnlyTilesUnderAnEditArePaintedAgain) {
  canvas().zoomTo(70);
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const std::size_t visible = canvas().tiles().tilesIn(QRectF(-100, -100, 1000, 1000), TileKey::scaleKey(70)).size();
  const std::size_t before = canvas().tiles().painted();
  tools().choose(ToolId::Terrain, "woods");
  Hand(window()).click(canvas().toPlane(QPointF(canvas().rect().center())));
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const std::size_t again = canvas().tiles().painted() - before;
  EXPECT_GE(again, 1U);
  EXPECT_LE(again, 8U) << "a click may touch four tiles; each of its two edits at most once";
  EXPECT_GT(visible, 12U);
}

TEST_F(Canvas, TilesShowTheEdit) {
  canvas().zoomTo(70);
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const QPoint middle = canvas().rect().center();
  const HexCoord h = lattice().hexAt(canvas().toPlane(middle));
  const QPoint probe = canvas().toWidget({centre(h).x + 0.2, centre(h).y + 0.22}).toPoint();
  const QColor before = canvas().grab().toImage().pixelColor(probe);
  tools().choose(ToolId::Terrain, "open_water");
  if (!document().catalogue().terrains.contains("open_water"))
    tools().choose(ToolId::Terrain, document().catalogue().terrains.rbegin()->first);
  tools().setBrushRadius(2);
  Hand hand(window());
  hand.click(centre(h));
  tools().setTool(ToolId::Pan);
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  EXPECT_NE(canvas().grab().toImage().pixelColor(probe), before);
}

TEST_F(Canvas, ChainsFollowCornersAndShortenOnTheWayBack) {
  tools().choose(ToolId::Hexside, "minor_river");
  Hand hand(window());
  const auto* tool = dynamic_cast<HexsideTool*>(&canvas().tool());
  ASSERT_NE(tool, nullptr);
  hand.press(corner({5, 5}, 4));
  hand.move(corner({9, 5}, 4));
  const std::size_t longest = tool->chain().size();
  EXPECT_GE(longest, 8U);
  hand.move(corner({7, 5}, 4));
  EXPECT_LT(tool->chain().size(), longest);
  EXPECT_EQ(tool->chain().back(), lattice().vertex({7, 5}, 4));
  hand.key(Qt::Key_Backspace);
  const std::size_t edges = tool->chain().size() - 1;
  hand.release(corner({7, 5}, 4));
  EXPECT_EQ(edgesWith("minor_river"), edges);
  EXPECT_EQ(document().history().position(), 1U);

  hand.press(corner({15, 5}, 4));
  hand.move(corner({18, 5}, 4));
  hand.key(Qt::Key_Escape);
  hand.release(corner({18, 5}, 4));
  EXPECT_EQ(edgesWith("minor_river"), edges);
  EXPECT_EQ(document().history().position(), 1U);

  hand.drag({corner({5, 5}, 4), corner({9, 5}, 4)}, Qt::RightButton);
  EXPECT_EQ(edgesWith("minor_river"), 0U);
}

TEST_F(Canvas, OrientationFollowsTheDragAndFlips) {
  tools().choose(ToolId::Hexside, "ridge");
  Hand hand(window());
  const auto highSides = [&] {
    std::set<HexCoord> out;
    map().forEachEdge([&](EdgeId e, std::uint32_t) {
      const FeatureSet features = map().features(e);
      if (const Feature* ridge = features.find("ridge"))
        out.insert(lattice().hexes(e)[ridge->side == "a" ? 0 : 1]);
    });
    return out;
  };
  // Clockwise round a hex the inside lies to the right.
  const HexCoord h{6, 6};
  const auto ring = [&] {
    std::vector<Point> out;
    for (int k = 0; k < 6; ++k)
      out.push_back(corner(h, k));
    return out;
  };
  hand.drag(ring());
  EXPECT_EQ(edgesWith("ridge"), 5U);
  EXPECT_EQ(highSides(), std::set<HexCoord>{h});
  hand.click(lattice().middle(lattice().edge(h, 2)), Qt::LeftButton, Qt::ShiftModifier);
  EXPECT_EQ(highSides().size(), 2U);
  ASSERT_TRUE(document().undo().ok());
  ASSERT_TRUE(document().undo().ok());
  hand.key(Qt::Key_F);
  hand.drag(ring());
  EXPECT_FALSE(highSides().contains(h));
}

TEST_F(Canvas, KeysMoveTheCursorAndPaint) {
  tools().choose(ToolId::Terrain, "woods");
  canvas().setFocus();
  Hand hand(window());
  hand.click(centre({4, 4}));
  hand.key(Qt::Key_Right);
  hand.key(Qt::Key_Down);
  hand.key(Qt::Key_Return);
  EXPECT_EQ(map().terrain({5, 5}), "woods");
  hand.key(Qt::Key_BracketRight);
  EXPECT_EQ(tools().brushRadius(), 1);
}

TEST_F(Canvas, ToolsTakenByKeysHaveSomethingToPaint) {
  const std::vector<std::pair<Qt::Key, ToolId>> keys{{Qt::Key_T, ToolId::Terrain},  {Qt::Key_H, ToolId::Hexside},
                                                     {Qt::Key_P, ToolId::Path},     {Qt::Key_N, ToolId::Place},
                                                     {Qt::Key_X, ToolId::Crossing}, {Qt::Key_R, ToolId::Region}};
  for (const auto& [key, tool] : keys) {
    QTest::keyClick(&window(), key, Qt::ShiftModifier);
    ASSERT_EQ(tools().tool(), tool);
    EXPECT_FALSE(tools().kind(tool).empty()) << "tool " << static_cast<int>(tool);
  }
  QTest::keyClick(&window(), Qt::Key_N, Qt::ShiftModifier);
  Hand hand(window());
  hand.click(centre({4, 4}));
  hand.name(QStringLiteral("Marlow"));
  EXPECT_NE(map().record("map/named", {"place", "marlow"}), nullptr);
}

TEST_F(Canvas, PartsOfTilesArePaintedAfterASmallEdit) {
  canvas().zoomTo(70);
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const std::size_t before = canvas().tiles().paintedPixels();
  const Point middle = canvas().toPlane(QPointF(canvas().rect().center()));
  ASSERT_TRUE(
      document()
          .edit(QStringLiteral("hex"), [&](Stroke& stroke) { stroke.setTerrain(lattice().hexAt(middle), "woods"); })
          .ok());
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const std::size_t pixels = canvas().tiles().paintedPixels() - before;
  EXPECT_GT(pixels, 70U * 70);
  EXPECT_LT(pixels, 6U * 70 * 6 * 70) << "a hex and what its neighbours show of it";
  // The joined parts are what a fresh painter paints.
  const QImage patched = canvas().grab().toImage();
  LayerSettings layers = canvas().layers();
  layers.opacity[0] = 0.99;
  canvas().setLayers(layers);
  layers.opacity[0] = 1;
  canvas().setLayers(layers);
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const QImage fresh = canvas().grab().toImage();
  int differing = 0;
  for (int y = 0; y < fresh.height(); ++y)
    for (int x = 0; x < fresh.width(); ++x)
      differing += std::abs(qGray(fresh.pixel(x, y)) - qGray(patched.pixel(x, y))) > 12;
  EXPECT_LE(differing, fresh.width() * fresh.height() / 20000);
}

TEST_F(Canvas, LargeStrokesShowAsADraftFirst) {
  canvas().zoomTo(60);
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  ASSERT_TRUE(canvas().isUpToDate(true));
  ASSERT_TRUE(document()
                  .edit(QStringLiteral("all"),
                        [&](Stroke& stroke) {
                          for (std::int32_t c = 0; c < 30; ++c)
                            for (std::int32_t r = 0; r < 24; ++r)
                              stroke.setTerrain({c, r}, "woods");
                        })
                  .ok());
  EXPECT_FALSE(canvas().isUpToDate(false));
  bool drafted = false;
  ASSERT_TRUE(waitFor([&] {
    drafted = drafted || (canvas().isUpToDate(false) && !canvas().isUpToDate(true));
    return canvas().isIdle();
  }));
  EXPECT_TRUE(drafted);
  EXPECT_TRUE(canvas().isUpToDate(true)) << "and then as a finished picture";
}

TEST_F(Canvas, AnotherButtonOrEscapeDropsAStroke) {
  tools().choose(ToolId::Terrain, "woods");
  Hand hand(window());
  hand.press(centre({4, 4}));
  hand.move(centre({8, 4}));
  EXPECT_EQ(map().terrain({6, 4}), "woods") << "shown while it is painted";
  hand.press(centre({8, 4}), Qt::RightButton);
  EXPECT_EQ(map().terrain({6, 4}), "");
  hand.release(centre({8, 4}), Qt::RightButton);
  hand.release(centre({8, 4}));
  EXPECT_EQ(document().history().size(), 0U);
}

TEST_F(Canvas, SelectGoesThroughWhatLiesThere) {
  tools().choose(ToolId::Place, "village");
  Hand hand(window());
  hand.click(centre({4, 4}));
  hand.name(QStringLiteral("Ballard's Mill"));
  EXPECT_NE(map().record("map/named", {"place", "ballard-s-mill"}), nullptr);
  tools().setTool(ToolId::Select);
  hand.click(centre({9, 9}));
  EXPECT_EQ(tools().selection(), Selection(HexCoord{9, 9}));
  hand.click(centre({4, 4}));
  EXPECT_EQ(tools().selection(), Selection(NamedThing{"place", "ballard-s-mill"}));
  hand.click(centre({4, 4}));
  EXPECT_EQ(tools().selection(), Selection(HexCoord{4, 4}));
  hand.click(centre({4, 4}));
  hand.key(Qt::Key_Delete);
  EXPECT_EQ(map().record("map/named", {"place", "ballard-s-mill"}), nullptr);
}

} // namespace
} // namespace hotchkiss::editor
