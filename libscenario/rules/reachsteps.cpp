#include "libscenario/rules/reachsteps.h"

#include <algorithm>
#include <queue>
#include <set>

namespace hotchkiss {

PricedStep priceStep(const StepJudgement& step, bool wantsCertain, std::int64_t spent, std::int64_t allowance) {
  PricedStep out;
  if (wantsCertain ? !step.certain : !step.possible)
    return out;
  out.price = wantsCertain ? step.most : step.least;
  out.halts = wantsCertain ? step.mayStop : step.stops;
  if (step.takesAll) {
    if (spent != 0)
      return out;
    out.price = allowance;
    out.halts = true; // nothing is left, not even for steps that cost nothing
  }
  if (out.price > allowance - spent) {
    if (!step.byMinimum)
      return out;
    out.price = allowance - spent; // one step is always allowed and takes what there is
    out.halts = true;
  }
  out.isOpen = true;
  return out;
}

namespace {

constexpr std::uint32_t kNone = Reach::kUnreached;

class FacingSearch {
 public:
  FacingSearch(const Situation& situation, const UnitState& mover, std::int64_t allowance, const CompiledMap* compiled,
               bool wantsCertain)
      : mSituation(situation),
        mJudge(situation.setting(), mover),
        mCompiled(compiled != nullptr && compiled->hasFacing() ? compiled : nullptr),
        mAllowance(allowance),
        mWantsCertain(wantsCertain),
        mHeight(static_cast<std::size_t>(situation.rules().extent().height)) {
    const auto states = static_cast<std::size_t>(situation.rules().extent().area()) * kSides;
    cost.assign(states, kNone);
    moving.assign(states, kNone);
    before.assign(states, kNone);
    beforeGoingOn.assign(states, kNone);
    steps.assign(states, 0);
    stopped.assign(states, 0);
    if (mCompiled != nullptr) {
      mNoisy.assign(states / kSides, false);
      for (const HexCoord hex : situation.noisyHexes())
        mNoisy[state(hex, 0) / kSides] = true;
    }
  }

  Outcome run(HexCoord start, int facing, const std::stop_token& cancel) {
    const std::size_t first = state(start, facing);
    mStart = start;
    cost[first] = moving[first] = 0;
    mOpen.push({0, first});
    while (!mOpen.empty()) {
      const auto [spent, from] = mOpen.top();
      mOpen.pop();
      if (moving[from] != spent)
        continue;
      if (cancel.stop_requested())
        return Error{"the search was cancelled", {}, 0, {}, {}};
      if (const Outcome turned = turn(from, spent); !turned)
        return turned;
      if (const Outcome stepped = step(from, spent); !stepped)
        return stepped;
    }
    return success();
  }

  std::vector<std::uint32_t> cost;   ///< cheapest arrival, by hex and facing
  std::vector<std::uint32_t> moving; ///< cheapest arrival from which the mover may go on
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> beforeGoingOn;
  std::vector<std::uint16_t> steps;
  std::vector<std::uint8_t> stopped;
  std::set<std::string> blame;
  bool sawDoubt = false;

 private:
  std::size_t state(HexCoord hex, int facing) const {
    return (static_cast<std::size_t>(hex.c) * mHeight + static_cast<std::size_t>(hex.r)) * kSides +
           static_cast<std::size_t>(facing);
  }
  HexCoord hexOf(std::size_t of) const {
    return {static_cast<std::int32_t>(of / kSides / mHeight), static_cast<std::int32_t>(of / kSides % mHeight)};
  }

  RunFacts factsOf(std::size_t from, std::uint32_t spent) const {
    RunFacts run;
    run.isStart = steps[from] == 0 && hexOf(from) == mStart;
    run.steps = steps[from];
    run.facing = static_cast<int>(from % kSides);
    run.spent = Rational::make(spent, mJudge.denominator()).value_or(Rational(0));
    run.allowance = Rational::make(mAllowance, mJudge.denominator()).value_or(Rational(0));
    return run;
  }

  Outcome turn(std::size_t from, std::uint32_t spent) {
    const HexCoord hex = hexOf(from);
    for (int facing = 0; facing < kSides; ++facing) {
      RunFacts run = factsOf(from, spent);
      if (facing == run.facing)
        continue;
      const int clockwise = (facing - run.facing + kSides) % kSides;
      run.turns = std::min(clockwise, kSides - clockwise);
      if (isQuiet(hex)) {
        const std::uint16_t known = mCompiled->turn(from / kSides, run.turns);
        if (known != CompiledMap::kAsk) {
          arriveCompiled(state(hex, facing), known, spent, from, 0);
          continue;
        }
      }
      const Result<StepJudgement> turned = mJudge.judgeTurn(hex, facing, run);
      if (!turned)
        return turned.error();
      note(*turned);
      const PricedStep priced = priceStep(*turned, mWantsCertain, spent, mAllowance);
      if (priced.isOpen)
        arrive(state(hex, facing), spent + static_cast<std::uint32_t>(priced.price), priced.halts, from, 0);
    }
    return success();
  }

