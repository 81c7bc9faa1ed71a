// What a scenario is ready for, whatever the other scenarios of its module are.
#include "libscenario/package/package.h"
#include "libscenario/scenario/onescenario.h"
#include "libscenario/scenario/setupplan.h"
#include "libscenario/validation/scenariofindings.h"
#include "tests/unit/checkfixture.h"

#include <gmock/gmock.h>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kOurs = "little_round_top_ours";
constexpr const char* kPrinted = "little_round_top";
constexpr const char* kOursFile = "scenarios/little_round_top_ours.json";

std::vector<Finding> foundIn(const ModuleFiles& files) {
  const Result<LoadedModule> module = readModule(files);
  EXPECT_TRUE(module) << module.error().text();
  return validate(*module);
}

/// What stands between a scenario and the level.
std::vector<Finding> inTheWay(const std::vector<Finding>& findings, const std::string& scenario, Level level) {
  std::vector<Finding> out = findingsFor(scenario, findings);
  std::erase_if(out, [&](const Finding& finding) { return !blocks(finding, level); });
  return out;
}

const std::vector<Finding>& ofGettysburg() {
  static const std::vector<Finding> kFindings = foundIn(sampleFiles("gettysburg"));
  return kFindings;
}

TEST(ScenarioLevel, OurFiguresMakeOneScenarioPlayable) {
  EXPECT_EQ(findingsAsText(inTheWay(ofGettysburg(), kOurs, Level::Playable)), "no findings\n");
  EXPECT_EQ(levelReached(kOurs, ofGettysburg()), Level::Playable);
}

TEST(ScenarioLevel, WhatOnlyCountersSayIsAskedForByName) {
  EXPECT_EQ(levelReached(kPrinted, ofGettysburg()), Level::Map);
  const std::vector<Finding> found = inTheWay(ofGettysburg(), kPrinted, Level::Playable);
  std::set<std::string> asked;
  for (const Finding& finding : found)
    if (finding.check == "TSS-V56") {
      EXPECT_EQ(finding.scenario, kPrinted);
      EXPECT_THAT(finding.message, HasSubstr("the counter is not at hand"));
      EXPECT_THAT(finding.fix, HasSubstr("Whoever has the counters"));
      asked.insert(finding.message.substr(0, finding.message.find(" of ")));
    }
  EXPECT_TRUE(asked.contains("Counter data missing, Union: the strength")) << findingsAsText(found);
  EXPECT_TRUE(asked.contains("Counter data missing, Confederate: the weapon")) << findingsAsText(found);
  EXPECT_TRUE(asked.contains("Counter data missing, Union: the effectiveness radius")) << findingsAsText(found);
}

TEST(ScenarioLevel, OtherScenariosDoNotStandInTheWay) {
  ModuleFiles files = sampleFiles("gettysburg");
  applyEdit(files, {{"file", "scenarios/second_day.json"},
                    {"put", {"setup", "wrong", {{"units", {"usa.nobody"}}, {"at", {10, 10}}}}}});
  const std::vector<Finding> found = foundIn(files);
  EXPECT_EQ(levelReached("second_day", found), std::nullopt);
  EXPECT_EQ(levelReached(kOurs, found), Level::Playable);
  // What is wrong with the map is wrong for all of them.
  applyEdit(files, {{"file", "map/hexes.json"}, {"put", {5, 5, "lava"}}});
  EXPECT_EQ(levelReached(kOurs, foundIn(files)), std::nullopt);
}

TEST(ScenarioLevel, AScenarioIsJudgedByItsOwnArmy) {
  ModuleFiles files = sampleFiles("gettysburg");
  applyEdit(files, {{"file", kOursFile}, {"merge", {"override", "usa.v.1.3.20_me", {{"values", {{"weapon", "N"}}}}}}});
  const std::vector<Finding> found = foundIn(files);
  const auto fault = std::find_if(found.begin(), found.end(), [](const Finding& f) { return f.check == "TSS-V33"; });
  ASSERT_NE(fault, found.end());
  EXPECT_EQ(fault->scenario, kOurs);
  EXPECT_EQ(fault->place.file, kOursFile);
  EXPECT_EQ(fault->place.thing, "override usa.v.1.3.20_me");
  EXPECT_EQ(levelReached(kOurs, found), std::nullopt);
  EXPECT_EQ(levelReached(kPrinted, found), Level::Map);
}

