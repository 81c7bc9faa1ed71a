#include "libscenario/ruleset/ruleset.h"

#include "libscenario/json/embedded.h"
#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <mutex>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::array<const char*, 8> kKinds{"ruleset", "catalogue", "notation", "styles",
                                            "rules",   "units",     "vectors",  "checks"};
constexpr std::size_t kNeededKinds = 4; // a ruleset may do without the others

/// The line of a row in a file with one row a line, 0 when it is not there.
long lineOf(std::string_view text, const RecordKey& key) {
  const std::string opening = "[" + json(key.section).dump() + "," + json(key.id).dump() + ",";
  const std::size_t found = text.find(opening);
  return found == std::string_view::npos ? 0
                                         : 1 + std::count(text.begin(), text.begin() + static_cast<long>(found), '\n');
}

/// The file of a ruleset that has rows of this section.
std::string kindOfSection(const std::string& section) {
  if (section == "token" || section == "form" || section == "confusable")
    return "notation";
  if (section == "engraved" || section == "clear" || section == "counter")
    return "styles";
  if (section == "source" || section == "default" || section == "ruleset")
    return "ruleset";
  for (const char* each : {"table", "row", "decision", "parameter", "policy", "strategy"})
    if (section == each)
      return "rules";
  for (const char* each :
       {"side", "unitType", "attribute", "formation", "weather", "turnKind", "echelon", "face", "environmentState"})
    if (section == each)
      return "units";
  if (section == "check")
    return "checks";
  return "catalogue";
}

Result<RecordTable> readTable(const std::string& path, std::string_view text, const std::string& kind) {
  const auto refuse = [&](const std::string& message) { return Error{message, path, 0, {}, {}}; };
  const Result<json> file = parseStrictJson(text);
  if (!file)
    return refuse(file.error().message);
  if (const auto problem = Schema::named(kind)->problem(*file))
    return refuse(*problem);
  RecordTable out;
  for (const json& row : (*file)["rows"])
    if (!row.empty())
      out[{row[0].get<std::string>(), row[1].get<std::string>()}] = row[2].dump();
  return out;
}

/// A table that is built in. It cannot change, so a program reads it once.
Result<RecordTable> readBuiltIn(const std::string& path, std::string_view text, const std::string& kind) {
  static std::mutex mutex;
  static std::map<std::string, RecordTable> known;
  const std::lock_guard lock(mutex);
  if (const auto it = known.find(path); it != known.end())
    return it->second;
  Result<RecordTable> out = readTable(path, text, kind);
  if (out)
    known.emplace(path, *out);
  return out;
}

std::vector<std::string> words(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? std::vector<std::string>{} : it->get<std::vector<std::string>>();
}

AttributeType attributeType(const json& body) {
  AttributeType out;
  out.type = body.value("type", "text");
  out.values = words(body, "values");
  out.to = body.value("to", "");
  out.kinds = words(body, "kinds");
  if (body.contains("min"))
    out.min = body["min"].get<double>();
  if (body.contains("max"))
    out.max = body["max"].get<double>();
  out.required = body.value("required", false);
  return out;
}

AttributeTypes attributeTypes(const json& body) {
  AttributeTypes out;
  const json attributes = body.value("attributes", json::object());
  for (const auto& [name, attribute] : attributes.items())
    out[name] = attributeType(attribute);
  return out;
}

FeatureKind featureKind(const json& body) {
  FeatureKind out;
  out.name = body.value("name", "");
  const json classes = body.value("classes", json::object());
  for (const auto& [id, unused] : classes.items())
    out.classes.insert(id);
  out.classRequired = body.value("classRequired", !out.classes.empty());
  if (const auto it = body.find("orientation"); it != body.end())
    out.orientation = OrientationRule{it->value("field", ""), words(*it, "values"), it->value("required", false)};
  for (const json& alternatives : body.value("requires", json::array()))
    out.requirements.push_back(alternatives.get<std::vector<std::string>>());
  out.excludes = words(body, "excludes");
  out.course = body.value("course", "");
  out.courseRequired = body.value("courseRequired", false);
  out.attributes = attributeTypes(body);
  out.views = body.value("views", false);
  out.derived = body.contains("derived");
  return out;
}

