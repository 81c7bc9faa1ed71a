#pragma once

#include "libscenario/module/modulefiles.h"
#include "libscenario/validation/check.h"
#include "libscenario/validation/finding.h"

#include <string>
#include <vector>

namespace hotchkiss {

/// Everything that the core checks find, in the order of the checks; integrity first. See docs/checks.md.
std::vector<Finding> validate(const LoadedModule& module);

/// Fills in the fingerprints of findings that stand for one place, for people who write approvals.
void addFingerprints(const Document& document, std::vector<Finding>& findings);

/// Fills in file and line of findings that name a hex, edge, vertex or record, by looking it up in the files.
void locateFindings(std::vector<Finding>& findings, const ModuleFiles& files);

/// Many findings of one check and message become one with a count: "1,204 hexes have no level".
std::vector<Finding> grouped(const std::vector<Finding>& findings, std::size_t showSingly = 5);

/// Whether a finding stands between the module and this level. What is approved does not.
bool blocks(const Finding& finding, Level level);

/// `approvedApart`: how many approved findings are not in the list; the last line counts them.
std::string findingsAsText(const std::vector<Finding>& findings, std::size_t approvedApart = 0);
std::string findingsAsJson(const std::vector<Finding>& findings);
/// SARIF 2.1.0. `folder` is where the module lies, as the reader of the report sees it: it stands before each file.
/// `checks` describe the rules of the report; see checksOf().
std::string findingsAsSarif(const std::vector<Finding>& findings, const std::string& folder = {},
                            const std::vector<CheckInfo>& checks = {});
/// The checks that hold for a module; those of every ruleset when its own cannot be read.
std::vector<CheckInfo> checksOf(const Document& document);

} // namespace hotchkiss
