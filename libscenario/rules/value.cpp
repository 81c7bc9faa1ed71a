#include "libscenario/rules/value.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

struct Value::Doubt {
  std::optional<Rational> least;
  std::optional<Rational> most;
  std::vector<std::string> blame;
  ValueList alternatives;
};

const std::optional<Rational>& Value::least() const {
  return doubt().least;
}

const std::optional<Rational>& Value::most() const {
  return doubt().most;
}

const std::vector<std::string>& Value::blame() const {
  return doubt().blame;
}

const ValueList& Value::alternatives() const {
  return doubt().alternatives;
}

Value Value::flag(bool on) {
  Value out;
  out.mKind = Kind::Flag;
  out.mFlag = on;
  return out;
}

Value Value::number(Rational number) {
  Value out;
  out.mKind = Kind::Number;
  out.mNumber = number;
  return out;
}

Value Value::text(std::string text) {
  Value out;
  out.mKind = Kind::Text;
  out.mText = std::move(text);
  return out;
}

Value Value::hex(HexCoord hex) {
  Value out;
  out.mKind = Kind::Hex;
  out.mEdge.from = hex;
  return out;
}

Value Value::edge(DirectedEdge edge) {
  Value out;
  out.mKind = Kind::Edge;
  out.mEdge = edge;
  return out;
}

Value Value::unit(std::string id) {
  Value out;
  out.mKind = Kind::Unit;
  out.mText = std::move(id);
  return out;
}

Value Value::list(ValueList items) {
  Value out;
  out.mKind = Kind::List;
  out.mMore = std::make_shared<const ValueList>(std::move(items));
  return out;
}

Value Value::record(ValueStruct members) {
  Value out;
  out.mKind = Kind::Struct;
  out.mMore = std::make_shared<const ValueStruct>(std::move(members));
  return out;
}

Value Value::special(Special special) {
  Value out;
  out.mKind = Kind::Special;
  out.mSpecial = special;
  return out;
}

Value Value::unknown(std::optional<Rational> least, std::optional<Rational> most, std::vector<std::string> blame) {
  return unknownWith({least, most, std::move(blame), {}}, false);
}

Value Value::unknownWith(Doubt doubt, bool isOpen) {
  Value out;
  out.mKind = Kind::Unknown;
  out.mOpen = isOpen;
  out.mMore = std::make_shared<const Doubt>(std::move(doubt));
  return out;
}

const Value::Doubt& Value::doubt() const {
  static const Doubt kNone;
  return mKind == Kind::Unknown && mMore ? *static_cast<const Doubt*>(mMore.get()) : kNone;
}

Value Value::open() {
  Value out;
  out.mKind = Kind::Unknown;
  out.mOpen = true;
  return out;
}

Value Value::error(std::string message) {
  Value out;
  out.mKind = Kind::Error;
  out.mText = std::move(message);
  return out;
}

const ValueList& Value::list() const {
  static const ValueList kEmpty;
  return mKind == Kind::List ? *static_cast<const ValueList*>(mMore.get()) : kEmpty;
}

const ValueStruct& Value::record() const {
  static const ValueStruct kEmpty;
  return mKind == Kind::Struct ? *static_cast<const ValueStruct*>(mMore.get()) : kEmpty;
}

const Value* Value::member(const std::string& name) const {
  const ValueStruct& members = record();
  const auto it = members.find(name);
  return it == members.end() ? nullptr : &it->second;
}

namespace {

void addNew(std::vector<std::string>& blame, const std::vector<std::string>& more) {
  for (const std::string& cell : more)
    if (std::find(blame.begin(), blame.end(), cell) == blame.end())
      blame.push_back(cell);
}

} // namespace

Value Value::unknownFrom(const Value& a, const Value& b) {
  Doubt out;
  bool isOpen = false;
  for (const Value* each : {&a, &b})
    if (each->isUnknown()) {
      isOpen = isOpen || each->mOpen;
      addNew(out.blame, each->blame());
    }
  return unknownWith(std::move(out), isOpen);
}

Value Value::oneOf(ValueList alternatives, const Value& cause) {
  if (alternatives.empty())
    return cause;
  if (std::all_of(alternatives.begin(), alternatives.end(), [&](const Value& each) { return each == alternatives[0]; }))
    return alternatives[0];
  Doubt out;
  out.blame = cause.blame();
  bool isOpen = cause.mOpen;
  bool hasLeast = true;
  bool hasMost = true;
  for (const Value& each : alternatives) {
    if (each.isError())
      return each;
    if (each.isUnknown())
      addNew(out.blame, each.blame());
    isOpen = isOpen || each.mOpen;
    const std::optional<Rational> least = each.isNumber() ? std::optional(each.mNumber) : each.least();
    const std::optional<Rational> most = each.isNumber() ? std::optional(each.mNumber) : each.most();
    hasLeast = hasLeast && least;
    hasMost = hasMost && most;
    if (hasLeast && (!out.least || *least < *out.least))
      out.least = least;
    if (hasMost && (!out.most || *out.most < *most))
      out.most = most;
    if (!each.alternatives().empty())
      out.alternatives.insert(out.alternatives.end(), each.alternatives().begin(), each.alternatives().end());
    else
      out.alternatives.push_back(each);
  }
  if (!hasLeast)
    out.least.reset();
  if (!hasMost)
    out.most.reset();
  return unknownWith(std::move(out), isOpen);
}

