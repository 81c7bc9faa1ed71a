#include "importers/base/importcontext.h"

#include "importers/source/vector.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

Result<SourceFile> lookUp(const ImportContext& context, const std::string& id) {
  const auto it = context.sources.find(id);
  if (it != context.sources.end())
    return it->second;
  std::vector<std::string> known;
  for (const auto& [name, source] : context.sources)
    known.push_back(name);
  const std::optional<std::string> near = nearestWord(id, known);
  return Error{"there is no source \"" + id + "\"",
               "sources.json",
               0,
               {},
               near ? "did you mean \"" + *near + "\"?" : "add a row for it with its file"};
}

template <class Map>
Outcome checkKey(const Map& map, const std::string& key, const std::string& what) {
  if (map.count(key) > 0)
    return success();
  std::vector<std::string> known;
  for (const auto& [name, value] : map)
    known.push_back(name);
  const std::optional<std::string> near = nearestWord(key, known);
  return Error{"the ruleset has no " + what + " \"" + key + "\"",
               "import.json",
               0,
               {},
               near ? "did you mean \"" + *near + "\"?" : "use one of " + joinWords(known, " or ")};
}

} // namespace

std::vector<std::string> sourceIds(const json& step) {
  if (!step.contains("source"))
    return {};
  if (step["source"].is_string())
    return {step["source"].get<std::string>()};
  return step["source"].get<std::vector<std::string>>();
}

Result<SourceFile> sourceOf(const ImportContext& context, const json& step, const char* member) {
  const json& value = step.at(member);
  return lookUp(context, value.is_array() ? value.at(0).get<std::string>() : value.get<std::string>());
}

Result<RasterList> rastersOf(const ImportContext& context, const json& step) {
  RasterList out;
  for (const std::string& id : sourceIds(step)) {
    const Result<SourceFile> source = lookUp(context, id);
    if (!source)
      return source.error();
    Result<std::unique_ptr<RasterSource>> raster = RasterSource::open(*source, step.value("band", 1));
    if (!raster)
      return raster.error();
    out.push_back(std::move(*raster));
  }
  return out;
}

std::string idFromName(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      out += c;
    else if (c >= 'A' && c <= 'Z')
      out += static_cast<char>(c - 'A' + 'a');
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  constexpr std::size_t kLongest = 60; // leaves room for a number behind it
  if (out.size() > kLongest)
    out.resize(kLongest);
  while (!out.empty() && out.back() == '-')
    out.pop_back();
  return out.empty() ? "unnamed" : out;
}

void addEvidence(Stroke& stroke, const std::string& section, const std::string& id, const json& members) {
  const RecordKey key{section, id};
  const std::string* old = stroke.document().record("map/evidence", key);
  if (old == nullptr)
    return stroke.setRecord("map/evidence", key, members.dump());
  json record = json::parse(*old, nullptr, false);
  for (const auto& [name, value] : members.items()) {
    if (name == "from" && record.contains("from")) {
      std::set<std::string> all = record["from"].get<std::set<std::string>>();
      for (const json& one : value)
        all.insert(one.get<std::string>());
      record["from"] = all;
    } else if (name == "values" && record.contains("values")) {
      record["values"].update(value);
    } else if (name == "confidence" && record.contains("confidence")) {
      record["confidence"] = std::min(record["confidence"].get<double>(), value.get<double>());
    } else {
      record[name] = value;
    }
  }
  stroke.setRecord("map/evidence", key, record.dump());
}

double rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  const double out = std::round(value * scale) / scale;
  return out == 0 ? 0 : out; // no minus zero
}

const json* firstMatch(const json& table, const std::map<std::string, std::string>& fields) {
  for (const json& row : table) {
    bool good = true;
    if (row.contains("when"))
      for (const auto& [field, condition] : row["when"].items()) {
        const auto it = fields.find(field);
        good = good && passes(condition, it == fields.end() ? std::string() : it->second);
      }
    if (good)
      return &row;
  }
  return nullptr;
}

Outcome checkTerrain(const ImportContext& context, const std::string& terrain) {
  if (context.catalogue == nullptr)
    return success();
  return checkKey(context.catalogue->terrains, terrain, "terrain");
}

Outcome checkFeature(const ImportContext& context, const std::string& kind, const std::string& classId) {
  if (context.catalogue == nullptr)
    return success();
  if (Outcome known = checkKey(context.catalogue->edgeFeatures, kind, "hexside kind"); !known)
    return known;
  const FeatureKind& feature = context.catalogue->edgeFeatures.at(kind);
  if (feature.derived)
    return Error{"\"" + kind + "\" follows from the terrain and is never stored", "import.json", 0, {}, "leave it out"};
  if (classId.empty() ? feature.classRequired : feature.classes.count(classId) == 0)
    return Error{classId.empty() ? "\"" + kind + "\" needs a class"
                                 : "\"" + kind + "\" has no class \"" + classId + "\"",
                 "import.json",
                 0,
                 {},
                 "use one of " + joinWords({feature.classes.begin(), feature.classes.end()}, " or ")};
  return success();
}

Outcome checkNamed(const ImportContext& context, const std::string& section, const std::string& kind) {
  if (context.catalogue == nullptr)
    return success();
  const auto it = context.catalogue->named.find(section);
  static const std::map<std::string, NamedKind> kEmpty;
  return checkKey(it == context.catalogue->named.end() ? kEmpty : it->second, kind, section);
}

std::set<std::string> waterKinds(const Ruleset& ruleset) {
  std::set<std::string> out;
  for (const auto& [key, text] : ruleset.rows("catalogue"))
    if (key.section == "edgeFeature" && json::parse(text).value("water", false))
      out.insert(key.id);
  return out;
}

std::string importMark(const std::string& step) {
  return "import " + step;
}

} // namespace hotchkiss
