// What is promised of one published ruleset as a whole: its data and its worked examples, held against each other.

#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/query.h"
#include "libscenario/rules/vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace hotchkiss {
namespace {

// These ask every example again for every row, branch and parameter: the same code as Vectors.OfPublishedRulesetsPass a
// thousand times. Under sanitizers that takes a quarter of an hour and can find nothing new.
#if defined(__SANITIZE_ADDRESS__)
#define HOTCHKISS_TOO_LONG_UNDER_SANITIZERS GTEST_SKIP() << "judges data; runs without sanitizers"
#else
#define HOTCHKISS_TOO_LONG_UNDER_SANITIZERS static_cast<void>(0)
#endif

using nlohmann::json;

Ruleset publishedRules(const std::vector<std::string>& overlays = {}) {
  return *Ruleset::load("gcacw", overlays);
}

std::size_t failuresOf(const Ruleset& ruleset) {
  const Result<VectorRun> run = VectorRun::run(ruleset);
  EXPECT_TRUE(run) << run.error().text();
  return run ? run->count("fail") : 0;
}

TEST(Gcacw, EveryRowIsReachedByAnExampleAndNoticed) {
  HOTCHKISS_TOO_LONG_UNDER_SANITIZERS;
  const Result<VectorRun> run = VectorRun::run(publishedRules());
  ASSERT_TRUE(run) << run.error().text();
  EXPECT_EQ(run->count("skip"), 0U);
  EXPECT_THAT(run->uncovered(), testing::IsEmpty());
  const Result<MutationReport> report = run->mutate();
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_THAT(report->unnoticed, testing::IsEmpty());
  EXPECT_GT(report->cells, 500U);
  EXPECT_THAT(report->unnoticedCells, testing::IsEmpty());
  EXPECT_GT(report->noticed, report->citations * 4 / 5);
}

/// Every decision is asked by an example, by itself or by another decision.
TEST(Gcacw, EveryDecisionIsReachedByAnExample) {
  const Ruleset ruleset = publishedRules();
  const Result<Rulebook> book = Rulebook::read(ruleset);
  ASSERT_TRUE(book) << book.error().text();
  std::set<std::string> asked;
  const auto ask = [&](const json& args) {
    if (args.contains("decision"))
      asked.insert(args["decision"].get<std::string>());
    for (const json& each : args.value("decisions", json::array()))
      asked.insert(each.get<std::string>());
  };
  for (const auto& [key, text] : ruleset.rows("vectors")) {
    const json body = json::parse(text);
    ask(body.value("args", json::object()));
    for (const json& each : body.value("cases", json::array()))
      ask(each.value("args", json::object()));
  }
  // What strategies name, examples ask by their queries.
  for (const auto& [key, text] : ruleset.rows("rules"))
    if (key.section == "strategy") {
      const json body = json::parse(text);
      std::vector<json> members{body};
      for (const char* name : {"stages", "outputs"})
        for (const json& each : body.value(name, json::array()))
          members.push_back(each.is_object() ? each : json{{"name", each}});
      for (const json& after : body.value("after", json::object())) {
        members.push_back(after);
        members.push_back(after["states"]);
      }
      for (const json& each : members)
        for (const auto& [name, value] : each.items())
          if (value.is_string())
            asked.insert(value.get<std::string>());
    }
  std::vector<std::string> open(asked.begin(), asked.end());
  std::set<std::string> reached;
  while (!open.empty()) {
    const Decision* decision = book->decision(open.back());
    open.pop_back();
    if (decision == nullptr || !reached.insert(decision->id).second)
      continue;
    const auto follow = [&](const Expression& expression) {
      for (const Expression::Node& node : expression.nodes())
        if (node.op == Expression::Op::Name || node.op == Expression::Op::Call)
          open.push_back(node.name);
    };
    for (const Expression* each :
         {&decision->expression, &decision->fold.in, &decision->fold.where, &decision->fold.what})
      follow(*each);
    if (decision->across)
      follow(decision->across->on);
    for (const RuleRow& row : decision->rows) {
      follow(row.when);
      for (const RuleCell& cell : row.cells)
        follow(cell.value);
    }
    if (decision->otherwise)
      follow(decision->otherwise->value);
  }
  for (const auto& [id, decision] : book->decisions())
    EXPECT_TRUE(reached.contains(id)) << "no example asks for " << id;
}

/// The other branch of every disputed point is chosen by an example, and another default would be noticed.
TEST(Gcacw, ExamplesPinEveryBranchOfEveryPolicy) {
  HOTCHKISS_TOO_LONG_UNDER_SANITIZERS;
  std::map<std::string, std::set<std::string>> chosen;
  const auto look = [&](const json& position) {
    for (const json& row : position)
      if (row.size() == 3 && row[0] == "environment") {
        const json policies = row[2].value("policies", json::object());
        for (const auto& [policy, value] : policies.items())
          chosen[policy].insert(value.dump());
      }
  };
  const Ruleset published = publishedRules();
  for (const auto& [key, text] : published.rows("vectors")) {
    const json body = json::parse(text);
    look(body.value("position", json::array()));
    for (const json& each : body.value("cases", json::array()))
      look(each.value("position", json::array()));
  }
  std::vector<std::vector<std::string>> combinations{{}};
  for (const std::string& overlay : Ruleset::publishedOverlays("gcacw"))
    combinations.push_back({overlay});
  for (const std::vector<std::string>& overlays : combinations) {
    const Ruleset ruleset = publishedRules(overlays);
    for (const auto& [key, text] : ruleset.rows("rules")) {
      if (key.section != "policy")
        continue;
      const json body = json::parse(text);
      for (const json& value : body["values"]) {
        if (value == body["default"])
          continue;
        // Several other choices may come to the same; one of them is enough where more than two are offered.
        if (body["values"].size() == 2) {
          EXPECT_TRUE(chosen[key.id].contains(value.dump())) << key.id << " = " << value;
        }
        if (!overlays.empty())
          continue;
        Ruleset changed = publishedRules();
        json other = body;
        other["default"] = value;
        ASSERT_TRUE(changed.overlay({{key, other.dump()}}, "overlay.json"));
        EXPECT_GT(failuresOf(changed), 0U) << key.id << " = " << value << " by default goes unnoticed";
      }
      EXPECT_FALSE(chosen[key.id].empty()) << key.id;
    }
  }
}

/// A parameter that is not known makes an example fail.
TEST(Gcacw, ExamplesNoticeEveryParameter) {
  HOTCHKISS_TOO_LONG_UNDER_SANITIZERS;
  const Ruleset ruleset = publishedRules();
  const std::set<std::string> onlyForChecks{"movement_track"}; // GCACW-V49 reads it; no rule does
  for (const auto& [key, text] : ruleset.rows("rules")) {
    if (key.section != "parameter" || onlyForChecks.contains(key.id))
      continue;
    Ruleset changed = ruleset;
    json body = json::parse(text);
    const bool isOpen = body["value"].is_object();
    body["value"] = isOpen ? json(1000) : json{{"unknown", true}, {"ref", "test"}};
    ASSERT_TRUE(changed.overlay({{key, body.dump()}}, "overlay.json"));
    EXPECT_GT(failuresOf(changed), 0U) << key.id << " goes unnoticed";
  }
}

/// The combat chart, typed in a second time and in another shape: a row for each differential, first what befalls the
/// defender by his eight columns, then the attacker by his ten.
constexpr const char* kChart = R"(
-8  -  -  -  -  -  -  -  -   3D 4D 5D 5D 6D 8D 10D 12D 14D 16D
-7  -  -  -  -  -  -  -  -   2D 3D 4D 4D 5D 7D 9D 11D 13D 15D
-6  -  -  -  -  -  -  -  -   2D 2D 3D 3D 5D 6D 8D 10D 12D 13D
-5  -  -  -  -  -  -  -  1   1D 2D 2D 3D 4D 6D 7D 9D 11D 12D
-4  -  -  -  -  -  -  1  1   1D 2D 2D 2D 3D 5D 6D 8D 9D 10D
-3  -  -  -  -  -  1  1  1   1D 2D 2D 2D 3D 4D 5D 7D 8D 9D
-2  f  f  f  F  f  1f 1f 1f  D 1D 2D 2D 3D 3D 5D 7D 8D 9D
-1  F  F  F  F  1F 1F 1F 2F  D 1D 1D 1D 2D 3D 5D 6D 7D 8D
0   D  D  D  D  1D 1D 2D 2D  D 1D 1D 1D 2D 3D 4D 5D 6D 8D
1   D  D  D  1D 1D 2D 2D 2D  D 1D 1D 1D 2D 3D 3D 4D 5D 7D
2   Dr Dr 1Dr 1Dr 2Dr 2Dr 2Dr 3Dr  Da Da 1Da 1Da 2Da 2Da 3Da 4Da 5Da 6Da
3   Dr Dr 1Dr 1Dr 2Dr 2Dr 3Dr 4Dr  Fa Fa Fa 1Fa 2Fa 2Fa 3Fa 4Fa 5Fa 6Fa
4   DR 1DR 1DR 2DR 3DR 3DR 4DR 5DR  fa fa fa 1fa 1fa 2fa 3fa 3fa 4fa 5fa
5   1DR 2DR 2DR 3DR 3DR 3DR 4DR 5DR  Ea Ea Ea Ea 1Ea 1Ea 2Ea 2Ea 3Ea 3Ea
6   1DR 2DR 2DR 3DR 3DR 3DR 4DR 5DR  a a a a 1a 1a 2a 2a 3a 3a
7   1DR 2DR 2DR 3DR 4DR 6DR 7DR 8DR  a a a a a 1a 1a 1a 2a 2a
8   2DR* 2DR* 3DR* 4DR* 5DR* 7DR* 7DR* 9DR*  a a a a a a 1a 1a 1a 2a
9   2DR* 3DR* 4DR* 4DR* 5DR* 7DR* 8DR* 10DR*  a a a a a a a 1a 1a 1a
10  3DR* 4DR* 5DR* 5DR* 6DR* 8DR* 9DR* 11DR*  a a a a a a a a 1a 1a
)";

