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
constexpr std::array<std::pair<const char*, const char*>, 32> kUsualHeaders{{{"id", "id"},
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
                                                                             {"firstname", "name"},
                                                                             {"middleinitial", "name"},
                                                                             {"lastname", "name"},
                                                                             {"companies", "note"},
                                                                             {"batteries", "note"},
                                                                             {"sections", "note"},
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
    out.match = body.value("match", std::vector<std::string>{});
  } else if (section == "constant") {
    out.constants[body.value("to", "")] = body.value("value", "");
  } else {
    out.columns.push_back({body.value("header", ""), body.value("to", ""), wordsIn(body, "words"),
                           body.value("fillDown", false), body.value("text", ""), body.value("per", 1L)});
  }
}

std::map<std::string, std::string> namesOf(const std::string& to, const UnitCatalogue& units) {
  if (to == "side")
    return units.sideNames;
  std::map<std::string, std::string> out;
  for (const auto& [id, type] : units.types)
    out[id] = type.name;
  return out;
}

/// What short forms may stand for: sheets shorten the arms of troops, not leaders and wagons.
std::map<std::string, std::string> shortenedNames(const std::string& to, const UnitCatalogue& units) {
  std::map<std::string, std::string> out = namesOf(to, units);
  if (to == "type")
    std::erase_if(out, [&](const auto& each) {
      const UnitType& type = units.types.at(each.first);
      return type.category == "leader" || (type.row != "unit" && type.row != "battery");
    });
  return out;
}

/// Short forms in a column ("I", "US", "Inf.") that begin just one id or name, or begin with just one. What means
/// something as it is needs no word.
std::map<std::string, std::string> guessedWords(const CellTable& table, std::size_t column,
                                                const std::map<std::string, std::string>& names,
                                                const std::map<std::string, std::string>& shortened) {
  constexpr std::size_t kMostWords = 40; // a column with more is no list of sorts
  std::map<std::string, std::string> out;
  for (std::size_t i = 1; i < table.rows.size() && out.size() < kMostWords; ++i) {
    const std::string cell = column < table.rows[i].size() ? table.rows[i][column] : std::string();
    std::string plain = plainHeader(cell);
    std::erase(plain, '.');
    const bool isKnown = std::any_of(names.begin(), names.end(), [&](const auto& each) {
      return plain == plainHeader(each.first) || plain == plainHeader(each.second);
    });
    if (plain.empty() || isKnown || out.contains(cell))
      continue;
    std::string found;
    int fitting = 0;
    for (const auto& [id, name] : shortened) {
      const std::string a = plainHeader(id);
      const std::string b = plainHeader(name);
      if (a.starts_with(plain) || b.starts_with(plain) || plain.starts_with(a) || plain.starts_with(b)) {
        found = id;
        ++fitting;
      }
    }
    if (fitting == 1)
      out[cell] = found;
  }
  return out;
}

bool isSection(const std::string& text) {
  static constexpr std::array kSections{"formation", "unit", "leader", "battery", "ship", "hq", "wagon", "marker"};
  return std::find(kSections.begin(), kSections.end(), text) != kSections.end();
}

/// How many of the first cells of a column that hold something fit.
template <class Fits>
std::size_t shareOf(const CellTable& table, std::size_t column, const Fits& fits) {
  constexpr std::size_t kLookedAt = 500;
  std::size_t out = 0;
  for (std::size_t i = 1; i < std::min(table.rows.size(), kLookedAt); ++i)
    out += column < table.rows[i].size() && fits(table.rows[i][column]) ? 1U : 0U;
  return out;
}

/// Where several columns could be the side or the type, the one whose cells make most sense is.
void keepTheBest(SheetMapping& mapping, const CellTable& table, const std::string& to, const UnitCatalogue& units) {
  const std::map<std::string, std::string> names = namesOf(to, units);
  SheetColumn* best = nullptr;
  std::size_t most = 0;
  for (std::size_t i = 0; i < mapping.columns.size(); ++i) {
    SheetColumn& column = mapping.columns[i];
    if (column.to != to)
      continue;
    const std::size_t share = shareOf(table, i, [&](const std::string& cell) {
      const std::string plain = plainHeader(cell);
      return column.words.contains(cell) || std::any_of(names.begin(), names.end(), [&](const auto& name) {
               return plain == plainHeader(name.first) || plain == plainHeader(name.second);
             });
    });
    SheetColumn* worse = best != nullptr && share <= most ? &column : best;
    if (worse != nullptr) {
      worse->to.clear();
      worse->words.clear();
    }
    if (worse != &column) {
      best = &column;
      most = share;
    }
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
  if (!mapping.match.empty())
    sheet["match"] = mapping.match;
  rows[{"sheet", "sheet"}] = sheet.dump();
  long number = 0;
  for (const SheetColumn& column : mapping.columns) {
    json body{{"header", column.header}, {"to", column.to}};
    if (!column.words.empty())
      body["words"] = column.words;
    if (column.fillDown)
      body["fillDown"] = true;
    if (!column.text.empty())
      body["text"] = column.text;
    if (column.per != 1)
      body["per"] = column.per;
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
    SheetColumn column;
    column.header = header;
    const std::string plain = plainHeader(header);
    if (header.starts_with("values.") || header.starts_with("faces.") || header.starts_with("level."))
      column.to = header;
    for (const auto& [id, attribute] : units.attributes)
      if (column.to.empty() && (plain == plainHeader(id) || plain == plainHeader(attribute.name) ||
                                (!attribute.shortName.empty() && plain == plainHeader(attribute.shortName))))
        column.to = "values." + id;
    for (const auto& [name, to] : kUsualHeaders)
      if (plain == name && (column.to.empty() || std::string(to) != "note")) {
        column.to = to;
        if (column.to == "note" && !plain.starts_with("note") && plain != "comment" && plain != "remarks")
          column.text = "{} " + header; // a count says little without what it counts
      }
    for (const auto& [id, echelon] : units.echelons)
      if (plain == plainHeader(id) || plain == plainHeader(echelon.name)) {
        column.to = "level." + id;
        column.fillDown = true;
      }
    const std::size_t at = out.columns.size();
    if (column.to == "side" || column.to == "type")
      column.words = guessedWords(table, at, namesOf(column.to, units), shortenedNames(column.to, units));
    if (column.to == "section" && shareOf(table, at, [](const std::string& cell) { return isSection(cell); }) == 0)
      column.to.clear(); // guns have sections, too
    out.columns.push_back(std::move(column));
  }
  keepTheBest(out, table, "side", units);
  keepTheBest(out, table, "type", units);
  return out;
}

} // namespace hotchkiss
