// Every tool in use on a real map, as the documents show it: tools/pictures takes the pictures from here.
#include "editor/army/armydock.h"
#include "editor/army/armymodel.h"
#include "editor/army/scenariodock.h"
#include "editor/tools/selecttool.h"
#include "libscenario/module/courses.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <QTabWidget>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {
namespace {

class ToolPictures : public WindowTest {
 protected:
  void openSample(const std::string& name, double scale, HexCoord middle) {
    const std::filesystem::path copy = folder() / name;
    if (!std::filesystem::exists(copy))
      copyOfSample(name);
    if (window().document() && document().isModified()) // the edits of the picture before are nobody's
      answering([&] { ASSERT_TRUE(window().closeModule()); },
                [](QWidget& dialog) { dialog.findChild<QPushButton*>(QStringLiteral("leaveDiscard"))->click(); });
    ASSERT_TRUE(window().openPath(QString::fromStdString(copy.string())));
    if (window().action("view.findings")->isChecked())
      trigger("view.findings"); // what the tool draws is what the picture is about
    show(scale, middle);
  }
  void show(double scale, HexCoord middle) {
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
  /// Nothing of the last picture in the next one.
  void clean() {
    Hand(window()).key(Qt::Key_Escape);
    tools().select({});
    tools().setArea({});
    tools().setBrushRadius(0);
    for (const ToolId tool : {ToolId::Terrain, ToolId::Level, ToolId::Region})
      tools().setPaintShape(tool, PaintShape::Brush);
  }
  /// A part of the map as it is now. Without the tool's drawing it looks different, or there is nothing to show.
  void picture(const char* name, QSize size = QSize(700, 420), QPoint aside = {}) {
    settle();
    const QRect part(QPoint((canvas().width() - size.width()) / 2, (canvas().height() - size.height()) / 2) + aside,
                     size);
    save(canvas().grab(part.intersected(canvas().rect())).toImage(), name);
  }
  void save(const QImage& image, const char* name) {
    ASSERT_FALSE(image.isNull());
    EXPECT_NE(image, mLast) << name;
    mLast = image;
    if (const QString folder = qEnvironmentVariable("HOTCHKISS_TEST_PICTURES"); !folder.isEmpty())
      image.save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
  }
  /// Where a thing of the map lies, by its row.
  nlohmann::json recordOfThing(const char* section, const char* id) {
    const std::string* text = map().record(kNamedTable, {section, id});
    EXPECT_NE(text, nullptr) << section << " " << id;
    return text ? nlohmann::json::parse(*text) : nlohmann::json::object();
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
  clean();
  tools().setPaintShape(ToolId::Terrain, PaintShape::Line);
  hand.press(centre({4, 8}));
  hand.move(centre({10, 5}));
  picture("tool-line");
  hand.key(Qt::Key_Escape);
  hand.release(centre({10, 5}));
  clean();
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
  clean();
  tools().setPaintShape(ToolId::Terrain, PaintShape::Everywhere);
  choose(ToolId::Terrain, "rolling");
  HexCoord woods{7, 6};
  for (const HexCoord h : lattice().range({7, 6}, 3))
    if (map().terrain(h) == "woods")
      woods = h;
  hand.move(centre(woods));
  picture("tool-replace");
  clean();
  tools().choose(ToolId::Fill, "rolling");
  hand.move(centre(woods));
  picture("tool-fill");
  // The eyedropper takes up the woods under the pointer.
  tools().choose(ToolId::Terrain, "clear");
  hand.move(centre(woods), Qt::AltModifier);
  hand.click(centre(woods), Qt::LeftButton, Qt::AltModifier);
  EXPECT_EQ(tools().kind(ToolId::Terrain), "woods");
  EXPECT_EQ(document().history().position(), 0U);
  tools().setBrushRadius(1);
  hand.press(centre({8, 4}), Qt::RightButton);
  hand.move(centre({6, 5}));
  hand.move(centre({5, 6}));
  picture("tool-erase");
  hand.key(Qt::Key_Escape);
  hand.release(centre({5, 6}), Qt::RightButton);
  EXPECT_EQ(document().history().position(), 0U);
}

TEST_F(ToolPictures, TheEyedropper) {
  openSample("gcacw-primer", 54, {7, 6});
  HexCoord woods{7, 6};
  for (const HexCoord h : lattice().range({7, 6}, 3))
    if (map().terrain(h) == "woods")
      woods = h;
  tools().choose(ToolId::Terrain, "clear");
  tools().setBrushRadius(0);
  Hand(window()).click(centre(woods), Qt::LeftButton, Qt::AltModifier);
  ASSERT_EQ(tools().kind(ToolId::Terrain), "woods");
  settle();
  // The palette shows what was taken up, beside the hex that it came from.
  const QImage whole = window().grab().toImage();
  const QPoint at = canvas().mapTo(&window(), canvas().toWidget(centre(woods)).toPoint());
  const QRect part(0, std::max(0, at.y() - 200), std::min(700, at.x() + 220), 300);
  save(whole.copy(part.intersected(whole.rect())), "tool-pickup");
}

TEST_F(ToolPictures, Levels) {
  openSample("gettysburg-ground-gbacw", 50, {28, 63});
  Hand hand(window());
  const auto levels = [this] {
    std::vector<std::optional<int>> out;
    for (const HexCoord h : lattice().range({28, 63}, 3))
      out.push_back(map().level(h));
    return out;
  };
  const auto before = levels();
  take(Qt::Key_L);
  tools().setLevelMode(LevelMode::Smooth);
  tools().setBrushRadius(2);
  hand.drag({centre({26, 63}), centre({28, 63}), centre({30, 63})});
  EXPECT_NE(levels(), before) << "the picture shows ground that was smoothed";
  hand.move(centre({44, 63}));
  // Before and after, side by side.
  settle();
  const QRect part(QPoint(canvas().width() / 2 - 174, canvas().height() / 2 - 170), QSize(348, 340));
  const QImage after = canvas().grab(part).toImage();
  trigger("edit.undo");
  settle();
  const QImage was = canvas().grab(part).toImage();
  QImage both(part.width() * 2 + 4, part.height(), QImage::Format_RGB32);
  both.fill(Qt::white);
  QPainter painter(&both);
  painter.drawImage(QRect(QPoint(), part.size()), was);
  painter.drawImage(QRect(QPoint(part.width() + 4, 0), part.size()), after);
  painter.end();
  save(both, "tool-level");
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
  hand.release(lattice().position(corners.back()));
  EXPECT_EQ(document().history().position(), 1U);
  hand.move(lattice().position(corners.back())); // the stream as it was drawn, and where the next one would begin
  picture("tool-hexside");
  // A slope, halfway: the ticks show the side that it faces.
  choose(ToolId::Hexside, "slope");
  hand.press(spot({13, 26}, 4));
  for (int k : {4, 5, 0, 1, 2})
    hand.move(spot({13, 26}, k));
  show(60, {13, 25});
  picture("tool-orientation");
  hand.key(Qt::Key_F);
  picture("tool-flip");
  hand.key(Qt::Key_Escape);
  hand.release(spot({13, 26}, 2));
  clean();
  EXPECT_EQ(document().history().position(), 1U);
}

TEST_F(ToolPictures, PathsOverEasyGround) {
  openSample("gettysburg-ground-gbacw", 44, {30, 62});
  Hand hand(window());
  const auto& paths = document().catalogue().edgeFeatures;
  ASSERT_TRUE(paths.contains("path.pike"));
  choose(ToolId::Path, "pike");
  tools().setPathsSeekEasyWay(true);
  hand.click(centre({25, 60}));
  hand.move(centre({35, 64}));
  picture("tool-path");
  hand.click(centre({35, 64}));
  EXPECT_EQ(document().history().position(), 1U);
  clean();
}

TEST_F(ToolPictures, CornersOfWorks) {
  openSample("gbacw-primer", 54, {8, 6});
  ASSERT_FALSE(document().catalogue().vertexFeatures.empty());
  Hand hand(window());
  tools().choose(ToolId::Corner, document().catalogue().vertexFeatures.begin()->first);
  hand.click(spot({8, 6}, 1));
  const Point corner = spot({9, 7}, 1);
  const Point inside = centre({9, 7});
  hand.move({corner.x + (inside.x - corner.x) * 0.12, corner.y + (inside.y - corner.y) * 0.12});
  picture("tool-corner");
}

TEST_F(ToolPictures, Courses) {
  openSample("gcacw-primer", 54, {11, 8});
  Hand hand(window());
  take(Qt::Key_O);
  const CourseWay river = courseWay(map(), document().catalogue(), "patuxan");
  ASSERT_GT(river.corners.size(), 8U);
  canvas().showPoint(lattice().position(river.corners[river.corners.size() / 2]));
  settle();
  const Point in = lattice().middle(river.edges[river.edges.size() / 2]);
  hand.click(in);
  hand.move(lattice().middle(river.edges[river.edges.size() / 2 + 1]));
  picture("tool-course");
  // Cut in two at a corner; the mouth; and a join.
  hand.key(Qt::Key_X);
  hand.move(lattice().position(river.corners[river.corners.size() / 2 + 1]));
  picture("tool-split");
  hand.click(lattice().position(river.corners[river.corners.size() / 2 + 1]));
  EXPECT_EQ(document().history().position(), 1U);
  trigger("edit.undo");
  hand.key(Qt::Key_P);
  hand.click(in);
  hand.key(Qt::Key_J);
  std::optional<EdgeId> other;
  map().forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : map().features(e).features)
      if (!other && !feature.of.empty() && feature.of.front() != "patuxan" && feature.kind.ends_with("river"))
        other = e;
  });
  ASSERT_TRUE(other);
  canvas().showPoint(lattice().middle(*other));
  hand.move(lattice().middle(*other));
  picture("tool-join");
  hand.key(Qt::Key_M);
  const VertexId mouth = river.corners.back();
  canvas().showPoint(lattice().position(mouth));
  hand.move(lattice().position(mouth));
  picture("tool-mouth");
  hand.key(Qt::Key_V);
  std::optional<VertexId> meets;
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "course" && key.id != "patuxan")
      if (const CourseWay way = courseWay(map(), document().catalogue(), key.id); !way.corners.empty())
        for (const VertexId v : river.corners)
          if (!meets && std::find(way.corners.begin(), way.corners.end(), v) != way.corners.end())
            meets = v;
  if (meets) {
    canvas().showPoint(lattice().position(*meets));
    hand.move(lattice().position(*meets));
    picture("tool-cornerjoin");
  }
  hand.key(Qt::Key_P);
  EXPECT_EQ(document().history().position(), 0U);
}

