#pragma once

#include "importers/source/vector.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// What people must know about a file before they import it, in plain values: for dialogs and summaries. Nothing here
/// changes or converts the file.

struct CrsInfo {
  std::string name; ///< "NAD83 / UTM zone 18N"
  bool isProjected = false;
  double metresPerUnit = 1; ///< of a projected one
};
Result<CrsInfo> describeCrs(const std::string& text);

/// The code of the UTM zone that a position lies in (WGS 84).
std::string utmZoneOf(Point lonLat);

struct LonLatBox {
  double west = 0;
  double south = 0;
  double east = 0;
  double north = 0;
};

struct RasterClass {
  int value = 0;
  double share = 0; ///< of the pixels with data
  std::string name; ///< as the file calls it; empty when it does not
};

struct RasterInfo {
  std::string format;
  int width = 0;
  int height = 0;
  int bands = 1;
  bool isPlaced = false; ///< says where it lies
  std::string crsName;   ///< empty: the file does not say
  double pixelWidth = 0; ///< in units of the CRS
  double pixelHeight = 0;
  std::optional<double> noData;
  std::optional<double> low; ///< of the looked-at pixels; none when none has data
  std::optional<double> high;
  double emptyShare = 0;            ///< part of the looked-at pixels without data
  std::vector<RasterClass> classes; ///< by value; empty when the values are no classes
  std::optional<LonLatBox> box;
};
/// Looks at a thinned picture of the raster (or at a folder of Terrarium tiles), so that size does not matter.
Result<RasterInfo> describeRaster(const SourceFile& source, int band = 1);

struct FieldInfo {
  std::string name;
  bool isNumber = false; ///< every value that was seen is a number
  double low = 0;
  double high = 0;
  std::vector<std::string> values; ///< different ones, in natural order
  bool hasMore = false;            ///< there are more values than listed
};

struct LayerInfo {
  std::string name;
  std::optional<Shape> shape; ///< none: a table without positions
  std::size_t features = 0;
  std::string crsName; ///< empty: the layer does not say
  std::vector<FieldInfo> fields;
  std::optional<LonLatBox> box;
};

struct VectorInfo {
  std::string format;
  std::vector<LayerInfo> layers;
};
Result<VectorInfo> describeVector(const SourceFile& source);

/// Endings of the files that may be imported, without the dot: for file dialogs.
const std::vector<std::string>& rasterEndings();
const std::vector<std::string>& vectorEndings();

} // namespace hotchkiss
