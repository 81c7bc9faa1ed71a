#include "libscenario/package/package.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/approval.h"
#include "libterrain/edit/stroke.h"
#include "tests/unit/damaged.h"

namespace hotchkiss {
namespace {

using nlohmann::json;

constexpr const char* kApprovedSample = "gcacw-primer";

/// The sample with a course that nothing belongs to and a hex without terrain.
Document withFindings() {
  Document document = readModule(sampleFiles(kApprovedSample))->document;
  document.setRecord("map/named", {"course", "lost"}, R"({"kind":"river","name":"Lost"})");
  setTerrain(document, {3, 3}, "");
  return document;
}

std::vector<Finding> findings(const Document& document, const std::string& check) {
  std::vector<Finding> out = validate({document, {}, false});
  std::erase_if(out, [&](const Finding& finding) { return finding.check != check; });
  return out;
}

void approve(Document& document, const Finding& finding) {
  const Approval approval =
      approvalOf(finding, Fingerprints(document).of(finding), "so printed", "J. H.", "2026-01-31");
  document.setRecord("approvals", {"approval", approval.id}, approval.record);
}

TEST(Approval, ApprovedFindingsBlockNothing) {
  Document document = withFindings();
  ASSERT_EQ(findings(document, "CORE-V30").size(), 1U);
  EXPECT_TRUE(blocks(findings(document, "CORE-V30")[0], Level::Map));
  approve(document, findings(document, "CORE-V30")[0]);
  ASSERT_TRUE(readModule(writeModule(document))) << "the record fits its schema";
  const std::vector<Finding> found = findings(document, "CORE-V30");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].approval, "core-v30-hex-3.3");
  EXPECT_EQ(found[0].reason, "so printed");
  EXPECT_FALSE(blocks(found[0], Level::Map));
  EXPECT_TRUE(findings(document, "CORE-V35").empty());
  EXPECT_TRUE(findings(document, "CORE-V17")[0].approval.empty()) << "one approval, one finding";
}

TEST(Approval, LapsesWhenTheFactsChange) {
  Document document = withFindings();
  approve(document, findings(document, "CORE-V17")[0]);
  EXPECT_EQ(findings(document, "CORE-V17")[0].approval, "core-v17-course-lost");
  change(document, "map/named", {"course", "lost"}, {{"name", "Lost Creek"}});
  EXPECT_TRUE(findings(document, "CORE-V17")[0].approval.empty());
  const std::vector<Finding> lapsed = findings(document, "CORE-V35");
  ASSERT_EQ(lapsed.size(), 1U);
  EXPECT_EQ(lapsed[0].place.thing, "approval core-v17-course-lost");
  EXPECT_EQ(lapsed[0].severity, Severity::Note);
  // Renewed, it stands in the place of the lapsed one.
  approve(document, findings(document, "CORE-V17")[0]);
  EXPECT_TRUE(findings(document, "CORE-V35").empty());
  EXPECT_EQ(document.table("approvals").size(), 1U);
  // The finding goes, the approval is left over.
  document.setRecord("map/named", {"course", "lost"}, std::nullopt);
  EXPECT_EQ(findings(document, "CORE-V35").size(), 1U);
}

TEST(Approval, HexFactsAreItsValues) {
  Document document = withFindings();
  approve(document, findings(document, "CORE-V30")[0]);
  HexValue value = document.hex({3, 3});
  value.more = document.pool().intern(R"({"in":["carroway"]})");
  document.setHex({3, 3}, value);
  EXPECT_TRUE(findings(document, "CORE-V30")[0].approval.empty());
}

TEST(Approval, CourseFactsAreItsEdges) {
  Document document = withFindings();
  change(document, "map/named", {"course", "patuxan"}, {{"mouth", nullptr}});
  Finding finding;
  finding.check = "CORE-V32";
  finding.place.file = "map/named.json";
  finding.place.thing = "course patuxan";
  const std::string before = Fingerprints(document).of(finding);
  EXPECT_EQ(Fingerprints(document).of(finding), before);
  put(document, {17, 13, 0}, "creek", {{"of", {"patuxan"}}});
  EXPECT_NE(Fingerprints(document).of(finding), before);
}

TEST(Approval, RenumberingLapsesNothing) {
  Document document = withFindings();
  approve(document, findings(document, "CORE-V17")[0]);
  approve(document, findings(document, "CORE-V30")[0]);
  change(document, "module", {"sheet", "W"}, {{"columns", {{"first", 31}}}});
  EXPECT_FALSE(findings(document, "CORE-V17")[0].approval.empty());
  EXPECT_FALSE(findings(document, "CORE-V30")[0].approval.empty());
}

TEST(Approval, HoldsInThePackageMadeOfTheModule) {
  Document document = readModule(sampleFiles(kApprovedSample))->document;
  const auto open = [](const Document& of) { // a row of the rules that the published tables leave open
    std::vector<Finding> out = findings(of, "GCACW-V37");
    EXPECT_EQ(out.size(), 1U);
    return out.front();
  };
  approve(document, open(document));
  EXPECT_FALSE(open(document).approval.empty());
  const Result<std::string> bytes = makePackage(document, Level::Draft, {});
  ASSERT_TRUE(bytes);
  const Result<OpenedPackage> package = openPackage(std::string_view(*bytes));
  ASSERT_TRUE(package) << package.error().text();
  const Result<LoadedModule> unpacked = readModule(package->files);
  ASSERT_TRUE(unpacked) << unpacked.error().text();
  EXPECT_FALSE(open(unpacked->document).approval.empty());
  // Another note in the row, in an overlay: it is looked at again.
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  const RecordKey key{"row", "disorganized_cv.printed"};
  json row = json::parse(ruleset->rows("rules").at(key));
  row["note"] = "asked the designer";
  document.setRecord("overlay", key, row.dump());
  EXPECT_TRUE(open(document).approval.empty());
}

TEST(Approval, ErrorsOfIntegrityCannotBeApproved) {
  Document document = withFindings();
  setTerrain(document, {4, 4}, "wods");
  EXPECT_FALSE(approvable(findings(document, "CORE-V03")[0]));
  approve(document, findings(document, "CORE-V03")[0]);
  const std::vector<Finding> found = findings(document, "CORE-V03");
  EXPECT_TRUE(found[0].approval.empty());
  EXPECT_TRUE(blocks(found[0], Level::Draft));
  ASSERT_EQ(findings(document, "CORE-V35").size(), 1U);
  EXPECT_EQ(findings(document, "CORE-V35")[0].message, "an error of integrity cannot be approved");
}

TEST(Approval, ReportsTellWhatIsApproved) {
  Document document = withFindings();
  approve(document, findings(document, "CORE-V17")[0]);
  std::vector<Finding> found = findings(document, "CORE-V17");
  addFingerprints(document, found);
  EXPECT_NE(findingsAsText(found).find("approved: so printed"), std::string::npos);
  EXPECT_NE(findingsAsText(found).find("0 errors, 1 approved"), std::string::npos);
  EXPECT_EQ(findingsAsText({}, 2), "no findings, 2 approved\n");
  const json report = json::parse(findingsAsJson(found))["findings"][0];
  EXPECT_EQ(report["approved"], (json{{"id", "core-v17-course-lost"}, {"reason", "so printed"}}));
  EXPECT_EQ(report["fingerprint"].get<std::string>().size(), 32U);
  const json result = json::parse(findingsAsSarif(found))["runs"][0]["results"][0];
  EXPECT_EQ(result["suppressions"][0]["justification"], "so printed");
}

} // namespace
} // namespace hotchkiss
