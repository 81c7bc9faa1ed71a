#include "libscenario/rules/position.h"
#include "libscenario/rules/rules.h"
#include "libscenario/scenario/setupplan.h"
#include "libscenario/scenario/turnstrength.h"
#include "tests/unit/samplefiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Document sampleDocument(const char* name) {
  Result<LoadedModule> module = readModule(sampleFiles(name));
  EXPECT_TRUE(module) << module.error().text();
  // The rows of this test are its own.
  for (const std::string& table : module->document.tableNames())
    if (table == "oob" || table.starts_with("scenarios/")) {
      const RecordTable rows = module->document.table(table);
      for (const auto& [key, text] : rows)
        module->document.setRecord(table, key, std::nullopt);
    }
  return std::move(module->document);
}

UnitCatalogue unitsOf(const Document& document) {
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  Result<UnitCatalogue> units = readUnitCatalogue(*ruleset);
  return std::move(*units);
}

void setRow(Document& document, const char* table, const char* section, const char* id, const char* text) {
  document.setRecord(table, {section, id}, json::parse(text).dump());
}

class WhereOnAMap : public testing::Test {
 protected:
  WhereOnAMap() : mDocument(sampleDocument("gcacw-primer")), mFinder(mDocument, nullptr, nullptr) {}

  std::set<HexCoord> exactly(const char* rule) const {
    const AllowedHexes found = mFinder.hexes(rule);
    EXPECT_THAT(found.errors, IsEmpty()) << rule;
    EXPECT_EQ(found.certain, found.possible) << rule;
    return found.certain;
  }

  Document mDocument;
  WhereFinder mFinder;
};

TEST_F(WhereOnAMap, WithinMeansTheDistanceOfTheLattice) {
  const std::set<HexCoord> found = exactly(R"({"within":3,"of":{"place":"kingsmill"}})");
  for (std::int32_t c = 0; c < 20; ++c)
    for (std::int32_t r = 0; r < 15; ++r)
      EXPECT_EQ(found.contains({c, r}), mDocument.lattice().distance({12, 7}, {c, r}) <= 3) << c << "." << r;
  EXPECT_EQ(found, exactly(R"({"within":3,"of":[12,7]})"));
  EXPECT_EQ(found, exactly(R"({"within":3,"of":"E0308"})"));
  // A centre off the map still reaches onto it.
  EXPECT_EQ(exactly(R"({"within":2,"of":[-1,5]})").count({0, 5}), 1U);
}

TEST_F(WhereOnAMap, AnUnknownDistanceLeavesHexesPossible) {
  const AllowedHexes found = mFinder.hexes(R"({"within":{"unknown":true,"min":1,"max":3},"of":{"place":"kingsmill"}})");
  EXPECT_EQ(found.certain, exactly(R"({"within":1,"of":{"place":"kingsmill"}})"));
  EXPECT_EQ(found.possible, exactly(R"({"within":3,"of":{"place":"kingsmill"}})"));
  EXPECT_FALSE(found.isExact());
}

TEST_F(WhereOnAMap, SidesOfARiverAreApartAndCoverTheMap) {
  const std::set<HexCoord> north = exactly(R"({"sideOf":{"course":"patuxan"},"bearing":"north"})");
  const std::set<HexCoord> south = exactly(R"({"sideOf":{"course":"patuxan"},"bearing":"south"})");
  EXPECT_TRUE(north.contains({6, 2}));
  EXPECT_TRUE(south.contains({6, 12}));
  for (const HexCoord h : north)
    EXPECT_FALSE(south.contains(h)) << toText(h);
  const std::set<HexCoord> both = exactly(R"({"sideOf":{"course":"patuxan"},"bearing":"north","inclusive":true})");
  for (std::int32_t c = 0; c < 20; ++c)
    for (std::int32_t r = 0; r < 15; ++r)
      EXPECT_TRUE(both.contains({c, r}) || south.contains({c, r})) << c << "." << r;
  // The two hexes of a river hexside are on different sides.
  EXPECT_TRUE(north.contains({2, 6}));
  EXPECT_TRUE(south.contains({2, 7}));
}

