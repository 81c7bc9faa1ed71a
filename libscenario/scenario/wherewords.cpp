#include "libscenario/scenario/wherewords.h"

#include "libscenario/scenario/scenariorows.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::string quantity(const json& value) {
  if (value.is_number_integer())
    return value.dump();
  return ArmyValue::read(value).shown();
}

std::string plain(std::string id) {
  std::replace(id.begin(), id.end(), '_', ' ');
  return id;
}

} // namespace

std::string WhereWords::areaName(const std::string& id) const {
  if (mScenario != nullptr)
    for (const PlayArea& each : mScenario->areas)
      if (each.id == id && !each.name.empty())
        return each.name;
  return id;
}

std::string WhereWords::target(const json& target) const {
  if (!target.is_object()) {
    const Result<HexCoord> h = mGrounds.hex(target);
    return h ? mGrounds.label(*h) : target.is_string() ? target.get<std::string>() : target.dump();
  }
  for (const char* section : {"place", "region", "course", "crossing", "entry"})
    if (target.contains(section))
      return mGrounds.nameOf(section, target[section].get<std::string>());
  for (const char* section : {"unit", "formation"})
    if (target.contains(section))
      return mArmy != nullptr ? mArmy->nameOf(target[section].get<std::string>()) : target[section].get<std::string>();
  if (target.contains("hex"))
    return this->target(target["hex"]);
  if (target.contains("area"))
    return areaName(target["area"].get<std::string>());
  if (target.contains("kind")) {
    const std::string kind = target["kind"].get<std::string>();
    return "any " + plain(kind.substr(kind.find('/') + 1));
  }
  if (target.contains("line"))
    return "the line " + this->target(target["line"].front()) + " to " + this->target(target["line"].back());
  return target.dump();
}

std::string WhereWords::targets(const json& targets) const {
  if (!targets.is_array() || (targets.size() == 2 && targets[0].is_number_integer()))
    return target(targets);
  std::vector<std::string> words;
  for (const json& each : targets)
    words.push_back(target(each));
  constexpr std::size_t kMost = 6;
  if (words.size() > kMost)
    return countOf(words.size(), "hex", "hexes") + " around " + words.front();
  return joinWords(words);
}

std::string WhereWords::who(const json& who) const {
  if (who.contains("printed"))
    return who["printed"].get<std::string>();
  std::vector<std::string> words;
  for (const char* member : {"unit", "units", "formations"})
    for (const std::string& id : wordsOf(who, member))
      words.push_back(mArmy != nullptr ? mArmy->nameOf(id) : id);
  if (words.empty() && who.contains("sameAs"))
    words.push_back("their " + who["sameAs"].get<std::string>());
  return words.empty() ? "others" : joinWords(words);
}

std::string WhereWords::span(const json& span, const char* word) const {
  const auto end = [&](const json& value) {
    if (value.is_string())
      return value.get<std::string>();
    const Extent extent = mGrounds.document().extent();
    const bool isRow = std::string(word) == "row";
    const HexCoord h = isRow ? HexCoord{extent.width / 2, value.get<std::int32_t>()}
                             : HexCoord{value.get<std::int32_t>(), extent.height / 2};
    return std::string("that of ") + mGrounds.label(h);
  };
  if (span[0].is_null() && span[1].is_null())
    return std::string("any ") + word;
  if (span[0].is_null())
    return std::string(word) + "s up to " + end(span[1]);
  if (span[1].is_null())
    return std::string(word) + "s from " + end(span[0]) + " on";
  return span[0] == span[1] ? word + (" " + end(span[0]))
                            : std::string(word) + "s from " + end(span[0]) + " to " + end(span[1]);
}

std::string WhereWords::joined(const json& rules, const char* between) const {
  std::string out;
  for (const json& each : rules)
    out += (out.empty() ? "" : between) + rule(each);
  return out;
}

