#include "libscenario/module/migration.h"

#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kOldPath = "map.json";

Error oldFile(std::string message) {
  return {std::move(message), kOldPath, 0, {}, "this file claims to be format version 0; see docs/formats.md"};
}

bool isCoordinate(const json& item, const char* name) {
  return item.contains(name) && item[name].is_number_integer() && item[name] >= -1 && item[name] <= 8192;
}

/// Every member of an item except those that have a place of their own.
json restOf(const json& item, std::initializer_list<const char*> known) {
  json out = item;
  for (const char* name : known)
    out.erase(name);
  return out;
}

} // namespace

bool isVersionZero(const ModuleFiles& files) {
  return files.contains(kOldPath) && !files.contains(kModulePath);
}

Result<ModuleFiles> migrateFromZero(const ModuleFiles& files) {
  const Result<json> parsed = parseStrictJson(files.at(kOldPath));
  if (!parsed)
    return Error{parsed.error().message, kOldPath, parsed.error().line, {}, {}};
  const json& old = *parsed;
  if (!old.is_object() || old.value("formatVersion", json()) != json(0))
    return oldFile("map.json is not a module of format version 0");
  const json grid = old.value("grid", json::object());
  if (!grid.is_object() || !isCoordinate(grid, "width") || !isCoordinate(grid, "height") || grid["width"] < 1 ||
      grid["height"] < 1)
    return oldFile("the grid has no width and height");
  for (const char* name : {"id", "title", "system"})
    if (!old.contains(name) || !old[name].is_string())
      return oldFile(std::string("the member \"") + name + "\" is missing");

  NewModule wanted;
  wanted.id = old["id"].get<std::string>();
  wanted.title = old["title"].get<std::string>();
  wanted.ruleset = old["system"].get<std::string>();
  wanted.extent = {grid["width"].get<std::int32_t>(), grid["height"].get<std::int32_t>()};
  wanted.lattice =
      Lattice(grid.value("orientation", json("flat")) == json("pointy") ? Orientation::Pointy : Orientation::Flat,
              grid.value("shifted", json("odd")) == json("even") ? Parity::Even : Parity::Odd);
  const json label = grid.value("label", json("{col:2}{row:2}"));
  wanted.sheetRecord =
      json{{"label", label}, {"letter", ""}, {"origin", {0, 0}}, {"size", {wanted.extent.width, wanted.extent.height}}}
          .dump();
  Document document = makeModule(wanted);
  for (const json& item : old.value("hexes", json::array())) {
    if (!item.is_object() || !isCoordinate(item, "c") || !isCoordinate(item, "r"))
      return oldFile("a hex has no coordinates");
    if (!wanted.extent.contains({item["c"].get<std::int32_t>(), item["r"].get<std::int32_t>()}))
      return oldFile("a hex lies outside the grid");
    HexValue value;
    if (item.contains("terrain") && item["terrain"].is_string())
      value.terrain = document.pool().intern(item["terrain"].get<std::string>());
    if (item.contains("level") && item["level"].is_number_integer() && item["level"] >= -30000 &&
        item["level"] <= 30000)
      value.level = item["level"].get<std::int16_t>();
    const json more = restOf(item, {"c", "r", "terrain", "level"});
    if (!more.empty())
      value.more = document.pool().intern(more.dump());
    document.setHex({item["c"].get<std::int32_t>(), item["r"].get<std::int32_t>()}, value);
  }
  for (const json& item : old.value("sides", json::array())) {
    if (!item.is_object() || !isCoordinate(item, "c") || !isCoordinate(item, "r") || !isCoordinate(item, "d") ||
        !item.contains("features"))
      return oldFile("a side has no coordinates or features");
    if (item["d"] < 0 || item["d"] > 2 ||
        !wanted.extent.containsOrBorders({item["c"].get<std::int32_t>(), item["r"].get<std::int32_t>()}))
      return oldFile("a side lies outside the grid, or its d is not 0, 1 or 2");
    document.setEdge({item["c"].get<std::int32_t>(), item["r"].get<std::int32_t>(), item["d"].get<std::int32_t>()},
                     document.pool().intern(item["features"].dump()));
  }
  for (const json& item : old.value("named", json::array())) {
    if (!item.is_object() || !item.contains("type") || !item["type"].is_string() || !item.contains("id") ||
        !item["id"].is_string())
      return oldFile("a named thing has no type and id");
    document.setRecord(kNamedTable, {item["type"].get<std::string>(), item["id"].get<std::string>()},
                       restOf(item, {"type", "id"}).dump());
  }
  return writeModule(document);
}

} // namespace hotchkiss
