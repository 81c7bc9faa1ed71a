#include "libscenario/rules/situation.h"

namespace hotchkiss {

Result<Situation> Situation::make(std::shared_ptr<const Rules> rules, Position position) {
  Situation out(std::move(rules), std::move(position));
  Result<ZoneField> zones = ZoneField::of(*out.mRules, out.mPosition);
  if (!zones)
    return zones.error();
  out.mZones = std::move(*zones);
  return out;
}

Outcome Situation::moveUnit(const std::string& id, HexCoord to) {
  const UnitState* unit = mPosition.unit(id);
  if (unit == nullptr)
    return Error{"there is no unit \"" + id + "\"", {}, 0, {}, {}};
  if (!mRules->extent().contains(to))
    return Error{"hex " + toText(to) + " is not on the map", {}, 0, {}, {}};
  std::vector<HexCoord> changed{to};
  if (unit->at.kind == Location::Kind::Hex)
    changed.push_back(unit->at.hex);
  mPosition.move(id, to);
  return mZones.update(*mRules, mPosition, changed);
}

Outcome Situation::putUnit(const UnitState& unit) {
  std::vector<HexCoord> changed;
  if (const UnitState* before = mPosition.unit(unit.id); before != nullptr && before->at.kind == Location::Kind::Hex)
    changed.push_back(before->at.hex);
  if (unit.at.kind == Location::Kind::Hex)
    changed.push_back(unit.at.hex);
  mPosition.put(unit);
  return mZones.update(*mRules, mPosition, changed);
}

Outcome Situation::removeUnit(const std::string& id) {
  const UnitState* unit = mPosition.unit(id);
  if (unit == nullptr)
    return Error{"there is no unit \"" + id + "\"", {}, 0, {}, {}};
  std::vector<HexCoord> changed;
  if (unit->at.kind == Location::Kind::Hex)
    changed.push_back(unit->at.hex);
  mPosition.remove(id);
  return mZones.update(*mRules, mPosition, changed);
}

Outcome Situation::setCrossing(const std::string& id, const CrossingState& state) {
  const std::optional<EdgeId> edge = mRules->edgeOfCrossing(id);
  if (!edge)
    return Error{"the map has no crossing \"" + id + "\"", {}, 0, {}, {}};
  mPosition.crossings()[id] = state;
  const auto hexes = mRules->lattice().hexes(*edge);
  return mZones.update(*mRules, mPosition, {hexes[0], hexes[1]});
}

Outcome Situation::setHexState(HexCoord hex, const HexState& state) {
  mPosition.hexes()[hex] = state;
  return mZones.update(*mRules, mPosition, {hex});
}

Outcome Situation::setEnvironment(const Environment& environment) {
  mPosition.environment() = environment;
  Result<ZoneField> zones = ZoneField::of(*mRules, mPosition);
  if (!zones)
    return zones.error();
  mZones = std::move(*zones);
  return success();
}

bool Situation::isQuiet(HexCoord hex) const {
  if (!mPosition.unitsAt(hex).empty() || !mZones.parts(hex).empty() || mPosition.hexes().contains(hex))
    return false;
  if (mPosition.crossings().empty() && mPosition.edges().empty())
    return true;
  for (int side = 0; side < kSides; ++side) {
    const EdgeId edge = mRules->lattice().edge(hex, side);
    if (mPosition.edges().contains(edge))
      return false;
    for (const MapThing& crossing : mRules->crossings(edge))
      if (mPosition.crossings().contains(crossing.id))
        return false;
  }
  return true;
}

} // namespace hotchkiss
