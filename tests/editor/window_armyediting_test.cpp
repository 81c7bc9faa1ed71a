// Everything that a designer gives by hand to an order of battle or a scenario, in the real window: details of pieces,
// set-up by area, objectives, the turn track, the schedule, and the way from a broken rule to a package.
#include "editor/army/arearuledialog.h"
#include "editor/army/armydock.h"
#include "editor/army/scenariodock.h"
#include "editor/army/scenariorowspage.h"
#include "editor/army/timelinedock.h"
#include "editor/dialogs/exportdialog.h"
#include "editor/docks/findingsdock.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/package/package.h"
#include "libscenario/validation/validator.h"
#include "tests/editor/window_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTabWidget>
#include <QTableWidget>
#include <QTreeWidget>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class ArmiesEditing : public WindowTest {
 protected:
  void openSample(const std::string& name) {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    window().armyDock().show();
    window().armyDock().raise();
    if (dock().isHidden())
      dock().toggleViewAction()->trigger(); // as View > Panels does
    dock().raise();
    QObject::connect(&window().armyDock(), &ArmyDock::failed, [this](const QString& why) { mRefusal = why; });
    QObject::connect(&dock(), &ScenarioDock::failed, [this](const QString& why) { mRefusal = why; });
    QTest::qWait(20);
  }
  ArmyModel& army() { return window().armyModel(); }
  ScenarioDock& dock() { return window().scenarioDock(); }
  SetupView& setup() { return dock().view(); }
  RowForm& details(const std::string& id) {
    army().choose({id});
    return window().armyDock().details();
  }
  json row(const std::string& table, const RecordKey& key) {
    const RecordTable& rows = map().table(table);
    const auto it = rows.find(key);
    return it == rows.end() ? json() : json::parse(it->second);
  }
  json unit(const std::string& section, const std::string& id) { return row(kOobTable, {section, id}); }
  json own(const RecordKey& key) { return row(Scenario::tableOf(army().scenarioId()), key); }
  std::size_t steps() { return document().history().position(); }
  /// One at the edge of the map, where a counter may come in.
  HexCoord freeEdgeHex() {
    for (std::int32_t r = 1; r < map().extent().height; ++r)
      if (!setup().stackAt({0, r}) && map().terrain({0, r}) == "clear")
        return {0, r};
    ADD_FAILURE() << "no clear hex at the edge";
    return {};
  }
  HexCoord freeHex(int n) {
    const Extent extent = map().extent();
    for (std::int32_t c = extent.width / 3; c < extent.width; ++c)
      for (std::int32_t r = extent.height / 3; r < extent.height; ++r)
        if (!setup().stackAt({c, r}) && n-- == 0)
          return {c, r};
    ADD_FAILURE() << "the map is full";
    return {};
  }
  void settleFindings() {
    ASSERT_TRUE(waitFor([this] { return window().findings().isUpToDate(); }));
  }
  static bool isOf(const char* check, const Finding& finding) {
    return finding.check == check || finding.restates == check;
  }
  /// What the core checks say of a row, in words of their own or of the ruleset.
  const Finding* findingOn(const std::string& file, const std::string& thing) {
    for (const Finding& finding : window().findings().findings())
      if (finding.place.file == file && finding.place.thing == thing &&
          (isOf("CORE-V27", finding) || isOf("CORE-V29", finding)))
        return &finding;
    return nullptr;
  }
  bool hasFinding(const std::string& file, const std::string& thing) { return findingOn(file, thing) != nullptr; }
  /// All findings, for the message of a test that looks for one.
  std::string said() {
    std::string out;
    for (const Finding& each : window().findings().findings())
      out += each.check + " " + each.place.file + " " + each.place.thing + ": " + each.message + "\n";
    return out;
  }
  QString mRefusal;
};

