#include "libscenario/rules/reach.h"

#include "libscenario/rules/reachsteps.h"
#include "libterrain/search/steptable.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

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
    int entered = cameFrom[index(h)];
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

namespace {

/// One search: for what is possible (cheapest bounds) or for what is certain (dearest bounds).
class Search {
 public:
  Search(const Situation& situation, const UnitState& mover, std::int64_t allowance, const CompiledMap* compiled,
         bool wantsCertain, std::stop_token cancel)
      : mSituation(situation),
        mTable(situation.rules().lattice(), situation.rules().extent()),
        mJudge(situation.setting(), mover),
        mCompiled(compiled),
        mAllowance(allowance),
        mWantsCertain(wantsCertain),
        mCancel(std::move(cancel)) {
    mCells.resize(static_cast<std::size_t>(std::max<std::int64_t>(situation.rules().extent().area(), 0)));
    mSettled = compiled == nullptr ? nullptr : compiled->settledSteps(situation);
    if (compiled != nullptr && mSettled == nullptr)
      markNoisy();
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

  Outcome run(HexCoord start) {
    const std::size_t first = mTable.index(start);
    mStart = first;
    mCells[first].moving = 0;
    mCells[first].cost = 0;
    push(0, first);
    for (mNow = 0; mWaiting > 0; ++mNow) {
      // Looked up anew each time: free steps add to the bucket being emptied, dear ones may enlarge the ring.
      for (std::size_t i = 0; i < bucket(mNow).size(); ++i) {
        const std::size_t from = bucket(mNow)[i];
        --mWaiting;
        if (mCancel.stop_requested())
          return Error{"the search was cancelled", {}, 0, {}, {}};
        if (mCells[from].moving != mNow || (mNow > 0 && from == first))
          continue;
        if (mSettled != nullptr && from != first) {
          if (!expandSettled(from))
            return *mProblem;
        } else if (const Outcome done = expand(from); !done) {
          return done;
        }
      }
      bucket(mNow).clear();
    }
    return success();
  }

  /// What is known of a hex, together so that looking at a neighbour is one look into memory.
  struct Cell {
    std::uint32_t cost = Reach::kUnreached;   ///< cheapest arrival
    std::uint32_t moving = Reach::kUnreached; ///< cheapest arrival from which the mover may go on
    std::uint16_t steps = 0;
    std::int8_t cameFrom = -1;
    std::int8_t wentOnFrom = -1;
    bool stopped = false;
    bool noisy = false; ///< the position has a say here
  };
  const std::vector<Cell>& cells() const { return mCells; }

  bool sawDoubt = false;
  std::map<std::size_t, std::vector<std::string>> blame; ///< by the hex that was entered
  std::map<std::size_t, std::size_t> linkedFrom;
  std::map<std::size_t, std::size_t> wentOnLinkedFrom;

 private:
  void markNoisy() {
    for (const HexCoord hex : mSituation.noisyHexes())
      mCells[mTable.index(hex)].noisy = true;
  }

  std::vector<std::uint32_t>& bucket(std::uint64_t key) { return mBuckets[key & (mBuckets.size() - 1)]; }

  void push(std::uint64_t key, std::size_t hex) {
    if (key - mNow >= mBuckets.size())
      grow(key - mNow + 1);
    bucket(key).push_back(static_cast<std::uint32_t>(hex));
    ++mWaiting;
  }

  /// Buckets are a ring; a step dearer than the ring needs a larger one.
  void grow(std::size_t needed) {
    std::vector<std::vector<std::uint32_t>> larger(std::bit_ceil(needed));
    for (std::size_t offset = 0; offset < mBuckets.size(); ++offset)
      larger[(mNow + offset) & (larger.size() - 1)] = std::move(bucket(mNow + offset));
    mBuckets = std::move(larger);
  }

  /// Every step is known, but those that hang on the search itself; steps off the map are blocked.
  /// A plain yes or no, because making an outcome a million times takes its time; what went wrong is in mProblem.
  bool expandSettled(std::size_t from) {
    const HexCoord hex = mTable.hex(from);
    const auto& offsets = mOffsets[static_cast<std::size_t>((mFlat ? hex.c : hex.r) & 1)];
    const std::uint16_t* steps = mSettled + from * kSides;
    for (int direction = 0; direction < kSides; ++direction) {
      const std::uint16_t step = steps[direction];
      if (step == CompiledMap::kBlocked)
        continue;
      const auto to =
          static_cast<std::size_t>(static_cast<std::int64_t>(from) + offsets[static_cast<std::size_t>(direction)]);
      if (step == CompiledMap::kAsk) {
        if (const Outcome done = ask(from, hex, to, mTable.hex(to), direction); !done) {
          mProblem = done.error();
          return false;
        }
        continue;
      }
      const std::uint64_t total = mNow + (step & ~unsigned{CompiledMap::kStops});
      if (total <= static_cast<std::uint64_t>(mAllowance))
        arrive(to, total, direction, (step & CompiledMap::kStops) != 0, from);
    }
    if (mHasLinks)
      if (const Outcome done = followLinks(from, hex); !done) {
        mProblem = done.error();
        return false;
      }
    return true;
  }

  Outcome followLinks(std::size_t from, HexCoord hex) {
    for (const LinkStep& link : mSituation.rules().links(hex))
      if (mSituation.rules().extent().contains(link.to) && mSituation.rules().lattice().distance(hex, link.to) != 1)
        if (const Outcome done = ask(from, hex, mTable.index(link.to), link.to, Reach::kByLink); !done)
          return done;
    return success();
  }

  Outcome expand(std::size_t from) {
    const HexCoord hex = mTable.hex(from);
    const Extent& extent = mSituation.rules().extent();
    const bool quiet = mCompiled != nullptr && !mCells[from].noisy && from != mStart;
    for (int direction = 0; direction < kSides; ++direction) {
      const HexCoord next = mTable.neighbour(hex, direction);
      if (!extent.contains(next))
        continue;
      const std::size_t to = mTable.index(next);
      if (quiet && !mCells[to].noisy) {
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
      if (const Outcome done = ask(from, hex, to, next, direction); !done)
        return done;
    }
    return followLinks(from, hex);
  }

  Outcome ask(std::size_t from, HexCoord hex, std::size_t to, HexCoord next, int direction) {
    RunFacts run;
    run.isStart = from == mStart;
    run.steps = mCells[from].steps;
    run.spent = Rational::make(static_cast<std::int64_t>(mNow), mJudge.denominator()).value_or(Rational(0));
    run.allowance = Rational::make(mAllowance, mJudge.denominator()).value_or(Rational(0));
    const Result<StepJudgement> step = mJudge.judge(hex, next, run);
    if (!step)
      return step.error();
    if (!step->blame.empty() && (step->possible != step->certain || step->least != step->most)) {
      sawDoubt = true;
      blame[to].insert(blame[to].end(), step->blame.begin(), step->blame.end());
    }
    sawDoubt = sawDoubt || step->mayStop != step->stops;
    const PricedStep priced = priceStep(*step, mWantsCertain, static_cast<std::int64_t>(mNow), mAllowance);
    if (!priced.isOpen)
      return success();
    arrive(to, mNow + static_cast<std::uint64_t>(priced.price), direction, priced.halts, from);
    return success();
  }

  void arrive(std::size_t to, std::uint64_t total, int direction, bool halts, std::size_t from) {
    Cell& cell = mCells[to];
    const auto narrow = static_cast<std::uint32_t>(total);
    if (narrow < cell.cost) {
      cell.cost = narrow;
      cell.cameFrom = static_cast<std::int8_t>(direction);
      cell.stopped = halts;
      if (direction == Reach::kByLink)
        linkedFrom[to] = from;
    }
    if (!halts && narrow < cell.moving) {
      cell.moving = narrow;
      cell.wentOnFrom = static_cast<std::int8_t>(direction);
      if (direction == Reach::kByLink)
        wentOnLinkedFrom[to] = from;
      cell.steps = static_cast<std::uint16_t>(mCells[from].steps + 1);
      push(total, to);
    }
  }

  const Situation& mSituation;
  StepTable mTable;
  StepJudge mJudge;
  const CompiledMap* mCompiled;
  const std::uint16_t* mSettled = nullptr;
  std::array<std::array<std::int64_t, kSides>, 2> mOffsets{}; ///< to the neighbours, of unshifted and shifted lines
  bool mFlat = true;
  bool mHasLinks = false;
  std::optional<Error> mProblem;
  std::int64_t mAllowance;
  bool mWantsCertain;
  std::stop_token mCancel;
  std::size_t mStart = 0;
  std::uint64_t mNow = 0;
  std::size_t mWaiting = 0;
  std::vector<std::vector<std::uint32_t>> mBuckets{256}; ///< a ring; its size is a power of two
  std::vector<Cell> mCells;
};

} // namespace

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
  if (strategy->hasFacing() && StepJudge(situation.setting(), *unit).hasFacing())
    return reachWithFacing(situation, *unit, question.facing.value_or(unit->facing), scaled->numerator(),
                           std::move(out));
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
  Search possible(situation, *unit, scaled->numerator(), usable, false, question.cancel);
  if (const Outcome done = possible.run(out.start); !done)
    return done.error();
  const std::size_t area = possible.cells().size();
  out.possible.resize(area);
  out.cameFrom.resize(area);
  out.wentOnFrom.resize(area);
  out.stopped.resize(area);
  for (std::size_t i = 0; i < area; ++i) {
    const Search::Cell& cell = possible.cells()[i];
    out.possible[i] = cell.cost;
    out.cameFrom[i] = cell.cameFrom;
    out.wentOnFrom[i] = cell.wentOnFrom;
    out.stopped[i] = cell.stopped ? 1 : 0;
  }
  out.linkedFrom = std::move(possible.linkedFrom);
  out.wentOnLinkedFrom = std::move(possible.wentOnLinkedFrom);
  if (!possible.sawDoubt) {
    out.certain = out.possible;
    return out;
  }
  Search certain(situation, *unit, scaled->numerator(), usable, true, question.cancel);
  if (const Outcome done = certain.run(out.start); !done)
    return done.error();
  out.certain.reserve(area);
  for (const Search::Cell& cell : certain.cells())
    out.certain.push_back(cell.cost);
  std::set<std::string> blame;
  for (const auto& [hex, cells] : possible.blame)
    blame.insert(cells.begin(), cells.end());
  out.blame.assign(blame.begin(), blame.end());
  return out;
}

} // namespace hotchkiss
