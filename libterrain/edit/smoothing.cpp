#include "libterrain/edit/smoothing.h"

#include <cstdlib>

namespace hotchkiss {

std::map<HexCoord, int> smoothedLevels(const Document& document, std::span<const HexCoord> area) {
  std::map<HexCoord, int> out;
  for (const HexCoord h : area) {
    const std::optional<int> own = document.level(h);
    if (!own)
      continue;
    int sum = *own;
    int count = 1;
    for (const HexCoord next : document.lattice().neighbours(h))
      if (const std::optional<int> level = document.level(next)) {
        sum += *level;
        ++count;
      }
    // The step to the mean, in halves so that a tie leaves the hex as it is.
    const int twice = 2 * (sum - *own * count);
    const int step = (std::abs(twice) + count - 1) / (2 * count); // rounded, a half down
    if (step > 0)
      out[h] = *own + (twice > 0 ? step : -step);
  }
  return out;
}

} // namespace hotchkiss
