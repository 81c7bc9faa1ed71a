#include "docks_fixture.h"
#include "editor/docks/rulesdock.h"
#include "editor/docks/ruletexts.h"
#include "editor/model/pointstext.h"
#include "editor/model/rulesmodel.h"

#include <QtWidgets>

#include <algorithm>
#include <fstream>

namespace hotchkiss::editor {
namespace {

class RulesTest : public EverySample {
 protected:
  RulesTest() : settings(QString::fromStdString((folder() / "settings").string())) {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings);
    QCoreApplication::setOrganizationName(QStringLiteral("Hotchkiss"));
    QCoreApplication::setApplicationName(QStringLiteral("Hotchkiss-test"));
  }
  ~RulesTest() override {
    model.setDocument(nullptr);
    fifth.reset();
  }
  void ask(EditorDocument& document) {
    dock = std::make_unique<RulesDock>(model, tools);
    model.setDocument(&document);
    model.setActive(true);
  }
  void askFifth() {
    std::filesystem::copy(std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests" / "data" / "fifth", folder() / "fifth",
                          std::filesystem::copy_options::recursive);
    std::filesystem::remove(folder() / "fifth" / "position.json");
    auto opened =
        EditorDocument::openFolder(folder() / "fifth", [](const RecoveryOffer&) { return RecoveryAnswer::Discard; });
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    fifth = std::move(*opened);
    ask(*fifth);
  }
  static std::filesystem::path fifthPosition() {
    return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests" / "data" / "fifth" / "position.json";
  }
  void settle() {
    ASSERT_TRUE(waitFor([this] { return model.isUpToDate(); }));
  }
  QString summary() { return child<QLabel>(*dock, "rulesSummary")->text(); }
  QStringList lines() {
    QStringList out;
    for (QTreeWidgetItemIterator it(child<QTreeWidget>(*dock, "rulesExplanation")); *it; ++it)
      out << (*it)->text(0);
    return out;
  }
  bool says(const QString& text) { return !lines().filter(text).isEmpty(); }
  void choose(const char* box, const QString& id) {
    auto* combo = child<QComboBox>(*dock, box);
    ASSERT_GE(combo->findData(id), 0) << id.toStdString();
    combo->setCurrentIndex(combo->findData(id));
  }