TEST_F(ArmiesEditing, ValuesKeepSourceRangeAndDoubt) {
  openSample("tss-primer");
  const std::string id = "usa.9pa";
  const std::size_t start = steps();
  ASSERT_TRUE(details(id).type("/values/strength", QStringLiteral("3")));
  ASSERT_TRUE(details(id).type("/values/strength", QStringLiteral("tss 29.1; hand"), "source"));
  EXPECT_EQ(unit("unit", id)["values"]["strength"], (json{{"value", 3}, {"source", {"tss 29.1", "hand"}}}));
  ASSERT_TRUE(details(id).type("/values/strength", QStringLiteral("yes"), "uncertain"));
  ASSERT_TRUE(details(id).type("/values/strength", QStringLiteral("5, 6"), "alternatives"));
  EXPECT_EQ(unit("unit", id)["values"]["strength"]["alternatives"], (json{5, 6}));
  EXPECT_EQ(unit("unit", id)["values"]["strength"]["uncertain"], true);
  EXPECT_EQ(steps(), start + 4) << "one step of undo each";
  // Another figure: where it comes from stays, the doubt about the old one goes.
  ASSERT_TRUE(details(id).type("/values/strength", QStringLiteral("2-3")));
  EXPECT_EQ(unit("unit", id)["values"]["strength"], (json{{"min", 2}, {"max", 3}, {"source", {"tss 29.1", "hand"}}}));
  ASSERT_TRUE(details(id).type("/values/strength", QStringLiteral("?")));
  EXPECT_EQ(unit("unit", id)["values"]["strength"]["unknown"], true);
  ASSERT_TRUE(details(id).type("/values/strength", QString()));
  EXPECT_FALSE(unit("unit", id)["values"].contains("strength"));
  // What cannot be is refused in a sentence, and nothing changes.
  const std::size_t before = steps();
  EXPECT_FALSE(details(id).type("/values/strength", QStringLiteral("99")));
  EXPECT_TRUE(mRefusal.contains(QStringLiteral("at most 8"))) << mRefusal.toStdString();
  EXPECT_FALSE(details(id).type("/values/weapon", QStringLiteral("Z")));
  EXPECT_FALSE(details(id).type("/side", QString())) << "a unit needs a side";
  EXPECT_EQ(steps(), before);
  // The sheet keeps the source of a figure, too.
  ASSERT_TRUE(details("usa.2ss").type("/values/strength", QStringLiteral("1")));
  ASSERT_TRUE(details("usa.2ss").type("/values/strength", QStringLiteral("the return"), "source"));
  ASSERT_TRUE(window().armyDock().setForChosen("strength", QStringLiteral("2")));
  EXPECT_EQ(unit("unit", "usa.2ss")["values"]["strength"], (json{{"value", 2}, {"source", "the return"}}));
}

TEST_F(ArmiesEditing, EveryMemberOfARowCanBeGiven) {
  openSample("gbacw-primer");
  const std::size_t start = steps();
  const ModuleFiles before = writeModule(map());
  // Faces, with the names that the ruleset gives them.
  RowForm& cavalry = details("us.1cav");
  ASSERT_NE(cavalry.itemAt("/faces/dismounted"), nullptr);
  EXPECT_EQ(cavalry.itemAt("/faces/dismounted")->text(0), QStringLiteral("Dismounted"));
  ASSERT_TRUE(cavalry.type("/faces/disordered/ma", QStringLiteral("7")));
  EXPECT_EQ(unit("unit", "us.1cav")["faces"]["disordered"]["ma"], 7);
  const std::vector<std::string> more = details("us.7mass").addable("/faces");
  EXPECT_EQ(more, std::vector<std::string>{}) << "infantry has one further face, which it has already";
  // A second section of guns.
  ASSERT_TRUE(details("cs.swett").type("/sections/1/values/guns", QStringLiteral("1")));
  ASSERT_TRUE(details("cs.swett").type("/sections/1/values/weapon", QStringLiteral("H12")));
  ASSERT_TRUE(details("cs.swett").type("/sections/1/name", QStringLiteral("left")));
  EXPECT_EQ(unit("battery", "cs.swett")["sections"][1],
            (json{{"name", "left"}, {"values", {{"guns", 1}, {"weapon", "H12"}}}}));
  ASSERT_TRUE(details("cs.swett").remove("/sections/1"));
  EXPECT_EQ(unit("battery", "cs.swett")["sections"].size(), 1U);
  // Leaders: who follows, what they become, what they command.
  ASSERT_TRUE(details("us.funk").type("/replacement/name", QStringLiteral("Osborn")));
  ASSERT_TRUE(details("us.funk").type("/replacement/values/command_range", QStringLiteral("3")));
  EXPECT_EQ(unit("leader", "us.funk")["replacement"], (json{{"name", "Osborn"}, {"values", {{"command_range", 3}}}}));
  ASSERT_TRUE(details("us.funk").type("/promotion/type", QStringLiteral("division_leader")));
  ASSERT_TRUE(details("us.funk").type("/promotion/date", QStringLiteral("1863-05-11")));
  EXPECT_EQ(unit("leader", "us.funk")["promotion"]["date"], "1863-05-11");
  ASSERT_TRUE(details("us.ames").type("/commands", QStringLiteral("us.i.1.2")));
  // The rest of a row.
  ASSERT_TRUE(details("us.7mass").type("/represents", QStringLiteral("us.14oh, us.2vt")));
  EXPECT_EQ(unit("unit", "us.7mass")["represents"], (json{"us.14oh", "us.2vt"}));
  ASSERT_TRUE(details("us.7mass").type("/substituteFor", QStringLiteral("us.2vt")));
  ASSERT_TRUE(details("us.7mass").type("/detachedFrom/strength", QStringLiteral("2-4")));
  ASSERT_TRUE(details("us.7mass").type("/count", QStringLiteral("2")));
  ASSERT_TRUE(details("us.7mass").type("/uncertain", QStringLiteral("yes")));
  ASSERT_TRUE(details("us.7mass").type("/doubt", QStringLiteral("the name is smudged")));
  ASSERT_TRUE(details("us.7mass").type("/source", QStringLiteral("hand")));
  ASSERT_TRUE(details("us.7mass").type("/note", QStringLiteral("in reserve")));
  ASSERT_TRUE(details("us.i.1").type("/values/orders", QStringLiteral("march")));
  EXPECT_EQ(unit("formation", "us.i.1")["values"]["orders"], "march");
  const Piece& piece = *army().army()->piece("us.7mass");
  EXPECT_EQ(piece.substituteFor, "us.2vt");
  EXPECT_EQ(piece.doubt, "the name is smudged");
  EXPECT_EQ(piece.detachedStrength->shown(), "2–4");
  EXPECT_GE(steps(), start + 17);
  ASSERT_TRUE(document().goToStep(start).ok());
  EXPECT_EQ(writeModule(map()), before);
}

