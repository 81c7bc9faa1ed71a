#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/position.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace hotchkiss {

using nlohmann::json;

namespace {

struct LocationName {
  const char* name;
  Location::Kind kind;
};
constexpr std::array<LocationName, 7> kLocations{{{"edge", Location::Kind::Edge},
                                                  {"vertex", Location::Kind::Vertex},
                                                  {"zone", Location::Kind::Zone},
                                                  {"box", Location::Kind::Box},
                                                  {"staging", Location::Kind::Staging},
                                                  {"aboard", Location::Kind::Aboard},
                                                  {"inside", Location::Kind::Inside}}};

template <class Map>
Error noSuch(const std::string& what, const std::string& word, const Map& known) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : known)
    names.push_back(name);
  const std::optional<std::string> near = nearestWord(word, names);
  return Error{"there is no " + what + " \"" + word + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""};
}

std::map<std::string, Value> valuesOf(const json& body, const char* name) {
  std::map<std::string, Value> out;
  const json members = body.value(name, json::object());
  for (const auto& [key, value] : members.items())
    out[key] = Value::fromJson(value);
  return out;
}

json toJson(const std::map<std::string, Value>& values) {
  json out = json::object();
  for (const auto& [name, value] : values)
    out[name] = value.toJson();
  return out;
}

} // namespace

/// Turns rows into a position; errors name the row, the caller adds the file.
class PositionReader {
 public:
  PositionReader(const Rulebook& book, const Document& document)
      : mBook(book), mDocument(document), mNumbering(numberingOf(document)) {
    mOut.mEnvironment.weather = book.units().usualWeather;
  }

  Outcome row(const std::string& section, const std::string& id, const json& body) {
    Outcome done = success();
    if (section == "unit")
      done = unitRow(id, body);
    else if (section == "environment")
      done = environmentRow(body);
    else if (section == "crossing")
      done = crossingRow(id, body);
    else if (section == "hex")
      done = hexRow(id, body);
    else if (section == "edge")
      done = edgeRow(id, body);
    else
      mOut.mMemory[id] = valuesOf(body, "values");
    if (done)
      return done;
    Error error = done.error();
    error.where = section + " " + id;
    return error;
  }

  Result<HexCoord> hex(const json& source) const {
    if (source.is_array() && source.size() == 2 && source[0].is_number_integer() && source[1].is_number_integer()) {
      const HexCoord out{source[0].get<std::int32_t>(), source[1].get<std::int32_t>()};
      if (!mDocument.extent().contains(out))
        return Error{"hex " + toText(out) + " is not on the map", {}, 0, {}, {}};
      return out;
    }
    if (!source.is_string())
      return Error{source.dump() + " is no hex", {}, 0, {}, "write [c,r] or a printed label"};
    const std::string text = source.get<std::string>();
    const std::vector<std::string_view> parts = splitText(text, '.');
    if (parts.size() == 2) {
      const auto c = parseInteger(parts[0]);
      const auto r = parseInteger(parts[1]);
      if (c && r)
        return hex(json::array({*c, *r}));
    }
    return mNumbering.resolve(text);
  }

  Outcome unitRow(const std::string& id, const json& body) {
    UnitState unit;
    unit.id = id;
    unit.side = body.value("side", "");
    unit.type = body.value("type", "");
    unit.name = body.value("name", "");
    unit.facing = body.value("facing", 0);
    unit.order = body.value("order", 0L);
    unit.values = valuesOf(body, "values");
    if (!mBook.units().sides.contains(unit.side))
      return noSuch("side", unit.side, mBook.units().sides);
    if (!mBook.units().types.contains(unit.type))
      return noSuch("unit type", unit.type, mBook.units().types);
    for (const auto& [name, value] : unit.values)
      if (!mBook.units().attributes.contains(name))
        return noSuch("attribute", name, mBook.units().attributes);
    if (const auto at = body.find("at"); at != body.end()) {
      if (at->is_object()) {
        for (const LocationName& each : kLocations)
          if (at->contains(each.name))
            unit.at = {each.kind, {}, at->at(each.name).get<std::string>()};
      } else {
        const Result<HexCoord> place = hex(*at);
        if (!place)
          return place.error();
        unit.at = {Location::Kind::Hex, *place, {}};
      }
    }
    mOut.put(std::move(unit));
    return success();
  }

