#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <functional>
#include <map>
#include <unordered_map>

namespace hotchkiss {

/// What all core checks look at, gathered once.
struct CheckContext {
  const Document& document;
  Catalogue catalogue;
  const Numbering& numbering;
  std::map<std::string, std::vector<EdgeId>> courseEdges; ///< by course id
  std::map<std::string, std::size_t> regionHexes;         ///< hexes in each region
  std::vector<Finding>& findings;

  Finding& add(const char* check, std::string message, std::string fix = {});
  /// Is there a named thing of this section?
  bool knows(const std::string& section, const std::string& id) const;
  /// Its kind; nothing when there is no such thing.
  std::optional<std::string> kindOf(const std::string& section, const std::string& id) const;
};

void checkHexes(CheckContext& context);
void checkEdgesAndVertices(CheckContext& context);
void checkNamed(CheckContext& context);
void checkCourses(CheckContext& context);
void checkSheets(CheckContext& context);
/// Gives findings about named things a place on the map, so that every message can name a hex.
void placeThings(CheckContext& context);

} // namespace hotchkiss
