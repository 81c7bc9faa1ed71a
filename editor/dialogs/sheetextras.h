#pragma once

#include "editor/dialogs/sheetrows.h"

#include <array>

namespace hotchkiss::editor {

inline constexpr std::array<const char*, 4> kSheetSides{"top", "bottom", "left", "right"};

/// What most sheets do not need: how a sheet lies, how its numbers zigzag, and which of its hexes are not there.
struct SheetExtras {
  int turn = 0;                 ///< sixths of a circle, clockwise
  std::string stagger = "none"; ///< of the rows of a flat lattice, of the columns of a pointy one
  std::string oblique = "none";
  std::string northBearing;                                           ///< a number, "unknown", or empty
  std::string omit;                                                   ///< "3,4 5,6": column and row on the sheet
  std::array<std::string, 4> missing{"none", "none", "none", "none"}; ///< in the order of kSheetSides
  std::array<std::string, 4> partial{"none", "none", "none", "none"};
  bool operator==(const SheetExtras&) const = default;
};

SheetExtras extrasOf(const SheetRow& row, Orientation orientation);
/// The sheet with other extras, or why that cannot be. Members whose text is the same stay as they are.
Result<SheetRow> withExtras(const SheetRow& row, const SheetExtras& extras, Orientation orientation);

} // namespace hotchkiss::editor
