#include "libterrain/search/flood.h"

#include "libterrain/search/steptable.h"

#include <algorithm>

namespace hotchkiss {

namespace {

std::size_t indexIn(const Extent& extent, HexCoord h) {
  return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(h.r);
}

} // namespace

std::uint32_t Flood::costOf(HexCoord h) const {
  return extent.contains(h) ? cost[indexIn(extent, h)] : kUnreached;
}

std::vector<HexCoord> Flood::pathTo(HexCoord h) const {
  std::vector<HexCoord> out;
  if (!reached(h))
    return out;
  out.push_back(h);
  for (std::int8_t entered = cameFrom[indexIn(extent, h)]; entered >= 0; entered = cameFrom[indexIn(extent, h)]) {
    h = lattice.neighbour(h, entered + kSides / 2);
    out.push_back(h);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

Flood flood(const Lattice& lattice, const Extent& extent, const StepCosts& costs, std::span<const HexCoord> starts,
            std::uint32_t limit) {
  const auto area = static_cast<std::size_t>(std::max<std::int64_t>(extent.area(), 0));
  Flood out{lattice, extent, std::vector<std::uint32_t>(area, Flood::kUnreached), std::vector<std::int8_t>(area, -1)};
  if (!(costs.extent() == extent))
    return out;

  // No queued hex costs more than one dearest step beyond the current one, so a ring of that many buckets is enough.
  const StepTable table(lattice, extent);
  std::vector<std::vector<std::uint32_t>> buckets(std::size_t{costs.dearest()} + 1);
  std::size_t waiting = 0;
  for (const HexCoord start : starts)
    if (extent.contains(start) && out.cost[table.index(start)] != 0) {
      out.cost[table.index(start)] = 0;
      buckets[0].push_back(static_cast<std::uint32_t>(table.index(start)));
      ++waiting;
    }

  const std::uint64_t most = std::min(limit, Flood::kUnreached - 1);
  std::size_t slot = 0;
  for (std::uint64_t now = 0; waiting > 0; ++now, slot = slot + 1 == buckets.size() ? 0 : slot + 1) {
    // By index and looked up anew, because steps that cost nothing add to the bucket being emptied.
    for (std::size_t i = 0; i < buckets[slot].size(); ++i) {
      const std::size_t from = buckets[slot][i];
      --waiting;
      if (out.cost[from] != now)
        continue; // reached more cheaply since it was queued
      const HexCoord h = table.hex(from);
      for (int d = 0; d < kSides; ++d) {
        const std::uint16_t step = costs.get(from, d);
        const HexCoord next = table.neighbour(h, d);
        if (step == StepCosts::kBlocked || now + step > most || !extent.contains(next))
          continue;
        const std::size_t to = table.index(next);
        if (now + step >= out.cost[to])
          continue;
        out.cost[to] = static_cast<std::uint32_t>(now + step);
        out.cameFrom[to] = static_cast<std::int8_t>(d);
        buckets[(slot + step) % buckets.size()].push_back(static_cast<std::uint32_t>(to));
        ++waiting;
      }
    }
    buckets[slot].clear();
  }
  return out;
}

} // namespace hotchkiss
