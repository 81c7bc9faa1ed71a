#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>

namespace hotchkiss {

/// Whose value stands where both sides changed the same thing to different values.
enum class Prefer : std::uint8_t { Ours, Theirs };

/// A value in its three states; null where it does not exist.
struct ThreeWay {
  const nlohmann::json* base = nullptr;
  const nlohmann::json* ours = nullptr;
  const nlohmann::json* theirs = nullptr;
};

/// Called for what both sides changed differently, with the names of the members that lead there.
using OnConflict = std::function<void(const std::string& path, const ThreeWay& values)>;

/// The value that has the changes of both sides. Objects are merged member by member at every depth, the lists of
/// courses and regions (`of`, `in`) as sets, everything else as a whole. No value: it is gone.
std::optional<nlohmann::json> mergeValue(const std::string& path, const ThreeWay& values, Prefer prefer,
                                         const OnConflict& onConflict);

} // namespace hotchkiss
