#pragma once

#include <nlohmann/json.hpp>

#include <functional>

namespace hotchkiss {

/// Everything that a row says: its body and all below it, objects and lists alike.
inline void walkJson(const nlohmann::json& node, const std::function<void(const nlohmann::json&)>& visit) {
  visit(node);
  if (node.is_structured())
    for (const nlohmann::json& each : node)
      walkJson(each, visit);
}

} // namespace hotchkiss
