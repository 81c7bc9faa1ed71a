#include "render/run.h"

#include "render/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace hotchkiss {

double lengthOf(QPointF v) {
  return std::sqrt(v.x() * v.x() + v.y() * v.y()); // coordinates are small: no care for overflow needed
}

QPointF unit(QPointF v) {
  const double length = lengthOf(v);
  return length > 0 ? v / length : QPointF(1, 0);
}

Ruler::Ruler(const std::vector<QPointF>& points) : mPoints(points) {
  mDistances.reserve(points.size());
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i)
      sum += lengthOf(points[i] - points[i - 1]);
    mDistances.push_back(sum);
  }
}

std::size_t Ruler::segment(double distance) const {
  const auto it = std::upper_bound(mDistances.begin(), mDistances.end(), distance);
  const auto i = static_cast<std::size_t>(it - mDistances.begin());
  return std::clamp<std::size_t>(i, 1, mDistances.size() - 1) - 1;
}

QPointF Ruler::at(double distance) const {
  if (mPoints.size() < 2)
    return mPoints.empty() ? QPointF() : mPoints.front();
  const std::size_t i = segment(distance);
  const double step = mDistances[i + 1] - mDistances[i];
  const double t = step > 0 ? std::clamp((distance - mDistances[i]) / step, 0.0, 1.0) : 0;
  return mPoints[i] + (mPoints[i + 1] - mPoints[i]) * t;
}

QPointF Ruler::direction(double distance) const {
  if (mPoints.size() < 2)
    return {1, 0};
  const std::size_t i = segment(distance);
  return unit(mPoints[i + 1] - mPoints[i]);
}

QPointF Ruler::right(double distance) const {
  const QPointF d = direction(distance);
  return {-d.y(), d.x()};
}

std::vector<QPointF> Ruler::part(double from, double to) const {
  std::vector<QPointF> out{at(from)};
  for (std::size_t i = 0; i < mPoints.size(); ++i)
    if (mDistances[i] > from && mDistances[i] < to)
      out.push_back(mPoints[i]);
  out.push_back(at(to));
  return out;
}

std::vector<QPointF> cubic(QPointF p0, QPointF p1, QPointF p2, QPointF p3, int steps) {
  std::vector<QPointF> out;
  out.reserve(static_cast<std::size_t>(steps) + 1);
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const double s = 1 - t;
    out.push_back(p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * (t * t * t));
  }
  return out;
}

namespace {

constexpr double kBody = 0.55;  ///< of a hachure's length, before it runs out to its point
constexpr double kWaist = 0.76; ///< its thickness there

/// Right-hand normals at the points; at the ends those of the end segments.
std::vector<QPointF> normals(const std::vector<QPointF>& points) {
  std::vector<QPointF> out(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const QPointF before = points[i ? i - 1 : 0];
    const QPointF after = points[std::min(i + 1, points.size() - 1)];
    const QPointF d = unit(after - before);
    out[i] = {-d.y(), d.x()};
  }
  return out;
}

void addOutline(QPainterPath& path, const std::vector<QPointF>& points, const std::vector<double>& left,
                const std::vector<double>& right) {
  const std::vector<QPointF> across = normals(points);
  const std::size_t n = points.size();
  path.moveTo(points[0] - across[0] * left[0]);
  for (std::size_t i = 1; i < n; ++i)
    path.lineTo(points[i] - across[i] * left[i]);
  for (std::size_t i = n; i-- > 0;)
    path.lineTo(points[i] + across[i] * right[i]);
  path.closeSubpath();
}

} // namespace

void addBand(QPainterPath& path, const std::vector<QPointF>& points, double startHalf, double endHalf) {
  if (points.size() < 2)
    return;
  std::vector<double> half(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    half[i] = startHalf + (endHalf - startHalf) * static_cast<double>(i) / static_cast<double>(points.size() - 1);
  addOutline(path, points, half, half);
}

void addWaveringBand(QPainterPath& path, const std::vector<QPointF>& points, double startHalf, double endHalf,
                     double waver, std::uint64_t seed) {
  if (points.size() < 2)
    return;
  // Calm swells: few knots with smooth curves between them, whatever the number of points.
  constexpr std::size_t kKnots = 4;
  Noise noise(seed);
  std::array<double, 2 * (kKnots + 1)> knots{};
  for (double& knot : knots)
    knot = noise.around();
  const auto swell = [&](std::size_t bank, double t) {
    const double at = t * kKnots;
    const auto i = std::min(static_cast<std::size_t>(at), kKnots - 1);
    const double u = at - static_cast<double>(i);
    const double ease = u * u * (3 - 2 * u);
    const std::size_t first = bank * (kKnots + 1) + i;
    return knots[first] * (1 - ease) + knots[first + 1] * ease;
  };
  const std::size_t n = points.size();
  std::vector<double> left(n);
  std::vector<double> right(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(n - 1);
    const double half = startHalf + (endHalf - startHalf) * t;
    const double inside = waver * std::sqrt(4 * t * (1 - t)); // both ends keep their width
    left[i] = half + inside * swell(0, t);
    right[i] = half + inside * swell(1, t);
  }
  addOutline(path, points, left, right);
}

void addHachure(QPainterPath& path, QPointF from, QPointF to, double thickness) {
  const QPointF d = to - from;
  const QPointF across = QPointF(-unit(d).y(), unit(d).x()) * (thickness / 2);
  path.moveTo(from - across);
  path.lineTo(from + d * kBody - across * kWaist);
  path.lineTo(to);
  path.lineTo(from + d * kBody + across * kWaist);
  path.lineTo(from + across);
  path.closeSubpath();
}

namespace {

/// Corners of a regular polygon of radius 1: asking for sines takes longer than filling a small disc.
template <std::size_t N>
const std::array<QPointF, N>& roundCorners() {
  static const std::array<QPointF, N> corners = [] {
    std::array<QPointF, N> out;
    for (std::size_t i = 0; i < N; ++i) {
      const double a = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(N);
      out[i] = {std::cos(a), std::sin(a)};
    }
    return out;
  }();
  return corners;
}

} // namespace

std::span<const QPointF> cornersOfDisc(double radius) {
  if (radius < 1.5)
    return roundCorners<6>();
  if (radius < 4)
    return roundCorners<9>();
  if (radius < 12)
    return roundCorners<14>();
  return roundCorners<24>();
}

void addDisc(QPainterPath& path, QPointF centre, double radius) {
  bool first = true;
  for (const QPointF& corner : cornersOfDisc(radius)) {
    const QPointF p = centre + corner * radius;
    if (first)
      path.moveTo(p);
    else
      path.lineTo(p);
    first = false;
  }
  path.closeSubpath();
}

void addWedge(QPainterPath& path, QPointF from, QPointF to, double thickness) {
  const QPointF d = unit(to - from);
  const QPointF across(-d.y() * thickness / 2, d.x() * thickness / 2);
  path.moveTo(from - across);
  path.lineTo(to);
  path.lineTo(from + across);
  path.closeSubpath();
}

} // namespace hotchkiss