  QString settings;
  RulesModel model;
  std::unique_ptr<RulesDock> dock;
  std::unique_ptr<EditorDocument> fifth;
};

TEST(PointsText, WritesFractionsAsPeopleDo) {
  EXPECT_EQ(pointsText(0, 2), QStringLiteral("0"));
  EXPECT_EQ(pointsText(5, 2), QStringLiteral("2½"));
  EXPECT_EQ(pointsText(1, 2), QStringLiteral("½"));
  EXPECT_EQ(pointsText(4, 2), QStringLiteral("2"));
  EXPECT_EQ(pointsText(5, 3), QStringLiteral("1⅔"));
  EXPECT_EQ(pointsText(12, 7), QStringLiteral("1 5/7"));
  EXPECT_EQ(pointsText(3, 7), QStringLiteral("3/7"));
}

TEST_P(RulesTest, EveryModuleGetsAFormOrOneClearSentence) {
  ask(open(GetParam()));
  const bool hasRules = Rulebook::read(document().ruleset())->strategies().movement.has_value();
  EXPECT_EQ(model.book() != nullptr, hasRules);
  EXPECT_EQ(model.problem().isEmpty(), hasRules);
  if (!hasRules) {
    const QString text = child<QLabel>(*dock, "rulesProblem")->text();
    EXPECT_TRUE(text.contains(QString::fromStdString(document().ruleset().title())));
    EXPECT_EQ(text.count(QLatin1Char('.')), 1) << "one sentence: " << text.toStdString();
  }
  model.setActive(false);
  EXPECT_EQ(model.book(), nullptr) << "nothing is worked out while nobody looks";
  EXPECT_TRUE(isUnchanged());
}
INSTANTIATE_TEST_SUITE_P(Samples, RulesTest, testing::ValuesIn(kSampleNames), sampleTestName);

class RulesPanel : public RulesTest {};
INSTANTIATE_TEST_SUITE_P(Only, RulesPanel, testing::Values(std::string("gcacw-primer")), sampleTestName);

TEST_P(RulesPanel, StartsWithTheOrdinarySoldierAndAsksWhatTheRulesAsk) {
  ask(open(GetParam()));
  EXPECT_EQ(model.profile().type, "infantry");
  EXPECT_EQ(model.position().environment().weather, "dry");
  EXPECT_EQ(model.askedArguments(), std::set<std::string>{"die"});
  child<QToolButton>(*dock, "rulesMore")->click();
  EXPECT_NE(child<QWidget>(*dock, "rulesAttribute_mv"), nullptr);
  EXPECT_EQ(dock->findChild<QWidget*>("rulesAttribute_lee"), nullptr) << "movement does not ask who is Lee";
  EXPECT_EQ(dock->findChild<QWidget*>("rulesAttribute_arm"), nullptr) << "the type says it";
  EXPECT_TRUE(summary().contains(QStringLiteral("click the hex")));
}

TEST_P(RulesPanel, UnknownCostsNameWhoMustSupplyThem) {
  ask(open(GetParam()));
  model.setAllowance(Rational(4));
  model.setStart(HexCoord{5, 2}); // hills to the west, whose cost no source gives
  settle();
  ASSERT_NE(model.answer().reach, nullptr);
  EXPECT_FALSE(model.answer().reach->blame.empty());
  EXPECT_TRUE(summary().contains(QStringLiteral("more perhaps")));
  EXPECT_TRUE(says(QStringLiteral("What makes hexes uncertain")));
  EXPECT_FALSE(lines().filter(QRegularExpression(QStringLiteral("hill.*overlay\\.json"))).isEmpty());
  model.pointAt(HexCoord{4, 2});
  settle();
  const auto* tree = child<QTreeWidget>(*dock, "rulesExplanation");
  ASSERT_GE(tree->topLevelItemCount(), 2);
  EXPECT_TRUE(tree->topLevelItem(1)->text(1).startsWith(QStringLiteral("unknown, at least ")));

  // The module supplies the cost: the answer follows at once.
  const Outcome supplied = document().edit(QStringLiteral("Supply"), [](Stroke& stroke) {
    stroke.setRecord(
        "overlay", {"row", "move_base.hill"},
        R"({"cells":[4,5],"order":140,"source":"my-module 3","table":"move_base","when":"eff(to) = 'hill'"})");
    stroke.setRecord("overlay", {"source", "my-module"}, R"({"title":"Rules of my module"})");
  });
  ASSERT_TRUE(supplied.ok()) << supplied.error().text();
  settle();
  ASSERT_NE(model.answer().reach, nullptr);
  EXPECT_TRUE(model.answer().reach->blame.empty());
  EXPECT_TRUE(says(QStringLiteral("[my-module 3]")));
}

TEST_P(RulesPanel, ADieThatIsAskedForChangesTheAllowance) {
  ask(open(GetParam()));
  choose("rulesSide", QStringLiteral("union"));
  model.setStart(HexCoord{13, 5});
  child<QSpinBox>(*dock, "rulesArgument_die")->setValue(2);
  settle();
  EXPECT_EQ(model.answer().allowance, Value::number(2));
  child<QSpinBox>(*dock, "rulesAllowance")->setValue(6);
  settle();
  EXPECT_EQ(model.answer().allowance, Value::number(6));
  EXPECT_FALSE(child<QSpinBox>(*dock, "rulesArgument_die")->isEnabled());
  child<QSpinBox>(*dock, "rulesAllowance")->setValue(-1);
  settle();
  EXPECT_EQ(model.answer().allowance, Value::number(2));
}

TEST_P(RulesPanel, PlacedUnitsAreAPositionOfTheirOwn) {
  ask(open(GetParam()));
  choose("rulesSide", QStringLiteral("confederate"));
  model.setStart(HexCoord{13, 5});
  child<QPushButton>(*dock, "rulesPlace")->click();
  ASSERT_EQ(model.position().units().size(), 1U);
  tools.select(HexCoord{8, 4});
  choose("rulesSide", QStringLiteral("union"));
  child<QPushButton>(*dock, "rulesPlace")->click();
  child<QPushButton>(*dock, "rulesStart")->click();
  EXPECT_EQ(model.chosenUnit(), "union_infantry_1") << "a unit that stands there is taken";
  settle();
  ASSERT_NE(model.answer().zones, nullptr);
  EXPECT_GE(model.answer().zones->size(), 8U);
  EXPECT_FALSE(child<QComboBox>(*dock, "rulesSide")->isEnabled());

  const std::filesystem::path file = folder() / "position.json";
  ASSERT_TRUE(model.savePosition(file).ok());
  EXPECT_EQ(model.recentPosition().toStdString(), file.string());
  const Position saved = model.position();
  child<QPushButton>(*dock, "rulesRemove")->click();
  EXPECT_EQ(model.position().units().size(), 1U);
  model.clearPosition();
  ASSERT_TRUE(model.loadPosition(file).ok());
  EXPECT_EQ(model.position(), saved);
  std::ofstream(folder() / "bad.json")
      << R"({"formatVersion":1,"kind":"position","rows":[["unit","a",{"side":"onion","type":"infantry"}],[]]})";
  const Outcome refused = model.loadPosition(folder() / "bad.json");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("did you mean \"union\"?"), std::string::npos);
  EXPECT_EQ(model.position(), saved) << "a bad file changes nothing";
  EXPECT_FALSE(model.loadPosition(folder() / "nowhere.json").ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_P(RulesPanel, SetUpOfAScenario) {
  EditorDocument& module = open(GetParam());
  const Outcome made = module.edit(QStringLiteral("Scenario"), [](Stroke& stroke) {
    stroke.setRecord("oob", {"unit", "hill"}, R"({"side":"confederate","type":"infantry","values":{"mv":8}})");
    stroke.setRecord("scenarios/dawn", {"scenario", "dawn"}, R"({"environment":{"weather":"rain"}})");
    stroke.setRecord("scenarios/dawn", {"setup", "s1"}, R"({"unit":"hill","at":"W0505"})");
  });
  ASSERT_TRUE(made.ok()) << made.error().text();
  ask(module);
  ASSERT_TRUE(std::ranges::count(model.scenarios(), std::string("dawn")) == 1);
  ASSERT_TRUE(model.loadScenario("dawn").ok());
  EXPECT_EQ(child<QComboBox>(*dock, "rulesWeather")->currentData().toString(), QStringLiteral("rain"));
  choose("rulesUnit", QStringLiteral("hill"));
  settle();
  EXPECT_EQ(model.start(), (HexCoord{4, 4}));
  ASSERT_NE(model.answer().reach, nullptr);
}

TEST_P(RulesPanel, AScenarioBringsRulesOfItsOwn) {
  EditorDocument& module = open(GetParam());
  const HexCoord start{5, 10};
  const HexCoord north{5, 9}; // no path leads into it
  const auto clearing = [](int cost) {
    return R"({"section":"row","id":"move_base.clear","row":{"cells":[)" + std::to_string(cost) + "," +
           std::to_string(cost) + R"(],"order":100,"source":"hand","table":"move_base","when":"eff(to) = 'clear'"}})";
  };
  ASSERT_TRUE(module
                  .edit(QStringLiteral("Scenario"),
                        [&](Stroke& stroke) {
                          stroke.setTerrain(start, "clear");
                          stroke.setTerrain(north, "clear");
                          stroke.setRecord("scenarios/mud", {"scenario", "mud"}, R"({"title":"Mud"})");
                          stroke.setRecord("scenarios/mud", {"option", "clear_in_rain"}, R"({"value":"dearer"})");
                          stroke.setRecord("scenarios/mud", {"overlay", "mud"}, clearing(9));
                          stroke.setRecord("scenarios/bad", {"scenario", "bad"}, R"({"overlays":["otrr"]})");
                        })
                  .ok());
  ask(module);
  const auto costNorth = [&] {
    model.setAllowance(Rational(20));
    model.setStart(start);
    settle();
    const auto& reach = model.answer().reach;
    return reach ? reach->possible[reach->index(north)] : Reach::kUnreached;
  };
  EXPECT_EQ(costNorth(), 6U); // three points, counted in halves
  ASSERT_TRUE(model.loadScenario("mud").ok());
  EXPECT_EQ(model.scenario(), "mud");
  EXPECT_EQ(model.position().environment().policies.at("clear_in_rain"), Value::text("dearer"));
  EXPECT_EQ(costNorth(), 18U);
  // It follows edits of the scenario at once.
  ASSERT_TRUE(module
                  .edit(QStringLiteral("Drier"),
                        [&](Stroke& stroke) {
                          stroke.setRecord("scenarios/mud", {"overlay", "mud"}, clearing(4));
                        })
                  .ok());
  EXPECT_EQ(costNorth(), 8U);
  const Outcome bad = model.loadScenario("bad");
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().text().find("did you mean \"otr\"?"), std::string::npos);
  EXPECT_EQ(model.scenario(), "mud") << "what holds is kept";
  model.clearPosition();
  EXPECT_EQ(model.scenario(), "");
  EXPECT_EQ(costNorth(), 6U);
}

TEST_P(RulesPanel, ResizingTheMapTakesUnitsAlong) {
  EditorDocument& module = open(GetParam());
  ask(module);
  model.setStart(HexCoord{13, 5});
  const std::string inside = model.placeUnit({10, 6});
  const std::string outside = model.placeUnit({0, 0});
  settle();
  const std::string label = model.label({13, 5});
  ASSERT_TRUE(module.edit(QStringLiteral("Cut"), [](Stroke& stroke) { stroke.reframe({-2, 0}, {18, 15}); }).ok());
  settle();
  EXPECT_EQ(model.start(), (HexCoord{11, 5}));
  EXPECT_EQ(model.position().unit(inside)->at.hex, (HexCoord{8, 6}));
  EXPECT_EQ(model.position().unit(outside), nullptr);
  ASSERT_NE(model.answer().reach, nullptr);
  EXPECT_EQ(model.answer().reach->extent.width, 18);
  ASSERT_FALSE(model.answer().error);
}

TEST_P(RulesPanel, AnySystemThirdsAndAll) {
  askFifth();
  ASSERT_NE(model.book(), nullptr) << model.problem().toStdString();
  EXPECT_EQ(model.profile().type, "pikes");
  EXPECT_TRUE(model.askedArguments().empty());
  ASSERT_TRUE(model.loadPosition(fifthPosition()).ok());
  choose("rulesUnit", QStringLiteral("b1"));
  model.pointAt(HexCoord{3, 4});
  settle();
  ASSERT_NE(model.answer().reach, nullptr);
  EXPECT_EQ(model.answer().reach->denominator, 3);
  EXPECT_TRUE(model.answer().allowance.isNumber()) << "the rules say the pace";
  EXPECT_FALSE(lines().isEmpty());
  choose("rulesWeather", QStringLiteral("mist"));
  settle();
  EXPECT_FALSE(model.answer().error);
}

} // namespace
} // namespace hotchkiss::editor
