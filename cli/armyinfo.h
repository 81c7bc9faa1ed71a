#pragma once

#include "libterrain/map/document.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace hotchkiss::cli {

/// Totals of the order of battle by side, and the scenarios: lines for people; members "army" and "scenarios" for
/// programs. Nothing when the module has neither.
std::vector<std::string> describeArmies(const Document& document, nlohmann::json& out);

} // namespace hotchkiss::cli
