// Scans and rasters under the map, the points that tie a scan to it, and three printed labels.
#include "editor/import/georefdialog.h"
#include "editor/import/labelswizard.h"
#include "editor/import/scanview.h"
#include "editor/import/underlaysources.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class Points : public WindowTest {
 protected:
  void openGettysburg() {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gettysburg-ground").string())));
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
    if (window().action("view.findings")->isChecked())
      trigger("view.findings"); // marks would come and go between pictures
    ASSERT_FALSE(window().action("view.findings")->isChecked());
  }
  template <class Widget>
  Widget* part(const QString& name) {
    auto* out = window().findChild<Widget*>(name);
    EXPECT_NE(out, nullptr) << name.toStdString();
    return out;
  }
  GeorefDialog* openPoints() {
    part<QToolButton>("underlayPoints_first-day-map")->click();
    auto* dialog = part<GeorefDialog>("georefDialog");
    EXPECT_TRUE(waitFor([this] { return sources().scan("first-day-map") != nullptr; }));
    QTest::qWait(50);
    return dialog;
  }
  UnderlaySources& sources() { return *window().findChild<UnderlaySources*>(); }
  static void click(ScanView& view, Point pixel) {
    QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, view.toWidget(pixel).toPoint());
  }
  bool shown(const std::string& id) { return canvas().underlays().hasPicture(id) && canvas().underlays().isIdle(); }
  QImage picture() { return canvas().grab().toImage(); }
  /// A part of a sample as somebody might have scanned it, with its first hex at a pixel.
  static QImage printedMap(Point first, double pitch) {
    const auto folder = std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "samples" / "gbacw-primer";
    const auto opened = EditorDocument::openForReading(folder);
    EXPECT_TRUE(opened.ok());
    const MapSnapshot printed = (*opened)->snapshot();
    const auto style = std::make_shared<const MapStyle>(MapStyle::load(*printed.ruleset, "engraved"));
    QImage out(900, 700, QImage::Format_RGB32);
    out.fill(style->paper());
    QPainter painter(&out);
    const Point origin = printed.document.lattice().centre({0, 0});
    MapPainter(printed, style)
        .paint(
            painter,
            QRectF(origin.x - first.x / pitch, origin.y - first.y / pitch, out.width() / pitch, out.height() / pitch),
            pitch);
    painter.fillRect(out.rect(), QColor(0xf1, 0xe3, 0xbf, 70)); // old paper
    return out;
  }
};

TEST_F(Points, ScansAndHeightsLieUnderTheMap) {
  openGettysburg();
  const QImage bare = picture();
  part<QToolButton>("underlayEye_first-day-map")->click();
  ASSERT_TRUE(waitFor([&] { return shown("first-day-map"); }));
  QTest::qWait(200);
  ASSERT_TRUE(waitFor([&] { return canvas().underlays().isIdle(); }));
  const QImage withScan = picture();
  EXPECT_NE(bare, withScan);
  EXPECT_EQ(canvas().underlays().map().blend, Blend::Multiply) << "the map lets it through";
  // Half as strong is another picture, and hidden it is as before.
  part<QSlider>("underlayOpacity_first-day-map")->setValue(40);
  QTest::qWait(50);
  EXPECT_NE(picture(), withScan);
  shoot(window(), "underlay-scan");
  part<QToolButton>("underlayEye_first-day-map")->click();
  QTest::qWait(50);
  EXPECT_TRUE(canvas().underlays().isPlain());
  EXPECT_NE(picture(), withScan);
  part<QToolButton>("underlayEye_dem")->click();
  ASSERT_TRUE(waitFor([&] { return shown("dem"); }));
  QTest::qWait(200);
  EXPECT_NE(picture(), bare);
  // Order and looks are remembered for the module.
  part<QToolButton>("underlayUp_dem")->click();
  const std::vector<UnderlayLook> looks = canvas().underlays().looks();
  const QString path = QString::fromStdString(document().path().string());
  ASSERT_TRUE(window().closeModule());
  ASSERT_TRUE(window().openPath(path));
  EXPECT_EQ(canvas().underlays().looks(), looks);
}

