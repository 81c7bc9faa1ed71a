#include "libscenario/validation/validator.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/approval.h"
#include "libscenario/validation/judge.h"
#include "libscenario/validation/scenariofindings.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace hotchkiss {

void judgeWhole(CheckContext& context) {
  const std::size_t first = context.findings.size();
  std::unordered_map<std::uint32_t, std::vector<std::string>> courses;
  context.courseEdges.clear();
  context.document.forEachEdge([&](EdgeId e, std::uint32_t text) {
    const auto [it, isNew] = courses.try_emplace(text);
    if (isNew) {
      std::set<std::string> all;
      for (const Feature& feature : context.features(text).features)
        all.insert(feature.of.begin(), feature.of.end());
      it->second.assign(all.begin(), all.end());
    }
    for (const std::string& course : it->second)
      context.courseEdges[course].push_back(e);
  });
  checkRegions(context);
  checkCourses(context);
  checkSheets(context);
  checkArmies(context);
  for (std::size_t i = first; i < context.findings.size(); ++i)
    context.checks.restate(context, context.findings[i]);
  for (const CheckPart& part : context.checks.parts())
    if (!isLocal(part.scope))
      part.mechanism->judgeWhole(Report(context, part));
  pointAtOwners(context, first);
}

void finishFindings(const CheckContext& context, std::vector<Finding>& findings) {
  placeThings(context, findings);
  applyApprovals(context.document, findings);
  for (Finding& finding : findings) {
    FindingPlace& place = finding.place;
    if (place.hex)
      place.label = context.numbering.label(*place.hex);
    else if (place.edge)
      place.label = context.numbering.label(*place.edge);
    else if (place.vertex)
      place.label = context.numbering.label(*place.vertex);
  }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tuple(a.checkClass, std::string_view(a.check), !a.approval.empty()) <
           std::tuple(b.checkClass, std::string_view(b.check), !b.approval.empty());
  });
}

Finding brokenRuleset(const Document& document, const Error& error) {
  Finding finding;
  finding.check = "CORE-V21";
  finding.message = error.message;
  finding.fix = error.advice;
  finding.place.file = error.file.empty() ? kModulePath : error.file;
  finding.place.thing = error.where.empty() ? "module " + headOf(document).id : error.where;
  return finding;
}

std::vector<Finding> validate(const LoadedModule& module) {
  const Result<std::shared_ptr<const CheckBasis>> basis = CheckBasis::of(module.document);
  if (!basis) {
    std::vector<Finding> findings = module.findings;
    findings.push_back(brokenRuleset(module.document, basis.error()));
    return findings;
  }
  const ThingIndex things(module.document);
  CheckContext context(module.document, **basis, things);
  context.findings = module.findings;
  for (Finding& finding : context.findings)
    context.checks.restate(context, finding);
  judgePlaces(context);
  judgeWhole(context);
  finishFindings(context, context.findings);
  return std::move(context.findings);
}

std::vector<CheckInfo> checksOf(const Document& document) {
  const Result<std::shared_ptr<const CheckBasis>> basis = CheckBasis::of(document);
  return basis ? (*basis)->checks->list() : coreChecks();
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
  return level >= finding.from;
}

std::vector<Finding> grouped(const std::vector<Finding>& findings, std::size_t showSingly) {
  std::vector<Finding> out;
  for (std::size_t i = 0; i < findings.size();) {
    std::size_t end = i;
    std::size_t count = 0;
    while (end < findings.size() && findings[end].check == findings[i].check &&
           findings[end].message == findings[i].message && findings[end].scenario == findings[i].scenario &&
           findings[end].approval.empty() == findings[i].approval.empty())
      count += findings[end++].count;
    if (end - i <= showSingly) {
      out.insert(out.end(), findings.begin() + static_cast<std::ptrdiff_t>(i),
                 findings.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      out.push_back(findings[i]);
      out.back().count = count;
    }
    i = end;
  }
  return out;
}

} // namespace hotchkiss
