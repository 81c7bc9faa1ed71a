#include "libterrain/search/vertexroute.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace hotchkiss {

std::vector<EdgeId> vertexRoute(const Lattice& lattice, const Extent& extent, VertexId from, VertexId to,
                                const std::function<std::uint32_t(EdgeId)>& cost) {
  const auto onMap = [&](VertexId v) {
    return std::ranges::any_of(lattice.hexes(v), [&](HexCoord h) { return extent.contains(h); });
  };
  if (from == to || extent.area() <= 0 || !onMap(from) || !onMap(to))
    return {};

  // The owner of a border corner may lie one step outside, hence the margin of one all round.
  const std::size_t rows = static_cast<std::size_t>(extent.height) + 2;
  const auto indexOf = [&](VertexId v) {
    return (static_cast<std::size_t>(v.c + 1) * rows + static_cast<std::size_t>(v.r + 1)) * 2 +
           static_cast<std::size_t>(v.v);
  };
  const auto cornerAt = [&](std::size_t index) {
    return VertexId{static_cast<std::int32_t>(index / 2 / rows) - 1, static_cast<std::int32_t>(index / 2 % rows) - 1,
                    static_cast<std::int32_t>(index % 2)};
  };

  constexpr std::uint64_t kUnreached = std::numeric_limits<std::uint64_t>::max();
  const std::size_t size = (static_cast<std::size_t>(extent.width) + 2) * rows * 2;
  std::vector<std::uint64_t> reached(size, kUnreached);
  std::vector<std::int8_t> leavesBy(size, -1); // which of the corner's three edges leads back
  using Candidate = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  const std::size_t start = indexOf(to); // searched backwards, so that reading the chain off gives it in order
  const std::size_t goal = indexOf(from);
  reached[start] = 0;
  queue.push({0, start});
  while (!queue.empty() && queue.top().second != goal) {
    const auto [sum, index] = queue.top();
    queue.pop();
    if (sum != reached[index])
      continue; // reached more cheaply since it was queued
    const VertexId corner = cornerAt(index);
    for (const EdgeId e : lattice.edges(corner)) {
      const auto sides = lattice.hexes(e);
      if (!extent.contains(sides[0]) && !extent.contains(sides[1]))
        continue;
      const std::uint32_t step = cost(e);
      if (step == kBlockedEdge)
        continue;
      const auto ends = lattice.ends(e);
      const VertexId other = ends[0] == corner ? ends[1] : ends[0];
      const std::size_t next = indexOf(other);
      if (sum + step >= reached[next])
        continue;
      const auto around = lattice.edges(other);
      reached[next] = sum + step;
      leavesBy[next] = static_cast<std::int8_t>(std::ranges::find(around, e) - around.begin());
      queue.push({sum + step, next});
    }
  }
  std::vector<EdgeId> out;
  if (queue.empty())
    return out;
  for (VertexId corner = from; corner != to;) {
    const EdgeId e = lattice.edges(corner).at(static_cast<std::size_t>(leavesBy[indexOf(corner)]));
    const auto ends = lattice.ends(e);
    out.push_back(e);
    corner = ends[0] == corner ? ends[1] : ends[0];
  }
  return out;
}

} // namespace hotchkiss
