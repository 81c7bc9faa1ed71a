// Orders of battle and scenarios in the real window.
#include "editor/army/armydock.h"
#include "editor/army/scenariodock.h"
#include "editor/docks/findingsdock.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/validation/validator.h"
#include "tests/editor/window_fixture.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QTableView>
#include <QTreeView>
#include <QTreeWidget>
#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class Armies : public WindowTest {
 protected:
  void openSample(const std::string& name) {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    showDocks();
  }
  void showDocks() {
    window().armyDock().show();
    window().armyDock().raise();
    window().scenarioDock().show();
    window().scenarioDock().raise();
    QTest::qWait(20);
  }
  ArmyModel& army() { return window().armyModel(); }
  SetupView& setup() { return window().scenarioDock().view(); }
  Point centre(HexCoord h) { return lattice().centre(h); }
  /// The n-th hex from the middle of the map on which nothing stands yet.
  HexCoord freeHex(int n) {
    const Extent extent = map().extent();
    for (std::int32_t c = extent.width / 3; c < extent.width; ++c)
      for (std::int32_t r = extent.height / 3; r < extent.height; ++r)
        if (!setup().stackAt({c, r}) && n-- == 0)
          return {c, r};
    ADD_FAILURE() << "the map is full";
    return {};
  }
  json row(const std::string& table, const RecordKey& key) {
    const RecordTable& rows = map().table(table);
    const auto it = rows.find(key);
    return it == rows.end() ? json() : json::parse(it->second);
  }
};

class ArmiesOfEachSample : public Armies, public testing::WithParamInterface<const char*> {};