TEST_F(WhereOnAMap, SideOfALineFollowsTheLine) {
  const std::set<HexCoord> west = exactly(R"({"sideOf":{"line":["W0501","W0514"]},"bearing":"west"})");
  const std::set<HexCoord> rows = exactly(R"({"columns":[0,3]})");
  EXPECT_EQ(west, rows);
  EXPECT_TRUE(exactly(R"({"sideOf":{"line":["W0501","W0514"]},"bearing":"west","inclusive":true})").contains({4, 5}));
  const std::set<HexCoord> apart =
      exactly(R"({"sideOf":{"line":["W0501","W0514"]},"bearing":"west","adjacent":false})");
  EXPECT_FALSE(apart.contains({3, 5}));
  EXPECT_TRUE(apart.contains({2, 5}));
}

TEST_F(WhereOnAMap, BetweenIsWhatStraightLinesSweep) {
  const std::set<HexCoord> found = exactly(R"({"between":["W0105","W0905"],"inclusive":[true,false]})");
  for (const HexCoord h : mDocument.lattice().line({0, 4}, {8, 4}))
    EXPECT_EQ(found.contains(h), h != (HexCoord{8, 4})) << toText(h);
  EXPECT_FALSE(found.contains({4, 9}));
}

TEST_F(WhereOnAMap, RegionsTerrainsFeaturesAndRows) {
  const std::set<HexCoord> maryland = exactly(R"({"in":{"region":"maryland"}})");
  const std::set<HexCoord> virginia = exactly(R"({"in":{"region":"virginia"}})");
  EXPECT_GT(maryland.size(), 50U);
  EXPECT_EQ(exactly(R"({"all":[{"in":{"region":"maryland"}},{"in":{"region":"virginia"}}]})").size(), 0U);
  EXPECT_EQ(exactly(R"({"any":[{"in":{"region":"maryland"}},{"in":{"region":"virginia"}}]})").size(),
            maryland.size() + virginia.size());
  for (const HexCoord h : exactly(R"({"terrain":["woods"]})"))
    EXPECT_EQ(mDocument.terrain(h), "woods");
  EXPECT_EQ(exactly(R"({"rows":[3,5]})").size(), 60U);
  EXPECT_EQ(exactly(R"({"rows":["W0104","E0106"]})"), exactly(R"({"rows":[3,5]})"));
  EXPECT_EQ(exactly(R"({"rows":[null,0]})").size(), 20U);
  EXPECT_EQ(exactly(R"({"not":{"rows":[null,0]}})").size(), 280U);
  EXPECT_TRUE(exactly(R"({"has":["path.railroad"]})").contains({10, 7}));
  EXPECT_EQ(exactly(R"({"sheet":"W"})").size(), 150U);
  EXPECT_TRUE(exactly(R"({"in":{"kind":"place/station"}})").contains({9, 3}));
  EXPECT_EQ(exactly(R"({"adjacent":{"place":"kingsmill"}})").size(), 6U);
  EXPECT_EQ(exactly(R"({"awayFrom":[12,7],"atLeast":4})").size() + exactly(R"({"within":3,"of":[12,7]})").size(), 300U);
}

TEST_F(WhereOnAMap, NamesThatTheMapLacksAreSaid) {
  const AllowedHexes found = mFinder.hexes(R"({"within":3,"of":{"place":"kingsmil"}})");
  ASSERT_EQ(found.errors.size(), 1U);
  EXPECT_THAT(found.errors[0], HasSubstr("did you mean \"kingsmill\"?"));
  for (const char* broken :
       {"", "[1]", "{}", R"({"within":3})", R"({"within":"x","of":[1,2]})", R"({"between":[1]})"}) {
    EXPECT_EQ(mFinder.hexes(broken).errors.size(), 1U) << broken;
    EXPECT_EQ(mFinder.words(broken), broken);
  }
  EXPECT_FALSE(mFinder.ground(R"({"edge":[1]})"));
  EXPECT_EQ(mFinder.words(R"({"within":3,"of":{"place":"kingsmill"}})"), "within 3 of Kingsmill");
  EXPECT_EQ(mFinder.words(R"({"all":[{"sideOf":{"course":"patuxan"},"bearing":"north"},{"in":{"region":"harrow"}}]})"),
            "north of Patuxan River, in Harrow County");
}

