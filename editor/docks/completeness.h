#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libscenario/validation/validator.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <optional>
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

/// What there is to complete.
struct ProgressTotals {
  std::size_t printed = 0;             ///< hexes that exist
  std::optional<std::size_t> levelled; ///< those that have a level, where the ruleset asks for it
  std::size_t needMouth = 0;           ///< courses
};
/// Visits every hex: not for the thread of the window.
ProgressTotals progressTotals(const Document& document, const Catalogue& catalogue, const Numbering& numbering);
/// The progress of everything that can be counted, also when nothing is missing: terrain, then levels where the ruleset
/// has them, then mouths where courses need them.
std::vector<Progress> progressOf(const ProgressTotals& totals, const std::vector<Finding>& findings);
/// The same totals, with other findings.
void countAgain(std::vector<Progress>& progress, const std::vector<Finding>& findings);

/// How far the module is from a level: what is missing, and what is wrong.
struct LevelProgress {
  Level level = Level::Map;
  double part = 1;         ///< of what is needed; 1 when nothing is missing
  std::size_t missing = 0; ///< places that stand before the level
  std::size_t errors = 0;  ///< of integrity; they stand before every level
  bool isComplete() const { return missing == 0 && errors == 0; }
};
/// The levels beyond a draft, lowest first. Approved findings stand in no way.
std::vector<LevelProgress> levelsOf(const std::vector<Progress>& progress, const std::vector<Finding>& findings);

} // namespace hotchkiss::editor