bool Value::operator==(const Value& other) const {
  if (mKind != other.mKind)
    return false;
  switch (mKind) {
  case Kind::Nothing:
    return true;
  case Kind::Flag:
    return mFlag == other.mFlag;
  case Kind::Number:
    return mNumber == other.mNumber;
  case Kind::Hex:
    return mEdge.from == other.mEdge.from;
  case Kind::Edge:
    return mEdge == other.mEdge;
  case Kind::List:
    return list() == other.list();
  case Kind::Struct:
    return record() == other.record();
  case Kind::Special:
    return mSpecial == other.mSpecial;
  case Kind::Unknown:
    return least() == other.least() && most() == other.most() && blame() == other.blame() && mOpen == other.mOpen;
  case Kind::Text:
  case Kind::Unit:
  case Kind::Error:
    return mText == other.mText;
  }
  return false;
}

std::string Value::shown() const {
  switch (mKind) {
  case Kind::Nothing:
    return "nothing";
  case Kind::Flag:
    return mFlag ? "yes" : "no";
  case Kind::Number:
    return mNumber.text();
  case Kind::Hex:
    return toText(mEdge.from);
  case Kind::Edge:
    return toText(mEdge.from) + " to " + toText(mEdge.to);
  case Kind::Special:
    return mSpecial == Special::Prohibited ? "prohibited" : mSpecial == Special::NotUsable ? "not usable" : "all";
  case Kind::Unknown: {
    std::string out = "unknown";
    if (least())
      out += ", at least " + least()->text();
    if (most())
      out += ", at most " + most()->text();
    return out;
  }
  case Kind::List: {
    std::string out;
    for (const Value& item : list())
      out += (out.empty() ? "" : ", ") + item.shown();
    return out.empty() ? "none" : out;
  }
  case Kind::Struct: {
    std::string out;
    for (const auto& [name, member] : record())
      out += (out.empty() ? "" : ", ") + name + " " + member.shown();
    return out;
  }
  case Kind::Text:
  case Kind::Unit:
  case Kind::Error:
    return mText;
  }
  return {};
}

json Value::toJson() const {
  switch (mKind) {
  case Kind::Nothing:
    return nullptr;
  case Kind::Flag:
    return mFlag;
  case Kind::Number:
    return mNumber.isWhole() ? json(mNumber.numerator()) : json(mNumber.text());
  case Kind::Hex:
    return json::array({mEdge.from.c, mEdge.from.r});
  case Kind::Edge:
    return json::array({json::array({mEdge.from.c, mEdge.from.r}), json::array({mEdge.to.c, mEdge.to.r})});
  case Kind::Special:
    return mSpecial == Special::NotUsable ? "notUsable" : shown();
  case Kind::Unknown: {
    json out{{"unknown", true}};
    if (least())
      out["min"] = number(*least()).toJson();
    if (most())
      out["max"] = number(*most()).toJson();
    if (!blame().empty())
      out["blame"] = blame();
    return out;
  }
  case Kind::List: {
    json out = json::array();
    for (const Value& item : list())
      out.push_back(item.toJson());
    return out;
  }
  case Kind::Struct: {
    json out = json::object();
    for (const auto& [name, member] : record())
      out[name] = member.toJson();
    return out;
  }
  case Kind::Error:
    return json{{"error", mText}};
  case Kind::Text:
  case Kind::Unit:
    return mText;
  }
  return nullptr;
}

Value Value::fromText(const std::string& text) {
  const json parsed = json::parse(text, nullptr, false);
  return parsed.is_discarded() ? Value() : fromJson(parsed);
}

Value Value::fromJson(const json& source) {
  if (source.is_boolean())
    return flag(source.get<bool>());
  if (source.is_number_integer())
    return number(Rational(source.get<std::int64_t>()));
  if (source.is_string()) {
    const auto& text = source.get_ref<const std::string&>();
    const std::optional<Rational> fraction = text.find('/') == std::string::npos ? std::nullopt : Rational::parse(text);
    return fraction ? number(*fraction) : Value::text(text);
  }
  if (source.is_array()) {
    ValueList items;
    for (const json& item : source)
      items.push_back(fromJson(item));
    return list(std::move(items));
  }
  if (source.is_object()) {
    if (source.contains("unknown")) {
      const auto bound = [&](const char* name) -> std::optional<Rational> {
        const auto it = source.find(name);
        if (it == source.end())
          return std::nullopt;
        const Value value = fromJson(*it);
        return value.isNumber() ? std::optional(value.number()) : std::nullopt;
      };
      return unknown(bound("min"), bound("max"), {});
    }
    ValueStruct members;
    for (const auto& [name, member] : source.items())
      members[name] = fromJson(member);
    return record(std::move(members));
  }
  return source.is_null() ? Value() : error("numbers in rules are whole or fractions such as \"1/2\"");
}

} // namespace hotchkiss
