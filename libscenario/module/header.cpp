#include "libscenario/module/header.h"

#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

Outcome HeaderCheck::member(std::string_view name, std::string_view value, long line) {
  const auto refuse = [line](std::string message, std::string advice = {}) {
    return Outcome(Error{std::move(message), {}, line, {}, std::move(advice)});
  };
  const Result<json> parsed = parseStrictJson(value);
  if (!parsed)
    return refuse(parsed.error().message);
  if (!mSeen.insert(std::string(name)).second)
    return refuse("the member \"" + std::string(name) + "\" occurs twice");
  if (name == "formatVersion") {
    if (!parsed->is_number_integer())
      return refuse("formatVersion must be a whole number");
    const auto version = parsed->get<std::int64_t>();
    if (version > kFormatVersion)
      return refuse("this file has format version " + std::to_string(version) + ", this program knows up to " +
                        std::to_string(kFormatVersion),
                    "install a newer Hotchkiss");
    if (version != kFormatVersion)
      return refuse("format version " + std::to_string(version) + " cannot be mixed with version " +
                        std::to_string(kFormatVersion) + " files",
                    "a whole module of version 0 is a single map.json, which is migrated when it is opened");
  } else if (name == "kind") {
    if (*parsed != json(mKind))
      return refuse("this file should have the kind \"" + mKind + "\" but has " + parsed->dump());
  } else if (name == "cols" && !mCols.empty()) {
    if (parsed->dump() != mCols)
      return refuse("the columns should be " + mCols);
  } else {
    return refuse("unknown member \"" + std::string(name) + "\"");
  }
  return success();
}

Outcome HeaderCheck::complete() const {
  for (const char* name : {"formatVersion", "kind", "cols"})
    if (!mSeen.contains(std::string_view(name)) && (std::string_view(name) != "cols" || !mCols.empty()))
      return Error{"the member \"" + std::string(name) + "\" is missing", {}, 1, {}, {}};
  return success();
}

} // namespace hotchkiss
