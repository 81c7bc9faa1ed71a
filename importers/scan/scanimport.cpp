#include "importers/scan/scanimport.h"

#include "importers/scan/controlpoints.h"
#include "importers/source/gate.h"
#include "importers/source/projection.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/fileio.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::int64_t kMostPixels = 1LL << 27;
constexpr int kBlock = 256;

ScanModel modelOf(const std::string& name) {
  if (name == "projective")
    return ScanModel::Projective;
  if (name == "polynomial2")
    return ScanModel::Polynomial2;
  if (name == "spline")
    return ScanModel::Spline;
  return ScanModel::Affine;
}

/// A picture as red, green and blue bytes, whatever it is stored as.
class Picture {
 public:
  static Result<Picture> open(const SourceFile& source) {
    Result<DatasetPtr> opened = openRaster(source.file);
    if (!opened)
      return opened.error();
    Picture out;
    out.mDataset = std::move(*opened);
    GDALRasterBand* first = out.mDataset->GetRasterBand(1);
    out.mPalette = first->GetColorInterpretation() == GCI_PaletteIndex ? first->GetColorTable() : nullptr;
    // 16-bit scans rarely use their whole range; the darkest and brightest values become black and white.
    if (first->GetRasterDataType() != GDT_Byte && out.mPalette == nullptr) {
      std::array<double, 2> range{0, 65535};
      if (first->ComputeRasterMinMax(TRUE, range.data()) == CE_None && range[1] > range[0]) {
        out.mLow = range[0];
        out.mHigh = range[1];
      }
      out.mWide = true;
    }
    return out;
  }
  int width() const { return mDataset->GetRasterXSize(); }
  int height() const { return mDataset->GetRasterYSize(); }

  /// Reads a window shrunk to w x h; overviews are used where the file has them.
  bool read(int x, int y, int fullW, int fullH, int w, int h, std::vector<unsigned char>& rgb) {
    const auto count = static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
    rgb.resize(count * 3);
    std::vector<float> values(count);
    const int bands = mPalette == nullptr && mDataset->GetRasterCount() >= 3 ? 3 : 1;
    GDALRasterIOExtraArg extra;
    INIT_RASTERIO_EXTRA_ARG(extra);
    extra.eResampleAlg = mPalette == nullptr ? GRIORA_Bilinear : GRIORA_NearestNeighbour;
    for (int band = 0; band < bands; ++band) {
      if (mDataset->GetRasterBand(band + 1)->RasterIO(GF_Read, x, y, fullW, fullH, values.data(), w, h, GDT_Float32, 0,
                                                      0, &extra) != CE_None)
        return false;
      for (std::size_t i = 0; i < count; ++i)
        for (int c = band; c < (bands == 1 ? 3 : band + 1); ++c)
          rgb[i * 3 + static_cast<std::size_t>(c)] = colour(values[i], c);
    }
    return true;
  }

 private:
  unsigned char colour(float value, int channel) const {
    if (mPalette != nullptr) {
      const GDALColorEntry* entry = mPalette->GetColorEntry(static_cast<int>(value));
      if (entry == nullptr)
        return 0;
      const short parts[] = {entry->c1, entry->c2, entry->c3};
      return static_cast<unsigned char>(std::clamp<int>(parts[channel], 0, 255));
    }
    const double v = mWide ? (static_cast<double>(value) - mLow) * 255 / (mHigh - mLow) : static_cast<double>(value);
    return static_cast<unsigned char>(std::clamp(std::lround(v), 0L, 255L));
  }
  DatasetPtr mDataset;
  const GDALColorTable* mPalette = nullptr;
  bool mWide = false;
  double mLow = 0;
  double mHigh = 255;
};

/// A picture's place on the ground: north-up pixels in the frame's CRS.
struct Canvas {
  double left = 0;
  double top = 0;
  double pixel = 1;
  int width = 0;
  int height = 0;
};

