#pragma once

#include "libscenario/module/modulefiles.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace hotchkiss::cli {

/// Totals of the order of battle by side, and the scenarios with the level that each reaches: lines for people; members
/// "army" and "scenarios" for programs. Nothing when the module has neither.
std::vector<std::string> describeArmies(const LoadedModule& module, nlohmann::json& out);

} // namespace hotchkiss::cli
