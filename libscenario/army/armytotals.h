#pragma once

#include "libscenario/army/orderofbattle.h"

namespace hotchkiss {

/// A sum that is honest about what is not known: it lies between `least` and `most`.
struct ArmyTotal {
  Rational known;               ///< sum of the values that are known
  Rational least;               ///< known, plus the lower bounds of the others
  std::optional<Rational> most; ///< nothing when some value has no upper bound
  std::size_t pieces = 0;       ///< that have this attribute
  std::size_t open = 0;         ///< of them: known only as a range, or not at all
  bool overflowed = false;      ///< beyond what can be counted

  void add(const ArmyValue& value, const ArmyValue* count = nullptr);
  bool isKnown() const { return open == 0; }
  /// "67", "61–75", "at least 61".
  std::string shown() const;
};

/// Counts and sums of some pieces.
struct ArmyCount {
  std::map<std::string, std::size_t> bySection; ///< unit, leader, battery, …
  std::map<std::string, std::size_t> byType;
  std::map<std::string, ArmyTotal> strengths; ///< by type, of its strength attribute
};

/// The attribute in which the strength of a type is counted: the one whose totals a side is compared by. It is the
/// first required number that a combat unit shows on its counter; empty when there is none.
std::string strengthAttribute(const UnitCatalogue& units, const std::string& type);

/// The total of an attribute; with `states` by piece where a scenario says so.
ArmyTotal totalOf(const OrderOfBattle& army, const std::vector<const Piece*>& pieces, const std::string& attribute,
                  const std::map<std::string, ArmyValues>& states = {});

ArmyCount countPieces(const OrderOfBattle& army, const std::vector<const Piece*>& pieces);
/// Everything of a side; "" for all.
std::vector<const Piece*> piecesOfSide(const OrderOfBattle& army, const std::string& side);

} // namespace hotchkiss
