#include "libscenario/rules/reach.h"
#include "libscenario/rules/trace.h"
#include "rulestest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Position, IsWrittenAndReadAgain) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation) << situation.error().text();
  const std::string text = situation->position().write();
  const Result<Position> again = Position::read(text, fifthRules()->book(), fifthRules()->document());
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(*again, situation->position());
  EXPECT_EQ(again->write(), text);
}

TEST(Position, RefusesWhatTheRulesetDoesNotKnow) {
  const auto complaint = [](const std::string& row) {
    const Result<Position> position = Position::read(R"({"formatVersion":1,"kind":"position","rows":[)" + row + ",[]]}",
                                                     fifthRules()->book(), fifthRules()->document());
    return position ? std::string("accepted") : position.error().text();
  };
  EXPECT_THAT(complaint(R"(["unit","a",{"side":"blu","type":"pikes"}])"), HasSubstr("did you mean \"blue\"?"));
  EXPECT_THAT(complaint(R"(["unit","a",{"side":"blue","type":"pike"}])"), HasSubstr("did you mean \"pikes\"?"));
  EXPECT_THAT(complaint(R"(["unit","a",{"side":"blue","type":"pikes","values":{"man":1}}])"),
              HasSubstr("did you mean \"men\"?"));
  EXPECT_THAT(complaint(R"(["unit","a",{"side":"blue","type":"pikes","at":[99,1]}])"), HasSubstr("not on the map"));
  EXPECT_THAT(complaint(R"(["unit","a",{"side":"blue","type":"pikes","at":"9999"}])"), HasSubstr("outside"));
  EXPECT_THAT(complaint(R"(["environment","now",{"weather":"fog"}])"), HasSubstr("fog"));
  EXPECT_THAT(complaint(R"(["environment","now",{"policies":{"mist_hides":3}}])"), HasSubstr("choose one of yes, no"));
  EXPECT_THAT(complaint(R"(["crossing","nowhere",{"status":"laid"}])"), HasSubstr("no crossing"));
  EXPECT_EQ(complaint(R"(["unit","a",{"side":"blue","type":"pikes","at":{"aboard":"b"}}])"), "accepted");
}

TEST(Position, ComesFromAScenario) {
  Document document = fifthDocument();
  document.setRecord("oob", {"unit", "p1"}, R"({"side":"blue","type":"pikes","values":{"men":4}})");
  document.setRecord("scenarios/dawn", {"scenario", "dawn"}, R"({"environment":{"weather":"mist","turn":2}})");
  document.setRecord("scenarios/dawn", {"setup", "s1"}, R"({"unit":"p1","at":"0304","values":{"broken":true}})");
  const Result<Position> position = Position::fromScenario(document, "dawn", fifthRules()->book());
  ASSERT_TRUE(position) << position.error().text();
  ASSERT_NE(position->unit("p1"), nullptr);
  EXPECT_EQ(position->unit("p1")->at.hex, (HexCoord{2, 3}));
  EXPECT_TRUE(position->unit("p1")->values.at("broken").isTrue());
  EXPECT_EQ(position->environment().weather, "mist");
  EXPECT_THAT(Position::fromScenario(document, "dusk", fifthRules()->book()).error().text(), HasSubstr("known: dawn"));
}

TEST(Situation, KeepsZonesAndStacksUpToDate) {
  Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  ASSERT_TRUE(situation->moveUnit("r1", {6, 3}));
  ASSERT_TRUE(situation->moveUnit("b1", {4, 4}));
  ASSERT_TRUE(situation->removeUnit("r2"));
  ASSERT_TRUE(situation->setCrossing("long_plank", {"lifted", ""}));
  const Result<Situation> fresh = Situation::make(fifthRules(), situation->position());
  ASSERT_TRUE(fresh);
  EXPECT_EQ(situation->zones(), fresh->zones());
  EXPECT_EQ(situation->position().unitsAt({4, 4}), std::vector<std::string>{"b1"});
  EXPECT_FALSE(situation->moveUnit("nobody", {1, 1}));
  EXPECT_FALSE(situation->moveUnit("b1", {-1, 1}));
}

