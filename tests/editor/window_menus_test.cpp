// The right button, what a tool shows before the click, and help.
#include "editor/docks/toolhelpdock.h"
#include "editor/tools/namedrecords.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <QMenu>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

class DeskMenus : public WindowTest {
 protected:
  void openPrimer(const char* name = "gcacw-primer") {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    canvas().zoomTo(48);
    settle();
    if (window().action("view.findings")->isChecked())
      trigger("view.findings"); // no marks among the colours that are looked for
  }
  void settle() {
    ASSERT_TRUE(waitFor([this] { return window().isSettled(); }));
  }
  QMenu* menuAt(Point at) {
    Hand(window()).click(at, Qt::RightButton);
    QMenu* menu = nullptr;
    for (QMenu* each : window().findChildren<QMenu*>(QStringLiteral("mapMenu")))
      if (each->isVisible())
        menu = each;
    EXPECT_NE(menu, nullptr) << "a right click opens a menu";
    return menu;
  }
  static QStringList objectsIn(const QMenu& menu) {
    QStringList out;
    for (const QAction* action : menu.actions())
      if (!action->isSeparator())
        out << action->objectName();
    return out;
  }
  static void choose(QMenu& menu, const char* object) {
    QAction* found = nullptr;
    for (QAction* action : menu.actions())
      if (action->objectName() == QLatin1String(object))
        found = action;
    ASSERT_NE(found, nullptr) << object;
    ASSERT_TRUE(found->isEnabled());
    menu.close();
    found->trigger();
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  /// How many pixels of the canvas have this very colour.
  int pixelsOf(QColor colour) {
    const QImage image = canvas().grab().toImage();
    int out = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        out += image.pixelColor(x, y) == colour ? 1 : 0;
    return out;
  }
  HexCoord hexOf(const char* section, const char* id) {
    const auto at = nlohmann::json::parse(*map().record(kNamedTable, {section, id}))["at"];
    return {at[0], at[1]};
  }
  const QColor mDanger{0xc9, 0x2a, 0x2a};
  const QColor mAccent{0xd6, 0x33, 0x6c};
};

TEST_F(DeskMenus, ARightClickSaysWhatCanBeDone) {
  openPrimer();
  trigger("tool.select");
  // A hex: the clipboard.
  const HexCoord ashby = hexOf("place", "ashby");
  HexCoord beside = ashby;
  for (int side = 0; side < kSides && beside == ashby; ++side)
    if (const HexCoord h = lattice().neighbour(ashby, side);
        !map().terrain(h).empty() && thingsAt(map(), pick(lattice(), lattice().centre(h), 0.1, 0.1)).empty())
      beside = h;
  ASSERT_NE(beside, ashby);
  canvas().showPoint(lattice().centre(ashby));
  const Point rim = lattice().centre(beside);
  QMenu* menu = menuAt(rim);
  ASSERT_NE(menu, nullptr);
  EXPECT_EQ(tools().selection(), Selection(beside));
  EXPECT_TRUE(objectsIn(*menu).contains("edit.copy") && objectsIn(*menu).contains("edit.paste"));
  EXPECT_FALSE(objectsIn(*menu).contains("menuRename"));
  choose(*menu, "edit.cut");
  EXPECT_TRUE(map().terrain(beside).empty());
  trigger("edit.undo");
  // A place: its name.
  menu = menuAt(lattice().centre(ashby));
  ASSERT_NE(menu, nullptr);
  EXPECT_EQ(tools().selection(), Selection(NamedThing{"place", "ashby"}));
  choose(*menu, "menuRename");
  ASSERT_TRUE(canvas().isNaming());
  Hand(window()).name(QString());
  menu = menuAt(lattice().centre(ashby));
  ASSERT_NE(menu, nullptr);
  const std::size_t steps = document().history().position();
  choose(*menu, "menuRemove");
  EXPECT_EQ(map().record(kNamedTable, {"place", "ashby"}), nullptr);
  EXPECT_EQ(document().history().position(), steps + 1);
  trigger("edit.undo");
}

TEST_F(DeskMenus, AHexsideIsTurnedRound) {
  openPrimer();
  trigger("tool.select");
  std::optional<EdgeId> ridge;
  map().forEachEdge([&](EdgeId e, std::uint32_t) {
    if (const Feature* feature = map().features(e).find("ridge");
        !ridge && feature && map().features(e).features.size() == 1)
      ridge = e;
  });
  ASSERT_TRUE(ridge);
  const std::string side = map().features(*ridge).find("ridge")->side;
  canvas().showPoint(lattice().middle(*ridge));
  QMenu* menu = menuAt(lattice().middle(*ridge));
  ASSERT_NE(menu, nullptr);
  choose(*menu, "menuFlip");
  EXPECT_NE(map().features(*ridge).find("ridge")->side, side);
  menu = menuAt(lattice().middle(*ridge));
  ASSERT_NE(menu, nullptr);
  choose(*menu, "menuClearSide");
  EXPECT_TRUE(map().features(*ridge).empty());
}

TEST_F(DeskMenus, AFindingIsReachedFromItsPlace) {
  openPrimer();
  const auto at = nlohmann::json::parse(*map().record(kNamedTable, {"crossing", "carters_bridge"}))["at"];
  const EdgeId water{at[0], at[1], at[2]};
  ASSERT_TRUE(document().edit("rub out", [&](Stroke& s) { s.eraseFeature(water, "minor_river"); }).ok());
  trigger("tool.select");
  canvas().showPoint(lattice().middle(water));
  QMenu* menu = menuAt(lattice().middle(water));
  ASSERT_NE(menu, nullptr);
  choose(*menu, "menuFinding");
  auto* tree = window().findChild<QTreeWidget*>(QStringLiteral("findingsTree"));
  ASSERT_NE(tree->currentItem(), nullptr);
  EXPECT_NE(tree->currentItem()->parent(), nullptr) << "a finding, not its group";
}

TEST_F(DeskMenus, ACrossingIsRedWhereThereIsNothingToCross) {
  openPrimer();
  tools().choose(ToolId::Crossing, "bridge");
  std::optional<EdgeId> wet;
  std::optional<EdgeId> dry;
  map().forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet features = map().features(e);
    if (!wet && features.find("minor_river") && !features.find("path.road"))
      wet = e;
  });
  ASSERT_TRUE(wet);
  for (const HexCoord h : lattice().range(lattice().hexes(*wet)[0], 4))
    for (int side = 0; side < kSides && !dry; ++side)
      if (const EdgeId e = lattice().edge(h, side); map().features(e).empty())
        dry = e;
  ASSERT_TRUE(dry);
  canvas().showPoint(lattice().middle(*wet));
  settle();
  Hand(window()).move(lattice().middle(*wet));
  const int overWater = pixelsOf(mDanger);
  EXPECT_GT(pixelsOf(mAccent), 6) << "beside the ghost of the bridge";
  Hand(window()).move(lattice().middle(*dry));
  EXPECT_GT(pixelsOf(mDanger), overWater + 20) << "before the click";
  Hand(window()).click(lattice().middle(*dry));
  EXPECT_EQ(document().history().position(), 0U);
}

