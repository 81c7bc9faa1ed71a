#include "libscenario/validation/scenariofindings.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::string placeWords(const FindingPlace& place) {
  std::string out;
  if (place.hex)
    out = "hex " + place.label;
  else if (place.edge)
    out = "hexside " + place.label;
  else if (place.vertex)
    out = "corner " + place.label;
  const bool isWholeMap = place.thing.starts_with("lattice ") && !out.empty(); // the hex says more
  if (place.thing.empty() || isWholeMap)
    return out;
  return place.thing + (out.empty() ? "" : " at " + out);
}

json placeJson(const FindingPlace& place) {
  json out = json::object();
  if (!place.file.empty())
    out["file"] = place.file;
  if (place.line > 0)
    out["line"] = place.line;
  if (place.hex)
    out["hex"] = {place.hex->c, place.hex->r};
  if (place.edge)
    out["edge"] = {place.edge->c, place.edge->r, place.edge->d};
  if (place.vertex)
    out["vertex"] = {place.vertex->c, place.vertex->r, place.vertex->v};
  if (!place.label.empty())
    out["label"] = place.label;
  if (!place.thing.empty())
    out["thing"] = place.thing;
  return out;
}

/// Message and advice as people read them. Advice that is a sentence of its own, as a ruleset's checks have it, stays
/// one; words that go on from the message follow behind a semicolon.
std::string withAdvice(const std::string& message, const std::string& fix) {
  if (fix.empty())
    return message;
  const auto first = static_cast<unsigned char>(fix.front());
  const bool goesOn = std::isupper(first) == 0;
  const bool ended = !message.empty() && std::string_view(".?!").find(message.back()) != std::string_view::npos;
  return message + (ended ? " " : goesOn ? "; " : ". ") + fix;
}

/// How a finding is called in lines and in their sum. What is still to be done is no error of the data, however much a
/// finished module needs it: it says which level waits for it.
std::string sortOf(const Finding& finding) {
  if (finding.checkClass == CheckClass::Completeness && finding.severity != Severity::Note)
    return std::string("to do for ") + toText(finding.from);
  return toText(finding.severity);
}

/// "0 errors, 1 warning, 12 to do for playable": errors always, others where there are some.
std::string sumOf(const std::map<std::string, std::size_t>& counts) {
  const auto count = [&](const char* sort) {
    const auto it = counts.find(sort);
    return it == counts.end() ? 0 : it->second;
  };
  std::string out = countOf(count("error"), "error", "errors");
  if (const std::size_t warnings = count("warning"); warnings > 0)
    out += ", " + countOf(warnings, "warning", "warnings");
  if (const std::size_t notes = count("note"); notes > 0)
    out += ", " + countOf(notes, "note", "notes");
  for (const char* sort : {"to do for draft", "to do for map", "to do for playable"})
    if (const std::size_t open = count(sort); open > 0)
      out += ", " + countOf(open, sort, sort);
  return out;
}

/// A relative reference: what may not stand in one is escaped byte by byte.
std::string uriOf(const std::string& folder, const std::string& file) {
  constexpr const char* kHexDigits = "0123456789ABCDEF";
  constexpr unsigned kLowBits = 0xF;
  std::string out;
  for (const char c : folder.empty() || folder == "." ? file : folder + (folder.ends_with('/') ? "" : "/") + file) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("-._~/").find(c) != std::string_view::npos)
      out += c;
    else
      out += {'%', kHexDigits[byte >> 4U], kHexDigits[byte & kLowBits]};
  }
  return out;
}

} // namespace

std::string findingsAsText(const std::vector<Finding>& findings, std::size_t approvedApart) {
  std::string out;
  std::map<std::string, std::size_t> counts;
  for (const Finding& finding : findings) {
    (finding.approval.empty() ? counts[sortOf(finding)] : approvedApart) += finding.count;
    if (!finding.place.file.empty())
      out += finding.place.file + (finding.place.line > 0 ? ":" + std::to_string(finding.place.line) : "") + ": ";
    out += sortOf(finding) + ": ";
    if (const std::string place = placeWords(finding.place); !place.empty())
      out += place + ": ";
    std::string message = finding.message;
    if (finding.count > 1)
      message += " (and " + countOf(finding.count - 1, "place more", "places more") + ")";
    out += withAdvice(message, finding.fix);
    out += " [" + finding.check + "]";
    if (!finding.scenario.empty() && scenarioOfFile(finding.place.file) != finding.scenario)
      out += " in the scenario " + finding.scenario;
    if (!finding.approval.empty())
      out += " approved: " + finding.reason;
    out += "\n";
  }
  const std::string approved = approvedApart == 0 ? "" : ", " + std::to_string(approvedApart) + " approved";
  if (findings.empty())
    return "no findings" + approved + "\n";
  return out + sumOf(counts) + approved + "\n";
}

