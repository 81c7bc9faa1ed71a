#include "importers/source/describe.h"

#include "importers/source/gate.h"
#include "importers/source/projection.h"
#include "importers/source/quietgdal.h"
#include "importers/source/raster.h"
#include "libterrain/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <gdal_priv.h>
#include <map>
#include <ogrsf_frmts.h>
#include <set>

namespace hotchkiss {

namespace {

constexpr int kThinned = 512;             // pixels along the longer side that are looked at
constexpr std::size_t kMostClasses = 256; // more different values are no classes
constexpr std::size_t kMostValues = 200;
constexpr int kMostFeaturesSeen = 20'000;

std::string nameOf(const OGRSpatialReference* crs) {
  const char* name = crs == nullptr ? nullptr : crs->GetName();
  return name == nullptr ? std::string() : std::string(name);
}

std::string wktOf(const OGRSpatialReference* crs) {
  char* wkt = nullptr;
  std::string out;
  if (crs != nullptr && crs->exportToWkt(&wkt) == OGRERR_NONE)
    out = wkt;
  CPLFree(wkt);
  return out;
}

/// The box in degrees of a rectangle in some CRS; none when it has no image there.
std::optional<LonLatBox> boxOf(const std::string& crs, double left, double bottom, double right, double top) {
  if (crs.empty())
    return std::nullopt;
  std::vector<Point> border;
  constexpr int kSteps = 8;
  for (int i = 0; i <= kSteps; ++i) {
    const double x = left + (right - left) * i / kSteps;
    const double y = bottom + (top - bottom) * i / kSteps;
    for (const Point p : {Point{x, bottom}, Point{x, top}, Point{left, y}, Point{right, y}})
      border.push_back(p);
  }
  const Result<std::vector<Point>> degrees = reproject(crs, "EPSG:4326", border);
  if (!degrees)
    return std::nullopt;
  LonLatBox out{180, 90, -180, -90};
  for (const Point p : *degrees)
    if (std::isfinite(p.x) && std::isfinite(p.y)) {
      out.west = std::min(out.west, p.x);
      out.east = std::max(out.east, p.x);
      out.south = std::min(out.south, p.y);
      out.north = std::max(out.north, p.y);
    }
  return out.west < out.east && out.south < out.north ? std::optional(out) : std::nullopt;
}

/// What the pixels say: range, empty share, classes.
class PixelLook {
 public:
  void add(float value) {
    ++mSeen;
    if (std::isnan(value)) {
      ++mEmpty;
      return;
    }
    mLow = std::min(mLow, static_cast<double>(value));
    mHigh = std::max(mHigh, static_cast<double>(value));
    if (!mIsClassed)
      return;
    if (value != std::floor(value) || std::abs(value) > 1e6F)
      mIsClassed = false;
    else if (++mClasses[static_cast<int>(value)]; mClasses.size() > kMostClasses)
      mIsClassed = false;
  }
  void finish(RasterInfo& out) const {
    out.emptyShare = mSeen == 0 ? 1 : static_cast<double>(mEmpty) / static_cast<double>(mSeen);
    if (mEmpty == mSeen)
      return;
    out.low = mLow;
    out.high = mHigh;
    if (mIsClassed)
      for (const auto& [value, count] : mClasses)
        out.classes.push_back({value, static_cast<double>(count) / static_cast<double>(mSeen - mEmpty), {}});
  }

