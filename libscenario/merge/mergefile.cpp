#include "libscenario/diff/readablevalue.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/merge/modulemerge.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/rowscanner.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// What names a row: coordinates in dense files, section and id in the others.
struct RowKey {
  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min(); // before every number
  std::array<std::int32_t, 3> numbers{kNone, kNone, kNone};
  RecordKey record;

  bool isMark() const { return numbers[0] != kNone && numbers[1] == kNone; } ///< opens a column, carries nothing
};

bool before(const RowKey& a, const RowKey& b) {
  return a.numbers != b.numbers ? a.numbers < b.numbers : RecordOrder{}(a.record, b.record);
}

struct Row {
  RowKey key;
  std::string_view text;
  long line = 0;
};

struct File {
  std::string kind;
  std::string cols;
  std::vector<Row> rows; ///< sorted
};

std::size_t coordinatesOf(const std::string& path) {
  return path == kHexesPath ? 2 : path == kEdgesPath || path == kVerticesPath ? 3 : 0;
}

std::optional<std::string> textOf(std::string_view item) {
  const Result<json> value = parseStrictJson(item);
  return value && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

Result<RowKey> keyOf(const RawRow& row, std::size_t coordinates) {
  const auto refuse = [&](const char* why) { return Error{why, {}, row.line, {}, {}}; };
  RowKey key;
  if (coordinates == 0) {
    if (row.items.size() != 3)
      return refuse("a row has three items: section, id and members");
    const std::optional<std::string> section = textOf(row.items[0]);
    const std::optional<std::string> id = textOf(row.items[1]);
    if (!section || !id)
      return refuse("section and id of a row are texts");
    key.record = {*section, *id};
    return key;
  }
  if (row.items.size() != 1 && row.items.size() < coordinates)
    return refuse("the row has too few coordinates");
  for (std::size_t i = 0; i < std::min(row.items.size(), coordinates); ++i) {
    const std::optional<long> number = parseInteger(row.items[i]);
    constexpr long kFarthest = 100'000;
    if (!number || *number < -kFarthest || *number > kFarthest)
      return refuse("the coordinates of the row cannot be read");
    key.numbers.at(i) = static_cast<std::int32_t>(*number);
  }
  return key;
}

Result<File> readFile(const std::string& path, std::string_view text, const char* side) {
  File out;
  if (text.empty())
    return out;
  const std::size_t coordinates = coordinatesOf(path);
  int version = -1;
  const Outcome outcome = scanRows(
      text,
      [&](std::string_view name, std::string_view value, long) -> Outcome {
        if (name == "formatVersion")
          version = static_cast<int>(parseInteger(value).value_or(-1));
        else if (name == "kind")
          out.kind = value;
        else if (name == "cols") {
          const Result<json> cols = parseStrictJson(value);
          out.cols = cols ? cols->dump() : std::string(value);
        }
        return success();
      },
      [&](const RawRow& row) -> Outcome {
        if (row.items.empty())
          return success();
        const Result<RowKey> key = keyOf(row, coordinates);
        if (!key)
          return key.error();
        out.rows.push_back({*key, row.text, row.line});
        return success();
      });
  const auto refuse = [&](Error error) {
    error.file = path;
    error.where = side;
    return error;
  };
  if (!outcome)
    return refuse(outcome.error());
  if (version != kFormatVersion)
    return refuse({"format version " + std::to_string(version) + " cannot be merged",
                   {},
                   0,
                   {},
                   "save the module in format version " + std::to_string(kFormatVersion) + " first"});
  const auto less = [](const Row& a, const Row& b) { return before(a.key, b.key); };
  if (!std::is_sorted(out.rows.begin(), out.rows.end(), less))
    std::stable_sort(out.rows.begin(), out.rows.end(), less);
  for (std::size_t i = 1; i < out.rows.size(); ++i)
    if (!before(out.rows[i - 1].key, out.rows[i].key))
      return refuse({"two rows stand for the same place or record", {}, out.rows[i].line, {}, "keep one of them"});
  return out;
}

/// The members of a row that are merged one by one: the columns of a hex by their names, else the object at the end.
json valueOf(const std::string& path, const json& row) {
  if (path == kHexesPath) {
    json out = json::object();
    if (row.size() > 2 && !row[2].is_null())
      out["terrain"] = row[2];
    if (row.size() > 3 && !row[3].is_null())
      out["level"] = row[3];
    if (row.size() > 4 && row[4].is_object() && !row[4].empty())
      out["more"] = row[4];
    return out;
  }
  return row.empty() ? json() : row.back();
}

std::string rowText(const std::string& path, const RowKey& key, const json& value) {
  json row = json::array();
  if (coordinatesOf(path) == 0) {
    row = {key.record.section, key.record.id, value};
  } else {
    for (std::size_t i = 0; i < coordinatesOf(path); ++i)
      row.push_back(key.numbers.at(i));
    if (path == kHexesPath) {
      row.push_back(value.value("terrain", json()));
      row.push_back(value.value("level", json()));
      row.push_back(value.value("more", json()));
      while (row.size() > 2 && (row.back().is_null() || row.back() == json::object()))
        row.erase(row.size() - 1);
    } else {
      row.push_back(value);
    }
  }
  return row.dump();
}

std::string placeOf(const std::string& path, const RowKey& key, const Numbering* labels) {
  const auto& [c, r, d] = key.numbers;
  if (path == kHexesPath)
    return "hex " + (labels ? labels->label(HexCoord{c, r}) : toText(HexCoord{c, r}));
  if (path == kEdgesPath)
    return "hexside " + (labels && d >= 0 && d < 3 ? labels->label(EdgeId{c, r, d}) : toText(EdgeId{c, r, d}));
  if (path == kVerticesPath)
    return "corner " + (labels && d >= 0 && d < 2 ? labels->label(VertexId{c, r, d}) : toText(VertexId{c, r, d}));
  return key.record.section + " " + key.record.id;
}

std::string conflictWords(const std::string& path, const ThreeWay& values, const Numbering* labels) {
  const std::string name = path.substr(path.rfind(' ') + 1);
  const auto words = [&](const json* value) {
    return value ? readableValue(name, *value, labels) : std::string(kNoValue);
  };
  return (path.empty() ? "" : path + " ") + "was " + words(values.base) + ", is " + words(values.ours) +
         " on our side and " + words(values.theirs) + " on theirs";
}

class FileMerge {
 public:
  FileMerge(std::string path, Prefer prefer, const Numbering* labels)
      : mPath(std::move(path)), mPrefer(prefer), mLabels(labels) {}

  /// The row with the changes of both sides; nothing when it is gone.
  Result<std::optional<std::string>> row(const RowKey& key, const Row* base, const Row* ours, const Row* theirs) {
    const auto sameText = [](const Row* a, const Row* b) { return a == b || (a && b && a->text == b->text); };
    const auto keep = [&](const Row* side) -> Result<std::optional<std::string>> {
      if (!side)
        return std::optional<std::string>();
      if (side->text.find('\n') == std::string_view::npos)
        return std::optional(std::string(side->text));
      const Result<json> value = parseStrictJson(side->text); // one record a line
      if (!value)
        return Error{value.error().message, mPath, side->line, {}, {}};
      return std::optional(value->dump());
    };
    if (key.isMark())
      return std::optional("[" + std::to_string(key.numbers[0]) + "]"); // as long as anybody has it
    if (sameText(ours, theirs) || sameText(theirs, base))
      return keep(ours);
    if (sameText(ours, base))
      return keep(theirs);
    std::array<std::optional<json>, 3> values;
    const std::array<const Row*, 3> rows{base, ours, theirs};
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows.at(i)) {
        const Result<json> value = parseStrictJson(rows.at(i)->text);
        if (!value)
          return Error{value.error().message, mPath, rows.at(i)->line, {}, {}};
        values.at(i) = valueOf(mPath, *value);
      }
    const auto at = [&](std::size_t i) { return values.at(i) ? &*values.at(i) : nullptr; };
    const std::optional<json> merged =
        mergeValue({}, {at(0), at(1), at(2)}, mPrefer, [&](const std::string& path, const ThreeWay& three) {
          mConflicts.push_back({mPath, placeOf(mPath, key, mLabels), conflictWords(path, three, mLabels)});
        });
    const bool isEmptyPlace = coordinatesOf(mPath) == 3 && merged && merged->empty();
    if (!merged || isEmptyPlace)
      return std::optional<std::string>();
    return std::optional(rowText(mPath, key, *merged));
  }

  std::vector<MergeConflict> takeConflicts() { return std::move(mConflicts); }

 private:
  std::string mPath;
  Prefer mPrefer;
  const Numbering* mLabels;
  std::vector<MergeConflict> mConflicts;
};

} // namespace

