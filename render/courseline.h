#pragma once

#include "render/scene.h"

#include <QPointF>

#include <string>
#include <vector>

namespace hotchkiss {

/// The way of a named course through the plane, smooth enough to write along.
struct CourseLine {
  std::vector<QPointF> points;
  double width = 0; ///< of its ink
  bool isRail = false;
};

/// The longest stretch of a course; empty when it has no edges.
CourseLine courseLine(const Scene& scene, const std::string& course);

} // namespace hotchkiss