Document withScenario() {
  Document document = sampleDocument("gcacw-primer");
  setRow(document, "oob", "formation", "aop", R"({"echelon":"army","name":"Army of the Patuxan","side":"union"})");
  setRow(document, "oob", "formation", "i",
         R"({"designation":"I","echelon":"corps","name":"First Corps","parent":"aop","side":"union"})");
  setRow(document, "oob", "unit", "hale",
         R"({"formation":"i","name":"Hale","side":"union","type":"infantry","values":{"mv":6}})");
  setRow(document, "oob", "unit", "boyd",
         R"({"formation":"i","name":"Boyd","side":"union","type":"infantry","values":{"mv":{"min":4,"max":6}}})");
  setRow(document, "oob", "leader", "reed",
         R"({"commands":"i","formation":"i","name":"Reed","side":"union","type":"leader"})");
  setRow(document, "oob", "unit", "late", R"({"name":"Late","side":"union","type":"cavalry","values":{"mv":2}})");
  setRow(document, "oob", "unit", "lost", R"({"name":"Lost","side":"union","type":"cavalry","values":{"mv":2}})");
  setRow(document, "scenarios/one", "scenario", "one", R"({"title":"One","start":{"date":"1863-06-28"},"turns":3})");
  setRow(document, "scenarios/one", "turn", "t1", R"({"n":1,"date":"1863-06-28","kind":"day"})");
  setRow(document, "scenarios/one", "turn", "t2", R"({"n":2,"date":"1863-06-29","kind":"day","weather":"rain"})");
  setRow(document, "scenarios/one", "turn", "t3", R"({"n":3,"date":"1863-06-30","kind":"day"})");
  setRow(document, "scenarios/one", "setup", "s1", R"({"unit":"hale","at":"W0405","values":{"fl":2},"order":1})");
  setRow(document, "scenarios/one", "setup", "s2",
         R"({"units":["boyd"],"where":{"within":2,"of":{"place":"kingsmill"}}})");
  setRow(document, "scenarios/one", "setup", "s3", R"({"unit":"reed","at":{"with":"hale"}})");
  setRow(document, "scenarios/one", "arrival", "a1", R"({"unit":"late","turn":2,"at":{"entry":"west"}})");
  return document;
}

TEST(Scenario, PlansTheSetUp) {
  const Document document = withScenario();
  const Result<Scenario> scenario = Scenario::read(document, "one");
  ASSERT_TRUE(scenario) << scenario.error().text();
  const OrderOfBattle army = armyOf(document, *scenario, unitsOf(document));
  const SetupPlan plan(document, *scenario, army);
  ASSERT_EQ(plan.placements().size(), 3U);
  EXPECT_EQ(plan.placements()[0].hex, (HexCoord{3, 4}));
  EXPECT_EQ(plan.placements()[1].kind, Placement::Kind::Area);
  EXPECT_EQ(plan.allowed(1).certain.size(), 19U);
  EXPECT_THAT(plan.unplaced(), ElementsAre("lost"));
  EXPECT_THAT(plan.doubles(), IsEmpty());
  EXPECT_EQ(scenario->turnIndex(scenario->arrivals[0].turn), std::size_t{1});
  EXPECT_EQ(scenario->shownTurn(1), "turn 2, 1863-06-29");
}

