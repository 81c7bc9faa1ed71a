#pragma once

#include "libscenario/army/orderofbattle.h"
#include "libscenario/sheets/sheetmapping.h"
#include "libterrain/edit/edit.h"

namespace hotchkiss {

/// One row of an order of battle that a sheet gives.
struct SheetRow {
  enum class Change : std::uint8_t { New, Changed, Same };
  long line = 0; ///< of the sheet; 0 for formations that columns of levels make
  RecordKey key;
  std::string record; ///< canonical JSON, existing members that the sheet does not speak of included
  Change change = Change::New;
};

/// A cell or row that could not be used, and why.
struct SheetDoubt {
  long line = 0;
  std::string column; ///< header; empty when the whole row is meant
  std::string text;
  std::string why;
  bool isLost = true; ///< false: it was taken, but a person should look at it
};

/// What reading a sheet would do. Nothing is changed before importEdit().
struct SheetPreview {
  std::vector<SheetRow> rows;
  std::vector<SheetDoubt> doubts;
  std::size_t passedOver = 0; ///< rows that the mapping does not want
  std::size_t count(SheetRow::Change change) const;
};

/// Works out what a sheet says. The document is the module that it goes into.
SheetPreview previewSheet(const CellTable& table, const SheetMapping& mapping, const Document& document,
                          const UnitCatalogue& units);
/// Puts the rows into the module, as one undo step.
Edit importEdit(Document& document, const SheetPreview& preview);

/// The order of battle as a sheet: one row a line, columns for members, attributes and faces that occur, and a column
/// "more" with what fits no cell. Reading it with the mapping that guessMapping() finds gives the same rows.
CellTable exportSheet(const Document& document, const UnitCatalogue& units, char delimiter = ',');

} // namespace hotchkiss
