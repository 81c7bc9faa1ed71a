// Every tool in use on a real map, as the documents show it: tools/pictures takes the pictures from here.
#include "editor/tools/selecttool.h"
#include "libscenario/module/courses.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {
namespace {

class ToolPictures : public WindowTest {
 protected:
  void openSample(const std::string& name, double scale, HexCoord middle) {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    canvas().zoomTo(scale);
    canvas().showPoint(lattice().centre(middle));
    settle();
  }
  void settle() {
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle() && canvas().isUpToDate(true); }));
  }
  Point centre(HexCoord h) { return lattice().centre(h); }
  Point spot(HexCoord h, int corner) { return lattice().position(lattice().vertex(h, corner)); }
  void take(Qt::Key key) { QTest::keyClick(&window(), key, Qt::ShiftModifier); }
  /// The middle of the map as it is now. Without the tool's drawing it looks different, or there is nothing to show.
  void picture(const char* name) {
    settle();
    const QSize size(720, 430);
    const QRect part(QPoint((canvas().width() - size.width()) / 2, (canvas().height() - size.height()) / 2), size);
    const QImage image = canvas().grab(part).toImage();
    ASSERT_FALSE(image.isNull());
    EXPECT_NE(image, mLast) << name;
    mLast = image;
    if (const QString folder = qEnvironmentVariable("HOTCHKISS_TEST_PICTURES"); !folder.isEmpty())
      image.save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
  }
  QImage mLast;
};

TEST_F(ToolPictures, PaintingHexes) {
  openSample("gcacw-primer", 54, {7, 6});
  Hand hand(window());
  choose(ToolId::Terrain, "woods");
  tools().setBrushRadius(1);
  hand.press(centre({5, 7}));
  hand.move(centre({6, 7}));
  hand.move(centre({8, 7}));
  picture("tool-terrain");
  hand.key(Qt::Key_Escape);
  hand.release(centre({8, 7}));
  tools().setBrushRadius(0);
  tools().setPaintShape(ToolId::Terrain, PaintShape::Lasso);
  std::vector<Point> loop;
  for (const HexCoord h : lattice().ring({7, 6}, 2))
    loop.push_back(centre(h));
  hand.press(loop.front());
  for (const Point p : loop)
    hand.move(p);
  picture("tool-lasso");
  hand.key(Qt::Key_Escape);
  hand.release(loop.back());
  tools().setPaintShape(ToolId::Terrain, PaintShape::Everywhere);
  choose(ToolId::Terrain, "rolling");
  HexCoord woods{7, 6};
  for (const HexCoord h : lattice().range({7, 6}, 3))
    if (map().terrain(h) == "woods")
      woods = h;
  hand.move(centre(woods));
  picture("tool-replace");
  EXPECT_EQ(document().history().position(), 0U);
}

TEST_F(ToolPictures, Levels) {
  openSample("gettysburg-ground-gbacw", 46, {24, 30});
  Hand hand(window());
  take(Qt::Key_L);
  tools().setLevelMode(LevelMode::Smooth);
  tools().setBrushRadius(2);
  hand.press(centre({23, 30}));
  hand.move(centre({24, 30}));
  hand.move(centre({26, 30}));
  picture("tool-level");
  hand.key(Qt::Key_Escape);
  hand.release(centre({26, 30}));
}

TEST_F(ToolPictures, HexsidesAndPaths) {
  openSample("gettysburg-ground", 50, {12, 24});
  Hand hand(window());
  choose(ToolId::Hexside, "stream", "ordinary");
  const VertexId start = lattice().vertex({8, 21}, 1);
  std::vector<VertexId> corners{start};
  while (corners.size() < 19) {
    std::optional<VertexId> next;
    for (const VertexId v : lattice().neighbours(corners.back())) {
      const Point p = lattice().position(v);
      const Point best = next ? lattice().position(*next) : Point{-1e9, -1e9};
      if (std::find(corners.begin(), corners.end(), v) == corners.end() && p.x + 0.7 * p.y > best.x + 0.7 * best.y)
        next = v;
    }
    corners.push_back(*next);
  }
  hand.press(lattice().position(corners.front()));
  for (const VertexId v : corners)
    hand.move(lattice().position(v));
  picture("tool-hexside");
  hand.release(lattice().position(corners.back()));
  EXPECT_EQ(document().history().position(), 1U);
  choose(ToolId::Path, "pike");
  tools().setPathsSeekEasyWay(true);
  hand.click(centre({7, 27}));
  hand.move(centre({17, 21}));
  picture("tool-path");
  hand.click(centre({17, 21}));
  EXPECT_EQ(document().history().position(), 2U);
  hand.key(Qt::Key_Escape);
  choose(ToolId::Hexside, "slope");
  hand.press(spot({9, 22}, 4));
  for (int k : {4, 5, 0, 1, 2})
    hand.move(spot({9, 22}, k));
  hand.move(spot({10, 22}, 2));
  picture("tool-orientation");
  hand.key(Qt::Key_Escape);
  hand.release(spot({10, 22}, 2));
}

