#pragma once

#include "libterrain/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// The part of JSON Schema draft-07 that our schemas use, so that the readers enforce exactly what the schemas say.
/// Tests hold its verdicts against two independent validators.
class Schema {
 public:
  /// The schema of a kind of file ("hexes", "named", ...), from those built into the library.
  static const Schema* named(std::string_view kind);
  static std::vector<std::string> names();

  explicit Schema(std::string_view text);
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;
  ~Schema();

  /// What is wrong with the whole value, or nothing.
  std::optional<std::string> problem(const nlohmann::json& value) const;
  /// What is wrong with one row of a file of this kind.
  std::optional<std::string> rowProblem(const nlohmann::json& row) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> mParts;
};

} // namespace hotchkiss
