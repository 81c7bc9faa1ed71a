#pragma once

#include "importers/elevation/hexscan.h"
#include "importers/elevation/hexstatistics.h"
#include "importers/source/projection.h"

#include <functional>

namespace hotchkiss {

/// A rectangle of hexes that one worker does at a time.
struct HexTile {
  HexCoord first;
  HexCoord end; ///< one past the last column and row
};

/// A window of a raster in memory.
struct PixelWindow {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  std::vector<float> values;
  const float* row(int y_) const { return values.data() + static_cast<std::ptrdiff_t>(y_ - y) * width; }
};

/// Cuts the map into tiles and brings the pixels of each tile into memory strip by strip.
class TileWork {
 public:
  TileWork(const HexGround& ground, const RasterList& rasters) : mGround(ground), mRasters(rasters) {}

  /// Opens the rasters once for each worker.
  Outcome prepare(unsigned workers);
  const std::vector<HexTile>& tiles() const { return mTiles; }

  /// Calls visit(raster, window, hexes) for each strip of each raster that the tile meets, most important raster first.
  /// `hexes` are those of the tile, column by column, in pixels of that raster. Pixels that a more important raster
  /// already told are NaN. False when a raster cannot be read.
  using Visit = std::function<void(std::size_t raster, const PixelWindow& window, const std::vector<PixelHex>& hexes)>;
  bool run(const HexTile& tile, unsigned worker, const std::function<bool()>& wantsMore, const Visit& visit);

  bool anyOverlap() const { return mAnyOverlap; } ///< of a raster with the map
  RasterSource& raster(unsigned worker, std::size_t index) { return *mWorkers[worker].rasters[index]; }
  const Projection& projection(unsigned worker, std::size_t index) { return mWorkers[worker].projections[index]; }

 private:
  struct Worker {
    RasterList rasters;
    std::vector<Projection> projections;
  };
  void cutTiles();
  bool maskByHigher(Worker& worker, std::size_t raster, PixelWindow& window);

  const HexGround& mGround;
  const RasterList& mRasters;
  std::vector<Worker> mWorkers;
  std::vector<HexTile> mTiles;
  std::atomic<bool> mAnyOverlap{false};
};

} // namespace hotchkiss
