#include "libterrain/search/route.h"

#include "libterrain/search/steptable.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace hotchkiss {

namespace {

constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();

struct Candidate {
  std::uint64_t estimate = 0; ///< of the whole way through this hex
  std::uint32_t cost = 0;     ///< as far as this hex
  std::uint32_t hex = 0;
  /// For the queue: the worst first. Of equal estimates the one nearer the goal is better; the index only settles ties.
  bool operator<(const Candidate& other) const {
    if (estimate != other.estimate)
      return estimate > other.estimate;
    return cost != other.cost ? cost < other.cost : hex > other.hex;
  }
};

} // namespace

std::optional<Route> route(const Lattice& lattice, const Extent& extent, const StepCosts& costs, HexCoord from,
                           HexCoord to) {
  if (!(costs.extent() == extent) || !extent.contains(from) || !extent.contains(to))
    return std::nullopt;
  const StepTable table(lattice, extent);
  const std::uint64_t cheapest = costs.cheapest();
  const auto remaining = [&](HexCoord h) { return cheapest * static_cast<std::uint64_t>(lattice.distance(h, to)); };
  const auto area = static_cast<std::size_t>(extent.area());
  std::vector<std::uint32_t> reached(area, kUnreached);
  std::vector<std::int8_t> entered(area, -1);
  std::priority_queue<Candidate> queue;
  const std::size_t goal = table.index(to);
  reached[table.index(from)] = 0;
  queue.push({remaining(from), 0, static_cast<std::uint32_t>(table.index(from))});
  while (!queue.empty() && queue.top().hex != goal) {
    const Candidate best = queue.top();
    queue.pop();
    if (best.cost != reached[best.hex])
      continue; // reached more cheaply since it was queued
    const HexCoord h = table.hex(best.hex);
    for (int d = 0; d < kSides; ++d) {
      const std::uint16_t step = costs.get(best.hex, d);
      const HexCoord next = table.neighbour(h, d);
      if (step == StepCosts::kBlocked || !extent.contains(next))
        continue;
      const std::uint64_t cost = std::uint64_t{best.cost} + step;
      const std::size_t index = table.index(next);
      if (cost >= reached[index])
        continue;
      reached[index] = static_cast<std::uint32_t>(cost);
      entered[index] = static_cast<std::int8_t>(d);
      queue.push({cost + remaining(next), reached[index], static_cast<std::uint32_t>(index)});
    }
  }
  if (queue.empty())
    return std::nullopt;

  Route out{{to}, reached[goal]};
  for (HexCoord h = to; h != from; out.hexes.push_back(h))
    h = lattice.neighbour(h, entered[table.index(h)] + kSides / 2);
  std::reverse(out.hexes.begin(), out.hexes.end());
  return out;
}

} // namespace hotchkiss
