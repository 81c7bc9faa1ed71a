#include "libscenario/diff/readablefile.h"

#include "libscenario/diff/readablevalue.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/rowscanner.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool beginsWithNumbers(const json& row, std::size_t count) {
  constexpr std::int64_t kFarthest = 100'000;
  return row.size() >= count &&
         std::all_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const json& i) { return i.is_number_integer() && i >= -kFarthest && i <= kFarthest; });
}

/// "0533 (4.32)", or only the coordinates where nothing is printed.
template <class Place>
std::string labelled(Place place, const Numbering* labels) {
  const std::string coordinates = toText(place);
  const std::string label = labels ? labels->label(place) : std::string();
  return label.empty() || label.starts_with('(') ? coordinates : label + " (" + coordinates + ")";
}

std::string hexLine(const json& row, const Numbering* labels) {
  std::vector<std::string> words;
  if (row.size() > 2 && !row[2].is_null())
    words.push_back(readableValue("terrain", row[2], labels));
  if (row.size() > 3 && !row[3].is_null())
    words.push_back("level " + readableValue("level", row[3], labels));
  if (row.size() > 4)
    for (std::string& word : readableMembers(row[4], labels))
      words.push_back(std::move(word));
  const HexCoord h{row[0].get<std::int32_t>(), row[1].get<std::int32_t>()};
  return "hex " + labelled(h, labels) + ": " + (words.empty() ? kNoValue : joinedBy(words, ", "));
}

template <class Id>
std::string featureLine(const char* word, std::int32_t last, const json& row, const Numbering* labels) {
  const std::int32_t index = row[2].get<std::int32_t>();
  const Id id{row[0].get<std::int32_t>(), row[1].get<std::int32_t>(), index};
  // An index that no hex has cannot be labelled.
  const Numbering* usable = index >= 0 && index <= last ? labels : nullptr;
  const std::vector<std::string> words = row.size() > 3 ? readableMembers(row[3], labels) : std::vector<std::string>();
  return std::string(word) + " " + labelled(id, usable) + ": " + (words.empty() ? kNoValue : joinedBy(words, ", "));
}

std::string lineOf(const std::string& path, const json& row, const Numbering* labels) {
  if (path == kHexesPath && beginsWithNumbers(row, 2))
    return hexLine(row, labels);
  if (path == kEdgesPath && beginsWithNumbers(row, 3))
    return featureLine<EdgeId>("hexside", 2, row, labels);
  if (path == kVerticesPath && beginsWithNumbers(row, 3))
    return featureLine<VertexId>("corner", 1, row, labels);
  if (row.size() == 3 && row[0].is_string() && row[1].is_string() && row[2].is_object()) {
    const std::vector<std::string> words = readableMembers(row[2], labels);
    return readableValue({}, row[0], labels) + " " + readableValue({}, row[1], labels) + ": " +
           (words.empty() ? kNoValue : joinedBy(words, "; "));
  }
  return "row " +
         row.dump(-1, ' ', false, json::error_handler_t::replace); // what it means is not known, but it is there
}

} // namespace

Result<std::string> readableFile(const std::string& path, std::string_view text, const Numbering* labels) {
  const bool isDense = path == kHexesPath || path == kEdgesPath || path == kVerticesPath;
  if (!isDense && !recordFileAt(path))
    return Error{
        "this is not a file of a module", path, 0, {}, "give its path inside the module, such as map/hexes.json"};
  std::string out;
  const Outcome outcome = scanRows(
      text, [](std::string_view, std::string_view, long) { return success(); },
      [&](const RawRow& raw) -> Outcome {
        if (raw.items.empty() || (isDense && raw.items.size() == 1))
          return success();
        const Result<json> row = parseStrictJson(raw.text);
        if (!row)
          return Error{row.error().message, {}, raw.line, {}, {}};
        out += lineOf(path, *row, labels) + "\n";
        return success();
      });
  if (!outcome) {
    Error error = outcome.error();
    error.file = path;
    return error;
  }
  return out;
}

} // namespace hotchkiss
