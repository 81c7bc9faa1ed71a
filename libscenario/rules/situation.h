#pragma once

#include "libscenario/rules/zones.h"

#include <memory>
#include <unordered_set>

namespace hotchkiss {

/// A position on a map under rules, with the fields that follow from it. Changes go through it, so that zones and
/// stacks stay right. Several threads may ask as long as none changes it.
class Situation {
 public:
  static Result<Situation> make(std::shared_ptr<const Rules> rules, Position position);

  const Rules& rules() const { return *mRules; }
  const Position& position() const { return mPosition; }
  const ZoneField& zones() const { return mZones; }
  Setting setting() const { return {*mRules, mPosition.environment(), &mPosition, &mZones, nullptr}; }

  Outcome moveUnit(const std::string& id, HexCoord to);
  Outcome putUnit(const UnitState& unit);
  Outcome removeUnit(const std::string& id);
  Outcome setCrossing(const std::string& id, const CrossingState& state);
  Outcome setHexState(HexCoord hex, const HexState& state);
  /// Weather and dates change answers everywhere: fields are worked out anew.
  Outcome setEnvironment(const Environment& environment);

  /// Whether anything in the position can have a bearing on steps out of or into this hex.
  bool isQuiet(HexCoord hex) const;
  /// Hexes where the position has a say in steps; everywhere else compiled steps hold.
  std::unordered_set<HexCoord> noisyHexes() const;
  /// Another number after every change; a copy has the same until one of the two changes.
  std::uint64_t stamp() const { return mStamp; }

 private:
  Situation(std::shared_ptr<const Rules> rules, Position position)
      : mRules(std::move(rules)), mPosition(std::move(position)) {}

  std::shared_ptr<const Rules> mRules;
  Position mPosition;
  ZoneField mZones;
  std::uint64_t mStamp = nextStamp();

  static std::uint64_t nextStamp();
};

} // namespace hotchkiss
