#include "render/papergrain.h"

#include "render/noise.h"

#include <QBrush>
#include <QImage>

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr int kSide = 256; ///< of the piece that is repeated, in pixels

/// Smooth chance that repeats after the side.
double periodic(double x, double y, int cells, std::uint64_t salt) {
  const double fx = x * cells / kSide;
  const double fy = y * cells / kSide;
  const auto ix = static_cast<int>(fx);
  const auto iy = static_cast<int>(fy);
  const auto at = [&](int i, int j) { return Noise(i % cells, j % cells, salt).around(); };
  const auto ease = [](double t) { return t * t * (3 - 2 * t); };
  const double u = ease(fx - ix);
  const double v = ease(fy - iy);
  return (at(ix, iy) * (1 - u) + at(ix + 1, iy) * u) * (1 - v) +
         (at(ix, iy + 1) * (1 - u) + at(ix + 1, iy + 1) * u) * v;
}

QImage makeGrain() {
  QImage image(kSide, kSide, QImage::Format_ARGB32_Premultiplied);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const double value =
          0.55 * periodic(x, y, 9, 61) + 0.45 * periodic(x, y, 31, 62) + 0.3 * Noise(x, y, 63).around();
      const int alpha = static_cast<int>(std::lround(std::min(std::abs(value), 1.0) * 11));
      image.setPixel(x, y, qPremultiply(value > 0 ? qRgba(255, 255, 255, alpha) : qRgba(80, 55, 25, alpha)));
    }
  return image;
}

} // namespace

void paintPaperGrain(QPainter& painter, const View& view) {
  static const QImage kGrain = makeGrain();
  // The same place of the map always gets the same grain.
  const auto origin = [&](double plane) { return -std::round(std::fmod(plane * view.scale, kSide)); };
  painter.setBrushOrigin(QPointF(origin(view.area.left()), origin(view.area.top())));
  painter.fillRect(view.pixels(), QBrush(kGrain));
  painter.setBrushOrigin(0, 0);
}

} // namespace hotchkiss
