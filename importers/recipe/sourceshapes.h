#pragma once

#include "importers/base/importcontext.h"
#include "importers/recipe/recipe.h"

namespace hotchkiss {

/// What a step's source looks like, in the plane of the lattice: to be drawn over the map that was made from it.
struct SourceShapes {
  std::vector<Polyline> lines; ///< lines, outlines of areas, contours of heights
  std::vector<Point> points;
};

/// Lines and points as they are, areas and classes of a raster by their outlines, heights by contours at the step's own
/// interval (or a round one). Features that the step leaves out are left out. Empty for a scan.
Result<SourceShapes> sourceShapes(const ImportContext& context, const Recipe::Step& step);

} // namespace hotchkiss