Result<MergedFile> mergeFile(const std::string& path, std::string_view base, std::string_view ours,
                             std::string_view theirs, Prefer prefer, const Numbering* labels) {
  if (coordinatesOf(path) == 0 && !recordFileAt(path))
    return Error{
        "this is not a file of a module", path, 0, {}, "give its path inside the module, such as map/hexes.json"};
  std::array<File, 3> files;
  const std::array<std::pair<std::string_view, const char*>, 3> sides{
      {{base, "base"}, {ours, "our side"}, {theirs, "their side"}}};
  const File* shape = nullptr;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    Result<File> file = readFile(path, sides.at(i).first, sides.at(i).second);
    if (!file)
      return file.error();
    files.at(i) = std::move(*file);
    if (files.at(i).kind.empty())
      continue;
    if (shape && (shape->kind != files.at(i).kind || shape->cols != files.at(i).cols))
      return Error{"the sides are files of different kinds", path, 0, {}, {}};
    shape = &files.at(i);
  }
  MergedFile out;
  if (!shape)
    return out;
  out.text = "{\"formatVersion\":" + std::to_string(kFormatVersion) + ",\"kind\":" + shape->kind +
             (shape->cols.empty() ? "" : ",\"cols\":" + shape->cols) + ",\"rows\":[\n";
  FileMerge merge(path, prefer, labels);
  std::array<std::size_t, 3> next{};
  while (true) {
    const RowKey* key = nullptr;
    for (std::size_t i = 0; i < files.size(); ++i)
      if (next.at(i) < files.at(i).rows.size())
        if (const RowKey& candidate = files.at(i).rows[next.at(i)].key; !key || before(candidate, *key))
          key = &candidate;
    if (!key)
      break;
    std::array<const Row*, 3> rows{};
    const RowKey current = *key;
    for (std::size_t i = 0; i < files.size(); ++i)
      if (next.at(i) < files.at(i).rows.size() && !before(current, files.at(i).rows[next.at(i)].key))
        rows.at(i) = &files.at(i).rows[next.at(i)++];
    const Result<std::optional<std::string>> row = merge.row(current, rows[0], rows[1], rows[2]);
    if (!row)
      return row.error();
    if (*row)
      out.text += **row + ",\n";
  }
  out.text += "[]]}\n";
  out.conflicts = merge.takeConflicts();
  return out;
}

} // namespace hotchkiss
