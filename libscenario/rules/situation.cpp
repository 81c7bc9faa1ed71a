#include "libscenario/rules/situation.h"

#include <atomic>

namespace hotchkiss {

Result<Situation> Situation::make(std::shared_ptr<const Rules> rules, Position position) {
  Situation out(std::move(rules), std::move(position));
  Result<ZoneField> zones = ZoneField::of(*out.mRules, out.mPosition);
  if (!zones)
    return zones.error();
  out.mZones = std::move(*zones);
  return out;
}

std::uint64_t Situation::nextStamp() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::unordered_set<HexCoord> Situation::noisyHexes() const {
  std::unordered_set<HexCoord> out;
  const Extent& extent = mRules->extent();
  const auto mark = [&](HexCoord hex) {
    if (extent.contains(hex))
      out.insert(hex);
  };
  // Rules may look at the units around a hex, so those next to one are not quiet either.
  for (const auto& [hex, units] : mPosition.stacks()) {
    mark(hex);
    for (const HexCoord near : mRules->lattice().neighbours(hex))
      mark(near);
  }
  for (const auto& [hex, parts] : mZones.all())
    mark(hex);
  for (const auto& [hex, state] : mPosition.hexes())
    mark(hex);
  const auto markEdge = [&](EdgeId edge) {
    for (const HexCoord hex : mRules->lattice().hexes(edge))
      mark(hex);
  };
  for (const auto& [edge, state] : mPosition.edges())
    markEdge(edge);
  for (const auto& [id, state] : mPosition.crossings())
    if (const auto edge = mRules->edgeOfCrossing(id))
      markEdge(*edge);
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
  mStamp = nextStamp();
  return mZones.update(*mRules, mPosition, changed);
}

Outcome Situation::putUnit(const UnitState& unit) {
  std::vector<HexCoord> changed;
  if (const UnitState* before = mPosition.unit(unit.id); before != nullptr && before->at.kind == Location::Kind::Hex)
    changed.push_back(before->at.hex);
  if (unit.at.kind == Location::Kind::Hex)
    changed.push_back(unit.at.hex);
  mPosition.put(unit);
  mStamp = nextStamp();
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
  mStamp = nextStamp();
  return mZones.update(*mRules, mPosition, changed);
}

Outcome Situation::setCrossing(const std::string& id, const CrossingState& state) {
  const std::optional<EdgeId> edge = mRules->edgeOfCrossing(id);
  if (!edge)
    return Error{"the map has no crossing \"" + id + "\"", {}, 0, {}, {}};
  mPosition.crossings()[id] = state;
  mStamp = nextStamp();
  const auto hexes = mRules->lattice().hexes(*edge);
  return mZones.update(*mRules, mPosition, {hexes[0], hexes[1]});
}

Outcome Situation::setHexState(HexCoord hex, const HexState& state) {
  mPosition.hexes()[hex] = state;
  mStamp = nextStamp();
  return mZones.update(*mRules, mPosition, {hex});
}

Outcome Situation::setEnvironment(const Environment& environment) {
  mPosition.environment() = environment;
  mStamp = nextStamp();
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
