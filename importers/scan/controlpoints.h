#pragma once

#include "libterrain/base/result.h"
#include "libterrain/grid/coordinates.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// A position that is known in a picture and on the ground. Pixels count from the top left corner, y down.
struct ControlPoint {
  std::string name;
  Point pixel;
  std::optional<Point> ground; ///< in the CRS of the list
  std::string label;           ///< or the printed label of a hex
};

struct ControlPointList {
  std::string crs; ///< empty when the file does not say
  std::vector<ControlPoint> points;
};

/// One line of a table with commas, semicolons or tabs; quotes as in CSV.
std::vector<std::string> tableCells(std::string_view line);

/// QGIS ".points" files, and tables with a header: pixel, line, and either lon, lat or x, y or hex. Points that QGIS
/// has switched off are left out.
Result<ControlPointList> readControlPoints(std::string_view text, const std::string& file);

/// The list as a table that readControlPoints reads back to the same list.
std::string writeControlPoints(const ControlPointList& list);

enum class ScanModel : std::uint8_t { Affine, Projective, Polynomial2, Spline };

/// From pixels to the ground or back, fitted to control points.
class PlaneTransform {
 public:
  /// None when the points are too few or do not fix the transform (all on one line, say).
  static std::optional<PlaneTransform> fit(ScanModel model, const std::vector<Point>& from,
                                           const std::vector<Point>& to);
  static std::size_t fewestPoints(ScanModel model);
  Point operator()(Point p) const;

 private:
  ScanModel mModel = ScanModel::Affine;
  Point mFromMiddle;
  double mFromScale = 1;
  Point mToMiddle;
  double mToScale = 1;
  std::vector<double> mX;
  std::vector<double> mY;
  std::vector<Point> mKnots; ///< of a spline, scaled
};

/// How well control points agree, in ground units.
struct ControlReport {
  std::vector<double> residuals;
  std::vector<double> leaveOneOut; ///< error at each point when it is predicted from the others; NaN when it cannot be
  double rms = 0;
  double leaveOneOutRms = 0;
  std::vector<std::string> suspects; ///< points that contradict the others
};

Result<ControlReport> judgeControlPoints(ScanModel model, const std::vector<ControlPoint>& points);

} // namespace hotchkiss
