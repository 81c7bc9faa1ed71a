#include "importers/source/projection.h"

#include "importers/source/gate.h"

#include <cmath>
#include <cpl_error.h>
#include <limits>
#include <ogr_spatialref.h>

namespace hotchkiss {

namespace {

void transform(OGRCoordinateTransformation& with, std::span<Point> points) {
  std::vector<double> x(points.size());
  std::vector<double> y(points.size());
  std::vector<int> good(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    x[i] = points[i].x;
    y[i] = points[i].y;
  }
  CPLPushErrorHandler(CPLQuietErrorHandler);
  with.Transform(static_cast<int>(points.size()), x.data(), y.data(), nullptr, good.data());
  CPLPopErrorHandler();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool usable = good[i] != 0 && std::isfinite(x[i]) && std::isfinite(y[i]);
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    points[i] = usable ? Point{x[i], y[i]} : Point{kNone, kNone};
  }
}

} // namespace

Result<Projection> Projection::between(const std::string& sourceCrs, const Frame& frame) {
  auto source = readCrs(sourceCrs);
  if (!source)
    return source.error();
  auto ground = readCrs(frame.crs);
  if (!ground)
    return Error{"the map is not tied to the ground", "module.json", 0, "frame",
                 "give its frame a coordinate reference system"};
  Projection out;
  out.mFrame = frame;
  const char* const criteria[] = {"CRITERION=EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS",
                                  "IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", nullptr};
  if ((*source)->IsSame(ground->get(), criteria) != FALSE)
    return out;
  out.mForward.reset(OGRCreateCoordinateTransformation(source->get(), ground->get()));
  out.mBack.reset(OGRCreateCoordinateTransformation(ground->get(), source->get()));
  if (out.mForward == nullptr || out.mBack == nullptr)
    return Error{"there is no way from the source's coordinates to those of the map", {}, 0, {}, "use another CRS"};
  return out;
}

Projection::Projection(Projection&&) noexcept = default;
Projection& Projection::operator=(Projection&&) noexcept = default;
Projection::~Projection() = default;

void Projection::toPlane(std::span<Point> points) const {
  if (mForward)
    transform(*mForward, points);
  for (Point& p : points)
    p = mFrame.toPlane(p);
}

void Projection::fromPlane(std::span<Point> points) const {
  for (Point& p : points)
    p = mFrame.toGround(p);
  if (mBack)
    transform(*mBack, points);
}

Point Projection::toPlane(Point p) const {
  toPlane(std::span<Point>(&p, 1));
  return p;
}

Point Projection::fromPlane(Point p) const {
  fromPlane(std::span<Point>(&p, 1));
  return p;
}

Result<std::vector<Point>> reproject(const std::string& from, const std::string& to, std::vector<Point> points) {
  auto a = readCrs(from);
  if (!a)
    return a.error();
  auto b = readCrs(to);
  if (!b)
    return b.error();
  const std::unique_ptr<OGRCoordinateTransformation> with(OGRCreateCoordinateTransformation(a->get(), b->get()));
  if (!with)
    return Error{"there is no way from " + from + " to " + to, {}, 0, {}, "use another CRS"};
  transform(*with, points);
  for (const Point p : points)
    if (!std::isfinite(p.x) || !std::isfinite(p.y))
      return Error{"a position lies outside the area of " + to, {}, 0, {}, "are longitude and latitude exchanged?"};
  return points;
}

} // namespace hotchkiss
