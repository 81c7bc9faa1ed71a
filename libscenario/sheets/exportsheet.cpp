// An order of battle as a sheet. Whatever fits no cell exactly goes into the last column, so that nothing is lost.

#include "libscenario/sheets/oobsheet.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::array<const char*, 12> kMembers{"section",   "id",      "name",  "designation", "side",   "type",
                                               "formation", "echelon", "order", "note",        "source", "more"};

/// The text of a cell that reads back as exactly this member; nothing when there is none.
std::optional<std::string> exactCell(const json& member, const std::string& attribute, const UnitCatalogue& units) {
  const auto known = units.attributes.find(attribute);
  if (known == units.attributes.end())
    return std::nullopt;
  const AttributeType& type = known->second.type;
  const std::string text = cellText(ArmyValue::read(member));
  if (text.empty() || parseArmyValue(text, type.type) != std::optional<json>(member))
    return std::nullopt;
  const bool isAllowed = !member.is_string() || type.values.empty() ||
                         std::find(type.values.begin(), type.values.end(), text) != type.values.end();
  return isAllowed ? std::optional(text) : std::nullopt;
}

std::optional<std::string> plainCell(const json& member) {
  if (member.is_number_integer())
    return member.dump();
  if (!member.is_string())
    return std::nullopt;
  const std::string text = member.get<std::string>();
  constexpr const char* kSpace = " \t\r\n";
  const bool isTrimmed = text.find_first_of("\r\n") == std::string::npos && !text.empty() &&
                         text.find_first_of(kSpace) != 0 && text.find_last_of(kSpace) != text.size() - 1;
  return isTrimmed ? std::optional(text) : std::nullopt;
}

/// Takes the members that fit cells out of a row.
std::map<std::string, std::string> takeCells(const RecordKey& key, json& body, const UnitCatalogue& units) {
  std::map<std::string, std::string> out{{"section", key.section}, {"id", key.id}};
  for (const char* name :
       {"name", "designation", "side", "type", "formation", "parent", "echelon", "order", "note", "source"}) {
    const auto it = body.find(name);
    const std::optional<std::string> cell = it == body.end() ? std::nullopt : plainCell(*it);
    // A formation's place in the tree is its parent; the two share a column.
    const bool isParent = std::string(name) == "parent";
    if (!cell || (isParent && key.section != "formation") ||
        (std::string(name) == "formation" && key.section == "pool"))
      continue;
    out[isParent ? "formation" : name] = *cell;
    body.erase(it);
  }
  const auto take = [&](json& values, const std::string& prefix) {
    for (auto it = values.begin(); it != values.end();) {
      const std::optional<std::string> cell = exactCell(*it, it.key(), units);
      if (cell)
        out[prefix + it.key()] = *cell;
      it = cell ? values.erase(it) : std::next(it);
    }
    return values.empty();
  };
  const auto isUsed = [](const json& object) { return object.is_object() && !object.empty(); };
  if (const auto values = body.find("values"); values != body.end() && isUsed(*values) && take(*values, "values."))
    body.erase(values);
  if (const auto faces = body.find("faces"); faces != body.end() && isUsed(*faces)) {
    for (auto face = faces->begin(); face != faces->end();)
      face = isUsed(*face) && take(*face, "faces." + face.key() + ".") ? faces->erase(face) : std::next(face);
    if (faces->empty())
      body.erase(faces);
  }
  if (!body.empty())
    out["more"] = body.dump();
  return out;
}

} // namespace

CellTable exportSheet(const Document& document, const UnitCatalogue& units, char delimiter) {
  std::vector<std::map<std::string, std::string>> rows;
  std::set<std::string> attributes;
  for (const auto& [key, text] : document.table(kOobTable)) {
    json body = json::parse(text, nullptr, false);
    if (!body.is_object())
      continue;
    rows.push_back(takeCells(key, body, units));
    for (const auto& [name, unused] : rows.back())
      if (name.starts_with("values.") || name.starts_with("faces."))
        attributes.insert(name);
  }
  CellTable out;
  out.delimiter = delimiter;
  std::vector<std::string> header;
  for (const char* member : kMembers) {
    if (std::string(member) == "note")
      header.insert(header.end(), attributes.begin(), attributes.end());
    header.emplace_back(member);
  }
  out.rows.push_back(header);
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& name : header) {
      const auto it = row.find(name);
      cells.push_back(it == row.end() ? std::string() : it->second);
    }
    out.rows.push_back(std::move(cells));
  }
  return out;
}

} // namespace hotchkiss