/// A small army is made, placed and scheduled by hand; all of it is taken back and made again; saved and read it is the
/// same.
TEST_P(ArmiesOfEachSample, SmallArmyFromNothingToTheMap) {
  openSample(GetParam());
  const ModuleFiles before = writeModule(map());
  const std::size_t start = document().history().position();
  ArmyDock& dock = window().armyDock();
  ASSERT_NE(army().army(), nullptr) << army().problem().toStdString();
  const UnitCatalogue units = army().army()->units(); // a copy: edits make the army anew
  const std::size_t pieces = army().army()->pieces().size();

  // A formation at the top, one below it, a unit in that.
  army().choose({});
  std::string high;
  std::string low;
  for (const auto& [id, echelon] : units.echelons) {
    if (high.empty() || echelon.rank > units.echelons.at(high).rank)
      high = id;
    if (low.empty() || echelon.rank < units.echelons.at(low).rank)
      low = id;
  }
  ASSERT_TRUE(dock.addFormation(high));
  const std::string top = army().chosen().front();
  ASSERT_TRUE(dock.addFormation(low));
  const std::string under = army().chosen().front();
  EXPECT_EQ(army().army()->formation(under)->parent, top);
  ASSERT_TRUE(dock.addPiece("infantry"));
  const std::string unit = army().chosen().front();
  EXPECT_EQ(army().army()->piece(unit)->formation, under);
  EXPECT_EQ(army().army()->pieces().size(), pieces + 1);

  // Its name and a value are typed into the tree.
  auto* view = dock.findChild<QTreeView*>(QStringLiteral("armyTree"));
  ASSERT_NE(view, nullptr);
  ArmyTreeModel& tree = dock.tree();
  const auto type = [&](const std::string& id, int column, const QString& text) {
    const QModelIndex at = tree.indexOf(id).siblingAtColumn(column);
    ASSERT_TRUE(at.isValid());
    view->setCurrentIndex(at);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // fields of before
    auto* field = view->viewport()->findChild<QLineEdit*>();
    if (!field) { // a new unit has its field open already
      view->edit(at);
      field = view->viewport()->findChild<QLineEdit*>();
    }
    ASSERT_NE(field, nullptr) << id << " " << column;
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    // Enter is taken in one turn of the event loop, the value written in the next, the field removed in the third.
    for (int turn = 0; turn < 3; ++turn)
      QApplication::processEvents();
  };
  type(unit, 0, QStringLiteral("First Test"));
  EXPECT_EQ(army().army()->piece(unit)->name, "First Test");
  int column = 0;
  std::string attribute;
  for (int i = 1; i <= static_cast<int>(tree.cells().columns().size()) && column == 0; ++i) {
    const UnitAttribute& each = units.attributes.at(tree.cells().attributeOf(i));
    if (each.type.type == "integer" && each.shown && units.applies(tree.cells().attributeOf(i), "infantry")) {
      column = i;
      attribute = tree.cells().attributeOf(i);
    }
  }
  ASSERT_GT(column, 0);
  type(unit, column, QStringLiteral("2-4"));
  EXPECT_EQ(army().army()->value(*army().army()->piece(unit), attribute).kind, ArmyValue::Kind::Range);
  type(unit, column, QStringLiteral("nonsense"));
  EXPECT_EQ(army().army()->value(*army().army()->piece(unit), attribute).kind, ArmyValue::Kind::Range);
  type(unit, column, QStringLiteral("3"));
  EXPECT_EQ(army().army()->value(*army().army()->piece(unit), attribute).text, "3");

  // A second unit, for the reinforcements.
  army().choose({under});
  ASSERT_TRUE(dock.addPiece("infantry"));
  const std::string late = army().chosen().front();
  ASSERT_NE(late, unit);

  // The unit goes to the map, and is dragged on there.
  ScenarioDock& scenario = window().scenarioDock();
  ASSERT_NE(army().plan(), nullptr) << army().scenarioProblem().toStdString();
  tools().setTool(ToolId::Select);
  canvas().zoomTo(70);
  const HexCoord first = freeHex(0);
  const HexCoord second = freeHex(5);
  ASSERT_TRUE(scenario.place({unit}, first));
  EXPECT_EQ(setup().hexOf(unit), first);
  canvas().showPoint(centre(first));
  const std::size_t steps = document().history().position();
  Hand(window()).drag({centre(first), centre(second)});
  EXPECT_EQ(setup().hexOf(unit), second);
  EXPECT_EQ(document().history().position(), steps + 1) << "one step of undo";

  // The other comes later.
  const std::string turn = army().scenario()->turns.back().id;
  army().choose({late});
  ASSERT_TRUE(scenario.schedule(turn, first));
  EXPECT_FALSE(setup().hexOf(late).has_value());
  setup().setTurn(setup().turns());
  EXPECT_EQ(setup().hexOf(late), first);
  EXPECT_FALSE(scenario.place({late}, second)) << "later turns are only looked at";
  setup().setTurn(0);
  RecordKey arrival;
  for (const Arrival& each : army().scenario()->arrivals)
    if (each.selection.units == std::vector<std::string>{late})
      arrival = each.key;
  ASSERT_TRUE(scenario.reschedule(arrival, army().scenario()->turns.front().id));
  setup().setTurn(1);
  EXPECT_EQ(setup().hexOf(late), first);
  setup().setTurn(0);

  // All back, all again.
  const ModuleFiles after = writeModule(map());
  const std::size_t end = document().history().position();
  ASSERT_GT(end, start + 8);
  ASSERT_TRUE(document().goToStep(start).ok());
  EXPECT_EQ(writeModule(map()), before);
  EXPECT_EQ(army().army()->pieces().size(), pieces);
  ASSERT_TRUE(document().goToStep(end).ok());
  EXPECT_EQ(writeModule(map()), after);
  EXPECT_EQ(setup().hexOf(unit), second);

  // Saved, read: the same, and no row breaks its schema.
  ASSERT_TRUE(window().save());
  const QString path = QString::fromStdString(document().path().string());
  ASSERT_TRUE(window().closeModule());
  ASSERT_TRUE(window().openPath(path));
  EXPECT_EQ(writeModule(map()), after);
  EXPECT_EQ(setup().hexOf(unit), second);
}

