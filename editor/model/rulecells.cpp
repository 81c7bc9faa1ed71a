#include "editor/model/rulecells.h"

#include "libscenario/json/strictjson.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr std::string_view kUnknown = "unknown";
constexpr std::size_t kMostDigits = 15; // more would not be exact everywhere

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> wholeNumber(const std::string& text) {
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  if (text.size() == start || text.size() - start > kMostDigits ||
      text.find_first_not_of("0123456789", start) != std::string::npos)
    return std::nullopt;
  return std::stoll(text);
}

/// A bound of an unknown: a whole number, or a fraction as text.
std::optional<json> bound(const std::string& text) {
  if (const auto whole = wholeNumber(text))
    return json(*whole);
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos || !wholeNumber(text.substr(0, slash)) || !wholeNumber(text.substr(slash + 1)))
    return std::nullopt;
  return json(text);
}

std::string boundText(const json& bound) {
  return bound.is_string() ? bound.get<std::string>() : bound.dump();
}

Result<json> unknownFromText(const std::string& text, const std::string& reference) {
  json out{{"unknown", true}};
  if (!reference.empty())
    out["ref"] = reference;
  const std::string range = trimmed(text.substr(kUnknown.size()));
  if (range.empty())
    return out;
  const auto refuse = [&] {
    return Error{
        "\"" + text + "\" is no unknown value", {}, 0, {}, "write unknown, unknown 1..3, unknown 1.. or unknown ..3"};
  };
  const std::size_t dots = range.find("..");
  if (dots == std::string::npos || range.size() == 2)
    return refuse();
  for (const auto& [name, part] : {std::pair{"min", range.substr(0, dots)}, std::pair{"max", range.substr(dots + 2)}}) {
    const std::string number = trimmed(part);
    if (number.empty())
      continue;
    const auto value = bound(number);
    if (!value)
      return refuse();
    out[name] = *value;
  }
  return out;
}

} // namespace

std::string ruleCellText(const json& cell) {
  if (cell.is_null())
    return {};
  if (cell.is_string())
    return cell.get<std::string>();
  if (cell.is_boolean())
    return cell.get<bool>() ? "yes" : "no";
  if (cell.is_object() && cell.value("unknown", false)) {
    std::string out(kUnknown);
    if (cell.contains("min") || cell.contains("max"))
      out += " " + (cell.contains("min") ? boundText(cell["min"]) : std::string()) + ".." +
             (cell.contains("max") ? boundText(cell["max"]) : std::string());
    return out;
  }
  return cell.dump();
}

Result<json> ruleCellFromText(const std::string& typed, bool texts, const std::string& reference) {
  const std::string text = trimmed(typed);
  if (text.empty())
    return Error{"a cell must not be empty", {}, 0, {}, "write unknown when the sources do not say"};
  if (text == kUnknown || text.starts_with(std::string(kUnknown) + " "))
    return unknownFromText(text, reference);
  if (text.starts_with('{')) {
    Result<json> object = parseStrictJson(text);
    if (!object)
      return Error{"\"" + text + "\" is no value: " + object.error().message, {}, 0, {}, {}};
    return object;
  }
  if (texts)
    return json(text);
  if (const auto whole = wholeNumber(text))
    return json(*whole);
  if (text == "yes" || text == "true")
    return json(true);
  if (text == "no" || text == "false")
    return json(false);
  return json(text);
}

} // namespace hotchkiss::editor
