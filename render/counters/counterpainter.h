#pragma once

#include "render/counters/countercontent.h"

#include <QHash>
#include <QPainter>
#include <QPixmap>
#include <QRectF>

namespace hotchkiss {

/// Draws one counter into a square. What is small is left out where it could not be read: names below 40 pixels, all
/// but colours and the symbol below 14. `pixels` is the side on the device; it decides what can be read.
void drawCounter(QPainter& painter, const QRectF& square, const CounterContent& content, double pixels);

/// A line of text beside counters; `left` is the middle of its left end, `size` the em.
void drawCounterCaption(QPainter& painter, QPointF left, double size, const QString& text,
                        const QColor& colour = QColor(0x1d, 0x1a, 0x17), bool isCentred = false);

/// Counters as pictures, painted once for each size: thousands of them can then be moved at any speed. For the thread
/// of the window only.
class CounterPixmaps {
 public:
  /// `side` in logical pixels.
  const QPixmap& pixmap(const CounterContent& content, const std::string& key, double side, double devicePixelRatio);
  void clear() { mKnown.clear(); }

 private:
  QHash<QString, QPixmap> mKnown;
};

} // namespace hotchkiss
