#include "importers/scan/scanpicture.h"

#include "importers/source/gate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gdal_priv.h>

namespace hotchkiss {

struct ScanPicture::Inside {
  DatasetPtr dataset;
  const GDALColorTable* palette = nullptr;
  bool isWide = false; ///< values beyond bytes
  double low = 0;
  double high = 255;

  unsigned char colour(float value, int channel) const {
    if (palette != nullptr) {
      const GDALColorEntry* entry = palette->GetColorEntry(static_cast<int>(value));
      if (entry == nullptr)
        return 0;
      const std::array<short, 3> parts{entry->c1, entry->c2, entry->c3};
      return static_cast<unsigned char>(std::clamp<int>(parts[static_cast<std::size_t>(channel)], 0, 255));
    }
    const double v = isWide ? (static_cast<double>(value) - low) * 255 / (high - low) : static_cast<double>(value);
    return static_cast<unsigned char>(std::clamp(std::lround(v), 0L, 255L));
  }
};

ScanPicture::ScanPicture(std::unique_ptr<Inside> inside) : mInside(std::move(inside)) {}
ScanPicture::ScanPicture(ScanPicture&&) noexcept = default;
ScanPicture& ScanPicture::operator=(ScanPicture&&) noexcept = default;
ScanPicture::~ScanPicture() = default;

Result<ScanPicture> ScanPicture::open(const SourceFile& source) {
  Result<DatasetPtr> opened = openRaster(source.file);
  if (!opened)
    return opened.error();
  auto out = std::make_unique<Inside>();
  out->dataset = std::move(*opened);
  GDALRasterBand* first = out->dataset->GetRasterBand(1);
  out->palette = first->GetColorInterpretation() == GCI_PaletteIndex ? first->GetColorTable() : nullptr;
  // 16-bit scans rarely use their whole range.
  if (first->GetRasterDataType() != GDT_Byte && out->palette == nullptr) {
    std::array<double, 2> range{0, 65535};
    if (first->ComputeRasterMinMax(TRUE, range.data()) == CE_None && range[1] > range[0]) {
      out->low = range[0];
      out->high = range[1];
    }
    out->isWide = true;
  }
  return ScanPicture(std::move(out));
}

int ScanPicture::width() const {
  return mInside->dataset->GetRasterXSize();
}
int ScanPicture::height() const {
  return mInside->dataset->GetRasterYSize();
}

bool ScanPicture::read(int x, int y, int fullW, int fullH, int w, int h, std::vector<unsigned char>& rgb) const {
  const auto count = static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
  rgb.resize(count * 3);
  std::vector<float> values(count);
  const int bands = mInside->palette == nullptr && mInside->dataset->GetRasterCount() >= 3 ? 3 : 1;
  GDALRasterIOExtraArg extra;
  INIT_RASTERIO_EXTRA_ARG(extra);
  extra.eResampleAlg = mInside->palette == nullptr ? GRIORA_Bilinear : GRIORA_NearestNeighbour;
  for (int band = 0; band < bands; ++band) {
    if (mInside->dataset->GetRasterBand(band + 1)->RasterIO(GF_Read, x, y, fullW, fullH, values.data(), w, h,
                                                            GDT_Float32, 0, 0, &extra) != CE_None)
      return false;
    for (std::size_t i = 0; i < count; ++i)
      for (int c = band; c < (bands == 1 ? 3 : band + 1); ++c)
        rgb[i * 3 + static_cast<std::size_t>(c)] = mInside->colour(values[i], c);
  }
  return true;
}

} // namespace hotchkiss
