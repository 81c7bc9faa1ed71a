#include "importers/source/gate.h"
#include "importers/source/raster.h"
#include "importers/source/vector.h"
#include "tests/fuzz/importers/scratch.h"

#include <array>
#include <gdal_priv.h>

using namespace hotchkiss;

// A file of any kind: the first byte picks the ending, the rest is the file. What passes the gate can be read, and
// stays within the gate's limits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1)
    return 0;
  static constexpr std::array kEndings = {".asc", ".csv", ".geojson", ".vrt", ".points", ".json", ".bt", ".grd"};
  const auto file =
      fuzz::writeScratch("source" + std::string(kEndings[data[0] % kEndings.size()]), {data + 1, size - 1});
  if (auto opened = RasterSource::open({"r", file, "EPSG:26918", "r"})) {
    RasterSource& raster = **opened;
    const int width = std::min(raster.width(), 16);
    const int height = std::min(raster.height(), 16);
    if (width < 1 || height < 1)
      std::abort();
    std::vector<float> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    (void)raster.read(0, 0, width, height, values.data());
  }
  Frame frame;
  frame.crs = "EPSG:26918";
  frame.origin = {300000, 4410000};
  frame.pitch = {1000, 1000};
  for (const Shape shape : {Shape::Points, Shape::Lines, Shape::Polygons}) {
    VectorWish wish;
    wish.shape = shape;
    const auto layer = readVector({"v", file, {}, "v"}, wish, Lattice{}, {30, 20}, frame);
    if (!layer && layer.error().message.empty())
      std::abort();
    if (layer)
      for (const VectorFeature& feature : layer->features)
        if (feature.parts.empty())
          std::abort();
  }
  return 0;
}
