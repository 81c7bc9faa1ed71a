#pragma once

#include "importers/base/importcontext.h"
#include "importers/source/gate.h"
#include "libterrain/base/fileio.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

namespace hotchkiss::test {

using nlohmann::json;

inline std::filesystem::path dataFile(const std::string& name) {
  return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests/data/import" / name;
}
inline std::filesystem::path sampleFile(const std::string& name) {
  return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "samples" / name;
}

/// A folder that goes with the test.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hotchkiss-XXXXXX").string();
    mPath = mkdtemp(pattern.data());
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(mPath, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return mPath / name; }

 private:
  std::filesystem::path mPath;
};

struct Grid {
  int width = 0;
  int height = 0;
  std::array<double, 6> geo{0, 1, 0, 0, 0, -1};
  std::vector<float> values;
  std::string crs = "EPSG:26918";
  std::optional<double> noData;
};

inline SourceFile writeRaster(const std::filesystem::path& file, const Grid& grid) {
  prepareGdal();
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  const char* const options[] = {"TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", nullptr};
  DatasetPtr dataset(
      driver->Create(file.string().c_str(), grid.width, grid.height, 1, GDT_Float32, const_cast<char**>(options)));
  dataset->SetGeoTransform(const_cast<double*>(grid.geo.data()));
  if (!grid.crs.empty())
    dataset->SetSpatialRef(readCrs(grid.crs)->get());
  if (grid.noData)
    dataset->GetRasterBand(1)->SetNoDataValue(*grid.noData);
  EXPECT_EQ(dataset->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, grid.width, grid.height,
                                                const_cast<float*>(grid.values.data()), grid.width, grid.height,
                                                GDT_Float32, 0, 0, nullptr),
            CE_None);
  return {"r", file, {}, file.filename().string()};
}

inline SourceFile writeText(const std::filesystem::path& file, const std::string& text, const std::string& crs = {}) {
  std::ofstream(file, std::ios::binary) << text;
  return {"v", file, crs, file.filename().string()};
}

/// Lines or rings in plane coordinates as GeoJSON in the frame's CRS.
struct TestLine {
  std::vector<Point> points;
  json properties = json::object();
};
inline SourceFile writeLines(const std::filesystem::path& file, const Frame& frame, const std::vector<TestLine>& lines,
                             const std::string& type = "LineString") {
  json features = json::array();
  for (const TestLine& line : lines) {
    json coordinates = json::array();
    for (const Point p : line.points) {
      const Point g = frame.toGround(p);
      coordinates.push_back({g.x, g.y});
    }
    if (type == "Polygon")
      coordinates = json::array({coordinates});
    if (type == "Point")
      coordinates = coordinates[0];
    features.push_back({{"type", "Feature"},
                        {"properties", line.properties},
                        {"geometry", {{"type", type}, {"coordinates", coordinates}}}});
  }
  return writeText(file, json{{"type", "FeatureCollection"}, {"features", features}}.dump(), frame.crs);
}

/// A document on the ground near Gettysburg with hexes of 1 km.
struct TestMap {
  explicit TestMap(Extent extent = {30, 20}, Lattice lattice = {}) : document(lattice, extent) {
    context.document = &document;
    context.frame.crs = "EPSG:26918";
    context.frame.origin = {300000, 4410000};
    context.frame.pitch = {1000, 1000};
  }
  Document document;
  ImportContext context;
  void add(const std::string& id, SourceFile source) {
    source.id = id;
    context.sources[id] = std::move(source);
  }
};

} // namespace hotchkiss::test
