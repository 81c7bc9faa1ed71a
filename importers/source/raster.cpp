#include "importers/source/raster.h"

#include "importers/source/gate.h"
#include "importers/source/terrarium.h"

#include <cmath>
#include <gdal_priv.h>
#include <limits>
#include <ogr_spatialref.h>

namespace hotchkiss {

bool RasterSource::setGeo(const std::array<double, 6>& geo) {
  mGeo = geo;
  return GDALInvGeoTransform(mGeo.data(), mBack.data()) != 0;
}

namespace {

class FileRaster final : public RasterSource {
 public:
  static Result<std::unique_ptr<RasterSource>> open(const SourceFile& source, int band) {
    Result<DatasetPtr> opened = openRaster(source.file);
    if (!opened)
      return opened.error();
    auto out = std::make_unique<FileRaster>();
    out->mSource = source;
    out->mBandNumber = band;
    out->mDataset = std::move(*opened);
    GDALDataset& dataset = *out->mDataset;
    if (band > dataset.GetRasterCount())
      return Error{"the raster has no band " + std::to_string(band),
                   source.name,
                   0,
                   {},
                   "it has " + std::to_string(dataset.GetRasterCount())};
    out->mBand = dataset.GetRasterBand(band);
    out->mWidth = dataset.GetRasterXSize();
    out->mHeight = dataset.GetRasterYSize();
    std::array<double, 6> geo{};
    if (dataset.GetGeoTransform(geo.data()) != CE_None || !out->setGeo(geo))
      return Error{"the raster is not tied to the ground",
                   source.name,
                   0,
                   {},
                   "georeference it, or import it as a scan with control points"};
    out->mCrs = source.crs;
    if (out->mCrs.empty()) {
      const OGRSpatialReference* crs = dataset.GetSpatialRef();
      char* wkt = nullptr;
      if (crs == nullptr || crs->exportToWkt(&wkt) != OGRERR_NONE) {
        CPLFree(wkt);
        return Error{"the raster does not say which coordinate reference system it is in",
                     source.name,
                     0,
                     {},
                     "add \"crs\" to its row in sources.json"};
      }
      out->mCrs = wkt;
      CPLFree(wkt);
    }
    int has = 0;
    const double noData = out->mBand->GetNoDataValue(&has);
    if (has != 0)
      out->mNoData = static_cast<float>(noData);
    int scaled = 0;
    const double scale = out->mBand->GetScale(&scaled);
    if (scaled != 0)
      out->mScale = static_cast<float>(scale);
    const double offset = out->mBand->GetOffset(&scaled);
    if (scaled != 0)
      out->mOffset = static_cast<float>(offset);
    return std::unique_ptr<RasterSource>(std::move(out));
  }

  Result<std::unique_ptr<RasterSource>> clone() const override { return open(mSource, mBandNumber); }

  bool read(int x, int y, int w, int h, float* out) override {
    CPLPushErrorHandler(CPLQuietErrorHandler);
    const CPLErr problem = mBand->RasterIO(GF_Read, x, y, w, h, out, w, h, GDT_Float32, 0, 0, nullptr);
    CPLPopErrorHandler();
    if (problem != CE_None)
      return false;
    const std::size_t count = static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
    const bool plain = mScale == 1 && mOffset == 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (out[i] == mNoData || !std::isfinite(out[i]))
        out[i] = std::numeric_limits<float>::quiet_NaN();
      else if (!plain)
        out[i] = out[i] * mScale + mOffset;
    }
    return true;
  }

 private:
  SourceFile mSource;
  int mBandNumber = 1;
  DatasetPtr mDataset;
  GDALRasterBand* mBand = nullptr;
  float mNoData = std::numeric_limits<float>::quiet_NaN();
  float mScale = 1;
  float mOffset = 0;
};

} // namespace

Result<std::unique_ptr<RasterSource>> RasterSource::open(const SourceFile& source, int band) {
  std::error_code problem;
  if (std::filesystem::is_directory(source.file, problem))
    return openTerrarium(source);
  return FileRaster::open(source, band);
}

} // namespace hotchkiss
