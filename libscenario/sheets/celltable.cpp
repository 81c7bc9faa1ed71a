#include "libscenario/sheets/celltable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace hotchkiss {

namespace {

constexpr std::array<char, 3> kDelimiters{'\t', ',', ';'};

Error refused(const std::string& message, long line) {
  return Error{message, {}, line, {}, "save it as comma or tab separated text in UTF-8"};
}

class CellReader {
 public:
  CellReader(std::string_view text, char delimiter) : mText(text) { mOut.delimiter = delimiter; }

  Result<CellTable> read() {
    while (mAt < mText.size()) {
      const long line = mLine;
      std::vector<std::string> row;
      if (const Outcome done = readRow(row); !done)
        return done.error();
      const bool isEmpty = std::all_of(row.begin(), row.end(), [](const std::string& cell) {
        return cell.find_first_not_of(" \t") == std::string::npos;
      });
      if (isEmpty)
        continue;
      if (mOut.rows.size() == kMostSheetRows)
        return refused("the sheet has more than " + std::to_string(kMostSheetRows) + " rows", line);
      mOut.rows.push_back(std::move(row));
      mOut.lines.push_back(line);
    }
    return std::move(mOut);
  }

 private:
  Outcome readRow(std::vector<std::string>& row) {
    for (;;) {
      std::string cell;
      if (Outcome done = readCell(cell); !done)
        return done;
      if (row.size() == kMostSheetColumns)
        return refused("a row has more than " + std::to_string(kMostSheetColumns) + " cells", mLine);
      row.push_back(std::move(cell));
      if (mAt < mText.size() && mText[mAt] == mOut.delimiter) {
        ++mAt;
        continue;
      }
      if (mAt < mText.size() && mText[mAt] == '\r')
        ++mAt;
      if (mAt < mText.size() && mText[mAt] == '\n')
        ++mAt;
      ++mLine;
      return success();
    }
  }

  Outcome readCell(std::string& cell) {
    const bool isQuoted = mAt < mText.size() && mText[mAt] == '"';
    if (isQuoted)
      ++mAt;
    const long line = mLine;
    for (; mAt < mText.size(); ++mAt) {
      const char c = mText[mAt];
      if (c == '\0')
        return refused("the text holds a zero byte", mLine);
      if (isQuoted && c == '"') {
        if (mAt + 1 < mText.size() && mText[mAt + 1] == '"') {
          ++mAt;
        } else {
          ++mAt;
          return endOfQuoted(line);
        }
      } else if (!isQuoted && (c == mOut.delimiter || c == '\n' || c == '\r')) {
        return success();
      }
      mLine += isQuoted && c == '\n' ? 1 : 0;
      if (cell.size() == kLongestCell)
        return refused("a cell is longer than " + std::to_string(kLongestCell) + " bytes", line);
      cell += c;
    }
    return isQuoted ? Outcome(refused("a quote is never closed", line)) : success();
  }

  Outcome endOfQuoted(long line) const {
    const bool ends = mAt >= mText.size() || mText[mAt] == mOut.delimiter || mText[mAt] == '\n' || mText[mAt] == '\r';
    return ends ? success() : Outcome(refused("text follows a closing quote", line));
  }

  std::string_view mText;
  std::size_t mAt = 0;
  long mLine = 1;
  CellTable mOut;
};

/// How many bytes of a character follow its first one, and the least that is not an overlong form.
struct Lead {
  int further = 0;
  std::uint32_t bits = 0;
  std::uint32_t least = 0;
};

std::optional<Lead> leadOf(unsigned char byte) {
  if (byte < 0x80)
    return Lead{0, byte, 0};
  if (byte >= 0xC2 && byte < 0xE0)
    return Lead{1, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0)
    return Lead{2, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF5)
    return Lead{3, byte & 0x07U, 0x10000};
  return std::nullopt;
}

/// How many rows have as many cells as the first, and more than one.
std::size_t evenness(const CellTable& table) {
  if (table.rows.empty() || table.rows.front().size() < 2)
    return 0;
  return static_cast<std::size_t>(std::count_if(
      table.rows.begin(), table.rows.end(), [&](const auto& row) { return row.size() == table.rows.front().size(); }));
}

} // namespace

bool isUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<Lead> lead = leadOf(static_cast<unsigned char>(text[i]));
    if (!lead || i + static_cast<std::size_t>(lead->further) >= text.size())
      return false;
    std::uint32_t code = lead->bits;
    for (int k = 0; k < lead->further; ++k) {
      const auto byte = static_cast<unsigned char>(text[++i]);
      if ((byte & 0xC0U) != 0x80U)
        return false;
      code = (code << 6U) | (byte & 0x3FU);
    }
    if (code < lead->least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      return false;
  }
  return true;
}

Result<CellTable> readCells(std::string_view text, char delimiter) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  if (!isUtf8(text))
    return refused("the text is not UTF-8", 0);
  if (delimiter != 0)
    return CellReader(text, delimiter).read();
  std::optional<CellTable> best;
  std::optional<Error> trouble;
  std::size_t most = 0;
  for (const char each : kDelimiters) {
    Result<CellTable> read = CellReader(text, each).read();
    if (!read) {
      trouble = read.error();
      continue;
    }
    const std::size_t score = evenness(*read);
    if (!best || score > most)
      best = std::move(*read);
    most = std::max(most, score);
  }
  // A sheet with a broken quote may pass as one column of another sort.
  if (!best || (most == 0 && trouble))
    return *trouble;
  return std::move(*best);
}

std::string writeCells(const CellTable& table) {
  std::string out;
  for (const std::vector<std::string>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0)
        out += table.delimiter;
      const std::string& cell = row[i];
      const bool needsQuotes = cell.find_first_of("\"\r\n") != std::string::npos ||
                               cell.find(table.delimiter) != std::string::npos || (row.size() == 1 && cell.empty());
      if (!needsQuotes) {
        out += cell;
        continue;
      }
      out += '"';
      for (const char c : cell) {
        if (c == '"')
          out += '"';
        out += c;
      }
      out += '"';
    }
    out += '\n';
  }
  return out;
}

} // namespace hotchkiss
