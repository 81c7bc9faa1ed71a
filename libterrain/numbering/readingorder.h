#pragma once

#include "libterrain/numbering/numbering.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// The hexes of a printed map in the order in which its numbers are read: sheet by sheet, and on a sheet row by row or
/// column by column. A hex on several sheets is met on the first. Hexes without a label are left out; a map without
/// sheets is read along its lattice.
class ReadingOrder {
 public:
  enum class By { Rows, Columns };

  ReadingOrder() = default;
  ReadingOrder(const Lattice& lattice, const Extent& extent, const Numbering& numbering, By by);

  const std::vector<HexCoord>& hexes() const { return mHexes; }
  std::optional<HexCoord> next(HexCoord h) const;
  std::optional<HexCoord> previous(HexCoord h) const;
  /// Whether a new printed row (or column) begins with this hex.
  bool beginsLine(HexCoord h) const;

 private:
  void add(HexCoord h, long line);

  std::vector<HexCoord> mHexes;
  std::vector<bool> mBegins;
  std::optional<long> mLine;
  std::unordered_map<HexCoord, std::size_t> mIndex;
};

} // namespace hotchkiss
