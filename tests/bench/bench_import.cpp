// Elevation and cover to hexes, and lines to hexsides, beside plain references in the same run.
//
//   bench_import [side of the raster in pixels, default 8192] [--keep DIR] [--memory | --rivers]
//
// --keep leaves the rasters, the hexes as polygons (GeoPackage) and our means (CSV) in a folder, for
// tests/bench/beside.sh, which runs other programs over them. --memory only measures how much memory one pass over the
// raster takes. --rivers only measures rivers.

#include "importers/elevation/hexscan.h"
#include "importers/elevation/hexstatistics.h"
#include "importers/lines/edgematch.h"
#include "importers/lines/rivers.h"
#include "importers/source/gate.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>
#include <random>
#include <string>
#include <sys/resource.h>

namespace {

using namespace hotchkiss;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Of all threads; on a busy machine it says more than the clock.
double processorSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
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

HexGround groundFor(int side, double hexes) {
  HexGround out;
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
std::vector<double> naiveMeans(const HexGround& ground, RasterSource& raster) {
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

/// The exact mean of one hex by cutting it with every pixel near it: slow, and shares no code with the fast way.
double exactMean(const HexGround& ground, RasterSource& raster, HexCoord h) {
  std::vector<Point> hex;
  double left = 1e300;
  double right = -1e300;
  double top = 1e300;
  double bottom = -1e300;
  for (const Point p : ground.lattice.outline(h)) {
    hex.push_back(raster.toPixel(ground.frame.toGround(p)));
    left = std::min(left, hex.back().x);
    right = std::max(right, hex.back().x);
    top = std::min(top, hex.back().y);
    bottom = std::max(bottom, hex.back().y);
  }
  const auto clipped = [](const std::vector<Point>& polygon, auto inside, auto meet) {
    std::vector<Point> out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point a = polygon[i];
      const Point b = polygon[(i + 1) % polygon.size()];
      if (inside(a))
        out.push_back(a);
      if (inside(a) != inside(b))
        out.push_back(meet(a, b));
    }
    return out;
  };
  double sum = 0;
  double weight = 0;
  for (int y = std::max(0, static_cast<int>(top)); y <= std::min(raster.height() - 1, static_cast<int>(bottom)); ++y)
    for (int x = std::max(0, static_cast<int>(left)); x <= std::min(raster.width() - 1, static_cast<int>(right)); ++x) {
      const auto atX = [](double at) {
        return [at](Point a, Point b) { return Point{at, a.y + (at - a.x) * (b.y - a.y) / (b.x - a.x)}; };
      };
      const auto atY = [](double at) {
        return [at](Point a, Point b) { return Point{a.x + (at - a.y) * (b.x - a.x) / (b.y - a.y), at}; };
      };
      std::vector<Point> part = clipped(
          hex, [&](Point p) { return p.x >= x; }, atX(x));
      part = clipped(
          part, [&](Point p) { return p.x <= x + 1; }, atX(x + 1));
      part = clipped(
          part, [&](Point p) { return p.y >= y; }, atY(y));
      part = clipped(
          part, [&](Point p) { return p.y <= y + 1; }, atY(y + 1));
      double twice = 0;
      for (std::size_t i = 0; i < part.size(); ++i)
        twice += part[i].x * part[(i + 1) % part.size()].y - part[(i + 1) % part.size()].x * part[i].y;
      float value = 0;
      raster.read(x, y, 1, 1, &value);
      sum += std::abs(twice) / 2 * static_cast<double>(value);
      weight += std::abs(twice) / 2;
    }
  return sum / weight;
}

/// The hexes as polygons with their index, and our means beside them, for other programs to be compared with.
void keepHexes(const std::filesystem::path& folder, const HexGround& ground, const std::vector<HexStatistic>& centre,
               const std::vector<HexStatistic>& exact) {
  const std::string name = "hexes-" + std::to_string(ground.extent.area());
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GPKG");
  const DatasetPtr dataset(driver->Create((folder / (name + ".gpkg")).string().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
  OGRLayer* layer = dataset->CreateLayer("hexes", readCrs("EPSG:26918")->get(), wkbPolygon, nullptr);
  OGRFieldDefn field("hex", OFTInteger);
  layer->CreateField(&field);
  std::ofstream means(folder / (name + ".csv"));
  means << "hex,centre,coverage\n";
  means.precision(9);
  dataset->StartTransaction();
  for (std::int32_t c = 0; c < ground.extent.width; ++c)
    for (std::int32_t r = 0; r < ground.extent.height; ++r) {
      const int index = c * ground.extent.height + r;
      OGRLinearRing ring;
      for (const Point p : ground.lattice.outline({c, r})) {
        const Point g = ground.frame.toGround(p);
        ring.addPoint(g.x, g.y);
      }
      ring.closeRings();
      OGRPolygon polygon;
      polygon.addRing(&ring);
      OGRFeature feature(layer->GetLayerDefn());
      feature.SetField(0, index);
      feature.SetGeometry(&polygon);
      if (layer->CreateFeature(&feature) != OGRERR_NONE)
        std::exit(2);
      means << index << "," << centre[static_cast<std::size_t>(index)].mean << ","
            << exact[static_cast<std::size_t>(index)].mean << "\n";
    }
  dataset->CommitTransaction();
}

/// The whole step from a file: reading, joining, matching, writing the edit.
void riverStep(const std::filesystem::path& folder) {
  const Document document(Lattice{}, Extent{400, 400});
  ImportContext context;
  context.document = &document;
  context.frame.crs = "EPSG:26918";
  context.frame.origin = {300000, 4500000};
  context.frame.pitch = {1000, 1000};
  std::size_t vertices = 0;
  {
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("FlatGeobuf");
    const DatasetPtr dataset(driver->Create((folder / "rivers.fgb").string().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
    OGRLayer* layer = dataset->CreateLayer("rivers", readCrs("EPSG:26918")->get(), wkbLineString, nullptr);
    OGRFieldDefn field("name", OFTString);
    layer->CreateField(&field);
    for (int k = 0; k < 60; ++k) { // sixty rivers, five and a half hexes apart, 60 points to a hex
      OGRLineString line;
      for (double x = 3; x < 330; x += 1.0 / 52) {
        const Point g = context.frame.toGround({x, 10 + 5.5 * k + 1.2 * std::sin(x / 3 + k) + 0.1 * std::sin(x * 9)});
        line.addPoint(g.x, g.y);
      }
      vertices += static_cast<std::size_t>(line.getNumPoints());
      OGRFeature feature(layer->GetLayerDefn());
      feature.SetField(0, ("river " + std::to_string(k)).c_str());
      feature.SetGeometry(&line);
      if (layer->CreateFeature(&feature) != OGRERR_NONE)
        std::exit(2);
    }
  }
  context.sources["r"] = {"r", folder / "rivers.fgb", {}, "rivers.fgb"};
  const nlohmann::json step =
      nlohmann::json::parse(R"({"source":"r","name":"name","course":"river","classes":[{"feature":"river"}]})");
  std::size_t sides = 0;
  const double processorBefore = processorSeconds();
  const double time = seconds([&] {
    const auto imported = importRivers(context, "rivers", step);
    if (!imported)
      std::exit(2);
    for (const LineReport& line : imported->lines)
      sides += line.edges;
  });
  std::printf("rivers, whole step from a file: %zu vertices, %zu hexsides: %.2f s (%.2f s of processor), %.2f million "
              "vertices a "
              "second\n",
              vertices, sides, time, processorSeconds() - processorBefore, static_cast<double>(vertices) / time / 1e6);
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
  int side = 8192;
  bool memoryOnly = false;
  bool riversOnly = false;
  std::filesystem::path kept;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--keep" && i + 1 < argc)
      kept = argv[++i];
    else if (word == "--memory")
      memoryOnly = true;
    else if (word == "--rivers")
      riversOnly = true;
    else
      side = std::atoi(argv[i]);
  }
  prepareGdal();
  const std::filesystem::path folder = kept.empty() ? std::filesystem::temp_directory_path() / "hotchkiss-bench" : kept;
  std::filesystem::create_directories(folder);
  if (riversOnly) {
    rivers();
    riverStep(folder);
    std::filesystem::remove_all(folder / "rivers.fgb");
    return 0;
  }
  if (memoryOnly) {
    if (!std::filesystem::exists(folder / "dem.tif"))
      writeRaster(folder / "dem.tif", side, false);
    // A process of its own reads, so that writing the raster does not count: run again with the same folder.
    RasterList dem;
    dem.push_back(RasterSource::open({"dem", folder / "dem.tif", {}, "dem"}).value());
    const double time = seconds([&] { (void)*hexStatistics(groundFor(dem[0]->width(), 1e5), dem, {}, {}); });
    std::printf("%d x %d pixels to 100,000 hexes by coverage: %.2f s, peak memory %ld MB\n", dem[0]->width(),
                dem[0]->height(), time, peakMegabytes());
    return 0;
  }
  writeRaster(folder / "dem.tif", side, false);
  writeRaster(folder / "cover.tif", side, true);
  std::printf("raster %d x %d\n", side, side);
  for (const double hexes : {1e5, 1e6}) {
    const HexGround ground = groundFor(side, hexes);
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
    const double classCentre = seconds([&] { (void)*hexClasses(ground, cover, PixelRule::Centre, {}); });
    const double classExact = seconds([&] { (void)*hexClasses(ground, cover, PixelRule::Coverage, {}); });
    std::vector<double> naive;
    const double naiveTime = seconds([&] { naive = naiveMeans(ground, *dem[0]); });
    double worst = 0;
    for (std::size_t i = 0; i < naive.size(); ++i)
      if (std::isfinite(naive[i]) && centre[i].share > 0)
        worst = std::max(worst, std::abs(naive[i] - static_cast<double>(centre[i].mean)));
    std::mt19937 random(3);
    double worstExact = 0;
    constexpr int kChecked = 300;
    for (int i = 0; i < kChecked; ++i) {
      const HexCoord h{static_cast<std::int32_t>(random() % static_cast<unsigned>(ground.extent.width)),
                       static_cast<std::int32_t>(random() % static_cast<unsigned>(ground.extent.height))};
      const HexStatistic& ours = exact[static_cast<std::size_t>(h.c) * static_cast<std::size_t>(ground.extent.height) +
                                       static_cast<std::size_t>(h.r)];
      worstExact = std::max(worstExact, std::abs(static_cast<double>(ours.mean) - exactMean(ground, *dem[0], h)));
    }
    std::printf(
        "%lld hexes\n  mean:  by centres %.2f s, by coverage %.2f s\n  cover: by centres %.2f s (%.2f times the "
        "mean), by coverage %.2f s (%.2f times)\n  plain loop over pixel centres, one thread: %.2f s; largest "
        "difference of the means %.5f\n  polygons cut with pixels, %d hexes: largest difference %.5f\n",
        static_cast<long long>(ground.extent.area()), centreTime, exactTime, classCentre, classCentre / centreTime,
        classExact, classExact / exactTime, naiveTime, worst, kChecked, worstExact);
    if (!kept.empty())
      keepHexes(folder, ground, centre, exact);
  }
  rivers();
  riverStep(folder);
  if (kept.empty())
    std::filesystem::remove_all(folder);
  return 0;
}
