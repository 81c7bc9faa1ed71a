#include "libscenario/rules/rulebook.h"
#include "libscenario/rules/vectors.h"
#include "rulestest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace hotchkiss {
namespace {

using testing::HasSubstr;

/// The rulebook of the made-up system with one row changed.
Result<Rulebook> withRow(const std::string& section, const std::string& id, const std::string& body) {
  Document document = fifthDocument();
  document.setRecord("overlay", {section, id}, body);
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return ruleset.error();
  return Rulebook::read(*ruleset);
}

std::string complaint(const std::string& section, const std::string& id, const std::string& body) {
  const Result<Rulebook> book = withRow(section, id, body);
  return book ? "accepted" : book.error().text();
}

TEST(Rulebook, NamesFileLineAndNearestName) {
  EXPECT_EQ(complaint("row", "step_base.moor", R"({"table":"step_bsae","then":1,"source":"isles"})"),
            "overlay.json:2: row step_base.moor: there is no table \"step_bsae\"; did you mean \"step_base\"?");
  EXPECT_THAT(complaint("row", "step_base.moor",
                        R"({"table":"step_base","when":"to.terrain = 'moo'","then":1,"source":"isles"})"),
              HasSubstr("there is no terrain \"moo\" in \"to.terrain = 'moo'\"; did you mean \"moor\"?"));
  EXPECT_THAT(complaint("row", "step_base.moor",
                        R"j({"table":"step_base","when":"edge.has('scrap')","then":1,"source":"isles"})j"),
              HasSubstr("did you mean \"scarp\"?"));
  EXPECT_THAT(complaint("row", "step_base.moor",
                        R"({"table":"step_base","when":"to.terain = 'moor'","then":1,"source":"isles"})"),
              HasSubstr("did you mean \"terrain\"?"));
  EXPECT_THAT(complaint("row", "step_base.moor", R"({"table":"step_base","then":"mover.pase","source":"isles"})"),
              HasSubstr("did you mean \"pace\"?"));
  EXPECT_THAT(complaint("row", "step_base.moor", R"({"table":"step_base","then":"param.cairn_rage","source":"isles"})"),
              HasSubstr("did you mean \"cairn_range\"?"));
  EXPECT_THAT(complaint("strategy", "march", R"({"mechanism":"movement","base":"step_bose","source":"isles"})"),
              HasSubstr("did you mean \"step_base\"?"));
}

TEST(Rulebook, RefusesWhatMakesNoSense) {
  EXPECT_THAT(complaint("row", "step_base.moor", R"({"table":"step_base","then":null,"source":"isles"})"),
              HasSubstr("then"));
  EXPECT_THAT(complaint("row", "step_base.moor", R"({"table":"step_base","then":1.5,"source":"isles"})"),
              HasSubstr("then"));
  EXPECT_THAT(complaint("row", "step_base.moor", R"({"table":"step_base","cells":[1],"source":"isles"})"),
              HasSubstr("2 columns, the row 1 cell"));
  EXPECT_THAT(complaint("row", "step_base.moor", R"({"table":"step_base","source":"isles"})"), HasSubstr("either"));
  EXPECT_THAT(complaint("decision", "pace", R"({"expression":"pace + 1","source":"isles"})"),
              HasSubstr("circle: pace"));
  EXPECT_THAT(complaint("decision", "pace", R"j({"expression":"men_in(1, 2)","source":"isles"})j"),
              HasSubstr("2 arguments"));
  EXPECT_THAT(complaint("policy", "mist_hides", R"({"name":"n","default":3,"values":[1,2],"source":"isles"})"),
              HasSubstr("not among the values"));
  EXPECT_THAT(complaint("table", "result", R"({"name":"n","source":"isles","across":{"on":"odds","bands":[3,2]}})"),
              HasSubstr("bands have to grow"));
}

TEST(Rulebook, OverlayAddsATerrainWithItsCosts) {
  Document document = fifthDocument();
  document.setRecord("overlay", {"terrain", "scree"}, R"({"key":"e","name":"Scree","source":"isles","symbol":"crag"})");
  document.setRecord(
      "overlay", {"row", "step_base.scree"},
      R"({"cells":[3,3],"order":75,"source":"isles","table":"step_base","when":"to.terrain = 'scree'"})");
  document.setHex({3, 3}, {document.pool().intern("scree"), TextPool::kNone, 0});
  Result<Rules> rules = Rules::of(document);
  ASSERT_TRUE(rules) << rules.error().text();
  const auto shared = std::make_shared<const Rules>(std::move(*rules));
  Position position;
  position.put({"p", "blue", "pikes", "", {Location::Kind::Hex, {3, 2}, {}}, 0, 0, {{"men", Value::number(1)}}});
  const Result<Situation> situation = Situation::make(shared, position);
  ASSERT_TRUE(situation);
  const auto answer = query(*situation, "move", {{"unit", "p"}, {"to", {3, 3}}});
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ((*answer)["mp"], 3);
  EXPECT_EQ((*answer)["because"][0]["row"], "step_base.scree");
}

TEST(Vectors, OfTheMadeUpSystemPassAndHitEveryTable) {
  const Result<Ruleset> ruleset = Ruleset::effective(fifthDocument());
  ASSERT_TRUE(ruleset) << ruleset.error().text();
  const Result<VectorRun> run = VectorRun::run(*ruleset);
  ASSERT_TRUE(run) << run.error().text();
  for (const VectorResult& result : run->results())
    EXPECT_EQ(result.status, "pass") << result.id << ": " << result.reason;
  EXPECT_GT(run->results().size(), 40U);
}

TEST(Vectors, OfPublishedRulesetsPass) {
  for (const std::string& id : Ruleset::builtIn()) {
    const Result<Ruleset> ruleset = Ruleset::load(id);
    ASSERT_TRUE(ruleset);
    const Result<VectorRun> run = VectorRun::run(*ruleset);
    ASSERT_TRUE(run) << run.error().text();
    for (const VectorResult& result : run->results())
      EXPECT_NE(result.status, "fail") << id << " " << result.id << ": " << result.reason;
  }
}

TEST(Vectors, NoticeWhenTheirRowChanges) {
  const Result<Ruleset> ruleset = Ruleset::effective(fifthDocument());
  ASSERT_TRUE(ruleset);
  const Result<VectorRun> run = VectorRun::run(*ruleset);
  ASSERT_TRUE(run);
  const Result<MutationReport> report = run->mutate();
  ASSERT_TRUE(report);
  EXPECT_THAT(report->unnoticed, testing::IsEmpty());
  EXPECT_GT(report->noticed, report->citations * 3 / 4);
  EXPECT_EQ(report->noticed +
                static_cast<std::size_t>(std::count_if(report->unmoved.begin(), report->unmoved.end(),
                                                       [](const Unmoved& each) { return !each.row.empty(); })),
            report->citations);
  for (const Unmoved& each : report->unmoved)
    EXPECT_FALSE(each.reason.empty()) << each.id << " " << each.row;
}

std::set<std::string> failing(const Ruleset& ruleset) {
  std::set<std::string> out;
  const Result<VectorRun> run = VectorRun::run(ruleset);
  EXPECT_TRUE(run) << run.error().text();
  if (run)
    for (const VectorResult& result : run->results())
      if (result.status == "fail")
        out.insert(result.id);
  return out;
}

TEST(Vectors, ChangeExactlyWhereTheirRowChanges) {
  const Result<Ruleset> ruleset = Ruleset::load("gcacw");
  ASSERT_TRUE(ruleset);
  const Result<VectorRun> run = VectorRun::run(*ruleset);
  ASSERT_TRUE(run);
  std::set<std::string> citing;
  for (const VectorResult& result : run->results())
    if (result.rows.contains("move_base/move_base.woods"))
      citing.insert(result.id);
  EXPECT_GE(citing.size(), 3U);
  nlohmann::json row = nlohmann::json::parse(ruleset->rows("rules").at({"row", "move_base.woods"}));
  Ruleset changed = *ruleset;
  row["cells"] = {9, 11};
  ASSERT_TRUE(changed.overlay({{{"row", "move_base.woods"}, row.dump()}}, "overlay.json"));
  EXPECT_EQ(failing(changed), citing);
  Ruleset open = *ruleset;
  row["cells"] = {{{"unknown", true}, {"min", 3}}, {{"unknown", true}, {"min", 3}}};
  ASSERT_TRUE(open.overlay({{{"row", "move_base.woods"}, row.dump()}}, "overlay.json"));
  EXPECT_EQ(failing(open), citing);
  const Result<VectorRun> unsure = VectorRun::run(open);
  ASSERT_TRUE(unsure);
  for (const VectorResult& result : unsure->results()) {
    if (result.status == "fail") {
      EXPECT_THAT(result.reason, HasSubstr("\"unknown\":true")) << result.id;
    }
  }
}

TEST(Rulesets, EveryPublishedOverlayReads) {
  for (const std::string& id : Ruleset::builtIn())
    for (const std::string& overlay : Ruleset::publishedOverlays(id)) {
      const Result<Ruleset> ruleset = Ruleset::load(id, {overlay});
      ASSERT_TRUE(ruleset) << ruleset.error().text();
      const Result<Rulebook> book = Rulebook::read(*ruleset);
      EXPECT_TRUE(book) << overlay << ": " << book.error().text();
    }
  EXPECT_THAT(Ruleset::load("gcacw", {"sjv"}).error().text(), HasSubstr("did you mean"));
}

/// Rows may cite only sources that the ruleset lists.
TEST(Rulesets, EveryRuleCitesAKnownSource) {
  for (const std::string& id : Ruleset::builtIn()) {
    const Result<Ruleset> ruleset = Ruleset::load(id);
    ASSERT_TRUE(ruleset);
    for (const char* kind : {"rules", "units", "vectors", "checks"})
      for (const auto& [key, text] : ruleset->rows(kind)) {
        const nlohmann::json body = nlohmann::json::parse(text);
        if (!body.contains("source"))
          continue;
        const nlohmann::json sources =
            body["source"].is_array() ? body["source"] : nlohmann::json::array({body["source"]});
        for (const nlohmann::json& source : sources) {
          const std::string cited = source.get<std::string>();
          EXPECT_TRUE(ruleset->rows("ruleset").contains({"source", cited.substr(0, cited.find(' '))}))
              << key.id << ": " << cited;
        }
      }
  }
}

} // namespace
} // namespace hotchkiss