TEST_F(DeskMenus, PlacesShowTheirSymbolBeforeTheClick) {
  openPrimer();
  const HexCoord free{3, 3};
  canvas().showPoint(lattice().centre(free));
  tools().choose(ToolId::Place, "village");
  settle();
  Hand(window()).move(lattice().centre({5, 3}));
  const QPoint at = canvas().toWidget(lattice().centre(free)).toPoint();
  const QRect around(at - QPoint(6, 6), QSize(13, 13));
  const QImage without = canvas().grab(around).toImage();
  Hand(window()).move(lattice().centre(free));
  EXPECT_NE(canvas().grab(around).toImage(), without);
}

TEST_F(DeskMenus, TheBrushLeavesColoursAlone) {
  openPrimer();
  const HexCoord h{6, 6};
  canvas().showPoint(lattice().centre(h));
  tools().choose(ToolId::Terrain, "woods");
  tools().setBrushRadius(2);
  settle();
  const QPoint at = canvas().toWidget(lattice().centre(h)).toPoint();
  const QRect inside(at - QPoint(10, 10), QSize(21, 21));
  Hand(window()).move(lattice().centre({h.c + 9, h.r}));
  const QImage plain = canvas().grab(inside).toImage();
  Hand(window()).move(lattice().centre(h));
  EXPECT_EQ(canvas().grab(inside).toImage(), plain) << "no wash over the ground under the brush";
}

