#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <string>
#include <vector>

namespace hotchkiss::editor {

/// How far one matter of completeness has come: `done` of `total` places have what they need.
struct Progress {
  std::string check;
  std::size_t done = 0;
  std::size_t total = 0;
  bool isComplete() const { return done == total; }
  bool operator==(const Progress&) const = default;
};

/// The progress of everything that can be counted, also when nothing is missing: terrain, then levels where the ruleset
/// has them, then mouths where courses need them.
std::vector<Progress> progressOf(const Document& document, const Catalogue& catalogue, const Numbering& numbering,
                                 const std::vector<Finding>& findings);

} // namespace hotchkiss::editor