Result<Canvas> canvasOf(const Ground& ground, double pixel) {
  double left = 1e300;
  double right = -1e300;
  double bottom = 1e300;
  double top = -1e300;
  for (const HexCoord h : {HexCoord{0, 0}, HexCoord{ground.extent.width - 1, 0}, HexCoord{0, ground.extent.height - 1},
                           HexCoord{ground.extent.width - 1, ground.extent.height - 1}})
    for (const HexCoord n : ground.lattice.range(h, 1))
      for (const Point p : ground.lattice.outline(n)) {
        const Point g = ground.frame.toGround(p);
        left = std::min(left, g.x);
        right = std::max(right, g.x);
        bottom = std::min(bottom, g.y);
        top = std::max(top, g.y);
      }
  Canvas out{std::floor(left / pixel) * pixel, std::ceil(top / pixel) * pixel, pixel, 0, 0};
  const double width = std::ceil((right - out.left) / pixel);
  const double height = std::ceil((out.top - bottom) / pixel);
  if (width * height > static_cast<double>(kMostPixels))
    return Error{"the underlay would have more than 134 million pixels", {}, 0, {}, "choose a coarser \"resolution\""};
  out.width = static_cast<int>(width);
  out.height = static_cast<int>(height);
  return out;
}

Result<DatasetPtr> warp(Picture& picture, const PlaneTransform& toPixel, const Canvas& canvas, const Frame& frame,
                        const Task& task) {
  GDALDriver* memory = GetGDALDriverManager()->GetDriverByName("MEM");
  DatasetPtr target(memory->Create("", canvas.width, canvas.height, 4, GDT_Byte, nullptr));
  if (target == nullptr)
    return Error{"there is not enough memory for the underlay", {}, 0, {}, "choose a coarser \"resolution\""};
  const std::array<double, 6> geo{canvas.left, canvas.pixel, 0, canvas.top, 0, -canvas.pixel};
  target->SetGeoTransform(const_cast<double*>(geo.data()));
  if (const auto crs = readCrs(frame.crs))
    target->SetSpatialRef(crs->get());
  target->GetRasterBand(4)->SetColorInterpretation(GCI_AlphaBand);
  std::vector<unsigned char> rgb;
  std::vector<unsigned char> out;
  for (int by = 0; by < canvas.height; by += kBlock) {
    if (task.cancelled())
      return cancelledError();
    task.report("scan", static_cast<double>(by) / canvas.height);
    for (int bx = 0; bx < canvas.width; bx += kBlock) {
      const int w = std::min(kBlock, canvas.width - bx);
      const int h = std::min(kBlock, canvas.height - by);
      std::vector<Point> at;
      double left = 1e300;
      double right = -1e300;
      double top = 1e300;
      double bottom = -1e300;
      for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
          const Point p =
              toPixel({canvas.left + (bx + x + 0.5) * canvas.pixel, canvas.top - (by + y + 0.5) * canvas.pixel});
          at.push_back(p);
          left = std::min(left, p.x);
          right = std::max(right, p.x);
          top = std::min(top, p.y);
          bottom = std::max(bottom, p.y);
        }
      const int x0 = static_cast<int>(std::clamp(std::floor(left) - 1, 0.0, double(picture.width())));
      const int x1 = static_cast<int>(std::clamp(std::ceil(right) + 2, 0.0, double(picture.width())));
      const int y0 = static_cast<int>(std::clamp(std::floor(top) - 1, 0.0, double(picture.height())));
      const int y1 = static_cast<int>(std::clamp(std::ceil(bottom) + 2, 0.0, double(picture.height())));
      if (x0 >= x1 || y0 >= y1)
        continue;
      // A picture much finer than the underlay is read shrunk.
      const double shrink = std::max(1.0, std::floor(std::max((right - left) / w, (bottom - top) / h)));
      const int readW = std::max(1, static_cast<int>((x1 - x0) / shrink));
      const int readH = std::max(1, static_cast<int>((y1 - y0) / shrink));
      if (!picture.read(x0, y0, x1 - x0, y1 - y0, readW, readH, rgb))
        return Error{"the picture is damaged: part of it cannot be read", {}, 0, {}, "get the file again"};
      const double scaleX = static_cast<double>(readW) / (x1 - x0);
      const double scaleY = static_cast<double>(readH) / (y1 - y0);
      out.assign(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 4, 0);
      for (std::size_t i = 0; i < at.size(); ++i) {
        // Written so that NaN, which lies behind the horizon of a projective transform, is outside too.
        if (!(at[i].x >= 0 && at[i].y >= 0 && at[i].x < picture.width() && at[i].y < picture.height()))
          continue;
        const double fx = std::clamp((at[i].x - x0) * scaleX - 0.5, 0.0, readW - 1.0);
        const double fy = std::clamp((at[i].y - y0) * scaleY - 0.5, 0.0, readH - 1.0);
        const auto cx = static_cast<std::size_t>(fx);
        const auto cy = static_cast<std::size_t>(fy);
        const std::size_t nx = std::min(cx + 1, static_cast<std::size_t>(readW) - 1);
        const std::size_t ny = std::min(cy + 1, static_cast<std::size_t>(readH) - 1);
        const double tx = fx - static_cast<double>(cx);
        const double ty = fy - static_cast<double>(cy);
        const auto pitch = static_cast<std::size_t>(readW);
        for (std::size_t c = 0; c < 3; ++c) {
          const double upper = rgb[(cy * pitch + cx) * 3 + c] * (1 - tx) + rgb[(cy * pitch + nx) * 3 + c] * tx;
          const double lower = rgb[(ny * pitch + cx) * 3 + c] * (1 - tx) + rgb[(ny * pitch + nx) * 3 + c] * tx;
          out[i * 4 + c] = static_cast<unsigned char>(std::lround(upper * (1 - ty) + lower * ty));
        }
        out[i * 4 + 3] = 255;
      }
      if (target->RasterIO(GF_Write, bx, by, w, h, out.data(), w, h, GDT_Byte, 4, nullptr, 4, 4 * w, 1, nullptr) !=
          CE_None)
        return Error{"the underlay cannot be made", {}, 0, {}, {}};
    }
  }
  return target;
}

