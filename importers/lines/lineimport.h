#pragma once

#include "importers/base/stepimport.h"

#include <set>

namespace hotchkiss {

/// What rivers and paths share: their courses.
class LineImport : protected StepImport {
 protected:
  using StepImport::StepImport;

  /// The kind of course that the step makes; none when it makes none.
  Outcome readCourseKind();
  /// An id that nothing else has. Ids of things that people made, and of other steps, are not overwritten.
  std::string newCourseId(const std::string& name);

  std::string mCourseKind;
  std::set<std::string> mIds; ///< of courses that this step must not use again
};

} // namespace hotchkiss
