#pragma once

#include "importers/base/importcontext.h"
#include "importers/lines/joinpieces.h"

namespace hotchkiss {

/// What a line becomes on the map.
struct LineClass {
  std::string feature;
  std::string classId;
  bool operator==(const LineClass&) const = default;
};

/// One course of the source inside the map, joined from its pieces.
struct SourceCourse {
  std::string name;
  Polyline samples;         ///< at equal steps
  std::vector<int> classOf; ///< of each sample: index into LineCourses::classes
  double length = 0;
  double gaps = 0;
  bool isSide = false;
  bool beginsOnMap = true; ///< false: comes in over the edge of the map
  bool endsOnMap = true;
};

struct LineCourses {
  std::vector<LineClass> classes;
  std::vector<SourceCourse> courses; ///< longest first
  std::size_t copies = 0;            ///< pieces that were copies of others
  std::size_t damaged = 0;
  std::size_t unclassed = 0; ///< features that no row of the class table takes
};

/// Reads the lines of a step, gives them classes, joins the pieces of each name, and cuts them at the edge of the map.
Result<LineCourses> readCourses(const ImportContext& context, const nlohmann::json& step, double sampleStep,
                                const char* kindMember);

} // namespace hotchkiss
