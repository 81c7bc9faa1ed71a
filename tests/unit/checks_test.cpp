// Every check that is implemented has a fixture with data that is just right and data that is just wrong.
#include "checkfixture.h"
#include "damaged.h"
#include "libscenario/validation/fixes.h"
#include "libscenario/validation/livefindings.h"
#include "libscenario/validation/mechanism.h"
#include "rulestest.h"

#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

std::vector<CheckInfo> allChecks() {
  std::vector<CheckInfo> out = coreChecks();
  const auto add = [&](const Ruleset& ruleset) {
    const auto checks = CheckSet::of(ruleset);
    ASSERT_TRUE(checks) << checks.error().text();
    for (const CheckInfo& info : (*checks)->list())
      if (info.system != "core")
        out.push_back(info);
  };
  for (const std::string& id : Ruleset::builtIn())
    add(*Ruleset::load(id));
  add(*Ruleset::effective(fifthDocument()));
  return out;
}

std::set<std::string> told(const std::vector<Finding>& findings) {
  std::set<std::string> out;
  for (const Finding& finding : findings)
    out.insert(finding.check + "\n" + finding.message + "\n" + finding.place.thing + finding.place.label);
  return out;
}

class Fixtures : public testing::TestWithParam<CheckInfo> {};

/// What is found once `wrong` ("fail", "expect", "also") has been done to files that are right.
void expectFinding(const CheckInfo& check, const ModuleFiles& right, const std::set<std::string>& old,
                   const json& wrong) {
  const std::vector<Finding> after = findingsOf(edited(right, wrong["fail"]));
  const std::vector<std::string> related = wrong.value("also", std::vector<std::string>());
  const json expected = wrong.value("expect", json::object());
  static const std::vector<CheckInfo> listed = allChecks();
  bool fires = false;
  for (const Finding& finding : after) {
    EXPECT_TRUE(
        std::any_of(listed.begin(), listed.end(), [&](const CheckInfo& each) { return each.id == finding.check; }))
        << finding.check << " is not listed";
    if (finding.check == check.id) {
      if (wrong.contains("severity")) { // a milder case of the check
        EXPECT_EQ(toText(finding.severity), wrong["severity"].get<std::string>());
      } else {
        EXPECT_EQ(finding.severity, check.severity);
      }
      EXPECT_EQ(finding.checkClass, check.checkClass);
      fires = fires || (finding.message.find(expected.value("message", "")) != std::string::npos &&
                        (!expected.contains("label") || finding.place.label == expected["label"]) &&
                        (!expected.contains("thing") || finding.place.thing == expected["thing"]));
      if (check.system != "core") { // messages from templates have all their gaps filled
        EXPECT_EQ(finding.message.find('{'), std::string::npos) << finding.message;
      }
    } else if (finding.severity == Severity::Error && finding.checkClass == CheckClass::Integrity &&
               std::count(related.begin(), related.end(), finding.check) == 0) {
      EXPECT_TRUE(old.contains(*told({finding}).begin())) << "unrelated: " << findingsAsText({finding});
    }
  }
  EXPECT_TRUE(fires) << "expected " << expected << " among\n" << findingsAsText(after);
}

TEST_P(Fixtures, PassAndFail) {
  const CheckInfo& check = GetParam();
  const CheckFixture fixture = CheckFixture::read(check.id);
  ASSERT_TRUE(fixture.content.is_object()) << "tests/data/checks/" << check.id << ".json is missing or cannot be read";
  ASSERT_TRUE(fixture.content.contains("fail") && !fixture.content["fail"].empty()) << "nothing fails";
  const ModuleFiles right = edited(fixture.base(), fixture.content.value("pass", json::array()));
  const std::vector<Finding> before = findingsOf(right);
  for (const Finding& finding : before)
    EXPECT_NE(finding.check, check.id) << "what should pass does not: " << findingsAsText({finding});
  expectFinding(check, right, told(before), fixture.content);
  for (const json& other : fixture.content.value("more", json::array())) // further ways to be wrong
    expectFinding(check, right, told(before), other);
}

INSTANTIATE_TEST_SUITE_P(Checks, Fixtures, testing::ValuesIn(allChecks()), [](const auto& each) {
  std::string out = each.param.id;
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
});

TEST(CheckTable, FixturesHaveTheirChecks) {
  std::set<std::string> known;
  for (const CheckInfo& info : allChecks())
    EXPECT_TRUE(known.insert(info.id).second) << info.id << " is there twice";
  const auto folder = std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests/data/checks";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_TRUE(known.contains(entry.path().stem().string())) << entry.path() << " is of no check";
}

