#pragma once

#include "libscenario/rules/evaluator.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// Zones of control of all units of a position, kept up to date move by move.
class ZoneField {
 public:
  struct Part {
    std::string kind;
    std::string side;
    HexCoord source;
    std::vector<std::string> units;
    bool operator==(const Part&) const = default;
  };

  /// A fresh field for the whole position.
  static Result<ZoneField> of(const Rules& rules, const Position& position);
  /// Brings the field up to date after something changed in these hexes, or on their sides.
  Outcome update(const Rules& rules, const Position& position, const std::vector<HexCoord>& changed);

  /// The strongest zone of enemies of a side on a hex, "none" without.
  const std::string& against(HexCoord hex, const std::string& side) const;
  const std::vector<Part>& parts(HexCoord hex) const;
  const std::unordered_map<HexCoord, std::vector<Part>>& all() const { return mParts; }
  bool operator==(const ZoneField& other) const { return mParts == other.mParts; }

 private:
  Outcome addSource(const Rules& rules, const Position& position, HexCoord source);
  void removeSource(HexCoord source);

  std::vector<std::string> mKinds; ///< strongest first
  std::map<std::string, std::vector<std::string>> mEnemies;
  std::int64_t mReach = 1;
  std::unordered_map<HexCoord, std::vector<Part>> mParts;
  std::unordered_map<HexCoord, std::vector<HexCoord>> mReached; ///< by source
};

} // namespace hotchkiss
