#include "libscenario/validation/attributecheck.h"

#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool isUnknown(const json& value) {
  return value.is_object() && value.value("unknown", json()) == json(true);
}

bool isListOf(const json& value, const std::function<bool(const json&)>& test) {
  return value.is_array() && std::all_of(value.begin(), value.end(), test);
}

bool hasType(const json& value, const AttributeType& type) {
  const auto isText = [](const json& item) { return item.is_string(); };
  const auto isPlace = [](const json& item) {
    return item.is_array() && item.size() >= 2 && item.size() <= 3 &&
           std::all_of(item.begin(), item.end(), [](const json& n) { return n.is_number_integer(); });
  };
  if (type.type == "flag")
    return value.is_boolean();
  if (type.type == "integer")
    return value.is_number_integer();
  if (type.type == "number")
    return value.is_number();
  if (type.type == "text" || type.type == "choice" || type.type == "reference")
    return value.is_string();
  if (type.type == "choices" || type.type == "references")
    return isListOf(value, isText);
  if (type.type == "hex" || type.type == "edge")
    return isPlace(value);
  if (type.type == "hexes" || type.type == "edges")
    return isListOf(value, isPlace);
  return true;
}

void checkWord(const std::string& name, const std::string& word, const AttributeType& type, const KindOf& kindOf,
               std::vector<AttributeProblem>& out) {
  if (type.type.starts_with("choice") && !type.values.empty() &&
      std::find(type.values.begin(), type.values.end(), word) == type.values.end()) {
    const std::optional<std::string> near = nearestWord(word, type.values);
    out.push_back(
        {name + " cannot be \"" + word + "\"" + (near ? "; did you mean \"" + *near + "\"?" : ""), false, false, name});
  }
  if (!type.type.starts_with("reference") || type.to.empty())
    return;
  const std::optional<std::string> kind = kindOf(type.to, word);
  if (!kind)
    out.push_back({name + " refers to the " + type.to + " \"" + word + "\", which does not exist", true, false, name});
  else if (!type.kinds.empty() && std::find(type.kinds.begin(), type.kinds.end(), *kind) == type.kinds.end())
    out.push_back({name + " refers to the " + type.to + " \"" + word + "\", which is of the kind " + *kind + ", not " +
                       joinWords(type.kinds, " or "),
                   false, true, name});
}

} // namespace

std::vector<AttributeProblem> attributeProblems(const json& attributes, const AttributeTypes& types,
                                                const KindOf& kindOf) {
  std::vector<AttributeProblem> out;
  for (const auto& [name, type] : types)
    if (type.required && !attributes.contains(name))
      out.push_back({"the attribute " + name + " is missing", false, false, name});
  for (const auto& [name, value] : attributes.items()) {
    const auto it = types.find(name);
    if (it == types.end()) {
      std::vector<std::string> known;
      for (const auto& [other, type] : types)
        known.push_back(other);
      const std::optional<std::string> near = nearestWord(name, known);
      out.push_back({"unknown attribute \"" + name + "\"" + (near ? "; did you mean \"" + *near + "\"?" : ""), false,
                     false, name});
      continue;
    }
    const AttributeType& type = it->second;
    if (isUnknown(value))
      continue;
    if (!hasType(value, type)) {
      out.push_back({name + " should be of type " + type.type + " but is " + value.dump(), false, false, name});
      continue;
    }
    if (value.is_number() &&
        ((type.min && value.get<double>() < *type.min) || (type.max && value.get<double>() > *type.max)))
      out.push_back({name + " is out of range: " + value.dump(), false, false, name});
    if (value.is_string())
      checkWord(name, value.get<std::string>(), type, kindOf, out);
    else if (value.is_array() && (type.type == "choices" || type.type == "references"))
      for (const json& item : value)
        checkWord(name, item.get<std::string>(), type, kindOf, out);
  }
  return out;
}

} // namespace hotchkiss
