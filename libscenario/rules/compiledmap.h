#pragma once

#include "libscenario/rules/movement.h"
#include "libscenario/rules/situation.h"
#include "libterrain/search/stepcosts.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

class StepTable;

/// What every step of one kind of mover costs in the quiet position, in flat arrays. See docs/decisions/0004.
class CompiledMap {
 public:
  static constexpr std::uint16_t kBlocked = StepCosts::kBlocked;
  /// The step has to be asked for: it hangs on the search, or costs more than fits.
  static constexpr std::uint16_t kAsk = 0xFFFE;
  /// Added to the cost of a step after which the mover has to stop.
  static constexpr std::uint16_t kStops = 0x8000;

  /// Cancelled, it gives an error.
  static Result<CompiledMap> compile(const Rules& rules, const Environment& environment, const UnitState& mover,
                                     const std::stop_token& cancel = {});
  /// Compiles the steps out of and into these hexes anew; all of them when nothing is given.
  Outcome update(const Rules& rules, const std::optional<std::set<HexCoord>>& changed) {
    return update(rules, changed, {});
  }

  /// Judges every step in which units, zones and states of this position have a say, so that many searches need not.
  /// Where only these hexes changed since it was last settled, the rest is kept.
  Outcome settle(const Situation& situation, const std::optional<std::vector<HexCoord>>& changed = std::nullopt);
  /// The steps in this very state of a situation; null when it was settled for another or not at all.
  const std::uint16_t* settledSteps(const Situation& situation) const {
    return mSettledFor == situation.stamp() && !mSettled.empty() ? mSettled.data() : nullptr;
  }

  const Environment& environment() const { return mEnvironment; }
  const UnitState& mover() const { return mMover; }
  std::uint16_t step(std::size_t hexIndex, int direction) const {
    return mSteps[hexIndex * kSides + static_cast<std::size_t>(direction)];
  }
  bool operator==(const CompiledMap& other) const {
    return mSteps == other.mSteps && mLeaves == other.mLeaves && mTurns == other.mTurns;
  }

  // Of a mover that faces somewhere.
  static constexpr int kTurns = kSides / 2; ///< a turn is by so many sixths of a circle at most
  bool hasFacing() const { return !mLeaves.empty(); }
  /// Whether a step may leave the hex so many sides from the facing; nothing where it has to be asked for.
  std::optional<bool> mayLeave(std::size_t hexIndex, int offset) const {
    const unsigned bits = unsigned{mLeaves[hexIndex]} >> static_cast<unsigned>(2 * offset);
    return (bits & 2U) != 0 ? std::nullopt : std::optional((bits & 1U) != 0);
  }
  /// What turning on the spot costs, as step() says it.
  std::uint16_t turn(std::size_t hexIndex, int turns) const {
    return mTurns[hexIndex * kTurns + static_cast<std::size_t>(turns - 1)];
  }

 private:
  Outcome update(const Rules& rules, const std::optional<std::set<HexCoord>>& changed, const std::stop_token& cancel);
  struct Key {
    std::uint32_t fromTerrain = 0;
    std::uint32_t toTerrain = 0;
    std::uint32_t fromMore = 0;
    std::uint32_t toMore = 0;
    std::uint32_t features = 0;
    std::int32_t levels = 0;
    int direction = 0;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  static std::uint16_t encode(const StepJudgement& step);
  Result<std::uint16_t> compileStep(const Rules& rules, StepJudge& judge, HexCoord from, HexCoord to, int direction);
  Outcome compileHex(const Rules& rules, const StepTable& table, StepJudge& judge, HexCoord hex);

  /// What a facing means in a hex: two bits for each offset (allowed, open), and the costs of turns.
  struct Front {
    std::uint16_t leaves = 0;
    std::array<std::uint16_t, kTurns> turns{};
    bool lookedFurther = false;
  };
  Outcome compileFront(const Rules& rules, StepJudge& judge, HexCoord hex, std::size_t index);
  static Result<Front> judgeFront(StepJudge& judge, HexCoord hex);

  Environment mEnvironment;
  UnitState mMover;
  std::vector<std::uint16_t> mSteps;
  std::vector<std::uint16_t> mSettled; ///< the same with the position, when it was settled
  std::uint64_t mSettledFor = 0;
  std::vector<std::uint16_t> mLeaves; ///< by hex; empty without facing
  std::vector<std::uint16_t> mTurns;  ///< by hex and turn
  bool mUsesLevels = false;
  std::unordered_map<Key, Front, KeyHash> mSeenFronts;
  std::unordered_map<Key, std::uint16_t, KeyHash> mSeen; ///< equal edges are judged once
};

} // namespace hotchkiss
