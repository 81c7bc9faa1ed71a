#include "importers/source/terrarium.h"

#include "importers/source/gate.h"
#include "libterrain/base/text.h"

#include <gdal_priv.h>
#include <limits>
#include <map>
#include <numbers>

namespace hotchkiss {

namespace {

constexpr int kTile = 256;
constexpr int kDeepestZoom = 20;
constexpr std::size_t kMostTiles = 100'000;

struct TileName {
  long zoom = 0;
  long x = 0;
  long y = 0;
};

/// The last three numbers of "…/14/4675/6212.png" or "t_14_4675_6212.png".
std::optional<TileName> readName(const std::filesystem::path& relative) {
  std::string text = relative.parent_path() / relative.stem();
  std::vector<long> numbers;
  std::size_t end = text.size();
  while (numbers.size() < 3 && end > 0) {
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
      --begin;
    const std::optional<long> number = parseInteger(std::string_view(text).substr(begin, end - begin));
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
    end = begin > 0 ? begin - 1 : 0;
  }
  if (numbers.size() < 3)
    return std::nullopt;
  const TileName name{numbers[2], numbers[1], numbers[0]};
  const bool possible =
      name.zoom >= 0 && name.zoom <= kDeepestZoom && name.x < (1L << name.zoom) && name.y < (1L << name.zoom);
  return possible ? std::optional(name) : std::nullopt;
}

class TerrariumRaster final : public RasterSource {
 public:
  static Result<std::unique_ptr<RasterSource>> open(const SourceFile& source) {
    auto out = std::make_unique<TerrariumRaster>();
    out->mSource = source;
    std::optional<long> zoom;
    std::error_code problem;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source.file, problem)) {
      if (entry.path().extension() != ".png")
        continue;
      const std::optional<TileName> name = readName(std::filesystem::relative(entry.path(), source.file, problem));
      if (!name)
        continue;
      if (zoom && *zoom != name->zoom)
        return Error{"the folder holds tiles of several zoom levels", source.name, 0, {}, "keep one level"};
      zoom = name->zoom;
      out->mTiles[{name->x, name->y}] = entry.path();
      if (out->mTiles.size() > kMostTiles)
        return Error{"the folder holds too many tiles", source.name, 0, {}, "choose a coarser zoom"};
    }
    if (!zoom)
      return Error{"the folder holds no elevation tiles",
                   source.name,
                   0,
                   {},
                   "their names end in zoom, x and y, such as 14/4675/6212.png"};
    out->mFirstX = std::numeric_limits<long>::max();
    out->mFirstY = std::numeric_limits<long>::max();
    long lastX = 0;
    long lastY = 0;
    for (const auto& [at, path] : out->mTiles) {
      out->mFirstX = std::min(out->mFirstX, at.first);
      out->mFirstY = std::min(out->mFirstY, at.second);
      lastX = std::max(lastX, at.first);
      lastY = std::max(lastY, at.second);
    }
    out->mWidth = static_cast<int>(lastX - out->mFirstX + 1) * kTile;
    out->mHeight = static_cast<int>(lastY - out->mFirstY + 1) * kTile;
    out->mCrs = "EPSG:3857";
    const double half = std::numbers::pi * 6378137.0; // of the side of the Web Mercator square
    const double tile = 2 * half / static_cast<double>(1L << *zoom);
    out->setGeo({-half + tile * static_cast<double>(out->mFirstX), tile / kTile, 0,
                 half - tile * static_cast<double>(out->mFirstY), 0, -tile / kTile});
    return std::unique_ptr<RasterSource>(std::move(out));
  }

  Result<std::unique_ptr<RasterSource>> clone() const override { return open(mSource); }

  bool read(int x, int y, int w, int h, float* out) override {
    std::fill(out, out + static_cast<std::size_t>(w) * static_cast<std::size_t>(h),
              std::numeric_limits<float>::quiet_NaN());
    for (int ty = y / kTile; ty <= (y + h - 1) / kTile; ++ty)
      for (int tx = x / kTile; tx <= (x + w - 1) / kTile; ++tx) {
        const std::vector<float>* tile = decoded(tx, ty);
        if (tile == nullptr)
          continue;
        if (tile->empty())
          return false;
        const int left = std::max(x, tx * kTile);
        const int right = std::min(x + w, (tx + 1) * kTile);
        for (int row = std::max(y, ty * kTile); row < std::min(y + h, (ty + 1) * kTile); ++row)
          std::copy_n(tile->data() + static_cast<std::ptrdiff_t>(row - ty * kTile) * kTile + (left - tx * kTile),
                      right - left, out + static_cast<std::ptrdiff_t>(row - y) * w + (left - x));
      }
    return true;
  }

 private:
  /// Null where there is no tile; empty when it cannot be read. Keeps the last few.
  const std::vector<float>* decoded(int tx, int ty) {
    const std::pair<long, long> at{mFirstX + tx, mFirstY + ty};
    const auto file = mTiles.find(at);
    if (file == mTiles.end())
      return nullptr;
    if (const auto known = mDecoded.find(at); known != mDecoded.end())
      return &known->second;
    constexpr std::size_t kKept = 64;
    if (mDecoded.size() >= kKept)
      mDecoded.erase(mDecoded.begin());
    std::vector<float>& heights = mDecoded[at];
    const Result<DatasetPtr> opened = openRaster(file->second);
    if (!opened || (*opened)->GetRasterXSize() != kTile || (*opened)->GetRasterYSize() != kTile ||
        (*opened)->GetRasterCount() < 3)
      return &heights;
    std::vector<unsigned char> colours(static_cast<std::size_t>(kTile) * kTile * 3);
    CPLPushErrorHandler(CPLQuietErrorHandler);
    const CPLErr problem = (*opened)->RasterIO(GF_Read, 0, 0, kTile, kTile, colours.data(), kTile, kTile, GDT_Byte, 3,
                                               nullptr, 3, 3 * kTile, 1, nullptr);
    CPLPopErrorHandler();
    if (problem != CE_None)
      return &heights;
    heights.resize(static_cast<std::size_t>(kTile) * kTile);
    for (std::size_t i = 0; i < heights.size(); ++i)
      heights[i] =
          static_cast<float>(colours[3 * i] * 256.0 + colours[3 * i + 1] + colours[3 * i + 2] / 256.0 - 32768.0);
    return &heights;
  }

  SourceFile mSource;
  long mFirstX = 0;
  long mFirstY = 0;
  std::map<std::pair<long, long>, std::filesystem::path> mTiles;
  std::map<std::pair<long, long>, std::vector<float>> mDecoded;
};

} // namespace

Result<std::unique_ptr<RasterSource>> openTerrarium(const SourceFile& source) {
  return TerrariumRaster::open(source);
}

} // namespace hotchkiss
