#include "libscenario/rules/reachpath.h"

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
  for (const HexCoord hex : reach.pathTo(to)) {
    PathPoint point{hex, reach.possible[reach.index(hex)], std::nullopt};
    if (!out.empty()) {
      Result<StepJudgement> step =
          judge.judge(out.back().hex, hex, runAfter(reach, allowance, out.size() - 1, out.back().cost));
      if (!step)
        return step.error();
      // Before the end the mover went on, so it came at the price of going on, which may not be the cheapest arrival.
      if (!(hex == to))
        point.cost = out.back().cost + static_cast<std::uint32_t>(step->least);
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
  const std::size_t steps = reach.pathTo(out->from).size() - 1;
  Result<StepJudgement> step = judge.judge(out->from, to, runAfter(reach, allowance, steps, spent));
  if (!step)
    return step.error();
  out->step = std::move(*step);
  return out;
}

} // namespace hotchkiss
