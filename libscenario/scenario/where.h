#pragma once

#include "libscenario/scenario/scenario.h"

#include <functional>
#include <memory>
#include <set>

namespace hotchkiss {

/// Hexes and hexsides that a name stands for: a region's hexes, a road's hexes, a river's hexsides.
struct Ground {
  std::set<HexCoord> hexes; ///< may lie off the map, where a source names them
  std::vector<EdgeId> edges;
  bool empty() const { return hexes.empty() && edges.empty(); }
};

/// The hexes that a rule allows: those that are certain, and those that are possible beside them where the rule leaves
/// something open.
struct AllowedHexes {
  std::set<HexCoord> certain;
  std::set<HexCoord> possible;     ///< all that may be allowed; `certain` is a part of it
  std::vector<std::string> open;   ///< why the two differ, one sentence each
  std::vector<std::string> errors; ///< names that the map lacks, one sentence each
  bool isExact() const { return open.empty() && errors.empty(); }
};

/// Where pieces stand or may stand: for rules such as "with the division" or "in its rear". Empty when that is not
/// known.
using PieceHexes = std::function<std::set<HexCoord>(const std::vector<const Piece*>&)>;

/// Finds what rules about places mean on one map. Made once for a document; it keeps what it looked up, and refers to
/// the document, scenario and army: they must live as long. (A copy of a Document is cheap.)
class WhereFinder {
 public:
  /// `scenario` and `army` may be null; rules that need them are then open.
  WhereFinder(const Document& document, const Scenario* scenario, const OrderOfBattle* army);
  ~WhereFinder();
  WhereFinder(const WhereFinder&) = delete;
  WhereFinder& operator=(const WhereFinder&) = delete;

  void setPieceHexes(PieceHexes find);

  /// The hexes that a rule (canonical JSON, as in the members `where` of a scenario) allows on the map.
  AllowedHexes hexes(const std::string& where) const;
  /// The same within the area in play.
  /// `own` are the pieces that the rule is for, where it asks for others of their formation.
  AllowedHexes hexesInPlay(const std::string& where, const std::vector<const Piece*>& own = {}) const;
  /// All hexes that are in play.
  const std::set<HexCoord>& inPlay() const;
  /// What a target means: a label or [c,r], {"region":…}, {"course":…}, a list of them, … Errors name what the map
  /// lacks.
  Result<Ground> ground(const std::string& target) const;
  /// The hex of a place, when it is one. Boxes, zones and the like have none.
  Result<HexCoord> hexOf(const ScenarioPlace& place) const;
  /// The rule in a designer's words: "within 3 of Cashtown", "west of Seminary Ridge".
  std::string words(const std::string& where) const;
  /// A place in a designer's words.
  std::string words(const ScenarioPlace& place) const;

 private:
  class Parts;
  std::unique_ptr<Parts> mParts;
};

} // namespace hotchkiss
