// A designer's first half hour on Gettysburg, with mouse and keys in the real window. With HOTCHKISS_TEST_PICTURES set,
// it also takes the pictures of the tour in docs/editor.md.
#include "editor/docks/findingsdock.h"
#include "editor/import/georefdialog.h"
#include "editor/import/scanview.h"
#include "editor/import/underlaysources.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/package/package.h"
#include "libterrain/search/chain.h"
#include "tests/editor/window_fixture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <set>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

/// Where things lie on the map, read off the First Day map after it was tied to the ground.
const std::vector<Point> kWilloughbyRun{
    {17.3, -0.2},   {17.2, 0.3},   {16.84, 2.0},   {17.27, 3.9},  {17.04, 5.4}, {17.27, 6.55}, {17.9, 7.8},
    {17.9, 8.55},   {17.3, 9.3},   {16.93, 10.55}, {16.4, 11.7},  {16.0, 12.9}, {15.67, 13.8}, {14.9, 14.45},
    {14.62, 15.55}, {14.27, 16.9}, {13.55, 18.0},  {13.07, 19.0}, {12.9, 19.9}, {12.33, 20.3}, {11.33, 20.4},
    {10.62, 21.2},  {10.3, 22.2},  {10.45, 23.1},  {9.9, 23.8},   {9.2, 24.45}, {9.05, 25.55}, {8.95, 26.55},
    {8.2, 27.7},    {7.1, 28.8},   {6.45, 30.0}};
const std::vector<Point> kRockCreek{{43.67, 0.33}, {42.67, 1.22},  {43.1, 2.1},    {43.8, 2.1},    {43.8, 3.0},
                                    {43.7, 3.9},   {44.0, 4.5},    {44.85, 4.67},  {44.93, 6.33},  {45.3, 7.44},
                                    {45.27, 9.2},  {46.2, 10.4},   {46.15, 12.55}, {45.67, 13.67}, {46.33, 15.4},
                                    {45.33, 16.7}, {45.67, 17.9},  {46.1, 19.4},   {46.8, 20.3},   {47.4, 20.1},
                                    {48.1, 20.8},  {48.6, 21.8},   {48.5, 22.67},  {48.4, 23.9},   {48.1, 25.67},
                                    {47.9, 26.9},  {48.25, 28.25}, {48.6, 28.9},   {48.55, 30.75}, {48.6, 32.2}};
const std::vector<Point> kChambersburgPike{{13.6, -0.2}, {15.0, 0.5},  {17.0, 1.6},  {19.0, 2.9},
                                           {21.0, 4.1},  {23.0, 5.3},  {25.0, 6.55}, {27.0, 7.75},
                                           {29.0, 9.05}, {31.2, 10.4}, {33.6, 10.4}, {36.0, 10.4}};
/// Single spots of the same lines in pixels of the scan: they reach the map only by its control points.
const std::vector<Point> kRunOnScan{{778, 589}, {817, 772}, {767, 895}, {643, 1108}, {619, 1184}, {584, 1253}};
const std::vector<Point> kCreekOnScan{{1553, 605}, {1587, 668}, {1603, 778}, {1632, 872}, {1711, 1189}, {1700, 1273}};
const std::vector<Point> kPikeOnScan{{782, 578}, {900, 646}, {1018, 713}, {1136, 781}, {1253, 831}};

double distanceToSegment(Point p, Point a, Point b) {
  const Point d{b.x - a.x, b.y - a.y};
  const double length = d.x * d.x + d.y * d.y;
  const double t = length == 0 ? 0 : std::clamp(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / length, 0.0, 1.0);
  return std::hypot(p.x - a.x - d.x * t, p.y - a.y - d.y * t);
}

