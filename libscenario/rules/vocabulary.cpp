#include "libscenario/rules/vocabulary.h"

#include <array>

namespace hotchkiss {

namespace {

constexpr std::array kFacts{
    FactEntry{"hex", "terrain", 0, 0, Binding::Map, "", "id of its terrain, '' when unset or off the map"},
    FactEntry{"hex", "level", 0, 0, Binding::Map, "", "elevation level"},
    FactEntry{"hex", "onMap", 0, 0, Binding::Map, "", "whether it lies on the map"},
    FactEntry{"hex", "attribute", 1, 1, Binding::Map, "hexAttribute", "an attribute of the hex"},
    FactEntry{"hex", "place", 1, 1, Binding::Map, "place", "whether a place of this kind is here"},
    FactEntry{"hex", "placeValue", 2, 2, Binding::Map, "place", "an attribute of the place of this kind"},
    FactEntry{"hex", "region", 1, 1, Binding::Map, "region", "id of the region of this kind that it belongs to"},
    FactEntry{"hex", "hasPath", 0, 1, Binding::Map, "path", "whether a path (of this kind) crosses any of its sides"},
    FactEntry{"hex", "northBearing", 0, 0, Binding::Map, "",
              "where north lies on the sheet of the hex, in degrees of the page, 0 for up"},
    FactEntry{"hex", "state", 1, 1, Binding::Position, "", "a state that the position gives the hex"},
    FactEntry{"hex", "control", 0, 0, Binding::Position, "", "the side that controls it"},
    FactEntry{"edge", "has", 1, 1, Binding::Map, "edgeFeature", "whether the feature is on the hexside"},
    FactEntry{"edge", "class", 1, 1, Binding::Map, "edgeFeature", "class of the feature, '' when it is not there"},
    FactEntry{"edge", "value", 2, 2, Binding::Map, "edgeFeature", "an attribute of the feature"},
    FactEntry{"edge", "side", 1, 1, Binding::Map, "edgeFeature",
              "where an oriented feature points: 'from', 'to', 'both', 'none'"},
    FactEntry{"edge", "path", 0, 1, Binding::Map, "path", "whether a path (of this kind) crosses"},
    FactEntry{"edge", "rise", 0, 0, Binding::Map, "", "level of the second hex less that of the first"},
    FactEntry{"edge", "direction", 0, 0, Binding::Map, "", "0 to 5"},
    FactEntry{"edge", "crossing", 1, 1, Binding::Position, "crossing",
              "status of the crossing of this kind, 'none' when there is none"},
    FactEntry{"edge", "crossingValue", 2, 2, Binding::Map, "crossing", "an attribute of the crossing of this kind"},
    FactEntry{"edge", "crossingOwner", 1, 1, Binding::Position, "crossing", "owner of the crossing of this kind"},
    FactEntry{"edge", "state", 1, 1, Binding::Position, "", "a state that the position gives the hexside"},
    FactEntry{"edge", "a", 0, 0, Binding::Map, "", "the first hex"},
    FactEntry{"edge", "b", 0, 0, Binding::Map, "", "the second hex"},
    FactEntry{"unit", "id", 0, 0, Binding::Mover, "", "its id"},
    FactEntry{"unit", "side", 0, 0, Binding::Mover, "", "its side"},
    FactEntry{"unit", "type", 0, 0, Binding::Mover, "", "id of its type"},
    FactEntry{"unit", "category", 0, 0, Binding::Mover, "", "category of its type"},
    FactEntry{"unit", "hex", 0, 0, Binding::Position, "", "where it stands"},
    FactEntry{"unit", "facing", 0, 0, Binding::Position, "", "its facing, 0 when it has none"},
    FactEntry{"env", "weather", 0, 0, Binding::Environment, "", "id of the weather"},
    FactEntry{"env", "turn", 0, 0, Binding::Environment, "", "number of the turn"},
    FactEntry{"env", "turnKind", 0, 0, Binding::Environment, "", "kind of the turn"},
    FactEntry{"env", "year", 0, 0, Binding::Environment, "", "from the date"},
    FactEntry{"env", "month", 0, 0, Binding::Environment, "", "from the date"},
    FactEntry{"env", "day", 0, 0, Binding::Environment, "", "from the date"},
    FactEntry{"env", "date", 0, 0, Binding::Environment, "", "the date as a number: 18640501"},
    FactEntry{"env", "state", 1, 1, Binding::Environment, "environmentState",
              "a state of the whole position that the ruleset declares"},
    FactEntry{"search", "isStart", 0, 0, Binding::Run, "", "whether the step is the first"},
    FactEntry{"search", "spent", 0, 0, Binding::Run, "", "movement spent before the step"},
    FactEntry{"search", "remaining", 0, 0, Binding::Run, "", "movement left before the step"},
    FactEntry{"search", "allowance", 0, 0, Binding::Run, "", "movement at the start"},
    FactEntry{"search", "steps", 0, 0, Binding::Run, "", "steps taken before"},
    FactEntry{"search", "facing", 0, 0, Binding::Run, "", "where the mover faces before the step or turn, 0 to 5"},
    FactEntry{"search", "offset", 0, 0, Binding::Run, "", "sides from the facing to the step, clockwise, 0 to 5"},
    FactEntry{"search", "turns", 0, 0, Binding::Run, "", "sixths of a circle that a turn takes, 1 to 3"},
    FactEntry{"sight", "low", 0, 0, Binding::Map, "", "level of the lower end of the line"},
    FactEntry{"sight", "high", 0, 0, Binding::Map, "", "level of the higher end"},
    FactEntry{"sight", "height", 0, 0, Binding::Map, "", "how high the obstacle reaches"},
    FactEntry{"sight", "share", 0, 0, Binding::Map, "", "where it lies: 0 at the lower end, 1 at the higher"},
    FactEntry{"sight", "fromViewer", 0, 0, Binding::Map, "", "the same from the viewer"},
    FactEntry{"sight", "distance", 0, 0, Binding::Map, "", "length of the line in hexes"},
    FactEntry{"sight", "toViewer", 0, 0, Binding::Map, "",
              "hexes from the obstacle to the viewer; 0 for a side of its hex"},
    FactEntry{"sight", "toTarget", 0, 0, Binding::Map, "", "hexes from the obstacle to the target"},
    FactEntry{"sight", "isEdge", 0, 0, Binding::Map, "", "whether the obstacle is a hexside"},
    FactEntry{"sight", "viewer", 0, 0, Binding::Map, "", "the hex that looks"},
    FactEntry{"sight", "target", 0, 0, Binding::Map, "", "the hex that is looked at"},
    FactEntry{"sight", "lowEnd", 0, 0, Binding::Map, "",
              "the hex at the lower end; the viewer's where both are as high"},
    FactEntry{"sight", "highEnd", 0, 0, Binding::Map, "", "the hex at the higher end"},
    FactEntry{"sight", "before", 0, 0, Binding::Map, "",
              "the hexes of the line next to the obstacle, toward the viewer; two where it runs along a side"},
    FactEntry{"sight", "after", 0, 0, Binding::Map, "", "the same toward the target"},
    FactEntry{"sight", "nextLow", 0, 0, Binding::Map, "", "the same toward the lower end"},
    FactEntry{"sight", "nextHigh", 0, 0, Binding::Map, "", "the same toward the higher end"},
    FactEntry{"sight", "line", 0, 0, Binding::Map, "", "the hexes between the ends, in order from the viewer"},
    FactEntry{"sight", "sides", 0, 0, Binding::Map, "",
              "the hexsides that the line crosses, in order, each as it is crossed"},
};

constexpr std::array kFunctions{
    FunctionEntry{"floor", 1, 1, "rounded down"},
    FunctionEntry{"ceil", 1, 1, "rounded up"},
    FunctionEntry{"abs", 1, 1, "without its sign"},
    FunctionEntry{"min", 1, 9, "the least; a list counts as its items"},
    FunctionEntry{"max", 1, 9, "the most; a list counts as its items"},
    FunctionEntry{"clamp", 3, 3, "the first, kept between the second and the third"},
    FunctionEntry{"if", 3, 3, "the second when the first holds, else the third"},
    FunctionEntry{"size", 1, 1, "number of items of a list"},
    FunctionEntry{"known", 1, 1, "whether a value was given"},
    FunctionEntry{"edge", 2, 2, "the step between two neighbours"},
    FunctionEntry{"distance", 2, 2, "in hexes"},
    FunctionEntry{"adjacent", 2, 2, "whether two hexes touch"},
    FunctionEntry{"neighbours", 1, 1, "the six hexes around, those off the map too"},
    FunctionEntry{"within", 2, 2, "hexes on the map at most so far away"},
    FunctionEntry{"unitsAt", 1, 1, "units in a hex, top first"},
    FunctionEntry{"unitsNear", 1, 1, "units in a hex and around it"},
    FunctionEntry{"allUnits", 0, 0, "every unit of the position"},
    FunctionEntry{"friends", 2, 2, "whether the first side counts the second as friend"},
    FunctionEntry{"enemyZone", 2, 2, "strongest zone that enemies of a side throw on a hex, 'none' without"},
    FunctionEntry{"number", 1, 1, "the whole number that a text begins with, 0 without"},
    FunctionEntry{"has", 2, 2, "whether a list holds a value, or a text another"},
    FunctionEntry{"crossings", 1, 1, "hexsides with a crossing of this kind, in order"},
};

/// In the order of FactName.
constexpr std::array<std::string_view, 62> kFactNames{
    "",         "terrain",   "level",    "onMap",         "attribute",     "place",       "placeValue", "region",
    "hasPath",  "state",     "control",  "has",           "class",         "value",       "side",       "path",
    "rise",     "direction", "crossing", "crossingValue", "crossingOwner", "a",           "b",          "id",
    "type",     "category",  "hex",      "facing",        "weather",       "turn",        "turnKind",   "year",
    "month",    "day",       "date",     "isStart",       "spent",         "remaining",   "allowance",  "steps",
    "offset",   "turns",     "low",      "high",          "height",        "share",       "fromViewer", "distance",
    "toViewer", "toTarget",  "isEdge",   "viewer",        "target",        "lowEnd",      "highEnd",    "before",
    "after",    "nextLow",   "nextHigh", "line",          "sides",         "northBearing"};

static_assert(kFactNames.size() == static_cast<std::size_t>(FactName::NorthBearing) + 1);
static_assert(kFunctions.size() == static_cast<std::size_t>(FunctionName::Crossings));

constexpr bool everyFactHasAName() {
  for (const FactEntry& entry : kFacts) {
    bool found = false;
    for (const std::string_view name : kFactNames)
      found = found || name == entry.name;
    if (!found)
      return false;
  }
  return true;
}
static_assert(everyFactHasAName());
static_assert(kFactNames[static_cast<std::size_t>(FactName::Sides)] == "sides" &&
              kFactNames[static_cast<std::size_t>(FactName::Facing)] == "facing" &&
              kFactNames[static_cast<std::size_t>(FactName::Turns)] == "turns");

constexpr std::array<std::string_view, 22> kVariables{
    "mover", "from", "to",    "edge",  "way",       "env",       "search", "arg",  "param",  "policy", "link",
    "unit",  "side", "start", "enemy", "attackers", "defenders", "cost",   "goal", "leader", "length", "sight"};

} // namespace

std::span<const FactEntry> factVocabulary() {
  return kFacts;
}

std::span<const FunctionEntry> functionVocabulary() {
  return kFunctions;
}

FactName factNamed(std::string_view name) {
  for (std::size_t i = 1; i < kFactNames.size(); ++i)
    if (kFactNames[i] == name)
      return static_cast<FactName>(i);
  return FactName::None;
}

FunctionName functionNamed(std::string_view name) {
  for (std::size_t i = 0; i < kFunctions.size(); ++i)
    if (kFunctions[i].name == name)
      return static_cast<FunctionName>(i + 1);
  return FunctionName::None;
}

bool takesArguments(FunctionName function, std::size_t count) {
  if (function == FunctionName::None)
    return true;
  const FunctionEntry& entry = kFunctions[static_cast<std::size_t>(function) - 1];
  return count >= static_cast<std::size_t>(entry.least) && count <= static_cast<std::size_t>(entry.most);
}

std::span<const std::string_view> builtInVariables() {
  return kVariables;
}

std::string_view toText(Binding binding) {
  switch (binding) {
  case Binding::Map:
    return "map";
  case Binding::Environment:
    return "environment";
  case Binding::Mover:
    return "mover";
  case Binding::Position:
    return "position";
  case Binding::Run:
    return "run";
  }
  return "";
}

} // namespace hotchkiss
