#pragma once

#include "libscenario/sheets/oobsheet.h"

namespace hotchkiss {

/// A level of the hierarchy in a printed list, and the words that its headings hold.
struct LayoutLevel {
  std::string echelon;
  long order = 0; ///< 1 at the top
  std::vector<std::string> words;
  std::string leader; ///< unit type of its leaders; empty: they are only noted
};

/// A sort of unit in a printed list.
struct LayoutType {
  std::string type;
  std::string section = "unit";
  std::vector<std::string> words; ///< in its name
  std::vector<std::string> in;    ///< in the name of a formation above it
};

/// How a printed list (perhaps read by a machine from a scan, in two columns) becomes rows.
struct LayoutMapping {
  std::string side;
  std::string root; ///< id of the formation at the top; made with `rootName` when that is given
  std::string rootName;
  std::string type;                ///< of units that no LayoutType knows
  std::vector<std::string> ignore; ///< lines with these words are no data
  std::vector<std::string> joins;  ///< a line that ends so goes on in the next
  std::vector<LayoutLevel> levels; ///< by order
  std::vector<LayoutType> types;
  std::map<std::string, std::string> ranks;                    ///< "Brig. Gen." → value of the attribute `rank`
  std::map<std::string, std::vector<std::string>> confusables; ///< misread letters → what they may be
};

/// Whether a mapping file speaks of a printed list and not of a table.
bool isLayoutMapping(const std::string& text);
Result<LayoutMapping> readLayoutMapping(const std::string& text);

/// Builds the hierarchy from headings, indents and columns. Names with misread numbers are repaired where only one
/// number makes sense, and marked as doubtful with what the text shows.
SheetPreview previewLayout(std::string_view text, const LayoutMapping& mapping, const Document& document);

/// What a misread ordinal may be: "1o4th" → "104th". Empty when it is clean or nothing fits; several when it is open.
std::vector<std::string> ordinalReadings(const std::string& word,
                                         const std::map<std::string, std::vector<std::string>>& confusables);

} // namespace hotchkiss
