#pragma once

#include "libscenario/validation/finding.h"
#include "libterrain/edit/edit.h"

#include <string>
#include <vector>

namespace hotchkiss {

class CheckSet;
class Ruleset;

/// What machines can put right, as one edit.
struct Fixes {
  Edit edit;
  std::vector<std::string> done; ///< one sentence for each thing that was changed
};

/// Fixes what can be fixed without asking: the ways are named by CheckInfo::fix.
///   rename           a misspelt terrain, feature or kind becomes the one of the catalogue that is near in spelling
///   removeFeature    a feature that may not be stored goes
///   removeRecord     a row that means nothing goes
///   removeAttribute  an attribute that its thing cannot have goes
/// Approved findings and findings that stand for several places are left alone. Changes the document.
Fixes fixFindings(Document& document, const Ruleset& ruleset, const CheckSet& checks,
                  const std::vector<Finding>& findings);

} // namespace hotchkiss
