#include "libscenario/rules/askedfacts.h"
#include "libscenario/rules/reachpath.h"
#include "rulestest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotchkiss {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(ReachPath, AddsUpToTheCostOfItsEnd) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  const UnitState& mover = *situation->position().unit("b2");
  const Rational allowance(5);
  const Result<Reach> reach = findReach(*situation, {"b2", allowance, std::nullopt});
  ASSERT_TRUE(reach) << reach.error().text();
  std::size_t paths = 0;
  for (std::int32_t c = 0; c < reach->extent.width; ++c)
    for (std::int32_t r = 0; r < reach->extent.height; ++r) {
      const HexCoord to{c, r};
      const Result<std::vector<PathPoint>> path = explainPath(*situation, mover, allowance, *reach, to);
      ASSERT_TRUE(path) << path.error().text();
      const bool isReached = reach->possible[reach->index(to)] != Reach::kUnreached;
      ASSERT_EQ(path->empty(), !isReached);
      if (!isReached)
        continue;
      EXPECT_EQ(path->front().hex, mover.at.hex);
      EXPECT_EQ(path->back().hex, to);
      EXPECT_EQ(path->back().cost, reach->possible[reach->index(to)]);
      for (std::size_t i = 1; i < path->size(); ++i) {
        ASSERT_TRUE((*path)[i].step);
        EXPECT_FALSE((*path)[i].step->because.empty());
        EXPECT_LE((*path)[i - 1].cost, (*path)[i].cost);
      }
      ++paths;
      const Result<std::optional<RefusedStep>> refusal = explainRefusal(*situation, mover, allowance, *reach, to);
      ASSERT_TRUE(refusal);
      EXPECT_FALSE(*refusal);
    }
  EXPECT_GT(paths, 10U);
}

TEST(ReachPath, SaysWhyAHexIsOutOfReach) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  const UnitState& mover = *situation->position().unit("b2");
  const Result<Reach> reach = findReach(*situation, {"b2", Rational(2), std::nullopt});
  ASSERT_TRUE(reach);
  std::size_t refused = 0;
  for (std::int32_t c = 0; c < reach->extent.width; ++c)
    for (std::int32_t r = 0; r < reach->extent.height; ++r) {
      const Result<std::optional<RefusedStep>> refusal =
          explainRefusal(*situation, mover, Rational(2), *reach, HexCoord{c, r});
      ASSERT_TRUE(refusal);
      if (!*refusal)
        continue;
      ++refused;
      EXPECT_EQ(reach->lattice.distance((*refusal)->from, {c, r}), 1);
      EXPECT_NE(reach->possible[reach->index((*refusal)->from)], Reach::kUnreached);
      if ((*refusal)->step) {
        EXPECT_TRUE(!(*refusal)->step->possible || (*refusal)->step->takesAll ||
                    (*refusal)->step->least > (*refusal)->left);
      } else {
        EXPECT_TRUE((*refusal)->hadToStop);
      }
    }
  EXPECT_GT(refused, 3U);
}

TEST(ReachPath, CancelledSearchesEndWithAnError) {
  const Result<Situation> situation = fifthSituation();
  ASSERT_TRUE(situation);
  std::stop_source stop;
  stop.request_stop();
  ReachQuestion question{"b2", Rational(5), std::nullopt};
  question.cancel = stop.get_token();
  EXPECT_FALSE(findReach(*situation, question));
  const UnitState& mover = *situation->position().unit("b2");
  EXPECT_FALSE(CompiledMap::compile(situation->rules(), situation->position().environment(), mover, stop.get_token()));
}

TEST(AskedFacts, GoThroughTheDecisionsThatADecisionUses) {
  const Result<Ruleset> ruleset = Ruleset::load("gcacw");
  ASSERT_TRUE(ruleset);
  const Result<Rulebook> book = Rulebook::read(*ruleset);
  ASSERT_TRUE(book) << book.error().text();
  const AskedFacts allowance = askedFacts(*book, {"forced_allowance"}); // only march_allowance asks for the die
  EXPECT_THAT(allowance.arguments, Contains("die"));
  EXPECT_THAT(allowance.members, Contains("arm"));
  const AskedFacts contact = askedFacts(*book, {"move_contact"});
  EXPECT_THAT(contact.members, Contains("acted"));
  EXPECT_THAT(contact.arguments, Not(Contains("die")));
  EXPECT_THAT(askedFacts(*book, {"move_base"}).environment, Contains("weather"));
  EXPECT_THAT(askedFacts(*book, {"no such decision", ""}).members, IsEmpty());
}

} // namespace
} // namespace hotchkiss