INSTANTIATE_TEST_SUITE_P(Samples, ArmiesOfEachSample,
                         testing::Values("tss-primer", "gbacw-primer", "gcacw-primer", "wftu-primer"),
                         [](const auto& each) {
                           return std::string(each.param).substr(0, std::string(each.param).find('-'));
                         });

TEST_F(Armies, RegroupMultiEditAndDelete) {
  openSample("tss-primer");
  ArmyDock& dock = window().armyDock();
  const ModuleFiles before = writeModule(map());
  // Dropped on another brigade, both at once.
  const std::unique_ptr<QMimeData> mime(mimeOfPieces({"usa.2ss", "usa.9pa"}));
  ArmyTreeModel& tree = dock.tree();
  tree.dropMimeData(mime.get(), Qt::MoveAction, -1, -1, tree.indexOf("usa.i.art"));
  EXPECT_EQ(army().army()->piece("usa.2ss")->formation, "usa.i.art");
  EXPECT_EQ(army().army()->piece("usa.9pa")->formation, "usa.i.art");
  // Not to the enemy, and a division not into its own brigade.
  tree.dropMimeData(mime.get(), Qt::MoveAction, -1, -1, tree.indexOf("csa.a.k"));
  EXPECT_EQ(army().army()->piece("usa.2ss")->formation, "usa.i.art");
  const std::unique_ptr<QMimeData> division(mimeOfPieces({"usa.i.1"}));
  tree.dropMimeData(division.get(), Qt::MoveAction, -1, -1, tree.indexOf("usa.i.1.1"));
  EXPECT_EQ(army().army()->formation("usa.i.1")->parent, "usa.i");
  // One value for several.
  army().choose({"usa.2ss", "usa.9pa"});
  ASSERT_TRUE(dock.setForChosen("strength", "5"));
  EXPECT_EQ(row(kOobTable, {"unit", "usa.9pa"})["values"]["strength"], 5);
  EXPECT_EQ(row(kOobTable, {"unit", "usa.2ss"})["values"]["strength"], 5);
  EXPECT_FALSE(dock.setForChosen("strength", "9")) << "more than the counter can have";
  EXPECT_FALSE(dock.setForChosen("weapon", "Z")) << "no such weapon";
  // A formation goes with all that is below it.
  army().choose({"csa.a"});
  ASSERT_TRUE(dock.deleteChosen());
  EXPECT_EQ(army().army()->piece("csa.12ga"), nullptr);
  EXPECT_EQ(army().army()->formation("csa.a.k"), nullptr);
  EXPECT_EQ(document().history().position(), 3U);
  ASSERT_TRUE(document().goToStep(0).ok());
  EXPECT_EQ(writeModule(map()), before);
}

TEST_F(Armies, SheetTakesABlockFromASpreadsheet) {
  openSample("tss-primer");
  ArmyDock& dock = window().armyDock();
  dock.showSheet(true);
  ArmySheetModel& sheet = dock.sheet();
  const int first = sheet.rowOf("csa.2la");
  const int second = sheet.rowOf("csa.12ga");
  ASSERT_GE(first, 0);
  ASSERT_EQ(second, first + 1);
  ASSERT_EQ(sheet.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("SP"));
  ASSERT_TRUE(sheet.paste(sheet.index(first, 0), QStringLiteral("Second La\t3-4\nTwelfth Ga\t?\n")));
  EXPECT_EQ(army().army()->piece("csa.2la")->name, "Second La");
  EXPECT_EQ(row(kOobTable, {"unit", "csa.2la"})["values"]["strength"], (json{{"min", 3}, {"max", 4}}));
  EXPECT_EQ(row(kOobTable, {"unit", "csa.12ga"})["values"]["strength"]["unknown"], true);
  EXPECT_EQ(document().history().position(), 1U) << "one step";
  // One bad cell: nothing is taken.
  EXPECT_FALSE(sheet.paste(sheet.index(first, 1), QStringLiteral("4\nmany\n")));
  EXPECT_EQ(document().history().position(), 1U);
  EXPECT_FALSE(sheet.paste(sheet.index(sheet.rowCount({}) - 1, 1), QStringLiteral("1\n2\n"))) << "below the last row";
}