TEST_F(Points, PointsAreSetOnScanAndMap) {
  openGettysburg();
  GeorefDialog* dialog = openPoints();
  ASSERT_EQ(dialog->georeference().points.size(), 6U);
  ASSERT_TRUE(dialog->fit().toPlane.has_value());
  EXPECT_LT(dialog->fit().rms, 0.5) << "of a hex";
  const Georeference before = dialog->georeference();
  const GeorefMap map0 = sources().map();
  // All gone: nothing is known any more.
  for (int i = 0; i < 6; ++i)
    dialog->findChild<QAbstractButton*>("georefRemove")->click();
  EXPECT_TRUE(dialog->georeference().points.empty());
  EXPECT_FALSE(dialog->fit().toPlane.has_value());
  EXPECT_FALSE(dialog->findChild<QLabel*>("georefState")->text().isEmpty());
  EXPECT_FALSE(canvas().underlays().hasPicture("first-day-map"));
  // Three of them anew: by a click on the map, by coordinates, by the label of a hex.
  ScanView& view = dialog->scanView();
  auto* table = dialog->findChild<QTableWidget*>("georefTable");
  canvas().fit();
  click(view, before.points[0].pixel);
  ASSERT_EQ(dialog->georeference().points.size(), 1U);
  Hand(window()).click(*map0.place(before.points[0]));
  ASSERT_TRUE(dialog->georeference().points[0].ground.has_value());
  click(view, before.points[1].pixel);
  table->item(1, 4)->setText(QString::number(before.points[1].ground->x, 'f', 2));
  table->item(1, 5)->setText(QString::number(before.points[1].ground->y, 'f', 2));
  click(view, before.points[3].pixel);
  const HexCoord hex = lattice().hexAt(*map0.place(before.points[3]));
  table->item(2, 3)->setText(QString::fromStdString(document().numbering().label(hex)));
  EXPECT_EQ(dialog->georeference().points[2].label, document().numbering().label(hex));
  ASSERT_TRUE(dialog->fit().toPlane.has_value()) << dialog->fit().problem;
  // A label that does not exist is refused in a sentence.
  table->item(2, 3)->setText("nowhere");
  EXPECT_FALSE(dialog->findChild<QLabel*>("georefHint")->text().isEmpty());
  EXPECT_EQ(dialog->georeference().points[2].label, document().numbering().label(hex));
  // The others, and one that is far off.
  for (const std::size_t i : {std::size_t{2}, std::size_t{4}, std::size_t{5}}) {
    click(view, before.points[i].pixel);
    Hand(window()).click(*map0.place(before.points[i]));
  }
  EXPECT_LT(dialog->fit().rms, 0.6);
  const Point good = *map0.place(before.points[2]);
  Hand hand(window());
  hand.press(good);
  hand.move({good.x + 6, good.y - 4});
  EXPECT_GT(*dialog->fit().off[3], 1) << "figures follow while it is dragged";
  hand.release({good.x + 6, good.y - 4});
  EXPECT_TRUE(dialog->fit().contradicts[3]) << "it contradicts the others";
  EXPECT_TRUE(dialog->findChild<QLabel*>("georefState")->text().contains("contradict"));
  shoot(*dialog, "points-contradicting");
  hand.press({good.x + 6, good.y - 4});
  hand.move(good);
  hand.release(good);
  EXPECT_FALSE(dialog->fit().contradicts[3]);
  // Every transform that has enough points gives a fit.
  auto* model = dialog->findChild<QComboBox*>("georefModel");
  for (int i = 0; i < model->count(); ++i) {
    model->setCurrentIndex(i);
    EXPECT_TRUE(dialog->fit().toPlane.has_value()) << i << ": " << dialog->fit().problem;
  }
  model->setCurrentIndex(0);
  const std::size_t edits = document().history().size();
  dialog->findChild<QAbstractButton*>("georefSave")->click();
  EXPECT_EQ(document().history().size(), edits + 1) << "one edit";
  EXPECT_FALSE(dialog->isChanged());
  const json written = json::parse(*map().record("sources", {"source", "first-day-map"}));
  EXPECT_EQ(written["georeference"]["points"].size(), 6U);
  EXPECT_EQ(written["georeference"]["points"][2]["label"], document().numbering().label(hex));
  EXPECT_EQ(sources().georeference("first-day-map").points.size(), 6U);
  ASSERT_TRUE(document().undo().ok());
  EXPECT_EQ(sources().georeference("first-day-map"), before);
}

