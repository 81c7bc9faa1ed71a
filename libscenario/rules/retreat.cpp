#include "libscenario/rules/retreat.h"

#include "libscenario/rules/blame.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr int kLongest = 8;    ///< that may be asked for
constexpr int kMostSteps = 12; ///< with what it takes to get out of a hex in which no way may end

void bindQuestion(Evaluator& evaluator, const RetreatQuestion& question, const std::vector<HexCoord>& gone) {
  RunFacts run;
  run.steps = static_cast<long>(gone.size());
  run.isStart = gone.size() == 1;
  evaluator.setRun(run);
  evaluator.bind("mover", Value::unit(question.unit));
  evaluator.bind("start", Value::hex(question.start));
  evaluator.bind("enemy", Value::hex(question.enemy));
  evaluator.bind("arg", question.arguments);
}

/// A decision about the hex that a way has come to; `otherwise` where the ruleset has none.
Result<bool> askAboutEnd(const Situation& situation, const RetreatQuestion& question, const std::vector<HexCoord>& gone,
                         const std::string& decision, bool otherwise) {
  if (decision.empty())
    return otherwise;
  Evaluator evaluator(situation.setting());
  bindQuestion(evaluator, question, gone);
  evaluator.bind("to", Value::hex(gone.back()));
  evaluator.bind("length", Value::number(static_cast<std::int64_t>(gone.size()) - 1));
  const Value answer = evaluator.decide(decision);
  if (answer.isError())
    return Error{answer.text(), {}, 0, "retreat to " + toText(gone.back()), {}};
  return answer.isTrue();
}

} // namespace

Result<std::vector<RetreatStep>> retreatSteps(const Situation& situation, const RetreatQuestion& question,
                                              const std::vector<HexCoord>& gone, std::vector<std::string>& blame) {
  const auto& strategy = situation.rules().book().strategies().retreat;
  if (!strategy)
    return Error{"the ruleset has no rules of retreat", {}, 0, {}, {}};
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  bindQuestion(evaluator, question, gone);
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
    if (!legal.isTrue()) {
      addBlame(blame, legal);
      continue;
    }
    const Value priority = evaluator.decide(strategy->priority);
    const Value loss = strategy->loss.empty() ? Value::number(0) : evaluator.decide(strategy->loss);
    for (const Value* each : {&priority, &loss})
      if (each->isError())
        return Error{each->text(), {}, 0, "retreat to " + toText(to), {}};
    if (!priority.isNumber() || !loss.isNumber()) {
      addBlame(blame, priority);
      addBlame(blame, loss);
      continue;
    }
    out.push_back({to, priority.number(), loss.number(), false, evaluator.takeBecause()});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const RetreatStep& a, const RetreatStep& b) { return a.priority < b.priority; });
  for (RetreatStep& step : out)
    step.isBest = step.priority == out.front().priority;
  return out;
}

Result<bool> retreatMayEnd(const Situation& situation, const RetreatQuestion& question,
                           const std::vector<HexCoord>& gone) {
  const auto& strategy = situation.rules().book().strategies().retreat;
  return askAboutEnd(situation, question, gone, strategy ? strategy->finish : std::string(), true);
}

namespace {

/// Depth first over all ways; few steps with few choices each.
class RetreatSearch {
 public:
  RetreatSearch(const Situation& situation, const RetreatQuestion& question, bool mayExtend)
      : mSituation(situation), mQuestion(question), mMayExtend(mayExtend) {}

  Outcome run(std::int64_t overrides) {
    mGone = {mQuestion.start};
    return follow(overrides);
  }

  std::optional<std::vector<RetreatStep>> best;
  Rational bestLoss;
  std::vector<std::size_t> overridesAt;
  std::vector<std::string> blame;

 private:
  Outcome follow(std::int64_t overrides) {
    const auto length = static_cast<int>(mWay.size());
    if (length >= mQuestion.shortest)
      if (const Outcome ended = tryToEnd(); !ended)
        return ended;
    if (length >= mQuestion.longest) {
      if (!mMayExtend || length >= kMostSteps)
        return success();
      const Result<bool> goesOn =
          askAboutEnd(mSituation, mQuestion, mGone, mSituation.rules().book().strategies().retreat->extend, false);
      if (!goesOn)
        return goesOn.error();
      if (!*goesOn)
        return success();
    }
    const Result<std::vector<RetreatStep>> steps = retreatSteps(mSituation, mQuestion, mGone, blame);
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
    const Result<bool> ends = retreatMayEnd(mSituation, mQuestion, mGone);
    if (!ends)
      return ends.error();
    if (!*ends)
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
  const bool mMayExtend;
  std::vector<HexCoord> mGone;
  std::vector<RetreatStep> mWay;
  std::vector<std::size_t> mOverrides;
};

} // namespace

Result<RetreatAnswer> findRetreat(const Situation& situation, const RetreatQuestion& question) {
  const auto& strategy = situation.rules().book().strategies().retreat;
  if (!strategy)
    return Error{"the ruleset has no rules of retreat", {}, 0, {}, {}};
  if (question.longest > kLongest)
    return Error{"a retreat of more than " + std::to_string(kLongest) + " hexes cannot be searched", {}, 0, {}, {}};
  RetreatAnswer out;
  // By the priorities; if that does not save the unit, further than it wanted; only then against the priorities.
  for (std::int64_t overrides = 0; overrides <= strategy->overrides; ++overrides)
    for (const bool mayExtend : {false, true}) {
      if (mayExtend && strategy->extend.empty())
        continue;
      RetreatSearch search(situation, question, mayExtend);
      if (const Outcome done = search.run(overrides); !done)
        return done.error();
      if (overrides == 0)
        for (std::string& cell : search.blame)
          if (std::find(out.blame.begin(), out.blame.end(), cell) == out.blame.end())
            out.blame.push_back(std::move(cell));
      if (!search.best)
        continue;
      out.way = std::move(*search.best);
      out.loss = search.bestLoss;
      out.overridden = overrides > 0;
      out.extended = static_cast<int>(out.way.size()) > question.longest;
      out.overridesAt = std::move(search.overridesAt);
      std::sort(out.overridesAt.begin(), out.overridesAt.end());
      return out;
    }
  return out;
}

} // namespace hotchkiss
