#pragma once

#include "importers/base/task.h"
#include "importers/elevation/hexstatistics.h"
#include "importers/scan/scanpicture.h"

#include <functional>
#include <span>
#include <vector>

namespace hotchkiss {

/// A picture's place on the ground: north-up pixels in the frame's CRS.
struct GroundCanvas {
  double left = 0;
  double top = 0;
  double pixel = 1; ///< ground units
  int width = 0;
  int height = 0;
};

inline constexpr std::int64_t kMostCanvasPixels = 1LL << 27;

/// The canvas that holds a whole map and a hex around it, with pixels of this size; an error when it would be too
/// large.
Result<GroundCanvas> canvasOf(const HexGround& ground, double pixel);

/// One block of a warped picture: four bytes a pixel, clear where the scan does not reach.
struct WarpedBlock {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  std::span<const unsigned char> rgba;
};

/// Draws the scan over the canvas, block by block, in bounded memory. `toPixel` leads from the ground to the scan.
Outcome warpScan(const ScanPicture& picture, const PlaneTransform& toPixel, const GroundCanvas& canvas,
                 const Task& task, const std::function<Outcome(const WarpedBlock&)>& take);

/// The same into one array, row by row: a preview while control points are being set.
Result<std::vector<unsigned char>> warpPreview(const ScanPicture& picture, const PlaneTransform& toPixel,
                                               const GroundCanvas& canvas, const Task& task = {});

} // namespace hotchkiss