Situation emptyMap() {
  NewModule wanted;
  wanted.id = "empty";
  wanted.title = "Empty";
  wanted.ruleset = "gcacw";
  wanted.extent = {3, 3};
  return *Situation::make(std::make_shared<const Rules>(*Rules::of(makeModule(wanted))), Position());
}

std::string chartCell(const Situation& situation, const char* chart, int differential, const json& strength) {
  const Result<json> answer =
      query(situation, "decide", {{"decision", chart}, {"params", json::array({differential, strength})}});
  return answer ? (*answer)["value"].dump() : answer.error().text();
}

TEST(Gcacw, ChartIsTheChart) {
  const Situation situation = emptyMap();
  // The least and the greatest strength of each column; 7/2 and the like fall into the column on the right.
  const std::vector<std::pair<json, json>> defence{{"1/2", 3}, {"7/2", 6},   {"13/2", 11}, {"23/2", 18},
                                                   {19, 26},   {"53/2", 37}, {38, 49},     {"99/2", 160}};
  const std::vector<std::pair<json, json>> attack{{"1/2", 3}, {"7/2", 6}, {7, 11},  {12, 18}, {"37/2", 26},
                                                  {27, 37},   {38, 49},   {50, 59}, {60, 69}, {"139/2", 300}};
  std::istringstream lines(kChart);
  int rows = 0;
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    int differential = 0;
    if (!(words >> differential))
      continue;
    EXPECT_EQ(differential, rows - 8);
    ++rows;
    for (const auto& [chart, columns] : {std::pair{"chart_defender", &defence}, std::pair{"chart_attacker", &attack}})
      for (const auto& [least, most] : *columns) {
        std::string expected;
        ASSERT_TRUE(words >> expected) << line;
        for (const json& strength : {least, most})
          EXPECT_EQ(chartCell(situation, chart, differential, strength), json(expected).dump())
              << chart << " " << differential << " " << strength;
        // The first and the last row hold beyond the chart.
        const int beyond = differential == -8 ? -15 : differential == 10 ? 17 : differential;
        EXPECT_EQ(chartCell(situation, chart, beyond, least), json(expected).dump());
      }
    std::string rest;
    EXPECT_FALSE(words >> rest) << line;
  }
  EXPECT_EQ(rows, 19);
}

} // namespace
} // namespace hotchkiss
