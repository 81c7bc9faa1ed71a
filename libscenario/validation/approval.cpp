#include "libscenario/validation/approval.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/package/digest.h"

#include <nlohmann/json.hpp>

#include <cctype>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kLapsed = "CORE-V35";
constexpr const char* kApprovalsPath = "approvals.json";
constexpr std::size_t kLongestId = 80;

std::string placeText(const FindingPlace& place) {
  if (!place.thing.empty())
    return place.thing;
  if (place.hex)
    return "hex " + toText(*place.hex);
  if (place.edge)
    return "edge " + toText(*place.edge);
  return place.vertex ? "vertex " + toText(*place.vertex) : place.file;
}

Finding lapsed(const std::string& id, std::string message, std::string fix) {
  Finding finding;
  finding.check = kLapsed;
  finding.severity = Severity::Note;
  finding.checkClass = CheckClass::Completeness;
  finding.message = std::move(message);
  finding.fix = std::move(fix);
  finding.place.file = kApprovalsPath;
  finding.place.thing = "approval " + id;
  return finding;
}

} // namespace

bool approvable(const Finding& finding) {
  return finding.severity != Severity::Error || finding.checkClass != CheckClass::Integrity;
}

const std::string& Fingerprints::courseFacts(const std::string& course) {
  if (!mCourses) {
    mCourses.emplace();
    mDocument.forEachEdge([&](EdgeId e, std::uint32_t id) {
      std::set<std::string> courses;
      for (const Feature& feature : FeatureSet::fromText(mDocument.pool().text(id)).features)
        courses.insert(feature.of.begin(), feature.of.end());
      for (const std::string& name : courses)
        (*mCourses)[name] += toText(e) + mDocument.pool().text(id) + "\n";
    });
  }
  return (*mCourses)[course];
}

/// The row in force. Where it stands does not matter: in a published ruleset, an overlay, or the ruleset of a package.
std::string Fingerprints::rulesetFacts(const RecordKey& key) {
  if (!mRuleset) {
    Result<Ruleset> ruleset = Ruleset::effective(mDocument);
    mRuleset = ruleset ? std::move(*ruleset) : Ruleset();
  }
  for (const char* kind : {"rules", "catalogue", "units", "checks", "styles", "notation", "ruleset", "vectors"})
    if (const auto row = mRuleset->rows(kind).find(key); row != mRuleset->rows(kind).end())
      return row->second;
  return {};
}

std::string Fingerprints::of(const Finding& finding) {
  const FindingPlace& place = finding.place;
  json facts{{"check", finding.check},
             {"place", placeText(place)},
             {"says", finding.key.empty() ? finding.message : finding.key}};
  if (place.hex) {
    const HexValue value = mDocument.hex(*place.hex);
    facts["hex"] = {toText(*place.hex), mDocument.pool().text(value.terrain), value.level,
                    mDocument.pool().text(value.more)};
  }
  if (place.edge)
    facts["edge"] = {toText(*place.edge), mDocument.pool().text(mDocument.edge(*place.edge))};
  if (place.vertex)
    facts["vertex"] = {toText(*place.vertex), mDocument.pool().text(mDocument.vertex(*place.vertex))};
  if (const std::size_t space = place.thing.find(' '); space != std::string::npos)
    if (const std::optional<RecordFile> file = recordFileAt(place.file)) {
      const RecordKey key{place.thing.substr(0, space), place.thing.substr(space + 1)};
      if (file->table == "overlay" || file->table.starts_with("ruleset/"))
        facts["record"] = rulesetFacts(key);
      else if (const std::string* text = mDocument.record(file->table, key))
        facts["record"] = *text;
      if (file->table == kNamedTable && key.section == "course")
        facts["edges"] = courseFacts(key.id);
    }
  return shortDigest(facts.dump(-1, ' ', false, json::error_handler_t::replace));
}

void applyApprovals(const Document& document, std::vector<Finding>& findings) {
  const RecordTable& approvals = document.table(kApprovalsTable);
  if (approvals.empty())
    return;
  struct Row {
    std::string id;
    std::string reason;
    std::string check;
    bool used = false;
    bool refused = false;
  };
  std::map<std::string, Row> rows; // by fingerprint
  std::set<std::string> checks;
  for (const auto& [key, text] : approvals) {
    const json body = json::parse(text, nullptr, false);
    Row row{key.id, body.value("reason", ""), body.value("check", "")};
    checks.insert(row.check);
    rows.insert_or_assign(body.value("fingerprint", ""), std::move(row));
  }
  Fingerprints fingerprints(document);
  for (Finding& finding : findings) {
    if (!checks.contains(finding.check))
      continue; // a digest for each of a million findings would take its time
    const auto row = rows.find(fingerprints.of(finding));
    if (row == rows.end() || row->second.check != finding.check)
      continue;
    if (!approvable(finding)) {
      row->second.refused = true;
      continue;
    }
    row->second.used = true;
    finding.approval = row->second.id;
    finding.reason = row->second.reason;
  }
  for (const auto& [fingerprint, row] : rows)
    if (row.refused)
      findings.push_back(lapsed(row.id, "an error of integrity cannot be approved",
                                "correct the data, or change the ruleset in overlay.json"));
    else if (!row.used)
      findings.push_back(lapsed(row.id, "the approval has lapsed: what it was given for has changed or is gone",
                                "look at the finding again and approve it anew, or remove the row"));
}

Approval approvalOf(const Finding& finding, const std::string& fingerprint, const std::string& reason,
                    const std::string& by, const std::string& date) {
  std::string id;
  for (const char c : finding.check + "-" + placeText(finding.place)) {
    const auto byte = static_cast<unsigned char>(c);
    id += std::isalnum(byte) || c == '_' || c == '.' ? static_cast<char>(std::tolower(byte)) : '-';
  }
  constexpr std::size_t kDigits = 8;
  if (id.size() > kLongestId)
    id = id.substr(0, kLongestId - kDigits - 1) + "-" + fingerprint.substr(0, kDigits);
  json record{{"check", finding.check}, {"fingerprint", fingerprint}, {"reason", reason}};
  if (!by.empty())
    record["by"] = by;
  if (!date.empty())
    record["date"] = date;
  return {std::move(id), record.dump()};
}

} // namespace hotchkiss
