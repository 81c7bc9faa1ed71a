#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// Schemas ("schemas/hexes.schema.json") and published rulesets ("rulesets/<id>/catalogue.json") built into the
/// library.
std::optional<std::string_view> embeddedFile(std::string_view path);
std::vector<std::string> embeddedPaths();

} // namespace hotchkiss
