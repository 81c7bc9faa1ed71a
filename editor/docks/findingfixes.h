#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libterrain/edit/stroke.h"

#include <functional>
#include <optional>
#include <string>

namespace hotchkiss::editor {

/// A change that makes a finding go away without a person having to decide anything.
struct FindingFix {
  std::string title; ///< for the button and the history: "Remove the orientation"
  std::function<void(Stroke&)> apply;
};

/// The fix of a finding on this document, if there is a mechanical one. A fix never invents data: it removes what
/// cannot be, or turns what points the wrong way. The ruleset must outlive the fix.
std::optional<FindingFix> fixFor(const Finding& finding, const Document& document, const Ruleset& ruleset);

} // namespace hotchkiss::editor
