#pragma once

#include "importers/base/task.h"
#include "importers/source/raster.h"
#include "libterrain/grid/frame.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hotchkiss {

/// Which pixels belong to a hex.
enum class PixelRule : std::uint8_t {
  Centre,  ///< those whose centres lie in it, each counting once
  Coverage ///< all that touch it, each by the exact part that lies in it
};

/// Where hexes lie on the ground.
struct HexGround {
  Lattice lattice;
  Extent extent;
  Frame frame;
};

/// What the pixels of one hex say. Without any data the share is 0 and the values are NaN.
struct HexStatistic {
  float mean = 0;
  float low = 0;   ///< smallest value
  float high = 0;  ///< largest value
  float rank = 0;  ///< the wanted percentile, NaN when none was wanted
  float share = 0; ///< part of the hex that has data, 0 to 1
};

struct StatisticsWish {
  PixelRule rule = PixelRule::Coverage;
  std::optional<double> percentile; ///< 0 to 100; the median is 50
};

using RasterList = std::vector<std::unique_ptr<RasterSource>>;

/// Statistics of every hex, column by column as the map's files have them. Where rasters overlap the earlier one
/// counts. Reads window by window: memory does not grow with the rasters.
Result<std::vector<HexStatistic>> hexStatistics(const HexGround& ground, const RasterList& rasters,
                                                const StatisticsWish& wish, const Task& task);

struct ClassShare {
  std::int32_t value = 0;
  float share = 0; ///< of the hex's area
};

/// Shares of the classes in every hex: those of hex i are shares[first[i]] to shares[first[i + 1]], largest first.
struct HexClasses {
  std::vector<std::size_t> first;
  std::vector<ClassShare> shares;
};
Result<HexClasses> hexClasses(const HexGround& ground, const RasterList& rasters, PixelRule rule, const Task& task);

/// Values at single positions in the plane of the lattice: interpolated between pixel centres, or the pixel's own value
/// (classes). NaN where there is no data. Positions that follow each other should lie near each other.
Result<std::vector<float>> sampleAt(const HexGround& ground, const RasterList& rasters, std::vector<Point> points,
                                    bool interpolate, const Task& task);

} // namespace hotchkiss
