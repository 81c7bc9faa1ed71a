// New kinds of terrain, hexside and path, and the tables of the rules: what becomes of the overlay, and what the rules
// say.
#include "docks_fixture.h"
#include "editor/dialogs/kinddialog.h"
#include "editor/dialogs/rulestablesdialog.h"
#include "editor/docks/paletteentries.h"
#include "editor/model/kindrows.h"
#include "editor/model/rulecells.h"
#include "editor/model/ruletablemodel.h"
#include "libscenario/rules/query.h"
#include "render/mapstyle.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

TEST(RuleCells, ReadsWhatItWrites) {
  for (const char* text : {"3", "-1", "1/2", "prohibited", "notUsable", "all", "unknown", "unknown 1..",
                           "unknown ..3/2", "unknown 1..3", "yes", "no", "mover.mv / 2", R"({"mp":1,"op":"add"})"}) {
    const Result<json> cell = ruleCellFromText(text, false, "book 1");
    ASSERT_TRUE(cell.ok()) << text << ": " << cell.error().text();
    EXPECT_EQ(ruleCellText(*cell), text);
  }
  EXPECT_EQ(*ruleCellFromText(" 3 ", false, ""), json(3));
  EXPECT_EQ(*ruleCellFromText("3", true, ""), json("3")) << "tables of texts hold texts";
  EXPECT_EQ((*ruleCellFromText("unknown", false, "book 1"))["ref"], "book 1");
  for (const char* text : {"", "  ", "unknown 1", "unknown ..", "unknown a..b", "{\"unknown\":"})
    EXPECT_FALSE(ruleCellFromText(text, false, "").ok()) << text;
}

TEST(Conditions, AreRewrittenForAnotherKind) {
  EXPECT_EQ(conditionLike("terrain", "eff(to) = 'woods'", "woods", "vineyard"), "eff(to) = 'vineyard'");
  EXPECT_EQ(conditionLike("terrain", "eff(to) in ('rough', 'woods') and mover.x", "woods", "vineyard"),
            "eff(to) = 'vineyard' and mover.x");
  EXPECT_EQ(conditionLike("terrain", "way = 'trail' and eff(to) = 'woods'", "woods", "v"),
            "way = 'trail' and eff(to) = 'v'");
  EXPECT_EQ(conditionLike("path", "way = 'trail' and eff(to) = 'woods'", "trail", "lane"),
            "way = 'lane' and eff(to) = 'woods'");
  EXPECT_EQ(conditionLike("edgeFeature", "edge.has('ridge') or edge.side('ridge') = 'to'", "ridge", "dike"),
            "edge.has('dike') or edge.side('dike') = 'to'");
  // What tests for something else, or that it is not so, is left alone.
  EXPECT_EQ(conditionLike("terrain", "eff(to) != 'woods'", "woods", "v"), "");
  EXPECT_EQ(conditionLike("terrain", "way = 'woods'", "woods", "v"), "");
  EXPECT_EQ(conditionLike("path", "to.terrain = 'trail'", "trail", "v"), "");
}

class KindsTest : public DockTest {
 protected:
  /// Points that a unit pays for one step to a neighbour on a copy of the map where that hex holds the terrain.
  json costOf(const std::string& terrain, const std::string& weather) {
    Document map = document().document();
    const HexCoord from{2, 2};
    const HexCoord to = map.lattice().neighbours(from).front();
    for (const HexCoord hex : {from, to})
      map.setHex(hex, {map.pool().intern(hex == to ? terrain : std::string("clear")), TextPool::kNone, 0});
    for (const HexCoord hex : map.lattice().neighbours(to))
      if (const auto edge = map.lattice().edgeBetween(hex, to))
        map.setEdge(*edge, TextPool::kNone);
    Result<Rules> rules = Rules::of(map);
    EXPECT_TRUE(rules.ok()) << (rules ? "" : rules.error().text());
    UnitState unit;
    unit.id = "u";
    unit.side = rules->book().units().sides.begin()->first;
    for (const auto& [id, type] : rules->book().units().types)
      if (unit.type.empty() && type.category == "unit")
        unit.type = id;
    unit.values["arm"] = Value::text(mArm);
    unit.at = {Location::Kind::Hex, from, {}};
    Position position;
    position.environment().weather = weather;
    position.put(unit);
    const Result<Situation> situation =
        Situation::make(std::make_shared<const Rules>(std::move(*rules)), std::move(position));
    EXPECT_TRUE(situation.ok()) << (situation ? "" : situation.error().text());
    const Result<json> answer = query(*situation, "move", {{"unit", "u"}, {"to", {to.c, to.r}}, {"allowance", 20}});
    EXPECT_TRUE(answer.ok()) << (answer ? "" : answer.error().text());
    return answer ? *answer : json();
  }
  std::string mArm = "infantry";
};

