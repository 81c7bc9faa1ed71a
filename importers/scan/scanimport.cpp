#include "importers/scan/scanimport.h"

#include "importers/scan/scanfit.h"
#include "importers/scan/scanwarp.h"
#include "importers/source/gate.h"
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

/// The warped picture with its place on the ground.
Result<DatasetPtr> warped(const ScanPicture& picture, const PlaneTransform& toPixel, const GroundCanvas& canvas,
                          const Frame& frame, const Task& task) {
  GDALDriver* memory = GetGDALDriverManager()->GetDriverByName("MEM");
  DatasetPtr target(memory->Create("", canvas.width, canvas.height, 4, GDT_Byte, nullptr));
  if (target == nullptr)
    return Error{"there is not enough memory for the underlay", {}, 0, {}, "choose a coarser \"resolution\""};
  std::array<double, 6> geo{canvas.left, canvas.pixel, 0, canvas.top, 0, -canvas.pixel};
  target->SetGeoTransform(geo.data());
  if (const auto crs = readCrs(frame.crs))
    target->SetSpatialRef(crs->get());
  target->GetRasterBand(4)->SetColorInterpretation(GCI_AlphaBand);
  const Outcome done = warpScan(picture, toPixel, canvas, task, [&](const WarpedBlock& block) -> Outcome {
    // GDAL only reads from it.
    auto* bytes = const_cast<unsigned char*>(block.rgba.data());
    if (target->RasterIO(GF_Write, block.x, block.y, block.width, block.height, bytes, block.width, block.height,
                         GDT_Byte, 4, nullptr, 4, static_cast<GSpacing>(4) * block.width, 1, nullptr) != CE_None)
      return Error{"the underlay cannot be made", {}, 0, {}, {}};
    return success();
  });
  if (!done)
    return done.error();
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
  if (const Outcome placed = placeControlPoints(*list, context.document->lattice(), numberingOf(*context.document),
                                                context.frame, step.value("pointsCrs", ""));
      !placed)
    return placed.error();
  const std::string modelName = step.value("transform", "affine");
  const Result<ScanFit> fit = fitScan(scanModelOf(modelName), list->points);
  if (!fit)
    return fit.error();
  const ControlReport* report = &fit->report;
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
  const Result<ScanPicture> picture = ScanPicture::open(*source);
  if (!picture)
    return picture.error();
  const double pixel = step.value("resolution", context.frame.pitch[0] / 24);
  const Result<GroundCanvas> canvas = canvasOf(context.ground(), pixel);
  if (!canvas)
    return canvas.error();
  const std::string output = step.value("output", "underlay/" + stepId + ".png");
  if (const std::filesystem::path path(output); path.is_absolute() || output.find("..") != std::string::npos)
    return Error{"\"" + output + "\" leaves the module's folder", "import.json", 0, stepId, "write a path inside it"};
  if (!context.outputFolder.empty()) {
    const Result<DatasetPtr> drawn = warped(*picture, fit->toPixel, *canvas, context.frame, context.task);
    if (!drawn)
      return drawn.error();
    if (const Outcome saved = save(**drawn, context.outputFolder / output); !saved)
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
