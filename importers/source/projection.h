#pragma once

#include "libterrain/base/result.h"
#include "libterrain/grid/frame.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

class OGRCoordinateTransformation;
class OGRSpatialReference;

namespace hotchkiss {

/// Carries positions between a source's coordinates and the plane of the lattice. Not for use from several threads at
/// once; make one for each.
class Projection {
 public:
  /// `sourceCrs` is the CRS of the source as WKT or code.
  static Result<Projection> between(const std::string& sourceCrs, const Frame& frame);
  Projection(Projection&&) noexcept;
  Projection& operator=(Projection&&) noexcept;
  ~Projection();

  /// Points that have no image become NaN.
  void toPlane(std::span<Point> points) const;
  void fromPlane(std::span<Point> points) const;
  Point toPlane(Point p) const;
  Point fromPlane(Point p) const;
  bool isAffine() const { return mForward == nullptr; } ///< source and frame share the CRS

 private:
  Projection() = default;
  Frame mFrame;
  std::unique_ptr<OGRCoordinateTransformation> mForward; ///< null when both are in the same CRS
  std::unique_ptr<OGRCoordinateTransformation> mBack;
};

/// Positions from one CRS into another, once.
Result<std::vector<Point>> reproject(const std::string& from, const std::string& to, std::vector<Point> points);

} // namespace hotchkiss
