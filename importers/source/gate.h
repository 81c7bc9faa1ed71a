#pragma once

#include "libterrain/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

class GDALDataset;
class OGRSpatialReference;

namespace hotchkiss {

/// The one place where foreign files are opened. Formats by allow-list; plain files only (no network, no virtual file
/// systems, no virtual rasters that point to other files).
struct DatasetCloser {
  void operator()(GDALDataset* dataset) const;
};
using DatasetPtr = std::unique_ptr<GDALDataset, DatasetCloser>;

inline constexpr std::uint64_t kMostRasterPixels = 1ULL << 40;
inline constexpr std::uint64_t kMostBlockBytes = 512ULL << 20;
inline constexpr std::uint64_t kMostJsonBytes = 512ULL << 20; ///< of GeoJSON and TopoJSON
inline constexpr std::uint64_t kMostFeatures = 5'000'000;
inline constexpr std::uint64_t kMostLineVertices = 100'000'000;

/// Loads the drivers and switches the network off; cheap after the first call.
void prepareGdal();

Result<DatasetPtr> openRaster(const std::filesystem::path& file);
/// `openOptions` such as "X_POSSIBLE_NAMES=LON".
Result<DatasetPtr> openVector(const std::filesystem::path& file, const std::vector<std::string>& openOptions = {});

/// A coordinate reference system from a code or WKT, with x first.
Result<std::shared_ptr<OGRSpatialReference>> readCrs(const std::string& text);

/// The last thing that GDAL complained about, without its line ends.
std::string gdalComplaint();

} // namespace hotchkiss
