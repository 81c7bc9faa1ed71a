#include "editor/docks/paletteentries.h"

#include "editor/docks/recordtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr std::array<const char*, 9> kSections{"terrain", "edgeFeature", "vertexFeature", "path", "crossing",
                                               "place",   "region",      "entry",         "link"};

PaletteEntry entryOf(const RecordKey& key, const json& body) {
  PaletteEntry entry;
  entry.section = key.section;
  entry.id = key.id;
  entry.name = body.value("name", key.id);
  entry.group = body.value("group", "");
  entry.key = body.value("key", "");
  entry.note = body.value("note", "");
  entry.source = sourceText(body.value("source", json()));
  entry.course = body.value("course", "");
  entry.classRequired = body.value("classRequired", false);
  const json classes = body.value("classes", json::object());
  for (const auto& [id, row] : classes.items())
    entry.classes.push_back({id, row.value("name", id), row.value("key", ""), row.value("note", ""),
                             sourceText(row.value("source", json()))});
  // Classes are numbered or lettered in the order in which people think of them: small before large.
  std::stable_sort(entry.classes.begin(), entry.classes.end(),
                   [](const PaletteClass& a, const PaletteClass& b) { return a.key < b.key; });
  return entry;
}

} // namespace

std::vector<PaletteEntry> paletteEntries(const Ruleset& ruleset) {
  std::vector<PaletteEntry> out;
  for (const char* section : kSections) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const auto& [key, text] : ruleset.rows("catalogue")) {
      if (key.section != section)
        continue;
      const json body = parsedObject(text);
      if (!body.contains("derived"))
        out.push_back(entryOf(key, body));
    }
    std::stable_sort(out.begin() + first, out.end(), [](const PaletteEntry& a, const PaletteEntry& b) {
      return std::tie(a.group, a.name) < std::tie(b.group, b.name);
    });
  }
  return out;
}

std::string sectionOf(ToolId tool) {
  switch (tool) {
  case ToolId::Terrain:
  case ToolId::Fill:
    return "terrain";
  case ToolId::Hexside:
  case ToolId::TypeAlong:
    return "edgeFeature";
  case ToolId::Corner:
    return "vertexFeature";
  case ToolId::Path:
    return "path";
  case ToolId::Crossing:
    return "crossing";
  case ToolId::Place:
    return "place";
  case ToolId::Region:
    return "region";
  case ToolId::Entry:
    return "entry";
  case ToolId::Link:
    return "link";
  default:
    return {};
  }
}

std::optional<ToolId> toolFor(const std::string& section) {
  for (const ToolId tool : {ToolId::Terrain, ToolId::Hexside, ToolId::Corner, ToolId::Path, ToolId::Crossing,
                            ToolId::Place, ToolId::Region, ToolId::Entry, ToolId::Link})
    if (sectionOf(tool) == section)
      return tool;
  return std::nullopt;
}

std::optional<KeyChoice> entryForKey(const std::vector<PaletteEntry>& entries, const std::string& section,
                                     const std::string& chosenKind, const std::string& key) {
  if (section.empty() || key.empty())
    return std::nullopt;
  for (const PaletteEntry& entry : entries)
    if (entry.section == section && entry.id == chosenKind)
      for (const PaletteClass& choice : entry.classes)
        if (choice.key == key)
          return KeyChoice{entry.id, choice.id};
  for (const PaletteEntry& entry : entries)
    if (entry.section == section && entry.key == key)
      return KeyChoice{entry.id, entry.classRequired && !entry.classes.empty() ? entry.classes.front().id : ""};
  return std::nullopt;
}

} // namespace hotchkiss::editor