Outcome save(GDALDataset& dataset, const std::filesystem::path& file) {
  const bool png = file.extension() == ".png";
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName(png ? "PNG" : "GTiff");
  std::error_code problem;
  std::filesystem::create_directories(file.parent_path(), problem);
  const char* const tiff[] = {"COMPRESS=DEFLATE", "TILED=YES", "PREDICTOR=2", nullptr};
  const char* const plain[] = {"ZLEVEL=9", nullptr};
  CPLPushErrorHandler(CPLQuietErrorHandler);
  CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO"); // no side files: where it lies is in sources.json
  const DatasetPtr copy(driver->CreateCopy(file.string().c_str(), &dataset, FALSE,
                                           const_cast<char**>(png ? plain : tiff), nullptr, nullptr));
  CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr);
  CPLPopErrorHandler();
  if (copy == nullptr)
    return Error{"the underlay cannot be written", file.string(), 0, {}, "is the folder writable?"};
  return success();
}

/// Positions of the control points in the frame's CRS.
Outcome place(ControlPointList& list, const ImportContext& context, const json& step) {
  const Numbering numbering = numberingOf(*context.document);
  const std::string crs = step.value("pointsCrs", list.crs);
  for (ControlPoint& point : list.points) {
    if (!point.label.empty()) {
      const Result<HexCoord> hex = numbering.resolve(point.label);
      if (!hex)
        return hex.error();
      point.ground = context.frame.groundCentre(context.document->lattice(), *hex);
      continue;
    }
    if (crs.empty())
      return Error{"the control points do not say which coordinate reference system they are in",
                   {},
                   0,
                   {},
                   "add \"pointsCrs\" to the step"};
    const Result<std::vector<Point>> ground = reproject(crs, context.frame.crs, {*point.ground});
    if (!ground)
      return ground.error();
    point.ground = (*ground)[0];
  }
  return success();
}

} // namespace

