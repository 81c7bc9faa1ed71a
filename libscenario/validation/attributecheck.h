#pragma once

#include "libscenario/ruleset/catalogue.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

struct AttributeProblem {
  std::string message;
  bool dangling = false;  ///< a reference to something that does not exist
  bool wrongKind = false; ///< a reference to something of a kind that does not fit
  std::string attribute;  ///< its name
};

/// The kind of a named thing; nothing when there is no such thing.
using KindOf = std::function<std::optional<std::string>(const std::string& section, const std::string& id)>;

/// What is wrong with the attributes of a hex, feature or named thing. `kindOf` answers references.
std::vector<AttributeProblem> attributeProblems(const nlohmann::json& attributes, const AttributeTypes& types,
                                                const KindOf& kindOf);

} // namespace hotchkiss
