#include "libscenario/sheets/sheetmapping.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/modulefiles.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::array<std::pair<const char*, char>, 3> kDelimiterNames{
    {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}}};

/// What people call the members of a row.
constexpr std::array<std::pair<const char*, const char*>, 26> kUsualHeaders{{{"id", "id"},
                                                                             {"section", "section"},
                                                                             {"name", "name"},
                                                                             {"unit", "name"},
                                                                             {"unitname", "name"},
                                                                             {"regiment", "name"},
                                                                             {"designation", "designation"},
                                                                             {"side", "side"},
                                                                             {"army", "side"},
                                                                             {"belligerent", "side"},
                                                                             {"nation", "side"},
                                                                             {"type", "type"},
                                                                             {"arm", "type"},
                                                                             {"func", "type"},
                                                                             {"formation", "formation"},
                                                                             {"parent", "formation"},
                                                                             {"command", "formation"},
                                                                             {"echelon", "echelon"},
                                                                             {"order", "order"},
                                                                             {"note", "note"},
                                                                             {"notes", "note"},
                                                                             {"comment", "note"},
                                                                             {"remarks", "note"},
                                                                             {"source", "source"},
                                                                             {"src", "source"},
                                                                             {"more", "more"}}};

std::map<std::string, std::string> wordsIn(const json& body, const char* member) {
  std::map<std::string, std::string> out;
  if (const auto it = body.find(member); it != body.end())
    for (const auto& [from, to] : it->items())
      out[from] = to.get<std::string>();
  return out;
}

void readRow(SheetMapping& out, const std::string& section, const json& body) {
  if (section == "sheet") {
    const std::string delimiter = body.value("delimiter", "");
    for (const auto& [name, c] : kDelimiterNames)
      if (delimiter == name)
        out.delimiter = c;
    out.headerRow = body.value("headerRow", 1L);
    out.section = body.value("section", "unit");
    out.idPattern = body.value("id", "");
    out.only = wordsIn(body, "only");
  } else if (section == "constant") {
    out.constants[body.value("to", "")] = body.value("value", "");
  } else {
    out.columns.push_back(
        {body.value("header", ""), body.value("to", ""), wordsIn(body, "words"), body.value("fillDown", false)});
  }
}

} // namespace

std::string plainHeader(const std::string& header) {
  std::string out;
  for (const char c : header)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80 || c == '.')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string slugOf(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 && byte < 0x80)
      out += static_cast<char>(std::tolower(byte));
    else if (c != '\'' && byte < 0x80 && !out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_')
    out.pop_back();
  constexpr std::size_t kLongest = 40;
  return out.substr(0, kLongest);
}

std::string fittingId(std::string id) {
  constexpr std::size_t kMost = 74; // room for a number behind it
  while (id.size() > kMost) {
    std::size_t longest = 0;
    std::size_t end = 0;
    for (std::size_t from = 0; from <= id.size();) {
      const std::size_t dot = std::min(id.find('.', from), id.size());
      if (dot - from > longest) {
        longest = dot - from;
        end = dot;
      }
      from = dot + 1;
    }
    id.erase(end - 1, 1);
  }
  return id;
}

Result<SheetMapping> readMapping(const std::string& text) {
  const Result<json> file = parseStrictJson(text);
  if (!file)
    return file.error();
  if (const auto problem = Schema::named("mapping")->problem(*file))
    return Error{*problem, {}, 0, {}, "see docs/armies.md for mappings of sheets"};
  SheetMapping out;
  for (const json& row : (*file)["rows"])
    if (!row.empty())
      readRow(out, row[0].get<std::string>(), row[2]);
  return out;
}

std::string writeMapping(const SheetMapping& mapping) {
  RecordTable rows;
  json sheet{{"headerRow", mapping.headerRow}, {"section", mapping.section}};
  for (const auto& [name, c] : kDelimiterNames)
    if (mapping.delimiter == c)
      sheet["delimiter"] = name;
  if (!mapping.idPattern.empty())
    sheet["id"] = mapping.idPattern;
  if (!mapping.only.empty())
    sheet["only"] = mapping.only;
  rows[{"sheet", "sheet"}] = sheet.dump();
  long number = 0;
  for (const SheetColumn& column : mapping.columns) {
    json body{{"header", column.header}, {"to", column.to}};
    if (!column.words.empty())
      body["words"] = column.words;
    if (column.fillDown)
      body["fillDown"] = true;
    std::string id = std::to_string(++number);
    rows[{"column", "c" + std::string(id.size() < 3 ? 3 - id.size() : 0, '0') + id}] = body.dump();
  }
  for (const auto& [to, value] : mapping.constants)
    rows[{"constant", slugOf(to)}] = json{{"to", to}, {"value", value}}.dump();
  return writeRecords("mapping", rows);
}

SheetMapping guessMapping(const CellTable& table, const UnitCatalogue& units) {
  SheetMapping out;
  out.delimiter = table.delimiter;
  if (table.rows.empty())
    return out;
  for (const std::string& header : table.rows.front()) {
    SheetColumn column{header, {}, {}, false};
    const std::string plain = plainHeader(header);
    if (header.starts_with("values.") || header.starts_with("faces.") || header.starts_with("level."))
      column.to = header;
    for (const auto& [id, attribute] : units.attributes)
      if (column.to.empty() && (plain == plainHeader(id) || plain == plainHeader(attribute.name) ||
                                (!attribute.shortName.empty() && plain == plainHeader(attribute.shortName))))
        column.to = "values." + id;
    for (const auto& [name, to] : kUsualHeaders)
      if (plain == name)
        column.to = to;
    for (const auto& [id, echelon] : units.echelons)
      if (plain == plainHeader(id) || plain == plainHeader(echelon.name)) {
        column.to = "level." + id;
        column.fillDown = true;
      }
    out.columns.push_back(std::move(column));
  }
  return out;
}

} // namespace hotchkiss
