#include "editor/canvas/viewport.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr double kStepsPerDoubling = 4;
/// Scales are whole 4096ths, as the tiles' are: what lies far from the origin must not drift away from its tile.
double exactScale(double scale) {
  return std::max(1.0, std::round(scale * 4096)) / 4096;
}

constexpr double kMargin = 0.35; ///< around the map when it is fitted, in pitches

} // namespace

QRectF Viewport::plane() const {
  return {mOrigin, mSize / mScale};
}

QPointF Viewport::toWidget(Point plane) const {
  return (QPointF(plane.x, plane.y) - mOrigin) * mScale;
}

QPointF Viewport::toWidget(QPointF plane) const {
  return (plane - mOrigin) * mScale;
}

QRectF Viewport::toWidget(const QRectF& plane) const {
  return {toWidget(plane.topLeft()), plane.size() * mScale};
}

Point Viewport::toPlane(QPointF widget) const {
  const QPointF p = mOrigin + widget / mScale;
  return {p.x(), p.y()};
}

void Viewport::setSize(QSizeF size) {
  if (size.isEmpty())
    return;
  const Point centre = toPlane(QPointF(mSize.width(), mSize.height()) / 2);
  mSize = size;
  centreOn(centre);
}

void Viewport::setBounds(const QRectF& bounds) {
  mBounds = bounds;
  keepInSight();
}

void Viewport::panBy(QPointF pixels) {
  mOrigin -= pixels / mScale;
  keepInSight();
}

void Viewport::centreOn(Point plane) {
  mOrigin = QPointF(plane.x, plane.y) - QPointF(mSize.width(), mSize.height()) / (2 * mScale);
  keepInSight();
}

void Viewport::zoomTo(double scale, QPointF anchor) {
  const Point fixed = toPlane(anchor);
  mScale = exactScale(std::clamp(scale, std::min(kSmallestScale, fittingScale() / 2), kLargestScale));
  mOrigin = QPointF(fixed.x, fixed.y) - anchor / mScale;
  keepInSight();
}

void Viewport::zoomSteps(double steps, QPointF anchor) {
  const double present = std::log2(mScale) * kStepsPerDoubling;
  double wanted = present + steps;
  if (std::abs(steps) >= 0.99) // whole steps snap to the ladder
    wanted = std::round(wanted);
  zoomTo(std::exp2(wanted / kStepsPerDoubling), anchor);
}

double Viewport::fittingScale() const {
  const QRectF all = mBounds.adjusted(-kMargin, -kMargin, kMargin, kMargin);
  return std::min({mSize.width() / all.width(), mSize.height() / all.height(), kLargestScale});
}

void Viewport::fit() {
  mScale = exactScale(fittingScale());
  centreOn({mBounds.center().x(), mBounds.center().y()});
}

/// The map never leaves the window altogether: the middle of the window stays over it.
void Viewport::keepInSight() {
  const QPointF half = QPointF(mSize.width(), mSize.height()) / (2 * mScale);
  const auto held = [](double origin, double halfSize, double low, double high) {
    return std::clamp(origin + halfSize, low, std::max(low, high)) - halfSize;
  };
  mOrigin = {held(mOrigin.x(), half.x(), mBounds.left(), mBounds.right()),
             held(mOrigin.y(), half.y(), mBounds.top(), mBounds.bottom())};
}

} // namespace hotchkiss::editor
