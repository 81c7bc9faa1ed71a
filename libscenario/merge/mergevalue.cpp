#include "libscenario/merge/mergevalue.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool same(const json* a, const json* b) {
  return a == b || (a && b && *a == *b);
}

std::optional<json> copyOf(const json* value) {
  return value ? std::optional<json>(*value) : std::nullopt;
}

bool isObject(const json* value) {
  return value && value->is_object();
}

bool isListOfIds(const json* value) {
  return value && value->is_array() &&
         std::all_of(value->begin(), value->end(), [](const json& item) { return item.is_string(); });
}

/// Membership lists have no order of their own: what either side added is in, what either side took out is out.
json mergeSets(const json* base, const json& ours, const json& theirs) {
  const auto setOf = [](const json& list) { return list.get<std::set<std::string>>(); };
  const std::set<std::string> before = base ? setOf(*base) : std::set<std::string>();
  const std::set<std::string> left = setOf(ours);
  const std::set<std::string> right = setOf(theirs);
  std::set<std::string> out;
  for (const std::set<std::string>* side : {&left, &right})
    for (const std::string& id : *side)
      if (!before.contains(id) || (left.contains(id) && right.contains(id)))
        out.insert(id);
  return out;
}

const json* memberOf(const json* object, const std::string& name) {
  if (!isObject(object))
    return nullptr;
  const auto it = object->find(name);
  return it == object->end() ? nullptr : &*it;
}

} // namespace

std::optional<json> mergeValue(const std::string& path, const ThreeWay& values, Prefer prefer,
                               const OnConflict& onConflict) {
  const auto& [base, ours, theirs] = values;
  if (same(ours, theirs) || same(theirs, base))
    return copyOf(ours);
  if (same(ours, base))
    return copyOf(theirs);
  if (isObject(ours) && isObject(theirs)) {
    std::set<std::string> names;
    for (const json* side : {ours, theirs})
      for (const auto& [name, unused] : side->items())
        names.insert(name);
    json out = json::object();
    const std::string prefix = path.empty() ? path : path + " ";
    for (const std::string& name : names)
      if (std::optional<json> member = mergeValue(
              prefix + name, {memberOf(base, name), memberOf(ours, name), memberOf(theirs, name)}, prefer, onConflict))
        out[name] = std::move(*member);
    return out;
  }
  const std::string name = path.substr(path.rfind(' ') + 1);
  if ((name == "of" || name == "in") && isListOfIds(ours) && isListOfIds(theirs) && (!base || isListOfIds(base)))
    return mergeSets(base, *ours, *theirs);
  onConflict(path, values);
  return copyOf(prefer == Prefer::Ours ? ours : theirs);
}

} // namespace hotchkiss
