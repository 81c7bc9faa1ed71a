#include "libterrain/numbering/readingorder.h"

#include <algorithm>
#include <tuple>

namespace hotchkiss {

ReadingOrder::ReadingOrder(const Lattice& lattice, const Extent& extent, const Numbering& numbering, By by) {
  struct Entry {
    long line = 0;
    long place = 0;
    HexCoord hex;
    bool operator<(const Entry& other) const {
      return std::tie(line, place, hex) < std::tie(other.line, other.place, other.hex);
    }
  };
  const auto addAll = [&](std::vector<Entry>& entries) {
    std::sort(entries.begin(), entries.end());
    mLine.reset();
    for (const Entry& entry : entries)
      add(entry.hex, entry.line);
  };
  const bool byRows = by == By::Rows;
  std::vector<Entry> entries;
  for (const Sheet& sheet : numbering.sheets()) {
    entries.clear();
    for (std::int32_t c = 0; c < sheet.size.width; ++c)
      for (std::int32_t r = 0; r < sheet.size.height; ++r) {
        const HexCoord h = sheet.onLattice(lattice, {c, r});
        if (!extent.contains(h) || !sheet.coversLocal(lattice, {c, r}))
          continue;
        const PrintedNumbers numbers = sheet.printed(lattice, {c, r});
        entries.push_back({byRows ? numbers.row : numbers.col, byRows ? numbers.col : numbers.row, h});
      }
    addAll(entries);
  }
  if (!numbering.sheets().empty())
    return;
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      entries.push_back({byRows ? r : c, byRows ? c : r, {c, r}});
  addAll(entries);
}

void ReadingOrder::add(HexCoord h, long line) {
  if (!mIndex.try_emplace(h, mHexes.size()).second)
    return;
  mHexes.push_back(h);
  mBegins.push_back(mLine != line);
  mLine = line;
}

std::optional<HexCoord> ReadingOrder::next(HexCoord h) const {
  const auto it = mIndex.find(h);
  if (it == mIndex.end() || it->second + 1 >= mHexes.size())
    return std::nullopt;
  return mHexes[it->second + 1];
}

std::optional<HexCoord> ReadingOrder::previous(HexCoord h) const {
  const auto it = mIndex.find(h);
  if (it == mIndex.end() || it->second == 0)
    return std::nullopt;
  return mHexes[it->second - 1];
}

bool ReadingOrder::beginsLine(HexCoord h) const {
  const auto it = mIndex.find(h);
  return it != mIndex.end() && mBegins[it->second];
}

} // namespace hotchkiss
