#pragma once

#include "libscenario/rules/value.h"
#include "libscenario/ruleset/catalogue.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// A kind of unit, leader or marker, with the values that all of its kind share.
struct UnitType {
  std::string name;
  std::string category;                ///< unit, leader, marker, ship, …: the ruleset's own word
  std::map<std::string, Value> values; ///< what holds unless the unit says otherwise
  std::vector<int> shape;              ///< further hexes it covers, as directions from the hex before; empty for most
};

struct UnitAttribute {
  AttributeType type;
  Value standard; ///< Nothing when there is no default
};

/// What can stand on a map: sides, unit types with typed attributes and states, formations, weather, turn kinds.
struct UnitCatalogue {
  std::map<std::string, std::set<std::string>> sides; ///< with the sides that each counts as friends
  std::map<std::string, UnitType> types;
  std::map<std::string, UnitAttribute> attributes;
  std::map<std::string, std::string> formations;
  std::map<std::string, std::string> weather; ///< the first by `order` is what holds unless told otherwise
  std::map<std::string, std::string> turnKinds;
  std::string usualWeather;

  bool areFriends(const std::string& a, const std::string& b) const;
};

} // namespace hotchkiss
