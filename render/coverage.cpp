#include "render/coverage.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

CoverageMask::CoverageMask(int width, int height)
    : mWidth(width),
      mHeight(height),
      mFirstRow(height),
      mCover(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

void CoverageMask::addLine(QPointF a, QPointF b, double half) {
  const double reach = half + 0.5; // where a pixel's middle lies when the line no longer touches the pixel
  const auto low = [reach](double p, double q) { return static_cast<int>(std::floor(std::min(p, q) - reach)); };
  const auto high = [reach](double p, double q) { return static_cast<int>(std::ceil(std::max(p, q) + reach)); };
  const int x0 = std::max(low(a.x(), b.x()), 0);
  const int y0 = std::max(low(a.y(), b.y()), 0);
  const int x1 = std::min(high(a.x(), b.x()), mWidth - 1);
  const int y1 = std::min(high(a.y(), b.y()), mHeight - 1);
  if (x0 > x1 || y0 > y1)
    return;
  mFirstRow = std::min(mFirstRow, y0);
  mLastRow = std::max(mLastRow, y1);
  const double dx = b.x() - a.x();
  const double dy = b.y() - a.y();
  const double length2 = dx * dx + dy * dy;
  const double scale = length2 > 0 ? 1 / length2 : 0;
  const double solid = std::max(half - 0.5, 0.0); // nearer than this a pixel is covered altogether
  const double full = 255 * std::min(1.0, 2 * half);
  const double sideways = reach * std::sqrt(length2); // of a row, only the pixels near the line are looked at
  for (int y = y0; y <= y1; ++y) {
    std::uint8_t* row = mCover.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(mWidth);
    const double py = y + 0.5 - a.y();
    int first = x0;
    int last = x1;
    if (std::abs(dy) > 0.5) {
      const double p = a.x() + (py * dx - sideways) / dy;
      const double q = a.x() + (py * dx + sideways) / dy;
      first = std::max(first, static_cast<int>(std::floor(std::min(p, q) - 0.5)));
      last = std::min(last, static_cast<int>(std::ceil(std::max(p, q) - 0.5)));
    }
    for (int x = first; x <= last; ++x) {
      const double px = x + 0.5 - a.x();
      const double t = std::clamp((px * dx + py * dy) * scale, 0.0, 1.0);
      const double ex = px - t * dx;
      const double ey = py - t * dy;
      const double away2 = ex * ex + ey * ey;
      if (away2 >= reach * reach)
        continue;
      double cover = full;
      if (away2 > solid * solid)
        cover = std::min(full, 255 * (reach - std::sqrt(away2)));
      row[x] = std::max(row[x], static_cast<std::uint8_t>(cover + 0.5));
    }
  }
}

void CoverageMask::blend(QImage& image, const QColor& colour, double opacity, bool everywhere) {
  const int strength =
      static_cast<int>(std::lround(std::clamp(opacity * static_cast<double>(colour.alphaF()), 0.0, 1.0) * 256));
  const int red = colour.red();
  const int green = colour.green();
  const int blue = colour.blue();
  for (int y = mFirstRow; y <= mLastRow; ++y) {
    std::uint8_t* cover = mCover.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(mWidth);
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < mWidth; ++x) {
      if (cover[x] == 0)
        continue;
      const QRgb under = line[x];
      const int alpha = qAlpha(under);
      if (alpha > 0 || everywhere) {
        const int a = (cover[x] * strength + 128) >> 8; // 0 to 255
        const auto over = [a](int top, int below) { return (top * a + below * (255 - a) + 127) / 255; };
        line[x] = qRgba(over(red, qRed(under)), over(green, qGreen(under)), over(blue, qBlue(under)), over(255, alpha));
      }
      cover[x] = 0;
    }
  }
  mFirstRow = mHeight;
  mLastRow = -1;
}

} // namespace hotchkiss
