#include "importers/elevation/hextiles.h"

#include <cmath>
#include <limits>

namespace hotchkiss {

namespace {

constexpr double kPixelsPerTile = 1 << 20;
constexpr std::int64_t kPixelsPerStrip = 1 << 22;
constexpr std::int32_t kMostHexesAcross = 128;

struct PixelBounds {
  double left = std::numeric_limits<double>::max();
  double top = std::numeric_limits<double>::max();
  double right = std::numeric_limits<double>::lowest();
  double bottom = std::numeric_limits<double>::lowest();
  void include(Point p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
};

/// The corners of the tile's hexes in pixels. Corners are worked out from their canonical spelling, so that hexes that
/// share one get bitwise the same position.
std::vector<PixelHex> hexesOf(const Lattice& lattice, const HexTile& tile, const RasterSource& raster,
                              const Projection& projection) {
  const auto columns = static_cast<std::size_t>(tile.end.c - tile.first.c);
  const auto rows = static_cast<std::size_t>(tile.end.r - tile.first.r);
  // Owners of corners lie at most one step outside the tile.
  const std::size_t height = rows + 2;
  std::vector<Point> corners((columns + 2) * height * 2);
  for (std::size_t c = 0; c < columns + 2; ++c)
    for (std::size_t r = 0; r < height; ++r)
      for (std::size_t v = 0; v < 2; ++v)
        corners[(c * height + r) * 2 + v] = lattice.corner(
            {tile.first.c - 1 + static_cast<std::int32_t>(c), tile.first.r - 1 + static_cast<std::int32_t>(r)},
            static_cast<int>(v));
  projection.fromPlane(corners);
  for (Point& p : corners)
    p = raster.toPixel(p);
  // Where the owner of corner k lies depends only on whether the line is shifted.
  std::array<std::array<VertexId, kSides>, 4> owner;
  for (std::int32_t odd = 0; odd < 4; ++odd)
    for (int k = 0; k < kSides; ++k) {
      const HexCoord h{odd & 1, odd >> 1};
      const VertexId v = lattice.vertex(h, k);
      owner[static_cast<std::size_t>(odd)][static_cast<std::size_t>(k)] = {v.c - h.c, v.r - h.r, v.v};
    }
  std::vector<PixelHex> out;
  out.reserve(columns * rows);
  for (std::int32_t c = tile.first.c; c < tile.end.c; ++c)
    for (std::int32_t r = tile.first.r; r < tile.end.r; ++r) {
      const auto& offsets = owner[static_cast<std::size_t>((c & 1) | ((r & 1) << 1))];
      PixelHex hex;
      for (std::size_t k = 0; k < kSides; ++k) {
        const auto column = static_cast<std::size_t>(c + offsets[k].c - tile.first.c + 1);
        const auto row = static_cast<std::size_t>(r + offsets[k].r - tile.first.r + 1);
        hex[k] = corners[(column * height + row) * 2 + static_cast<std::size_t>(offsets[k].v)];
      }
      out.push_back(hex);
    }
  return out;
}

} // namespace

Outcome TileWork::prepare(unsigned workers) {
  for (unsigned i = 0; i < workers; ++i) {
    Worker worker;
    for (const auto& raster : mRasters) {
      Result<std::unique_ptr<RasterSource>> copy = raster->clone();
      if (!copy)
        return copy.error();
      Result<Projection> projection = Projection::between((*copy)->crs(), mGround.frame);
      if (!projection)
        return projection.error();
      worker.rasters.push_back(std::move(*copy));
      worker.projections.push_back(std::move(*projection));
    }
    mWorkers.push_back(std::move(worker));
  }
  cutTiles();
  return success();
}

void TileWork::cutTiles() {
  // Tiles so small that the finest raster's window stays small.
  const HexCoord middle{mGround.extent.width / 2, mGround.extent.height / 2};
  double pixels = 1;
  for (std::size_t i = 0; i < mRasters.size(); ++i) {
    const HexTile one{middle, {middle.c + 1, middle.r + 1}};
    const double area = areaOf(hexesOf(mGround.lattice, one, *mWorkers[0].rasters[i], mWorkers[0].projections[i])[0]);
    if (std::isfinite(area))
      pixels = std::max(pixels, area);
  }
  const double across = std::sqrt(kPixelsPerTile / pixels);
  const std::int32_t side = std::clamp(static_cast<std::int32_t>(across), 1, kMostHexesAcross);
  for (std::int32_t r = 0; r < mGround.extent.height; r += side)
    for (std::int32_t c = 0; c < mGround.extent.width; c += side)
      mTiles.push_back({{c, r}, {std::min(c + side, mGround.extent.width), std::min(r + side, mGround.extent.height)}});
}

bool TileWork::maskByHigher(Worker& worker, std::size_t raster, PixelWindow& window) {
  std::vector<Point> points(static_cast<std::size_t>(window.width));
  for (std::size_t higher = 0; higher < raster; ++higher) {
    RasterSource& other = *worker.rasters[higher];
    std::vector<float> one(1);
    for (int y = 0; y < window.height; ++y) {
      for (int x = 0; x < window.width; ++x)
        points[static_cast<std::size_t>(x)] =
            worker.rasters[raster]->toSource({window.x + x + 0.5, window.y + y + 0.5});
      worker.projections[raster].toPlane(points);
      worker.projections[higher].fromPlane(points);
      PixelBounds bounds;
      for (Point& p : points) {
        p = other.toPixel(p);
        if (p.x >= 0 && p.y >= 0 && p.x < other.width() && p.y < other.height())
          bounds.include(p);
      }
      if (bounds.left > bounds.right)
        continue;
      PixelWindow seen{static_cast<int>(bounds.left), static_cast<int>(bounds.top), 0, 0, {}};
      seen.width = static_cast<int>(bounds.right) - seen.x + 1;
      seen.height = static_cast<int>(bounds.bottom) - seen.y + 1;
      if (static_cast<std::int64_t>(seen.width) * seen.height > kPixelsPerStrip)
        return false;
      seen.values.resize(static_cast<std::size_t>(seen.width) * static_cast<std::size_t>(seen.height));
      if (!other.read(seen.x, seen.y, seen.width, seen.height, seen.values.data()))
        return false;
      for (int x = 0; x < window.width; ++x) {
        const Point p = points[static_cast<std::size_t>(x)];
        if (p.x >= 0 && p.y >= 0 && p.x < other.width() && p.y < other.height() &&
            !std::isnan(seen.row(static_cast<int>(p.y))[static_cast<int>(p.x) - seen.x]))
          window.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(window.width) +
                        static_cast<std::size_t>(x)] = std::numeric_limits<float>::quiet_NaN();
      }
    }
  }
  return true;
}

bool TileWork::run(const HexTile& tile, unsigned worker, const std::function<bool()>& wantsMore, const Visit& visit) {
  Worker& mine = mWorkers[worker];
  for (std::size_t i = 0; i < mine.rasters.size(); ++i) {
    if (i > 0 && !wantsMore())
      return true;
    RasterSource& raster = *mine.rasters[i];
    const std::vector<PixelHex> hexes = hexesOf(mGround.lattice, tile, raster, mine.projections[i]);
    PixelBounds bounds;
    for (const PixelHex& hex : hexes)
      for (const Point p : hex)
        if (std::isfinite(p.x) && std::isfinite(p.y))
          bounds.include(p);
    const int left = static_cast<int>(std::clamp(std::floor(bounds.left), 0.0, double(raster.width())));
    const int right = static_cast<int>(std::clamp(std::ceil(bounds.right), 0.0, double(raster.width())));
    const int top = static_cast<int>(std::clamp(std::floor(bounds.top), 0.0, double(raster.height())));
    const int bottom = static_cast<int>(std::clamp(std::ceil(bounds.bottom), 0.0, double(raster.height())));
    if (left >= right || top >= bottom)
      continue;
    mAnyOverlap = true;
    const int rows = static_cast<int>(std::clamp<std::int64_t>(kPixelsPerStrip / (right - left), 1, bottom - top));
    PixelWindow window{left, top, right - left, 0, {}};
    for (; window.y < bottom; window.y += rows) {
      window.height = std::min(rows, bottom - window.y);
      window.values.resize(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
      if (!raster.read(window.x, window.y, window.width, window.height, window.values.data()))
        return false;
      if (i > 0 && !maskByHigher(mine, i, window))
        return false;
      visit(i, window, hexes);
    }
  }
  return true;
}

} // namespace hotchkiss
