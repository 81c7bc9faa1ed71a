#pragma once

#include <string>
#include <vector>

namespace hotchkiss {

/// A place where a test may have the process killed: with HOTCHKISS_FAULT="<name>:<n>" the n-th pass does not return.
/// Without the variable this is one comparison.
void faultPoint(const char* name);

/// Every name in use, so that tests can go through all of them.
const std::vector<std::string>& faultPointNames();

} // namespace hotchkiss