TEST_F(ToolPictures, CoursesCrossingsPlacesRegions) {
  openSample("gcacw-primer", 54, {11, 8});
  Hand hand(window());
  take(Qt::Key_O);
  const CourseWay river = courseWay(map(), document().catalogue(), "patuxan");
  canvas().showPoint(lattice().position(river.corners[river.corners.size() / 2]));
  hand.click(lattice().middle(river.edges[river.edges.size() / 2]));
  hand.move(lattice().middle(river.edges[river.edges.size() / 2 + 1]));
  picture("tool-course");
  std::string id;
  HexCoord from;
  for (const auto& [key, text] : map().table(kNamedTable))
    if (const auto at = nlohmann::json::parse(text).value("at", nlohmann::json());
        key.section == "place" && at.is_array() && at[0] > 4 && at[0] < 15 && at[1] > 3 && at[1] < 11) {
      id = key.id;
      from = {at[0], at[1]};
    }
  ASSERT_FALSE(id.empty());
  canvas().showPoint(centre(from));
  take(Qt::Key_S);
  hand.press(centre(from));
  hand.move(centre({from.c + 1, from.r}));
  hand.move(centre({from.c + 2, from.r + 1}));
  picture("tool-place");
  hand.key(Qt::Key_Escape);
  hand.release(centre({from.c + 2, from.r + 1}));
  choose(ToolId::Crossing, "bridge");
  std::optional<EdgeId> water;
  for (const EdgeId e : river.edges)
    if (lattice().distance(lattice().hexes(e)[0], {10, 7}) < 5)
      water = e;
  ASSERT_TRUE(water);
  canvas().showPoint(lattice().middle(*water));
  hand.move(lattice().middle(*water));
  picture("tool-crossing");
  choose(ToolId::Region, "county");
  tools().setPaintShape(ToolId::Region, PaintShape::Rectangle);
  canvas().showPoint(centre({9, 6}));
  hand.press(centre({7, 5}));
  hand.move(centre({11, 8}));
  picture("tool-region");
  hand.key(Qt::Key_Escape);
  hand.release(centre({11, 8}));
  EXPECT_EQ(document().history().position(), 0U);
}

TEST_F(ToolPictures, AreasAndMeasuring) {
  openSample("gcacw-primer", 54, {9, 7});
  Hand hand(window());
  take(Qt::Key_S);
  hand.drag({centre({5, 5}), centre({6, 6}), centre({8, 7})});
  ASSERT_EQ(tools().area().size(), 12U);
  QTest::keyClick(&window(), Qt::Key_C, Qt::ControlModifier);
  QTest::keyClick(&window(), Qt::Key_V, Qt::ControlModifier);
  hand.move(centre({11, 7}));
  hand.key(Qt::Key_R);
  ASSERT_NE(dynamic_cast<SelectTool&>(canvas().tool()).floating(), nullptr);
  picture("tool-paste");
  hand.key(Qt::Key_Escape);
  EXPECT_EQ(document().history().position(), 0U);
  openSample("gettysburg-ground", 40, {20, 40});
  take(Qt::Key_D);
  hand.click(centre({14, 37}));
  hand.click(centre({19, 42}));
  hand.move(centre({24, 39}));
  picture("tool-measure");
}

TEST_F(ToolPictures, Typing) {
  openSample("gettysburg-ground", 50, {40, 8});
  take(Qt::Key_A);
  tools().choose(ToolId::TypeAlong, "stone_wall");
  canvas().setFocus();
  Hand hand(window());
  hand.click(centre({44, 7}));
  QTest::keyClicks(&canvas(), QStringLiteral("cwwccwwwcc"));
  picture("tool-type");
  EXPECT_EQ(document().history().position(), 1U);
}

} // namespace
} // namespace hotchkiss::editor
