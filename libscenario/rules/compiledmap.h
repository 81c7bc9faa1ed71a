#pragma once

#include "libscenario/rules/movement.h"
#include "libterrain/search/stepcosts.h"

#include <cstdint>
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

  /// Cancelled, it gives an error.
  static Result<CompiledMap> compile(const Rules& rules, const Environment& environment, const UnitState& mover,
                                     const std::stop_token& cancel = {});
  /// Compiles the steps out of and into these hexes anew; all of them when nothing is given.
  Outcome update(const Rules& rules, const std::optional<std::set<HexCoord>>& changed) {
    return update(rules, changed, {});
  }

  const Environment& environment() const { return mEnvironment; }
  const UnitState& mover() const { return mMover; }
  std::uint16_t step(std::size_t hexIndex, int direction) const {
    return mSteps[hexIndex * kSides + static_cast<std::size_t>(direction)];
  }
  std::uint16_t dearest() const { return mDearest; }
  bool operator==(const CompiledMap& other) const { return mSteps == other.mSteps; }

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

  Result<std::uint16_t> compileStep(const Rules& rules, StepJudge& judge, HexCoord from, HexCoord to, int direction);
  Outcome compileHex(const Rules& rules, const StepTable& table, StepJudge& judge, HexCoord hex);

  Environment mEnvironment;
  UnitState mMover;
  std::vector<std::uint16_t> mSteps;
  std::uint16_t mDearest = 1;
  bool mUsesLevels = false;
  std::unordered_map<Key, std::uint16_t, KeyHash> mSeen; ///< equal edges are judged once
};

} // namespace hotchkiss