/// Whatever the schema allows in a row, the form can be asked for.
TEST_F(ArmiesEditing, TheFormKnowsEveryMemberOfTheSchema) {
  openSample("tss-primer");
  for (const std::string kind : {"oob", "scenario"}) {
    const RowSchema& rows = RowSchema::of(kind);
    ASSERT_FALSE(rows.sections().empty());
    for (const std::string& section : rows.sections()) {
      RowForm form(army());
      RowFormWish wish;
      wish.kind = kind;
      wish.key = {section, "some"};
      wish.body = json::object();
      form.show(wish);
      for (const std::string& member : rows.members(rows.body(section))) {
        form.offer("/" + member);
        EXPECT_NE(form.itemAt("/" + member), nullptr) << kind << " " << section << " " << member;
      }
      EXPECT_TRUE(form.addable("").empty()) << kind << " " << section;
    }
  }
}

TEST_F(ArmiesEditing, FieldsAreTypedInto) {
  openSample("tss-primer");
  RowForm& form = details("usa.9pa");
  auto* tree = form.findChild<QTreeWidget*>(QStringLiteral("rowTree"));
  ASSERT_NE(tree, nullptr);
  const auto type = [&](const std::string& pointer, int column, const QString& text) {
    QTreeWidgetItem* item = form.itemAt(pointer);
    ASSERT_NE(item, nullptr) << pointer;
    tree->scrollToItem(item);
    tree->editItem(item, column);
    auto* line = tree->viewport()->findChild<QLineEdit*>();
    ASSERT_NE(line, nullptr) << pointer;
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    for (int turn = 0; turn < 4; ++turn)
      QApplication::processEvents();
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  type("/values/strength", 1, QStringLiteral("5"));
  EXPECT_EQ(unit("unit", "usa.9pa")["values"]["strength"], 5);
  type("/values/strength", 2, QStringLiteral("tss 29.1"));
  EXPECT_EQ(unit("unit", "usa.9pa")["values"]["strength"], (json{{"value", 5}, {"source", "tss 29.1"}}));
  type("/note", 1, QStringLiteral("new"));
  EXPECT_EQ(unit("unit", "usa.9pa")["note"], "new");
}

TEST_F(ArmiesEditing, SetUpByArea) {
  openSample("tss-primer");
  AreaRuleDialog& dialog = dock().askArea();
  dialog.show();
  army().choose({"csa.12ga", "csa.2la"});
  auto* set = dialog.findChild<QPushButton*>(QStringLiteral("areaSet"));
  ASSERT_NE(set, nullptr);
  // Near a place, on one side of a line; the zone is on the map meanwhile.
  dialog.setCondition(AreaRuleDialog::Condition::Within, 4, json{{"region", "fairmount"}});
  dialog.addCondition();
  dialog.setCondition(AreaRuleDialog::Condition::SideOf, 0, json{{"course", "academy-ridge"}}, QStringLiteral("east"));
  ASSERT_TRUE(setup().preview().has_value());
  const json rule = dialog.rule();
  EXPECT_EQ(rule, (json{{"all",
                         {{{"within", 4}, {"of", {{"region", "fairmount"}}}},
                          {{"sideOf", {{"course", "academy-ridge"}}}, {"bearing", "east"}}}}}));
  const AllowedHexes expected = army().plan()->where().hexesInPlay(rule.dump());
  EXPECT_EQ(setup().preview()->certain, expected.certain);
  EXPECT_FALSE(expected.certain.empty());
  ASSERT_TRUE(set->isEnabled());
  const std::size_t before = steps();
  set->click();
  EXPECT_EQ(steps(), before + 1);
  std::size_t found = 0;
  for (const Placement& placement : army().plan()->placements())
    if (placement.piece == "csa.12ga" || placement.piece == "csa.2la") {
      ++found;
      EXPECT_EQ(placement.kind, Placement::Kind::Area);
      EXPECT_EQ(army().plan()->allowed(placement.setup).certain, expected.certain);
    }
  EXPECT_EQ(found, 2U) << "each of them once";
  // On the hexes that are selected, kept as an area with a name; another formation.
  std::vector<HexCoord> hexes;
  for (int i = 0; i < 5; ++i)
    hexes.push_back(freeHex(i));
  tools().setArea(hexes);
  army().choose({"usa.9pa"});
  while (auto* list = dialog.findChild<QListWidget*>(QStringLiteral("areaConditions"))) { // out with the old ones
    if (list->count() == 0)
      break;
    emit list->itemDoubleClicked(list->item(0));
  }
  dialog.setCondition(AreaRuleDialog::Condition::Selected, 0, json());
  dialog.findChild<QCheckBox*>(QStringLiteral("areaKeep"))->setChecked(true);
  dialog.findChild<QLineEdit*>(QStringLiteral("areaName"))->setText(QStringLiteral("The Orchard"));
  set->click();
  EXPECT_EQ(own({"area", "the_orchard"})["where"]["hexes"].size(), 5U);
  for (const Placement& placement : army().plan()->placements())
    if (placement.piece == "usa.9pa") {
      EXPECT_EQ(army().plan()->allowed(placement.setup).certain.size(), 5U);
      EXPECT_FALSE(placement.states.empty()) << "its stance stays";
    }
  dialog.reject();
  EXPECT_FALSE(setup().preview().has_value());
  settleFindings();
  for (const Finding& finding : window().findings().findings())
    EXPECT_NE(finding.check, "CORE-V29") << finding.message;
}

TEST_F(ArmiesEditing, StatesOfCountersHangAtThem) {
  openSample("tss-primer");
  const std::vector<std::string> shared{"csa.12ga", "csa.2la"};
  const HexCoord hex = freeHex(0);
  ASSERT_TRUE(dock().place(shared, hex));
  army().choose({"csa.12ga"});
  const std::size_t before = steps();
  ASSERT_TRUE(dock().setupForm().type("/values/routed", QStringLiteral("yes")));
  EXPECT_EQ(steps(), before + 1);
  ASSERT_TRUE(dock().setupForm().type("/values/pinned", QStringLiteral("yes")));
  const auto badges = [&](const std::string& piece) {
    QStringList out;
    for (const StackedCounter& counter : setup().stackAt(hex)->counters)
      if (counter.piece == piece)
        for (const CounterBadge& badge : counter.badges)
          out << badge.text;
    return out;
  };
  EXPECT_TRUE(badges("csa.12ga").contains(QStringLiteral("Rtd"))) << badges("csa.12ga").join(' ').toStdString();
  EXPECT_TRUE(badges("csa.12ga").contains(QStringLiteral("Pin")));
  EXPECT_FALSE(badges("csa.2la").contains(QStringLiteral("Rtd"))) << "the others of its row are as they were";
  // In the row of an area, one piece gets a row of its own when something is said of it alone.
  army().choose({"usa.11me"});
  ASSERT_TRUE(dock().setupForm().type("/values/engaged", QStringLiteral("yes")));
  EXPECT_EQ(own({"setup", "usa.02"})["units"], json::array({"usa.3nj"}));
  EXPECT_FALSE(own({"setup", "usa.02"}).contains("values"));
}

TEST_F(ArmiesEditing, StrengthHangsAtCountersThatDoNotPrintIt) {
  openSample("gcacw-primer");
  std::size_t strengths = 0;
  for (const CounterStack& stack : setup().stacks())
    for (const StackedCounter& counter : stack.counters) {
      const Piece* piece = army().scenarioArmy()->piece(counter.piece);
      if (!piece || (piece->type != "infantry" && piece->type != "cavalry"))
        continue;
      ASSERT_FALSE(counter.badges.empty()) << counter.piece;
      EXPECT_TRUE(counter.badges.front().isStrength);
      ++strengths;
    }
  EXPECT_GT(strengths, 0U);
}

TEST_F(ArmiesEditing, StacksSpreadUnderThePointer) {
  openSample("tss-primer");
  const HexCoord hex = freeHex(0);
  ASSERT_TRUE(dock().place({"csa.12ga", "csa.2la"}, hex));
  canvas().zoomTo(80);
  canvas().showPoint(lattice().centre(hex));
  Hand hand(window());
  hand.move(lattice().centre(hex));
  ASSERT_EQ(setup().spread(), hex);
  // Each of them lies open now: the lower one is picked up by a click beside the middle.
  const Point left{lattice().centre(hex).x - 0.33, lattice().centre(hex).y};
  hand.click(left);
  EXPECT_EQ(army().chosen(), std::vector<std::string>{setup().stackAt(hex)->counters.front().piece});
  hand.move(lattice().centre({hex.c + 3, hex.r + 3}));
  EXPECT_FALSE(setup().spread().has_value());
}

TEST_F(ArmiesEditing, ObjectivesAndLevels) {
  openSample("gcacw-primer");
  const std::size_t start = steps();
  const ModuleFiles before = writeModule(map());
  const std::size_t objectives = army().scenario()->objectives.size();
  dock().pages().setCurrentIndex(2);
  // One at the hex that is selected on the map, worth three points each turn from the second on.
  const HexCoord hex = freeHex(2);
  tools().select(hex);
  auto* add = dock().findChild<QToolButton*>(QStringLiteral("objectiveAdd"));
  ASSERT_NE(add, nullptr);
  add->click();
  ASSERT_EQ(army().scenario()->objectives.size(), objectives + 1);
  const RecordKey key = dock().victoryForm().wish().key;
  ASSERT_EQ(key.section, "objective");
  EXPECT_EQ(own(key)["of"], (json{hex.c, hex.r}));
  const std::string side = army().army()->sides().front();
  const std::string second = army().scenario()->turns.at(1).id;
  ASSERT_TRUE(dock().victoryForm().type("/side", QString::fromStdString(side)));
  ASSERT_TRUE(dock().victoryForm().type("/vp", QStringLiteral("3")));
  ASSERT_TRUE(dock().victoryForm().type("/score", QStringLiteral("eachTurn")));
  ASSERT_TRUE(dock().victoryForm().type("/turns/from", QString::fromStdString(second)));
  ASSERT_TRUE(dock().victoryForm().type("/name", QStringLiteral("Crossroads")));
  EXPECT_FALSE(dock().victoryForm().type("/score", QStringLiteral("sometimes")));
  EXPECT_EQ(own(key)["turns"], (json{{"from", second}}));
  // It is marked on the map, and the totals follow the slider.
  bool isMarked = false;
  for (const SetupView::ObjectiveMark& mark : setup().objectives())
    isMarked = isMarked || (mark.id == key.id && mark.points == QStringLiteral("3"));
  EXPECT_TRUE(isMarked);
  auto* points = dock().findChild<QLabel*>(QStringLiteral("victoryPoints"));
  auto* slider = dock().findChild<QSlider*>(QStringLiteral("turnSlider"));
  ASSERT_TRUE(points && slider);
  slider->setValue(1);
  const QString early = points->text().section(QStringLiteral(": "), 1);
  slider->setValue(setup().turns());
  EXPECT_NE(points->text().section(QStringLiteral(": "), 1), early);
  slider->setValue(0);
  // A level, and away with both.
  ASSERT_TRUE(dock().addLevel());
  const RecordKey level = dock().victoryForm().wish().key;
  ASSERT_TRUE(dock().victoryForm().type("/name", QStringLiteral("Great victory")));
  ASSERT_TRUE(dock().victoryForm().type("/min", QStringLiteral("12")));
  EXPECT_EQ(own(level)["min"], 12);
  ASSERT_TRUE(dock().removeVictory(level));
  ASSERT_TRUE(dock().removeVictory(key));
  EXPECT_EQ(army().scenario()->objectives.size(), objectives);
  ASSERT_TRUE(document().goToStep(start).ok());
  EXPECT_EQ(writeModule(map()), before);
}

TEST_F(ArmiesEditing, TurnsComeAndGo) {
  openSample("tss-primer");
  const std::size_t before = steps();
  ASSERT_TRUE(dock().addTurn("t02"));
  EXPECT_EQ(steps(), before + 1);
  const Scenario* scenario = army().scenario();
  ASSERT_EQ(scenario->turns.size(), 7U);
  EXPECT_EQ(scenario->turns[2].date, "1863-07-04");
  EXPECT_EQ(scenario->turns[2].time, "1640") << "20 minutes on";
  EXPECT_EQ(scenario->turns[3].id, "t03");
  EXPECT_EQ(scenario->turns[3].n, 4);
  const std::string fresh = scenario->turns[2].id;
  dock().chooseTurn(fresh);
  ASSERT_TRUE(dock().turnForm().type("/kind", QStringLiteral("night")));
  ASSERT_TRUE(dock().turnForm().type("/date", QStringLiteral("1863-07-05")));
  ASSERT_TRUE(dock().turnForm().type("/events", QStringLiteral("e1")));
  EXPECT_EQ(army().scenario()->turn(fresh)->events, std::vector<std::string>{"e1"});
  EXPECT_FALSE(dock().turnForm().type("/date", QStringLiteral("yesterday")));
  EXPECT_FALSE(dock().removeTurn("t03")) << "something arrives on it";
  EXPECT_TRUE(mRefusal.contains(QStringLiteral("csa.a1"))) << mRefusal.toStdString();
  ASSERT_TRUE(dock().removeTurn(fresh));
  EXPECT_EQ(army().scenario()->turns.size(), 6U);
  EXPECT_EQ(army().scenario()->turns[2].n, 3);
}

TEST_F(ArmiesEditing, ScheduleOnTheTimeline) {
  openSample("gcacw-primer");
  window().timelineDock().show();
  QTest::qWait(20);
  TimelineView& timeline = window().timelineDock().view();
  // An arrival at an entry of the map.
  std::string entry;
  for (const auto& [key, text] : map().table("map/named"))
    if (key.section == "entry")
      entry = key.id;
  ASSERT_FALSE(entry.empty());
  const std::string piece = [&] {
    for (const Placement& placement : army().plan()->placements())
      if (placement.hex && !placement.isLoose && !army().army()->piece(placement.piece)->isLeader())
        return placement.piece;
    return std::string();
  }();
  ASSERT_FALSE(piece.empty());
  army().choose({piece});
  const std::string first = army().scenario()->turns.front().id;
  ASSERT_TRUE(dock().scheduleAt(first, json{{"entry", entry}}));
  RecordKey key;
  for (const Arrival& each : army().scenario()->arrivals)
    if (each.selection.units == std::vector<std::string>{piece})
      key = each.key;
  ASSERT_FALSE(key.id.empty());
  EXPECT_EQ(own(key)["at"], (json{{"entry", entry}}));
  // Its card is dragged to the next turn: one step of undo.
  const QRect card = timeline.cardOf(key);
  ASSERT_FALSE(card.isNull());
  window().resizeDocks({&window().timelineDock()}, {320}, Qt::Vertical);
  QTest::qWait(20);
  window().timelineDock().findChild<QScrollArea*>()->ensureVisible(card.center().x(), card.center().y());
  ASSERT_TRUE(timeline.visibleRegion().contains(card.center()));
  const std::size_t before = steps();
  const QPoint from = card.center();
  const QPoint to(timeline.columnOf(1).center().x(), from.y());
  QTest::mousePress(&timeline, Qt::LeftButton, Qt::NoModifier, from);
  EXPECT_EQ(dock().scheduled(), key);
  EXPECT_FALSE(setup().highlight().empty()) << "the entry is on the map";
  const auto move = [&](QPoint at) {
    QMouseEvent event(QEvent::MouseMove, at, timeline.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&timeline, &event);
  };
  move(from + QPoint(30, 0));
  move(to);
  QTest::mouseRelease(&timeline, Qt::LeftButton, Qt::NoModifier, to);
  EXPECT_EQ(steps(), before + 1);
  EXPECT_EQ(own(key)["turn"], army().scenario()->turns.at(1).id);
  EXPECT_EQ(timeline.cardOf(key).center().x(), timeline.columnOf(1).center().x());
  // Dropped on the map it comes in there.
  const HexCoord hex = freeHex(0);
  emit canvas().routed(QString::fromStdString(key.section + " " + key.id), hex);
  EXPECT_EQ(own(key)["at"], (json{hex.c, hex.r}));
  // It leaves again, later, and the day after that.
  const std::string last = army().scenario()->turns.back().id;
  army().choose({piece});
  ASSERT_TRUE(dock().withdraw(last));
  const Arrival* leaving = nullptr;
  for (const Arrival& each : army().scenario()->withdrawals)
    if (each.selection.units == std::vector<std::string>{piece})
      leaving = &each;
  ASSERT_NE(leaving, nullptr);
  const RecordKey gone = leaving->key;
  EXPECT_FALSE(timeline.cardOf(gone).isNull());
  EXPECT_FALSE(dock().withdraw(last)) << "it leaves already";
  ASSERT_TRUE(dock().reschedule(gone, army().scenario()->turns.at(army().scenario()->turns.size() - 2).id));
  ASSERT_TRUE(dock().removeScheduled(gone));
  EXPECT_TRUE(timeline.cardOf(gone).isNull());
  auto* strength = dock().findChild<QLabel*>(QStringLiteral("turnStrength"));
  ASSERT_NE(strength, nullptr);
  EXPECT_FALSE(strength->text().isEmpty());
}

TEST_F(ArmiesEditing, AllOtherRowsHaveATableAndAForm) {
  openSample("wftu-primer");
  ScenarioRowsPage& page = dock().rowsPage();
  const std::size_t before = steps();
  // A row that needs nothing is there with the first word.
  page.startRow("control");
  ASSERT_TRUE(page.form().type("/side", QStringLiteral("union")));
  EXPECT_EQ(steps(), before + 1);
  EXPECT_EQ(own({"control", "control"})["side"], "union");
  // One that needs something is not in the file before it has it.
  page.startRow("rail");
  ASSERT_TRUE(page.form().type("/name", QStringLiteral("The line")));
  EXPECT_TRUE(own({"rail", "rail"}).is_null());
  EXPECT_EQ(steps(), before + 1);
  std::string course;
  for (const auto& [key, text] : map().table("map/named"))
    if (key.section == "course")
      course = key.id;
  ASSERT_TRUE(page.form().type("/course", QString::fromStdString(course)));
  EXPECT_EQ(own({"rail", "rail"}), (json{{"course", course}, {"name", "The line"}}));
  ASSERT_TRUE(page.removeRow({"rail", "rail"}));
  EXPECT_TRUE(own({"rail", "rail"}).is_null());
  for (const char* section : {"state", "attachment", "override", "option", "rule", "initiative", "limit"}) {
    page.setSection(section);
    std::size_t rows = 0;
    for (const auto& [key, text] : army().scenario()->rows())
      rows += key.section == section ? 1U : 0U;
    EXPECT_EQ(static_cast<std::size_t>(page.table().topLevelItemCount()), rows) << section;
  }
  EXPECT_FALSE(page.removeRow({"scenario", army().scenarioId()}));
}

TEST_F(ArmiesEditing, ExportShowsWhatStandsInTheWayAndLeadsThere) {
  openSample("tss-primer");
  ASSERT_TRUE(details("usa.9pa").type("/formation", QStringLiteral("no.such")));
  settleFindings();
  ASSERT_TRUE(hasFinding("oob.json", "unit usa.9pa")) << said();
  army().choose({});
  answering([&] { window().action("file.exportPackage")->trigger(); },
            [&](QWidget& widget) {
              auto* dialog = qobject_cast<ExportDialog*>(&widget);
              ASSERT_NE(dialog, nullptr);
              auto* counts = dialog->findChild<QTableWidget*>(QStringLiteral("exportCounts"));
              auto* list = dialog->findChild<QTreeWidget*>(QStringLiteral("levelList"));
              auto* run = dialog->findChild<QPushButton*>(QStringLiteral("exportRun"));
              ASSERT_TRUE(counts && list && run);
              EXPECT_EQ(counts->rowCount(), 2) << "the module and its scenario";
              EXPECT_FALSE(run->isEnabled());
              ASSERT_GT(list->topLevelItem(0)->childCount(), 0);
              for (int i = 0; i < list->topLevelItem(0)->childCount(); ++i)
                if (list->topLevelItem(0)->child(i)->text(0).contains(QStringLiteral("no.such")))
                  list->setCurrentItem(list->topLevelItem(0)->child(i));
              auto* go = dialog->findChild<QPushButton*>(QStringLiteral("exportGo"));
              ASSERT_TRUE(go->isEnabled());
              go->click();
            });
  EXPECT_EQ(army().chosen(), std::vector<std::string>{"usa.9pa"}) << "the finding leads to the piece";
  EXPECT_EQ(window().armyDock().details().wish().key.id, "usa.9pa");
  ASSERT_TRUE(details("usa.9pa").type("/formation", QStringLiteral("usa.i.1.1")));
  settleFindings();
  EXPECT_FALSE(hasFinding("oob.json", "unit usa.9pa"));
  answering([&] { window().action("file.exportPackage")->trigger(); },
            [&](QWidget& widget) {
              auto* run = widget.findChild<QPushButton*>(QStringLiteral("exportRun"));
              widget.findChild<QComboBox*>(QStringLiteral("exportLevel"))->setCurrentIndex(0);
              EXPECT_TRUE(run->isEnabled());
              static_cast<QDialog&>(widget).reject();
            });
}

TEST_F(ArmiesEditing, FindingsAboutRowsOfAScenarioLeadToThem) {
  openSample("tss-primer");
  dock().chooseScheduled({"arrival", "csa.a1"});
  ASSERT_TRUE(dock().turnForm().type("/units", QStringLiteral("csa.hardin, csa.nobody")));
  settleFindings();
  ASSERT_TRUE(hasFinding("scenarios/ravens_hill.json", "arrival csa.a1"));
  dock().pages().setCurrentIndex(0);
  emit dock().goToFinding(Finding(*findingOn("scenarios/ravens_hill.json", "arrival csa.a1")));
  EXPECT_EQ(dock().pages().currentIndex(), 1);
  EXPECT_EQ(dock().scheduled(), (RecordKey{"arrival", "csa.a1"}));
}

class ArmiesToPackages : public ArmiesEditing, public testing::WithParamInterface<const char*> {};

/// A small army is made by hand, set up, scheduled; a rule is broken, the finding seen, followed and mended; the
/// package is written and opened again.
TEST_P(ArmiesToPackages, FromNothingThroughAFindingToAPackage) {
  openSample(GetParam());
  settleFindings();
  const UnitCatalogue units = army().army()->units();
  army().choose({});
  std::string low;
  for (const auto& [id, echelon] : units.echelons)
    if (low.empty() || echelon.rank < units.echelons.at(low).rank)
      low = id;
  ASSERT_TRUE(window().armyDock().addFormation(low));
  const std::string formation = army().chosen().front();
  std::vector<std::string> pieces;
  for (int i = 0; i < 2; ++i) {
    army().choose({formation});
    ASSERT_TRUE(window().armyDock().addPiece("infantry"));
    pieces.push_back(army().chosen().front());
    for (const auto& [name, attribute] : units.attributes) { // what a counter must have, as the form offers it
      if (!attribute.type.required || !units.applies(name, "infantry") ||
          units.types.at("infantry").values.contains(name))
        continue;
      const QString text = attribute.type.values.empty()
                               ? QString::number(std::max(3, static_cast<int>(attribute.type.min.value_or(3))))
                               : QString::fromStdString(attribute.type.values.front());
      ASSERT_TRUE(details(pieces.back()).type("/values/" + name, text)) << name << " " << mRefusal.toStdString();
      ASSERT_TRUE(details(pieces.back()).type("/values/" + name, QStringLiteral("hand"), "source")) << name;
    }
  }
  ASSERT_TRUE(dock().place({pieces[0]}, freeHex(0)));
  army().choose({pieces[1]});
  ASSERT_TRUE(dock().schedule(army().scenario()->turns.back().id, freeEdgeHex()));
  settleFindings();
  const std::string file = Scenario::tableOf(army().scenarioId()) + ".json";
  RecordKey arrival;
  for (const Arrival& each : army().scenario()->arrivals)
    if (each.selection.units == std::vector<std::string>{pieces[1]})
      arrival = each.key;
  const std::string thing = arrival.section + " " + arrival.id;
  ASSERT_FALSE(hasFinding(file, thing));
  const std::size_t before = countBlocking(window().findings().findings(), {}, Level::Draft);

  // It arrives at a place that is not there.
  dock().chooseScheduled(arrival);
  ASSERT_TRUE(dock().turnForm().type("/at", QStringLiteral("place nowhere")));
  settleFindings();
  ASSERT_TRUE(hasFinding(file, thing));
  EXPECT_GT(countBlocking(window().findings().findings(), {}, Level::Draft), before);
  const QString package = QString::fromStdString((folder() / "army.hkp").string());
  answering([&] { EXPECT_FALSE(window().exportPackage(package, Level::Draft)); },
            [](QWidget& dialog) { static_cast<QDialog&>(dialog).reject(); });
  emit dock().goToFinding(Finding(*findingOn(file, thing)));
  ASSERT_EQ(dock().scheduled(), arrival);
  const HexCoord hex = freeEdgeHex();
  ASSERT_TRUE(dock().turnForm().type("/at", QStringLiteral("%1,%2").arg(hex.c).arg(hex.r)));
  settleFindings();
  EXPECT_FALSE(hasFinding(file, thing));
  EXPECT_EQ(countBlocking(window().findings().findings(), {}, Level::Draft), before);
  ASSERT_EQ(before, 0U) << "a sample is sound\n" << said();
  ASSERT_TRUE(window().exportPackage(package, Level::Draft));

  ASSERT_TRUE(window().save());
  ASSERT_TRUE(window().closeModule());
  ASSERT_TRUE(window().openPath(package));
  ASSERT_NE(army().army(), nullptr);
  ASSERT_NE(army().army()->piece(pieces[0]), nullptr);
  EXPECT_EQ(army().army()->piece(pieces[0])->formation, formation);
  EXPECT_TRUE(setup().hexOf(pieces[0]).has_value());
  setup().setTurn(setup().turns());
  EXPECT_EQ(setup().hexOf(pieces[1]), hex);
  setup().setTurn(0);
}

INSTANTIATE_TEST_SUITE_P(Samples, ArmiesToPackages,
                         testing::Values("tss-primer", "gbacw-primer", "gcacw-primer", "wftu-primer"),
                         [](const auto& each) {
                           return std::string(each.param).substr(0, std::string(each.param).find('-'));
                         });

/// The pictures of docs/armies.md and docs/counters.md.
TEST_F(ArmiesEditing, FirstOfJulyInPictures) {
  window().resize(1600, 960);
  openSample("gettysburg");
  army().setScenario("first_day");
  ASSERT_NE(army().plan(), nullptr);
  canvas().fit();
  army().choose({"usa.cav.1.1"});
  ASSERT_FALSE(setup().zones().isEmpty()) << "Buford's men are set up by area";
  ASSERT_TRUE(waitFor([this] { return canvas().isUpToDate(true); }));
  shoot(window(), "army-setup-july1");
  window().timelineDock().show();
  window().resizeDocks({&window().timelineDock()}, {360}, Qt::Vertical);
  dock().pages().setCurrentIndex(1);
  ASSERT_FALSE(army().scenario()->arrivals.empty());
  QTest::qWait(20);
  QRect card;
  for (const Arrival& each : army().scenario()->arrivals)
    if (card.isNull())
      card = window().timelineDock().view().cardOf(each.key);
  ASSERT_FALSE(card.isNull());
  QTest::mouseClick(&window().timelineDock().view(), Qt::LeftButton, Qt::NoModifier, card.center());
  ASSERT_TRUE(waitFor([this] { return canvas().isUpToDate(true); }));
  shoot(window(), "army-timeline");
}

} // namespace
} // namespace hotchkiss::editor
