#pragma once

#include "importers/source/sourcefile.h"
#include "libterrain/base/result.h"
#include "libterrain/grid/coordinates.h"

#include <array>
#include <memory>

namespace hotchkiss {

/// A raster read window by window as floats; what has no data is NaN. One object serves one thread.
class RasterSource {
 public:
  virtual ~RasterSource() = default;
  RasterSource(const RasterSource&) = delete;
  RasterSource& operator=(const RasterSource&) = delete;

  /// A file, or a folder of Terrarium elevation tiles (names that end in zoom, x, y).
  static Result<std::unique_ptr<RasterSource>> open(const SourceFile& source, int band = 1);
  virtual Result<std::unique_ptr<RasterSource>> clone() const = 0;

  /// Reads a window that lies inside the raster.
  virtual bool read(int x, int y, int width, int height, float* out) = 0;

  int width() const { return mWidth; }
  int height() const { return mHeight; }
  const std::string& crs() const { return mCrs; }
  Point toSource(Point pixel) const {
    return {mGeo[0] + pixel.x * mGeo[1] + pixel.y * mGeo[2], mGeo[3] + pixel.x * mGeo[4] + pixel.y * mGeo[5]};
  }
  Point toPixel(Point source) const {
    return {mBack[0] + source.x * mBack[1] + source.y * mBack[2], mBack[3] + source.x * mBack[4] + source.y * mBack[5]};
  }

 protected:
  RasterSource() = default;
  bool setGeo(const std::array<double, 6>& geo); ///< false when it cannot be inverted
  int mWidth = 0;
  int mHeight = 0;
  std::string mCrs;

 private:
  std::array<double, 6> mGeo{};
  std::array<double, 6> mBack{};
};

} // namespace hotchkiss
