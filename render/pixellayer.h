#pragma once

#include "render/view.h"

#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace hotchkiss {

/// Whether a painter works on pixels, and not on a drawing whose lines stay lines.
inline bool isRaster(const QPainter& painter) {
  const QPaintEngine* engine = painter.paintEngine();
  return engine && engine->type() == QPaintEngine::Raster;
}

/// A picture of a whole view that is filled pixel by pixel and then painted at once. Its pixels are those of the
/// device, so that it stays sharp on dense screens.
struct PixelLayer {
  QImage image;    ///< not initialised; null when there is nothing to see
  double fine = 1; ///< pixels of the image for one of the view

  PixelLayer(const QPainter& painter, const View& view) {
    const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1;
    const double zoom = std::max(1e-6, std::abs(painter.transform().m11()));
    fine = std::min(ratio * zoom, 4.0);
    const int width = static_cast<int>(std::ceil(view.area.width() * view.scale * fine - 1e-6));
    const int height = static_cast<int>(std::ceil(view.area.height() * view.scale * fine - 1e-6));
    if (width > 0 && height > 0)
      image = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
  }

  void paint(QPainter& painter) const {
    painter.drawImage(QRectF(0, 0, image.width() / fine, image.height() / fine), image);
  }
};

} // namespace hotchkiss