TEST(CheckTable, EveryCheckSaysWhatAndHow) {
  for (const CheckInfo& info : allChecks()) {
    EXPECT_FALSE(info.title.empty()) << info.id;
    EXPECT_FALSE(info.reference.empty()) << info.id;
    EXPECT_TRUE(!info.advice.empty() || info.severity == Severity::Note) << info.id << " has no advice";
  }
}

TEST(CheckTable, Patterns) {
  EXPECT_TRUE(fitsPattern("GCACW-V17", "GCACW-V17"));
  EXPECT_TRUE(fitsPattern("GCACW-V17", "GCACW-*"));
  EXPECT_TRUE(fitsPattern("GCACW-V17", "*-V1*"));
  EXPECT_FALSE(fitsPattern("GCACW-V17", "CORE-*"));
  EXPECT_FALSE(fitsPattern("GCACW-V17", "GCACW-V1"));
}

/// A damaged row of checks.json is refused with its id, in one sentence.
TEST(CheckTable, RefusesWhatItCannotRead) {
  const auto refusal = [](const json& body) {
    Ruleset ruleset = *Ruleset::effective(fifthDocument());
    RecordTable rows;
    rows[{"check", "ISLES-V99"}] = body.dump();
    if (const Outcome outcome = ruleset.overlay(rows, "overlay.json"); !outcome)
      return outcome.error().text();
    const auto checks = CheckSet::of(ruleset);
    return checks ? std::string() : checks.error().text();
  };
  const auto row = [](const json& part) {
    return json{{"title", "t"}, {"severity", "error"}, {"source", "isles 1"}, {"parts", json::array({part})}};
  };
  EXPECT_EQ(refusal(row({{"mechanism", "closedRing"}, {"features", {"brook"}}})), "");
  EXPECT_NE(refusal(row({{"mechanism", "closdRing"}})).find("did you mean \"closedRing\"?"), std::string::npos);
  EXPECT_NE(refusal(row({{"mechanism", "closedRing"}, {"features", {"brok"}}})).find("did you mean \"brook\"?"),
            std::string::npos);
  EXPECT_NE(refusal(row({{"mechanism", "closedRing"}})).find("\"features\" is missing"), std::string::npos);
  EXPECT_NE(refusal(row({{"mechanism", "closedRing"}, {"features", {"brook"}}, {"message", "{river} rises"}}))
                .find("does not know what {river} means"),
            std::string::npos);
  EXPECT_NE(refusal(row({{"mechanism", "closedRing"}, {"featurs", {"brook"}}})).find("featurs"), std::string::npos);
  EXPECT_NE(refusal({{"title", "t"}, {"severity", "error"}, {"source", "isles 1"}}).find("neither"), std::string::npos);
  EXPECT_NE(refusal({{"title", "t"},
                     {"severity", "error"},
                     {"source", "isles 1"},
                     {"restates", json::array({{{"check", "CORE-V99"}}})}})
                .find("CORE-V99"),
            std::string::npos);
}

/// A machine's fix leaves nothing of the finding and no new error.
TEST(CheckFixes, PutRightWhatTheyPromise) {
  std::size_t fixable = 0;
  for (const CheckInfo& info : allChecks()) {
    if (info.fix.empty())
      continue;
    ++fixable;
    const CheckFixture fixture = CheckFixture::read(info.id);
    const ModuleFiles right = edited(fixture.base(), fixture.content.value("pass", json::array()));
    Result<LoadedModule> module = readModule(edited(right, fixture.content["fail"]));
    ASSERT_TRUE(module) << info.id;
    const auto basis = CheckBasis::of(module->document);
    ASSERT_TRUE(basis) << info.id;
    std::vector<Finding> findings = validate(*module);
    std::erase_if(findings, [&](const Finding& finding) { return finding.check != info.id; });
    const Document before = module->document;
    const Fixes fixes = fixFindings(module->document, (*basis)->ruleset, *(*basis)->checks, findings);
    EXPECT_FALSE(fixes.done.empty()) << info.id;
    for (const Finding& finding : validate({module->document, {}, false}))
      EXPECT_NE(finding.check, info.id) << findingsAsText({finding});
    Document undone = module->document;
    fixes.edit.inverse().apply(undone);
    EXPECT_TRUE(undone == before) << info.id << " is not one step to undo";
  }
  EXPECT_GE(fixable, 5U);
}

} // namespace
} // namespace hotchkiss
