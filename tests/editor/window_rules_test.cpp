// The rules on the map, in the real window: what the overlay shows is what the query API says, after every edit.
#include "editor/docks/rulesdock.h"
#include "editor/model/rulesmodel.h"
#include "libscenario/rules/query.h"
#include "tests/editor/window_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTreeWidget>
#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class RulesOnTheMap : public WindowTest {
 protected:
  void openSample(const std::string& name) {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    trigger("tool.reach");
    ASSERT_FALSE(window().rulesDock().isHidden());
    canvas().zoomTo(70);
  }
  Point centre(HexCoord h) { return lattice().centre(h); }
  template <class Widget>
  Widget& part(const char* name) {
    auto* out = window().rulesDock().findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(out, nullptr) << name;
    return *out;
  }
  void choose(const char* box, const char* id) {
    auto& combo = part<QComboBox>(box);
    ASSERT_GE(combo.findData(QLatin1String(id)), 0) << id;
    combo.setCurrentIndex(combo.findData(QLatin1String(id)));
  }
  void settle() {
    ASSERT_TRUE(waitFor([this] { return window().rules().isUpToDate(); }));
    ASSERT_FALSE(window().rules().answer().error) << window().rules().answer().error->text();
  }
  void click(HexCoord hex, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = Qt::NoModifier) {
    canvas().showPoint(centre(hex));
    Hand(window()).click(centre(hex), button, keys);
  }
  void paint(HexCoord hex, const char* terrain) {
    tools().choose(ToolId::Terrain, terrain);
    click(hex);
    EXPECT_EQ(map().terrain(hex), terrain);
    tools().setTool(ToolId::Reach);
  }
  QString shownAt(HexCoord hex) {
    const auto& hexes = canvas().rulesOverlay().ground().hexes;
    const auto it = hexes.find(hex);
    return it == hexes.end() ? QString() : it->second.text;
  }
  std::map<HexCoord, QString> shownCosts() {
    std::map<HexCoord, QString> out;
    for (const auto& [hex, cell] : canvas().rulesOverlay().ground().hexes)
      out[hex] = cell.text;
    return out;
  }

  /// The situation that the window shows, made anew from its map and position.
  Result<Situation> fresh() {
    Result<Rules> rules = Rules::of(map());
    if (!rules)
      return rules.error();
    Position position = window().rules().position();
    UnitState mover = window().rules().profile();
    mover.id = "fresh";
    mover.at = {Location::Kind::Hex, *window().rules().start(), {}};
    position.put(mover);
    return Situation::make(std::make_shared<const Rules>(std::move(*rules)), std::move(position));
  }
  static QString printed(const json& points) {
    if (points.is_number_integer())
      return QString::number(points.get<int>());
    const auto fraction = Rational::parse(points.get<std::string>());
    EXPECT_TRUE(fraction && fraction->denominator() == 2) << points.dump();
    return (fraction->floor() == 0 ? QString() : QString::number(fraction->floor())) + QStringLiteral("½");
  }
  void expectWhatTheQuerySays(const char* when) {
    SCOPED_TRACE(when);
    settle();
    const Result<Situation> situation = fresh();
    ASSERT_TRUE(situation) << situation.error().text();
    const Value& die = window().rules().arguments().at("die");
    const Result<json> answer = query(*situation, "reach", {{"unit", "fresh"}, {"arg", {{"die", die.toJson()}}}});
    ASSERT_TRUE(answer) << answer.error().text();
    std::size_t others = 0;
    for (const json& entry : (*answer)["hexes"]) {
      const HexCoord hex{entry["hex"][0].get<int>(), entry["hex"][1].get<int>()};
      if (hex == *window().rules().start())
        continue;
      ++others;
      const json& mp = entry["mp"];
      QString expected = printed(mp.is_object() ? mp["min"] : mp);
      if (mp.is_object())
        expected =
            mp.contains("max") ? expected + QStringLiteral("–") + printed(mp["max"]) : QStringLiteral("≥") + expected;
      EXPECT_EQ(shownAt(hex).toStdString(), expected.toStdString()) << entry.dump();
      EXPECT_EQ(canvas().rulesOverlay().ground().hexes.at(hex).doubtful, mp.is_object()) << entry.dump();
    }
    EXPECT_EQ(canvas().rulesOverlay().ground().hexes.size(), others);
    EXPECT_GT(others, 6U);
  }
  std::set<HexCoord> zoneHexes() {
    std::set<HexCoord> out;
    for (const AnswerArea& area : canvas().rulesOverlay().ground().areas)
      out.insert(area.hexes.begin(), area.hexes.end());
    return out;
  }
};