TEST_F(Armies, FilterAndTotals) {
  openSample("tss-primer");
  auto* filter = window().armyDock().findChild<QLineEdit*>(QStringLiteral("armyFilter"));
  auto* totals = window().armyDock().findChild<QLabel*>(QStringLiteral("armyTotals"));
  ASSERT_TRUE(filter && totals);
  army().choose({});
  EXPECT_TRUE(totals->text().contains(QStringLiteral("open"))) << totals->text().toStdString();
  filter->setText(QStringLiteral("nj"));
  EXPECT_EQ(window().armyDock().tree().shownPieces(), 1U);
  EXPECT_TRUE(window().armyDock().tree().indexOf("usa.3nj").isValid());
  EXPECT_TRUE(window().armyDock().tree().indexOf("usa.i.1.1").isValid()) << "what is above it stays";
  EXPECT_FALSE(window().armyDock().tree().indexOf("csa").isValid());
  filter->clear();
  EXPECT_EQ(window().armyDock().tree().shownPieces(), army().army()->pieces().size());
}

TEST_F(Armies, StackOrderFacingAndZones) {
  openSample("tss-primer");
  ScenarioDock& dock = window().scenarioDock();
  const HexCoord hex = freeHex(0);
  ASSERT_TRUE(dock.place({"csa.12ga", "csa.2la"}, hex));
  const auto top = [&] { return setup().stackAt(hex)->counters.back().piece; };
  const std::string first = top();
  ASSERT_TRUE(dock.moveInStack(first, false));
  EXPECT_NE(top(), first);
  ASSERT_TRUE(dock.setFacing(first, 2));
  for (const Placement& placement : army().plan()->placements())
    if (placement.piece == first) {
      EXPECT_EQ(placement.facing, 2);
    }
  // "usa.3nj" may be set up within an area: its zone is on the map while it is chosen.
  army().choose({"usa.3nj"});
  ASSERT_EQ(setup().zones().areas.size(), 2U);
  const AllowedHexes allowed = [&]() -> AllowedHexes {
    for (const Placement& placement : army().plan()->placements())
      if (placement.piece == "usa.3nj")
        return army().plan()->allowed(placement.setup);
    throw std::runtime_error("not placed");
  }();
  EXPECT_EQ(setup().zones().areas[0].hexes.size(), allowed.certain.size());
  EXPECT_FALSE(allowed.certain.empty());
  // Once it is placed, it leaves the others of its row where they were.
  ASSERT_TRUE(dock.place({"usa.3nj"}, *allowed.certain.begin()));
  EXPECT_EQ(setup().hexOf("usa.3nj"), *allowed.certain.begin());
  EXPECT_EQ(row("scenarios/ravens_hill", {"setup", "usa.02"})["units"], json::array({"usa.11me"}));
}

TEST_F(Armies, WhatIsMissingForALevelIsShown) {
  openSample("tss-primer");
  auto* list = window().scenarioDock().findChild<QTreeWidget*>(QStringLiteral("levelList"));
  ASSERT_NE(list, nullptr);
  ASSERT_TRUE(waitFor([this] { return window().findings().isUpToDate(); }));
  ASSERT_EQ(list->topLevelItemCount(), 3);
  for (int i = 0; i < 3; ++i) {
    int expected = 0;
    for (const Finding& finding : window().findings().findings()) {
      const bool here =
          blocks(finding, std::array{Level::Draft, Level::Map, Level::Playable}.at(static_cast<std::size_t>(i)));
      const bool before =
          i > 0 && blocks(finding, std::array{Level::Draft, Level::Map}.at(static_cast<std::size_t>(i) - 1));
      expected += here && !before ? 1 : 0;
    }
    EXPECT_EQ(list->topLevelItem(i)->childCount(), expected) << i;
  }
  // A hex without terrain is no map yet.
  ASSERT_TRUE(document().edit(QStringLiteral("hole"), [](Stroke& stroke) { stroke.setTerrain({3, 3}, ""); }).ok());
  ASSERT_TRUE(waitFor([this] { return window().findings().isUpToDate(); }));
  EXPECT_GT(list->topLevelItem(0)->childCount() + list->topLevelItem(1)->childCount(), 0);
}

