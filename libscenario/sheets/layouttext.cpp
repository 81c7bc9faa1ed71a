#include "libscenario/sheets/layouttext.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::string trimmed(std::string_view text) {
  std::string out;
  for (const char c : text) { // runs of spaces are the compositor's
    const bool isSpace = c == ' ' || c == '\t' || c == '\r' || c == '\f';
    if (!isSpace)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ')
    out.pop_back();
  return out;
}

std::vector<std::string> words(const json& body, const char* member) {
  const auto it = body.find(member);
  return it == body.end() ? std::vector<std::string>{} : it->get<std::vector<std::string>>();
}

bool holdsOneOf(const std::string& text, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

/// A piece of a line and where it began.
struct Segment {
  std::size_t start = 0;
  std::string text;
};

/// Reads a list line by line.
class LayoutReader {
 public:
  LayoutReader(const LayoutMapping& mapping, const Document& document) : mMapping(mapping), mDocument(document) {
    if (!mapping.rootName.empty())
      add({"formation", mapping.root}, json{{"name", mapping.rootName}, {"side", mapping.side}});
  }

  SheetPreview read(std::string_view text) {
    for (const std::string_view line : splitText(text, '\n')) {
      ++mLine;
      if (!isUtf8(line)) {
        mOut.doubts.push_back({mLine, {}, {}, "the line is not UTF-8", true});
        continue;
      }
      for (const Segment& segment : segments(line))
        take(segment);
    }
    for (Column& column : mColumns)
      finish(column);
    for (const auto& [key, body] : mRows)
      check(key, body);
    return std::move(mOut);
  }

 private:
  struct Column {
    std::string formation; ///< id of the one whose units follow
    std::string waiting;   ///< text that goes on in the next line
    long line = 0;
  };

  const LayoutLevel* levelOf(const std::string& text) const {
    const std::size_t bracket = text.find('(');
    for (const LayoutLevel& level : mMapping.levels)
      if (bracket != std::string::npos && holdsOneOf(text.substr(0, bracket), level.words))
        return &level;
    return nullptr;
  }

  bool isLowest(const LayoutLevel& level) const { return level.order == mMapping.levels.back().order; }

  /// One or two segments: the second is that of the right column.
  std::vector<Segment> segments(std::string_view line) {
    std::size_t first = line.find_first_not_of(" \t\f\r");
    if (first == std::string_view::npos)
      return {};
    // Two headings side by side, perhaps with one space between them.
    for (std::size_t at = line.find(") ", first); at != std::string_view::npos; at = line.find(") ", at + 1)) {
      const std::size_t second = line.find_first_not_of(' ', at + 1);
      if (second == std::string_view::npos)
        break;
      const LayoutLevel* left = levelOf(trimmed(line.substr(first, at + 1 - first)));
      const LayoutLevel* right = levelOf(trimmed(line.substr(second)));
      if (left != nullptr && right != nullptr && isLowest(*left)) {
        mRight = second;
        return {{first, trimmed(line.substr(first, at + 1 - first))}, {second, trimmed(line.substr(second))}};
      }
    }
    constexpr std::size_t kGap = 2;
    constexpr std::size_t kSlack = 8;
    // A heading on the left whose text goes on below, beside one on the right.
    for (std::size_t gap = line.find("   ", first); gap != std::string_view::npos; gap = line.find("   ", gap + 1)) {
      const std::size_t second = line.find_first_not_of(' ', gap);
      if (second == std::string_view::npos)
        break;
      const LayoutLevel* left = levelOf(trimmed(line.substr(first, gap - first)));
      const LayoutLevel* right = levelOf(trimmed(line.substr(second)));
      if (left != nullptr && right != nullptr && isLowest(*left)) {
        mRight = second;
        return {{first, trimmed(line.substr(first, gap - first))}, {second, trimmed(line.substr(second))}};
      }
      gap = second;
    }
    if (mRight != 0) {
      if (first + kSlack >= mRight)
        return {{first, trimmed(line.substr(first))}};
      for (std::size_t at = first; at < line.size();) {
        const std::size_t gap = line.find("  ", at);
        const std::size_t next = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
        if (next == std::string_view::npos)
          break;
        if (next - gap >= kGap && next + kSlack >= mRight)
          return {{first, trimmed(line.substr(first, gap - first))}, {next, trimmed(line.substr(next))}};
        at = next;
      }
    }
    return {{first, trimmed(line.substr(first))}};
  }

  void take(const Segment& segment) {
    if (holdsOneOf(segment.text, mMapping.ignore) ||
        std::all_of(segment.text.begin(), segment.text.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      return;
    constexpr std::size_t kSlack = 8;
    const bool isRight = mRight != 0 && segment.start + kSlack >= mRight;
    const LayoutLevel* level = levelOf(segment.text);
    const bool isFull = level != nullptr && !isLowest(*level);
    if (isFull) { // a heading over both columns
      for (Column& column : mColumns)
        finish(column);
      mRight = 0;
    }
    Column& column = mColumns[isRight && !isFull ? 1 : 0];
    if (level != nullptr && isLowest(*level) && !isRight && segment.start > 0 && mRight != 0 && !mSawRight)
      mRight = 0; // one column again
    mSawRight = isRight;
    const std::string joined = column.waiting.empty() ? segment.text : column.waiting + " " + segment.text;
    if (column.waiting.empty())
      column.line = mLine;
    column.waiting.clear();
    const auto open = std::count(joined.begin(), joined.end(), '(') > std::count(joined.begin(), joined.end(), ')');
    const bool goesOn = std::any_of(mMapping.joins.begin(), mMapping.joins.end(),
                                    [&](const std::string& end) { return joined.ends_with(" " + end); });
    constexpr std::size_t kLongest = 300;
    if ((open || goesOn) && joined.size() < kLongest)
      column.waiting = joined;
    else
      use(column, joined);
  }

  void finish(Column& column) {
    if (!column.waiting.empty())
      use(column, std::exchange(column.waiting, {}));
  }

  void use(Column& column, const std::string& text) {
    if (const LayoutLevel* level = levelOf(text))
      heading(column, *level, text);
    else if (text.front() == '(')
      furtherLeader(column, text);
    else
      unit(column, text);
  }

  void heading(Column& column, const LayoutLevel& level, const std::string& text) {
    const std::size_t bracket = text.find('(');
    const std::string name = trimmed(text.substr(0, bracket));
    std::string parent = mMapping.root;
    for (const LayoutLevel& above : mMapping.levels)
      if (above.order < level.order && mOpen.contains(above.order))
        parent = mOpen[above.order];
    std::string id = unused((parent.empty() ? "" : parent + ".") + slugOf(name));
    json body{{"echelon", level.echelon}, {"name", name}, {"order", ++mOrder}, {"side", mMapping.side}};
    if (!parent.empty())
      body["parent"] = parent;
    add({"formation", id}, body);
    for (auto it = mOpen.lower_bound(level.order); it != mOpen.end();)
      it = mOpen.erase(it);
    mOpen[level.order] = id;
    column.formation = id;
    if (!isLowest(level))
      for (Column& each : mColumns)
        each.formation = id;
    leader(id, level, text.substr(bracket));
  }

  void leader(const std::string& formation, const LayoutLevel& level, const std::string& bracketed) {
    std::string name = bracketed;
    std::erase_if(name, [](char c) { return c == '(' || c == ')'; });
    name = trimmed(name);
    json values = json::object();
    for (const auto& [word, value] : mMapping.ranks)
      if (name.starts_with(word)) {
        name = trimmed(name.substr(word.size()));
        if (!value.empty())
          values["rank"] = value;
      }
    if (level.leader.empty() || name.empty()) {
      note(formation, "led by " + name);
      return;
    }
    const std::size_t last = name.rfind(' ');
    const std::string id = unused((mMapping.root.empty() ? mMapping.side : mMapping.root) + ".ldr." +
                                  slugOf(last == std::string::npos ? name : name.substr(last + 1)));
    json body{{"commands", formation},
              {"formation", formation},
              {"name", name},
              {"side", mMapping.side},
              {"type", level.leader}};
    if (!values.empty())
      body["values"] = values;
    add({"leader", id}, body);
    mRows[{"formation", formation}]["leader"] = id;
  }

  /// Those who followed in the course of the battle.
  void furtherLeader(const Column& column, const std::string& text) {
    if (column.formation.empty())
      lose(column, text, "no formation stands above it");
    else
      note(column.formation, "then " + text.substr(1, text.size() - (text.ends_with(")") ? 2 : 1)));
  }

  void note(const std::string& formation, const std::string& words) {
    json& body = mRows[{"formation", formation}];
    const std::string before = body.value("note", "");
    body["note"] = before.empty() ? words : before + "; " + words;
  }

  void unit(const Column& column, const std::string& text) {
    if (column.formation.empty()) {
      lose(column, text, "no formation stands above it");
      return;
    }
    if (text.find(' ') == std::string::npos) {
      lose(column, text, "a single word; perhaps another reading of a line beside it");
      return;
    }
    json body{{"formation", column.formation}, {"order", ++mOrder}, {"side", mMapping.side}};
    std::string name = text;
    if (const std::size_t bracket = text.find('('); bracket != std::string::npos) {
      name = trimmed(text.substr(0, bracket));
      body["note"] = text.substr(bracket + 1, text.rfind(')') - bracket - 1);
    }
    const std::string repaired = repair(name, body);
    body["name"] = repaired;
    if (body.value("uncertain", false)) {
      body["printed"] = text;
      mOut.doubts.push_back({column.line, {}, text, body.value("doubt", ""), false});
    }
    std::string section = "unit";
    body["type"] = typeOf(repaired, column.formation, section);
    add({section, unused(column.formation + "." + slugOf(repaired))}, body);
  }

  /// The name with its numbers set right; marks the row when that was needed or did not help.
  std::string repair(const std::string& name, json& body) const {
    std::string out;
    std::vector<std::string> doubts;
    for (const std::string_view view : splitText(name, ' ')) {
      const std::string word(view);
      const std::vector<std::string> readings = ordinalReadings(word, mMapping.confusables);
      const bool hasDigit = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
      const bool hasLetter =
          std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
      std::string taken = word;
      if (readings.size() == 1) {
        taken = readings.front();
        doubts.push_back("\"" + word + "\" read as " + taken);
      } else if (!readings.empty()) {
        doubts.push_back("\"" + word + "\" may be " + joinWords(readings, " or "));
      } else if (hasDigit && hasLetter && !isOrdinal(word)) {
        doubts.push_back("\"" + word + "\" is no number");
      }
      out += (out.empty() ? "" : " ") + taken;
    }
    if (!doubts.empty()) {
      body["uncertain"] = true;
      body["doubt"] = joinWords(doubts, "; ");
    }
    return out;
  }

  static bool isOrdinal(const std::string& word) {
    const std::size_t digits = word.find_first_not_of("0123456789");
    static constexpr std::array<const char*, 5> kEndings{"st", "nd", "rd", "th", "d"};
    return digits != std::string::npos && digits > 0 &&
           std::any_of(kEndings.begin(), kEndings.end(), [&](const char* end) { return word.substr(digits) == end; });
  }

  std::string typeOf(const std::string& name, const std::string& formation, std::string& section) const {
    std::string above;
    for (std::string id = formation; !id.empty();) {
      const auto it = mRows.find({"formation", id});
      if (it == mRows.end())
        break;
      above += it->second.value("name", "") + "\n";
      id = it->second.value("parent", "");
    }
    for (const LayoutType& type : mMapping.types)
      if ((!type.words.empty() && holdsOneOf(name, type.words)) || (!type.in.empty() && holdsOneOf(above, type.in))) {
        section = type.section;
        return type.type;
      }
    return mMapping.type;
  }

  std::string unused(const std::string& wanted) {
    const std::string id = fittingId(wanted);
    std::string out = id;
    for (int n = 2; !mTaken.insert(out).second; ++n)
      out = id + "_" + std::to_string(n);
    return out;
  }

  void lose(const Column& column, const std::string& text, const std::string& why) {
    mOut.doubts.push_back({column.line, {}, text, why, true});
  }

  void add(const RecordKey& key, const json& body) {
    mRows[key] = body;
    mLines[key] = mLine;
  }

  void check(const RecordKey& key, const json& body) {
    const std::string* before = mDocument.record(kOobTable, key);
    if (const auto problem = Schema::named("oob")->rowProblem(json::array({key.section, key.id, body}))) {
      mOut.doubts.push_back({mLines[key], {}, key.id, *problem, true});
      return;
    }
    const std::string record = body.dump();
    mOut.rows.push_back({mLines[key], key, record,
                         before == nullptr   ? SheetRow::Change::New
                         : *before == record ? SheetRow::Change::Same
                                             : SheetRow::Change::Changed});
  }

  const LayoutMapping& mMapping;
  const Document& mDocument;
  SheetPreview mOut;
  std::map<RecordKey, json, RecordOrder> mRows;
  std::map<RecordKey, long, RecordOrder> mLines;
  std::array<Column, 2> mColumns;
  std::map<long, std::string> mOpen; ///< by order of its level: the formation that is open
  std::set<std::string> mTaken;
  std::size_t mRight = 0; ///< where the right column begins; 0: there is none
  bool mSawRight = false;
  long mLine = 0;
  long mOrder = 0;
};

} // namespace

bool isLayoutMapping(const std::string& text) {
  const Result<json> file = parseStrictJson(text);
  if (!file || !file->is_object() || !file->contains("rows") || !(*file)["rows"].is_array())
    return false;
  const json& rows = (*file)["rows"];
  return std::any_of(rows.begin(), rows.end(), [](const json& row) {
    return row.is_array() && row.size() == 3 && row[0] == "sheet" && row[2].is_object() && row[2].contains("form") &&
           row[2]["form"] == "layout";
  });
}

Result<LayoutMapping> readLayoutMapping(const std::string& text) {
  const Result<json> file = parseStrictJson(text);
  if (!file)
    return file.error();
  if (const auto problem = Schema::named("mapping")->problem(*file))
    return Error{*problem, {}, 0, {}, "see docs/armies.md for mappings of printed lists"};
  LayoutMapping out;
  for (const json& row : (*file)["rows"]) {
    if (row.empty())
      continue;
    const json& body = row[2];
    const std::string section = row[0].get<std::string>();
    if (section == "sheet") {
      out.side = body.value("side", "");
      out.root = body.value("root", "");
      out.rootName = body.value("rootName", "");
      out.type = body.value("type", "");
      out.ignore = words(body, "ignore");
      out.joins = words(body, "joins");
    } else if (section == "level") {
      out.levels.push_back(
          {body.value("echelon", ""), body.value("order", 0L), words(body, "words"), body.value("leader", "")});
    } else if (section == "type") {
      out.types.push_back(
          {body.value("type", ""), body.value("section", "unit"), words(body, "words"), words(body, "in")});
    } else if (section == "rank") {
      out.ranks[body.value("word", "")] = body.value("value", "");
    } else if (section == "confusable") {
      out.confusables[row[1].get<std::string>()] = words(body, "read");
    }
  }
  if (out.levels.empty() || out.side.empty() || out.type.empty())
    return Error{"the mapping of a printed list needs levels, a side and a type", {}, 0, {}, {}};
  std::stable_sort(out.levels.begin(), out.levels.end(),
                   [](const LayoutLevel& a, const LayoutLevel& b) { return a.order < b.order; });
  return out;
}

SheetPreview previewLayout(std::string_view text, const LayoutMapping& mapping, const Document& document) {
  return LayoutReader(mapping, document).read(text);
}

} // namespace hotchkiss
