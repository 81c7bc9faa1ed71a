#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libterrain/map/document.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// Whether a person may accept this finding. Errors of integrity always block an export, so they may not.
bool approvable(const Finding& finding);

/// Digests of the facts behind findings: the check, the place, what is said, and the values at the place. A value that
/// changes gives another fingerprint, and an approval that was given for the old one lapses. Printed labels play no
/// part: renumbering a sheet changes no fingerprint.
class Fingerprints {
 public:
  explicit Fingerprints(const Document& document) : mDocument(document) {}
  std::string of(const Finding& finding);

 private:
  const std::string& courseFacts(const std::string& course);
  std::string rulesetFacts(const RecordKey& key);

  const Document& mDocument;
  std::optional<Ruleset> mRuleset;                            ///< in force, once asked for
  std::optional<std::map<std::string, std::string>> mCourses; ///< edges and features by course, once asked for
};

/// Marks the findings that the module's approvals accept, and adds a note for each approval that holds for none.
void applyApprovals(const Document& document, std::vector<Finding>& findings);

/// The record that approves a finding, and the id under which it is kept: the same place gives the same id, so that a
/// lapsed approval is replaced when it is renewed.
struct Approval {
  std::string id;
  std::string record;
};
Approval approvalOf(const Finding& finding, const std::string& fingerprint, const std::string& reason,
                    const std::string& by, const std::string& date);

} // namespace hotchkiss
