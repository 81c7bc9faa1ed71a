#include "importers/elevation/hexstatistics.h"

#include "importers/elevation/hextiles.h"

#include <cmath>
#include <limits>

namespace hotchkiss {

namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr double kWhole = 0.999; // share from which a hex counts as told

/// Values with weights, from which a percentile is taken. Compressed when it grows, so that a hex of a billion pixels
/// needs no more memory than it has different centimetres.
class Ranking {
 public:
  void add(float value, double weight) {
    mPairs.emplace_back(value, weight);
    if (mPairs.size() >= mLimit) {
      compress();
      mLimit = std::max<std::size_t>(kLeast, mPairs.size() * 2);
    }
  }
  float percentile(double percent) {
    if (mPairs.empty())
      return kNone;
    compress();
    double total = 0;
    for (const auto& [value, weight] : mPairs)
      total += weight;
    const double wanted = total * percent / 100;
    double sum = 0;
    for (std::size_t i = 0; i < mPairs.size(); ++i) {
      sum += mPairs[i].second;
      // Exactly half way between two values, as the median of an even count is: their middle.
      if (std::abs(sum - wanted) <= total * 1e-9 && i + 1 < mPairs.size() && percent > 0)
        return (mPairs[i].first + mPairs[i + 1].first) / 2;
      if (sum > wanted)
        return mPairs[i].first;
    }
    return mPairs.back().first;
  }

 private:
  void compress() {
    std::sort(mPairs.begin(), mPairs.end());
    std::size_t kept = 0;
    const bool round = mPairs.size() > kLeast;
    for (std::size_t i = 0; i < mPairs.size(); ++i) {
      const float value = round ? std::round(mPairs[i].first * 100) / 100 : mPairs[i].first;
      if (kept > 0 && mPairs[kept - 1].first == value)
        mPairs[kept - 1].second += mPairs[i].second;
      else
        mPairs[kept++] = {value, mPairs[i].second};
    }
    mPairs.resize(kept);
  }
  static constexpr std::size_t kLeast = 1 << 16;
  std::vector<std::pair<float, double>> mPairs;
  std::size_t mLimit = kLeast;
};

struct Sums {
  double sum = 0;
  double weight = 0; ///< in parts of the hex
  float low = std::numeric_limits<float>::max();
  float high = std::numeric_limits<float>::lowest();
};

/// Hands every pixel of every hex of a strip to `take(hexIndex, value, part of the hex)`; `whole` hexes are left out.
template <class Run>
void eachRun(const PixelWindow& window, const std::vector<PixelHex>& hexes, PixelRule rule, CoverageScan& scan,
             Run&& run) {
  const int right = window.x + window.width;
  for (std::size_t i = 0; i < hexes.size(); ++i) {
    const double area = areaOf(hexes[i]);
    if (!(area > 0))
      continue;
    if (rule == PixelRule::Centre) {
      scanCentres(hexes[i], window.y, window.y + window.height, [&](int row, int from, int to) {
        from = std::max(from, window.x);
        to = std::min(to, right);
        if (from < to)
          run(i, window.row(row) + (from - window.x), to - from, nullptr, 1 / area);
      });
    } else {
      scan.scan(hexes[i], window.y, window.y + window.height, [&](int row, int from, int count, const double* weights) {
        const int begin = std::max(from, window.x);
        const int end = std::min(from + count, right);
        if (begin < end)
          run(i, window.row(row) + (begin - window.x), end - begin, weights + (begin - from), 1 / area);
      });
    }
  }
}

Outcome finish(const TileWork& work, bool finished, bool readable) {
  if (!readable)
    return Error{"a raster is damaged: part of it cannot be read", {}, 0, {}, "get the file again"};
  if (!finished)
    return cancelledError();
  if (!work.anyOverlap())
    return Error{"the raster does not overlap the map",
                 {},
                 0,
                 {},
                 "check the frame, the CRS, and that longitude and latitude are not exchanged"};
  return success();
}

Error noDataError() {
  return {"the raster has no data on the map: every value there is missing or not a number",
          {},
          0,
          {},
          "use another raster, or correct what it calls \"no data\""};
}

std::size_t indexOf(const Extent& extent, HexCoord h) {
  return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(h.r);
}

HexCoord hexOf(const HexTile& tile, std::size_t index) {
  const auto rows = static_cast<std::size_t>(tile.end.r - tile.first.r);
  return {tile.first.c + static_cast<std::int32_t>(index / rows),
          tile.first.r + static_cast<std::int32_t>(index % rows)};
}

} // namespace