std::string WhereWords::rule(const json& where) const {
  if (where.contains("printed"))
    return where["printed"].get<std::string>();
  if (where.contains("all"))
    return joined(where["all"], ", ");
  if (where.contains("any"))
    return joined(where["any"], " or ");
  if (where.contains("not"))
    return "not " + rule(where["not"]);
  if (where.contains("sideOf")) {
    std::string out = joinWords(wordsOf(where, "bearing"), " or ") + " of " + targets(where["sideOf"]);
    if (where.value("inclusive", false))
      out += " (or on it)";
    return where.contains("within") ? out + ", within " + quantity(where["within"]) : out;
  }
  if (where.contains("rearOf"))
    return "in rear of " + who(where["rearOf"]);
  if (where.contains("awayFrom"))
    return "at least " + quantity(where["atLeast"]) + " from " +
           (where["awayFrom"].is_string() ? where["awayFrom"].get<std::string>() : targets(where["awayFrom"]));
  if (where.contains("with"))
    return (where.contains("within") ? "within " + quantity(where["within"]) + " of " : "with ") + who(where["with"]);
  if (where.contains("within") && where["within"].is_object() && !where["within"].contains("max"))
    return "near " + targets(where["of"]); // how near is not said
  if (where.contains("within"))
    return "within " + quantity(where["within"]) + " of " + targets(where["of"]);
  if (where.contains("between"))
    return "between " + targets(where["between"][0]) + " and " + targets(where["between"][1]);
  if (where.contains("rows"))
    return span(where["rows"], "row");
  if (where.contains("columns"))
    return span(where["columns"], "column");
  if (where.contains("hexes"))
    return "in " + targets(where["hexes"]);
  if (where.contains("in"))
    return "in " + targets(where["in"]);
  if (where.contains("adjacent"))
    return "next to " + targets(where["adjacent"]);
  if (where.contains("terrain"))
    return "in " + joinWords(wordsOf(where, "terrain"), " or ");
  if (where.contains("has"))
    return "where there is " + joinWords(wordsOf(where, "has"), " or ");
  if (where.contains("attribute"))
    return "where " + where["attribute"].get<std::string>() + " holds";
  if (where.contains("level"))
    return "at level " + where["level"][0].dump() + " to " + where["level"][1].dump();
  if (where.contains("sheet"))
    return "on sheet " + joinWords(wordsOf(where, "sheet"), " or ");
  if (where.contains("controlledBy"))
    return "held by " + where["controlledBy"].get<std::string>();
  return "anywhere";
}

std::string WhereWords::place(const ScenarioPlace& place) const {
  using Kind = ScenarioPlace::Kind;
  static constexpr std::array<std::pair<Kind, const char*>, 6> kNamed{{{Kind::Place, "place"},
                                                                       {Kind::Region, "region"},
                                                                       {Kind::Zone, "region"},
                                                                       {Kind::Box, "region"},
                                                                       {Kind::Staging, "region"},
                                                                       {Kind::Crossing, "crossing"}}};
  switch (place.kind) {
  case Kind::None:
    return "nowhere";
  case Kind::Hex:
    return mGrounds.document().extent().contains(place.hex) || place.printed.empty() ? mGrounds.label(place.hex)
                                                                                     : place.printed;
  case Kind::Entry:
    return mGrounds.nameOf("entry", place.id);
  case Kind::Area:
    return areaName(place.id);
  case Kind::Aboard:
  case Kind::Inside:
  case Kind::With:
    return (place.kind == Kind::Aboard   ? "aboard "
            : place.kind == Kind::Inside ? "inside "
                                         : "with ") +
           (mArmy != nullptr && mArmy->piece(place.id) != nullptr ? mArmy->nameOf(place.id)
                                                                  : mGrounds.nameOf("place", place.id));
  default:
    break;
  }
  for (const auto& [kind, section] : kNamed)
    if (kind == place.kind)
      return mGrounds.nameOf(section, place.id);
  return place.id;
}

} // namespace hotchkiss