TEST(ScenarioLevel, WhatAScenarioSettlesIsNoFaultOfIts) {
  ModuleFiles files = sampleFiles("gettysburg");
  applyEdit(files, {{"file", "oob.json"}, {"merge", {"unit", "usa.v.1.3.20_me", {{"values", {{"weapon", "N"}}}}}}});
  const std::vector<Finding> found = foundIn(files);
  EXPECT_EQ(levelReached(kOurs, found), Level::Playable) << "its override says R";
  EXPECT_EQ(levelReached(kPrinted, found), std::nullopt);
}

TEST(ScenarioLevel, ValuesOfEveryRowAreChecked) {
  ModuleFiles files = sampleFiles("gettysburg");
  applyEdit(files, {{"file", kOursFile}, {"merge", {"override", "usa.v.1.3.20_me", {{"values", {{"strength", 12}}}}}}});
  applyEdit(files, {{"file", "scenarios/little_round_top.json"},
                    {"merge", {"arrival", "usa.01", {{"values", {{"stance", "kneeling"}}}}}}});
  std::set<std::string> messages;
  for (const Finding& finding : foundIn(files))
    if (finding.check == "TSS-V32" || finding.check == "CORE-V28")
      messages.insert(finding.scenario + " " + finding.place.thing + " " + finding.place.file);
  EXPECT_TRUE(messages.contains(std::string(kOurs) + " override usa.v.1.3.20_me " + kOursFile));
  EXPECT_TRUE(messages.contains("little_round_top arrival usa.01 scenarios/little_round_top.json"));
  // The row is the other scenario's; this one only takes it.
  EXPECT_TRUE(messages.contains("little_round_top_ours arrival usa.01 scenarios/little_round_top.json"));
}

TEST(ScenarioLevel, APackageOfOneScenarioHoldsNoOther) {
  const Result<LoadedModule> module = readModule(sampleFiles("gettysburg"));
  ASSERT_TRUE(module);
  const Result<LoadedModule> one = withOneScenario(module->document, kOurs);
  ASSERT_TRUE(one) << one.error().text();
  EXPECT_EQ(Scenario::idsOf(one->document), std::vector<std::string>{kOurs});
  const Result<Scenario> before = Scenario::read(module->document, kOurs);
  const Result<Scenario> after = Scenario::read(one->document, kOurs);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after->setups.size(), before->setups.size());
  EXPECT_EQ(after->turns.size(), before->turns.size());
  EXPECT_EQ(after->head.title, before->head.title);
  const std::vector<Finding> found = validate(*one);
  EXPECT_EQ(levelReached(kOurs, found), Level::Playable) << findingsAsText(inTheWay(found, kOurs, Level::Playable));
  const Result<std::string> package = makePackage(one->document, Level::Playable, found, kOurs);
  ASSERT_TRUE(package) << package.error().text();
  const Result<OpenedPackage> opened = openPackage(std::string_view(*package));
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_EQ(opened->scenario, kOurs);
  EXPECT_EQ(opened->level, "playable");
  EXPECT_FALSE(opened->files.contains("scenarios/second_day.json"));
}

TEST(ScenarioLevel, UnknownScenariosAreRefusedWithAHint) {
  const Result<LoadedModule> module = readModule(sampleFiles("gettysburg"));
  ASSERT_TRUE(module);
  const Outcome outcome = hasScenario(module->document, "little_round_top_our");
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().text(), HasSubstr("did you mean \"little_round_top_ours\"?"));
  EXPECT_FALSE(withOneScenario(module->document, "nowhere"));
}

} // namespace
} // namespace hotchkiss
