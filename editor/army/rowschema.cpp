#include "editor/army/rowschema.h"

#include "editor/model/qtext.h"
#include "libscenario/army/armyvalue.h"
#include "libscenario/json/embedded.h"

#include <QRegularExpression>
#include <QStringList>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

const json& schemaRoot(const std::string& kind) {
  static std::map<std::string, json> known;
  auto it = known.find(kind);
  if (it == known.end()) {
    const auto text = embeddedFile("schemas/" + kind + ".schema.json");
    it = known.emplace(kind, json::parse(text.value_or("{}"), nullptr, false)).first;
  }
  return it->second;
}

const json& nothingAllowed() {
  static const json nothing = json::object();
  return nothing;
}

/// Definitions that people write in a form of their own; all others are judged by what they are made of.
std::optional<MemberShape> shapeOfDefinition(const std::string& name) {
  static const std::map<std::string, MemberShape> known{
      {"value", MemberShape::Value},  {"count", MemberShape::Value},    {"values", MemberShape::Map},
      {"ids", MemberShape::Words},    {"sides", MemberShape::Words},    {"source", MemberShape::Source},
      {"turnRef", MemberShape::Turn}, {"location", MemberShape::Place}, {"target", MemberShape::Place},
      {"place", MemberShape::Place},  {"targets", MemberShape::Places}};
  const auto it = known.find(name);
  return it == known.end() ? std::nullopt : std::optional(it->second);
}

std::string definitionOf(const json& schema) {
  const auto it = schema.find("$ref");
  return it == schema.end() ? std::string() : it->get<std::string>().substr(std::string("#/definitions/").size());
}

bool isDetailed(const json& value) {
  return value.is_object() && value.contains("value");
}

QString placeText(const json& value) {
  if (value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer())
    return QStringLiteral("%1,%2").arg(value[0].get<int>()).arg(value[1].get<int>());
  if (value.is_string())
    return qt(value.get<std::string>());
  if (value.is_object() && value.size() == 1 && value.begin()->is_string())
    return qt(value.begin().key()) + QLatin1Char(' ') + qt(value.begin()->get<std::string>());
  return qt(value.dump());
}

json placeFrom(const QString& text) {
  static const QRegularExpression hex(QStringLiteral("^(-?\\d+)\\s*,\\s*(-?\\d+)$"));
  static const QRegularExpression named(QStringLiteral(
      "^(place|region|course|crossing|entry|area|zone|box|staging|aboard|inside|with|unit|formation|kind|"
      "side)\\s+(\\S+)$"));
  if (const auto match = hex.match(text); match.hasMatch())
    return json::array({match.captured(1).toInt(), match.captured(2).toInt()});
  if (const auto match = named.match(text); match.hasMatch())
    return json{{match.captured(1).toStdString(), match.captured(2).toStdString()}};
  if (text.startsWith(QLatin1Char('{')) || text.startsWith(QLatin1Char('[')))
    if (json parsed = json::parse(text.toStdString(), nullptr, false); !parsed.is_discarded())
      return parsed;
  return json(text.toStdString());
}

std::vector<QString> partsOf(const QString& text, QLatin1Char separator) {
  std::vector<QString> out;
  for (const QString& part : text.split(separator))
    if (const QString trimmed = part.trimmed(); !trimmed.isEmpty())
      out.push_back(trimmed);
  return out;
}

} // namespace

RowSchema::RowSchema(const std::string& kind) : mRoot(&schemaRoot(kind)) {}

const RowSchema& RowSchema::of(const std::string& kind) {
  static std::map<std::string, RowSchema> known;
  auto it = known.find(kind);
  if (it == known.end())
    it = known.emplace(kind, RowSchema(kind)).first;
  return it->second;
}

const json& RowSchema::resolved(const json& schema) const {
  const json* at = &schema;
  while (at->contains("$ref"))
    at = &mRoot->at("definitions").at(definitionOf(*at));
  return *at;
}

std::vector<std::string> RowSchema::sections() const {
  std::vector<std::string> out;
  for (const json& row : mRoot->at("definitions").at("row").at("anyOf"))
    if (const json& items = resolved(row); items.contains("items"))
      out.push_back(items.at("items").at(0).at("const"));
  return out;
}

bool RowSchema::hasSection(const std::string& section) const {
  const std::vector<std::string> all = sections();
  return std::find(all.begin(), all.end(), section) != all.end();
}

const json& RowSchema::body(const std::string& section) const {
  const json& definitions = mRoot->at("definitions");
  const auto it = definitions.find(section + "Row");
  return it == definitions.end() ? nothingAllowed() : it->at("items").at(2);
}

