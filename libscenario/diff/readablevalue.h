#pragma once

#include "libterrain/numbering/numbering.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace hotchkiss {

/// "none" stands where a value is missing.
inline constexpr const char* kNoValue = "none";

/// A value as one would say it, always on one line. `name` is the member it belongs to: under names that hold places,
/// coordinates become printed labels. Without labels coordinates stay as they are.
std::string readableValue(const std::string& name, const nlohmann::json& value, const Numbering* labels);

/// The members of an object, "kind ford", "name Ely's Ford": kind, place and name first. A member that is true is only
/// its name; a member that is an object stands in parentheses behind its name.
std::vector<std::string> readableMembers(const nlohmann::json& object, const Numbering* labels);

/// What differs between two values member by member: "owner: csa → union", "river added (class minor)".
void addMemberDifferences(const std::string& path, const std::string& name, const nlohmann::json& before,
                          const nlohmann::json& after, const Numbering* labels, std::vector<std::string>& words);

std::string joinedBy(const std::vector<std::string>& words, const char* separator);

} // namespace hotchkiss
