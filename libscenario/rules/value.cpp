#include "libscenario/rules/value.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

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
  out.mList = std::make_shared<const ValueList>(std::move(items));
  return out;
}

Value Value::record(ValueStruct members) {
  Value out;
  out.mKind = Kind::Struct;
  out.mStruct = std::make_shared<const ValueStruct>(std::move(members));
  return out;
}

Value Value::special(Special special) {
  Value out;
  out.mKind = Kind::Special;
  out.mSpecial = special;
  return out;
}

Value Value::unknown(std::optional<Rational> least, std::optional<Rational> most, std::vector<std::string> blame) {
  Value out;
  out.mKind = Kind::Unknown;
  out.mLeast = least;
  out.mMost = most;
  out.mBlame = std::move(blame);
  return out;
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
  return mList ? *mList : kEmpty;
}

const ValueStruct& Value::record() const {
  static const ValueStruct kEmpty;
  return mStruct ? *mStruct : kEmpty;
}

const Value* Value::member(const std::string& name) const {
  if (!mStruct)
    return nullptr;
  const auto it = mStruct->find(name);
  return it == mStruct->end() ? nullptr : &it->second;
}

Value Value::unknownFrom(const Value& a, const Value& b) {
  Value out;
  out.mKind = Kind::Unknown;
  for (const Value* each : {&a, &b})
    if (each->isUnknown()) {
      out.mOpen = out.mOpen || each->mOpen;
      for (const std::string& cell : each->mBlame)
        if (std::find(out.mBlame.begin(), out.mBlame.end(), cell) == out.mBlame.end())
          out.mBlame.push_back(cell);
    }
  return out;
}

Value Value::oneOf(ValueList alternatives, const Value& cause) {
  if (alternatives.empty())
    return cause;
  if (std::all_of(alternatives.begin(), alternatives.end(), [&](const Value& each) { return each == alternatives[0]; }))
    return alternatives[0];
  Value out = cause;
  out.mKind = Kind::Unknown;
  out.mLeast.reset();
  out.mMost.reset();
  bool hasLeast = true;
  bool hasMost = true;
  ValueList flat;
  for (const Value& each : alternatives) {
    if (each.isError())
      return each;
    if (each.isUnknown())
      out.mBlame = unknownFrom(out, each).mBlame;
    out.mOpen = out.mOpen || each.mOpen;
    const std::optional<Rational> least = each.isNumber() ? std::optional(each.mNumber) : each.mLeast;
    const std::optional<Rational> most = each.isNumber() ? std::optional(each.mNumber) : each.mMost;
    hasLeast = hasLeast && least;
    hasMost = hasMost && most;
    if (hasLeast && (!out.mLeast || *least < *out.mLeast))
      out.mLeast = least;
    if (hasMost && (!out.mMost || *out.mMost < *most))
      out.mMost = most;
    if (each.isUnknown() && !each.alternatives().empty())
      flat.insert(flat.end(), each.alternatives().begin(), each.alternatives().end());
    else
      flat.push_back(each);
  }
  if (!hasLeast)
    out.mLeast.reset();
  if (!hasMost)
    out.mMost.reset();
  out.mList = std::make_shared<const ValueList>(std::move(flat));
  return out;
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
    return mLeast == other.mLeast && mMost == other.mMost && mBlame == other.mBlame && mOpen == other.mOpen;
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
    if (mLeast)
      out += ", at least " + mLeast->text();
    if (mMost)
      out += ", at most " + mMost->text();
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
    if (mLeast)
      out["min"] = number(*mLeast).toJson();
    if (mMost)
      out["max"] = number(*mMost).toJson();
    if (!mBlame.empty())
      out["blame"] = mBlame;
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
