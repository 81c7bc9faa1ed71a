#include "importers/elevation/divides.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

namespace hotchkiss {

Divides::Divides(const Lattice& lattice, const Extent& extent, std::function<double(HexCoord)> height)
    : mLattice(lattice), mExtent(extent) {
  const auto count = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(extent.height);
  mHeight.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    mHeight[i] = height(hex(i));
  flood();
}

bool Divides::isKnown(std::size_t i) const {
  return !std::isnan(mHeight[i]);
}

/// Water finds its way out of every hollow over the lowest sill: hexes are reached from the edge of the data, the
/// lowest first. Where the filled ground still falls, water takes the steepest way.
void Divides::flood() {
  const std::size_t count = mHeight.size();
  mDown.resize(count);
  mGathered.assign(count, 1);
  std::vector<double> filled = mHeight;
  std::vector<char> seen(count, 0);
  using Reached = std::tuple<double, std::size_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  const auto known = [&](HexCoord h) { return mExtent.contains(h) && isKnown(index(h)); };
  for (std::size_t i = 0; i < count; ++i) {
    mDown[i] = i;
    if (!isKnown(i))
      continue;
    const auto around = mLattice.neighbours(hex(i));
    if (!std::all_of(around.begin(), around.end(), known)) {
      open.push({filled[i], i});
      seen[i] = 1;
    }
  }
  std::vector<char> isOutlet = seen;
  std::vector<std::size_t> reached;
  while (!open.empty()) {
    const auto [z, i] = open.top();
    open.pop();
    reached.push_back(i);
    for (const HexCoord n : mLattice.neighbours(hex(i))) {
      if (!known(n) || seen[index(n)] != 0)
        continue;
      const std::size_t k = index(n);
      seen[k] = 1;
      filled[k] = std::max(mHeight[k], z);
      mDown[k] = i;
      open.push({filled[k], k});
    }
  }
  for (const std::size_t i : reached) {
    if (isOutlet[i] != 0)
      continue;
    for (const HexCoord n : mLattice.neighbours(hex(i)))
      if (filled[index(n)] < filled[mDown[i]])
        mDown[i] = index(n);
  }
  // Downstream hexes lie lower, or equally high and nearer to the way out: they were reached earlier.
  mOrder.assign(reached.rbegin(), reached.rend());
  for (const std::size_t i : mOrder)
    if (mDown[i] != i)
      mGathered[mDown[i]] += mGathered[i];
}

const std::vector<int>& Divides::basins(int catchment) {
  const auto [it, isNew] = mBasins.try_emplace(catchment);
  std::vector<int>& basin = it->second;
  if (!isNew)
    return basin;
  constexpr int kOffMap = -1;
  basin.assign(mHeight.size(), kOffMap);
  const auto isStream = [&](std::size_t i) { return mGathered[i] >= catchment; };
  std::vector<int> arms(mHeight.size(), 0); // streams that come into each hex
  for (const std::size_t i : mOrder)
    if (mDown[i] != i && isStream(i))
      ++arms[mDown[i]];
  // From the way out upstream: a hex belongs to the stream below it, unless two streams meet there.
  for (auto at = mOrder.rbegin(); at != mOrder.rend(); ++at) {
    const std::size_t i = *at;
    const std::size_t down = mDown[i];
    if (down == i)
      basin[i] = isStream(i) ? static_cast<int>(i) : kOffMap;
    else
      basin[i] = isStream(i) && arms[down] > 1 ? static_cast<int>(i) : basin[down];
  }
  return basin;
}

bool Divides::between(HexCoord a, HexCoord b, int catchment) {
  const std::vector<int>& basin = basins(catchment);
  return basin[index(a)] != basin[index(b)];
}

double Divides::fallBehind(HexCoord h, HexCoord other, int radius) const {
  const Point own = mLattice.centre(h);
  const Point away = mLattice.centre(other);
  const Point middle{(own.x + away.x) / 2, (own.y + away.y) / 2};
  constexpr double kWedge = 0.8; // cosine: straight behind the hex, a little to both sides
  double lowest = std::numeric_limits<double>::max();
  for (const HexCoord n : mLattice.range(h, radius)) {
    if (!mExtent.contains(n) || !isKnown(index(n)))
      continue;
    const Point p = mLattice.centre(n);
    const Point way{p.x - middle.x, p.y - middle.y};
    const double along = (way.x * (own.x - away.x) + way.y * (own.y - away.y)) /
                         (std::hypot(way.x, way.y) * std::hypot(own.x - away.x, own.y - away.y));
    if (along > kWedge)
      lowest = std::min(lowest, mHeight[index(n)]);
  }
  return std::max(mHeight[index(h)], mHeight[index(other)]) - lowest;
}

} // namespace hotchkiss