TEST_F(RulesOnTheMap, FollowEveryEditAndChoice) {
  openSample("gcacw-primer");
  const HexCoord start{13, 5};
  const HexCoord beside{13, 4};
  const HexCoord beyond{13, 3};
  choose("rulesSide", "union");
  choose("rulesType", "infantry");
  part<QSpinBox>("rulesArgument_die").setValue(5);
  click(start);
  expectWhatTheQuerySays("at first");
  EXPECT_EQ(window().rules().answer().allowance, Value::number(5));
  EXPECT_TRUE(part<QSpinBox>("rulesAllowance").specialValueText().endsWith(QStringLiteral("5")));
  const QString before = shownAt(beyond);
  EXPECT_FALSE(before.isEmpty());

  // A wall of swamp to the north: the way gets longer, at once.
  for (const HexCoord hex : {HexCoord{12, 4}, beside, HexCoord{14, 4}})
    paint(hex, "swamp");
  expectWhatTheQuerySays("with swamp in the way");
  const QString swampy = shownAt(beyond);
  EXPECT_NE(swampy, before);

  choose("rulesWeather", "rain");
  expectWhatTheQuerySays("in rain");
  choose("rulesWeather", "dry");
  expectWhatTheQuerySays("dry again");
  EXPECT_EQ(shownAt(beyond), swampy);
  EXPECT_TRUE(zoneHexes().empty());

  // An enemy: its zone of control stops the march.
  const std::map<HexCoord, QString> free = shownCosts();
  choose("rulesSide", "confederate");
  click({14, 6}, Qt::LeftButton, Qt::ControlModifier);
  choose("rulesSide", "union");
  expectWhatTheQuerySays("beside an enemy");
  EXPECT_EQ(window().rules().start(), start) << "placing is not starting";
  EXPECT_NE(shownCosts(), free);
  const Result<Situation> situation = fresh();
  ASSERT_TRUE(situation);
  std::set<HexCoord> zones;
  for (const auto& [hex, parts] : situation->zones().all())
    for (const ZoneField::Part& each : parts)
      if (each.side == "confederate")
        zones.insert(hex);
  EXPECT_GE(zones.size(), 4U);
  EXPECT_EQ(zoneHexes(), zones);

  const std::size_t edits = document().history().position();
  EXPECT_EQ(edits, 3U) << "units and weather are no part of the module";
  while (document().history().canUndo())
    trigger("edit.undo");
  expectWhatTheQuerySays("after undo");
  window().rules().removeUnitsAt({14, 6});
  expectWhatTheQuerySays("without the enemy");
  EXPECT_EQ(shownAt(beyond), before);
  EXPECT_TRUE(zoneHexes().empty());
}

TEST_F(RulesOnTheMap, FollowAStrokeBeforeItEnds) {
  openSample("gcacw-primer");
  const HexCoord open{13, 6}; // no road leads there: over a road the ground would not matter
  choose("rulesType", "infantry");
  click({13, 5});
  settle();
  const QString before = shownAt(open);
  tools().choose(ToolId::Terrain, "swamp");
  Hand hand(window());
  hand.press(centre(open));
  settle();
  EXPECT_NE(shownAt(open), before) << "while the button is down";
  hand.key(Qt::Key_Escape);
  settle();
  EXPECT_EQ(shownAt(open), before);
  hand.release(centre(open));
}

