#include "libscenario/army/armyvalue.h"

#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cctype>
#include <cmath>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Exact for what people write: up to six decimals.
std::optional<Rational> rationalOf(const json& source) {
  if (source.is_number_integer())
    return Rational(source.get<std::int64_t>());
  if (source.is_number_float()) {
    constexpr std::int64_t kParts = 1'000'000;
    const double scaled = source.get<double>() * static_cast<double>(kParts);
    if (!std::isfinite(scaled) || std::abs(scaled) > 9e15)
      return std::nullopt;
    return Rational::make(std::llround(scaled), kParts);
  }
  if (source.is_string() && source.get_ref<const std::string&>().find('/') != std::string::npos)
    return Rational::parse(source.get<std::string>());
  return std::nullopt;
}

std::string wordOf(const json& scalar) {
  if (scalar.is_string())
    return scalar.get<std::string>();
  if (scalar.is_boolean())
    return scalar.get<bool>() ? "true" : "false";
  if (scalar.is_number_float()) {
    std::string text = scalar.dump();
    return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
  }
  return scalar.is_null() ? std::string() : scalar.dump();
}

std::string sourceOf(const json& object) {
  const auto it = object.find("source");
  if (it == object.end())
    return {};
  if (it->is_string())
    return it->get<std::string>();
  std::string out;
  for (const json& each : *it)
    out += (out.empty() ? "" : "; ") + wordOf(each);
  return out;
}

