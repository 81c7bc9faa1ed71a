// Rivers, roads and their names: chains with Backspace, easy ground, courses; measuring, and sheets on the map.
#include "editor/dialogs/modulepropertiesdialog.h"
#include "editor/tools/hexsidetool.h"
#include "editor/tools/measuretool.h"
#include "libscenario/module/courses.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <QListWidget>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class LineTools : public WindowTest {
 protected:
  Point centre(HexCoord h) { return lattice().centre(h); }
  Point spot(VertexId v) { return lattice().position(v); }
  std::size_t steps() { return document().history().position(); }
  void openSample(const std::string& name) {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
    mBefore = writeModule(map());
  }
  std::vector<EdgeId> edgesWith(const std::string& kind) {
    std::vector<EdgeId> out;
    map().forEachEdge([&](EdgeId e, std::uint32_t) {
      if (map().features(e).find(kind))
        out.push_back(e);
    });
    return out;
  }
  CourseWay way(const std::string& id) { return courseWay(map(), document().catalogue(), id); }
  json record(const char* section, const std::string& id) {
    const std::string* text = map().record(kNamedTable, {section, id});
    return text ? json::parse(*text) : json();
  }
  void press(const char* button) {
    auto* found = window().findChild<QToolButton*>(QLatin1String(button));
    ASSERT_NE(found, nullptr) << button;
    QTest::mouseClick(found, Qt::LeftButton);
  }
  void undoAll() {
    while (steps() > 0)
      QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(writeModule(map()), mBefore);
  }
  ModuleFiles mBefore;
};

/// The hand follows the corners of a real course; Backspace takes sides back while the button is down.
TEST_F(LineTools, ARiverOfThirtySidesInOneStrokeWithBackspace) {
  create("tss", {30, 26});
  choose(ToolId::Hexside, "stream", "ordinary");
  std::vector<VertexId> corners{lattice().vertex({3, 4}, 2)};
  // Down and to the right, side by side, never back.
  while (corners.size() < 34) {
    std::optional<VertexId> next;
    for (const VertexId v : lattice().neighbours(corners.back()))
      if (std::find(corners.begin(), corners.end(), v) == corners.end() &&
          (!next || spot(v).x + 0.8 * spot(v).y > spot(*next).x + 0.8 * spot(*next).y))
        next = v;
    corners.push_back(*next);
  }
  Hand hand(window());
  hand.move(spot(corners.front()));
  hand.press(spot(corners.front()));
  for (const VertexId v : corners)
    hand.move(spot(v));
  const auto& tool = dynamic_cast<const HexsideTool&>(canvas().tool());
  EXPECT_EQ(tool.chain(), corners);
  EXPECT_EQ(edgesWith("stream").size(), 33U);
  EXPECT_EQ(steps(), 0U);
  for (int i = 0; i < 5; ++i)
    hand.key(Qt::Key_Backspace);
  EXPECT_EQ(edgesWith("stream").size(), 28U);
  hand.move(spot(corners[29]));
  hand.move(spot(corners[30]));
  EXPECT_EQ(edgesWith("stream").size(), 30U) << "and on again";
  hand.move(spot(corners[29]));
  EXPECT_EQ(edgesWith("stream").size(), 29U) << "back over its own track shortens it";
  hand.move(spot(corners[30]));
  hand.release(spot(corners[30]));
  const std::vector<EdgeId> river = edgesWith("stream");
  ASSERT_EQ(river.size(), 30U);
  EXPECT_EQ(steps(), 1U) << "one stroke, one undo";
  const auto walk = walkChain(lattice(), ChainKind::AlongEdges, river);
  EXPECT_TRUE(std::holds_alternative<ChainWalk>(walk)) << "without a gap";
  hand.drag({spot(corners[10]), spot(corners[11]), spot(corners[12])}, Qt::RightButton);
  EXPECT_EQ(edgesWith("stream").size(), 28U);
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(edgesWith("stream").empty());
}