Result<std::vector<HexStatistic>> hexStatistics(const HexGround& ground, const RasterList& rasters,
                                                const StatisticsWish& wish, const Task& task) {
  TileWork work(ground, rasters);
  if (const Outcome ready = work.prepare(workersOf(task)); !ready)
    return ready.error();
  std::vector<HexStatistic> out(static_cast<std::size_t>(ground.extent.area()));
  std::atomic<bool> readable{true};
  const bool finished = inParallel(task, "elevation", work.tiles().size(), [&](std::size_t index, unsigned worker) {
    const HexTile& tile = work.tiles()[index];
    const auto count = static_cast<std::size_t>((tile.end.c - tile.first.c) * (tile.end.r - tile.first.r));
    std::vector<Sums> sums(count);
    std::vector<Ranking> rankings(wish.percentile ? count : 0);
    CoverageScan scan;
    const auto wantsMore = [&] {
      return std::any_of(sums.begin(), sums.end(), [](const Sums& s) { return s.weight < kWhole; });
    };
    const bool good = work.run(tile, worker, wantsMore, [&](std::size_t, const PixelWindow& window, const auto& hexes) {
      eachRun(window, hexes, wish.rule, scan,
              [&](std::size_t i, const float* values, int n, const double* weights, double part) {
                Sums& s = sums[i];
                double sum = 0;
                double weight = 0;
                for (int k = 0; k < n; ++k) {
                  const float value = values[k];
                  const double w = weights == nullptr ? 1.0 : weights[k];
                  if (std::isnan(value) || w <= 1e-9)
                    continue;
                  sum += w * static_cast<double>(value);
                  weight += w;
                  s.low = std::min(s.low, value);
                  s.high = std::max(s.high, value);
                  if (wish.percentile)
                    rankings[i].add(value, w * part);
                }
                s.sum += sum * part;
                s.weight += weight * part;
              });
    });
    if (!good)
      readable = false;
    for (std::size_t i = 0; i < count; ++i) {
      HexStatistic& stat = out[indexOf(ground.extent, hexOf(tile, i))];
      if (sums[i].weight <= 0) {
        stat = {kNone, kNone, kNone, kNone, 0};
        continue;
      }
      stat.mean = static_cast<float>(sums[i].sum / sums[i].weight);
      stat.low = sums[i].low;
      stat.high = sums[i].high;
      stat.rank = wish.percentile ? rankings[i].percentile(*wish.percentile) : kNone;
      stat.share = static_cast<float>(std::min(1.0, sums[i].weight));
    }
  });
  if (const Outcome end = finish(work, finished, readable); !end)
    return end.error();
  if (std::all_of(out.begin(), out.end(), [](const HexStatistic& s) { return s.share <= 0; }))
    return noDataError();
  return out;
}

Result<HexClasses> hexClasses(const HexGround& ground, const RasterList& rasters, PixelRule rule, const Task& task) {
  TileWork work(ground, rasters);
  if (const Outcome ready = work.prepare(workersOf(task)); !ready)
    return ready.error();
  struct Found {
    std::vector<std::uint32_t> counts; ///< by hex of the tile
    std::vector<ClassShare> shares;
  };
  std::vector<Found> found(work.tiles().size());
  std::atomic<bool> readable{true};
  const bool finished = inParallel(task, "cover", work.tiles().size(), [&](std::size_t index, unsigned worker) {
    const HexTile& tile = work.tiles()[index];
    const auto count = static_cast<std::size_t>((tile.end.c - tile.first.c) * (tile.end.r - tile.first.r));
    std::vector<std::vector<std::pair<std::int32_t, double>>> classes(count);
    std::vector<double> told(count);
    CoverageScan scan;
    const auto wantsMore = [&] { return std::any_of(told.begin(), told.end(), [](double t) { return t < kWhole; }); };
    const bool good = work.run(tile, worker, wantsMore, [&](std::size_t, const PixelWindow& window, const auto& hexes) {
      eachRun(window, hexes, rule, scan,
              [&](std::size_t i, const float* values, int n, const double* weights, double part) {
                auto& list = classes[i];
                std::size_t last = 0;
                for (int k = 0; k < n; ++k) {
                  const double w = weights == nullptr ? 1.0 : weights[k];
                  if (std::isnan(values[k]) || w <= 1e-9)
                    continue;
                  const auto value = static_cast<std::int32_t>(std::clamp(values[k], -2e9F, 2e9F));
                  if (last >= list.size() || list[last].first != value) {
                    const auto at =
                        std::find_if(list.begin(), list.end(), [&](const auto& c) { return c.first == value; });
                    last = static_cast<std::size_t>(at - list.begin());
                    if (at == list.end())
                      list.emplace_back(value, 0.0);
                  }
                  list[last].second += w * part;
                  told[i] += w * part;
                }
              });
    });
    if (!good)
      readable = false;
    for (auto& list : classes) {
      std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
      });
      found[index].counts.push_back(static_cast<std::uint32_t>(list.size()));
      for (const auto& [value, share] : list)
        found[index].shares.push_back({value, static_cast<float>(std::min(1.0, share))});
    }
  });
  if (const Outcome end = finish(work, finished, readable); !end)
    return end.error();
  HexClasses out;
  const auto hexes = static_cast<std::size_t>(ground.extent.area());
  out.first.assign(hexes + 1, 0);
  for (std::size_t t = 0; t < found.size(); ++t)
    for (std::size_t i = 0; i < found[t].counts.size(); ++i)
      out.first[indexOf(ground.extent, hexOf(work.tiles()[t], i)) + 1] = found[t].counts[i];
  for (std::size_t i = 0; i < hexes; ++i)
    out.first[i + 1] += out.first[i];
  if (out.first[hexes] == 0)
    return noDataError();
  out.shares.resize(out.first[hexes]);
  for (std::size_t t = 0; t < found.size(); ++t) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < found[t].counts.size(); ++i) {
      std::copy_n(found[t].shares.begin() + static_cast<std::ptrdiff_t>(next), found[t].counts[i],
                  out.shares.begin() +
                      static_cast<std::ptrdiff_t>(out.first[indexOf(ground.extent, hexOf(work.tiles()[t], i))]));
      next += found[t].counts[i];
    }
  }
  return out;
}

