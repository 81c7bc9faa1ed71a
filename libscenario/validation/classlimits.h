#pragma once

#include "libscenario/validation/armystage.h"
#include "libscenario/validation/corechecks.h"
#include "libscenario/validation/mechanism.h"

namespace hotchkiss {

/// Ground that is closed to classes of units: an attribute of hexes, or a member of a feature of hexsides, lists them.
///
/// Parameters: `classes` ({"cavalry":"mounted", …}, by unit type; "cavalry.mounted=false" for a type under a state),
/// `closedTo` (the attribute of hexes), `closedSide` and `closedMember` (the feature and its member).
class ClassLimits {
 public:
  explicit ClassLimits(Parameters& p);

  /// Empty for pieces that no class is given for.
  std::string classOf(const OrderOfBattle& army, const Piece& piece, const ArmyValues& states) const;
  bool bars(const CheckContext& context, HexCoord hex, const std::string& unitClass) const;
  bool barsSide(const CheckContext& context, EdgeId edge, const std::string& unitClass) const;
  /// Whether no neighbour on the map can be reached from the hex.
  bool isShutIn(const CheckContext& context, HexCoord hex, const std::string& unitClass) const;

 private:
  struct ClassRule {
    std::string type;
    std::string state;
    std::string is;
    std::string unitClass;
  };
  std::vector<ClassRule> mRules; ///< those that ask for a state first
  std::string mClosedTo;
  std::string mClosedSide;
  std::string mClosedMember;
};

} // namespace hotchkiss
