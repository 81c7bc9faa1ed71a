#pragma once

#include <QPainterPath>
#include <QPointF>

#include <cstdint>
#include <span>
#include <vector>

namespace hotchkiss {

/// A piece of a line, in pixels: half a hexside, or from a hexside to the middle of a hex. Both ends are places where
/// the next piece goes on, so whatever is repeated along it (dashes, ticks) is symmetric about both ends.
struct Run {
  std::vector<QPointF> points;
  double startWidth = 1; ///< of a band relative to the style's width
  double endWidth = 1;
  bool startsOpen = false; ///< nothing goes on there
  bool endsOpen = false;
  double side = 0;       ///< which side one-sided lines turn to: +1 right of the direction (y down), -1 left, 0 both
  bool reversed = false; ///< marks point toward the line, not away from it
  double offset = 0;     ///< free space between the line and one-sided marks, in pixels
  double waver = 0;      ///< how irregular the banks of a band are, relative to its half width
  std::uint64_t seed = 0;
};

/// Positions along a polyline by arc length.
class Ruler {
 public:
  explicit Ruler(const std::vector<QPointF>& points);
  double length() const { return mDistances.empty() ? 0 : mDistances.back(); }
  QPointF at(double distance) const;
  /// Unit vector in the direction of travel.
  QPointF direction(double distance) const;
  /// Unit vector to the right of the direction of travel (y down).
  QPointF right(double distance) const;
  std::vector<QPointF> part(double from, double to) const;

 private:
  std::size_t segment(double distance) const;
  const std::vector<QPointF>& mPoints;
  std::vector<double> mDistances;
};

/// Points of a cubic curve, both ends included.
std::vector<QPointF> cubic(QPointF p0, QPointF p1, QPointF p2, QPointF p3, int steps);

/// Adds a band along points as a closed outline that always turns the same way, so that bands of one path that overlap
/// join without a seam under Qt::WindingFill. Half widths go evenly from start to end.
void addBand(QPainterPath& path, const std::vector<QPointF>& points, double startHalf, double endHalf);
/// A band whose banks waver a little, by the seed; both ends keep their exact width.
void addWaveringBand(QPainterPath& path, const std::vector<QPointF>& points, double startHalf, double endHalf,
                     double waver, std::uint64_t seed);
void addDisc(QPainterPath& path, QPointF centre, double radius);
/// Corners of a polygon of radius 1 that passes for a disc at this radius, in pixels.
std::span<const QPointF> cornersOfDisc(double radius);
/// A wedge, thick at `from` and pointed at `to`.
void addWedge(QPainterPath& path, QPointF from, QPointF to, double thickness);
/// A stroke that keeps its strength for more than half its length and then runs out to a point, as a graver leaves it.
void addHachure(QPainterPath& path, QPointF from, QPointF to, double thickness);

double lengthOf(QPointF v);
QPointF unit(QPointF v);

} // namespace hotchkiss
