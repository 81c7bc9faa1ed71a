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
#include <QTableWidget>
#include <QToolButton>
#include <QTreeWidget>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

/// Where things lie on the map, read off the First Day map against the ground.
const std::vector<Point> kWilloughbyRun{{14.6, 0.6},  {13.9, 2.5},  {15.5, 6.0}, {16.4, 12.0},
                                        {14.8, 18.0}, {13.8, 24.0}, {12.8, 29.0}};
const std::vector<Point> kRockCreek{{44.0, 0.8}, {45.6, 7.2}, {46.4, 15.0}, {47.4, 23.9}, {46.4, 34.0}, {42.5, 46.0}};
const std::vector<Point> kChambersburgPike{{12.4, 0.0}, {13.9, 0.9}, {19.0, 3.4},
                                           {25.4, 6.7}, {31.0, 9.0}, {35.9, 10.6}};

class HalfHour : public WindowTest {
 protected:
  void picture(const char* name) {
    waitFor([this] { return canvas().isIdle() && canvas().underlays().isIdle(); });
    waitFor([this] { return window().findings().isUpToDate(); });
    shoot(window(), name);
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
  // The draft, with three slips of the pen that somebody left in it.
  const std::filesystem::path draft = copyOfSample("gettysburg-ground");
  {
    const auto files = readModuleFolder(draft);
    ASSERT_TRUE(files.ok());
    Document document = readModule(*files)->document;
    int slips = 0;
    document.forEachEdge([&](EdgeId edge, std::uint32_t text) {
      if (slips < 3 && document.features(edge).find("slope")) {
        json body = json::parse(document.pool().text(text));
        body["slope"]["nonsense"] = true;
        document.setEdge(edge, document.pool().intern(body.dump()));
        ++slips;
      }
    });
    ASSERT_EQ(slips, 3);
    std::filesystem::remove_all(draft / "map");
    for (const auto& [path, bytes] : writeModule(document)) {
      std::filesystem::create_directories((draft / path).parent_path());
      std::ofstream(draft / path, std::ios::binary) << bytes;
    }
  }
  window().resize(1440, 900);
  ASSERT_TRUE(window().openPath(QString::fromStdString(draft.string())));
  ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
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
  shoot(*points, "tour-2-points");
  points->findChild<QAbstractButton*>("georefSave")->click();
  points->close();
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  QApplication::setActiveWindow(&window()); // a bare screen has nobody else who would
  canvas().zoomTo(26);
  canvas().showPoint({25, 9});
  picture("tour-3-scan-under-map");

  // Willoughby Run and Rock Creek, each one stroke along the hexsides.
  choose(ToolId::Hexside, "stream", "ordinary");
  std::size_t edits = document().history().size();
  canvas().fit();
  trace(kWilloughbyRun);
  EXPECT_EQ(document().history().size(), edits + 1);
  const std::size_t willoughby = sidesWith("stream");
  EXPECT_GE(willoughby, 30U) << "a river of thirty sides in one stroke";
  trace(kRockCreek);
  EXPECT_EQ(document().history().size(), edits + 2);
  EXPECT_GE(sidesWith("stream"), willoughby + 40);
  canvas().zoomTo(26);
  canvas().showPoint({25, 9});
  picture("tour-4-streams");

  // The Chambersburg Pike, from the edge of the map to the square of the town.
  choose(ToolId::Path, "pike");
  edits = document().history().size();
  trace(kChambersburgPike);
  EXPECT_EQ(document().history().size(), edits + 1);
  EXPECT_GE(sidesWith("path.pike"), 20U);
  picture("tour-5-pike");

  // A terrain that the game does not have.
  answering([&] { QTest::keyClick(&window(), Qt::Key_T, Qt::ControlModifier | Qt::AltModifier); },
            [](QWidget& dialog) {
              auto* model = dialog.findChild<QComboBox*>("kindModel");
              model->setCurrentIndex(model->findData("woods"));
              QTest::keyClicks(dialog.findChild<QLineEdit*>("kindName"), "Vineyard");
              QTest::keyClicks(dialog.findChild<QLineEdit*>("kindKey"), "v");
              QTest::qWait(400);
              shoot(dialog, "tour-6-new-terrain");
              QTest::mouseClick(dialog.findChild<QDialogButtonBox*>("kindButtons")->button(QDialogButtonBox::Ok),
                                Qt::LeftButton);
              if (dialog.isVisible())
                dialog.close();
            });
  ASSERT_EQ(tools().kind(ToolId::Terrain), "vineyard");
  QApplication::setActiveWindow(&window());
  const HexCoord slope = lattice().hexAt({27, 11});
  Hand(window()).drag({lattice().centre(slope), lattice().centre({slope.c + 2, slope.r})});
  EXPECT_EQ(map().terrain(slope), "vineyard");
  picture("tour-7-vineyard");

  // Three findings, fixed one by one.
  FindingsDock& findings = window().findings();
  trigger("map.validate");
  ASSERT_TRUE(waitFor([&] { return findings.isUpToDate(); }));
  const auto slips = [&] {
    return std::count_if(findings.findings().begin(), findings.findings().end(), [](const Finding& finding) {
      return finding.checkClass == CheckClass::Integrity && finding.message.find("nonsense") != std::string::npos;
    });
  };
  ASSERT_EQ(slips(), 3);
  auto* tree = part<QTreeWidget>("findingsTree");
  for (int left = 3; left > 0; --left) {
    QTreeWidgetItem* item = nullptr;
    for (QTreeWidgetItemIterator it(tree); *it && !item; ++it)
      if ((*it)->parent() && (*it)->text(0).contains("nonsense"))
        item = *it;
    ASSERT_NE(item, nullptr);
    tree->setCurrentItem(item);
    if (left == 3) {
      part<QAbstractButton>("findingsGoTo")->click();
      picture("tour-8-findings");
    }
    edits = document().history().size();
    part<QAbstractButton>("findingsFix")->click();
    EXPECT_EQ(document().history().size(), edits + 1);
    ASSERT_TRUE(waitFor([&] { return findings.isUpToDate(); }));
    EXPECT_EQ(slips(), left - 1);
  }

  // Saved, opened again, exported.
  QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
  ASSERT_FALSE(document().isModified());
  const ModuleFiles saved = writeModule(map());
  ASSERT_TRUE(window().closeModule());
  ASSERT_TRUE(window().openPath(QString::fromStdString(draft.string())));
  EXPECT_EQ(writeModule(map()), saved);
  EXPECT_EQ(map().terrain(slope), "vineyard");
  EXPECT_TRUE(document().catalogue().terrains.contains("vineyard"));
  canvas().fit();
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
      canvas().fit();
      tools().choose(ToolId::Terrain, "woods");
      picture(qPrintable(QStringLiteral("window-%1-%2").arg(themeId(theme)).arg(size.width())));
    }
  window().setTheme(Theme::Light);
}

} // namespace
} // namespace hotchkiss::editor
