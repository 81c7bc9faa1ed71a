#pragma once

#include "libscenario/rules/value.h"

#include <algorithm>
#include <string>
#include <vector>

namespace hotchkiss {

/// Adds the cells that are to blame for a value's being unknown, each once.
inline void addBlame(std::vector<std::string>& blame, const Value& value) {
  for (const std::string& cell : value.blame())
    if (std::find(blame.begin(), blame.end(), cell) == blame.end())
      blame.push_back(cell);
}

} // namespace hotchkiss