  Outcome environmentRow(const json& body) {
    Environment& environment = mOut.mEnvironment;
    environment.weather = body.value("weather", environment.weather);
    if (!environment.weather.empty() && !mBook.units().weather.contains(environment.weather))
      return noSuch("weather", environment.weather, mBook.units().weather);
    environment.turn = body.value("turn", 0L);
    environment.turnKind = body.value("turnKind", "");
    if (body.contains("date")) {
      std::string digits = body["date"].get<std::string>();
      std::erase(digits, '-');
      environment.date = parseInteger(digits).value_or(0);
    }
    environment.states = valuesOf(body, "states");
    for (const auto& [name, value] : environment.states)
      if (const Outcome fits = environmentState(name, value); !fits)
        return fits;
    environment.policies = valuesOf(body, "policies");
    for (const auto& [name, value] : environment.policies) {
      const auto it = mBook.policies().find(name);
      if (it == mBook.policies().end())
        return noSuch("policy", name, mBook.policies());
      if (std::find(it->second.values.begin(), it->second.values.end(), value) == it->second.values.end())
        return Error{value.shown() + " is no choice of the policy " + name,
                     {},
                     0,
                     {},
                     "choose one of " + Value::list(it->second.values).shown()};
    }
    return success();
  }

  /// Only states that the ruleset declares: another name would be passed over in silence.
  Outcome environmentState(const std::string& name, const Value& value) const {
    const auto& declared = mBook.units().environmentStates;
    const auto it = declared.find(name);
    if (it == declared.end())
      return noSuch("environment state", name, declared);
    if (value.isUnknown())
      return success();
    const AttributeType& type = it->second.type;
    const auto refuse = [&](const std::string& advice) {
      return Error{value.shown() + " does not fit the environment state " + name, {}, 0, {}, advice};
    };
    if (type.type == "flag" && !value.isFlag())
      return refuse("write true or false");
    if (type.type == "text" && !value.isText())
      return refuse("write a text");
    if (type.type == "choice" &&
        (!value.isText() || std::find(type.values.begin(), type.values.end(), value.text()) == type.values.end()))
      return refuse("choose one of " + joinWords(type.values));
    if (type.type != "integer" && type.type != "number")
      return success();
    if (!value.isNumber() || (type.type == "integer" && !(value.number() == Rational(value.number().floor()))))
      return refuse("write a whole number");
    if ((type.min && value.number() < Rational(static_cast<std::int64_t>(*type.min))) ||
        (type.max && Rational(static_cast<std::int64_t>(*type.max)) < value.number()))
      return refuse("it lies outside the range that the ruleset gives");
    return success();
  }

  Outcome crossingRow(const std::string& id, const json& body) {
    if (mDocument.record("map/named", {"crossing", id}) == nullptr)
      return Error{"the map has no crossing \"" + id + "\"", {}, 0, {}, {}};
    mOut.mCrossings[id] = {body.value("status", ""), body.value("owner", "")};
    return success();
  }

  Outcome hexRow(const std::string& id, const json& body) {
    const Result<HexCoord> place = hex(json(id));
    if (!place)
      return place.error();
    mOut.mHexes[*place] = {body.value("control", ""), valuesOf(body, "states")};
    return success();
  }

