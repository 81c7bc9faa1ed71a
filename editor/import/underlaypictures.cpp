#include "editor/import/underlaypictures.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr int kSmallestLevel = 256;
constexpr int kCell = 16; // pixels between exact positions; what lies between is interpolated

QRgb mixed(QRgb a, QRgb b, int part) { // part of 256
  const auto one = [part](int x, int y) { return x + (((y - x) * part) >> 8); };
  return qRgba(one(qRed(a), qRed(b)), one(qGreen(a), qGreen(b)), one(qBlue(a), qBlue(b)), one(qAlpha(a), qAlpha(b)));
}

/// The colour at a position of the image, from its four neighbours.
QRgb sample(const QImage& image, double x, double y) {
  const double left = x - 0.5;
  const double top = y - 0.5;
  const int x0 = static_cast<int>(std::floor(left));
  const int y0 = static_cast<int>(std::floor(top));
  const int partX = static_cast<int>((left - x0) * 256);
  const int partY = static_cast<int>((top - y0) * 256);
  const int xa = std::clamp(x0, 0, image.width() - 1);
  const int xb = std::clamp(x0 + 1, 0, image.width() - 1);
  const auto* above = reinterpret_cast<const QRgb*>(image.constScanLine(std::clamp(y0, 0, image.height() - 1)));
  const auto* below = reinterpret_cast<const QRgb*>(image.constScanLine(std::clamp(y0 + 1, 0, image.height() - 1)));
  return mixed(mixed(above[xa], above[xb], partX), mixed(below[xa], below[xb], partX), partY);
}

} // namespace

ScanImage::ScanImage(const QImage& image) {
  mLevels.push_back(image.convertToFormat(QImage::Format_ARGB32_Premultiplied));
  while (std::min(mLevels.back().width(), mLevels.back().height()) > kSmallestLevel) {
    const QImage& last = mLevels.back();
    mLevels.push_back(last.scaled(last.width() / 2, last.height() / 2, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                          .convertToFormat(QImage::Format_ARGB32_Premultiplied));
  }
}

const QImage& ScanImage::level(std::size_t halvings) const {
  return mLevels.at(std::min(halvings, mLevels.size() - 1));
}

QImage WarpedScan::draw(const QRectF& plane, QSize pixels, bool hasty) const {
  const QSize size = hasty ? pixels / 2 : pixels;
  QImage out(size, QImage::Format_ARGB32_Premultiplied);
  if (out.isNull())
    return out;
  out.fill(Qt::transparent);
  const int across = size.width() / kCell + 2;
  const int down = size.height() / kCell + 2;
  std::vector<Point> grid(static_cast<std::size_t>(across) * static_cast<std::size_t>(down));
  const auto at = [&](int x, int y) -> Point& {
    return grid[static_cast<std::size_t>(y) * static_cast<std::size_t>(across) + static_cast<std::size_t>(x)];
  };
  for (int y = 0; y < down; ++y)
    for (int x = 0; x < across; ++x)
      at(x, y) = mToPixel({plane.left() + plane.width() * x * kCell / size.width(),
                           plane.top() + plane.height() * y * kCell / size.height()});
  // A level whose pixels are about as large as those of the picture.
  const Point middle = at(across / 2, down / 2);
  const Point beside = at(std::max(0, across / 2 - 1), down / 2);
  const double step = std::hypot(middle.x - beside.x, middle.y - beside.y) / kCell;
  const auto halvings = static_cast<std::size_t>(std::clamp(std::floor(std::log2(std::max(1.0, step))), 0.0, 16.0));
  const QImage& image = mImage->level(halvings);
  const double shrinkX = static_cast<double>(image.width()) / mImage->size().width();
  const double shrinkY = static_cast<double>(image.height()) / mImage->size().height();
  for (int y = 0; y < size.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
    const int gy = y / kCell;
    const double v = static_cast<double>(y % kCell) / kCell;
    for (int gx = 0; gx + 1 < across; ++gx) {
      const auto between = [v](Point a, Point b) { return Point{a.x + (b.x - a.x) * v, a.y + (b.y - a.y) * v}; };
      const Point from = between(at(gx, gy), at(gx, gy + 1));
      const Point to = between(at(gx + 1, gy), at(gx + 1, gy + 1));
      const int end = std::min(size.width(), (gx + 1) * kCell);
      for (int x = gx * kCell; x < end; ++x) {
        const double u = static_cast<double>(x % kCell) / kCell;
        const double px = (from.x + (to.x - from.x) * u) * shrinkX;
        const double py = (from.y + (to.y - from.y) * u) * shrinkY;
        if (!(px >= 0 && py >= 0 && px < image.width() && py < image.height()))
          continue; // also where the transform has no answer
        line[x] = hasty ? reinterpret_cast<const QRgb*>(image.constScanLine(static_cast<int>(py)))[static_cast<int>(px)]
                        : sample(image, px, py);
      }
    }
  }
  return out;
}

QImage StraightPicture::draw(const QRectF& plane, QSize pixels, bool hasty) const {
  QImage out(pixels, QImage::Format_ARGB32_Premultiplied);
  if (out.isNull() || mPlane.isEmpty() || plane.isEmpty())
    return out;
  out.fill(Qt::transparent);
  QPainter painter(&out);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, !hasty);
  const double sx = pixels.width() / plane.width();
  const double sy = pixels.height() / plane.height();
  painter.drawImage(QRectF((mPlane.left() - plane.left()) * sx, (mPlane.top() - plane.top()) * sy, mPlane.width() * sx,
                           mPlane.height() * sy),
                    mImage);
  return out;
}

} // namespace hotchkiss::editor