  Outcome step(std::size_t from, std::uint32_t spent) {
    const HexCoord hex = hexOf(from);
    const Rules& rules = mSituation.rules();
    for (int direction = 0; direction < kSides; ++direction) {
      const HexCoord to = rules.lattice().neighbour(hex, direction);
      if (!rules.extent().contains(to))
        continue;
      RunFacts run = factsOf(from, spent);
      run.offset = (direction - run.facing + kSides) % kSides;
      std::optional<bool> leaves;
      if (isQuiet(hex))
        leaves = mCompiled->mayLeave(from / kSides, run.offset);
      if (!leaves) {
        const Result<StepJudge::Leaving> judged = mJudge.mayLeave(hex, run);
        if (!judged)
          return judged.error();
        leaves = judged->allowed;
      }
      if (!*leaves)
        continue;
      if (isQuiet(hex) && isQuiet(to)) {
        const std::uint16_t known = mCompiled->step(from / kSides, direction);
        if (known != CompiledMap::kAsk) {
          arriveCompiled(state(to, mJudge.strategy().facesStep ? direction : run.facing), known, spent, from, 1);
          continue;
        }
      }
      if (const Outcome taken = take(from, hex, to, spent, run, mJudge.strategy().facesStep ? direction : run.facing);
          !taken)
        return taken;
    }
    for (const LinkStep& link : rules.links(hex))
      if (rules.extent().contains(link.to) && rules.lattice().distance(hex, link.to) != 1) {
        const RunFacts run = factsOf(from, spent);
        if (const Outcome taken = take(from, hex, link.to, spent, run, run.facing); !taken)
          return taken;
      }
    return success();
  }

  Outcome take(std::size_t from, HexCoord hex, HexCoord to, std::uint32_t spent, const RunFacts& run, int facing) {
    const Result<StepJudgement> judged = mJudge.judge(hex, to, run);
    if (!judged)
      return judged.error();
    note(*judged);
    const PricedStep priced = priceStep(*judged, mWantsCertain, spent, mAllowance);
    if (priced.isOpen)
      arrive(state(to, facing), spent + static_cast<std::uint32_t>(priced.price), priced.halts, from, 1);
    return success();
  }

  /// Whether what was compiled holds here: the position has no say, and it is not the first step.
  bool isQuiet(HexCoord hex) const {
    return mCompiled != nullptr && !(hex == mStart) && !mNoisy[state(hex, 0) / kSides];
  }

  void arriveCompiled(std::size_t to, std::uint16_t known, std::uint32_t spent, std::size_t from, int step) {
    if (known == CompiledMap::kBlocked)
      return;
    const std::uint32_t total = spent + (known & ~unsigned{CompiledMap::kStops});
    if (total <= static_cast<std::uint64_t>(mAllowance))
      arrive(to, total, (known & CompiledMap::kStops) != 0, from, step);
  }

  void note(const StepJudgement& judged) {
    if (!judged.blame.empty() && (judged.possible != judged.certain || judged.least != judged.most)) {
      sawDoubt = true;
      blame.insert(judged.blame.begin(), judged.blame.end());
    }
    sawDoubt = sawDoubt || judged.mayStop != judged.stops;
  }

  void arrive(std::size_t to, std::uint32_t total, bool halts, std::size_t from, int step) {
    if (total < cost[to]) {
      cost[to] = total;
      stopped[to] = halts ? 1 : 0;
      before[to] = static_cast<std::uint32_t>(from);
    }
    if (!halts && total < moving[to]) {
      moving[to] = total;
      beforeGoingOn[to] = static_cast<std::uint32_t>(from);
      steps[to] = static_cast<std::uint16_t>(steps[from] + step);
      mOpen.push({total, to});
    }
  }

  using Waiting = std::pair<std::uint32_t, std::size_t>;
  const Situation& mSituation;
  StepJudge mJudge;
  const CompiledMap* mCompiled;
  std::vector<bool> mNoisy; ///< the position has a say here; only with a compiled map
  std::int64_t mAllowance;
  bool mWantsCertain;
  std::size_t mHeight;
  HexCoord mStart;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> mOpen;
};

/// The cheapest facing of every hex.
std::vector<std::uint32_t> cheapest(const std::vector<std::uint32_t>& states) {
  std::vector<std::uint32_t> out(states.size() / kSides, kNone);
  for (std::size_t i = 0; i < states.size(); ++i)
    out[i / kSides] = std::min(out[i / kSides], states[i]);
  return out;
}

} // namespace

Result<Reach> reachWithFacing(const Situation& situation, const UnitState& mover, int facing, std::int64_t allowance,
                              const CompiledMap* compiled, const std::stop_token& cancel, Reach out) {
  FacingSearch possible(situation, mover, allowance, compiled, false);
  if (const Outcome done = possible.run(out.start, ((facing % kSides) + kSides) % kSides, cancel); !done)
    return done.error();
  out.byFacing = possible.cost;
  out.before = possible.before;
  out.beforeGoingOn = possible.beforeGoingOn;
  out.possible = cheapest(possible.cost);
  out.cameFrom.assign(out.possible.size(), -1);
  out.wentOnFrom.assign(out.possible.size(), -1);
  out.stopped.assign(out.possible.size(), 0);
  for (std::size_t i = 0; i < possible.cost.size(); ++i)
    if (possible.stopped[i] != 0 && possible.cost[i] == out.possible[i / kSides])
      out.stopped[i / kSides] = 1;
  out.certain = out.possible;
  if (!possible.sawDoubt)
    return out;
  FacingSearch certain(situation, mover, allowance, compiled, true);
  if (const Outcome done = certain.run(out.start, ((facing % kSides) + kSides) % kSides, cancel); !done)
    return done.error();
  out.certain = cheapest(certain.cost);
  out.blame.assign(possible.blame.begin(), possible.blame.end());
  return out;
}

} // namespace hotchkiss
