#pragma once

#include "importers/elevation/hexstatistics.h"
#include "importers/source/sourcefile.h"

#include <string>
#include <vector>

namespace hotchkiss {

/// A square of a raster, laid straight in the plane of the lattice: what the source shows around a place.
struct RasterPatch {
  int side = 0;              ///< pixels along a side
  double radius = 1;         ///< hexes from the middle to a side
  std::vector<float> values; ///< row by row; NaN where there is no data
};

/// Values of the nearest pixels in the square around `centre` (in the plane).
Result<RasterPatch> rasterPatch(const SourceFile& source, int band, const HexGround& ground, Point centre,
                                double radius, int side);

/// What the pixels of one hex say, exactly as an import of the whole map would find it.
Result<HexStatistic> statisticOfHex(const SourceFile& source, int band, const HexGround& ground, HexCoord hex);

} // namespace hotchkiss
