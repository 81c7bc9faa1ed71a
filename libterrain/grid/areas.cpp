#include "libterrain/grid/areas.h"

#include "libterrain/grid/polygon.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

std::vector<HexCoord> hexesInBox(const Extent& extent, HexCoord a, HexCoord b) {
  std::vector<HexCoord> out;
  for (std::int32_t c = std::max(std::min(a.c, b.c), 0); c <= std::min(std::max(a.c, b.c), extent.width - 1); ++c)
    for (std::int32_t r = std::max(std::min(a.r, b.r), 0); r <= std::min(std::max(a.r, b.r), extent.height - 1); ++r)
      out.push_back({c, r});
  return out;
}

std::vector<HexCoord> hexesInLasso(const Lattice& lattice, const Extent& extent, const std::vector<Point>& loop) {
  std::set<HexCoord> out;
  for (std::size_t i = 0; i < loop.size(); ++i)
    for (const HexCoord h : lattice.line(lattice.hexAt(loop[i == 0 ? 0 : i - 1]), lattice.hexAt(loop[i])))
      if (extent.contains(h))
        out.insert(h);
  if (loop.size() > 2)
    for (const HexCoord h : hexesInPolygon(lattice, extent, {loop}))
      out.insert(h);
  return {out.begin(), out.end()};
}

std::vector<HexCoord> hexesAlongLine(const Lattice& lattice, const Extent& extent, HexCoord a, HexCoord b,
                                     std::int32_t radius) {
  std::set<HexCoord> out;
  for (const HexCoord step : lattice.line(a, b))
    for (const HexCoord h : lattice.range(step, radius))
      if (extent.contains(h))
        out.insert(h);
  return {out.begin(), out.end()};
}

} // namespace hotchkiss
