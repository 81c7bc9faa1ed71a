#include "libterrain/search/connectivity.h"

#include "libterrain/search/steptable.h"

#include <algorithm>

namespace hotchkiss {

namespace {

/// Collects what hangs together with `start`; `enter(h, d, next)` says whether to step from h to next.
template <class Enter>
std::vector<HexCoord> spread(const StepTable& table, const Extent& extent, HexCoord start, std::vector<bool>& seen,
                             const Enter& enter) {
  std::vector<HexCoord> out{start};
  seen[table.index(start)] = true;
  for (std::size_t i = 0; i < out.size(); ++i)
    for (int d = 0; d < kSides; ++d) {
      const HexCoord h = out[i];
      const HexCoord next = table.neighbour(h, d);
      if (!extent.contains(next) || seen[table.index(next)] || !enter(h, d, next))
        continue;
      seen[table.index(next)] = true;
      out.push_back(next);
    }
  std::sort(out.begin(), out.end());
  return out;
}

} // namespace

std::vector<std::vector<HexCoord>> connectedAreas(const Lattice& lattice, const Extent& extent,
                                                  const std::function<bool(HexCoord)>& member,
                                                  const std::function<bool(HexCoord, int)>& joined) {
  std::vector<std::vector<HexCoord>> out;
  if (extent.area() <= 0)
    return out;
  const StepTable table(lattice, extent);
  std::vector<bool> seen(static_cast<std::size_t>(extent.area()), false);
  const auto enter = [&](HexCoord h, int d, HexCoord next) { return member(next) && joined(h, d); };
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      if (!seen[table.index({c, r})] && member({c, r}))
        out.push_back(spread(table, extent, {c, r}, seen, enter));
  return out;
}

std::vector<HexCoord> connectedArea(const Lattice& lattice, const Extent& extent, HexCoord start,
                                    const std::function<bool(HexCoord)>& same) {
  if (!extent.contains(start))
    return {};
  std::vector<bool> seen(static_cast<std::size_t>(extent.area()), false);
  const auto enter = [&](HexCoord, int, HexCoord next) { return same(next); };
  return spread(StepTable(lattice, extent), extent, start, seen, enter);
}

} // namespace hotchkiss
