#pragma once

#include "libterrain/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace hotchkiss::editor {

/// Cells of rules as people type them: `3`, `1/2`, `prohibited`, `notUsable`, `all`, `unknown`, `unknown 1..3`, `yes`,
/// any expression, or a whole object in braces.
std::string ruleCellText(const nlohmann::json& cell);

/// The cell that a text stands for; an empty text is refused. `texts`: the table holds texts as they stand. A cell that
/// is unknown cites `reference`.
Result<nlohmann::json> ruleCellFromText(const std::string& text, bool texts, const std::string& reference);

} // namespace hotchkiss::editor
