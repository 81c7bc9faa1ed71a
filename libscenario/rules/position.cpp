#include "libscenario/rules/position.h"

#include <algorithm>

namespace hotchkiss {

const UnitState* Position::unit(const std::string& id) const {
  const auto it = mUnits.find(id);
  return it == mUnits.end() ? nullptr : &it->second;
}

const std::vector<std::string>& Position::unitsAt(HexCoord hex) const {
  static const std::vector<std::string> kNone;
  const auto it = mStacks.find(hex);
  return it == mStacks.end() ? kNone : it->second;
}

void Position::unstack(const UnitState& unit) {
  if (unit.at.kind != Location::Kind::Hex)
    return;
  const auto it = mStacks.find(unit.at.hex);
  if (it == mStacks.end())
    return;
  std::erase(it->second, unit.id);
  if (it->second.empty())
    mStacks.erase(it);
}

void Position::stack(const UnitState& unit) {
  if (unit.at.kind != Location::Kind::Hex)
    return;
  std::vector<std::string>& ids = mStacks[unit.at.hex];
  const auto place = std::find_if(ids.begin(), ids.end(), [&](const std::string& id) {
    const UnitState& other = mUnits.at(id);
    return other.order != unit.order ? unit.order < other.order : unit.id < id;
  });
  ids.insert(place, unit.id);
}

void Position::put(UnitState unit) {
  if (const auto it = mUnits.find(unit.id); it != mUnits.end())
    unstack(it->second);
  stack(unit);
  std::string id = unit.id;
  mUnits[std::move(id)] = std::move(unit);
}

bool Position::remove(const std::string& unitId) {
  const auto it = mUnits.find(unitId);
  if (it == mUnits.end())
    return false;
  unstack(it->second);
  mUnits.erase(it);
  return true;
}

bool Position::move(const std::string& unitId, HexCoord to) {
  const auto it = mUnits.find(unitId);
  if (it == mUnits.end())
    return false;
  UnitState unit = it->second;
  unit.at = {Location::Kind::Hex, to, {}};
  put(std::move(unit));
  return true;
}

} // namespace hotchkiss