TEST_F(KindsTest, IdsAreSlugsAndUnique) {
  open("gcacw-primer");
  const Ruleset& ruleset = document().ruleset();
  EXPECT_EQ(freeKindId(ruleset, "terrain", "Vineyard"), "vineyard");
  EXPECT_EQ(freeKindId(ruleset, "terrain", "  Señor's  Wood-lot! "), "senors_wood_lot");
  EXPECT_EQ(freeKindId(ruleset, "terrain", "Woods"), "woods_2");
  EXPECT_EQ(freeKindId(ruleset, "terrain", "葡萄園"), "kind");
}

TEST_F(KindsTest, ATerrainIsPaintedDrawnAndPaidForAtOnce) {
  open("gcacw-primer");
  KindWish wish = newKind(document().ruleset(), "terrain", "woods");
  ASSERT_EQ(wish.costs.size(), 1U) << "the terrain chart has one row for woods";
  EXPECT_EQ(wish.costs[0].cells, (std::vector<std::string>{"6", "7"}));
  wish.name = "Vineyard";
  wish.key = "v";
  wish.look.fill = "#c8b0d0";
  wish.costs[0].cells = {"4", "9/2"};
  MoveCost cavalry = wish.costs[0];
  cavalry.mover = "mover.arm = 'cavalry'";
  cavalry.cells = {"5", "prohibited"};
  wish.costs.push_back(cavalry);
  const Result<OverlayRows> rows = kindRows(document().document(), document().ruleset(), wish);
  ASSERT_TRUE(rows.ok()) << rows.error().text();
  ASSERT_TRUE(document().edit("New kind", [&](Stroke& stroke) { applyOverlay(stroke, *rows); }).ok());
  EXPECT_EQ(document().history().size(), 1U);

  EXPECT_TRUE(document().catalogue().terrains.contains("vineyard"));
  const auto entries = paletteEntries(document().ruleset());
  EXPECT_TRUE(std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return entry.section == "terrain" && entry.id == "vineyard" && entry.key == "v";
  }));
  for (const auto& [style, unused] : MapStyle::available(document().ruleset())) {
    const StyleRow& row = MapStyle::load(document().ruleset(), style).row("terrain", "vineyard");
    EXPECT_EQ(row.fill, QColor("#c8b0d0")) << style;
    EXPECT_EQ(row.pattern, "trees") << "the rest is as the woods have it";
  }
  EXPECT_EQ(costOf("vineyard", "dry").value("mp", json()), 4);
  EXPECT_EQ(costOf("vineyard", "rain").value("mp", json()), "9/2");
  EXPECT_EQ(costOf("woods", "dry").value("mp", json()), 6);
  mArm = "cavalry";
  EXPECT_EQ(costOf("vineyard", "dry").value("mp", json()), 5);
  EXPECT_EQ(costOf("vineyard", "rain").value("legal", json()), false);

  // Read back, changed and taken away again.
  KindWish again = kindAsIs(document().ruleset(), "terrain", "vineyard");
  ASSERT_EQ(again.costs.size(), 2U);
  for (MoveCost& cost : again.costs)
    if (cost.mover.empty())
      cost.cells = {"3", "3"};
  const auto changed = kindRows(document().document(), document().ruleset(), again);
  ASSERT_TRUE(changed.ok()) << changed.error().text();
  EXPECT_EQ(changed->size(), 1U) << "only the row of the price";
  ASSERT_TRUE(document().edit("Change", [&](Stroke& stroke) { applyOverlay(stroke, *changed); }).ok());
  mArm = "infantry";
  EXPECT_EQ(costOf("vineyard", "rain").value("mp", json()), 3);
  const auto gone = rowsWithoutKind(document().document(), document().ruleset(), "terrain", "vineyard");
  ASSERT_TRUE(gone.ok()) << gone.error().text();
  ASSERT_TRUE(document().edit("Remove", [&](Stroke& stroke) { applyOverlay(stroke, *gone); }).ok());
  EXPECT_FALSE(document().catalogue().terrains.contains("vineyard"));
  for (const auto& [key, text] : document().document().table("overlay"))
    EXPECT_EQ(key.section, "source") << key.id << " is left over";
  while (document().history().canUndo())
    ASSERT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_F(KindsTest, AHexsideAndAPathHaveTheirPrice) {
  open("gcacw-primer");
  KindWish dike = newKind(document().ruleset(), "edgeFeature", "ridge");
  dike.name = "Dike";
  ASSERT_FALSE(dike.costs.empty());
  dike.costs[0].cells = {"2"};
  auto rows = kindRows(document().document(), document().ruleset(), dike);
  ASSERT_TRUE(rows.ok()) << rows.error().text();
  EXPECT_TRUE(rows->contains({"row", "move_extra.dike"}));
  ASSERT_TRUE(document().edit("Dike", [&](Stroke& stroke) { applyOverlay(stroke, *rows); }).ok());
  EXPECT_TRUE(document().catalogue().edgeFeatures.contains("dike"));

  KindWish lane = newKind(document().ruleset(), "path", {});
  lane.name = "Lane";
  ASSERT_EQ(lane.costs.size(), 1U);
  EXPECT_EQ(lane.costs[0].cells[0], "unknown") << "nobody said what it costs";
  lane.costs[0].cells.assign(lane.costs[0].cells.size(), "2");
  rows = kindRows(document().document(), document().ruleset(), lane);
  ASSERT_TRUE(rows.ok()) << rows.error().text();
  ASSERT_TRUE(document().edit("Lane", [&](Stroke& stroke) { applyOverlay(stroke, *rows); }).ok());
  EXPECT_TRUE(document().catalogue().edgeFeatures.contains("path.lane"));
}