TEST(Reach, SaysWhatIsCertainPossibleAndToBlame) {
  Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  Environment mist = situation->position().environment();
  mist.weather = "mist";
  ASSERT_TRUE(situation->setEnvironment(mist));
  UnitState scout{"s", "blue", "pikes", "", {Location::Kind::Hex, {3, 0}, {}}, 0, 0, {{"men", Value::number(1)}}};
  ASSERT_TRUE(situation->putUnit(scout));
  const Result<Reach> reach = findReach(*situation, {"s", Rational(5), std::nullopt});
  ASSERT_TRUE(reach) << reach.error().text();
  const std::size_t fen = reach->index({3, 1});
  EXPECT_EQ(reach->possible[fen], 6U); // two points in thirds
  EXPECT_EQ(reach->certain[fen], 9U);
  EXPECT_EQ(reach->blame, std::vector<std::string>{"step_base/step_base.fen/2"});
  const Result<Reach> little = findReach(*situation, {"s", Rational(2), std::nullopt});
  ASSERT_TRUE(little);
  // One step is always allowed, so it is certain even where its cost is not.
  EXPECT_EQ(little->certain[fen], 6U);
}

TEST(Reach, FollowsPathsAndExplainsThem) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  const auto answer = query(*situation, "reach", {{"unit", "b2"}, {"allowance", 2}, {"to", {5, 4}}});
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ((*answer)["reached"], true);
  EXPECT_EQ((*answer)["path"].size(), 4U);
  EXPECT_EQ((*answer)["path"][1]["step"]["way"], "track");
  EXPECT_EQ((*answer)["because"][0]["reference"], "isles 3.1");
}

TEST(Shape, TheDearestPartSetsThePace) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  // The column at 0507 has its second part west of it; going east the part behind enters the dune it leaves.
  const auto answer = query(*situation, "move", {{"unit", "w1"}, {"to", {5, 6}}});
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ((*answer)["mp"], "4/3");
}

TEST(Trace, HasLegsAndAGoal) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  const Result<Trace> supply = findTrace(*situation, "supply", "b3", {{3, 5}, {}});
  ASSERT_TRUE(supply) << supply.error().text();
  ASSERT_TRUE(supply->points.contains(HexCoord{0, 4}));
  EXPECT_TRUE(supply->points.at({0, 4}).isGoal);
  EXPECT_EQ(supply->points.at({0, 4}).stage, 1U);
  EXPECT_THAT(findTrace(*situation, "suply", "b3", {{3, 5}, {}}).error().text(), HasSubstr("did you mean \"supply\"?"));
}

TEST(Query, RefusesBadArguments) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  const auto complaint = [&](const char* name, const json& args) {
    const auto answer = query(*situation, name, args);
    return answer ? answer->dump() : answer.error().text();
  };
  EXPECT_THAT(complaint("mvoe", json::object()), HasSubstr("did you mean \"move\"?"));
  EXPECT_THAT(complaint("move", json::object()), HasSubstr("\"unit\" is missing"));
  EXPECT_THAT(complaint("move", json{{"unit", "b9"}, {"to", {1, 1}}}), HasSubstr("did you mean"));
  EXPECT_THAT(complaint("move", json{{"unit", "b1"}, {"to", {9, 1}}}), HasSubstr("goes to a neighbour"));
  EXPECT_THAT(complaint("move", json{{"unit", "b1"}, {"to", {99, 1}}}), HasSubstr("not on the map"));
  EXPECT_THAT(complaint("reach", json{{"unit", "b1"}, {"allowance", "1/7"}}),
              HasSubstr("no number of movement points"));
  EXPECT_THAT(complaint("decide", json{{"decision", "pase"}}), HasSubstr("did you mean \"pace\"?"));
  EXPECT_THAT(complaint("decide", json{{"decision", "calendar"}}), HasSubstr("1 parameter"));
}

} // namespace
} // namespace hotchkiss
