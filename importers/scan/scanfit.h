#pragma once

#include "importers/scan/controlpoints.h"
#include "libterrain/grid/frame.h"
#include "libterrain/numbering/numbering.h"

namespace hotchkiss {

/// A scan tied to the ground: the transforms in both directions and how well the points agree. A fit costs
/// milliseconds, so a tool may ask for it after every point that a person sets or moves.
struct ScanFit {
  ScanModel model = ScanModel::Affine;
  PlaneTransform toGround; ///< from pixels to the CRS of the points
  PlaneTransform toPixel;
  ControlReport report; ///< residuals, leave-one-out errors, points that contradict the others
};

/// All points need a ground position in one CRS; see placeControlPoints. The error says what is missing: too few
/// points, all on one line, two at one place.
Result<ScanFit> fitScan(ScanModel model, const std::vector<ControlPoint>& points);

/// Gives every point its ground position in the frame's CRS: printed labels by the numbering, positions from `crs` (or
/// the list's own, when `crs` is empty).
Outcome placeControlPoints(ControlPointList& list, const Lattice& lattice, const Numbering& numbering,
                           const Frame& frame, const std::string& crs = {});

/// Names as recipes write them: affine, projective, polynomial2, spline.
const char* nameOf(ScanModel model);
ScanModel scanModelOf(const std::string& name); ///< affine when there is no such model

} // namespace hotchkiss
