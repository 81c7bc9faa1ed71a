#pragma once

#include "libscenario/scenario/where.h"

namespace hotchkiss {

/// Where one piece begins, as far as the scenario says.
struct Placement {
  enum class Kind : std::uint8_t {
    Fixed,   ///< at one place
    Choice,  ///< one of several places
    Area,    ///< on one of the hexes that a rule allows
    Waiting, ///< in play, not on the map yet
    Broken   ///< the row names what the map lacks; see `problem`
  };
  Kind kind = Kind::Broken;
  std::string piece; ///< id; of counters that are not in the order of battle "<row>.<type>.<number>"
  std::string type;  ///< of such counters; empty for pieces of the order of battle
  std::string side;
  std::size_t setup = 0;       ///< index into Scenario::setups
  ScenarioPlace at;            ///< when Fixed
  std::optional<HexCoord> hex; ///< when that is one
  bool isOutside = false;      ///< the hex is off the map or out of play
  ArmyValues states;           ///< of the row: states and changed values
  std::optional<int> facing;
  std::optional<long> order;
  std::string problem;
  std::string option;   ///< of an alternative; only one option of a set is played
  bool isLoose = false; ///< a counter that is not in the order of battle
};

/// A piece and what a scenario does with it, when that is not exactly one thing.
struct PlacementDoubt {
  std::string piece;
  std::vector<RecordKey> rows;
  std::string message;
};

/// The whole set-up of a scenario, worked out on the map. Made in one go; make it again after edits. It refers to the
/// document, scenario and army, which must live as long.
class SetupPlan {
 public:
  SetupPlan(const Document& document, const Scenario& scenario, const OrderOfBattle& army);

  const Scenario& scenario() const { return mScenario; }
  const OrderOfBattle& army() const { return mArmy; }
  const WhereFinder& where() const { return mWhere; }

  /// One for each piece and counter that is set up, rows in order of sequence. The first option of alternatives only,
  /// unless `options` chooses another: by id of the set.
  const std::vector<Placement>& placements() const { return mPlacements; }
  /// Pieces that stand on a hex at the start, top of the stack first.
  std::vector<const Placement*> at(HexCoord hex) const;
  /// The hexes that a row of the set-up allows, in play.
  const AllowedHexes& allowed(std::size_t setup) const;

  /// Set up more than once.
  std::vector<PlacementDoubt> doubles() const;
  /// Pieces that are neither set up, nor arrive, nor are left out of the scenario.
  std::vector<std::string> unplaced() const;
  /// Rows that name pieces the order of battle lacks.
  std::vector<PlacementDoubt> missing() const { return mMissing; }

 private:
  void place(std::size_t index);
  void placeCounters(std::size_t index);
  void locate(Placement& placement, const Setup& setup) const;
  std::set<HexCoord> hexesOf(const std::vector<const Piece*>& pieces) const;
  bool isPlayed(const Setup& setup) const;

  const Scenario& mScenario;
  const OrderOfBattle& mArmy;
  WhereFinder mWhere;
  std::vector<Placement> mPlacements;
  std::vector<PlacementDoubt> mMissing;
  std::map<std::string, std::string> mOptions; ///< first option of each set
  mutable std::map<std::size_t, AllowedHexes> mAllowed;
};

} // namespace hotchkiss
