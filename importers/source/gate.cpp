#include "importers/source/gate.h"

#include "importers/source/quietgdal.h"

#include <array>
#include <fstream>
#include <gdal_priv.h>
#include <mutex>
#include <ogr_spatialref.h>
#include <ogr_srs_api.h>

namespace hotchkiss {

namespace {

// Drivers that read one local file (and its plain side files) and nothing else. VRT, WMS, netCDF (which reads network
// addresses), PostGIS and the like stay out on purpose.
constexpr std::array kRasterDrivers = {"GTiff", "PNG",  "JPEG",  "AAIGrid", "SRTMHGT", "USGSDEM", "EHdr",
                                       "DTED",  "ENVI", "HFA",   "BMP",     "GIF",     "GPKG",    "JP2OpenJPEG",
                                       "GSAG",  "GSBG", "GS7BG", "SAGA",    "RST",     "BT",      "WEBP"};
constexpr std::array kVectorDrivers = {"GPKG",       "GeoJSON", "ESRI Shapefile", "TopoJSON", "CSV", "KML", "GPX",
                                       "FlatGeobuf", "DXF",     "MapInfo File",   "OSM"};

Error fileError(const std::filesystem::path& file, std::string message, std::string advice = {}) {
  return {std::move(message), file.string(), 0, {}, std::move(advice)};
}

Outcome checkPath(const std::filesystem::path& file) {
  const std::string text = file.string();
  if (text.find("/vsi") != std::string::npos || text.find("://") != std::string::npos)
    return fileError(file, "only files on this machine can be imported", "download the file first");
  std::error_code problem;
  if (!std::filesystem::exists(file, problem))
    return fileError(file, "the file does not exist", "check the path; it is relative to the recipe");
  if (!std::filesystem::is_regular_file(file, problem))
    return fileError(file, "this is not a plain file", "name the file itself, such as the .shp or .tif");
  return success();
}

template <std::size_t N>
Result<DatasetPtr> open(const std::filesystem::path& file, unsigned flags, const std::array<const char*, N>& drivers,
                        const std::vector<std::string>& openOptions, const char* what) {
  if (const Outcome path = checkPath(file); !path)
    return path.error();
  prepareGdal();
  const QuietGdal quiet;
  std::vector<const char*> allowed(drivers.begin(), drivers.end());
  allowed.push_back(nullptr);
  std::vector<const char*> options;
  for (const std::string& option : openOptions)
    options.push_back(option.c_str());
  options.push_back(nullptr);
  // An absolute path: a relative one could be read as a connection text by some driver.
  const std::string path = std::filesystem::absolute(file).string();
  DatasetPtr dataset(static_cast<GDALDataset*>(GDALOpenEx(
      path.c_str(), flags | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, allowed.data(), options.data(), nullptr)));
  if (dataset != nullptr)
    return dataset;
  if (file.extension() == ".vrt")
    return fileError(file, "virtual rasters are not read, because they can point anywhere",
                     "convert it with gdal_translate and use the result");
  const std::string complaint = gdalComplaint();
  return fileError(
      file, std::string("this is no ") + what + " that can be read" + (complaint.empty() ? "" : ": " + complaint),
      "convert it to GeoTIFF or GeoPackage");
}

/// These are read into memory as a whole before the first feature can be counted. By their content, as GDAL does, not
/// by their name.
Outcome checkTextSize(const std::filesystem::path& file) {
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(file, problem);
  if (problem || size <= kMostJsonBytes)
    return success();
  std::ifstream in(file, std::ios::binary);
  char first = ' ';
  while (in.get(first) && (first == ' ' || first == '\t' || first == '\n' || first == '\r' || first == '\xef' ||
                           first == '\xbb' || first == '\xbf'))
    continue;
  if (first != '{' && first != '[')
    return success();
  return fileError(file,
                   "the file has " + std::to_string(size >> 20) + " MB, and JSON is read as a whole: at most " +
                       std::to_string(kMostJsonBytes >> 20) + " MB",
                   "convert it to GeoPackage or FlatGeobuf, or cut it to the area of the map");
}

} // namespace

void DatasetCloser::operator()(GDALDataset* dataset) const {
  GDALClose(dataset);
}

void prepareGdal() {
  static std::once_flag once;
  std::call_once(once, [] {
    GDALAllRegister();
    OSRSetPROJEnableNetwork(FALSE);
    CPLSetConfigOption("GDAL_PAM_ENABLED", "YES");
    CPLSetConfigOption("CPL_CURL_ENABLED", "NO");
    CPLSetConfigOption("GTIFF_IGNORE_READ_ERRORS", "NO");
    CPLSetConfigOption("OGR_SQLITE_PRAGMA", "trusted_schema=0");
    // GDAL would keep a twentieth of the machine's memory full of blocks. We read each block about once.
    if (CPLGetConfigOption("GDAL_CACHEMAX", nullptr) == nullptr)
      GDALSetCacheMax64(std::int64_t{128} << 20);
  });
}

std::string gdalComplaint() {
  std::string text = CPLGetLastErrorMsg();
  for (char& c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  constexpr std::size_t kMost = 300;
  if (text.size() > kMost)
    text.resize(kMost);
  return text;
}

Result<DatasetPtr> openRaster(const std::filesystem::path& file) {
  Result<DatasetPtr> opened = open(file, GDAL_OF_RASTER, kRasterDrivers, {}, "raster image");
  if (!opened)
    return opened;
  GDALDataset& dataset = **opened;
  if (dataset.GetRasterCount() == 0)
    return fileError(file, "the file holds no raster", "name the raster, or import it as vectors");
  const std::uint64_t pixels =
      static_cast<std::uint64_t>(dataset.GetRasterXSize()) * static_cast<std::uint64_t>(dataset.GetRasterYSize());
  if (pixels > kMostRasterPixels)
    return fileError(file, "the raster has more pixels than can be handled", "cut it to the area of the map");
  int width = 0;
  int height = 0;
  GDALRasterBand* band = dataset.GetRasterBand(1);
  band->GetBlockSize(&width, &height);
  const std::uint64_t block = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) *
                              static_cast<std::uint64_t>(GDALGetDataTypeSizeBytes(band->GetRasterDataType()));
  if (block > kMostBlockBytes)
    return fileError(file, "the raster is stored in blocks too large to read piece by piece",
                     "convert it with gdal_translate -co TILED=YES");
  return opened;
}

Result<DatasetPtr> openVector(const std::filesystem::path& file, const std::vector<std::string>& openOptions) {
  if (const Outcome small = checkTextSize(file); !small)
    return small.error();
  Result<DatasetPtr> opened = open(file, GDAL_OF_VECTOR, kVectorDrivers, openOptions, "vector file");
  if (opened && (*opened)->GetLayerCount() == 0)
    return fileError(file, "the file holds no layer", "name another file");
  return opened;
}

Result<std::shared_ptr<OGRSpatialReference>> readCrs(const std::string& text) {
  prepareGdal();
  const QuietGdal quiet;
  auto crs = std::make_shared<OGRSpatialReference>();
  // Only definitions by code, WKT or PROJ text: SetFromUserInput would also read files and addresses.
  const char* const limits[] = {"ALLOW_NETWORK_ACCESS=NO", "ALLOW_FILE_ACCESS=NO", nullptr};
  if (text.empty() || crs->SetFromUserInput(text.c_str(), limits) != OGRERR_NONE)
    return Error{
        "\"" + text + "\" is not a coordinate reference system", {}, 0, {}, "write a code such as EPSG:26918, or WKT"};
  crs->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  return crs;
}

} // namespace hotchkiss