TEST_F(KindsTest, BadWishesAreRefusedInOneSentence) {
  open("gcacw-primer");
  const auto problem = [&](const KindWish& wish) {
    const auto rows = kindRows(document().document(), document().ruleset(), wish);
    return rows ? std::string() : rows.error().text();
  };
  KindWish wish = newKind(document().ruleset(), "terrain", "woods");
  wish.key = "v";
  EXPECT_NE(problem(wish).find("no name"), std::string::npos);
  wish.name = "woods";
  EXPECT_NE(problem(wish).find("already"), std::string::npos);
  wish.name = "Vineyard";
  EXPECT_EQ(problem(wish), "");
  wish.key = "w";
  EXPECT_NE(problem(wish).find("taken by"), std::string::npos);
  wish.key = "";
  EXPECT_NE(problem(wish).find("key"), std::string::npos);
  wish.key = "v";
  wish.sightHeight = "high";
  EXPECT_NE(problem(wish).find("sight height"), std::string::npos);
  wish.sightHeight = "1";
  wish.costs[0].cells[0] = "nonsense(";
  EXPECT_NE(problem(wish), "");
  wish.costs[0].cells[0] = "";
  EXPECT_NE(problem(wish).find("empty"), std::string::npos);
  EXPECT_TRUE(isUnchanged());
}

