#pragma once

#include "libscenario/validation/finding.h"
#include "libterrain/base/result.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <map>
#include <string>
#include <vector>

namespace hotchkiss {

/// The files of a module by their path inside it ("map/hexes.json"), as text.
using ModuleFiles = std::map<std::string, std::string>;

struct LoadedModule {
  Document document;
  std::vector<Finding> findings; ///< rows that make no sense on this map, and what a migration did
  bool migrated = false;         ///< came from an older format
};

/// Builds the document from its files. Anything that breaks a schema is an error that names file, line and row.
Result<LoadedModule> readModule(const ModuleFiles& files);

/// The canonical files of a document: the same document always gives the same bytes.
ModuleFiles writeModule(const Document& document);

/// The text of one record table in file form.
std::string writeRecords(const std::string& kind, const RecordTable& records);

/// The map's sheets as the module's records give them. Records were checked when they were read; a label pattern that
/// cannot be understood leaves its sheet out.
Numbering numberingOf(const Document& document);

/// The module's id, title and ruleset id; empty when the record is missing.
struct ModuleHead {
  std::string id;
  std::string title;
  std::string ruleset;
  std::string level;
  std::vector<std::string> overlays; ///< published overlays of the ruleset that apply
};
ModuleHead headOf(const Document& document);

/// A new, empty module: head, lattice and one sheet.
struct NewModule {
  std::string id;
  std::string title;
  std::string ruleset;
  Lattice lattice;
  Extent extent;
  std::string sheetId = "A";
  std::string sheetRecord; ///< canonical JSON of the sheet
  std::string frameRecord; ///< canonical JSON of the frame, empty for none
};
Document makeModule(const NewModule& wanted);

} // namespace hotchkiss
