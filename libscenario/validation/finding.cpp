#include "libscenario/validation/finding.h"

namespace hotchkiss {

std::optional<Level> levelFromText(std::string_view text) {
  for (const Level level : {Level::Draft, Level::Map, Level::Playable})
    if (text == toText(level))
      return level;
  return std::nullopt;
}

const char* toText(Level level) {
  switch (level) {
  case Level::Draft:
    return "draft";
  case Level::Map:
    return "map";
  case Level::Playable:
    break;
  }
  return "playable";
}

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