Result<std::vector<float>> sampleAt(const HexGround& ground, const RasterList& rasters, std::vector<Point> points,
                                    bool interpolate, const Task& task) {
  TileWork work(ground, rasters);
  if (const Outcome ready = work.prepare(workersOf(task)); !ready)
    return ready.error();
  std::vector<float> out(points.size(), kNone);
  constexpr std::size_t kChunk = 2048;
  constexpr std::int64_t kMostPixels = 1 << 24;
  std::atomic<bool> readable{true};
  const std::size_t chunks = (points.size() + kChunk - 1) / kChunk;
  const bool finished = inParallel(task, "sampling", chunks, [&](std::size_t chunk, unsigned worker) {
    const std::size_t begin = chunk * kChunk;
    const std::size_t end = std::min(points.size(), begin + kChunk);
    for (std::size_t raster = 0; raster < rasters.size(); ++raster) {
      RasterSource& source = work.raster(worker, raster);
      std::vector<Point> at(points.begin() + static_cast<std::ptrdiff_t>(begin),
                            points.begin() + static_cast<std::ptrdiff_t>(end));
      work.projection(worker, raster).fromPlane(at);
      for (Point& p : at)
        p = source.toPixel(p);
      // Pieces that need a large window (far-apart points) are read point by point.
      const auto inside = [&](Point p) {
        return p.x >= 0 && p.y >= 0 && p.x < source.width() && p.y < source.height();
      };
      int left = std::numeric_limits<int>::max();
      int top = left;
      int right = -1;
      int bottom = -1;
      for (const Point p : at)
        if (inside(p)) {
          left = std::min(left, static_cast<int>(p.x) - 1);
          right = std::max(right, static_cast<int>(p.x) + 1);
          top = std::min(top, static_cast<int>(p.y) - 1);
          bottom = std::max(bottom, static_cast<int>(p.y) + 1);
        }
      if (right < 0)
        continue;
      left = std::max(left, 0);
      top = std::max(top, 0);
      right = std::min(right, source.width() - 1);
      bottom = std::min(bottom, source.height() - 1);
      const bool whole = static_cast<std::int64_t>(right - left + 1) * (bottom - top + 1) <= kMostPixels;
      PixelWindow window;
      const auto load = [&](int x0, int y0, int x1, int y1) {
        window = {x0, y0, x1 - x0 + 1, y1 - y0 + 1, {}};
        window.values.resize(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
        if (!source.read(x0, y0, window.width, window.height, window.values.data()))
          readable = false;
      };
      if (whole)
        load(left, top, right, bottom);
      for (std::size_t i = 0; i < at.size(); ++i) {
        float& value = out[begin + i];
        const Point p = at[i];
        if (!std::isnan(value) || !inside(p))
          continue;
        if (!whole)
          load(std::max(0, static_cast<int>(p.x) - 1), std::max(0, static_cast<int>(p.y) - 1),
               std::min(source.width() - 1, static_cast<int>(p.x) + 1),
               std::min(source.height() - 1, static_cast<int>(p.y) + 1));
        const auto pixel = [&](int x, int y) {
          return window.row(std::clamp(y, 0, source.height() - 1))[std::clamp(x, 0, source.width() - 1) - window.x];
        };
        const float own = pixel(static_cast<int>(p.x), static_cast<int>(p.y));
        value = own;
        if (!interpolate || std::isnan(own))
          continue;
        const double fx = p.x - 0.5;
        const double fy = p.y - 0.5;
        const int x = static_cast<int>(std::floor(fx));
        const int y = static_cast<int>(std::floor(fy));
        double sum = 0;
        double weight = 0;
        for (int dy = 0; dy < 2; ++dy)
          for (int dx = 0; dx < 2; ++dx) {
            const float v = pixel(x + dx, y + dy);
            const double w = (dx == 0 ? x + 1 - fx : fx - x) * (dy == 0 ? y + 1 - fy : fy - y);
            if (!std::isnan(v)) {
              sum += w * static_cast<double>(v);
              weight += w;
            }
          }
        if (weight > 0)
          value = static_cast<float>(sum / weight);
      }
    }
  });
  if (!readable)
    return Error{"a raster is damaged: part of it cannot be read", {}, 0, {}, "get the file again"};
  if (!finished)
    return cancelledError();
  return out;
}

} // namespace hotchkiss
