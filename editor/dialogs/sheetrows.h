#pragma once

#include "libterrain/base/result.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/numbering/numbering.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// The sheets of a module as rows of a table, without widgets.

enum class SheetColumn {
  Id,
  Name,
  Letter,
  OriginColumn,
  OriginRow,
  Width,
  Height,
  Label,
  FirstColumn,
  ColumnStep,
  FirstRow,
  RowStep
};
inline constexpr int kSheetColumns = 12;

struct SheetRow {
  std::string id;
  std::string record; ///< canonical JSON; members without a column are kept as they are
  bool operator==(const SheetRow&) const = default;
};

std::vector<SheetRow> sheetRows(const Document& document);
/// What stands in a cell.
std::string cellText(const SheetRow& row, SheetColumn column);
/// The row with another text in a cell, or why the text cannot stand there.
Result<SheetRow> withCell(const SheetRow& row, SheetColumn column, const std::string& text);

/// A new sheet beside the others: what is right of them, with their pattern and a letter that is free.
SheetRow newSheet(const std::vector<SheetRow>& rows, Extent extent);

/// What is wrong with the sheets together: an id twice, a broken pattern.
std::optional<Error> problemOf(const std::vector<SheetRow>& rows);

/// The numbering by these sheets on a map.
Numbering numberingOf(const Document& document, const std::vector<SheetRow>& rows);

/// Makes the module have exactly these sheets.
void writeSheets(Stroke& stroke, const std::vector<SheetRow>& rows);

} // namespace hotchkiss::editor