NamedKind namedKind(const json& body) {
  NamedKind out;
  out.name = body.value("name", "");
  out.attributes = attributeTypes(body);
  out.over = words(body, "over");
  out.carries = words(body, "carries");
  out.on = words(body, "on");
  out.of = words(body, "of");
  out.mouth = body.value("mouth", "optional");
  out.branches = body.value("branches", false);
  out.offMap = body.value("offMap", false);
  out.exclusive = body.value("exclusive", false);
  return out;
}

} // namespace

std::vector<std::string> Ruleset::builtIn() {
  std::vector<std::string> out;
  constexpr std::string_view kEnding = "/ruleset.json";
  for (const std::string& path : embeddedPaths())
    if (path.starts_with("rulesets/") && path.ends_with(kEnding))
      out.push_back(path.substr(9, path.size() - 9 - kEnding.size()));
  return out;
}

Result<Ruleset> Ruleset::load(const std::string& id, const std::vector<std::string>& overlays) {
  std::map<std::string, RecordTable> tables;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const char* kind = kKinds.at(i);
    const std::string path = "rulesets/" + id + "/" + kind + ".json";
    const std::optional<std::string_view> text = embeddedFile(path);
    if (!text && i >= kNeededKinds)
      continue;
    if (!text) {
      const std::vector<std::string> known = builtIn();
      const std::optional<std::string> near = nearestWord(id, known);
      return Error{"there is no ruleset \"" + id + "\"",
                   {},
                   0,
                   {},
                   (near ? "did you mean \"" + *near + "\"? known: " : "known: ") + joinWords(known)};
    }
    Result<RecordTable> table = readBuiltIn(path, *text, kind);
    if (!table)
      return table.error();
    tables[kind] = std::move(*table);
  }
  Result<Ruleset> out = fromTables(id, std::move(tables));
  if (!out)
    return out;
  out->mIsBuiltIn = true;
  return out->withOverlays(overlays);
}

Result<Ruleset> Ruleset::withOverlays(const std::vector<std::string>& overlays) const {
  Ruleset out = *this;
  for (const std::string& overlay : overlays)
    if (const Outcome outcome = out.overlayPublished(overlay); !outcome)
      return outcome.error();
  return out;
}

std::vector<std::string> Ruleset::publishedOverlays(const std::string& id) {
  std::vector<std::string> out;
  const std::string folder = "rulesets/" + id + "/overlays/";
  for (const std::string& path : embeddedPaths())
    if (path.starts_with(folder))
      out.push_back(path.substr(folder.size(), path.size() - folder.size() - std::string_view(".json").size()));
  return out;
}

Result<RecordTable> Ruleset::publishedRows(const std::string& id, const std::string& overlay) {
  const std::string path = "rulesets/" + id + "/overlays/" + overlay + ".json";
  const std::optional<std::string_view> text = embeddedFile(path);
  if (!text) {
    const std::vector<std::string> known = publishedOverlays(id);
    const std::optional<std::string> near = nearestWord(overlay, known);
    return Error{"the ruleset " + id + " has no overlay \"" + overlay + "\"",
                 {},
                 0,
                 {},
                 (near ? "did you mean \"" + *near + "\"? known: " : "known: ") + joinWords(known)};
  }
  return readBuiltIn(path, *text, "overlay");
}

Outcome Ruleset::overlayPublished(const std::string& id) {
  const Result<RecordTable> rows = publishedRows(mId, id);
  if (!rows)
    return rows.error();
  return overlay(*rows, "rulesets/" + mId + "/overlays/" + id + ".json");
}

RowOrigin Ruleset::originOf(const std::string& kind, const RecordKey& key) const {
  if (const auto it = mOverlaid.find(key); it != mOverlaid.end())
    return it->second;
  if (mIsBuiltIn) {
    const std::string path = "rulesets/" + mId + "/" + kind + ".json";
    return {path, lineOf(embeddedFile(path).value_or(""), key)};
  }
  return {"ruleset/" + kind + ".json", lineOf(writeRecords(kind, rows(kind)), key)};
}

Result<Ruleset> Ruleset::effective(const Document& module) {
  const std::string id = headOf(module).ruleset;
  std::map<std::string, RecordTable> own;
  for (const char* kind : kKinds)
    if (const RecordTable& table = module.table(std::string("ruleset/") + kind); !table.empty())
      own[kind] = table;
  // A package brings its ruleset with every overlay resolved; applying one twice would be wrong.
  Result<Ruleset> ruleset = own.empty() ? load(id, headOf(module).overlays) : fromTables(id, std::move(own));
  if (!ruleset)
    return ruleset;
  if (const Outcome outcome = ruleset->overlay(module.table("overlay"), "overlay.json"); !outcome)
    return outcome.error();
  return ruleset;
}

