#include "importers/source/patch.h"

#include "importers/source/projection.h"
#include "importers/source/raster.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kMostWindow = 4e6; // pixels; beyond, single pixels are read instead of the whole window

} // namespace

Result<RasterPatch> rasterPatch(const SourceFile& source, int band, const HexGround& ground, Point centre,
                                double radius, int side) {
  const Result<std::unique_ptr<RasterSource>> opened = RasterSource::open(source, band);
  if (!opened)
    return opened.error();
  RasterSource& raster = **opened;
  const Result<Projection> projection = Projection::between(raster.crs(), ground.frame);
  if (!projection)
    return projection.error();
  RasterPatch out{side, radius, {}};
  std::vector<Point> at;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      at.push_back({centre.x + ((x + 0.5) / side * 2 - 1) * radius, centre.y + ((y + 0.5) / side * 2 - 1) * radius});
  projection->fromPlane(at);
  double left = 1e300;
  double right = -1e300;
  double top = 1e300;
  double bottom = -1e300;
  for (Point& p : at) {
    p = raster.toPixel(p);
    if (!(p.x >= 0 && p.y >= 0 && p.x < raster.width() && p.y < raster.height())) { // NaN too
      p = {-1, -1};
      continue;
    }
    left = std::min(left, std::floor(p.x));
    right = std::max(right, std::floor(p.x));
    top = std::min(top, std::floor(p.y));
    bottom = std::max(bottom, std::floor(p.y));
  }
  out.values.assign(at.size(), std::nanf(""));
  if (left > right)
    return out;
  const auto x0 = static_cast<int>(left);
  const auto y0 = static_cast<int>(top);
  const int width = static_cast<int>(right) - x0 + 1;
  const int height = static_cast<int>(bottom) - y0 + 1;
  const bool whole = static_cast<double>(width) * height <= kMostWindow;
  std::vector<float> window(whole ? static_cast<std::size_t>(width) * static_cast<std::size_t>(height) : 1);
  const Error unreadable{"the raster is damaged: part of it cannot be read", source.name, 0, {}, "get the file again"};
  if (whole && !raster.read(x0, y0, width, height, window.data()))
    return unreadable;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i].x < 0)
      continue;
    const auto x = static_cast<int>(at[i].x);
    const auto y = static_cast<int>(at[i].y);
    if (whole)
      out.values[i] =
          window[static_cast<std::size_t>(y - y0) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x - x0)];
    else if (raster.read(x, y, 1, 1, window.data()))
      out.values[i] = window[0];
    else
      return unreadable;
  }
  return out;
}

Result<HexStatistic> statisticOfHex(const SourceFile& source, int band, const HexGround& ground, HexCoord hex) {
  Result<std::unique_ptr<RasterSource>> opened = RasterSource::open(source, band);
  if (!opened)
    return opened.error();
  RasterList rasters;
  rasters.push_back(std::move(*opened));
  // A map of one hex that lies where this one does.
  HexGround one = ground;
  const Point from = ground.lattice.centre({0, 0});
  const Point to = ground.lattice.centre(hex);
  one.extent = {1, 1};
  one.frame.origin = ground.frame.toGround({to.x - from.x, to.y - from.y});
  Task task;
  task.threads = 1;
  const Result<std::vector<HexStatistic>> statistics = hexStatistics(one, rasters, {}, task);
  if (!statistics)
    return statistics.error();
  return statistics->at(0);
}

} // namespace hotchkiss
