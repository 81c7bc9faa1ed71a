#pragma once

#include "libterrain/grid/coordinates.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace hotchkiss::editor {

/// Which part of the plane a widget shows, and how large. Pixels are device-independent.
class Viewport {
 public:
  static constexpr double kSmallestScale = 0.4;
  static constexpr double kLargestScale = 640;

  double scale() const { return mScale; } ///< pixels per pitch
  const QSizeF& size() const { return mSize; }
  QRectF plane() const; ///< what is visible
  QPointF toWidget(Point plane) const;
  QPointF toWidget(QPointF plane) const;
  QRectF toWidget(const QRectF& plane) const;
  Point toPlane(QPointF widget) const;

  void setSize(QSizeF size);
  void setBounds(const QRectF& bounds);
  void panBy(QPointF pixels);
  void centreOn(Point plane);
  /// Another scale; the point under `anchor` stays where it is.
  void zoomTo(double scale, QPointF anchor);
  /// One step of a wheel; steps always meet the same scales, so that tiles can be used again.
  void zoomSteps(double steps, QPointF anchor);
  void fit();
  /// The whole map is visible at this scale.
  double fittingScale() const;

 private:
  void keepInSight();

  QSizeF mSize{1, 1};
  QRectF mBounds{0, 0, 1, 1};
  QPointF mOrigin; ///< plane position of the widget's top left corner
  double mScale = 40;
};

} // namespace hotchkiss::editor