/// The alternative that has members, where one of several has.
const json& RowSchema::objectOf(const json& schema) const {
  const json& whole = resolved(schema);
  if (const auto any = whole.find("anyOf"); any != whole.end())
    for (const json& each : *any)
      if (const json& one = resolved(each); one.contains("properties"))
        return one;
  return whole;
}

MemberShape RowSchema::shape(const json& schema) const {
  if (const std::string name = definitionOf(schema); !name.empty())
    return shapeOfDefinition(name).value_or(shape(resolved(schema)));
  if (const auto any = schema.find("anyOf"); any != schema.end()) {
    const bool isPlaces = std::any_of(any->begin(), any->end(), [](const json& each) {
      return definitionOf(each) == "location" || definitionOf(each) == "place";
    });
    if (isPlaces)
      return any->size() > 1 ? MemberShape::Places : MemberShape::Place;
    const auto objects = std::count_if(any->begin(), any->end(),
                                       [&](const json& each) { return resolved(each).contains("properties"); });
    const bool hasWord = std::any_of(any->begin(), any->end(), [](const json& each) { return each.contains("const"); });
    return objects == 1 && hasWord ? MemberShape::Object : MemberShape::Json;
  }
  if (schema.contains("enum"))
    return MemberShape::Choice;
  const std::string type = schema.value("type", "");
  if (type == "string")
    return MemberShape::Text;
  if (type == "integer")
    return MemberShape::Integer;
  if (type == "number")
    return MemberShape::Number;
  if (type == "boolean")
    return MemberShape::Flag;
  if (type == "object")
    return schema.contains("properties")                              ? MemberShape::Object
           : schema.value("additionalProperties", json()).is_object() ? MemberShape::Map
                                                                      : MemberShape::Json;
  if (type == "array" && schema.contains("items") && schema["items"].is_object()) {
    const MemberShape each = shape(schema["items"]);
    return each == MemberShape::Text || each == MemberShape::Choice ? MemberShape::Words
           : each == MemberShape::Place                             ? MemberShape::Places
           : each == MemberShape::Object                            ? MemberShape::List
                                                                    : MemberShape::Json;
  }
  return MemberShape::Json;
}

std::vector<std::string> RowSchema::members(const json& schema) const {
  const json& whole = objectOf(schema);
  std::vector<std::string> out;
  for (const bool required : {true, false})
    if (const auto it = whole.find("properties"); it != whole.end())
      for (const auto& [name, each] : it->items())
        if (isRequired(schema, name) == required)
          out.push_back(name);
  return out;
}

const json& RowSchema::member(const json& schema, const std::string& name) const {
  const json& whole = objectOf(schema);
  const auto it = whole.find("properties");
  return it == whole.end() || !it->contains(name) ? nothingAllowed() : it->at(name);
}

bool RowSchema::isRequired(const json& schema, const std::string& name) const {
  const json& whole = objectOf(schema);
  const auto it = whole.find("required");
  return it != whole.end() && std::find(it->begin(), it->end(), json(name)) != it->end();
}

const json& RowSchema::entry(const json& schema) const {
  const json& whole = resolved(schema);
  if (const auto items = whole.find("items"); items != whole.end())
    return *items;
  const auto it = whole.find("additionalProperties");
  return it == whole.end() || !it->is_object() ? nothingAllowed() : *it;
}

std::vector<std::string> RowSchema::choices(const json& schema) const {
  const json& whole = resolved(schema);
  std::vector<std::string> out;
  if (const auto it = whole.find("enum"); it != whole.end())
    for (const json& each : *it)
      if (each.is_string())
        out.push_back(each);
  return out;
}

QString memberTitle(const std::string& name) {
  QString out;
  for (const char c : name) {
    const QChar letter = QLatin1Char(c);
    if (letter.isUpper())
      out += QLatin1Char(' ');
    out += c == '_' ? QLatin1Char(' ') : out.isEmpty() ? letter.toUpper() : letter.toLower();
  }
  return out;
}

