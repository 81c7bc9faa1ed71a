#pragma once

#include "libscenario/rules/value.h"

#include <cstdint>
#include <string>

namespace hotchkiss {

/// Small helpers of the mechanisms that answer facts.
inline Value countValue(std::size_t count) {
  return Value::number(static_cast<std::int64_t>(count));
}

inline std::string textAt(const ValueList& arguments, std::size_t index) {
  return index < arguments.size() && arguments[index].isText() ? arguments[index].text() : std::string();
}

} // namespace hotchkiss
