#pragma once

#include "render/scene.h"

#include <QPointF>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// The way of a named course through the plane, smooth enough to write along.
struct CourseLine {
  std::vector<QPointF> points;
  double width = 0; ///< of its ink
  bool isRail = false;
  bool isRelief = false;
  /// For waters with a known mouth: how wide each hexside is against the style's width. Waters widen downstream.
  std::map<EdgeId, float> flow;
};

/// The longest stretch of a course; empty when it has no edges.
CourseLine courseLine(const Scene& scene, const std::string& course);

/// The lines of all courses, each worked out when first wanted and kept for all sizes of letters.
class CourseLines {
 public:
  std::shared_ptr<const CourseLine> get(const Scene& scene, const std::string& course);
  /// The same without the lines of these courses.
  std::shared_ptr<CourseLines> without(const std::set<std::string>& courses);

 private:
  std::mutex mMutex;
  std::map<std::string, std::shared_ptr<const CourseLine>> mLines;
};

} // namespace hotchkiss