Result<Imported> importScan(ImportContext& context, const std::string& stepId, const json& step) {
  const Result<SourceFile> source = sourceOf(context, step);
  const Result<SourceFile> pointsFile = sourceOf(context, step, "points");
  if (!source || !pointsFile)
    return source ? pointsFile.error() : source.error();
  constexpr std::uint64_t kLargestList = 4 << 20;
  const Result<std::string> text = readWholeFile(pointsFile->file, kLargestList);
  if (!text)
    return text.error();
  Result<ControlPointList> list = readControlPoints(*text, pointsFile->name);
  if (!list)
    return list.error();
  if (const Outcome placed = place(*list, context, step); !placed)
    return placed.error();
  const std::string modelName = step.value("transform", "affine");
  const ScanModel model = modelOf(modelName);
  const Result<ControlReport> report = judgeControlPoints(model, list->points);
  if (!report)
    return report.error();
  Imported out;
  json points = json::array();
  for (std::size_t i = 0; i < list->points.size(); ++i) {
    const ControlPoint& p = list->points[i];
    json one{{"name", p.name},
             {"pixel", {p.pixel.x, p.pixel.y}},
             {"ground", {rounded(p.ground->x, 2), rounded(p.ground->y, 2)}},
             {"residual", rounded(report->residuals[i], 2)}};
    if (!std::isnan(report->leaveOneOut[i]))
      one["leaveOneOut"] = rounded(report->leaveOneOut[i], 2);
    points.push_back(one);
  }
  for (const std::string& name : report->suspects)
    out.doubts.push_back({stepId, "source", source->id, 0.2, "control point " + name + " contradicts the others"});
  json georeference{
      {"crs", context.frame.crs}, {"transform", modelName}, {"points", points}, {"rms", rounded(report->rms, 2)}};
  if (!std::isnan(report->leaveOneOutRms))
    georeference["leaveOneOutRms"] = rounded(report->leaveOneOutRms, 2);
  out.figures = {{"control points", std::to_string(list->points.size())},
                 {"rms, ground units", json(rounded(report->rms, 1)).dump()},
                 {"leave-one-out rms",
                  std::isnan(report->leaveOneOutRms) ? "-" : json(rounded(report->leaveOneOutRms, 1)).dump()}};
  Result<Picture> picture = Picture::open(*source);
  if (!picture)
    return picture.error();
  std::vector<Point> pixels;
  std::vector<Point> grounds;
  for (const ControlPoint& p : list->points) {
    pixels.push_back(p.pixel);
    grounds.push_back(*p.ground);
  }
  const auto toPixel = PlaneTransform::fit(model, grounds, pixels);
  if (!toPixel)
    return Error{"the control points do not fix the transform", pointsFile->name, 0, {}, "add points elsewhere"};
  const double pixel = step.value("resolution", context.frame.pitch[0] / 24);
  const Result<Canvas> canvas = canvasOf(context.ground(), pixel);
  if (!canvas)
    return canvas.error();
  const std::string output = step.value("output", "underlay/" + stepId + ".png");
  if (const std::filesystem::path path(output); path.is_absolute() || output.find("..") != std::string::npos)
    return Error{"\"" + output + "\" leaves the module's folder", "import.json", 0, stepId, "write a path inside it"};
  if (!context.outputFolder.empty()) {
    const Result<DatasetPtr> warped = warp(*picture, *toPixel, *canvas, context.frame, context.task);
    if (!warped)
      return warped.error();
    if (const Outcome saved = save(**warped, context.outputFolder / output); !saved)
      return saved.error();
  }
  georeference["underlay"] = {{"file", output},
                              {"origin", {canvas->left, canvas->top}},
                              {"pixel", canvas->pixel},
                              {"size", {canvas->width, canvas->height}}};
  Document copy = *context.document;
  Stroke stroke(copy, "Import scan");
  const RecordKey key{"source", source->id};
  const std::string* old = copy.record("sources", key);
  json record = old == nullptr ? json{{"title", source->name}, {"kind", "scan"}} : json::parse(*old);
  record["georeference"] = georeference;
  stroke.setRecord("sources", key, record.dump());
  out.edit = stroke.finish();
  return out;
}

} // namespace hotchkiss
