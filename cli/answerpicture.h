#pragma once

#include "libscenario/rules/situation.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace hotchkiss::cli {

/// Draws the map with the answer of a query over it; the ending of the file's name says how: .png, .svg or .pdf.
Outcome writeAnswerPicture(const Situation& situation, const nlohmann::json& answer, const std::string& file);

} // namespace hotchkiss::cli