 private:
  std::size_t mSeen = 0;
  std::size_t mEmpty = 0;
  double mLow = 1e300;
  double mHigh = -1e300;
  bool mIsClassed = true;
  std::map<int, std::size_t> mClasses;
};

Result<RasterInfo> describeTiles(const SourceFile& source) {
  const Result<std::unique_ptr<RasterSource>> opened = RasterSource::open(source);
  if (!opened)
    return opened.error();
  RasterSource& raster = **opened;
  RasterInfo out;
  out.format = "Terrarium tiles";
  out.width = raster.width();
  out.height = raster.height();
  out.isPlaced = true;
  const auto crs = readCrs(raster.crs());
  out.crsName = crs ? nameOf(crs->get()) : std::string();
  const Point corner = raster.toSource({0, 0});
  const Point far = raster.toSource({double(out.width), double(out.height)});
  out.pixelWidth = std::abs(far.x - corner.x) / out.width;
  out.pixelHeight = std::abs(far.y - corner.y) / out.height;
  out.box = boxOf(raster.crs(), std::min(corner.x, far.x), std::min(corner.y, far.y), std::max(corner.x, far.x),
                  std::max(corner.y, far.y));
  PixelLook look;
  std::vector<float> row(static_cast<std::size_t>(out.width));
  const int step = std::max(1, out.height / kThinned);
  for (int y = 0; y < out.height; y += step)
    if (raster.read(0, y, out.width, 1, row.data()))
      for (std::size_t x = 0; x < row.size(); x += static_cast<std::size_t>(step))
        look.add(row[x]);
  look.finish(out);
  out.classes.clear(); // heights are no classes
  return out;
}

void lookAtPixels(GDALRasterBand& band, RasterInfo& out) {
  const int longer = std::max(out.width, out.height);
  const double shrink = std::max(1.0, static_cast<double>(longer) / kThinned);
  const int width = std::max(1, static_cast<int>(out.width / shrink));
  const int height = std::max(1, static_cast<int>(out.height / shrink));
  std::vector<float> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  if (band.RasterIO(GF_Read, 0, 0, out.width, out.height, values.data(), width, height, GDT_Float32, 0, 0, nullptr) !=
      CE_None)
    return;
  int scaled = 0;
  const double scale = band.GetScale(&scaled);
  const float factor = scaled != 0 ? static_cast<float>(scale) : 1.0F;
  const double offset = band.GetOffset(&scaled);
  const float base = scaled != 0 ? static_cast<float>(offset) : 0.0F;
  const float empty = out.noData ? static_cast<float>(*out.noData) : std::nanf("");
  PixelLook look;
  for (const float value : values)
    look.add(value == empty || !std::isfinite(value) ? std::nanf("") : value * factor + base);
  look.finish(out);
  if (char** names = band.GetCategoryNames())
    for (RasterClass& one : out.classes)
      if (one.value >= 0 && one.value < CSLCount(names))
        one.name = names[one.value];
}

bool isNumber(const std::string& text, double& value) {
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size();
}

std::optional<Shape> shapeOf(OGRwkbGeometryType type) {
  switch (OGR_GT_Flatten(type)) {
  case wkbPoint:
  case wkbMultiPoint:
    return Shape::Points;
  case wkbLineString:
  case wkbMultiLineString:
    return Shape::Lines;
  case wkbPolygon:
  case wkbMultiPolygon:
    return Shape::Polygons;
  default:
    return std::nullopt;
  }
}

LayerInfo describeLayer(OGRLayer& layer, const SourceFile& source) {
  LayerInfo out;
  out.name = layer.GetName();
  out.shape = shapeOf(layer.GetGeomType());
  std::string crs = source.crs.empty() ? wktOf(layer.GetSpatialRef()) : source.crs;
  out.crsName = nameOf(layer.GetSpatialRef());
  OGREnvelope envelope;
  if (layer.GetExtent(&envelope, TRUE) == OGRERR_NONE)
    out.box = boxOf(crs, envelope.MinX, envelope.MinY, envelope.MaxX, envelope.MaxY);
  const OGRFeatureDefn* definition = layer.GetLayerDefn();
  const auto count = static_cast<std::size_t>(definition->GetFieldCount());
  struct Seen {
    std::set<std::string> values;
    bool numbers = true;
    bool any = false;
    double low = 1e300;
    double high = -1e300;
    bool more = false;
  };
  std::vector<Seen> seen(count);
  int features = 0;
  for (const OGRFeatureUniquePtr& feature : layer) {
    if (++features > kMostFeaturesSeen)
      break;
    if (!out.shape && feature->GetGeometryRef() != nullptr)
      out.shape = shapeOf(feature->GetGeometryRef()->getGeometryType());
    for (std::size_t i = 0; i < count; ++i) {
      if (feature->IsFieldSetAndNotNull(static_cast<int>(i)) == FALSE)
        continue;
      std::string text = feature->GetFieldAsString(static_cast<int>(i));
      text.erase(text.find_last_not_of(" \t") + 1);
      text.erase(0, text.find_first_not_of(" \t"));
      if (text.empty())
        continue;
      Seen& one = seen[i];
      one.any = true;
      double value = 0;
      if (one.numbers && isNumber(text, value)) {
        one.low = std::min(one.low, value);
        one.high = std::max(one.high, value);
      } else {
        one.numbers = false;
      }
      if (one.values.size() < kMostValues)
        one.values.insert(std::move(text));
      else if (!one.values.contains(text))
        one.more = true;
    }
  }
  const GIntBig all = layer.GetFeatureCount(FALSE);
  out.features = static_cast<std::size_t>(all >= 0 ? all : features);
  for (std::size_t i = 0; i < count; ++i) {
    FieldInfo field;
    field.name = definition->GetFieldDefn(static_cast<int>(i))->GetNameRef();
    field.isNumber = seen[i].any && seen[i].numbers;
    if (field.isNumber) {
      field.low = seen[i].low;
      field.high = seen[i].high;
    }
    field.values.assign(seen[i].values.begin(), seen[i].values.end());
    std::sort(field.values.begin(), field.values.end(),
              [](const std::string& a, const std::string& b) { return naturalLess(a, b); });
    field.hasMore = seen[i].more || features > kMostFeaturesSeen;
    out.fields.push_back(std::move(field));
  }
  return out;
}

} // namespace

Result<CrsInfo> describeCrs(const std::string& text) {
  const auto read = readCrs(text);
  if (!read)
    return read.error();
  CrsInfo out;
  out.name = nameOf(read->get());
  out.isProjected = (*read)->IsProjected() != FALSE;
  out.metresPerUnit = (*read)->GetLinearUnits(nullptr);
  return out;
}

std::string utmZoneOf(Point lonLat) {
  const int zone = std::clamp(static_cast<int>(std::floor((lonLat.x + 180) / 6)) + 1, 1, 60);
  return "EPSG:" + std::to_string((lonLat.y < 0 ? 32700 : 32600) + zone);
}

Result<RasterInfo> describeRaster(const SourceFile& source, int band) {
  std::error_code ignored;
  if (std::filesystem::is_directory(source.file, ignored))
    return describeTiles(source);
  const Result<DatasetPtr> opened = openRaster(source.file);
  if (!opened)
    return opened.error();
  const QuietGdal quiet;
  GDALDataset& dataset = **opened;
  RasterInfo out;
  out.format = dataset.GetDriverName();
  out.width = dataset.GetRasterXSize();
  out.height = dataset.GetRasterYSize();
  out.bands = dataset.GetRasterCount();
  out.crsName = nameOf(dataset.GetSpatialRef());
  std::array<double, 6> geo{};
  out.isPlaced = dataset.GetGeoTransform(geo.data()) == CE_None;
  if (out.isPlaced) {
    out.pixelWidth = std::hypot(geo[1], geo[4]);
    out.pixelHeight = std::hypot(geo[2], geo[5]);
    std::array<double, 2> x{1e300, -1e300};
    std::array<double, 2> y{1e300, -1e300};
    for (const auto& [px, py] :
         {std::pair{0, 0}, std::pair{out.width, 0}, std::pair{0, out.height}, std::pair{out.width, out.height}}) {
      const double gx = geo[0] + px * geo[1] + py * geo[2];
      const double gy = geo[3] + px * geo[4] + py * geo[5];
      x = {std::min(x[0], gx), std::max(x[1], gx)};
      y = {std::min(y[0], gy), std::max(y[1], gy)};
    }
    out.box = boxOf(source.crs.empty() ? wktOf(dataset.GetSpatialRef()) : source.crs, x[0], y[0], x[1], y[1]);
  }
  if (band < 1 || band > out.bands)
    return Error{
        "the raster has no band " + std::to_string(band), source.name, 0, {}, "it has " + std::to_string(out.bands)};
  GDALRasterBand* pixels = dataset.GetRasterBand(band);
  int has = 0;
  const double noData = pixels->GetNoDataValue(&has);
  if (has != 0)
    out.noData = noData;
  lookAtPixels(*pixels, out);
  return out;
}

Result<VectorInfo> describeVector(const SourceFile& source) {
  std::vector<std::string> options;
  if (source.file.extension() == ".csv")
    options.push_back("HEADERS=YES"); // columns called "1860" would pass for data
  const Result<DatasetPtr> opened = openVector(source.file, options);
  if (!opened)
    return opened.error();
  const QuietGdal quiet;
  VectorInfo out;
  out.format = (*opened)->GetDriverName();
  for (OGRLayer* layer : (*opened)->GetLayers())
    out.layers.push_back(describeLayer(*layer, source));
  return out;
}

const std::vector<std::string>& rasterEndings() {
  static const std::vector<std::string> kEndings{"tif", "tiff", "png", "jpg", "jpeg", "jp2", "webp", "bmp",
                                                 "gif", "asc",  "hgt", "dem", "dt0",  "dt1", "dt2",  "img",
                                                 "bil", "flt",  "grd", "rst", "bt",   "gpkg"};
  return kEndings;
}

const std::vector<std::string>& vectorEndings() {
  static const std::vector<std::string> kEndings{"gpkg", "geojson", "json", "topojson", "shp", "csv", "kml",
                                                 "gpx",  "fgb",     "dxf",  "tab",      "mif", "osm", "pbf"};
  return kEndings;
}

} // namespace hotchkiss
