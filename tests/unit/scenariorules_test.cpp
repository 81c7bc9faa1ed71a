#include "libscenario/module/modulefiles.h"
#include "libscenario/package/package.h"
#include "libscenario/rules/query.h"
#include "libscenario/scenario/scenariorules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A small map with one scenario, "raid".
Document moduleWithRaid(const std::map<std::pair<std::string, std::string>, json>& rows) {
  NewModule wanted;
  wanted.id = "raids";
  wanted.title = "Raids";
  wanted.ruleset = "gcacw";
  wanted.extent = {6, 6};
  Document out = makeModule(wanted);
  for (std::int32_t c = 0; c < 6; ++c)
    for (std::int32_t r = 0; r < 6; ++r)
      out.setHex({c, r}, {out.pool().intern(c == 3 ? "woods" : "clear"), TextPool::kNone, HexValue::kNoLevel});
  for (const auto& [key, body] : rows)
    out.setRecord("scenarios/raid", {key.first, key.second}, body.dump());
  return out;
}

json costIntoWoods(const Rules& rules) {
  Position position;
  position.put({"u", "union", "infantry", "", {Location::Kind::Hex, {2, 3}, {}}, 0, 0, {{"mv", Value::number(8)}}});
  const Result<Situation> situation = Situation::make(std::make_shared<const Rules>(rules), position);
  const auto answer = query(*situation, "move", {{"unit", "u"}, {"to", {3, 3}}, {"allowance", 20}});
  return answer ? (*answer)["mp"] : json(answer.error().text());
}

std::string parameterOf(const Rules& rules, const char* id) {
  const Expression& value = rules.book().parameters().at(id).value;
  return value.node(value.root()).literal.shown();
}

std::string capOf(const Rules& rules) {
  return parameterOf(rules, "max_attack");
}

const std::pair<std::string, std::string> kRaid{"scenario", "raid"};

TEST(ScenarioRules, PublishedOverlaysOfTheHeadHoldInTheScenarioOnly) {
  const Document map = moduleWithRaid({{kRaid, {{"title", "Raid"}, {"overlays", {"otr"}}}}});
  const Result<Rules> plain = Rules::of(map);
  const Result<Rules> raid = Rules::of(map, "raid");
  ASSERT_TRUE(plain && raid) << raid.error().text();
  EXPECT_EQ(capOf(*plain), "80");
  EXPECT_EQ(capOf(*raid), "70");
}

TEST(ScenarioRules, OwnRowsAddReplaceAndRemove) {
  const json dearer{{"cells", {9, 11}},
                    {"order", 130},
                    {"source", "gcacw-charts Terrain Chart"},
                    {"table", "move_base"},
                    {"when", "eff(to) = 'woods'"}};
  const Document map = moduleWithRaid(
      {{kRaid, {{"title", "Raid"}}},
       {{"overlay", "thickets"}, {{"section", "row"}, {"id", "move_base.woods"}, {"row", dearer}, {"note", "May."}}},
       {{"overlay", "no_bluffs"}, {{"section", "row"}, {"id", "move_extra.bluff"}, {"row", nullptr}}}});
  const Result<Rules> plain = Rules::of(map);
  const Result<Rules> raid = Rules::of(map, "raid");
  ASSERT_TRUE(plain && raid) << raid.error().text();
  EXPECT_EQ(costIntoWoods(*plain), 6);
  EXPECT_EQ(costIntoWoods(*raid), 9);
  EXPECT_THAT(plain->book().rowIds(), testing::Contains("move_extra/move_extra.bluff"));
  EXPECT_THAT(raid->book().rowIds(), testing::Not(testing::Contains("move_extra/move_extra.bluff")));
}

TEST(ScenarioRules, ErrorsNameTheScenarioFile) {
  const Result<Rules> typo = Rules::of(moduleWithRaid({{kRaid, {{"title", "Raid"}, {"overlays", {"otrr"}}}}}), "raid");
  ASSERT_FALSE(typo);
  EXPECT_THAT(typo.error().text(), HasSubstr("scenarios/raid.json"));
  EXPECT_THAT(typo.error().text(), HasSubstr("did you mean \"otr\"?"));
  const Result<Rules> bad =
      Rules::of(moduleWithRaid({{kRaid, {{"title", "Raid"}}},
                                {{"overlay", "odd"}, {{"section", "row"}, {"id", "x"}, {"row", {{"table", 3}}}}}}),
                "raid");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().text(), HasSubstr("scenarios/raid.json: row x"));
  const Result<Rules> gone = Rules::of(
      moduleWithRaid({{kRaid, {{"title", "Raid"}}},
                      {{"overlay", "odd"}, {{"section", "row"}, {"id", "move_base.wods"}, {"row", nullptr}}}}),
      "raid");
  ASSERT_FALSE(gone);
  EXPECT_THAT(gone.error().text(), HasSubstr("move_base.wods"));
  EXPECT_FALSE(Rules::of(moduleWithRaid({{kRaid, {{"title", "Raid"}}}}), "ride"));
}