TEST_F(LineTools, PathsSeekEasyGroundBetweenClicks) {
  create("gbacw", {24, 20});
  Hand hand(window());
  // A ridge of four levels with a gap far to the south.
  ASSERT_TRUE(document().edit(QStringLiteral("ridge"), [&](Stroke& stroke) {
    for (std::int32_t c = 0; c < 24; ++c)
      for (std::int32_t r = 0; r < 20; ++r)
        stroke.setLevel({c, r}, c >= 10 && c <= 12 && r != 13 ? 5 : 1);
  }));
  choose(ToolId::Path, "pike");
  hand.click(centre({6, 10}));
  hand.click(centre({16, 10}));
  EXPECT_EQ(edgesWith("path.pike").size(), static_cast<std::size_t>(lattice().distance({6, 10}, {16, 10})))
      << "straight over the ridge";
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  hand.key(Qt::Key_Escape);
  auto* between = window().findChild<QComboBox*>(QStringLiteral("pathWay"));
  ASSERT_NE(between, nullptr);
  QTest::keyClick(between, Qt::Key_Down);
  emit between->activated(between->currentIndex());
  ASSERT_TRUE(tools().pathsSeekEasyWay());
  hand.click(centre({6, 10}));
  hand.move(centre({16, 10}));
  hand.click(centre({16, 10}));
  std::size_t climbs = 0;
  for (const EdgeId e : edgesWith("path.pike"))
    climbs += map().level(lattice().hexes(e)[0]) != map().level(lattice().hexes(e)[1]) ? 1U : 0U;
  EXPECT_EQ(climbs, 0U) << "through the gap";
  hand.click(centre({20, 10}));
  EXPECT_EQ(steps(), 3U);
  hand.key(Qt::Key_Backspace);
  EXPECT_EQ(steps(), 2U) << "the last piece is back";
  hand.key(Qt::Key_Backspace);
  EXPECT_TRUE(edgesWith("path.pike").empty());
}

TEST_F(LineTools, CoursesAreChosenSplitNamedJoinedAndGivenMouths) {
  openSample("gcacw-primer");
  QTest::keyClick(&window(), Qt::Key_O, Qt::ShiftModifier);
  ASSERT_EQ(tools().tool(), ToolId::Course);
  Hand hand(window());
  const CourseWay river = way("patuxan");
  const std::size_t half = river.edges.size() / 2;
  hand.click(lattice().middle(river.edges[half]));
  EXPECT_EQ(tools().selection(), Selection(NamedThing{"course", "patuxan"}));
  // Its mouth at the other end, and back by undo.
  hand.key(Qt::Key_M);
  hand.click(spot(river.corners.front()));
  EXPECT_EQ(way("patuxan").corners.back(), river.corners.front());
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  // Cut in two; the upper part is named at once.
  hand.key(Qt::Key_X);
  hand.click(spot(river.corners[half]));
  hand.name(QStringLiteral("Upper Patuxan"));
  EXPECT_EQ(steps(), 1U) << "with its name";
  ASSERT_EQ(way("upper-patuxan").edges.size() + way("upper_patuxan").edges.size(), half);
  const auto* thing = std::get_if<NamedThing>(&tools().selection());
  ASSERT_NE(thing, nullptr);
  const std::string upper = thing->id;
  EXPECT_EQ(record("course", upper)["name"], "Upper Patuxan");
  // And joined again.
  tools().select(NamedThing{"course", "patuxan"});
  hand.key(Qt::Key_J);
  hand.click(lattice().middle(way(upper).edges.front()));
  EXPECT_EQ(way("patuxan").edges.size(), river.edges.size());
  EXPECT_TRUE(record("course", upper).is_null());
  EXPECT_EQ(writeModule(map()), mBefore);
  // The list under the palette chooses, too.
  auto* list = window().findChild<QListWidget*>(QStringLiteral("courseList"));
  ASSERT_NE(list, nullptr);
  ASSERT_TRUE(list->isVisible());
  ASSERT_GT(list->count(), 5);
  list->setCurrentRow(0);
  const auto* chosen = std::get_if<NamedThing>(&tools().selection());
  ASSERT_NE(chosen, nullptr);
  EXPECT_EQ(chosen->section, "course");
  undoAll();
}