TEST_F(DeskMenus, LinksAreDrawnWhileTheyAreMade) {
  openPrimer("wftu-primer");
  const auto& links = document().catalogue().named.at("link");
  ASSERT_FALSE(links.empty());
  tools().choose(ToolId::Link, links.begin()->first);
  const HexCoord a{4, 4};
  const HexCoord b{10, 4};
  canvas().showPoint(lattice().centre({7, 4}));
  Hand hand(window());
  hand.click(lattice().centre(a));
  hand.move(lattice().centre(b));
  settle();
  EXPECT_GT(pixelsOf(mAccent), 60) << "a line to where the next end would be";
  hand.click(lattice().centre(b));
  const std::string made = tools().target(ToolId::Link);
  ASSERT_FALSE(made.empty());
  // Another one; then the first is picked up again.
  hand.key(Qt::Key_Escape);
  EXPECT_TRUE(tools().target(ToolId::Link).empty());
  tools().setRightPicksUp(true);
  hand.click(lattice().centre(b), Qt::RightButton);
  EXPECT_EQ(tools().target(ToolId::Link), made);
}

TEST_F(DeskMenus, LevelsAreRaisedBySeveral) {
  openPrimer("gbacw-primer");
  const HexCoord h{6, 6};
  canvas().showPoint(lattice().centre(h));
  const int before = map().level(h).value();
  tools().setTool(ToolId::Level);
  tools().setLevelMode(LevelMode::Raise);
  Hand hand(window());
  hand.key(Qt::Key_PageUp);
  hand.key(Qt::Key_PageUp);
  EXPECT_EQ(tools().levelStep(), 3);
  hand.click(lattice().centre(h));
  EXPECT_EQ(map().level(h), before + 3);
  hand.click(lattice().centre(h), Qt::RightButton);
  EXPECT_EQ(map().level(h), before) << "the right button does the opposite";
}

TEST_F(DeskMenus, RegionsAreTakenEverywhere) {
  openPrimer();
  const std::string region = "carroway";
  HexCoord inside;
  std::string alike;
  for (std::int32_t c = 0; c < map().extent().width && alike.empty(); ++c)
    for (std::int32_t r = 0; r < map().extent().height && alike.empty(); ++r)
      if (map().attributes({c, r}).find("\"carroway\"") != std::string::npos) {
        alike = map().attributes({c, r});
        inside = {c, r};
      }
  ASSERT_FALSE(alike.empty());
  tools().choose(ToolId::Region,
                 nlohmann::json::parse(*map().record(kNamedTable, {"region", region})).value("kind", ""));
  auto* everywhere = window().findChild<QToolButton*>(QStringLiteral("shapeEverywhere"));
  ASSERT_NE(everywhere, nullptr);
  EXPECT_TRUE(everywhere->isVisibleTo(everywhere->parentWidget()));
  everywhere->click();
  tools().setTarget(ToolId::Region, region);
  Hand(window()).click(lattice().centre(inside), Qt::RightButton);
  EXPECT_EQ(document().history().position(), 1U);
  for (std::int32_t c = 0; c < map().extent().width; ++c)
    for (std::int32_t r = 0; r < map().extent().height; ++r)
      EXPECT_NE(map().attributes({c, r}), alike);
}

TEST_F(DeskMenus, HelpIsAPanel) {
  openPrimer();
  trigger("tool.hexside");
  auto* dock = window().findChild<ToolHelpDock*>();
  ASSERT_NE(dock, nullptr);
  dock->hide();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(QApplication::activeModalWidget(), nullptr) << "the map stays in hand";
  EXPECT_TRUE(dock->isVisible());
  EXPECT_TRUE(dock->findChild<QLabel*>("toolHelpName")->text().contains("Hexsides"));
}

TEST_F(DeskMenus, NumbersReadRight) {
  const auto says = [](int n) { return QCoreApplication::translate("Any", "%Ln error(s) in %1 box(es)", nullptr, n); };
  EXPECT_EQ(says(1), "1 error in %1 box");
  EXPECT_EQ(says(1234), "1,234 errors in %1 boxes");
  EXPECT_EQ(says(0), "0 errors in %1 boxes");
  EXPECT_EQ(QCoreApplication::translate("Any", "Level(s)"), "Level(s)") << "no number, no change";
}

} // namespace
} // namespace hotchkiss::editor
