#pragma once

#include "libscenario/rules/unitcatalogue.h"
#include "libscenario/sheets/celltable.h"

#include <map>
#include <string>
#include <vector>

namespace hotchkiss {

/// What one column of a sheet means.
struct SheetColumn {
  std::string header; ///< as in the sheet; compared without case, spaces and marks
  /// Where its cells go: a member of a row (id, section, name, designation, side, type, formation, parent, echelon,
  /// order, leader, commands, role, note, source, doubt, printed, uncertain), "values.<attribute>",
  /// "values.<attribute>.min" and ".max" (the ends of a range), "faces.<face>.<attribute>", "level.<echelon>" (names
  /// formations, which are made), "more" (further members as JSON), or "" to pass over. Several columns may go to one
  /// text, such as a name: their cells are joined.
  std::string to;
  std::map<std::string, std::string> words; ///< cell texts that stand for others: "I" for "infantry"
  bool fillDown = false;                    ///< an empty cell means the one above
  std::string text;                         ///< what becomes of a cell: "{} companies"; empty: the cell as it is
  long per = 1;                             ///< numbers are divided by this and rounded: men to points
};

/// How a sheet becomes rows of an order of battle.
struct SheetMapping {
  char delimiter = 0; ///< 0: find out
  long headerRow = 1; ///< 1-based, among the rows that are not empty
  std::string section = "unit";
  std::string idPattern; ///< "{side}.{name}"; empty: formation and name
  std::vector<SheetColumn> columns;
  std::map<std::string, std::string> constants; ///< by target
  std::map<std::string, std::string> only;      ///< header → text: other rows are passed over
  /// Not empty: a row is no piece, but says something about every piece of the module that agrees with it in these
  /// members (such as side and type). Values that a piece has are left alone.
  std::vector<std::string> match;
};

/// Reads a mapping file (kind "mapping").
Result<SheetMapping> readMapping(const std::string& text);
/// A mapping file that says the same.
std::string writeMapping(const SheetMapping& mapping);
/// What the headers of a sheet seem to mean, and the words in its columns of sides and types. Columns that nothing is
/// known about have an empty target.
SheetMapping guessMapping(const CellTable& table, const UnitCatalogue& units);

/// "Strength (SP)" → "strengthsp": how headers are compared.
std::string plainHeader(const std::string& header);
/// The id, its longest parts cut short until it is as short as ids must be.
std::string fittingId(std::string id);
/// "20 Ind" → "20_ind": what an id may hold.
std::string slugOf(const std::string& name);

} // namespace hotchkiss
