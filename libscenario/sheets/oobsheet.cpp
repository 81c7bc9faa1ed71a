#include "libscenario/sheets/oobsheet.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libterrain/base/text.h"
#include "libterrain/edit/stroke.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr double kLargestCount = 1e9;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Reads one sheet, row by row.
class SheetReader {
 public:
  SheetReader(const CellTable& table, const SheetMapping& mapping, const Document& document, const UnitCatalogue& units)
      : mTable(table), mMapping(mapping), mDocument(document), mUnits(units) {}

  SheetPreview read() {
    if (!findColumns())
      return std::move(mOut);
    for (auto i = static_cast<std::size_t>(mMapping.headerRow); i < mTable.rows.size(); ++i) {
      mLine = i < mTable.lines.size() ? mTable.lines[i] : static_cast<long>(i) + 1;
      readRow(mTable.rows[i]);
    }
    return std::move(mOut);
  }

 private:
  struct Found {
    const SheetColumn* column;
    std::size_t index;
    std::string above; ///< the last cell that was not empty
  };

  void doubt(const std::string& column, const std::string& text, const std::string& why, bool isLost = true) {
    mOut.doubts.push_back({mLine, column, text, why, isLost});
  }

  bool findColumns() {
    const auto header = static_cast<std::size_t>(std::max(1L, mMapping.headerRow)) - 1;
    if (header >= mTable.rows.size()) {
      doubt({}, {}, "the sheet has no header row");
      return false;
    }
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < mTable.rows[header].size(); ++i) {
      mHeaders.push_back(mTable.rows[header][i]);
      places.try_emplace(plainHeader(mTable.rows[header][i]), i);
    }
    mLine = mTable.lines.empty() ? 1 : mTable.lines[header];
    std::set<std::size_t> known;
    for (const SheetColumn& column : mMapping.columns) {
      const auto it = places.find(plainHeader(column.header));
      if (it == places.end()) {
        doubt(column.header, {}, "the sheet has no such column");
        continue;
      }
      known.insert(it->second);
      mGivesSection = mGivesSection || column.to == "section";
      if (!column.to.empty())
        mColumns.push_back({&column, it->second, {}});
    }
    for (std::size_t i = 0; i < mHeaders.size(); ++i)
      if (!known.contains(i) && !trimmed(mHeaders[i]).empty())
        doubt(mHeaders[i], {}, "the mapping does not say what this column is");
    // Levels from the top down, whatever the order of the columns.
    std::stable_sort(mColumns.begin(), mColumns.end(),
                     [&](const Found& a, const Found& b) { return rank(a) > rank(b); });
    return true;
  }

  long rank(const Found& found) const {
    if (!found.column->to.starts_with("level."))
      return -1;
    const auto it = mUnits.echelons.find(found.column->to.substr(6));
    return it == mUnits.echelons.end() ? 0 : it->second.rank;
  }

  static std::string cell(const std::vector<std::string>& row, std::size_t index) {
    return index < row.size() ? trimmed(row[index]) : std::string();
  }

  bool isWanted(const std::vector<std::string>& row) const {
    for (const auto& [header, text] : mMapping.only) {
      const auto it = std::find_if(mHeaders.begin(), mHeaders.end(), [&, &wanted = header](const std::string& each) {
        return plainHeader(each) == plainHeader(wanted);
      });
      if (it == mHeaders.end() || cell(row, static_cast<std::size_t>(it - mHeaders.begin())) != text)
        return false;
    }
    return true;
  }

  void readRow(const std::vector<std::string>& row) {
    if (!isWanted(row)) {
      ++mOut.passedOver;
      return;
    }
    mBody = json::object();
    mMembers.clear();
    mJoined.clear();
    mMembers["section"] = mMapping.section;
    mLevels.clear();
    for (const auto& [to, value] : mMapping.constants)
      put(to, value, to);
    for (const Found& found : mColumns) // what fits no cell first; cells come on top of it
      if (found.column->to == "more")
        put("more", cell(row, found.index), found.column->header);
    for (Found& found : mColumns) {
      std::string text = cell(row, found.index);
      if (text.empty() && found.column->fillDown)
        text = found.above;
      found.above = text;
      if (const auto word = found.column->words.find(text); word != found.column->words.end())
        text = word->second;
      if (!text.empty() && found.column->to != "more")
        put(found.column->to, worked(text, *found.column), found.column->header);
    }
    if (mMapping.match.empty())
      finish();
    else
      fillAllThatMatch();
  }

  /// The cell as its column wants it.
  std::string worked(const std::string& text, const SheetColumn& column) {
    std::string out = text;
    if (column.per > 1)
      out = divided(text, column);
    const std::size_t at = column.text.find("{}");
    return at == std::string::npos ? out : column.text.substr(0, at) + out + column.text.substr(at + 2);
  }

  /// "4,810" men by 100 are 48 points. Halves are rounded up, and nothing that was there becomes 0.
  std::string divided(const std::string& text, const SheetColumn& column) {
    std::string plain = text;
    std::erase(plain, ',');
    const char* begin = plain.data();
    double number = 0;
    const auto read = std::from_chars(begin, begin + plain.size(), number);
    if (read.ec != std::errc() || read.ptr != begin + plain.size() || !(number > 0 && number < kLargestCount)) {
      doubt(column.header, text, "this is no number that can be divided by " + std::to_string(column.per));
      return {};
    }
    return std::to_string(std::max(1L, std::lround(number / static_cast<double>(column.per))));
  }

  /// Puts one cell into the row that is being read.
  void put(const std::string& to, const std::string& text, const std::string& header) {
    if (text.empty())
      return;
    if (to.starts_with("values.")) {
      putValue(mBody["values"], to.substr(7), text, header);
    } else if (to.starts_with("faces.")) {
      const std::size_t dot = to.find('.', 6);
      if (dot != std::string::npos)
        putValue(mBody["faces"][to.substr(6, dot - 6)], to.substr(dot + 1), text, header);
    } else if (to.starts_with("level.")) {
      mLevels.emplace_back(to.substr(6), text);
    } else if (to == "more") {
      const Result<json> more = parseStrictJson(text);
      if (more && more->is_object())
        mBody.merge_patch(*more);
      else
        doubt(header, text, "this is no JSON object");
    } else if (to == "type" || to == "side" || to == "echelon") {
      mMembers[to] = idOf(to, text, header);
    } else if (to == "order") {
      if (const auto number = parseInteger(text))
        mBody["order"] = *number;
      else
        doubt(header, text, "this is no whole number");
    } else if (to == "uncertain") {
      const auto flag = parseArmyValue(text, "flag");
      if (flag && flag->is_boolean())
        mBody["uncertain"] = *flag;
      else
        doubt(header, text, "write yes or no");
    } else {
      // Names in several columns, or two sorts of remarks.
      std::string& member = mMembers[to];
      const bool isMore = to != "source" && mJoined.contains(to) && !member.empty();
      member = isMore ? member + (to == "name" ? " " : "; ") + text : text;
      if (header != to) // a constant only stands until a cell says something
        mJoined.insert(to);
    }
  }

  /// One end of a range. A range without its other end is open on that side.
  void putEnd(json& values, const std::string& attribute, const std::string& end, const std::string& text,
              const std::string& header) {
    const auto number = parseInteger(text);
    if (!number || !mUnits.attributes.contains(attribute)) {
      doubt(header, text,
            number ? "the ruleset has no attribute \"" + attribute + "\"" : "this is no whole number for a range");
      return;
    }
    json& value = values[attribute];
    if (!value.is_object())
      value = json::object();
    value[end] = *number;
    if (value.contains("min") && value.contains("max"))
      value.erase("unknown");
    else
      value["unknown"] = true;
  }

  void putValue(json& values, const std::string& attribute, const std::string& text, const std::string& header) {
    if (!values.is_object())
      values = json::object();
    for (const char* end : {"min", "max"})
      if (const std::string tail = std::string(".") + end; attribute.ends_with(tail)) {
        putEnd(values, attribute.substr(0, attribute.size() - tail.size()), end, text, header);
        return;
      }
    const auto known = mUnits.attributes.find(attribute);
    if (known == mUnits.attributes.end()) {
      doubt(header, text, "the ruleset has no attribute \"" + attribute + "\"");
      return;
    }
    const AttributeType& type = known->second.type;
    std::optional<json> value = parseArmyValue(text, type.type);
    if (!value) {
      doubt(header, text, "this is no value of " + known->second.name);
      return;
    }
    if (value->is_string() && !type.values.empty() &&
        std::find(type.values.begin(), type.values.end(), value->get<std::string>()) == type.values.end()) {
      doubt(header, text, known->second.name + " is one of " + joinWords(type.values, " or "));
      return;
    }
    values[attribute] = std::move(*value);
  }

  /// The id of a side, type or echelon by its id or name. A text that is none is kept: the order of battle's check
  /// names it.
  std::string idOf(const std::string& to, const std::string& text, const std::string& header) {
    std::map<std::string, std::string> names;
    if (to == "side")
      names = mUnits.sideNames;
    for (const auto& [id, type] : mUnits.types)
      if (to == "type")
        names[id] = type.name;
    for (const auto& [id, echelon] : mUnits.echelons)
      if (to == "echelon")
        names[id] = echelon.name;
    std::vector<std::string> ids;
    if (names.contains(text))
      return text;
    for (const auto& [id, name] : names) {
      if (plainHeader(text) == plainHeader(id) || plainHeader(text) == plainHeader(name))
        return id;
      ids.push_back(id);
    }
    const auto near = nearestWord(text, ids);
    doubt(header, text, "the ruleset has no such " + to + (near ? ", did you mean \"" + *near + "\"?" : ""));
    mIsBad = true;
    return text;
  }

  /// Makes the formations that the columns of levels name; the lowest is the row's own.
  void makeLevels() {
    std::string parent = member("side");
    std::string above;
    for (const auto& [echelon, name] : mLevels) {
      const std::string id = fittingId((parent.empty() ? "" : parent + ".") + slugOf(name));
      json body{{"side", member("side")}, {"echelon", echelon}, {"name", name}};
      if (!above.empty())
        body["parent"] = above;
      if (mMade.insert(id).second)
        add({"formation", id}, body, 0);
      parent = above = id;
    }
    if (!above.empty() && !mMembers.contains("formation"))
      mMembers["formation"] = above;
  }

  std::string member(const std::string& name) const {
    const auto it = mMembers.find(name);
    return it == mMembers.end() ? std::string() : it->second;
  }

  std::string makeId() const {
    std::string id;
    if (mMapping.idPattern.empty()) {
      const std::string above = member("formation").empty() ? member("side") : member("formation");
      id = (above.empty() ? "" : above + ".") + slugOf(member("name"));
    } else {
      for (std::size_t i = 0; i < mMapping.idPattern.size(); ++i) {
        const std::size_t close = mMapping.idPattern.find('}', i);
        if (mMapping.idPattern[i] == '{' && close != std::string::npos) {
          id += slugOf(member(mMapping.idPattern.substr(i + 1, close - i - 1)));
          i = close;
        } else {
          id += mMapping.idPattern[i];
        }
      }
    }
    return id;
  }

  void finish() {
    const bool isBad = mIsBad;
    mIsBad = false;
    if (isBad)
      return;
    makeLevels();
    std::string id = member("id");
    const bool isId = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    });
    if (!isId && !id.empty())
      id = slugOf(id); // a code of the sheet's own
    if (const auto type = mUnits.types.find(member("type"));
        type != mUnits.types.end() && mMapping.section == "unit" && member("section") == "unit")
      mMembers["section"] = mGivesSection ? "unit" : type->second.row;
    if (id.empty() && mMapping.idPattern.empty() && !member("name").empty())
      if (const std::string known = idByName(member("section")); !mTaken.contains(member("section") + " " + known))
        id = known;
    if (id.empty()) {
      id = fittingId(makeId());
      // Two regiments of one name in one brigade are two rows.
      for (int n = 2; mTaken.contains(id); ++n)
        id = fittingId(makeId()) + "_" + std::to_string(n);
    }
    const std::string section = member("section");
    if (!mTaken.insert(section + " " + id).second) {
      doubt({}, id, "an earlier row has this id");
      return;
    }
    mTaken.insert(id);
    for (const auto& [name, text] : mMembers)
      if (name != "id" && name != "section")
        mBody[section == "formation" && name == "formation" ? "parent" : name] = text;
    add({section, id}, mBody, mLine);
  }

  /// The one row of the module with this name that agrees with what the sheet says of its side and formation.
  std::string idByName(const std::string& section) {
    if (mNamed.empty())
      for (const auto& [key, text] : mDocument.table(kOobTable)) {
        json body = json::parse(text, nullptr, false);
        const std::string name = key.section + " " + body.value("name", "");
        mNamed.emplace(name, std::pair(key.id, std::move(body)));
      }
    std::string out;
    const auto [from, to] = mNamed.equal_range(section + " " + member("name"));
    for (auto it = from; it != to; ++it) {
      const std::string& id = it->second.first;
      const json& body = it->second.second;
      const auto agrees = [&](const char* name) {
        return !mMembers.contains(name) || body.value(name, "") == member(name);
      };
      if (!agrees("side") || !agrees("formation"))
        continue;
      if (!out.empty())
        return {}; // two of them
      out = id;
    }
    return out;
  }

  /// The row says something about a sort of piece.
  void fillAllThatMatch() {
    if (std::exchange(mIsBad, false))
      return;
    std::size_t found = 0;
    for (const auto& [key, text] : mDocument.table(kOobTable)) {
      const json before = json::parse(text, nullptr, false);
      const std::string& section = key.section;
      if (!std::all_of(mMapping.match.begin(), mMapping.match.end(), [&](const std::string& name) {
            return (name == "section" ? section : before.value(name, "")) == member(name);
          }))
        continue;
      ++found;
      json values = before.value("values", json::object());
      bool isFilled = false;
      const json given = mBody.value("values", json::object()); // outlives the loop
      for (const auto& [name, value] : given.items())
        if (!values.contains(name)) {
          isFilled = true;
          values[name] = value.is_object() ? value : json{{"value", value}, {"uncertain", true}};
          if (mMembers.contains("source"))
            values[name]["source"] = member("source");
        }
      if (isFilled && mTaken.insert(key.section + " " + key.id).second)
        add(key, {{"values", values}}, mLine);
    }
    if (found == 0)
      doubt({}, {}, "no piece of the module is of this sort", false);
  }

  void add(const RecordKey& key, const json& body, long line) {
    json merged = json::object();
    const std::string* before = mDocument.record(kOobTable, key);
    if (before != nullptr) {
      merged = json::parse(*before, nullptr, false);
      for (const auto& [name, value] : body.items()) {
        if (value.is_object() && merged.contains(name) && merged[name].is_object() && name == "values")
          merged[name].update(value);
        else
          merged[name] = value;
      }
    } else {
      merged = body;
    }
    if (const auto problem = Schema::named("oob")->rowProblem(json::array({key.section, key.id, merged}))) {
      doubt({}, key.id, *problem);
      return;
    }
    const std::string record = merged.dump();
    const auto change = before == nullptr   ? SheetRow::Change::New
                        : *before == record ? SheetRow::Change::Same
                                            : SheetRow::Change::Changed;
    mOut.rows.push_back({line, key, record, change});
  }

  const CellTable& mTable;
  const SheetMapping& mMapping;
  const Document& mDocument;
  const UnitCatalogue& mUnits;
  std::vector<std::string> mHeaders;
  std::vector<Found> mColumns;
  SheetPreview mOut;
  long mLine = 1;
  json mBody;
  std::map<std::string, std::string> mMembers;
  std::vector<std::pair<std::string, std::string>> mLevels;
  std::set<std::string> mMade;
  std::set<std::string> mTaken;
  std::multimap<std::string, std::pair<std::string, json>> mNamed; ///< rows of the module by section and name
  std::set<std::string> mJoined;                                   ///< members of this row that cells have given
  bool mIsBad = false;
  bool mGivesSection = false; ///< some column says which section a row belongs to
};

} // namespace

std::size_t SheetPreview::count(SheetRow::Change change) const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const SheetRow& row) { return row.change == change; }));
}

SheetPreview previewSheet(const CellTable& table, const SheetMapping& mapping, const Document& document,
                          const UnitCatalogue& units) {
  return SheetReader(table, mapping, document, units).read();
}

Edit importEdit(Document& document, const SheetPreview& preview) {
  Stroke stroke(document, "Import order of battle");
  for (const SheetRow& row : preview.rows)
    if (row.change != SheetRow::Change::Same)
      stroke.setRecord(kOobTable, row.key, row.record);
  return stroke.finish();
}

} // namespace hotchkiss
