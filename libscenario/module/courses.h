#pragma once

#include "libscenario/ruleset/catalogue.h"
#include "libterrain/base/result.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/search/chain.h"

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// A named course as it lies on the map.
struct CourseWay {
  bool across = false;       ///< a road or rail, from hex to hex; else along hexsides
  std::vector<EdgeId> edges; ///< in file order when there is no one way
  bool isOneWay = false;     ///< edges, corners and hexes are in order
  bool isDirected = false;   ///< the record says where it ends or begins; order runs toward its end
  std::vector<VertexId> corners;
  std::vector<HexCoord> hexes;
};

CourseWay courseWay(const Document& document, const Catalogue& catalogue, const std::string& course);

/// Courses that a hexside belongs to.
std::vector<std::string> coursesAt(const Document& document, EdgeId e);

/// Makes a course end at a corner (or a road begin at a hex), which must be one of its ends.
Outcome setCourseMouth(Stroke& stroke, const Catalogue& catalogue, const std::string& course, VertexId corner,
                       HexCoord hex);

/// All pieces and crossings of the second course go to the first, and so do joins; the second is gone. Both must be of
/// one kind. Other references to the second must have been looked after.
Outcome joinCourses(Stroke& stroke, const Catalogue& catalogue, const std::string& kept, const std::string& gone);

/// Cuts a course in two at a corner (or a hex of a road). What lies beyond it, seen from the end that has the mouth,
/// becomes a course of its own under the new id and ends where it was cut.
Outcome splitCourse(Stroke& stroke, const Catalogue& catalogue, const std::string& course, VertexId corner,
                    HexCoord hex, const std::string& newId);

/// Joins or parts, at a corner, all courses along hexsides that meet there. True when they are joined afterwards.
Result<bool> toggleJoin(Stroke& stroke, VertexId corner);

} // namespace hotchkiss