TEST_F(ToolPictures, PlacesCrossingsRegionsEntriesLinks) {
  openSample("gcacw-primer", 54, {11, 8});
  Hand hand(window());
  const auto at = recordOfThing("place", "ashby")["at"];
  const HexCoord from{at[0], at[1]};
  show(54, from);
  take(Qt::Key_S);
  hand.press(centre(from));
  hand.move(centre({from.c + 1, from.r}));
  hand.move(centre({from.c + 2, from.r + 1}));
  picture("tool-place");
  hand.key(Qt::Key_Escape);
  hand.release(centre({from.c + 2, from.r + 1}));
  clean();
  choose(ToolId::Crossing, "bridge");
  std::optional<EdgeId> water; // with nothing that leads over it
  map().forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet features = map().features(e);
    const bool bare = std::none_of(features.features.begin(), features.features.end(),
                                   [](const Feature& one) { return one.kind.starts_with("path."); });
    const auto away = [&](EdgeId edge) { return lattice().distance(lattice().hexes(edge)[0], {10, 7}); };
    if (bare && (features.find("minor_river") || features.find("major_river")) && (!water || away(e) < away(*water)))
      water = e;
  });
  ASSERT_TRUE(water);
  show(60, lattice().hexes(*water)[0]);
  hand.move(lattice().middle(*water));
  picture("tool-crossing");
  clean();
  choose(ToolId::Region, "county");
  tools().setPaintShape(ToolId::Region, PaintShape::Rectangle);
  show(54, {9, 6});
  hand.press(centre({7, 5}));
  hand.move(centre({11, 8}));
  picture("tool-region");
  hand.key(Qt::Key_Escape);
  hand.release(centre({11, 8}));
  clean();
  EXPECT_EQ(document().history().position(), 0U);
  openSample("gbacw-primer", 54, {3, 7});
  const auto entries = document().catalogue().named.find("entry");
  ASSERT_NE(entries, document().catalogue().named.end());
  tools().choose(ToolId::Entry, entries->second.begin()->first);
  hand.click(centre({0, 6}));
  hand.name("Western road");
  hand.click(centre({0, 7}));
  hand.move(centre({0, 8}));
  show(54, {5, 7});
  picture("tool-entry");
  clean();
  openSample("wftu-primer", 54, {9, 6});
  const auto links = document().catalogue().named.find("link");
  ASSERT_NE(links, document().catalogue().named.end());
  tools().choose(ToolId::Link, links->second.begin()->first);
  hand.click(centre({6, 5}));
  hand.click(centre({9, 7}));
  hand.move(centre({12, 5}));
  picture("tool-link");
}

