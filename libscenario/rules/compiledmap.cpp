#include "libscenario/rules/compiledmap.h"

#include "libterrain/base/hash.h"
#include "libterrain/search/steptable.h"

#include <algorithm>

namespace hotchkiss {

std::size_t CompiledMap::KeyHash::operator()(const Key& key) const noexcept {
  std::uint64_t bits = mixBits((std::uint64_t{key.fromTerrain} << 32) | key.toTerrain);
  bits = mixBits(bits ^ ((std::uint64_t{key.fromMore} << 32) | key.toMore));
  return static_cast<std::size_t>(mixBits(
      bits ^ ((std::uint64_t{key.features} << 32) | static_cast<std::uint32_t>(key.levels * 8 + key.direction))));
}

Result<CompiledMap> CompiledMap::compile(const Rules& rules, const Environment& environment, const UnitState& mover,
                                         const std::stop_token& cancel) {
  CompiledMap out;
  out.mEnvironment = environment;
  out.mMover = mover;
  out.mUsesLevels = rules.book().usesLevels();
  if (const Outcome done = out.update(rules, std::nullopt, cancel); !done)
    return done.error();
  return out;
}

Outcome CompiledMap::update(const Rules& rules, const std::optional<std::set<HexCoord>>& changed,
                            const std::stop_token& cancel) {
  mSettled.clear();
  StepJudge judge(Setting{rules, mEnvironment, nullptr, nullptr, nullptr}, mMover);
  const StepTable table(rules.lattice(), rules.extent());
  if (changed) {
    for (const HexCoord hex : *changed)
      if (Outcome done = compileHex(rules, table, judge, hex); !done)
        return done;
    return success();
  }
  const auto area = static_cast<std::size_t>(rules.extent().area());
  mSteps.assign(area * kSides, kBlocked);
  mLeaves.assign(judge.hasFacing() ? area : 0, 0);
  mTurns.assign(judge.hasFacing() ? area * kTurns : 0, kBlocked);
  mSeen.clear();
  mSeenFronts.clear();
  for (std::int32_t c = 0; c < rules.extent().width; ++c) {
    if (cancel.stop_requested())
      return Error{"compiling the map was cancelled", {}, 0, {}, {}};
    for (std::int32_t r = 0; r < rules.extent().height; ++r)
      if (Outcome done = compileHex(rules, table, judge, {c, r}); !done)
        return done;
  }
  return success();
}

Outcome CompiledMap::compileHex(const Rules& rules, const StepTable& table, StepJudge& judge, HexCoord hex) {
  const std::size_t index = table.index(hex);
  for (int direction = 0; direction < kSides; ++direction) {
    const HexCoord to = table.neighbour(hex, direction);
    std::uint16_t step = kBlocked;
    if (rules.extent().contains(to)) {
      const Result<std::uint16_t> compiled = compileStep(rules, judge, hex, to, direction);
      if (!compiled)
        return compiled.error();
      step = *compiled;
    }
    mSteps[index * kSides + static_cast<std::size_t>(direction)] = step;
  }
  return judge.hasFacing() ? compileFront(rules, judge, hex, index) : success();
}

Outcome CompiledMap::compileFront(const Rules& rules, StepJudge& judge, HexCoord hex, std::size_t index) {
  const HexValue value = rules.document().hex(hex);
  const Key key{value.terrain, 0, value.more, 0, 0, mUsesLevels ? std::int32_t{value.level} : 0, 0};
  Front front;
  if (const auto it = mSeenFronts.find(key); it != mSeenFronts.end() && !rules.hasNamedThings(hex)) {
    front = it->second;
  } else {
    const Result<Front> judged = judgeFront(judge, hex);
    if (!judged)
      return judged.error();
    front = *judged;
    if (!front.lookedFurther && !rules.hasNamedThings(hex))
      mSeenFronts[key] = front;
  }
  mLeaves[index] = front.leaves;
  for (std::size_t turn = 0; turn < kTurns; ++turn)
    mTurns[index * kTurns + turn] = front.turns.at(turn);
  return success();
}

Result<CompiledMap::Front> CompiledMap::judgeFront(StepJudge& judge, HexCoord hex) {
  Front out;
  RunFacts run;
  run.isStart = false;
  run.open = true;
  for (run.offset = 0; run.offset < kSides; ++run.offset) {
    const Result<StepJudge::Leaving> leaving = judge.mayLeave(hex, run);
    if (!leaving)
      return leaving.error();
    const unsigned bits = (leaving->allowed ? 1U : 0U) | (leaving->open ? 2U : 0U);
    out.leaves = static_cast<std::uint16_t>(out.leaves | (bits << (2 * run.offset)));
    out.lookedFurther = out.lookedFurther || leaving->lookedFurther;
  }
  run.offset = -1;
  for (run.turns = 1; run.turns <= kTurns; ++run.turns) {
    // Without a shape it does not matter which way the mover turns.
    const Result<StepJudgement> turned = judge.judgeTurn(hex, 0, run);
    if (!turned)
      return turned.error();
    out.turns.at(static_cast<std::size_t>(run.turns - 1)) = encode(*turned);
    out.lookedFurther = out.lookedFurther || turned->lookedFurther;
  }
  return out;
}

Result<std::uint16_t> CompiledMap::compileStep(const Rules& rules, StepJudge& judge, HexCoord from, HexCoord to,
                                               int direction) {
  const Document& document = rules.document();
  const HexValue a = document.hex(from);
  const HexValue b = document.hex(to);
  const EdgeId edge = rules.lattice().edge(from, direction);
  // Two edges with the same key look the same to every rule, unless one asks for more than the key holds.
  const Key key{a.terrain,
                b.terrain,
                a.more,
                b.more,
                document.edge(edge),
                mUsesLevels ? (static_cast<std::int32_t>(a.level) << 16) ^ static_cast<std::int32_t>(b.level) : 0,
                direction};
  const bool named = rules.hasNamedThings(from) || rules.hasNamedThings(to) || rules.hasNamedThings(edge);
  if (!named)
    if (const auto it = mSeen.find(key); it != mSeen.end())
      return it->second;
  RunFacts run;
  run.isStart = false;
  run.open = true;
  run.offset = -1;
  const Result<StepJudgement> step = judge.judge(from, to, run);
  if (!step)
    return step.error();
  const std::uint16_t out = encode(*step);
  if (!named && !step->lookedFurther)
    mSeen[key] = out;
  return out;
}

std::uint16_t CompiledMap::encode(const StepJudgement& step) {
  constexpr std::uint16_t kDearest = 0x7FF0;
  if (step.open)
    return kAsk;
  if (!step.possible)
    return kBlocked;
  if (!step.certain || step.least != step.most || step.least > kDearest || step.takesAll || step.stops != step.mayStop)
    return kAsk;
  return static_cast<std::uint16_t>(static_cast<unsigned>(step.least) | (step.stops ? unsigned{kStops} : 0U));
}

Outcome CompiledMap::settle(const Situation& situation, const std::optional<std::vector<HexCoord>>& changed) {
  const Rules& rules = situation.rules();
  const StepTable table(rules.lattice(), rules.extent());
  std::set<HexCoord> hexes;
  if (changed && !mSettled.empty()) {
    const auto& zones = rules.book().strategies().zones;
    // A unit that comes or goes changes zones that reach it from as far again.
    const auto reach = static_cast<std::int32_t>(zones ? zones->reach : 1) * 2 + 2;
    for (const HexCoord hex : *changed)
      for (const HexCoord near : rules.lattice().range(hex, reach))
        if (rules.extent().contains(near))
          hexes.insert(near);
    for (const HexCoord hex : hexes)
      for (std::size_t d = 0; d < kSides; ++d)
        mSettled[table.index(hex) * kSides + d] = mSteps[table.index(hex) * kSides + d];
  } else {
    mSettled = mSteps;
    for (const HexCoord hex : situation.noisyHexes())
      for (const HexCoord near : rules.lattice().range(hex, 1))
        if (rules.extent().contains(near))
          hexes.insert(near);
  }
  const std::unordered_set<HexCoord> noisy = situation.noisyHexes();
  StepJudge judge(situation.setting(), mMover);
  RunFacts run;
  run.isStart = false;
  run.open = true;
  run.offset = -1;
  for (const HexCoord hex : hexes)
    for (int direction = 0; direction < kSides; ++direction) {
      const HexCoord to = table.neighbour(hex, direction);
      if (!rules.extent().contains(to) || (!noisy.contains(hex) && !noisy.contains(to)))
        continue;
      const Result<StepJudgement> step = judge.judge(hex, to, run);
      if (!step)
        return step.error();
      mSettled[table.index(hex) * kSides + static_cast<std::size_t>(direction)] = encode(*step);
    }
  mSettledFor = situation.stamp();
  return success();
}

} // namespace hotchkiss
