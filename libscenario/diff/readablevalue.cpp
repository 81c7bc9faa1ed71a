#include "libscenario/diff/readablevalue.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string shownText(const std::string& text) {
  // A line break or an empty text would be invisible; the JSON spelling shows it.
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(),
                                                  [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
  return plain ? text : dumped(text);
}

bool areCoordinates(const json& value, std::size_t count) {
  constexpr std::int64_t kFarthest = 100'000;
  return value.is_array() && value.size() == count && std::all_of(value.begin(), value.end(), [](const json& item) {
           return item.is_number_integer() && item >= -kFarthest && item <= kFarthest;
         });
}

std::int32_t numberAt(const json& value, std::size_t index) {
  return value[index].get<std::int32_t>();
}

/// The label of a place, when the member's name says that its numbers are one.
std::optional<std::string> placeLabel(const std::string& name, const json& value, const Numbering& labels) {
  static const std::set<std::string, std::less<>> hexNames{"at", "hex", "hexes", "start", "label"};
  static const std::set<std::string, std::less<>> edgeNames{"at", "edge", "edges"};
  static const std::set<std::string, std::less<>> vertexNames{"vertex", "mouth", "from"};
  if (areCoordinates(value, 2) && hexNames.contains(name))
    return labels.label(HexCoord{numberAt(value, 0), numberAt(value, 1)});
  if (!areCoordinates(value, 3))
    return std::nullopt;
  const std::int32_t index = numberAt(value, 2);
  if (edgeNames.contains(name) && index >= 0 && index <= 2)
    return labels.label(EdgeId{numberAt(value, 0), numberAt(value, 1), index});
  if (vertexNames.contains(name) && index >= 0 && index <= 1)
    return labels.label(VertexId{numberAt(value, 0), numberAt(value, 1), index});
  return std::nullopt;
}

std::string readableMember(const std::string& name, const json& value, const Numbering* labels) {
  if (value.is_boolean() && value.get<bool>())
    return name;
  if (!value.is_object())
    return name + " " + readableValue(name, value, labels);
  return value.empty() ? name : name + " (" + readableValue(name, value, labels) + ")";
}

} // namespace

std::string joinedBy(const std::vector<std::string>& words, const char* separator) {
  std::string out;
  for (const std::string& word : words)
    out += (&word == &words.front() ? "" : separator) + word;
  return out;
}

std::string readableValue(const std::string& name, const json& value, const Numbering* labels) {
  if (value.is_null())
    return kNoValue;
  if (value.is_boolean())
    return value.get<bool>() ? "yes" : "no";
  if (value.is_string())
    return shownText(value.get_ref<const std::string&>());
  if (value.is_object())
    return value.empty() ? "{}" : joinedBy(readableMembers(value, labels), ", ");
  if (!value.is_array())
    return dumped(value);
  if (labels)
    if (const std::optional<std::string> label = placeLabel(name, value, *labels))
      return *label;
  const bool areNumbers = std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number(); });
  if (value.empty() || areNumbers)
    return dumped(value);
  std::vector<std::string> items;
  for (const json& item : value)
    items.push_back(item.is_object() ? "{" + readableValue(name, item, labels) + "}"
                                     : readableValue(name, item, labels));
  return joinedBy(items, ", ");
}

std::vector<std::string> readableMembers(const json& object, const Numbering* labels) {
  static const std::array<const char*, 3> first{"kind", "at", "name"};
  std::vector<std::string> out;
  if (!object.is_object())
    return out;
  for (const char* name : first)
    if (const auto it = object.find(name); it != object.end())
      out.push_back(readableMember(name, *it, labels));
  for (const auto& [name, value] : object.items())
    if (std::find(first.begin(), first.end(), name) == first.end())
      out.push_back(readableMember(name, value, labels));
  return out;
}

void addMemberDifferences(const std::string& path, const std::string& name, const json& before, const json& after,
                          const Numbering* labels, std::vector<std::string>& words) {
  if (before == after)
    return;
  if (!before.is_object() || !after.is_object()) {
    words.push_back(path + ": " + readableValue(name, before, labels) + " → " + readableValue(name, after, labels));
    return;
  }
  std::set<std::string> names;
  for (const json* side : {&before, &after})
    for (const auto& item : side->items())
      names.insert(item.key());
  for (const std::string& member : names) {
    const std::string memberPath = path.empty() ? member : path + "." + member;
    const auto old = before.find(member);
    const auto now = after.find(member);
    if (now == after.end()) {
      words.push_back(memberPath + " removed");
    } else if (old == before.end()) {
      const bool saysNoMore = *now == json(true) || *now == json::object();
      words.push_back(memberPath + " added" + (saysNoMore ? "" : " (" + readableValue(member, *now, labels) + ")"));
    } else {
      addMemberDifferences(memberPath, member, *old, *now, labels, words);
    }
  }
}

} // namespace hotchkiss