TEST(Scenario, WithOthersOfTheSameFormationMeansTheirPlaces) {
  Document document = withScenario();
  setRow(document, "oob", "unit", "guest",
         R"({"formation":"i","name":"Guest","side":"union","type":"infantry","values":{"mv":1}})");
  setRow(document, "scenarios/one", "setup", "s4",
         R"({"unit":"guest","where":{"with":{"sameAs":"corps"}},"sequence":9})");
  setRow(document, "scenarios/one", "setup", "s5",
         R"({"unit":"lost","where":{"with":{"sameAs":"corps"}},"sequence":9})");
  const Result<Scenario> scenario = Scenario::read(document, "one");
  const OrderOfBattle army = armyOf(document, *scenario, unitsOf(document));
  const SetupPlan plan(document, *scenario, army);
  // Hale's hex, and the nineteen where Boyd may be.
  EXPECT_EQ(plan.allowed(3).possible.size(), 20U);
  EXPECT_TRUE(plan.allowed(3).possible.contains({3, 4}));
  EXPECT_FALSE(plan.allowed(3).isExact());
  // Who is in no corps has no comrades: it stays open.
  EXPECT_EQ(plan.allowed(4).possible.size(), plan.where().inPlay().size());
}

TEST(Scenario, FindsPiecesThatAreSetUpTwiceOrMissing) {
  Document document = withScenario();
  setRow(document, "scenarios/one", "setup", "s4", R"({"formations":["i"],"at":"W0406"})");
  setRow(document, "scenarios/one", "setup", "s5", R"({"unit":"ghost","at":"W0406"})");
  const Result<Scenario> scenario = Scenario::read(document, "one");
  const OrderOfBattle army = armyOf(document, *scenario, unitsOf(document));
  const SetupPlan plan(document, *scenario, army);
  EXPECT_EQ(plan.doubles().size(), 3U);
  EXPECT_THAT(plan.doubles()[0].message, HasSubstr("is set up 2 times"));
  ASSERT_EQ(plan.missing().size(), 1U);
  EXPECT_EQ(plan.missing()[0].piece, "ghost");
}

TEST(Scenario, BecomesAPositionAndSaysWhatIsLeftToThePlayers) {
  const Document document = withScenario();
  const Result<Rules> rules = Rules::of(document);
  ASSERT_TRUE(rules) << rules.error().text();
  std::vector<std::string> open;
  const Result<Position> position = Position::fromScenario(document, "one", rules->book(), &open);
  ASSERT_TRUE(position) << position.error().text();
  const UnitState* hale = position->unit("hale");
  ASSERT_NE(hale, nullptr);
  EXPECT_EQ(hale->at.hex, (HexCoord{3, 4}));
  EXPECT_EQ(hale->values.at("fl"), Value::number(2));
  EXPECT_EQ(hale->values.at("corps"), Value::text("I")); // from its formation
  EXPECT_EQ(position->unit("reed")->at.hex, (HexCoord{3, 4}));
  EXPECT_EQ(position->unit("boyd")->at.kind, Location::Kind::Nowhere);
  EXPECT_TRUE(position->unit("boyd")->values.at("mv").isUnknown());
  EXPECT_EQ(position->unit("late"), nullptr);
  EXPECT_EQ(position->environment().turn, 1);
  EXPECT_EQ(position->environment().date, 18630628);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0], "set-up s2: Boyd within 2 of Kingsmill, 19 hexes");
}

TEST(Scenario, ChangesTheOrderOfBattleForItself) {
  Document document = withScenario();
  setRow(document, "oob", "formation", "ii", R"({"designation":"II","echelon":"corps","parent":"aop","side":"union"})");
  setRow(document, "scenarios/one", "attachment", "x", R"({"of":["boyd"],"to":"ii"})");
  setRow(document, "scenarios/one", "override", "y", R"({"unit":"hale","values":{"mv":5}})");
  setRow(document, "scenarios/one", "override", "z", R"({"unit":"lost","absent":true})");
  const Result<Scenario> scenario = Scenario::read(document, "one");
  const OrderOfBattle army = armyOf(document, *scenario, unitsOf(document));
  EXPECT_EQ(army.piece("boyd")->formation, "ii");
  EXPECT_EQ(army.value(*army.piece("hale"), "mv").number, Rational(5));
  EXPECT_TRUE(isOut(army, *scenario, "lost"));
  EXPECT_THAT(SetupPlan(document, *scenario, army).unplaced(), IsEmpty());
  EXPECT_EQ(OrderOfBattle(document, unitsOf(document)).piece("boyd")->formation, "i"); // the module's own is as it was
}

