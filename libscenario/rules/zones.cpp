#include "libscenario/rules/zones.h"

#include <algorithm>
#include <deque>
#include <set>

namespace hotchkiss {

Result<ZoneField> ZoneField::of(const Rules& rules, const Position& position) {
  ZoneField out;
  const auto& strategy = rules.book().strategies().zones;
  if (!strategy)
    return out;
  out.mKinds = strategy->kinds;
  out.mReach = strategy->reach;
  const UnitCatalogue& units = rules.book().units();
  for (const auto& [side, unused] : units.sides)
    for (const auto& [other, alsoUnused] : units.sides)
      if (!units.areFriends(side, other))
        out.mEnemies[side].push_back(other);
  for (const auto& [hex, ids] : position.stacks())
    if (const Outcome added = out.addSource(rules, position, hex); !added)
      return added.error();
  return out;
}

void ZoneField::removeSource(HexCoord source) {
  const auto it = mReached.find(source);
  if (it == mReached.end())
    return;
  for (const HexCoord hex : it->second) {
    const auto parts = mParts.find(hex);
    if (parts == mParts.end())
      continue;
    std::erase_if(parts->second, [&](const Part& part) { return part.source == source; });
    if (parts->second.empty())
      mParts.erase(parts);
  }
  mReached.erase(it);
}

Outcome ZoneField::addSource(const Rules& rules, const Position& position, HexCoord source) {
  const auto& strategy = rules.book().strategies().zones;
  if (!strategy || strategy->kind.empty())
    return success();
  Evaluator evaluator(Setting{rules, position.environment(), &position, nullptr, nullptr});
  std::map<std::pair<HexCoord, std::string>, std::map<std::string, std::vector<std::string>>>
      found; // hex, side → kind → units
  for (const std::string& id : position.unitsAt(source)) {
    const Evaluator::Scope scope(evaluator);
    evaluator.bind("unit", Value::unit(id));
    evaluator.bind("mover", Value::unit(id));
    const Value exerts = strategy->exerts.empty() ? Value::flag(true) : evaluator.decide(strategy->exerts);
    if (exerts.isError())
      return Error{exerts.text(), {}, 0, "zones of unit " + id, {}};
    if (!exerts.isTrue())
      continue;
    const std::string side = position.unit(id)->side;
    std::set<HexCoord> seen{source};
    std::deque<std::pair<HexCoord, std::int64_t>> open{{source, 0}};
    while (!open.empty()) {
      const auto [from, distance] = open.front();
      open.pop_front();
      for (const HexCoord to : rules.lattice().neighbours(from)) {
        if (!rules.extent().contains(to) || seen.contains(to))
          continue;
        const Evaluator::Scope inner(evaluator);
        evaluator.bind("from", Value::hex(from));
        evaluator.bind("to", Value::hex(to));
        evaluator.bind("edge", Value::edge({from, to}));
        const Value kind = evaluator.decide(strategy->kind);
        if (kind.isError())
          return Error{kind.text(), {}, 0, "zones of unit " + id, {}};
        if (!kind.isText() || kind.text() == "none")
          continue;
        seen.insert(to);
        found[{to, side}][kind.text()].push_back(id);
        if (distance + 1 < strategy->reach) {
          const Value halts = strategy->halt.empty() ? Value::flag(false) : evaluator.decide(strategy->halt);
          if (halts.isError())
            return Error{halts.text(), {}, 0, "zones of unit " + id, {}};
          if (!halts.isTrue())
            open.emplace_back(to, distance + 1);
        }
      }
    }
  }
  std::vector<HexCoord>& reached = mReached[source];
  for (const auto& [place, kinds] : found) {
    reached.push_back(place.first);
    std::vector<Part>& parts = mParts[place.first];
    for (const auto& [kind, units] : kinds)
      parts.push_back({kind, place.second, source, units});
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
      return std::tie(a.source, a.side, a.kind) < std::tie(b.source, b.side, b.kind);
    });
  }
  if (reached.empty())
    mReached.erase(source);
  return success();
}

Outcome ZoneField::update(const Rules& rules, const Position& position, const std::vector<HexCoord>& changed) {
  std::set<HexCoord> sources;
  for (const HexCoord hex : changed)
    for (const HexCoord near : rules.lattice().range(hex, static_cast<std::int32_t>(mReach)))
      if (near == hex || mReached.contains(near) || !position.unitsAt(near).empty())
        sources.insert(near);
  for (const HexCoord source : sources) {
    removeSource(source);
    if (!position.unitsAt(source).empty())
      if (const Outcome added = addSource(rules, position, source); !added)
        return added;
  }
  return success();
}

const std::vector<ZoneField::Part>& ZoneField::parts(HexCoord hex) const {
  static const std::vector<Part> kNone;
  const auto it = mParts.find(hex);
  return it == mParts.end() ? kNone : it->second;
}

const std::string& ZoneField::against(HexCoord hex, const std::string& side) const {
  static const std::string kNone = "none";
  const std::string* best = &kNone;
  std::size_t bestRank = mKinds.size() + 1;
  const auto enemies = mEnemies.find(side);
  if (enemies == mEnemies.end())
    return kNone;
  for (const Part& part : parts(hex)) {
    if (std::find(enemies->second.begin(), enemies->second.end(), part.side) == enemies->second.end())
      continue;
    const auto rank = static_cast<std::size_t>(std::find(mKinds.begin(), mKinds.end(), part.kind) - mKinds.begin());
    if (rank < bestRank) {
      bestRank = rank;
      best = &part.kind;
    }
  }
  return *best;
}

} // namespace hotchkiss
