#include "importers/recipe/sourceshapes.h"

#include "importers/source/gate.h"
#include "importers/source/projection.h"
#include "importers/source/vector.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <gdal_alg.h>
#include <gdal_priv.h>
#include <limits>
#include <ogrsf_frmts.h>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::int64_t kMostPixels = 1 << 26;
constexpr double kNoValue = -1e30;

Error tooLarge(const std::string& id) {
  return {"the raster " + id + " is too large to be drawn over the map", {}, 0, {}, "cut it to the area of the map"};
}

/// A raster of one band in memory, in pixel coordinates.
class MemoryBand {
 public:
  MemoryBand(int width, int height, std::vector<float>&& values) : mValues(std::move(values)) {
    prepareGdal();
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("MEM");
    mDataset.reset(driver->Create("", width, height, 1, GDT_Float32, nullptr));
    if (mDataset == nullptr)
      return;
    std::array<double, 6> geo{0, 1, 0, 0, 0, 1};
    mDataset->SetGeoTransform(geo.data());
    GDALRasterBand* band = mDataset->GetRasterBand(1);
    band->SetNoDataValue(kNoValue);
    for (float& value : mValues)
      if (std::isnan(value))
        value = static_cast<float>(kNoValue);
    mGood = band->RasterIO(GF_Write, 0, 0, width, height, mValues.data(), width, height, GDT_Float32, 0, 0, nullptr) ==
            CE_None;
  }
  bool good() const { return mGood; }
  GDALRasterBand* band() const { return mDataset->GetRasterBand(1); }

 private:
  std::vector<float> mValues;
  DatasetPtr mDataset;
  bool mGood = false;
};