class HalfHour : public WindowTest {
 protected:
  void picture(const char* name) {
    waitFor([this] { return window().isSettled(); });
    QTest::qWait(50);
    waitFor([this] { return window().isSettled(); });
    shoot(window(), name);
  }
  void look(double scale, Point middle) {
    canvas().zoomTo(scale);
    canvas().showPoint(middle);
  }
  /// How far from what was drawn a spot of the scan lies, at most, in hexes.
  double farthest(const std::vector<Point>& pixels, const PlaneTransform& toPlane, const std::string& feature) {
    const bool path = feature.starts_with("path.");
    std::vector<std::pair<Point, Point>> lines; // sides, or steps from hex to hex
    map().forEachEdge([&](EdgeId edge, std::uint32_t) {
      if (!map().features(edge).find(feature))
        return;
      const auto ends = lattice().ends(edge);
      const auto hexes = lattice().hexes(edge);
      if (path)
        lines.emplace_back(lattice().centre(hexes[0]), lattice().centre(hexes[1]));
      else
        lines.emplace_back(lattice().position(ends[0]), lattice().position(ends[1]));
    });
    double out = 0;
    for (const Point pixel : pixels) {
      double nearest = 1e9;
      for (const auto& [a, b] : lines)
        nearest = std::min(nearest, distanceToSegment(toPlane(pixel), a, b));
      out = std::max(out, nearest);
    }
    return out;
  }
  /// Makes a course beneath the palette and has it in hand.
  void nameCourse(const QString& name) {
    auto* choice = part<QComboBox>("courseChoice");
    choice->setCurrentIndex(choice->count() - 1); // "New course…"
    emit choice->activated(choice->currentIndex());
    auto* field = part<QLineEdit>("newCourseName");
    QTest::keyClicks(field, name);
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_FALSE(tools().course().empty());
  }
  /// Drags slowly from point to point, as a hand does.
  void trace(const std::vector<Point>& way) {
    Hand hand(window());
    hand.press(way.front());
    for (std::size_t i = 1; i < way.size(); ++i) {
      constexpr int kSteps = 24;
      for (int s = 1; s <= kSteps; ++s) {
        const double t = static_cast<double>(s) / kSteps;
        hand.move({way[i - 1].x + (way[i].x - way[i - 1].x) * t, way[i - 1].y + (way[i].y - way[i - 1].y) * t});
      }
    }
    hand.release(way.back());
  }
  template <class Widget>
  Widget* part(const QString& name) {
    auto* out = window().findChild<Widget*>(name);
    EXPECT_NE(out, nullptr) << name.toStdString();
    return out;
  }
  std::size_t sidesWith(const std::string& feature) {
    std::size_t out = 0;
    map().forEachEdge([&](EdgeId edge, std::uint32_t) { out += map().features(edge).find(feature) ? 1U : 0U; });
    return out;
  }
};