QString memberText(MemberShape shape, const json& value) {
  if (value.is_null() || value.is_discarded())
    return {};
  switch (shape) {
  case MemberShape::Flag:
    return value.is_boolean() ? value.get<bool>() ? QStringLiteral("yes") : QStringLiteral("no") : qt(value.dump());
  case MemberShape::Value:
    return qt(cellText(ArmyValue::read(value)));
  case MemberShape::Words: {
    if (value.is_string())
      return qt(value.get<std::string>());
    QStringList words;
    for (const json& each : value)
      words << (each.is_string() ? qt(each.get<std::string>()) : qt(each.dump()));
    const bool hasComma =
        std::any_of(words.begin(), words.end(), [](const QString& word) { return word.contains(','); });
    return hasComma ? qt(value.dump()) : words.join(QStringLiteral(", "));
  }
  case MemberShape::Source: {
    if (value.is_string())
      return qt(value.get<std::string>());
    QStringList words;
    for (const json& each : value)
      words << qt(each.is_string() ? each.get<std::string>() : each.dump());
    return words.join(QStringLiteral("; "));
  }
  case MemberShape::Turn:
    if (value.is_object() && value.contains("date") && value["date"].is_string())
      return qt(value["date"].get<std::string>() +
                (value.contains("time") && value["time"].is_string() ? " " + value["time"].get<std::string>() : ""));
    return qt(value.is_string() ? value.get<std::string>() : value.dump());
  case MemberShape::Place:
    return placeText(value);
  case MemberShape::Places: {
    // One hex and a list of hexes are told apart by what is in them.
    if (!value.is_array() || (value.size() == 2 && value[0].is_number()))
      return placeText(value);
    QStringList all;
    for (const json& each : value)
      all << placeText(each);
    return all.join(QStringLiteral("; "));
  }
  default:
    return qt(value.is_string() ? value.get<std::string>() : value.dump());
  }
}

std::optional<json> memberFrom(MemberShape shape, const QString& raw) {
  const QString text = raw.trimmed();
  if (text.isEmpty())
    return std::nullopt;
  const json parsed = json::parse(text.toStdString(), nullptr, false);
  switch (shape) {
  case MemberShape::Integer:
    return parsed.is_number_integer() ? std::optional(parsed) : std::nullopt;
  case MemberShape::Number:
    return parsed.is_number() ? std::optional(parsed) : std::nullopt;
  case MemberShape::Flag:
    return parseArmyValue(text.toStdString(), "flag");
  case MemberShape::Value: {
    const auto figure = parseArmyValue(text.toStdString(), "number");
    return figure ? figure : json(text.toStdString());
  }
  case MemberShape::Words: {
    if (parsed.is_array())
      return parsed;
    json out = json::array();
    for (const QString& word : partsOf(text, QLatin1Char(',')))
      out.push_back(word.toStdString());
    return out;
  }
  case MemberShape::Source: {
    const std::vector<QString> parts = partsOf(text, QLatin1Char(';'));
    if (parts.size() == 1)
      return json(parts.front().toStdString());
    json out = json::array();
    for (const QString& part : parts)
      out.push_back(part.toStdString());
    return out;
  }
  case MemberShape::Turn: {
    static const QRegularExpression date(QStringLiteral("^(\\d{4}-\\d{2}(?:-\\d{2})?)(?:\\s+(\\d{2}:?\\d{2}))?$"));
    if (text == QLatin1String("?"))
      return json{{"unknown", true}};
    if (parsed.is_object() || parsed.is_number_integer())
      return parsed;
    if (const auto match = date.match(text); match.hasMatch()) {
      json out{{"date", match.captured(1).toStdString()}};
      if (!match.captured(2).isEmpty())
        out["time"] = match.captured(2).toStdString();
      return out;
    }
    return json(text.toStdString());
  }
  case MemberShape::Place:
    return placeFrom(text);
  case MemberShape::Places: {
    if (text.startsWith(QLatin1Char('[')) && parsed.is_array())
      return parsed;
    const std::vector<QString> parts = partsOf(text, QLatin1Char(';'));
    if (parts.size() == 1)
      return placeFrom(parts.front());
    json out = json::array();
    for (const QString& part : parts)
      out.push_back(placeFrom(part));
    return out;
  }
  case MemberShape::Text:
  case MemberShape::Choice:
    return json(text.toStdString());
  default:
    return parsed.is_discarded() ? json(text.toStdString()) : parsed;
  }
}

std::vector<std::string> valueDetails() {
  return {"source", "uncertain", "alternatives", "printed", "note", "likely", "ref"};
}

std::optional<json> valueDetail(const json& value, const std::string& detail) {
  if (!value.is_object() || !value.contains(detail))
    return std::nullopt;
  return value[detail];
}

json withValueDetail(const json& value, const std::string& detail, const std::optional<json>& set) {
  json out = value.is_object() ? value : json{{"value", value}};
  if (set && !(detail == "uncertain" && *set == json(false)))
    out[detail] = *set;
  else
    out.erase(detail);
  return isDetailed(out) && out.size() == 1 ? out["value"] : out;
}

json withFigure(const json& old, const json& figure) {
  if (!old.is_object())
    return figure;
  json out = figure.is_object() ? figure : json{{"value", figure}};
  // Each form of a value takes its own details; what the new one cannot take described the old figure alone.
  std::vector<std::string> kept{"source", "note"};
  if (out.contains("unknown"))
    kept.emplace_back("ref");
  for (const std::string& detail : kept)
    if (old.contains(detail) && !out.contains(detail))
      out[detail] = old[detail];
  return isDetailed(out) && out.size() == 1 ? out["value"] : out;
}

} // namespace hotchkiss::editor
