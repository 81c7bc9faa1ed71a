#pragma once

#include "editor/model/toolstate.h"
#include "libscenario/ruleset/ruleset.h"

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// A class within a kind, such as the size of a slope.
struct PaletteClass {
  std::string id;
  std::string name;
  std::string key;
  std::string note;
  std::string source;
};

/// Something that can be painted: one row of the catalogue.
struct PaletteEntry {
  std::string section; ///< of the catalogue
  std::string id;
  std::string name;
  std::string group;
  std::string key;
  std::string note;
  std::string source;
  std::string course; ///< kind of the courses that its pieces may belong to
  bool classRequired = false;
  std::vector<PaletteClass> classes;
};

/// Everything of a ruleset that a person can put on the map, section by section in the order of a palette, within a
/// section by group and name. What follows from other data is left out.
std::vector<PaletteEntry> paletteEntries(const Ruleset& ruleset);

/// The section whose kinds a tool paints; empty for tools that paint none.
std::string sectionOf(ToolId tool);
/// The tool that paints the kinds of a section.
std::optional<ToolId> toolFor(const std::string& section);

/// What a key means while a tool is in hand: a class of the kind that is chosen, or a kind of the tool's section.
struct KeyChoice {
  std::string id;
  std::string classId;
  bool operator==(const KeyChoice&) const = default;
};
std::optional<KeyChoice> entryForKey(const std::vector<PaletteEntry>& entries, const std::string& section,
                                     const std::string& chosenKind, const std::string& key);

} // namespace hotchkiss::editor