TEST(Scenario, TakesASliceOfAnotherOnesSchedule) {
  Document document = withScenario();
  setRow(document, "scenarios/one", "arrival", "a2", R"({"unit":"lost","turn":"t3","at":{"entry":"west"}})");
  setRow(
      document, "scenarios/two", "scenario", "two",
      R"({"title":"Two","inherits":[{"scenario":"one","sections":["turn","arrival"],"from":"t2","through":{"date":"1863-06-29"}}]})");
  const Result<Scenario> two = Scenario::read(document, "two");
  ASSERT_TRUE(two) << two.error().text();
  ASSERT_EQ(two->turns.size(), 1U);
  EXPECT_EQ(two->turns[0].id, "t2");
  ASSERT_EQ(two->arrivals.size(), 1U);
  EXPECT_EQ(two->arrivals[0].key.id, "a1");
  EXPECT_EQ(two->ownerOf({"arrival", "a1"}), "one");
  EXPECT_EQ(two->head.title, "Two");
  setRow(document, "scenarios/one", "scenario", "one", R"({"inherits":[{"scenario":"two","sections":["turn"]}]})");
  const Result<Scenario> round = Scenario::read(document, "two");
  ASSERT_FALSE(round);
  EXPECT_THAT(round.error().text(), HasSubstr("takes rows from itself"));
}

TEST(Scenario, StrengthGrowsWithArrivalsAndSaysWhatIsNotCertain) {
  Document document = withScenario();
  setRow(document, "scenarios/one", "arrival", "a2",
         R"({"unit":"lost","turn":{"roll":{"die":"d6"}},"at":{"entry":"west"}})");
  setRow(document, "scenarios/one", "withdrawal", "w1", R"({"unit":"hale","turn":3,"at":{"entry":"west"}})");
  const Result<Scenario> scenario = Scenario::read(document, "one");
  const OrderOfBattle army = armyOf(document, *scenario, unitsOf(document));
  const SetupPlan plan(document, *scenario, army);
  const std::vector<TurnStrength> turns = strengthByTurn(plan, "union", "mv");
  ASSERT_EQ(turns.size(), 3U);
  EXPECT_EQ(turns[0].total.shown(), "10–12"); // Hale 6, Boyd 4–6
  EXPECT_EQ(turns[1].total.shown(), "12–14"); // and Late 2
  EXPECT_EQ(turns[2].total.shown(), "6–8");   // Hale had to leave
  EXPECT_EQ(turns[0].pieces, 3U);             // with their leader
  EXPECT_EQ(turns[1].perhaps, 1U);
  EXPECT_TRUE(strengthByTurn(plan, "confederate", "mv")[0].total.isKnown());
}

TEST(Scenario, CoordinatesMoveWithTheMap) {
  Document document = withScenario();
  setRow(
      document, "scenarios/one", "setup", "s9",
      R"({"unit":"lost","where":{"all":[{"within":1,"of":[[4,5],{"hex":[6,7]}]},{"rows":[3,null]},{"columns":["W0101",9]},
             {"between":[[1,2],{"line":[[3,4],"W0101"]}]}]}})");
  setRow(document, "scenarios/one", "setup", "s8", R"({"unit":"lost","oneOf":[[4,5],{"edge":[4,5,1]}],"facing":2})");
  document.reframe({2, 1}, {22, 16});
  const json moved = json::parse(*document.record("scenarios/one", {"setup", "s9"}));
  EXPECT_EQ(moved["where"].dump(), R"({"all":[{"of":[[6,6],{"hex":[8,8]}],"within":1},{"rows":[4,null]},)"
                                   R"({"columns":["W0101",11]},{"between":[[3,3],{"line":[[5,5],"W0101"]}]}]})");
  const json places = json::parse(*document.record("scenarios/one", {"setup", "s8"}));
  EXPECT_EQ(places["oneOf"].dump(), R"([[6,6],{"edge":[6,6,1]}])");
  EXPECT_EQ(places["facing"], 2);
}

} // namespace
} // namespace hotchkiss