TEST_F(Armies, ScenariosAreMadeCopiedAndCompared) {
  openSample("tss-primer");
  ScenarioDock& dock = window().scenarioDock();
  ASSERT_TRUE(dock.duplicate(QStringLiteral("Second Try")));
  EXPECT_EQ(army().scenarioId(), "second_try");
  ASSERT_NE(army().scenario(), nullptr);
  EXPECT_EQ(army().scenario()->head.title, "Second Try");
  EXPECT_EQ(dock.differencesTo("ravens_hill").size(), 1) << "only the title";
  ASSERT_TRUE(dock.setTurnMember("t03", "kind", "night"));
  EXPECT_EQ(army().scenario()->turn("t03")->kind, "night");
  const QStringList words = dock.differencesTo("ravens_hill");
  EXPECT_EQ(words.size(), 2) << words.join(QStringLiteral("\n")).toStdString();
  ASSERT_TRUE(dock.addScenario({"A Short Fight", 4, {}}));
  EXPECT_EQ(army().scenario()->turns.size(), 4U);
  EXPECT_TRUE(army().plan()->placements().empty());
  ASSERT_TRUE(document().goToStep(0).ok());
  EXPECT_EQ(army().scenarios(), std::vector<std::string>{"ravens_hill"});
  EXPECT_EQ(army().scenarioId(), "ravens_hill");
}

/// The pictures of docs/armies.md are taken here.
TEST_F(Armies, LittleRoundTopStandsOnTheMap) {
  window().resize(1600, 960);
  openSample("gettysburg");
  army().setScenario("little_round_top");
  ASSERT_NE(army().plan(), nullptr);
  ASSERT_FALSE(setup().stacks().empty());
  std::size_t shown = 0;
  for (const CounterStack& stack : setup().stacks())
    shown += stack.counters.size();
  std::size_t placed = 0;
  for (const Placement& placement : army().plan()->placements())
    placed += placement.hex ? 1U : 0U;
  EXPECT_EQ(shown, placed);
  canvas().fit();
  ASSERT_TRUE(waitFor([this] { return canvas().isUpToDate(true); }));
  shoot(window(), "army-setup");
  const CounterStack* highest = &setup().stacks().front();
  for (const CounterStack& stack : setup().stacks())
    if (stack.counters.size() > highest->counters.size())
      highest = &stack;
  const QPointF at = highest->at;
  army().choose({highest->counters.back().piece});
  canvas().zoomTo(96);
  canvas().showPoint({at.x(), at.y()});
  ASSERT_TRUE(waitFor([this] { return canvas().isUpToDate(true); }));
  EXPECT_TRUE(setup().hit(canvas().toWidget({at.x(), at.y()}), canvas().scale(), [this](QPointF p) {
    return canvas().toWidget({p.x(), p.y()});
  }));
  shoot(window(), "army-stack");
  window().scenarioDock().findChild<QTabWidget*>()->setCurrentIndex(1);
  window().scenarioDock().findChild<QSlider*>(QStringLiteral("turnSlider"))->setValue(setup().turns());
  EXPECT_EQ(setup().turn(), setup().turns());
  canvas().fit();
  ASSERT_TRUE(waitFor([this] { return canvas().isUpToDate(true); }));
  window().armyDock().showSheet(true);
  window().resizeDocks({&window().armyDock()}, {760}, Qt::Horizontal);
  window().scenarioDock().findChild<QTabWidget*>()->setCurrentIndex(2);
  shoot(window(), "army-sheet");
}

} // namespace
} // namespace hotchkiss::editor