TEST_F(HalfHour, OnGettysburg) {
  // The draft, with three slips that somebody left in it: a bridge beside its stream, a slope of which nobody said
  // where it is low, and a stream that was named but never drawn.
  const std::filesystem::path draft = copyOfSample("gettysburg-ground");
  EdgeId slip;
  EdgeId beside;
  {
    const auto files = readModuleFolder(draft);
    ASSERT_TRUE(files.ok());
    Document document = readModule(*files)->document;
    double nearest = 1e9;
    document.forEachEdge([&](EdgeId edge, std::uint32_t text) {
      const Point at = document.lattice().middle(edge);
      const double away = std::hypot(at.x - 22, at.y - 7);
      if (document.features(edge).find("slope") && json::parse(document.pool().text(text)).size() == 1 &&
          away < nearest) {
        nearest = away;
        slip = edge;
      }
    });
    ASSERT_LT(nearest, 8);
    document.setEdge(slip, document.pool().intern(R"({"slope":{}})"));
    beside = document.lattice().edge(document.lattice().hexAt({19.0, 2.9}), 0);
    const json bridge{{"at", {beside.c, beside.r, beside.d}}, {"kind", "bridge"}, {"name", "Toll Gate Bridge"}};
    document.setRecord(kNamedTable, {"crossing", "toll-gate-bridge"}, bridge.dump());
    document.setRecord(kNamedTable, {"course", "stevens-run"}, R"({"kind":"stream","name":"Stevens Run"})");
    std::filesystem::remove_all(draft / "map");
    for (const auto& [path, bytes] : writeModule(document)) {
      std::filesystem::create_directories((draft / path).parent_path());
      std::ofstream(draft / path, std::ios::binary) << bytes;
    }
  }
  window().resize(1440, 900);
  ASSERT_TRUE(window().openPath(QString::fromStdString(draft.string())));
  ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
  look(17, {24.5, 24});
  picture("tour-1-draft");

  // The scan is tied to the map anew: six points, three ways to say where they are.
  part<QToolButton>("underlayPoints_first-day-map")->click();
  auto* points = part<GeorefDialog>("georefDialog");
  auto* sources = window().findChild<UnderlaySources*>();
  ASSERT_TRUE(waitFor([&] { return sources->scan("first-day-map") != nullptr; }));
  const Georeference known = points->georeference();
  const GeorefMap place = sources->map();
  while (!points->georeference().points.empty())
    points->findChild<QAbstractButton*>("georefRemove")->click();
  canvas().fit();
  for (const GeorefPoint& point : known.points) {
    ScanView& view = points->scanView();
    QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, view.toWidget(point.pixel).toPoint());
    Hand(window()).click(*place.place(point));
  }
  ASSERT_TRUE(points->fit().toPlane.has_value()) << points->fit().problem;
  EXPECT_LT(points->fit().rms, 0.6);
  const PlaneTransform fromScan = *points->fit().toPlane;
  ASSERT_TRUE(waitFor([this] { return canvas().underlays().isIdle(); }));
  shoot(*points, "tour-2-points");
  points->findChild<QAbstractButton*>("georefSave")->click();
  points->close();
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  QApplication::setActiveWindow(&window()); // a bare screen has nobody else who would
  part<QSlider>("underlayOpacity_first-day-map")->setValue(45);
  look(40, {20, 7.5});
  picture("tour-3-scan-under-map");

  // Willoughby Run and Rock Creek, each one stroke along the hexsides.
  choose(ToolId::Hexside, "stream", "ordinary");
  nameCourse("Willoughby Run");
  std::size_t edits = document().history().size();
  canvas().fit();
  trace(kWilloughbyRun);
  EXPECT_EQ(document().history().size(), edits + 1);
  const std::size_t willoughby = sidesWith("stream");
  EXPECT_GE(willoughby, 30U) << "a river of thirty sides in one stroke";
  nameCourse("Rock Creek");
  edits = document().history().size();
  trace(kRockCreek);
  EXPECT_EQ(document().history().size(), edits + 1);
  EXPECT_GE(sidesWith("stream"), willoughby + 40);
  // A honeycomb cannot follow a bend exactly; half a hex is as near as hexsides come.
  EXPECT_LT(farthest(kRunOnScan, fromScan, "stream"), 0.55);
  EXPECT_LT(farthest(kCreekOnScan, fromScan, "stream"), 0.55);
  look(40, {20, 7.5});
  picture("tour-4-streams");

  // The Chambersburg Pike, from the edge of the map to the square of the town.
  choose(ToolId::Path, "pike");
  nameCourse("Chambersburg Pike");
  edits = document().history().size();
  canvas().fit();
  trace(kChambersburgPike);
  EXPECT_EQ(document().history().size(), edits + 1);
  EXPECT_GE(sidesWith("path.pike"), 20U);
  EXPECT_LT(farthest(kPikeOnScan, fromScan, "path.pike"), 0.6);
  look(40, {24, 7.5});
  picture("tour-5-pike");

  // A terrain that the game does not have.
  answering([&] { QTest::keyClick(&window(), Qt::Key_T, Qt::ControlModifier | Qt::AltModifier); },
            [](QWidget& dialog) {
              auto* model = dialog.findChild<QComboBox*>("kindModel");
              model->setCurrentIndex(model->findData("woods"));
              QTest::keyClicks(dialog.findChild<QLineEdit*>("kindName"), "Vineyard");
              QTest::keyClicks(dialog.findChild<QLineEdit*>("kindKey"), "v");
              auto* pattern = dialog.findChild<QComboBox*>("kindPattern");
              pattern->setCurrentIndex(pattern->findData("orchard"));
              emit pattern->activated(pattern->currentIndex());
              QTest::qWait(400);
              shoot(dialog, "tour-6-new-terrain");
              QTest::mouseClick(dialog.findChild<QDialogButtonBox*>("kindButtons")->button(QDialogButtonBox::Ok),
                                Qt::LeftButton);
              if (dialog.isVisible())
                dialog.close();
            });
  ASSERT_EQ(tools().kind(ToolId::Terrain), "vineyard");
  QApplication::setActiveWindow(&window());
  const HexCoord slope = lattice().hexAt({26, 11});
  tools().setBrushRadius(1);
  Hand(window()).drag({lattice().centre(slope), lattice().centre({slope.c + 3, slope.r})});
  tools().setBrushRadius(0);
  EXPECT_EQ(map().terrain(slope), "vineyard");
  picture("tour-7-vineyard");

  // Three findings, put right one by one: by moving, by drawing, and by the button.
  FindingsDock& findings = window().findings();
  trigger("map.validate");
  ASSERT_TRUE(waitFor([&] { return findings.isUpToDate(); }));
  const auto isSlip = [&](const Finding& finding) {
    return finding.place.thing == "crossing toll-gate-bridge" || finding.place.thing == "course stevens-run" ||
           finding.place.edge == std::optional(slip);
  };
  const auto wrong = [&] { // how many of the three are not right yet
    std::set<std::string> out;
    for (const Finding& finding : findings.findings())
      if (isSlip(finding) && finding.checkClass == CheckClass::Integrity)
        out.insert(finding.place.edge == std::optional(slip) ? "slope" : finding.place.thing);
    return out.size();
  };
  ASSERT_EQ(wrong(), 3U);
  const auto goTo = [&](const std::function<bool(const Finding&)>& wanted) {
    for (const Finding& finding : findings.findings())
      if (isSlip(finding) && wanted(finding))
        findings.choose(finding);
    ASSERT_NE(part<QTreeWidget>("findingsTree")->currentItem(), nullptr);
    part<QAbstractButton>("findingsGoTo")->click();
  };
  goTo([](const Finding& finding) { return finding.place.thing.starts_with("crossing"); });
  look(40, lattice().middle(beside));
  picture("tour-8-findings");
  std::optional<EdgeId> ford;
  map().forEachEdge([&](EdgeId edge, std::uint32_t) {
    if (map().features(edge).find("stream") && map().features(edge).find("path.pike"))
      ford = edge;
  });
  ASSERT_TRUE(ford) << "the pike crosses the run";
  trigger("tool.select");
  edits = document().history().size();
  Hand(window()).drag({lattice().middle(beside), lattice().middle(*ford)});
  EXPECT_EQ(document().history().size(), edits + 1);
  EXPECT_EQ(wrong(), 2U) << "at once";
  goTo([&](const Finding& finding) { return finding.place.edge == std::optional(slip); });
  choose(ToolId::Hexside, "slope");
  const auto ends = lattice().ends(slip);
  Hand(window()).drag({lattice().position(ends[0]), lattice().position(ends[1])});
  EXPECT_EQ(wrong(), 1U);
  goTo([](const Finding& finding) { return finding.place.thing.starts_with("course"); });
  edits = document().history().size();
  part<QAbstractButton>("findingsFix")->click();
  EXPECT_EQ(document().history().size(), edits + 1);
  ASSERT_TRUE(waitFor([&] { return findings.isUpToDate(); }));
  EXPECT_EQ(wrong(), 0U);

  // Saved, opened again, exported.
  QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
  ASSERT_FALSE(document().isModified());
  const ModuleFiles saved = writeModule(map());
  ASSERT_TRUE(window().closeModule());
  ASSERT_TRUE(window().openPath(QString::fromStdString(draft.string())));
  EXPECT_EQ(writeModule(map()), saved);
  EXPECT_EQ(map().terrain(slope), "vineyard");
  EXPECT_TRUE(document().catalogue().terrains.contains("vineyard"));
  look(24, {25, 12});
  picture("tour-9-saved");
  const QString package = QString::fromStdString((folder() / "gettysburg.hkp").string());
  ASSERT_TRUE(window().exportPackage(package, Level::Draft));
  const auto opened = hotchkiss::openPackage(std::filesystem::path(package.toStdString()));
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  const auto loaded = readModule(opened->files);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->document.terrain(slope), "vineyard");
}

/// The window as it looks, light and dark, on a small and on a large screen.
TEST_F(HalfHour, WindowPictures) {
  if (qEnvironmentVariableIsEmpty("HOTCHKISS_TEST_PICTURES"))
    GTEST_SKIP() << "only for people who want the pictures";
  ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gcacw-primer").string())));
  for (const Theme theme : {Theme::Light, Theme::Dark})
    for (const QSize size : {QSize(1280, 800), QSize(2560, 1440)}) {
      window().setTheme(theme);
      window().resize(size);
      QApplication::processEvents();
      canvas().fit();
      tools().choose(ToolId::Terrain, "woods");
      picture(qPrintable(QStringLiteral("window-%1-%2").arg(themeId(theme)).arg(size.width())));
    }
  window().setTheme(Theme::Light);
}

} // namespace
} // namespace hotchkiss::editor
