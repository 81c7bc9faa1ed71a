#include "libscenario/rules/unitcatalogue.h"

#include "libscenario/ruleset/ruleset.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::vector<std::string> unitWords(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? std::vector<std::string>{} : it->get<std::vector<std::string>>();
}

std::set<std::string> wordSet(const json& body, const char* name) {
  const std::vector<std::string> list = unitWords(body, name);
  return {list.begin(), list.end()};
}

/// Reads the rows one by one; attributes first, because the others name them.
class UnitCatalogueReader {
 public:
  explicit UnitCatalogueReader(const Ruleset& ruleset) : mRuleset(ruleset) {}

  Result<UnitCatalogue> read() {
    for (const auto& [key, text] : mRuleset.rows("units"))
      if (key.section == "attribute")
        mOut.attributes[key.id] = attributeOf(key.id, json::parse(text));
    for (const auto& [key, text] : mRuleset.rows("units"))
      if (key.section != "attribute")
        if (const Outcome done = readRow(key, json::parse(text)); !done)
          return done.error();
    std::stable_sort(mOut.faces.begin(), mOut.faces.end(),
                     [](const CounterFace& a, const CounterFace& b) { return a.order < b.order; });
    return std::move(mOut);
  }

 private:
  static UnitAttribute attributeOf(const std::string& id, const json& body) {
    UnitAttribute attribute;
    attribute.name = body.value("name", id);
    attribute.type.type = body.value("type", "text");
    attribute.type.values = unitWords(body, "values");
    attribute.type.required = body.value("required", false);
    if (body.contains("min"))
      attribute.type.min = body["min"].get<double>();
    if (body.contains("max"))
      attribute.type.max = body["max"].get<double>();
    if (body.contains("default"))
      attribute.standard = Value::fromJson(body["default"]);
    attribute.shortName = body.value("short", "");
    attribute.unit = body.value("unit", "");
    attribute.group = body.value("group", "");
    attribute.types = wordSet(body, "types");
    attribute.categories = wordSet(body, "categories");
    attribute.state = body.value("state", false);
    attribute.shown = body.value("shown", false);
    attribute.targets = unitWords(body, "to");
    return attribute;
  }

  Outcome readRow(const RecordKey& key, const json& body) {
    const std::string& id = key.id;
    const std::string name = body.value("name", id);
    if (key.section == "side") {
      mOut.sides[id] = wordSet(body, "friends");
      mOut.sideNames[id] = name;
      if (body.contains("colour"))
        mOut.sideColours[id] = body["colour"].get<std::string>();
    } else if (key.section == "unitType") {
      return readType(key, name, body);
    } else if (key.section == "environmentState") {
      mOut.environmentStates[id] = attributeOf(id, body);
    } else if (key.section == "weather") {
      mOut.weather[id] = name;
      if (body.value("usual", false) || mOut.usualWeather.empty())
        mOut.usualWeather = id;
    } else if (key.section == "formation") {
      TacticalFormation formation{name, wordSet(body, "types"), {}};
      if (const Outcome read = readValues(key, body, "states", formation.states); !read)
        return read;
      mOut.formations[id] = name;
      mOut.tacticalFormations[id] = std::move(formation);
    } else if (key.section == "echelon") {
      mOut.echelons[id] = {name,
                           body.value("rank", 0L),
                           body.value("mark", ""),
                           body.value("attribute", ""),
                           unitWords(body, "leaders"),
                           unitWords(body, "sides")};
      if (const std::string& attribute = mOut.echelons[id].attribute; !attribute.empty())
        return known(key, attribute);
    } else if (key.section == "face") {
      CounterFace face{id, name, wordSet(body, "types"), {}, body.value("back", false), body.value("order", 0L)};
      if (const Outcome read = readValues(key, body, "when", face.when); !read)
        return read;
      mOut.faces.push_back(std::move(face));
    } else {
      mOut.turnKinds[id] = name;
      mOut.turns[id] = {name, body.value("minutes", 0L), body.value("night", false), body.value("light", "")};
    }
    return success();
  }

  Outcome readType(const RecordKey& key, const std::string& name, const json& body) {
    UnitType type;
    type.name = name;
    type.category = body.value("category", "unit");
    if (const Outcome read = readValues(key, body, "values", type.values); !read)
      return read;
    if (const auto it = body.find("shape"); it != body.end())
      type.shape = it->get<std::vector<int>>();
    type.row = body.value("row", type.category == "leader" || type.category == "marker" ? type.category : "unit");
    type.symbol = body.value("symbol", "");
    type.sides = unitWords(body, "sides");
    type.formations = unitWords(body, "formations");
    type.sectionAttributes = unitWords(body, "sections");
    const std::string facing = body.value("facing", "none");
    type.facing = facing == "edge" ? FacingRule::Edge : facing == "vertex" ? FacingRule::Vertex : FacingRule::None;
    if (body.contains("limit"))
      type.limit = body["limit"].get<long>();
    type.unlimited = body.value("unlimited", false);
    if (const auto it = body.find("fungible"); it != body.end()) {
      type.fungibleStrength = it->value("strength", "");
      type.fungibleSame = unitWords(*it, "same");
    }
    mOut.types[key.id] = std::move(type);
    return success();
  }

  Outcome known(const RecordKey& key, const std::string& attribute) const {
    if (mOut.attributes.contains(attribute))
      return success();
    std::vector<std::string> names;
    for (const auto& [each, unused] : mOut.attributes)
      names.push_back(each);
    const auto near = nearestWord(attribute, names);
    const RowOrigin origin = mRuleset.originOf("units", key);
    return Error{"there is no attribute \"" + attribute + "\"", origin.file, origin.line, key.section + " " + key.id,
                 near ? "did you mean \"" + *near + "\"?" : ""};
  }

  Outcome readValues(const RecordKey& key, const json& body, const char* member,
                     std::map<std::string, Value>& out) const {
    const json values = body.value(member, json::object());
    for (const auto& [attribute, value] : values.items()) {
      if (const Outcome found = known(key, attribute); !found)
        return found;
      out[attribute] = Value::fromJson(value);
    }
    return success();
  }

  const Ruleset& mRuleset;
  UnitCatalogue mOut;
};

} // namespace

bool UnitCatalogue::applies(const std::string& attribute, const std::string& type) const {
  const auto it = attributes.find(attribute);
  if (it == attributes.end())
    return false;
  const UnitAttribute& found = it->second;
  return found.types.empty() ? found.categories.empty() : found.types.contains(type);
}

std::vector<const CounterFace*> UnitCatalogue::facesOf(const std::string& type) const {
  std::vector<const CounterFace*> out;
  for (const CounterFace& face : faces)
    if (face.types.empty() || face.types.contains(type))
      out.push_back(&face);
  return out;
}

Result<UnitCatalogue> readUnitCatalogue(const Ruleset& ruleset) {
  return UnitCatalogueReader(ruleset).read();
}

} // namespace hotchkiss
