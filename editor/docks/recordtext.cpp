#include "editor/docks/recordtext.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/newmodule.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

std::string numberText(const json& number) {
  return number.dump();
}

AttributeField fieldOf(const std::string& id, const json& row) {
  AttributeField field;
  field.id = id;
  field.name = row.value("name", id);
  field.note = row.value("note", "");
  field.symbol = row.value("symbol", "");
  field.type.type = row.value("type", "text");
  field.type.values = row.value("values", std::vector<std::string>());
  field.type.to = row.value("to", "");
  if (row.contains("min"))
    field.type.min = row["min"].get<double>();
  if (row.contains("max"))
    field.type.max = row["max"].get<double>();
  field.type.required = row.value("required", false);
  if (row.contains("default")) {
    field.isTrueByDefault = row["default"] == json(true);
    field.fallback = row["default"].dump();
  }
  field.kinds = row.value("kinds", std::vector<std::string>());
  return field;
}

void sortByName(std::vector<AttributeField>& fields) {
  std::stable_sort(fields.begin(), fields.end(),
                   [](const AttributeField& a, const AttributeField& b) { return a.name < b.name; });
}

} // namespace

json parsedObject(const std::string& text) {
  json out = text.empty() ? json::object() : json::parse(text, nullptr, false);
  return out.is_object() ? out : json::object();
}

std::string objectText(const json& object) {
  return object.empty() ? std::string() : object.dump();
}

std::string sourceText(const json& source) {
  if (source.is_string())
    return source.get<std::string>();
  std::string out;
  if (source.is_array())
    for (const json& item : source)
      if (item.is_string())
        out += (out.empty() ? "" : "; ") + item.get<std::string>();
  return out;
}

bool isUnknown(const json& value) {
  return value.is_object() && value.contains("unknown") && value["unknown"] == json(true);
}

std::string unknownText(const json& value) {
  const bool min = value.contains("min");
  const bool max = value.contains("max");
  if (min && max)
    return "unknown, " + numberText(value["min"]) + " to " + numberText(value["max"]);
  if (min)
    return "unknown, at least " + numberText(value["min"]);
  if (max)
    return "unknown, at most " + numberText(value["max"]);
  return "unknown";
}

std::string withMember(const std::string& text, const std::string& name, const std::optional<json>& value) {
  json body = parsedObject(text);
  if (value)
    body[name] = *value;
  else
    body.erase(name);
  return objectText(body);
}

std::string withAttribute(const std::string& text, const std::string& name, const std::optional<json>& value) {
  json body = parsedObject(text);
  json attributes = body.value("attributes", json::object());
  if (value)
    attributes[name] = *value;
  else
    attributes.erase(name);
  if (attributes.empty())
    body.erase("attributes");
  else
    body["attributes"] = attributes;
  return objectText(body);
}

std::vector<std::string> listMember(const std::string& text, const std::string& name) {
  std::vector<std::string> out;
  const json body = parsedObject(text);
  const auto it = body.find(name);
  if (it != body.end() && it->is_array())
    for (const json& item : *it)
      if (item.is_string())
        out.push_back(item.get<std::string>());
  return out;
}

std::string withListed(const std::string& text, const std::string& name, const std::string& item, bool listed) {
  std::vector<std::string> list = listMember(text, name);
  const auto it = std::find(list.begin(), list.end(), item);
  if (listed == (it != list.end()))
    return text;
  if (listed)
    list.push_back(item);
  else
    list.erase(it);
  std::sort(list.begin(), list.end());
  return withMember(text, name, list.empty() ? std::nullopt : std::optional<json>(list));
}

std::vector<AttributeField> attributeFields(const json& definitions) {
  std::vector<AttributeField> out;
  if (definitions.is_object())
    for (const auto& [id, row] : definitions.items())
      out.push_back(fieldOf(id, row));
  sortByName(out);
  return out;
}

std::vector<AttributeField> hexAttributeFields(const RecordTable& catalogue) {
  std::vector<AttributeField> out;
  for (const auto& [key, text] : catalogue)
    if (key.section == "hexAttribute")
      out.push_back(fieldOf(key.id, parsedObject(text)));
  sortByName(out);
  return out;
}

json startingAttributes(const AttributeTypes& types) {
  json out = json::object();
  for (const auto& [name, type] : types)
    if (type.required)
      out[name] = json{{"unknown", true}};
  return out;
}

std::string newRecord(const Catalogue& catalogue, const std::string& section, const std::string& kind,
                      const std::string& name) {
  json body{{"kind", kind}};
  if (!name.empty())
    body["name"] = name;
  if (const auto kinds = catalogue.named.find(section); kinds != catalogue.named.end())
    if (const auto known = kinds->second.find(kind); known != kinds->second.end())
      if (json attributes = startingAttributes(known->second.attributes); !attributes.empty())
        body["attributes"] = std::move(attributes);
  return body.dump();
}

std::string plainWords(const std::string& id) {
  std::string out = id;
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string displayName(const std::string& id, const std::string& recordText) {
  const std::string name = parsedObject(recordText).value("name", "");
  return name.empty() ? id : name;
}

std::vector<NamedChoice> namedChoices(const Document& document, const std::string& section,
                                      const std::vector<std::string>& kinds) {
  std::vector<NamedChoice> out;
  for (const auto& [key, text] : document.table(kNamedTable)) {
    if (key.section != section)
      continue;
    const json body = parsedObject(text);
    const std::string kind = body.value("kind", "");
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      continue;
    out.push_back({key.id, body.value("name", key.id), kind});
  }
  std::stable_sort(out.begin(), out.end(), [](const NamedChoice& a, const NamedChoice& b) { return a.name < b.name; });
  return out;
}

std::string freeId(const Document& document, const std::string& section, const std::string& name) {
  const std::string stem = moduleIdFrom(name.empty() ? section : name);
  std::string id = stem;
  for (int n = 2; document.record(kNamedTable, {section, id}); ++n)
    id = stem + "-" + std::to_string(n);
  return id;
}

bool isRecordId(const std::string& id) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  constexpr std::size_t kLongestId = 80;
  return !id.empty() && id.size() <= kLongestId && plain(id.front()) &&
         std::all_of(id.begin(), id.end(), [&](char c) { return plain(c) || c == '_' || c == '.' || c == '-'; });
}

} // namespace hotchkiss::editor