TEST_F(ToolPictures, AreasAndMeasuring) {
  openSample("gcacw-primer", 54, {9, 7});
  Hand hand(window());
  take(Qt::Key_S);
  hand.drag({centre({5, 5}), centre({6, 6}), centre({8, 7})});
  ASSERT_EQ(tools().area().size(), 12U);
  hand.move(centre({10, 9}));
  picture("tool-select");
  // Dragged elsewhere, drawn as it would be.
  hand.press(centre({6, 6}));
  hand.move(centre({7, 6}));
  hand.move(centre({10, 7}));
  picture("tool-move");
  hand.key(Qt::Key_Escape);
  hand.release(centre({10, 7}));
  QTest::keyClick(&window(), Qt::Key_C, Qt::ControlModifier);
  QTest::keyClick(&window(), Qt::Key_V, Qt::ControlModifier);
  hand.move(centre({11, 7}));
  hand.key(Qt::Key_R);
  ASSERT_NE(dynamic_cast<SelectTool&>(canvas().tool()).floating(), nullptr);
  picture("tool-paste");
  hand.key(Qt::Key_M);
  picture("tool-mirror");
  hand.key(Qt::Key_Escape);
  clean();
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
  // With the whole of the box that says where the keys go.
  show(50, {42, 13});
  save(canvas().grab(QRect(0, 0, 700, 440)).toImage(), "tool-type");
  EXPECT_EQ(document().history().position(), 1U);
}

/// The picture of docs/counters.md: the army as a sheet, its set-up on the map, and the turns.
TEST_F(ToolPictures, AnArmyOnTheMap) {
  window().resize(1600, 960);
  openSample("gbacw-primer", 60, {6, 7});
  ASSERT_FALSE(window().armyModel().scenarios().empty());
  window().armyModel().setScenario(window().armyModel().scenarios().front());
  window().armyDock().show();
  window().scenarioDock().show();
  window().armyDock().raise();
  window().scenarioDock().raise();
  window().armyDock().showSheet(true);
  window().resizeDocks({&window().armyDock()}, {620}, Qt::Horizontal);
  window().scenarioDock().findChild<QTabWidget*>()->setCurrentIndex(1);
  show(84, {4, 7});
  ASSERT_FALSE(window().scenarioDock().view().stacks().empty());
  ASSERT_TRUE(waitFor([this] { return window().isSettled(); }));
  save(window().grab().toImage(), "army-map");
}

} // namespace
} // namespace hotchkiss::editor