TEST(ScenarioRules, OptionsChoosePolicies) {
  const auto policiesOf = [](const Document& map) {
    const Result<Rules> rules = Rules::of(map, "raid");
    EXPECT_TRUE(rules) << rules.error().text();
    const Result<Position> position = Position::fromScenario(map, "raid", rules->book());
    EXPECT_TRUE(position) << position.error().text();
    return position ? position->environment().policies : std::map<std::string, Value>();
  };
  const auto chosen = policiesOf(moduleWithRaid({{kRaid, {{"title", "Raid"}}},
                                                 {{"option", "optional_fl4_march"}, {{"on", true}}},
                                                 {{"option", "half_entrenched"}, {{"value", "cv"}}},
                                                 {{"option", "one_hex_retreat"}, {{"name", "The players agree"}}},
                                                 {{"option", "fog"}, {{"on", true}}}}));
  EXPECT_EQ(chosen, (std::map<std::string, Value>{{"half_entrenched", Value::text("cv")},
                                                  {"optional_fl4_march", Value::flag(true)}}));
  // What the head says of the environment goes first.
  const auto said = policiesOf(
      moduleWithRaid({{kRaid, {{"title", "Raid"}, {"environment", {{"policies", {{"optional_fl4_march", false}}}}}}},
                      {{"option", "optional_fl4_march"}, {{"on", true}}}}));
  EXPECT_EQ(said, (std::map<std::string, Value>{{"optional_fl4_march", Value::flag(false)}}));
  const Document wrong =
      moduleWithRaid({{kRaid, {{"title", "Raid"}}}, {{"option", "half_entrenched"}, {{"value", "weight"}}}});
  const Result<Position> refused = Position::fromScenario(wrong, "raid", Rules::of(wrong)->book());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("no choice of the policy half_entrenched"));
}

TEST(ScenarioRules, PackagesCarryPublishedOverlaysWrittenOut) {
  const json cap{{"name", "Most CV"}, {"source", "gcacw-basic 7.2"}, {"value", 55}};
  const Document map =
      moduleWithRaid({{kRaid, {{"title", "Raid"}, {"overlays", {"otr"}}}},
                      {{"overlay", "cap"}, {{"section", "parameter"}, {"id", "max_defend"}, {"row", cap}}}});
  const Result<std::string> bytes = makePackage(map, Level::Draft, {});
  ASSERT_TRUE(bytes) << bytes.error().text();
  const Result<OpenedPackage> opened = openPackage(std::string_view(*bytes));
  ASSERT_TRUE(opened) << opened.error().text();
  const Result<LoadedModule> module = readModule(opened->files);
  ASSERT_TRUE(module) << module.error().text();
  EXPECT_THAT(opened->files.at("scenarios/raid.json"), testing::Not(HasSubstr("\"otr\"")));
  const Result<Rules> raid = Rules::of(module->document, "raid");
  ASSERT_TRUE(raid) << raid.error().text();
  EXPECT_EQ(capOf(*raid), "70");
  EXPECT_EQ(parameterOf(*raid, "max_defend"), "55"); // rows of its own win
  EXPECT_EQ(*makePackage(module->document, Level::Draft, {}), *bytes);
}

TEST(EnvironmentStates, AreDeclaredAndTyped) {
  const Result<Rules> rules = Rules::of(moduleWithRaid({}));
  ASSERT_TRUE(rules);
  const auto complaint = [&](const json& states) {
    const json file{{"formatVersion", 1},
                    {"kind", "position"},
                    {"rows", {{"environment", "now", {{"states", states}, {"turn", 3}}}, json::array()}}};
    const Result<Position> read = Position::read(file.dump(), rules->book(), rules->document());
    return read ? std::string("accepted") : read.error().text();
  };
  EXPECT_EQ(complaint({{"unfordable_major", 4}}), "accepted");
  EXPECT_EQ(complaint({{"unfordable_major", {{"unknown", true}}}}), "accepted");
  EXPECT_EQ(complaint({{"random_events", true}}), "accepted");
  EXPECT_THAT(complaint({{"unfordable_mayor", 4}}), HasSubstr("did you mean \"unfordable_major\"?"));
  EXPECT_THAT(complaint({{"unfordable_major", true}}), HasSubstr("write a whole number"));
  EXPECT_THAT(complaint({{"unfordable_major", -1}}), HasSubstr("outside the range"));
  EXPECT_THAT(complaint({{"random_events", 1}}), HasSubstr("write true or false"));
}

TEST(EnvironmentStates, RulesAskForDeclaredOnesOnly) {
  Ruleset ruleset = *Ruleset::load("gcacw");
  ASSERT_TRUE(ruleset.overlay(
      {{{"decision", "raining"}, R"j({"expression":"env.state('rain_til') > 0","source":"gcacw-basic 12.0"})j"}},
      "overlay.json"));
  const Result<Rulebook> book = Rulebook::read(ruleset);
  ASSERT_FALSE(book);
  EXPECT_THAT(book.error().text(), HasSubstr("did you mean \"rain_until\"?"));
}

} // namespace
} // namespace hotchkiss
