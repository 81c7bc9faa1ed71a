#include "libscenario/rules/reach.h"

#include "libscenario/rules/reachsearch.h"
#include "libscenario/rules/reachsteps.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

std::vector<Reach::Place> Reach::wayTo(HexCoord h) const {
  std::vector<Place> out;
  if (!extent.contains(h) || possible[index(h)] == kUnreached)
    return out;
  if (!byFacing.empty()) {
    std::size_t state = index(h) * kSides;
    for (std::size_t other = state; other < index(h) * kSides + kSides; ++other)
      if (byFacing[other] < byFacing[state])
        state = other;
    for (std::uint32_t last = before[state];; last = beforeGoingOn[state]) {
      out.push_back({hexAt(state / kSides), static_cast<int>(state % kSides), byFacing[state]});
      if (last == kUnreached)
        break;
      state = last;
    }
  } else {
    out.push_back({h, 0, possible[index(h)]});
    std::int8_t entered = cameFrom[index(h)];
    bool last = true;
    while (!(h == start) && entered >= 0) {
      h = entered == kByLink ? hexAt((last ? linkedFrom : wentOnLinkedFrom).at(index(h)))
                             : lattice.neighbour(h, entered + kSides / 2);
      out.push_back({h, 0, possible[index(h)]});
      entered = wentOnFrom[index(h)];
      last = false;
    }
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<HexCoord> Reach::pathTo(HexCoord h) const {
  std::vector<HexCoord> out;
  for (const Place& place : wayTo(h))
    if (out.empty() || !(out.back() == place.hex))
      out.push_back(place.hex);
  return out;
}

Result<Reach> findReach(const Situation& situation, const ReachQuestion& question, const CompiledMap* compiled) {
  const UnitState* unit = situation.position().unit(question.unit);
  if (unit == nullptr)
    return Error{"there is no unit \"" + question.unit + "\"", {}, 0, {}, {}};
  const auto& strategy = situation.rules().book().strategies().movement;
  if (!strategy)
    return Error{"the ruleset has no rules of movement", {}, 0, {}, {}};
  if (!question.start && unit->at.kind != Location::Kind::Hex)
    return Error{"unit " + question.unit + " stands in no hex", {}, 0, {}, {}};
  const std::optional<Rational> scaled = Rational::multiply(question.allowance, Rational(strategy->denominator));
  constexpr std::int64_t kMost = 1'000'000;
  if (!scaled || !scaled->isWhole() || scaled->numerator() < 0 || scaled->numerator() > kMost)
    return Error{"the allowance " + question.allowance.text() +
                     " is no number of movement points that this ruleset knows",
                 {},
                 0,
                 {},
                 {}};
  Reach out;
  out.lattice = situation.rules().lattice();
  out.extent = situation.rules().extent();
  out.denominator = strategy->denominator;
  out.start = question.start.value_or(unit->at.hex);
  if (!out.extent.contains(out.start))
    return Error{"hex " + toText(out.start) + " is not on the map", {}, 0, {}, {}};
  // A unit over several hexes meets the position with each of them.
  const bool hasShape = [&] {
    const auto type = situation.rules().book().units().types.find(unit->type);
    return type != situation.rules().book().units().types.end() && !type->second.shape.empty();
  }();
  const bool fits = compiled != nullptr && !hasShape && compiled->mover().id == unit->id &&
                    compiled->mover().side == unit->side && compiled->mover().type == unit->type &&
                    compiled->mover().values == unit->values &&
                    compiled->environment() == situation.position().environment();
  const CompiledMap* usable = fits ? compiled : nullptr;
  if (strategy->hasFacing() && StepJudge(situation.setting(), *unit).hasFacing())
    return reachWithFacing(situation, *unit, question.facing.value_or(unit->facing), scaled->numerator(), usable,
                           question.cancel, std::move(out));
  ReachSearch possible(situation, *unit, scaled->numerator(), usable, false, question.cancel);
  if (const Outcome done = possible.run(out.start); !done)
    return done.error();
  possible.takePossible(out);
  if (!possible.sawDoubt) {
    out.certain = out.possible;
    return out;
  }
  ReachSearch certain(situation, *unit, scaled->numerator(), usable, true, question.cancel);
  if (const Outcome done = certain.run(out.start); !done)
    return done.error();
  out.certain = certain.takeCosts();
  std::set<std::string> blame;
  for (const auto& [hex, cells] : possible.blame)
    blame.insert(cells.begin(), cells.end());
  out.blame.assign(blame.begin(), blame.end());
  return out;
}

} // namespace hotchkiss
