#pragma once

#include "libscenario/rules/value.h"
#include "libscenario/ruleset/catalogue.h"
#include "libterrain/base/result.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

class Ruleset;

/// How the facing of a piece is given.
enum class FacingRule : std::uint8_t { None, Edge, Vertex };

/// A kind of unit, leader or marker, with the values that all of its kind share.
struct UnitType {
  std::string name;
  std::string category;                ///< unit, leader, marker, ship, …: the ruleset's own word
  std::map<std::string, Value> values; ///< what holds unless the unit says otherwise
  std::vector<int> shape;              ///< further hexes it covers, as directions from the hex before; empty for most
  std::string row = "unit";            ///< section of an order of battle that such pieces stand in
  std::string symbol;
  std::vector<std::string> sides;             ///< that may have it; empty: all
  std::vector<std::string> formations;        ///< that it can take; empty: nothing is said
  std::vector<std::string> sectionAttributes; ///< what each section of a battery says
  FacingRule facing = FacingRule::None;
  std::optional<long> limit;             ///< how many counters there are
  bool unlimited = false;                ///< counters may be made as needed
  std::string fungibleStrength;          ///< attribute whose total counts, when counters are split and joined freely
  std::vector<std::string> fungibleSame; ///< attributes that pieces must share to be joined
};

struct UnitAttribute {
  AttributeType type;
  Value standard; ///< Nothing when there is no default
  std::string name;
  std::string shortName;            ///< for column heads and counters
  std::string unit;                 ///< "SP", "MP"
  std::string group;                ///< of an inspector
  std::set<std::string> types;      ///< unit types that have it; empty: all
  std::set<std::string> categories; ///< "formation" when formations may have it
  bool state = false;               ///< changes in play
  bool shown = false;               ///< printed on the counter
  std::vector<std::string> targets; ///< sections that a reference may point into
};

/// A level of the hierarchy, such as a corps. Every level may be skipped.
struct Echelon {
  std::string name;
  long rank = 0;                    ///< higher stands above lower
  std::string mark;                 ///< "XXX"
  std::string attribute;            ///< attribute of units that holds the designation of their formation of this level
  std::vector<std::string> leaders; ///< unit types that lead it
  std::vector<std::string> sides;   ///< that have it; empty: all
};

/// A side of a counter, or another counter of the same piece, with values of its own.
struct CounterFace {
  std::string id;
  std::string name;
  std::set<std::string> types;       ///< empty: all
  std::map<std::string, Value> when; ///< states under which it is up
  bool back = false;
  long order = 0; ///< where two faces hold, the higher wins
};

/// A tactical formation, such as line or column.
struct TacticalFormation {
  std::string name;
  std::set<std::string> types; ///< empty: all
  std::map<std::string, Value> states;
};

struct TurnKind {
  std::string name;
  long minutes = 0; ///< 0 when nothing is said
  bool night = false;
  std::string light;
};

/// What can stand on a map: sides, unit types with typed attributes and states, hierarchy, formations, weather, turn
/// kinds.
struct UnitCatalogue {
  std::map<std::string, std::set<std::string>> sides; ///< with the sides that each counts as friends
  std::map<std::string, std::string> sideNames;
  std::map<std::string, std::string> sideColours; ///< "#rrggbb", where there is one
  std::map<std::string, UnitType> types;
  std::map<std::string, UnitAttribute> attributes;
  /// What a position may say of the whole game, such as how long it rains on.
  std::map<std::string, UnitAttribute> environmentStates;
  std::map<std::string, std::string> formations;
  std::map<std::string, TacticalFormation> tacticalFormations;
  std::map<std::string, std::string> weather; ///< the first by `order` is what holds unless told otherwise
  std::map<std::string, std::string> turnKinds;
  std::map<std::string, TurnKind> turns;
  std::map<std::string, Echelon> echelons;
  std::vector<CounterFace> faces; ///< by order
  std::string usualWeather;

  bool areFriends(const std::string& a, const std::string& b) const;
  /// Whether pieces of this type have this attribute.
  bool applies(const std::string& attribute, const std::string& type) const;
  /// The faces that a piece of this type can show, in order.
  std::vector<const CounterFace*> facesOf(const std::string& type) const;
};

/// The unit catalogue of a ruleset. Errors name the file, the line and the row.
Result<UnitCatalogue> readUnitCatalogue(const Ruleset& ruleset);

} // namespace hotchkiss
