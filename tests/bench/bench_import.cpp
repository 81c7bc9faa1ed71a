// Elevation and cover to hexes, and lines to hexsides, beside plain references in the same run.
//
//   bench_import [side of the raster in pixels, default 8192]

#include "importers/elevation/hexstatistics.h"
#include "importers/lines/edgematch.h"
#include "importers/source/gate.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <random>
#include <sys/resource.h>

namespace {

using namespace hotchkiss;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

long peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// Hills as floats, or classes in patches.
void writeRaster(const std::filesystem::path& file, int side, bool classes) {
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  const char* const options[] = {"TILED=YES", "BIGTIFF=IF_SAFER", nullptr};
  const DatasetPtr dataset(driver->Create(file.string().c_str(), side, side, 1, classes ? GDT_Byte : GDT_Float32,
                                          const_cast<char**>(options)));
  double geo[] = {300000, 10, 0, 4500000, 0, -10};
  dataset->SetGeoTransform(geo);
  dataset->SetSpatialRef(readCrs("EPSG:26918")->get());
  std::vector<float> row(static_cast<std::size_t>(side));
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double z = 100 + 40 * std::sin(x * 0.013) * std::cos(y * 0.011) + 5 * std::sin(x * 0.11 + y * 0.07);
      row[static_cast<std::size_t>(x)] = static_cast<float>(classes ? std::floor(z / 20) : z);
    }
    if (dataset->GetRasterBand(1)->RasterIO(GF_Write, 0, y, side, 1, row.data(), side, 1, GDT_Float32, 0, 0, nullptr) !=
        CE_None)
      std::exit(2);
  }
}

Ground groundFor(int side, double hexes) {
  Ground out;
  const double width = side * 10.0;
  const double pitch = std::sqrt(width * width / hexes / (std::sqrt(3.0) / 2));
  out.frame.crs = "EPSG:26918";
  out.frame.pitch = {pitch, pitch};
  out.frame.origin = {300000 + pitch / 2, 4500000 - pitch / 2};
  out.extent = {static_cast<std::int32_t>(width / pitch / (std::sqrt(3.0) / 2)),
                static_cast<std::int32_t>(width / pitch)};
  return out;
}

/// What anybody would write first: every pixel centre through Frame and Lattice.
std::vector<double> naiveMeans(const Ground& ground, RasterSource& raster) {
  const auto count = static_cast<std::size_t>(ground.extent.area());
  std::vector<double> sum(count);
  std::vector<double> n(count);
  std::vector<float> row(static_cast<std::size_t>(raster.width()));
  for (int y = 0; y < raster.height(); ++y) {
    raster.read(0, y, raster.width(), 1, row.data());
    for (int x = 0; x < raster.width(); ++x) {
      const HexCoord h = ground.frame.hexAt(ground.lattice, raster.toSource({x + 0.5, y + 0.5}));
      if (!ground.extent.contains(h))
        continue;
      const auto at = static_cast<std::size_t>(h.c) * static_cast<std::size_t>(ground.extent.height) +
                      static_cast<std::size_t>(h.r);
      sum[at] += static_cast<double>(row[static_cast<std::size_t>(x)]);
      n[at] += 1;
    }
  }
  for (std::size_t i = 0; i < count; ++i)
    sum[i] /= n[i];
  return sum;
}

void rivers() {
  const Lattice lattice;
  const Extent extent{4000, 400};
  // A winding line with 12 source points to a hex.
  std::vector<Point> line;
  double x = 5;
  while (line.size() < 1'000'000 && x < lattice.centre({extent.width - 5, 0}).x) {
    line.push_back({x, 200 + 60 * std::sin(x / 40) + 0.8 * std::sin(x * 1.3)});
    x += 1.0 / 400;
  }
  std::size_t edges = 0;
  const double time =
      seconds([&] { edges = matchAlongEdges(lattice, extent, resampled(line, kMatchStep)).edges.size(); });
  std::printf("rivers: %zu vertices of the line, %zu hexsides: %.2f s, %.2f million vertices a second\n", line.size(),
              edges, time, static_cast<double>(line.size()) / time / 1e6);
}

} // namespace

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 8192;
  prepareGdal();
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "hotchkiss-bench";
  std::filesystem::create_directories(folder);
  writeRaster(folder / "dem.tif", side, false);
  writeRaster(folder / "cover.tif", side, true);
  std::printf("raster %d x %d, peak memory so far %ld MB\n", side, side, peakMegabytes());
  for (const double hexes : {1e5, 1e6}) {
    const Ground ground = groundFor(side, hexes);
    RasterList dem;
    dem.push_back(RasterSource::open({"dem", folder / "dem.tif", {}, "dem"}).value());
    RasterList cover;
    cover.push_back(RasterSource::open({"cover", folder / "cover.tif", {}, "cover"}).value());
    std::vector<HexStatistic> centre;
    std::vector<HexStatistic> exact;
    StatisticsWish wish;
    wish.rule = PixelRule::Centre;
    const double centreTime = seconds([&] { centre = *hexStatistics(ground, dem, wish, {}); });
    wish.rule = PixelRule::Coverage;
    const double exactTime = seconds([&] { exact = *hexStatistics(ground, dem, wish, {}); });
    const double classTime = seconds([&] { (void)*hexClasses(ground, cover, PixelRule::Centre, {}); });
    const long peak = peakMegabytes();
    std::vector<double> naive;
    const double naiveTime = seconds([&] { naive = naiveMeans(ground, *dem[0]); });
    double worst = 0;
    for (std::size_t i = 0; i < naive.size(); ++i)
      if (std::isfinite(naive[i]) && centre[i].share > 0)
        worst = std::max(worst, std::abs(naive[i] - static_cast<double>(centre[i].mean)));
    std::printf(
        "%lld hexes: mean by centres %.2f s, by coverage %.2f s, classes %.2f s; plain reference %.2f s (largest "
        "difference of the means %.4f); peak memory %ld MB\n",
        static_cast<long long>(ground.extent.area()), centreTime, exactTime, classTime, naiveTime, worst, peak);
  }
  rivers();
  std::filesystem::remove_all(folder);
  return 0;
}
