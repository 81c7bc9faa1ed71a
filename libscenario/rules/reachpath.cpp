#include "libscenario/rules/reachpath.h"

#include <algorithm>

namespace hotchkiss {

namespace {

RunFacts runAfter(const Reach& reach, const Rational& allowance, std::size_t steps, std::uint32_t spent) {
  RunFacts out;
  out.isStart = steps == 0;
  out.steps = static_cast<long>(steps);
  out.allowance = allowance;
  out.spent = Rational::make(spent, reach.denominator).value_or(Rational(0));
  return out;
}

} // namespace

Result<std::vector<PathPoint>> explainPath(const Situation& situation, const UnitState& mover,
                                           const Rational& allowance, const Reach& reach, HexCoord to) {
  StepJudge judge(situation.setting(), mover);
  judge.setExplaining(true);
  std::vector<PathPoint> out;
  std::size_t steps = 0;
  for (const Reach::Place& place : reach.wayTo(to)) {
    PathPoint point{place.hex, place.facing, false, place.cost, std::nullopt};
    if (!out.empty()) {
      const PathPoint& last = out.back();
      RunFacts run = runAfter(reach, allowance, steps, last.cost);
      run.facing = last.facing;
      point.isTurn = last.hex == place.hex;
      const int clockwise = (place.facing - last.facing + kSides) % kSides;
      run.turns = point.isTurn ? std::min(clockwise, kSides - clockwise) : 0;
      Result<StepJudgement> step =
          point.isTurn ? judge.judgeTurn(place.hex, place.facing, run) : judge.judge(last.hex, place.hex, run);
      if (!step)
        return step.error();
      steps += point.isTurn ? 0 : 1;
      // Before the end the mover went on, so it came at the price of going on, which may not be the cheapest arrival.
      if (!(place.hex == to) && reach.byFacing.empty())
        point.cost = last.cost + static_cast<std::uint32_t>(step->least);
      point.step = std::move(*step);
    }
    out.push_back(std::move(point));
  }
  return out;
}

Result<std::optional<RefusedStep>> explainRefusal(const Situation& situation, const UnitState& mover,
                                                  const Rational& allowance, const Reach& reach, HexCoord to) {
  std::optional<RefusedStep> out;
  if (!reach.extent.contains(to) || reach.possible[reach.index(to)] != Reach::kUnreached)
    return out;
  std::uint32_t spent = 0;
  for (const HexCoord near : reach.lattice.neighbours(to)) {
    if (!reach.extent.contains(near) || reach.possible[reach.index(near)] == Reach::kUnreached)
      continue;
    const std::uint32_t cost = reach.possible[reach.index(near)];
    const bool stops = reach.stopped[reach.index(near)] != 0;
    // A neighbour from which the mover may go on says more than one where it is held.
    if (out && (stops != out->hadToStop ? stops : cost >= spent))
      continue;
    out = RefusedStep{near, stops, 0, std::nullopt};
    spent = cost;
  }
  if (!out)
    return out;
  if (const auto scaled = Rational::multiply(allowance, Rational(reach.denominator)))
    out->left = scaled->floor() - static_cast<std::int64_t>(spent);
  if (out->hadToStop)
    return out;
  StepJudge judge(situation.setting(), mover);
  judge.setExplaining(true);
  RunFacts run = runAfter(reach, allowance, reach.pathTo(out->from).size() - 1, spent);
  run.facing = reach.wayTo(out->from).back().facing;
  Result<StepJudgement> step = judge.judge(out->from, to, run);
  if (!step)
    return step.error();
  out->step = std::move(*step);
  return out;
}

} // namespace hotchkiss
