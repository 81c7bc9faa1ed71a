#include "importers/scan/scanfit.h"

#include "importers/source/projection.h"

#include <algorithm>

namespace hotchkiss {

Result<ScanFit> fitScan(ScanModel model, const std::vector<ControlPoint>& points) {
  std::vector<Point> pixels;
  std::vector<Point> grounds;
  for (const ControlPoint& p : points) {
    if (!p.ground)
      return Error{"control point " + p.name + " has no position on the ground", {}, 0, {}, "give it one"};
    pixels.push_back(p.pixel);
    grounds.push_back(*p.ground);
  }
  Result<ControlReport> report = judgeControlPoints(model, points);
  if (!report)
    return report.error();
  std::optional<PlaneTransform> toGround = PlaneTransform::fit(model, pixels, grounds);
  std::optional<PlaneTransform> toPixel = PlaneTransform::fit(model, grounds, pixels);
  if (!toGround || !toPixel)
    return Error{"the control points do not fix the transform", {}, 0, {}, "add points elsewhere"};
  return ScanFit{model, std::move(*toGround), std::move(*toPixel), std::move(*report)};
}

Outcome placeControlPoints(ControlPointList& list, const Lattice& lattice, const Numbering& numbering,
                           const Frame& frame, const std::string& crs) {
  const std::string& from = crs.empty() ? list.crs : crs;
  std::vector<Point> positions;
  for (ControlPoint& point : list.points) {
    if (point.label.empty()) {
      positions.push_back(*point.ground);
      continue;
    }
    const Result<HexCoord> hex = numbering.resolve(point.label);
    if (!hex)
      return hex.error();
    point.ground = frame.groundCentre(lattice, *hex);
  }
  if (positions.empty())
    return success();
  if (from.empty())
    return Error{"the control points do not say which coordinate reference system they are in",
                 {},
                 0,
                 {},
                 "add \"pointsCrs\" to the step"};
  const Result<std::vector<Point>> ground = reproject(from, frame.crs, std::move(positions));
  if (!ground)
    return ground.error();
  std::size_t next = 0;
  for (ControlPoint& point : list.points)
    if (point.label.empty())
      point.ground = (*ground)[next++];
  list.crs = frame.crs;
  return success();
}

const char* nameOf(ScanModel model) {
  switch (model) {
  case ScanModel::Projective:
    return "projective";
  case ScanModel::Polynomial2:
    return "polynomial2";
  case ScanModel::Spline:
    return "spline";
  case ScanModel::Affine:
    break;
  }
  return "affine";
}

ScanModel scanModelOf(const std::string& name) {
  for (const ScanModel model : {ScanModel::Projective, ScanModel::Polynomial2, ScanModel::Spline})
    if (name == nameOf(model))
      return model;
  return ScanModel::Affine;
}

} // namespace hotchkiss
