#pragma once

#include "editor/model/toolstate.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/numbering/numbering.h"

#include <string>
#include <vector>

namespace hotchkiss::editor {

/// One reason to look at a place of an imported map.
struct ReviewEntry {
  std::string section; ///< hex, edge, vertex, course, place, region or source
  std::string id;      ///< its coordinates or id
  Selection place;
  std::string label; ///< in the map's own numbering, or its name
  std::string step;  ///< of the recipe; empty when the evidence does not say
  std::string reason;
  std::string sort; ///< the reason without names, for filters
  double confidence = 1;
  bool isChecked = false; ///< a person looked at it and found it right
};

/// Everything that the evidence calls doubtful, in the order of the map's files.
std::vector<ReviewEntry> reviewEntries(const Document& document, const Numbering& numbering);

/// Notes in map/hand that a person checked this reason, or takes the note away. A new import that gives the same
/// reason leaves it checked; another reason has to be checked anew.
void setChecked(Stroke& stroke, const ReviewEntry& entry, bool isChecked);

} // namespace hotchkiss::editor