/// Lines of a layer in memory, with every point carried by `place`.
template <class Place>
void collect(OGRLayer& layer, Place&& place, std::vector<Polyline>& out) {
  for (const OGRFeatureUniquePtr& feature : layer) {
    const OGRGeometry* geometry = feature->GetGeometryRef();
    if (geometry == nullptr)
      continue;
    const auto add = [&](const OGRSimpleCurve& curve) {
      Polyline line;
      for (int i = 0; i < curve.getNumPoints(); ++i)
        line.push_back({curve.getX(i), curve.getY(i)});
      place(line);
      std::erase_if(line, [](Point p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
      if (line.size() > 1)
        out.push_back(std::move(line));
    };
    if (wkbFlatten(geometry->getGeometryType()) == wkbLineString)
      add(*geometry->toLineString());
    else if (wkbFlatten(geometry->getGeometryType()) == wkbPolygon)
      for (const OGRLinearRing* ring : *geometry->toPolygon())
        add(*ring);
  }
}

/// 1, 2 or 5 times a power of ten: about twenty contours between two heights.
double roundInterval(double range) {
  const double wanted = range / 20;
  const double power = std::pow(10.0, std::floor(std::log10(std::max(wanted, 1e-6))));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= wanted)
      return step * power;
  return 10 * power;
}

class ShapeReader {
 public:
  ShapeReader(const ImportContext& context, const Recipe::Step& step)
      : mContext(context), mKind(step.kind), mStep(json::parse(step.parameters)) {}

  Result<SourceShapes> run() {
    if (mKind == "scan")
      return SourceShapes{};
    const bool raster = mKind == "elevation" || (mKind == "cover" && mStep.value("shape", "raster") == "raster");
    if (const Outcome read = raster ? readRasters() : readFeatures(); !read)
      return read.error();
    return std::move(mOut);
  }

 private:
  Outcome readFeatures() {
    const Result<SourceFile> source = sourceOf(mContext, mStep);
    if (!source)
      return source.error();
    SourceFile file = *source;
    VectorWish wish;
    wish.layer = mStep.value("layer", "");
    wish.where = mStep.contains("where") ? &mStep["where"] : nullptr;
    wish.xField = mStep.value("x", "");
    wish.yField = mStep.value("y", "");
    wish.shape = mKind == "places"                       ? Shape::Points
                 : mKind == "rivers" || mKind == "paths" ? Shape::Lines
                                                         : Shape::Polygons;
    if (file.crs.empty() && !wish.xField.empty())
      file.crs = "EPSG:4326";
    const Result<VectorLayer> layer =
        readVector(file, wish, mContext.document->lattice(), mContext.document->extent(), mContext.frame);
    if (!layer)
      return layer.error();
    const char* target = mKind == "rivers" ? "feature" : mKind == "paths" ? "path" : mKind == "places" ? "place" : "";
    for (const VectorFeature& feature : layer->features) {
      if (mStep.contains("classes")) {
        const json* row = firstMatch(mStep["classes"], feature.fields);
        if (row == nullptr || (*target != '\0' && !row->contains(target)))
          continue;
      }
      for (const std::vector<Point>& part : feature.parts)
        if (wish.shape == Shape::Points)
          mOut.points.push_back(part[0]);
        else
          mOut.lines.push_back(part);
    }
    return success();
  }

  Outcome readRasters() {
    const Result<RasterList> rasters = rastersOf(mContext, mStep);
    if (!rasters)
      return rasters.error();
    for (std::size_t i = 0; i < rasters->size(); ++i)
      if (const Outcome read = readRaster(*(*rasters)[i], sourceIds(mStep)[i]); !read)
        return read;
    return success();
  }

  Outcome readRaster(RasterSource& raster, const std::string& id) {
    if (std::int64_t{raster.width()} * raster.height() > kMostPixels)
      return tooLarge(id);
    std::vector<float> values(static_cast<std::size_t>(raster.width()) * static_cast<std::size_t>(raster.height()));
    if (!raster.read(0, 0, raster.width(), raster.height(), values.data()))
      return Error{"the raster " + id + " is damaged: part of it cannot be read", {}, 0, {}, "get the file again"};
    const Result<Projection> projection = Projection::between(raster.crs(), mContext.frame);
    if (!projection)
      return projection.error();
    const auto place = [&](Polyline& line) {
      for (Point& p : line)
        p = raster.toSource(p);
      projection->toPlane(line);
    };
    const double interval = mKind == "elevation" ? contourInterval(values) : 0;
    if (mKind != "elevation")
      toRows(values);
    const MemoryBand band(raster.width(), raster.height(), std::move(values));
    const DatasetPtr shapes(
        GetGDALDriverManager()->GetDriverByName("Memory")->Create("", 0, 0, 0, GDT_Unknown, nullptr));
    if (!band.good() || shapes == nullptr)
      return Error{"there is not enough memory to draw the raster " + id, {}, 0, {}, {}};
    OGRLayer* layer = shapes->CreateLayer("shapes", nullptr, wkbUnknown, nullptr);
    CPLPushErrorHandler(CPLQuietErrorHandler);
    if (mKind == "elevation") {
      const std::string step = "LEVEL_INTERVAL=" + std::to_string(interval);
      const std::string none = "NODATA=" + std::to_string(static_cast<float>(kNoValue));
      const char* const options[] = {step.c_str(), none.c_str(), nullptr};
      GDALContourGenerateEx(band.band(), layer, const_cast<char**>(options), nullptr, nullptr);
    } else {
      GDALPolygonize(band.band(), band.band()->GetMaskBand(), layer, -1, nullptr, nullptr, nullptr);
    }
    CPLPopErrorHandler();
    collect(*layer, place, mOut.lines);
    return success();
  }

  double contourInterval(const std::vector<float>& values) const {
    const double unit = mStep.value("unit", "metre") == "foot" ? 0.3048 : 1.0;
    if (mStep.contains("levels"))
      return mStep["levels"].at("interval").get<double>() *
             (mStep["levels"].value("unit", "metre") == "foot" ? 0.3048 : 1.0) / unit;
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    for (const float value : values)
      if (!std::isnan(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    return high > low ? roundInterval(static_cast<double>(high) - static_cast<double>(low)) : 1;
  }

  /// Classes that become the same terrain are one area.
  void toRows(std::vector<float>& values) const {
    std::map<std::string, float> number;
    std::map<float, float> known;
    for (float& value : values) {
      if (std::isnan(value))
        continue;
      const auto [it, isNew] = known.try_emplace(value, std::numeric_limits<float>::quiet_NaN());
      if (isNew) {
        const std::string text = std::to_string(static_cast<long>(value));
        for (const json& row : mStep.at("classes"))
          if (!row.contains("value") || passes(row["value"], text)) {
            it->second = number.try_emplace(row.value("terrain", ""), static_cast<float>(number.size())).first->second;
            break;
          }
      }
      value = it->second;
    }
  }

  const ImportContext& mContext;
  std::string mKind;
  json mStep;
  SourceShapes mOut;
};

} // namespace

Result<SourceShapes> sourceShapes(const ImportContext& context, const Recipe::Step& step) {
  return ShapeReader(context, step).run();
}

} // namespace hotchkiss