TEST_F(KindsTest, TheFormShowsWhatIsWrongAndWritesOneEdit) {
  open("gcacw-primer");
  KindDialog dialog(document(), "terrain", {});
  dialog.show();
  auto* model = child<QComboBox>(dialog, "kindModel");
  model->setCurrentIndex(model->findData("woods"));
  auto* ok = child<QDialogButtonBox>(dialog, "kindButtons")->button(QDialogButtonBox::Ok);
  pump(300);
  EXPECT_FALSE(ok->isEnabled());
  EXPECT_TRUE(child<QLabel>(dialog, "kindProblem")->text().contains("name"));
  child<QLineEdit>(dialog, "kindName")->setText("Vineyard");
  child<QLineEdit>(dialog, "kindKey")->setText("v");
  auto* costs = child<QTableWidget>(dialog, "kindCosts");
  costs->item(0, 2)->setText("4");
  ASSERT_TRUE(waitFor([&] { return ok->isEnabled(); }));
  EXPECT_FALSE(child<QLabel>(dialog, "kindPreview")->pixmap().isNull());
  child<QCheckBox>(dialog, "kindOtherRules")->setChecked(true);
  dialog.accept();
  EXPECT_EQ(dialog.result(), QDialog::Accepted);
  EXPECT_EQ(dialog.kind(), "vineyard");
  EXPECT_EQ(document().history().size(), 1U);
  EXPECT_TRUE(document().ruleset().rows("rules").contains({"row", "artillery_chart.vineyard"}))
      << "fire is as in woods";
  ASSERT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_F(KindsTest, TablesAreEditedMarkedAndReset) {
  open("gcacw-primer");
  RulesTablesDialog dialog(document());
  dialog.show();
  dialog.showSubject("table", "move_base");
  RuleTableModel& model = dialog.model();
  int woods = -1;
  for (int row = 0; row < model.rowCount(); ++row)
    if (model.idOf(row) == "move_base.woods")
      woods = row;
  ASSERT_GE(woods, 0);
  EXPECT_EQ(model.headerData(2, Qt::Horizontal).toString(), "dry");
  EXPECT_EQ(model.data(model.index(woods, 2)).toString(), "6");
  ASSERT_TRUE(model.setData(model.index(woods, 2), "unknown 5..7"));
  EXPECT_EQ(model.stateOf(woods), RuleTableModel::State::Changed);
  EXPECT_TRUE(model.data(model.index(woods, 2), Qt::ToolTipRole).toString().contains("6"));
  EXPECT_EQ(document().history().size(), 1U);
  EXPECT_TRUE(costOf("woods", "dry").dump().find("unknown") != std::string::npos);
  // Nonsense is refused with a sentence, and nothing changes.
  EXPECT_FALSE(model.setData(model.index(woods, 3), "no_such_thing(1)"));
  EXPECT_FALSE(child<QLabel>(dialog, "rulesProblem")->text().isEmpty());
  EXPECT_EQ(document().history().size(), 1U);
  // Typing what stands there is no edit.
  EXPECT_TRUE(model.setData(model.index(woods, 3), "7"));
  EXPECT_EQ(document().history().size(), 1U);
  ASSERT_TRUE(model.resetRow(woods));
  EXPECT_EQ(model.stateOf(woods), RuleTableModel::State::AsPublished);
  EXPECT_EQ(document().document().record("overlay", {"row", "move_base.woods"}), nullptr);
  ASSERT_TRUE(model.removeRow(woods));
  EXPECT_EQ(model.stateOf(woods), RuleTableModel::State::Removed) << "a removed row stays in sight, at its place";
  ASSERT_TRUE(document().undo().ok());
  const auto added = model.addRow(woods);
  ASSERT_TRUE(added.has_value());
  EXPECT_EQ(model.stateOf(*added), RuleTableModel::State::Added);
  ASSERT_TRUE(model.removeRow(*added));
  EXPECT_EQ(document().document().record("overlay", {"row", "move_base.woods_own"}), nullptr);
  dialog.showSubject("parameter");
  ASSERT_GT(model.rowCount(), 0);
  EXPECT_FALSE(model.setData(model.index(0, 2), ""));
  while (document().history().canUndo())
    ASSERT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}

} // namespace
} // namespace hotchkiss::editor
