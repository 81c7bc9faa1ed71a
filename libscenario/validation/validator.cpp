#include "libscenario/validation/validator.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/approval.h"
#include "libscenario/validation/corechecks.h"

#include <algorithm>
#include <tuple>

namespace hotchkiss {

std::optional<Level> levelFromText(std::string_view text) {
  for (const Level level : {Level::Draft, Level::Map, Level::Playable})
    if (text == toText(level))
      return level;
  return std::nullopt;
}

const char* toText(Level level) {
  switch (level) {
  case Level::Draft:
    return "draft";
  case Level::Map:
    return "map";
  case Level::Playable:
    break;
  }
  return "playable";
}

std::vector<Finding> validate(const LoadedModule& module) {
  std::vector<Finding> findings = module.findings;
  const Result<Ruleset> ruleset = Ruleset::effective(module.document);
  if (!ruleset) {
    Finding finding;
    finding.check = "CORE-V21";
    finding.message = ruleset.error().message;
    finding.fix = ruleset.error().advice;
    finding.place.file = ruleset.error().file.empty() ? kModulePath : ruleset.error().file;
    finding.place.thing =
        ruleset.error().where.empty() ? "module " + headOf(module.document).id : ruleset.error().where;
    findings.push_back(std::move(finding));
    return findings;
  }
  const Numbering numbering = numberingOf(module.document);
  CheckContext context{module.document, ruleset->catalogue(), numbering, {}, {}, findings};
  checkHexes(context);
  checkEdgesAndVertices(context);
  checkNamed(context);
  checkCourses(context);
  checkSheets(context);
  placeThings(context);
  applyApprovals(module.document, findings);
  for (Finding& finding : findings) {
    FindingPlace& place = finding.place;
    if (place.hex)
      place.label = numbering.label(*place.hex);
    else if (place.edge)
      place.label = numbering.label(*place.edge);
    else if (place.vertex)
      place.label = numbering.label(*place.vertex);
  }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tuple(a.checkClass, a.check, !a.approval.empty()) <
           std::tuple(b.checkClass, b.check, !b.approval.empty());
  });
  return findings;
}

void addFingerprints(const Document& document, std::vector<Finding>& findings) {
  Fingerprints fingerprints(document);
  for (Finding& finding : findings)
    if (finding.count == 1)
      finding.fingerprint = fingerprints.of(finding);
}

bool blocks(const Finding& finding, Level level) {
  if (finding.severity == Severity::Note || !finding.approval.empty())
    return false;
  if (finding.checkClass == CheckClass::Integrity)
    return finding.severity == Severity::Error;
  return level != Level::Draft;
}

std::vector<Finding> grouped(const std::vector<Finding>& findings, std::size_t showSingly) {
  std::vector<Finding> out;
  for (std::size_t i = 0; i < findings.size();) {
    std::size_t end = i;
    while (end < findings.size() && findings[end].check == findings[i].check &&
           findings[end].message == findings[i].message &&
           findings[end].approval.empty() == findings[i].approval.empty())
      ++end;
    if (end - i <= showSingly) {
      out.insert(out.end(), findings.begin() + static_cast<std::ptrdiff_t>(i),
                 findings.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      out.push_back(findings[i]);
      out.back().count = end - i;
    }
    i = end;
  }
  return out;
}

} // namespace hotchkiss
