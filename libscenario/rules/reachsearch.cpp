#include "libscenario/rules/reachsearch.h"

#include "libscenario/rules/reachsteps.h"

#include <algorithm>
#include <bit>

namespace hotchkiss {

namespace {

/// How many hexes are looked at between two looks at whether the search was cancelled.
constexpr std::size_t kBetweenLooks = 1024;

Error cancelled() {
  return Error{"the search was cancelled", {}, 0, {}, {}};
}

} // namespace

ReachSearch::ReachSearch(const Situation& situation, const UnitState& mover, std::int64_t allowance,
                         const CompiledMap* compiled, bool wantsCertain, std::stop_token cancel)
    : mSituation(situation),
      mTable(situation.rules().lattice(), situation.rules().extent()),
      mColumns(static_cast<std::uint64_t>(std::max(situation.rules().extent().height, 1))),
      mJudge(situation.setting(), mover),
      mCompiled(compiled),
      mWantsCertain(wantsCertain),
      mAllowance(allowance),
      mCancel(std::move(cancel)) {
  const auto area = static_cast<std::size_t>(std::max<std::int64_t>(situation.rules().extent().area(), 0));
  mMoving.assign(area, Reach::kUnreached);
  mWentOnFrom.assign(area, -1);
  const auto height = static_cast<std::int64_t>(situation.rules().extent().height);
  for (std::int32_t odd = 0; odd < 2; ++odd)
    for (int d = 0; d < kSides; ++d) {
      const HexCoord next = mTable.neighbour({odd, odd}, d);
      mOffsets.at(static_cast<std::size_t>(odd)).at(static_cast<std::size_t>(d)) =
          std::int64_t{next.c - odd} * height + (next.r - odd);
    }
  mFlat = situation.rules().lattice().orientation() == Orientation::Flat;
  mHasLinks = situation.rules().hasLinks();
}

Outcome ReachSearch::run(HexCoord start) {
  mStart = mTable.index(start);
  mMoving[mStart] = 0;
  bucket(0).push_back(static_cast<std::uint32_t>(mStart));
  mWaiting = 1;
  const std::uint16_t* settled = mCompiled == nullptr ? nullptr : mCompiled->settledSteps(mSituation);
  return settled == nullptr ? runJudging() : runSettled(settled);
}

Outcome ReachSearch::runJudging() {
  if (mCompiled != nullptr) {
    mNoisy.assign(mMoving.size(), false);
    for (const HexCoord hex : mSituation.noisyHexes())
      mNoisy[mTable.index(hex)] = true;
  }
  for (mNow = 0; mWaiting > 0; ++mNow) {
    // Looked up anew each time: free steps add to the bucket being emptied, dear ones may enlarge the ring.
    std::size_t next = 0;
    while (next < bucket(mNow).size()) {
      const std::size_t from = bucket(mNow)[next++];
      --mWaiting;
      if (mCancel.stop_requested())
        return cancelled();
      if (mMoving[from] == mNow)
        if (Outcome done = expand(from); !done)
          return done;
    }
    bucket(mNow).clear();
  }
  return success();
}

/// Every step is known, but the first and those that hang on the search itself; steps off the map are blocked. This is
/// the loop that a map of a million hexes runs through six million times, so what it needs is at hand in local names.
Outcome ReachSearch::runSettled(const std::uint16_t* settled) {
  std::uint32_t* const moving = mMoving.data();
  const auto most = static_cast<std::uint64_t>(mAllowance);
  const auto height = static_cast<std::uint64_t>(mSituation.rules().extent().height);
  std::size_t untilLook = kBetweenLooks;
  for (mNow = 0; mWaiting > 0; ++mNow) {
    const std::uint32_t now = mNow;
    std::size_t next = 0;
    while (next < bucket(now).size()) {
      const std::size_t from = bucket(now)[next++];
      --mWaiting;
      if (moving[from] != now)
        continue; // reached more cheaply since it was put here
      if (--untilLook == 0) {
        if (mCancel.stop_requested())
          return cancelled();
        untilLook = kBetweenLooks;
      }
      if (from == mStart) {
        if (Outcome done = expand(from); !done)
          return done;
        continue;
      }
      const std::uint64_t column = mColumns.of(from);
      const std::uint64_t line = mFlat ? column : from - column * height;
      const std::int64_t* const offsets = mOffsets[line & 1].data();
      const std::uint16_t* const steps = settled + from * kSides;
      for (int direction = 0; direction < kSides; ++direction) {
        const std::uint16_t step = steps[direction];
        const auto to = static_cast<std::size_t>(static_cast<std::int64_t>(from) + offsets[direction]);
        if (step < CompiledMap::kStops) {
          const std::uint64_t total = std::uint64_t{now} + step;
          if (total < moving[to] && total <= most)
            goOn(to, static_cast<std::uint32_t>(total), direction);
        } else if (step == CompiledMap::kBlocked) {
          continue;
        } else if (step == CompiledMap::kAsk) {
          if (Outcome done = ask(from, mTable.hex(from), to, mTable.hex(to), direction); !done)
            return done;
        } else {
          const std::uint64_t total = std::uint64_t{now} + (step & ~unsigned{CompiledMap::kStops});
          if (total <= most)
            halt(to, static_cast<std::uint32_t>(total), direction);
        }
      }
      if (mHasLinks)
        if (Outcome done = followLinks(from, mTable.hex(from)); !done)
          return done;
    }
    bucket(now).clear();
  }
  return success();
}

Outcome ReachSearch::expand(std::size_t from) {
  const HexCoord hex = mTable.hex(from);
  const Extent& extent = mSituation.rules().extent();
  const bool quiet = !mNoisy.empty() && !mNoisy[from] && from != mStart;
  for (int direction = 0; direction < kSides; ++direction) {
    const HexCoord next = mTable.neighbour(hex, direction);
    if (!extent.contains(next))
      continue;
    const std::size_t to = mTable.index(next);
    if (quiet && !mNoisy[to]) {
      const std::uint16_t step = mCompiled->step(from, direction);
      if (step == CompiledMap::kBlocked)
        continue;
      if (step != CompiledMap::kAsk) {
        const std::uint64_t total = mNow + (step & ~unsigned{CompiledMap::kStops});
        if (total <= static_cast<std::uint64_t>(mAllowance))
          arrive(to, total, direction, (step & CompiledMap::kStops) != 0, from);
        continue;
      }
    }
    if (Outcome done = ask(from, hex, to, next, direction); !done)
      return done;
  }
  return followLinks(from, hex);
}

Outcome ReachSearch::followLinks(std::size_t from, HexCoord hex) {
  for (const LinkStep& link : mSituation.rules().links(hex))
    if (mSituation.rules().extent().contains(link.to) && mSituation.rules().lattice().distance(hex, link.to) != 1)
      if (Outcome done = ask(from, hex, mTable.index(link.to), link.to, Reach::kByLink); !done)
        return done;
  return success();
}

/// Steps on the way to a hex. Counted back, and only for rules that ask, because few do and most hexes are never asked.
long ReachSearch::stepsTo(std::size_t hex) const {
  long out = 0;
  while (hex != mStart) {
    const std::int8_t entered = mWentOnFrom[hex];
    hex = entered == Reach::kByLink ? mLinkedFrom.at(hex)
                                    : mTable.index(mTable.neighbour(mTable.hex(hex), (entered + kSides / 2) % kSides));
    ++out;
  }
  return out;
}

Outcome ReachSearch::ask(std::size_t from, HexCoord hex, std::size_t to, HexCoord next, int direction) {
  RunFacts run;
  run.isStart = from == mStart;
  run.steps = mSituation.rules().book().usesSteps() ? stepsTo(from) : 0;
  run.spent = Rational::make(mNow, mJudge.denominator()).value_or(Rational(0));
  run.allowance = Rational::make(mAllowance, mJudge.denominator()).value_or(Rational(0));
  const Result<StepJudgement> step = mJudge.judge(hex, next, run);
  if (!step)
    return step.error();
  if (!step->blame.empty() && (step->possible != step->certain || step->least != step->most)) {
    sawDoubt = true;
    blame[to].insert(blame[to].end(), step->blame.begin(), step->blame.end());
  }
  sawDoubt = sawDoubt || step->mayStop != step->stops;
  const PricedStep priced = priceStep(*step, mWantsCertain, mNow, mAllowance);
  if (priced.isOpen)
    arrive(to, mNow + static_cast<std::uint64_t>(priced.price), direction, priced.halts, from);
  return success();
}

void ReachSearch::arrive(std::size_t to, std::uint64_t total, int direction, bool halts, std::size_t from) {
  const auto narrow = static_cast<std::uint32_t>(total);
  if (narrow >= mMoving[to] || (halts && !mHalted.empty() && narrow >= mHalted[to]))
    return;
  if (direction == Reach::kByLink)
    (halts ? mHaltLinkedFrom : mLinkedFrom)[to] = from;
  if (halts)
    halt(to, narrow, direction);
  else
    goOn(to, narrow, direction);
}

inline void ReachSearch::goOn(std::size_t to, std::uint32_t total, int direction) {
  mMoving[to] = total;
  mWentOnFrom[to] = static_cast<std::int8_t>(direction);
  if (total - mNow >= mBuckets.size())
    grow(total - mNow + 1);
  bucket(total).push_back(static_cast<std::uint32_t>(to));
  ++mWaiting;
}

void ReachSearch::halt(std::size_t to, std::uint32_t total, int direction) {
  if (mHalted.empty()) {
    mHalted.assign(mMoving.size(), Reach::kUnreached);
    mHaltedFrom.assign(mMoving.size(), -1);
  }
  if (total >= mMoving[to] || total >= mHalted[to])
    return;
  if (mHalted[to] == Reach::kUnreached)
    mHalts.push_back(static_cast<std::uint32_t>(to));
  mHalted[to] = total;
  mHaltedFrom[to] = static_cast<std::int8_t>(direction);
}

/// Buckets are a ring; a step dearer than the ring needs a larger one.
void ReachSearch::grow(std::size_t needed) {
  std::vector<std::vector<std::uint32_t>> larger(std::bit_ceil(needed));
  for (std::size_t offset = 0; offset < mBuckets.size(); ++offset)
    larger[(mNow + offset) & (larger.size() - 1)] = std::move(bucket(mNow + offset));
  mBuckets = std::move(larger);
}

/// Of a hex with an arrival that stops: whether none that goes on came more cheaply later.
bool ReachSearch::beatsAll(std::size_t hex) const {
  return mHalted[hex] <= mMoving[hex];
}

void ReachSearch::takePossible(Reach& out) {
  out.cameFrom = mWentOnFrom;
  out.stopped.assign(mMoving.size(), 0);
  out.linkedFrom = mLinkedFrom;
  for (const std::uint32_t hex : mHalts)
    if (beatsAll(hex)) {
      out.cameFrom[hex] = mHaltedFrom[hex];
      out.stopped[hex] = 1;
      if (mHaltedFrom[hex] == Reach::kByLink)
        out.linkedFrom[hex] = mHaltLinkedFrom.at(hex);
    }
  out.wentOnFrom = std::move(mWentOnFrom);
  out.wentOnLinkedFrom = std::move(mLinkedFrom);
  out.possible = takeCosts();
}

std::vector<std::uint32_t> ReachSearch::takeCosts() {
  for (const std::uint32_t hex : mHalts)
    if (beatsAll(hex))
      mMoving[hex] = mHalted[hex];
  return std::move(mMoving);
}

} // namespace hotchkiss