std::string findingsAsJson(const std::vector<Finding>& findings) {
  json list = json::array();
  for (const Finding& finding : findings) {
    json item{
        {"check", finding.check},     {"severity", toText(finding.severity)}, {"class", toText(finding.checkClass)},
        {"message", finding.message}, {"location", placeJson(finding.place)}, {"count", finding.count}};
    if (!finding.fix.empty())
      item["fix"] = finding.fix;
    if (!finding.fingerprint.empty())
      item["fingerprint"] = finding.fingerprint;
    if (!finding.scenario.empty())
      item["scenario"] = finding.scenario;
    if (!finding.approval.empty())
      item["approved"] = {{"id", finding.approval}, {"reason", finding.reason}};
    list.push_back(std::move(item));
  }
  return json{{"formatVersion", 1}, {"kind", "findings"}, {"findings", std::move(list)}}.dump(1) + "\n";
}

namespace {

/// What a report says about a check, so that whoever shows it need not look elsewhere.
json sarifRule(const Finding& finding, const std::vector<CheckInfo>& checks) {
  json rule{{"id", finding.check}, {"properties", {{"class", toText(finding.checkClass)}}}};
  const auto info =
      std::find_if(checks.begin(), checks.end(), [&](const auto& each) { return each.id == finding.check; });
  if (info == checks.end())
    return rule;
  rule["shortDescription"] = {{"text", info->title}};
  if (!info->advice.empty())
    rule["help"] = {{"text", info->advice}};
  rule["defaultConfiguration"] = {{"level", toText(info->severity)}};
  rule["properties"] = {{"class", toText(info->checkClass)},
                        {"system", info->system},
                        {"scope", toText(info->scope)},
                        {"reference", info->reference},
                        {"fixable", !info->fix.empty()}};
  return rule;
}

} // namespace

std::string findingsAsSarif(const std::vector<Finding>& findings, const std::string& folder,
                            const std::vector<CheckInfo>& checks) {
  json results = json::array();
  json rules = json::array();
  std::map<std::string, std::size_t> known;
  for (const Finding& finding : findings) {
    const auto [rule, isNew] = known.try_emplace(finding.check, rules.size());
    if (isNew)
      rules.push_back(sarifRule(finding, checks));
    std::string text = placeWords(finding.place);
    text += (text.empty() ? "" : ": ") + withAdvice(finding.message, finding.fix);
    json result{{"ruleId", finding.check},
                {"ruleIndex", rule->second},
                {"level", toText(finding.severity)},
                {"message", {{"text", text}}}};
    if (!finding.place.file.empty()) {
      json physical{{"artifactLocation", {{"uri", uriOf(folder, finding.place.file)}}}};
      if (finding.place.line > 0)
        physical["region"] = {{"startLine", finding.place.line}};
      result["locations"] = json::array({json{{"physicalLocation", physical}}});
    }
    if (!finding.fingerprint.empty())
      result["partialFingerprints"] = {{"hotchkissFacts/v1", finding.fingerprint}};
    if (!finding.scenario.empty())
      result["properties"] = {{"scenario", finding.scenario}};
    if (!finding.approval.empty())
      result["suppressions"] = json::array({json{{"kind", "external"}, {"justification", finding.reason}}});
    results.push_back(std::move(result));
  }
  const json driver{{"name", "hotchkiss"}, {"rules", rules}};
  return json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
              {"version", "2.1.0"},
              {"runs", json::array({json{{"tool", {{"driver", driver}}}, {"results", results}}})}}
             .dump(1) +
         "\n";
}

} // namespace hotchkiss