std::string textMember(const json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

void setKnown(ArmyValue& out, const json& scalar) {
  out.kind = ArmyValue::Kind::Known;
  out.text = wordOf(scalar);
  out.isFlag = scalar.is_boolean();
  out.number = out.least = out.most = rationalOf(scalar);
}

std::optional<Rational> bound(const json& object, const char* name) {
  const auto it = object.find(name);
  return it == object.end() ? std::nullopt : rationalOf(*it);
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// "4", "-1", "12.5", "1/2"; nothing for anything else.
std::optional<json> numberFrom(const std::string& text) {
  if (const auto whole = parseInteger(text))
    return json(*whole);
  if (text.find('/') != std::string::npos)
    return Rational::parse(text) ? std::optional<json>(text) : std::nullopt;
  const std::size_t point = text.find('.');
  if (point == std::string::npos || text.size() > 16)
    return std::nullopt;
  const json parsed = json::parse(text, nullptr, false);
  return parsed.is_number() ? std::optional<json>(parsed) : std::nullopt;
}

std::optional<json> rangeFrom(const std::string& text) {
  for (const std::string_view dash : {"–", "-", ".."}) {
    const std::size_t at = text.find(dash, 1);
    if (at == std::string::npos)
      continue;
    const auto least = numberFrom(trimmed(text.substr(0, at)));
    const auto most = numberFrom(trimmed(text.substr(at + dash.size())));
    if (least && most && least->is_number() && most->is_number() && least->get<double>() <= most->get<double>())
      return json{{"min", *least}, {"max", *most}};
  }
  return std::nullopt;
}

std::optional<json> openFrom(const std::string& text) {
  if (text == "?")
    return json{{"unknown", true}};
  const bool most = text.starts_with("<=") || text.starts_with("≤");
  if (!most && !text.starts_with(">=") && !text.starts_with("≥"))
    return std::nullopt;
  const auto number = numberFrom(trimmed(text.substr(text[0] == '<' || text[0] == '>' ? 2 : 3)));
  if (!number || !number->is_number())
    return std::nullopt;
  return json{{"unknown", true}, {most ? "max" : "min", *number}};
}

} // namespace

ArmyValue ArmyValue::read(const json& member) {
  ArmyValue out;
  if (member.is_null())
    return out;
  if (member.is_array()) {
    out.kind = Kind::Known;
    for (const json& each : member) {
      out.options.push_back(wordOf(each));
      out.text += (out.text.empty() ? "" : ", ") + wordOf(each);
    }
    return out;
  }
  if (!member.is_object()) {
    setKnown(out, member);
    return out;
  }
  out.source = sourceOf(member);
  out.note = textMember(member, "note");
  out.printed = textMember(member, "printed");
  if (member.contains("value")) {
    setKnown(out, member["value"]);
    out.uncertain = member.value("uncertain", false);
    if (const auto it = member.find("alternatives"); it != member.end())
      for (const json& each : *it)
        out.options.push_back(wordOf(each));
  } else if (member.contains("choice")) {
    out.kind = Kind::Choice;
    for (const json& each : member["choice"]) {
      out.options.push_back(wordOf(each));
      const std::optional<Rational> number = rationalOf(each);
      if (number && (!out.least || *number < *out.least))
        out.least = number;
      if (number && (!out.most || *out.most < *number))
        out.most = number;
    }
  } else {
    out.kind = member.contains("unknown") ? Kind::Unknown : Kind::Range;
    out.least = bound(member, "min");
    out.most = bound(member, "max");
    if (out.source.empty())
      out.source = textMember(member, "ref");
    if (const auto it = member.find("likely"); it != member.end())
      out.text = wordOf(*it);
  }
  return out;
}

ArmyValue ArmyValue::of(const Value& value) {
  ArmyValue out;
  if (value.kind() == Value::Kind::Nothing)
    return out;
  if (value.isUnknown()) {
    out.kind = Kind::Unknown;
    out.least = value.least();
    out.most = value.most();
    return out;
  }
  out.kind = Kind::Known;
  out.isFlag = value.isFlag();
  if (value.isNumber())
    out.number = out.least = out.most = value.number();
  out.text = value.isFlag() ? (value.isTrue() ? "true" : "false") : value.isText() ? value.text() : value.shown();
  return out;
}

std::string ArmyValue::shown() const {
  switch (kind) {
  case Kind::Missing:
    return {};
  case Kind::Known:
    return isFlag ? (text == "true" ? "yes" : "no") : text;
  case Kind::Range:
    return (least ? least->text() : "") + "–" + (most ? most->text() : "");
  case Kind::Choice:
    return joinWords(options, " or ");
  case Kind::Unknown:
    break;
  }
  if (least && most)
    return least->text() + "–" + most->text() + "?";
  if (least)
    return "at least " + least->text();
  return most ? "at most " + most->text() : "?";
}

Value ArmyValue::toValue() const {
  switch (kind) {
  case Kind::Missing:
    return {};
  case Kind::Known:
    if (isFlag)
      return Value::flag(text == "true");
    return number ? Value::number(*number) : Value::text(text);
  case Kind::Choice:
  case Kind::Range:
  case Kind::Unknown:
    break;
  }
  return Value::unknown(least, most, {});
}

ArmyValues readArmyValues(const json& members) {
  ArmyValues out;
  if (members.is_object())
    for (const auto& [name, member] : members.items())
      out[name] = ArmyValue::read(member);
  return out;
}

std::optional<json> parseArmyValue(const std::string& raw, const std::string& type) {
  const std::string text = trimmed(raw);
  if (text.empty())
    return std::nullopt;
  if (text == "?")
    return json{{"unknown", true}};
  if (type == "flag") {
    std::string word;
    for (const char c : text)
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (word == "yes" || word == "true" || word == "1" || word == "x")
      return json(true);
    if (word == "no" || word == "false" || word == "0")
      return json(false);
    return std::nullopt;
  }
  if (type != "integer" && type != "number")
    return json(text);
  if (const auto number = numberFrom(text))
    return type == "integer" && !number->is_number_integer() ? std::nullopt : number;
  if (const auto open = openFrom(text))
    return open;
  if (text.ends_with("?")) {
    const std::string rest = trimmed(text.substr(0, text.size() - 1));
    if (auto range = rangeFrom(rest)) {
      (*range)["unknown"] = true;
      return range;
    }
    if (const auto number = numberFrom(rest))
      return json{{"value", *number}, {"uncertain", true}};
  }
  return rangeFrom(text);
}

std::string cellText(const ArmyValue& value) {
  using Kind = ArmyValue::Kind;
  switch (value.kind) {
  case Kind::Missing:
    return {};
  case Kind::Known:
    return value.shown() + (value.uncertain && value.number ? "?" : "");
  case Kind::Range:
    return (value.least ? value.least->text() : "") + "-" + (value.most ? value.most->text() : "");
  case Kind::Choice:
    return joinWords(value.options, " or ");
  case Kind::Unknown:
    break;
  }
  if (value.least && value.most)
    return value.least->text() + "-" + value.most->text() + "?";
  if (value.least)
    return ">=" + value.least->text();
  return value.most ? "<=" + value.most->text() : "?";
}

} // namespace hotchkiss
