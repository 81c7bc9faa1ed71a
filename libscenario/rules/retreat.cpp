#include "libscenario/rules/retreat.h"

#include <algorithm>

namespace hotchkiss {

Result<std::vector<RetreatStep>> retreatSteps(const Situation& situation, const RetreatQuestion& question,
                                              const std::vector<HexCoord>& gone) {
  const auto& strategy = situation.rules().book().strategies().retreat;
  if (!strategy)
    return Error{"the ruleset has no rules of retreat", {}, 0, {}, {}};
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  RunFacts run;
  run.steps = static_cast<long>(gone.size());
  run.isStart = gone.size() == 1;
  evaluator.setRun(run);
  evaluator.bind("mover", Value::unit(question.unit));
  evaluator.bind("start", Value::hex(question.start));
  evaluator.bind("enemy", Value::hex(question.enemy));
  evaluator.bind("arg", question.arguments);
  const HexCoord from = gone.back();
  std::vector<RetreatStep> out;
  for (const HexCoord to : situation.rules().lattice().neighbours(from)) {
    if (!situation.rules().extent().contains(to) || std::find(gone.begin(), gone.end(), to) != gone.end())
      continue;
    const Evaluator::Scope scope(evaluator);
    evaluator.bind("from", Value::hex(from));
    evaluator.bind("to", Value::hex(to));
    evaluator.bind("edge", Value::edge({from, to}));
    evaluator.takeBecause();
    const Value legal = strategy->legal.empty() ? Value::flag(true) : evaluator.decide(strategy->legal);
    if (legal.isError())
      return Error{legal.text(), {}, 0, "retreat to " + toText(to), {}};
    if (!legal.isTrue())
      continue;
    const Value priority = evaluator.decide(strategy->priority);
    const Value loss = strategy->loss.empty() ? Value::number(0) : evaluator.decide(strategy->loss);
    for (const Value* each : {&priority, &loss})
      if (each->isError())
        return Error{each->text(), {}, 0, "retreat to " + toText(to), {}};
    if (!priority.isNumber() || !loss.isNumber())
      continue;
    out.push_back({to, priority.number(), loss.number(), false, evaluator.takeBecause()});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const RetreatStep& a, const RetreatStep& b) { return a.priority < b.priority; });
  for (RetreatStep& step : out)
    step.isBest = step.priority == out.front().priority;
  return out;
}

namespace {

/// Depth first over all ways; few steps with few choices each.
class RetreatSearch {
 public:
  RetreatSearch(const Situation& situation, const RetreatQuestion& question)
      : mSituation(situation), mQuestion(question) {}

  Outcome run(std::int64_t overrides) {
    mGone = {mQuestion.start};
    return follow(overrides);
  }

  std::optional<std::vector<RetreatStep>> best;
  Rational bestLoss;
  std::vector<std::size_t> overridesAt;

 private:
  Outcome follow(std::int64_t overrides) {
    const auto length = static_cast<int>(mWay.size());
    if (length >= mQuestion.shortest)
      if (const Outcome ended = tryToEnd(); !ended)
        return ended;
    if (length >= mQuestion.longest)
      return success();
    const Result<std::vector<RetreatStep>> steps = retreatSteps(mSituation, mQuestion, mGone);
    if (!steps)
      return steps.error();
    for (const RetreatStep& step : *steps) {
      if (!step.isBest && overrides == 0)
        continue;
      const bool overrode = !step.isBest;
      mWay.push_back(step);
      mGone.push_back(step.to);
      if (overrode)
        mOverrides.push_back(mWay.size());
      const Outcome followed = follow(overrides - (overrode ? 1 : 0));
      if (overrode)
        mOverrides.pop_back();
      mWay.pop_back();
      mGone.pop_back();
      if (!followed)
        return followed;
    }
    return success();
  }

  Outcome tryToEnd() {
    const auto& strategy = mSituation.rules().book().strategies().retreat;
    Value ends = Value::flag(true);
    if (!strategy->finish.empty()) {
      Evaluator evaluator(mSituation.setting());
      evaluator.bind("mover", Value::unit(mQuestion.unit));
      evaluator.bind("start", Value::hex(mQuestion.start));
      evaluator.bind("enemy", Value::hex(mQuestion.enemy));
      evaluator.bind("to", Value::hex(mGone.back()));
      evaluator.bind("arg", mQuestion.arguments);
      evaluator.bind("length", Value::number(static_cast<std::int64_t>(mWay.size())));
      ends = evaluator.decide(strategy->finish);
      if (ends.isError())
        return Error{ends.text(), {}, 0, "retreat to " + toText(mGone.back()), {}};
    }
    if (!ends.isTrue())
      return success();
    Rational loss;
    for (const RetreatStep& step : mWay)
      loss = Rational::add(loss, step.loss).value_or(loss);
    for (const std::size_t at : mOverrides)
      if (std::find(overridesAt.begin(), overridesAt.end(), at) == overridesAt.end())
        overridesAt.push_back(at);
    if (!best || loss < bestLoss) {
      best = mWay;
      bestLoss = loss;
    }
    return success();
  }

  const Situation& mSituation;
  const RetreatQuestion& mQuestion;
  std::vector<HexCoord> mGone;
  std::vector<RetreatStep> mWay;
  std::vector<std::size_t> mOverrides;
};

} // namespace

Result<RetreatAnswer> findRetreat(const Situation& situation, const RetreatQuestion& question) {
  const auto& strategy = situation.rules().book().strategies().retreat;
  if (!strategy)
    return Error{"the ruleset has no rules of retreat", {}, 0, {}, {}};
  constexpr int kLongest = 8;
  if (question.longest > kLongest)
    return Error{"a retreat of more than " + std::to_string(kLongest) + " hexes cannot be searched", {}, 0, {}, {}};
  RetreatAnswer out;
  for (std::int64_t overrides = 0; overrides <= strategy->overrides; ++overrides) {
    RetreatSearch search(situation, question);
    if (const Outcome done = search.run(overrides); !done)
      return done.error();
    if (!search.best)
      continue;
    out.way = std::move(*search.best);
    out.loss = search.bestLoss;
    out.overridden = overrides > 0;
    out.overridesAt = std::move(search.overridesAt);
    std::sort(out.overridesAt.begin(), out.overridesAt.end());
    return out;
  }
  return out;
}

} // namespace hotchkiss