TEST_F(Points, ThreeLabelsTellTheLattice) {
  // A printed hex map: flat hexes, even columns lower, column before row.
  const Lattice drawn(Orientation::Flat, Parity::Even);
  constexpr double kPitch = 60;
  const auto at = [&](int column, int row) {
    const Point p = drawn.centre({column, row});
    return Point{40 + p.x * kPitch, 30 + p.y * kPitch};
  };
  const QImage scan = printedMap(at(1, 1), kPitch);
  LabelsWizard wizard(std::make_shared<const ScanImage>(scan), Lattice(Orientation::Pointy, Parity::Even), nullptr);
  wizard.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&wizard));
  const std::array<std::pair<int, int>, 3> chosen{{{2, 3}, {11, 4}, {5, 9}}};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto [column, row] = chosen.at(i);
    click(wizard.scanView(), at(column, row));
    auto* field = wizard.findChild<QLineEdit*>(QStringLiteral("labelsField%1").arg(i + 1));
    QTest::keyClicks(field,
                     QStringLiteral("%1%2").arg(column, 2, 10, QLatin1Char('0')).arg(row, 2, 10, QLatin1Char('0')));
  }
  ASSERT_FALSE(wizard.proposals().empty());
  const NumberingProposal& best = wizard.proposals().front();
  EXPECT_EQ(best.orientation, Orientation::Flat);
  EXPECT_EQ(best.shifted, Parity::Even);
  EXPECT_TRUE(best.columnFirst);
  for (const auto& [column, row] : {std::pair{7, 6}, std::pair{12, 8}, std::pair{3, 1}}) {
    const Point found = onScan(best, column, row);
    EXPECT_NEAR(found.x, at(column, row).x, 3);
    EXPECT_NEAR(found.y, at(column, row).y, 3);
  }
  const auto inferred = inferredMap(best, "0203", scan.size());
  ASSERT_TRUE(inferred.has_value());
  EXPECT_EQ(inferred->wish.label, "{col:2}{row:2}");
  EXPECT_FALSE(wizard.findChild<QAbstractButton*>("labelsUse")->isEnabled()) << "the open map has pointed hexes";
  EXPECT_TRUE(wizard.findChild<QAbstractButton*>("labelsNew")->isEnabled());
  shoot(wizard, "three-labels");
  // A new module made of it numbers its hexes as they are printed.
  const Result<Ruleset> rules = Ruleset::load("tss");
  NewModuleWish wish = inferred->wish;
  wish.title = "Scanned";
  const Result<NewModule> made = newModule(*rules, wish);
  ASSERT_TRUE(made.ok()) << made.error().text();
  const Document document = makeModule(*made);
  const Numbering numbering = numberingOf(document);
  const HexCoord origin = *numbering.resolve("0203");
  for (const auto& [label, column, row] :
       {std::tuple{"0706", 7, 6}, std::tuple{"0804", 8, 4}, std::tuple{"0509", 5, 9}}) {
    const auto hex = numbering.resolve(label);
    ASSERT_TRUE(hex.ok()) << label;
    const Point here = document.lattice().centre(*hex);
    const Point there = document.lattice().centre(origin);
    EXPECT_NEAR((here.x - there.x) * kPitch, at(column, row).x - at(2, 3).x, 1) << label;
    EXPECT_NEAR((here.y - there.y) * kPitch, at(column, row).y - at(2, 3).y, 1) << label;
  }
  wizard.close();
}

} // namespace
} // namespace hotchkiss::editor