TEST_F(LineTools, CoursesMeetAtACorner) {
  openSample("gcacw-primer");
  const VertexId corner = way("beaver_creek").corners.back();
  const bool was = !record("join", toText(corner)).is_null();
  QTest::keyClick(&window(), Qt::Key_O, Qt::ShiftModifier);
  Hand hand(window());
  hand.key(Qt::Key_V);
  hand.click(spot(corner));
  EXPECT_NE(!record("join", toText(corner)).is_null(), was);
  EXPECT_EQ(steps(), 1U);
  hand.click(spot(corner));
  EXPECT_EQ(!record("join", toText(corner)).is_null(), was);
  hand.key(Qt::Key_Escape);
  EXPECT_EQ(tools().courseMode(), CourseMode::Pick);
  undoAll();
}

TEST_F(LineTools, TheClassOfAWholeCourse) {
  openSample("tss-primer");
  QTest::keyClick(&window(), Qt::Key_O, Qt::ShiftModifier);
  tools().select(NamedThing{"course", "millers-branch"});
  auto* box = window().findChild<QComboBox*>(QStringLiteral("courseClass"));
  ASSERT_NE(box, nullptr);
  ASSERT_TRUE(box->isVisible());
  const int other = box->findData(QStringLiteral("impassable"));
  ASSERT_GE(other, 0);
  box->setCurrentIndex(other);
  emit box->activated(other);
  for (const EdgeId e : way("millers-branch").edges)
    EXPECT_EQ(map().features(e).find("stream")->classId, "impassable");
  EXPECT_EQ(steps(), 1U);
  undoAll();
}

TEST_F(LineTools, MeasuringByHexesAndByTheGround) {
  openSample("gettysburg-ground");
  QTest::keyClick(&window(), Qt::Key_D, Qt::ShiftModifier);
  Hand hand(window());
  hand.click(centre({10, 20}));
  hand.move(centre({30, 20}));
  const QString straight = canvas().tool().statusText();
  EXPECT_TRUE(straight.contains(QLatin1String("20 hex"))) << straight.toStdString();
  EXPECT_TRUE(straight.contains(QLatin1String("2.20 km"))) << straight.toStdString();
  EXPECT_TRUE(straight.contains(QLatin1String("1.37 miles"))) << straight.toStdString();
  hand.click(centre({30, 20}));
  hand.click(centre({30, 30}));
  EXPECT_TRUE(canvas().tool().statusText().contains(QLatin1String("30 hex")))
      << canvas().tool().statusText().toStdString();
  hand.key(Qt::Key_Backspace);
  hand.key(Qt::Key_Escape);
  tools().setArea(lattice().range({20, 40}, 5));
  const QString area = canvas().tool().statusText();
  EXPECT_TRUE(area.contains(QLatin1String("91 hex"))) << area.toStdString();
  EXPECT_TRUE(area.contains(QStringLiteral("0.95 km²"))) << area.toStdString(); // 91 times 110² times the root of 3/4
  EXPECT_EQ(steps(), 0U);
}

TEST_F(LineTools, SheetsArePreviewedOnTheMapWhileTheyAreEdited) {
  openSample("gcacw-primer");
  canvas().zoomTo(60);
  canvas().showPoint(centre({4, 5}));
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  const QImage plain = canvas().grab().toImage();
  QImage unchanged;
  QImage renumbered;
  answering([&] { QTest::keyClick(&window(), Qt::Key_I, Qt::ControlModifier); },
            [&](QWidget& dialog) {
              unchanged = canvas().grab().toImage();
              auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("sheetTable"));
              ASSERT_NE(table, nullptr);
              int row = 0;
              while (table->item(row, 0)->text() != QLatin1String("W"))
                ++row;
              table->item(row, static_cast<int>(SheetColumn::FirstColumn))->setText(QStringLiteral("41"));
              QApplication::processEvents();
              renumbered = canvas().grab().toImage();
              shoot(canvas(), "sheets-preview");
              dialog.close();
            });
  EXPECT_EQ(unchanged, plain) << "only numbers that change are drawn over the map";
  EXPECT_NE(renumbered, unchanged) << "they follow what is typed";
  EXPECT_EQ(canvas().grab().toImage(), plain) << "cancelled, it is all as it was";
  EXPECT_EQ(steps(), 0U);
}

} // namespace
} // namespace hotchkiss::editor
