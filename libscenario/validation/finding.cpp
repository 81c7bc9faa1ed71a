#include "libscenario/validation/finding.h"

namespace hotchkiss {

const char* toText(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    break;
  }
  return "error";
}

const char* toText(CheckClass checkClass) {
  return checkClass == CheckClass::Integrity ? "integrity" : "completeness";
}

} // namespace hotchkiss
