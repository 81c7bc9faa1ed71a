#pragma once

#include "libterrain/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// A sheet as a spreadsheet program saves or copies it: rows of cells. The first row is usually the header.
struct CellTable {
  std::vector<std::vector<std::string>> rows;
  std::vector<long> lines; ///< of the text on which each row begins
  char delimiter = ',';
  bool operator==(const CellTable& other) const { return rows == other.rows; }
};

/// Named limits of the reader: beyond them a sheet is refused.
inline constexpr std::size_t kMostSheetRows = 200'000;
inline constexpr std::size_t kMostSheetColumns = 512;
inline constexpr std::size_t kLongestCell = 32'000;

/// Reads comma, semicolon or tab separated text (UTF-8, a byte order mark is skipped), with quotes as in RFC 4180.
/// Without a delimiter the one that gives the most even rows is taken. Rows that are empty are left out.
Result<CellTable> readCells(std::string_view text, char delimiter = 0);
/// Whether bytes are well-formed UTF-8.
bool isUtf8(std::string_view text);
/// Text that readCells() turns into the same rows.
std::string writeCells(const CellTable& table);

} // namespace hotchkiss