  Outcome edgeRow(const std::string& id, const json& body) {
    if (const std::vector<std::string_view> numbers = splitText(id, '.'); numbers.size() == 3) {
      const auto c = parseInteger(numbers[0]);
      const auto r = parseInteger(numbers[1]);
      const auto d = parseInteger(numbers[2]);
      if (c && r && d && *d >= 0 && *d <= 2 &&
          mDocument.extent().containsOrBorders({static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r)})) {
        mOut.mEdges[{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r), static_cast<std::int32_t>(*d)}] =
            valuesOf(body, "states");
        return success();
      }
    }
    const std::vector<std::string_view> parts = splitText(id, '/');
    if (parts.size() != 2)
      return Error{"\"" + id + "\" is no hexside", {}, 0, {}, "write two neighbouring hexes, such as 0304/0305"};
    const Result<HexCoord> a = hex(json(std::string(parts[0])));
    const Result<HexCoord> b = hex(json(std::string(parts[1])));
    if (!a)
      return a.error();
    if (!b)
      return b.error();
    const std::optional<EdgeId> edge = mDocument.lattice().edgeBetween(*a, *b);
    if (!edge)
      return Error{"the hexes of \"" + id + "\" do not touch", {}, 0, {}, {}};
    mOut.mEdges[*edge] = valuesOf(body, "states");
    return success();
  }

  Position take() { return std::move(mOut); }

 private:
  const Rulebook& mBook;
  const Document& mDocument;
  Numbering mNumbering;
  Position mOut;
};

Result<Position> Position::read(std::string_view text, const Rulebook& book, const Document& document) {
  const Result<json> file = parseStrictJson(text);
  if (!file)
    return file.error();
  if (const auto problem = Schema::named("position")->problem(*file))
    return Error{*problem, {}, 0, {}, {}};
  PositionReader reader(book, document);
  for (const json& row : (*file)["rows"])
    if (!row.empty())
      if (const Outcome read = reader.row(row[0].get<std::string>(), row[1].get<std::string>(), row[2]); !read)
        return read.error();
  return reader.take();
}

std::string Position::write() const {
  RecordTable rows;
  for (const auto& [id, unit] : mUnits) {
    json body{{"side", unit.side}, {"type", unit.type}};
    if (!unit.name.empty())
      body["name"] = unit.name;
    if (unit.at.kind == Location::Kind::Hex)
      body["at"] = {unit.at.hex.c, unit.at.hex.r};
    for (const LocationName& each : kLocations)
      if (unit.at.kind == each.kind)
        body["at"] = json{{each.name, unit.at.id}};
    if (unit.facing != 0)
      body["facing"] = unit.facing;
    if (unit.order != 0)
      body["order"] = unit.order;
    if (!unit.values.empty())
      body["values"] = toJson(unit.values);
    rows[{"unit", id}] = body.dump();
  }
  json environment = json::object();
  if (!mEnvironment.weather.empty())
    environment["weather"] = mEnvironment.weather;
  if (!mEnvironment.turnKind.empty())
    environment["turnKind"] = mEnvironment.turnKind;
  if (mEnvironment.turn != 0)
    environment["turn"] = mEnvironment.turn;
  if (mEnvironment.date != 0) {
    std::string digits = std::to_string(mEnvironment.date);
    digits.insert(0, digits.size() < 8 ? 8 - digits.size() : 0, '0');
    environment["date"] = digits.substr(0, 4) + "-" + digits.substr(4, 2) + "-" + digits.substr(6);
  }
  if (!mEnvironment.states.empty())
    environment["states"] = toJson(mEnvironment.states);
  if (!mEnvironment.policies.empty())
    environment["policies"] = toJson(mEnvironment.policies);
  if (!environment.empty())
    rows[{"environment", "now"}] = environment.dump();
  for (const auto& [id, state] : mCrossings) {
    json body = json::object();
    if (!state.status.empty())
      body["status"] = state.status;
    if (!state.owner.empty())
      body["owner"] = state.owner;
    rows[{"crossing", id}] = body.dump();
  }
  for (const auto& [hex, state] : mHexes) {
    json body = json::object();
    if (!state.control.empty())
      body["control"] = state.control;
    if (!state.states.empty())
      body["states"] = toJson(state.states);
    rows[{"hex", toText(hex)}] = body.dump();
  }
  for (const auto& [edge, states] : mEdges)
    rows[{"edge", toText(edge)}] = json{{"states", toJson(states)}}.dump();
  for (const auto& [id, values] : mMemory)
    rows[{"memory", id}] = json{{"values", toJson(values)}}.dump();
  return writeRecords("position", rows);
}

} // namespace hotchkiss
