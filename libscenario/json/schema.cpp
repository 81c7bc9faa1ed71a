#include "libscenario/json/schema.h"

#include "libscenario/json/embedded.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <regex>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::size_t codePoints(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool hasType(const json& value, const std::string& type) {
  if (type == "object")
    return value.is_object();
  if (type == "array")
    return value.is_array();
  if (type == "string")
    return value.is_string();
  if (type == "boolean")
    return value.is_boolean();
  if (type == "null")
    return value.is_null();
  if (type == "integer")
    return value.is_number_integer() ||
           (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
  return value.is_number();
}

std::string shown(const json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.size() > kLongest ? text.substr(0, kLongest) + "…" : text;
}

} // namespace

struct Schema::Parts {
  json root;
  mutable std::mutex mutex;
  mutable std::map<std::string, std::regex> patterns;

  bool matches(const std::string& pattern, const std::string& text) const {
    // std::regex recurses per character; every pattern of ours stands beside a maxLength, and nothing longer gets here.
    constexpr std::size_t kLongest = 400;
    if (text.size() > kLongest)
      return false;
    const std::lock_guard lock(mutex);
    const auto [it, isNew] = patterns.try_emplace(pattern);
    if (isNew)
      it->second = std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
    return std::regex_search(text, it->second);
  }

  const json& resolve(const json& schema) const {
    const auto it = schema.find("$ref");
    if (it == schema.end())
      return schema;
    const std::string name = it->get<std::string>().substr(std::string("#/definitions/").size());
    return resolve(root.at("definitions").at(name));
  }

  std::optional<std::string> checkString(const json& schema, const std::string& text) const {
    if (schema.contains("minLength") && codePoints(text) < schema["minLength"].get<std::size_t>())
      return "the text is too short";
    if (schema.contains("maxLength") && codePoints(text) > schema["maxLength"].get<std::size_t>())
      return "the text is longer than " + schema["maxLength"].dump() + " characters";
    if (schema.contains("pattern") && !matches(schema["pattern"].get<std::string>(), text))
      return shown(text) + " is not written as expected (" + schema["pattern"].get<std::string>() + ")";
    return std::nullopt;
  }

  static std::optional<std::string> checkNumber(const json& schema, const json& value) {
    const double number = value.get<double>();
    if (schema.contains("minimum") && number < schema["minimum"].get<double>())
      return value.dump() + " is less than " + schema["minimum"].dump();
    if (schema.contains("exclusiveMinimum") && number <= schema["exclusiveMinimum"].get<double>())
      return value.dump() + " is not more than " + schema["exclusiveMinimum"].dump();
    if (schema.contains("maximum") && number > schema["maximum"].get<double>())
      return value.dump() + " is more than " + schema["maximum"].dump();
    return std::nullopt;
  }

