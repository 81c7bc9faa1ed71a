// Painting hexes in every shape, with mouse and with keys alone.
#include "libscenario/module/modulefiles.h"
#include "tests/editor/window_fixture.h"

#include <QToolButton>

#include <algorithm>

namespace hotchkiss::editor {
namespace {

class ShapeTools : public WindowTest {
 protected:
  void SetUp() override { create("gbacw", {24, 20}); }
  Point centre(HexCoord h) { return lattice().centre(h); }
  std::size_t count(const std::string& terrain) {
    std::size_t out = 0;
    for (std::int32_t c = 0; c < map().extent().width; ++c)
      for (std::int32_t r = 0; r < map().extent().height; ++r)
        out += map().terrain({c, r}) == terrain ? 1U : 0U;
    return out;
  }
  /// A click on a button under the palette.
  void press(const char* button) {
    auto* found = window().findChild<QToolButton*>(QLatin1String(button));
    ASSERT_NE(found, nullptr) << button;
    ASSERT_TRUE(found->isVisible()) << button;
    QTest::mouseClick(found, Qt::LeftButton);
  }
  std::size_t steps() { return document().history().position(); }
  QString hint() { return canvas().tool().statusText(); }
};

TEST_F(ShapeTools, LineRectangleAndLassoByDragAndByClicks) {
  Hand hand(window());
  choose(ToolId::Terrain, "woods");
  const ModuleFiles empty = writeModule(map());
  press("shapeLine");
  hand.drag({centre({3, 3}), centre({6, 4}), centre({9, 3})});
  EXPECT_EQ(count("woods"), 7U) << "a straight line, whatever way the hand took";
  EXPECT_EQ(steps(), 1U);
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  press("shapeRectangle");
  hand.click(centre({4, 5}));
  EXPECT_EQ(count("woods"), 0U);
  EXPECT_TRUE(canvas().tool().isBusy());
  hand.move(centre({7, 8}));
  hand.click(centre({8, 9}));
  EXPECT_EQ(count("woods"), 25U);
  EXPECT_EQ(steps(), 1U);
  hand.drag({centre({4, 5}), centre({6, 6})}, Qt::RightButton);
  EXPECT_EQ(count("woods"), 19U);
  press("shapeLasso");
  std::vector<Point> loop;
  for (const HexCoord h : lattice().ring({15, 12}, 3))
    loop.push_back(centre(h));
  hand.drag(loop);
  EXPECT_EQ(count("woods"), 19U + 37U) << "with what it encloses";
  EXPECT_EQ(steps(), 3U);
  // Corner by corner, and back by one.
  for (const HexCoord h : {HexCoord{2, 14}, HexCoord{6, 14}, HexCoord{9, 9}})
    hand.click(centre(h));
  hand.key(Qt::Key_Backspace);
  hand.click(centre({6, 18}));
  hand.click(centre({2, 14}));
  EXPECT_EQ(steps(), 4U);
  EXPECT_EQ(map().terrain({5, 15}), "woods");
  EXPECT_EQ(map().terrain({9, 9}), "");
  hand.click(centre({20, 2}));
  hand.key(Qt::Key_Escape);
  hand.click(centre({21, 2}));
  hand.key(Qt::Key_Escape);
  EXPECT_EQ(steps(), 4U) << "dropped";
  for (int i = 0; i < 4; ++i)
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(writeModule(map()), empty);
}

TEST_F(ShapeTools, AreasAndEverywhereSayHowManyBeforeTheClick) {
  Hand hand(window());
  choose(ToolId::Terrain, "woods");
  press("shapeRectangle");
  hand.drag({centre({2, 2}), centre({4, 4})});
  hand.drag({centre({10, 10}), centre({11, 10})});
  choose(ToolId::Terrain, "orchard");
  press("shapeEverywhere");
  hand.move(centre({3, 3}));
  EXPECT_TRUE(hint().contains(QLatin1String("11"))) << hint().toStdString();
  EXPECT_EQ(count("orchard"), 0U) << "nothing happens before the click";
  hand.click(centre({3, 3}));
  EXPECT_EQ(count("orchard"), 11U);
  EXPECT_EQ(count("woods"), 0U);
  EXPECT_EQ(steps(), 3U);
  press("shapeArea");
  hand.move(centre({3, 3}));
  EXPECT_TRUE(hint().contains(QLatin1String("9"))) << hint().toStdString();
  hand.click(centre({3, 3}), Qt::RightButton);
  EXPECT_EQ(count("orchard"), 2U) << "the right button clears the area";
  EXPECT_EQ(steps(), 4U);
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(count("orchard"), 11U);
}

TEST_F(ShapeTools, LevelsAreSmoothedInOneStroke) {
  Hand hand(window());
  QTest::keyClick(&window(), Qt::Key_L, Qt::ShiftModifier);
  press("shapeRectangle");
  while (tools().level() < 1)
    hand.key(Qt::Key_PageUp);
  hand.drag({centre({2, 2}), centre({12, 12})});
  for (int i = 0; i < 8; ++i)
    hand.key(Qt::Key_PageUp);
  press("shapeBrush");
  hand.click(centre({7, 7}));
  ASSERT_EQ(map().level({7, 7}), 9);
  press("levelSmooth");
  hand.key(Qt::Key_BracketRight);
  const std::size_t before = steps();
  hand.drag({centre({7, 7}), centre({8, 7})});
  EXPECT_EQ(steps(), before + 1);
  EXPECT_LT(map().level({7, 7}), 9);
  EXPECT_GE(map().level({7, 8}), 1);
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(map().level({7, 7}), 9);
}

TEST_F(ShapeTools, ShiftClickDrawsALineFromTheLastStroke) {
  Hand hand(window());
  choose(ToolId::Terrain, "woods");
  hand.click(centre({3, 10}));
  hand.click(centre({9, 10}), Qt::LeftButton, Qt::ShiftModifier);
  EXPECT_EQ(count("woods"), 7U);
  EXPECT_EQ(steps(), 2U);
}

TEST_F(ShapeTools, TheEyedropperTakesWhatLiesThere) {
  Hand hand(window());
  choose(ToolId::Terrain, "woods");
  hand.click(centre({5, 5}));
  choose(ToolId::Hexside, "stream");
  const EdgeId e = lattice().edge({8, 8}, 1);
  hand.click(lattice().middle(e));
  choose(ToolId::Path, "pike");
  hand.drag({centre({12, 12}), centre({14, 13})});
  const std::size_t before = steps();
  // By Alt and click: the kind of the tool in hand, else what is there.
  choose(ToolId::Terrain, "orchard");
  hand.click(centre({5, 5}), Qt::LeftButton, Qt::AltModifier);
  EXPECT_EQ(tools().kind(ToolId::Terrain), "woods");
  EXPECT_EQ(tools().tool(), ToolId::Terrain);
  choose(ToolId::Path, "road");
  hand.click(centre({12, 12}), Qt::LeftButton, Qt::AltModifier);
  EXPECT_EQ(tools().kind(ToolId::Path), "pike");
  // By its key, with any tool in hand.
  QTest::keyClick(&window(), Qt::Key_S, Qt::ShiftModifier);
  hand.move(lattice().middle(e));
  hand.key(Qt::Key_I, Qt::ShiftModifier);
  EXPECT_EQ(tools().tool(), ToolId::Hexside);
  EXPECT_EQ(tools().kind(ToolId::Hexside), "stream");
  hand.move(centre({5, 5}));
  hand.key(Qt::Key_I, Qt::ShiftModifier);
  EXPECT_EQ(tools().tool(), ToolId::Terrain);
  // By the right button, for those who like that better.
  auto* right = window().findChild<QComboBox*>(QStringLiteral("rightButton"));
  ASSERT_NE(right, nullptr);
  QTest::keyClick(right, Qt::Key_Down);
  emit right->activated(right->currentIndex());
  EXPECT_TRUE(tools().rightPicksUp());
  choose(ToolId::Terrain, "orchard");
  hand.click(centre({5, 5}), Qt::RightButton);
  EXPECT_EQ(tools().kind(ToolId::Terrain), "woods");
  EXPECT_EQ(map().terrain({5, 5}), "woods");
  EXPECT_EQ(steps(), before) << "picking up changes nothing";
}

/// No mouse at all: arrows, Enter, and Shift with left and right to aim at sides and corners.
TEST_F(ShapeTools, KeysAlonePaintHexesSidesCornersAndPaths) {
  Hand hand(window());
  canvas().setFocus();
  choose(ToolId::Terrain, "woods");
  hand.key(Qt::Key_Right); // the cursor appears in the middle
  hand.key(Qt::Key_Return);
  hand.key(Qt::Key_Right);
  hand.key(Qt::Key_Return);
  EXPECT_EQ(count("woods"), 2U);
  tools().setPaintShape(ToolId::Terrain, PaintShape::Rectangle);
  hand.key(Qt::Key_Return);
  hand.key(Qt::Key_Right);
  hand.key(Qt::Key_Right);
  hand.key(Qt::Key_Down);
  hand.key(Qt::Key_Return);
  EXPECT_EQ(count("woods"), 7U) << "a rectangle by two of its corners";
  choose(ToolId::Hexside, "stream");
  hand.key(Qt::Key_Up);
  for (int i = 0; i < 6; ++i) {
    hand.key(Qt::Key_Right, Qt::ShiftModifier); // a side
    hand.key(Qt::Key_Return);
    hand.key(Qt::Key_Right, Qt::ShiftModifier); // a corner
  }
  std::size_t sides = 0;
  map().forEachEdge([&](EdgeId e, std::uint32_t) { sides += map().features(e).find("stream") != nullptr; });
  EXPECT_EQ(sides, 6U) << "all around one hex";
  choose(ToolId::Path, "pike");
  hand.key(Qt::Key_Up);
  hand.key(Qt::Key_Return);
  hand.key(Qt::Key_Up);
  hand.key(Qt::Key_Up);
  hand.key(Qt::Key_Return);
  std::size_t pikes = 0;
  map().forEachEdge([&](EdgeId e, std::uint32_t) { pikes += map().features(e).find("path.pike") != nullptr; });
  EXPECT_EQ(pikes, 2U);
  hand.key(Qt::Key_Backspace);
  pikes = 0;
  map().forEachEdge([&](EdgeId e, std::uint32_t) { pikes += map().features(e).find("path.pike") != nullptr; });
  EXPECT_EQ(pikes, 0U) << "the last piece goes";
}

TEST_F(ShapeTools, ARegionIsEncircledAndFilled) {
  Hand hand(window());
  choose(ToolId::Region, "area");
  press("shapeLasso");
  std::vector<Point> loop;
  for (const HexCoord h : lattice().ring({10, 10}, 2))
    loop.push_back(centre(h));
  hand.drag(loop);
  std::size_t inside = 0;
  for (const HexCoord h : lattice().range({10, 10}, 2))
    inside += map().attributes(h).find("\"in\"") != std::string::npos ? 1U : 0U;
  EXPECT_EQ(inside, 19U);
  EXPECT_EQ(steps(), 1U) << "the region and its hexes";
  press("shapeArea");
  hand.click(centre({10, 10}), Qt::RightButton);
  EXPECT_EQ(map().attributes({10, 10}), "");
  EXPECT_EQ(map().attributes({10, 11}), "");
}

TEST_F(ShapeTools, EveryToolHasAKeyATipAHintAndHelp) {
  for (std::size_t i = 0; i < kTools; ++i) {
    const auto id = static_cast<ToolId>(i);
    tools().setTool(id);
    EXPECT_FALSE(canvas().tool().helpText().isEmpty()) << i;
    EXPECT_FALSE(hint().isEmpty()) << i;
    const QAction* checked = nullptr;
    for (const QAction* one : window().findChildren<QAction*>())
      if (one->objectName().startsWith(QLatin1String("tool.")) && one->isCheckable() && one->isChecked())
        checked = one;
    ASSERT_NE(checked, nullptr) << i;
    EXPECT_FALSE(checked->shortcut().isEmpty()) << checked->objectName().toStdString();
    EXPECT_FALSE(checked->toolTip().isEmpty());
    EXPECT_FALSE(checked->icon().isNull()) << checked->objectName().toStdString();
  }
  std::set<QString> keys;
  for (const QAction* one : window().findChildren<QAction*>())
    for (const QKeySequence& key : one->shortcuts())
      EXPECT_TRUE(keys.insert(key.toString()).second) << key.toString().toStdString() << " is taken twice";
}

} // namespace
} // namespace hotchkiss::editor
