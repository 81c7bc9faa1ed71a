#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace hotchkiss {

/// Records and attributes are kept as the text of an object, empty for an empty one.
nlohmann::json objectFrom(const std::string& text);
std::string textOf(const nlohmann::json& object);

} // namespace hotchkiss