TEST_F(RulesOnTheMap, ExplainTheWayHexByHex) {
  openSample("gcacw-primer");
  choose("rulesSide", "confederate");
  click({16, 4}, Qt::LeftButton, Qt::ControlModifier);
  choose("rulesSide", "union");
  choose("rulesType", "infantry");
  part<QSpinBox>("rulesAllowance").setValue(4);
  click({13, 5});
  settle();
  Hand(window()).move(centre({13, 3}));
  settle();
  ASSERT_EQ(canvas().rulesOverlay().way().lines.size(), 1U);
  auto& tree = part<QTreeWidget>("rulesExplanation");
  const RulesAnswer& answer = window().rules().answer();
  ASSERT_GE(answer.path.size(), 3U);
  EXPECT_EQ(canvas().rulesOverlay().way().lines[0].points.size(), answer.path.size());
  ASSERT_GE(tree.topLevelItemCount(), static_cast<int>(answer.path.size()));
  for (std::size_t i = 0; i < answer.path.size(); ++i) {
    const QTreeWidgetItem* item = tree.topLevelItem(static_cast<int>(i));
    EXPECT_TRUE(item->text(0).startsWith(QString::fromStdString(document().numbering().label(answer.path[i].hex))));
    EXPECT_EQ(item->childCount() > 0, i > 0);
    if (i > 0) {
      EXPECT_TRUE(item->child(0)->text(0).contains(QStringLiteral("[gcacw-"))) << item->child(0)->text(0).toStdString();
    }
  }
  EXPECT_EQ(tree.topLevelItem(static_cast<int>(answer.path.size()) - 1)->text(2), shownAt({13, 3}));

  ASSERT_TRUE(waitFor([this] { return canvas().isUpToDate(true); }));
  shoot(window(), "editor-rules");

  // A right click keeps the way while the pointer goes on.
  click({13, 3}, Qt::RightButton);
  Hand(window()).move(centre({12, 6}));
  settle();
  EXPECT_EQ(window().rules().answer().target, (HexCoord{13, 3}));
  click({13, 3}, Qt::RightButton);

  // Water cannot be entered; the dock says why.
  part<QSpinBox>("rulesAllowance").setValue(26); // enough to come to the shore
  Hand(window()).move(centre({18, 8}));
  window().rules().pointAt(HexCoord{19, 8});
  settle();
  ASSERT_TRUE(window().rules().answer().refusal);
  EXPECT_TRUE(tree.topLevelItem(0)->text(0).contains(QStringLiteral("out of reach")));
  EXPECT_EQ(canvas().rulesOverlay().way().marks.size(), 1U);
}

TEST_F(RulesOnTheMap, ClosedDockShowsNothing) {
  openSample("gcacw-primer");
  click({13, 5});
  settle();
  EXPECT_FALSE(canvas().rulesOverlay().ground().isEmpty());
  tools().setTool(ToolId::Select);
  window().rulesDock().close();
  EXPECT_TRUE(canvas().rulesOverlay().ground().isEmpty());
  paint({13, 4}, "swamp"); // nobody looks, and taking up the tool looks again
  settle();
  expectWhatTheQuerySays("opened again");
}

TEST_F(RulesOnTheMap, TheWindowStaysAliveOnALargeMap) {
  create("gcacw", {500, 400});
  ASSERT_TRUE(document()
                  .edit(QStringLiteral("Ground"),
                        [](Stroke& stroke) {
                          for (std::int32_t c = 0; c < 500; ++c)
                            for (std::int32_t r = 0; r < 400; ++r)
                              stroke.setTerrain({c, r}, (c / 3 + r / 4) % 3 == 0 ? "woods" : "clear");
                        })
                  .ok());
  trigger("tool.reach");
  canvas().zoomTo(40);
  part<QSpinBox>("rulesAllowance").setValue(60);
  int ticks = 0;
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, [&] { ++ticks; });
  timer.start(5);
  QElapsedTimer elapsed;
  elapsed.start();
  click({250, 200});
  settle();
  const qint64 first = elapsed.restart();
  EXPECT_GE(ticks, first / 100) << "the window stood still while the rules were asked";
  EXPECT_GT(canvas().rulesOverlay().ground().hexes.size(), 500U);
  const QString before = shownAt({250, 198});
  paint({250, 199}, "swamp");
  elapsed.restart();
  settle();
  const qint64 edited = elapsed.elapsed();
  EXPECT_FALSE(before.isEmpty());
  canvas().frameStats().clear();
  elapsed.restart();
  Hand hand(window());
  constexpr int kMoves = 60;
  for (int i = 0; i < kMoves; ++i) {
    hand.move(centre({240 + i % 20, 195 + i / 20}));
    canvas().repaint();
  }
  const qint64 hovering = elapsed.elapsed() / kMoves;
  settle();
  std::cout << "first answer " << first << " ms, after an edit " << edited
            << " ms, a move of the pointer with repainting " << hovering << " ms\n";
}

TEST_F(RulesOnTheMap, ModulesWithoutRulesSaySo) {
  openSample("tss-primer");
  auto& problem = part<QLabel>("rulesProblem");
  EXPECT_TRUE(problem.isVisible());
  EXPECT_TRUE(problem.text().contains(QStringLiteral("no rules of movement")));
  click({3, 3});
  EXPECT_TRUE(canvas().rulesOverlay().ground().isEmpty());
  EXPECT_FALSE(document().isModified());
}

} // namespace
} // namespace hotchkiss::editor
