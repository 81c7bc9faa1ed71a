#include "libscenario/module/filekinds.h"
#include "libscenario/module/rowscanner.h"
#include "libscenario/validation/validator.h"

#include <unordered_map>

namespace hotchkiss {

namespace {

std::string joined(const RawRow& row, std::size_t items) {
  std::string out;
  for (std::size_t i = 0; i < items && i < row.items.size(); ++i)
    out += (i > 0 ? "." : "") + std::string(row.items[i]);
  return out;
}

/// What the row of a place begins with in its file.
std::string rowKey(const FindingPlace& place) {
  if (!place.thing.empty()) {
    const std::size_t space = place.thing.find(' ');
    return "\"" + place.thing.substr(0, space) + "\".\"" +
           (space == std::string::npos ? "" : place.thing.substr(space + 1)) + "\"";
  }
  if (place.hex)
    return toText(*place.hex);
  if (place.edge)
    return toText(*place.edge);
  return place.vertex ? toText(*place.vertex) : std::string();
}

} // namespace

void locateFindings(std::vector<Finding>& findings, const ModuleFiles& files) {
  // Lines are only looked up for files that have findings, by reading them once more: clean modules pay nothing.
  std::unordered_map<std::string, std::unordered_map<std::string, long>> wanted;
  for (const Finding& finding : findings)
    if (finding.place.line == 0 && !rowKey(finding.place).empty())
      wanted[finding.place.file].emplace(rowKey(finding.place), 0);
  for (auto& [path, keys] : wanted) {
    const auto file = files.find(path);
    if (file == files.end())
      continue;
    const std::size_t items = path == kEdgesPath || path == kVerticesPath ? 3 : 2;
    const Outcome ignored = scanRows(
        file->second, [](std::string_view, std::string_view, long) { return success(); },
        [&, &lines = keys](const RawRow& row) {
          if (const auto it = lines.find(joined(row, items)); it != lines.end() && it->second == 0)
            it->second = row.line;
          return success();
        });
    static_cast<void>(ignored);
  }
  for (Finding& finding : findings)
    if (finding.place.line == 0)
      if (const auto file = wanted.find(finding.place.file); file != wanted.end())
        if (const auto it = file->second.find(rowKey(finding.place)); it != file->second.end())
          finding.place.line = it->second;
}

} // namespace hotchkiss