Result<Ruleset> Ruleset::fromTables(std::string id, std::map<std::string, RecordTable> tables) {
  Ruleset out;
  out.mId = std::move(id);
  out.mTables = std::move(tables);
  out.compile();
  return out;
}

Outcome Ruleset::overlay(const RecordTable& rows, const std::string& file) {
  if (rows.empty())
    return success();
  // A scenario's rows stand among others of its file, so that lines of an overlay say nothing.
  std::string canonical;
  if (file == "overlay.json")
    canonical = writeRecords("overlay", rows);
  else if (const auto text = embeddedFile(file))
    canonical = *text;
  for (const auto& [key, text] : rows) {
    RecordTable& table = mTables[kindOfSection(key.section)];
    if (text == "null") {
      if (table.erase(key) == 0)
        return Error{"removes the row " + key.section + " " + key.id + ", which the ruleset does not have",
                     file,
                     lineOf(canonical, key),
                     key.section + " " + key.id,
                     {}};
      continue;
    }
    const json row{key.section, key.id, json::parse(text, nullptr, false)};
    if (const auto problem = Schema::named(kindOfSection(key.section))->rowProblem(row))
      return Error{*problem, file, lineOf(canonical, key), key.section + " " + key.id, {}};
    mOverlaid[key] = {file, lineOf(canonical, key)};
    table[key] = text;
  }
  compile();
  return success();
}

void Ruleset::compile() {
  mCatalogue = {};
  for (const auto& [key, text] : rows("ruleset"))
    if (key.section == "ruleset")
      mTitle = json::parse(text).value("title", key.id);
  for (const auto& [key, text] : rows("catalogue")) {
    const json body = json::parse(text);
    if (key.section == "elevation") {
      mCatalogue.elevation = body.value("flavour", "none");
      mCatalogue.levelRequired = mCatalogue.elevation == "levels" && body.value("required", true);
      if (body.contains("min"))
        mCatalogue.lowestLevel = body["min"].get<int>();
      if (body.contains("max"))
        mCatalogue.highestLevel = body["max"].get<int>();
    } else if (key.section == "terrain") {
      mCatalogue.terrains[key.id] = {body.value("name", key.id), body.value("playable", true),
                                     body.value("level", true)};
    } else if (key.section == "hexAttribute") {
      mCatalogue.hexAttributes[key.id] = attributeType(body);
    } else if (key.section == "edgeFeature") {
      mCatalogue.edgeFeatures[key.id] = featureKind(body);
    } else if (key.section == "path") {
      mCatalogue.edgeFeatures["path." + key.id] = featureKind(body);
    } else if (key.section == "vertexFeature") {
      mCatalogue.vertexFeatures[key.id] = featureKind(body);
    } else if (key.section == "view") {
      mCatalogue.views.insert(key.id);
    } else {
      mCatalogue.named[key.section][key.id] = namedKind(body);
    }
  }
}

Result<Notation> Ruleset::notation() const {
  std::vector<TokenClass> tokens;
  std::vector<Form> forms;
  std::vector<Confusable> confusables;
  for (const auto& [key, text] : rows("notation")) {
    const json body = json::parse(text);
    if (key.section == "token") {
      tokens.push_back({key.id, body.value("chars", ""), body.value("extra", ""), words(body, "oneOf"),
                        body["count"][0].get<int>(), body["count"][1].get<int>()});
    } else if (key.section == "form") {
      forms.push_back({key.id, body.value("means", ""), body.value("caution", ""), words(body, "patterns"),
                       words(body, "items"), words(body, "separators"), words(body, "before"), words(body, "after"),
                       body.value("min", 1)});
    } else {
      confusables.push_back({key.id, words(body, "read")});
    }
  }
  return Notation::make(std::move(tokens), std::move(forms), std::move(confusables));
}

const RecordTable& Ruleset::rows(const std::string& kind) const {
  static const RecordTable kEmpty;
  const auto it = mTables.find(kind);
  return it == mTables.end() ? kEmpty : it->second;
}

std::map<std::string, std::string> Ruleset::files() const {
  std::map<std::string, std::string> out;
  for (const auto& [kind, table] : mTables)
    out["ruleset/" + kind + ".json"] = writeRecords(kind, table);
  return out;
}

} // namespace hotchkiss
