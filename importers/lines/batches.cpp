#include "importers/lines/batches.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace hotchkiss {

std::vector<std::vector<std::size_t>> independentBatches(const std::vector<std::size_t>& order,
                                                         const std::vector<const Polyline*>& lines, double reach) {
  // Squares of the plane as large as the reach. A line holds the squares that it passes and those around them, so two
  // lines that hold no square together are further apart than both can look.
  const auto squareOf = [reach](double v) { return static_cast<std::int64_t>(std::floor(v / reach)); };
  const auto keyOf = [](std::int64_t x, std::int64_t y) {
    return (static_cast<std::uint64_t>(x) << 32) ^ (static_cast<std::uint64_t>(y) & 0xffffffffU);
  };
  std::unordered_map<std::uint64_t, std::size_t> held; // by the batch behind that of the last line in the square
  std::vector<std::vector<std::size_t>> out;
  for (const std::size_t i : order) {
    std::set<std::uint64_t> squares;
    std::int64_t lastX = 0;
    std::int64_t lastY = 0;
    for (std::size_t k = 0; k < lines[i]->size(); ++k) {
      const std::int64_t x = squareOf((*lines[i])[k].x);
      const std::int64_t y = squareOf((*lines[i])[k].y);
      if (k > 0 && x == lastX && y == lastY)
        continue;
      lastX = x;
      lastY = y;
      for (std::int64_t dx = -1; dx <= 1; ++dx)
        for (std::int64_t dy = -1; dy <= 1; ++dy)
          squares.insert(keyOf(x + dx, y + dy));
    }
    std::size_t batch = 0;
    for (const std::uint64_t square : squares)
      if (const auto known = held.find(square); known != held.end())
        batch = std::max(batch, known->second);
    for (const std::uint64_t square : squares)
      held[square] = batch + 1;
    if (batch >= out.size())
      out.resize(batch + 1);
    out[batch].push_back(i);
  }
  return out;
}

} // namespace hotchkiss
