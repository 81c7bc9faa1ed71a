#pragma once

#include "libterrain/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace hotchkiss {

/// How deep arrays and objects may nest in any file that we read.
inline constexpr int kDeepestNesting = 48;

/// Reads JSON without trust: no duplicate members, limited depth, valid UTF-8, nothing after the value. The error names
/// the line.
Result<nlohmann::json> parseStrictJson(std::string_view text);

} // namespace hotchkiss