  std::optional<std::string> checkArray(const json& schema, const json& value) const {
    if (schema.contains("minItems") && value.size() < schema["minItems"].get<std::size_t>())
      return "expected at least " + schema["minItems"].dump() + " items";
    if (schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>())
      return "expected at most " + schema["maxItems"].dump() + " items";
    const auto items = schema.find("items");
    if (items == schema.end())
      return std::nullopt;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (items->is_array() && i >= items->size())
        break;
      const json& itemSchema = items->is_array() ? (*items)[i] : *items;
      if (auto problem = check(itemSchema, value[i]))
        return problem;
    }
    return std::nullopt;
  }

  std::optional<std::string> checkObject(const json& schema, const json& value) const {
    if (schema.contains("required"))
      for (const json& name : schema["required"])
        if (!value.contains(name.get<std::string>()))
          return "the member " + name.dump() + " is missing";
    if (schema.contains("minProperties") && value.size() < schema["minProperties"].get<std::size_t>())
      return "an empty object says nothing; leave it out";
    if (schema.contains("maxProperties") && value.size() > schema["maxProperties"].get<std::size_t>())
      return "expected at most " + schema["maxProperties"].dump() + " members";
    const json& properties = schema.contains("properties") ? schema["properties"] : emptyObject();
    for (const auto& [name, member] : value.items()) {
      if (schema.contains("propertyNames"))
        if (auto problem = check(schema["propertyNames"], json(name)))
          return "member " + shown(name) + ": " + *problem;
      if (const auto it = properties.find(name); it != properties.end()) {
        if (auto problem = check(*it, member))
          return name + ": " + *problem;
      } else if (schema.contains("additionalProperties")) {
        const json& further = schema["additionalProperties"];
        if (further.is_boolean() && !further.get<bool>())
          return unknownMember(name, properties);
        if (further.is_object())
          if (auto problem = check(further, member))
            return name + ": " + *problem;
      }
    }
    return std::nullopt;
  }

  static std::string unknownMember(const std::string& name, const json& properties) {
    std::vector<std::string> known;
    for (const auto& [other, schema] : properties.items())
      known.push_back(other);
    const std::optional<std::string> near = nearestWord(name, known);
    return "unknown member " + shown(name) + (near ? ", did you mean \"" + *near + "\"?" : "");
  }

  static const json& emptyObject() {
    static const json kEmpty = json::object();
    return kEmpty;
  }

  /// Of alternatives that are objects, the one whose required members are there: its complaint is the useful one.
  static bool isMeant(const json& schema, const json& value) {
    const auto required = schema.find("required");
    return value.is_object() && required != schema.end() &&
           std::all_of(required->begin(), required->end(),
                       [&](const json& name) { return value.contains(name.get<std::string>()); });
  }

  std::optional<std::string> checkCombinations(const json& schema, const json& value) const {
    if (schema.contains("allOf"))
      for (const json& each : schema["allOf"])
        if (auto problem = check(each, value))
          return problem;
    if (schema.contains("anyOf")) {
      std::optional<std::string> first;
      std::optional<std::string> meant;
      for (const json& each : schema["anyOf"]) {
        auto problem = check(each, value);
        if (!problem)
          return std::nullopt;
        if (!meant && isMeant(resolve(each), value))
          meant = problem;
        if (!first)
          first = problem;
      }
      return meant ? meant : first;
    }
    return std::nullopt;
  }

  std::optional<std::string> check(const json& unresolved, const json& value) const {
    const json& schema = resolve(unresolved);
    if (schema.contains("const") && value != schema["const"])
      return "expected " + shown(schema["const"]) + " instead of " + shown(value);
    if (schema.contains("enum") &&
        std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
      return shown(value) + " is none of " + shown(schema["enum"]);
    if (schema.contains("type") && !hasType(value, schema["type"].get<std::string>()))
      return "expected " + schema["type"].get<std::string>() + " instead of " + shown(value);
    std::optional<std::string> problem;
    if (value.is_string())
      problem = checkString(schema, value.get_ref<const std::string&>());
    else if (value.is_number())
      problem = checkNumber(schema, value);
    else if (value.is_array())
      problem = checkArray(schema, value);
    else if (value.is_object())
      problem = checkObject(schema, value);
    return problem ? problem : checkCombinations(schema, value);
  }

  /// Of a file's alternatives for a row, the one whose first member fits: its complaint is the useful one.
  std::optional<std::string> checkRow(const json& row) const {
    if (row.is_array() && row.empty())
      return std::nullopt;
    std::optional<std::string> best;
    bool foundSection = false;
    for (const json& unresolved : root.at("definitions").at("row").at("anyOf")) {
      auto problem = check(unresolved, row);
      if (!problem)
        return std::nullopt;
      const json& schema = resolve(unresolved);
      const bool fits = row.is_array() && !row.empty() && schema.contains("items") && schema["items"].is_array() &&
                        !check(schema["items"][0], row[0]);
      if (!foundSection && (fits || !best))
        best = problem;
      foundSection = foundSection || fits;
    }
    if (!foundSection && row.is_array() && !row.empty() && row[0].is_string())
      return "rows of this file cannot begin with " + shown(row[0]);
    return best;
  }
};

Schema::Schema(std::string_view text) : mParts(std::make_unique<Parts>()) {
  mParts->root = json::parse(text);
}

Schema::~Schema() = default;

std::optional<std::string> Schema::problem(const json& value) const {
  return mParts->check(mParts->root, value);
}

std::optional<std::string> Schema::rowProblem(const json& row) const {
  return mParts->checkRow(row);
}

const Schema* Schema::named(std::string_view kind) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Schema>, std::less<>> schemas;
  const std::lock_guard lock(mutex);
  if (const auto it = schemas.find(kind); it != schemas.end())
    return it->second.get();
  const std::optional<std::string_view> text = embeddedFile("schemas/" + std::string(kind) + ".schema.json");
  if (!text)
    return nullptr;
  return schemas.emplace(kind, std::make_unique<Schema>(*text)).first->second.get();
}

std::vector<std::string> Schema::names() {
  std::vector<std::string> out;
  for (const std::string& path : embeddedPaths())
    if (path.starts_with("schemas/"))
      out.push_back(path.substr(8, path.find('.') - 8));
  return out;
}

} // namespace hotchkiss
