// What there is to win, turn by turn.
#include "libscenario/scenario/objectivepoints.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

class PointsToWin : public testing::Test {
 protected:
  void add(const char* section, const char* id, const char* text) {
    mDocument.setRecord("scenarios/one", {section, id}, nlohmann::json::parse(text).dump());
  }
  void SetUp() override {
    add("scenario", "one", R"({"title":"One"})");
    add("turn", "t1", R"({"n":1,"kind":"day"})");
    add("turn", "t2", R"({"n":2,"kind":"night"})");
    add("turn", "t3", R"({"n":3,"kind":"day"})");
    add("turn", "t4", R"({"n":4,"kind":"day"})");
  }
  std::vector<std::string> of(const std::string& side) {
    const Result<Scenario> scenario = Scenario::read(mDocument, "one");
    EXPECT_TRUE(scenario.ok());
    std::vector<std::string> out;
    for (const ObjectivePoints& points : objectivePoints(*scenario))
      if (points.side == side)
        for (const ArmyTotal& total : points.byTurn)
          out.push_back(total.shown());
    return out;
  }
  using Words = std::vector<std::string>;
  Document mDocument;
};

TEST_F(PointsToWin, AtTheEndOnceAndOnEachTurn) {
  EXPECT_TRUE(of("red").empty());
  add("objective", "a", R"({"kind":"hold","side":"red","vp":5,"score":"end"})");
  EXPECT_EQ(of("red"), (Words{"0", "0", "0", "5"}));
  add("objective", "b", R"({"kind":"hold","side":"red","vp":2,"score":"once","turns":{"from":"t2"}})");
  EXPECT_EQ(of("red"), (Words{"0", "2", "2", "7"}));
  add("objective", "c", R"({"kind":"hold","side":"red","vp":1,"score":"eachTurn","turns":{"kinds":["day"]}})");
  EXPECT_EQ(of("red"), (Words{"1", "3", "4", "10"}));
  add("objective", "d", R"({"kind":"hold","side":"blue","vp":3,"score":"eachTurn","turns":{"through":"t2"}})");
  EXPECT_EQ(of("blue"), (Words{"3", "6", "6", "6"}));
  EXPECT_EQ(of("red"), (Words{"1", "3", "4", "10"})) << "each side for itself";
}

TEST_F(PointsToWin, WhatExpiresCountsUntilThen) {
  add("objective", "a", R"({"kind":"hold","side":"red","vp":5,"expires":"t3"})");
  EXPECT_EQ(of("red"), (Words{"0", "0", "5", "5"}));
}

TEST_F(PointsToWin, WhatHasNoEndOrIsNotKnownIsSaidSo) {
  add("objective", "a", R"({"kind":"hold","vp":4,"score":"once"})");
  add("objective", "b", R"({"kind":"loss","vp":1,"per":"unit"})");
  EXPECT_EQ(of(""), (Words{"at least 4", "at least 4", "at least 4", "at least 4"}));
  add("objective", "c", R"({"kind":"hold","side":"red","vp":{"min":2,"max":6},"score":"once"})");
  EXPECT_EQ(of("red"), (Words{"2–6", "2–6", "2–6", "2–6"}));
}

} // namespace
} // namespace hotchkiss
