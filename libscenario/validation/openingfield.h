#pragma once

#include "libscenario/validation/armystage.h"
#include "libscenario/validation/corechecks.h"
#include "libscenario/validation/mechanism.h"

#include <map>

namespace hotchkiss {

/// Somebody who is set up when a scenario begins.
struct OpeningStand {
  const Placement* placement = nullptr;
  const Piece* piece = nullptr; ///< null for counters that are not in the order of battle
  std::optional<HexCoord> hex;  ///< where that is certain; of a leader the hex of the unit that he is put with
  std::vector<HexCoord> covers; ///< further hexes of an extended unit, as its row lists them
  bool isLeader() const { return piece != nullptr && piece->isLeader(); }
};

using OpeningStack = std::vector<const OpeningStand*>;

/// Who stands where when a scenario begins. Only what is certain counts: a unit whose hex a player chooses stands
/// nowhere here.
class OpeningField {
 public:
  OpeningField(const CheckContext& context, const ScenarioStage& stage);
  OpeningField(const OpeningField&) = delete;
  OpeningField& operator=(const OpeningField&) = delete;

  const ScenarioStage& stage() const { return mStage; }
  const OrderOfBattle& army() const { return *mStage.army; }
  const std::vector<OpeningStand>& stands() const { return mStands; }
  /// By hex, those who cover it with a further part included.
  const std::map<HexCoord, OpeningStack>& stacks() const { return mStacks; }
  const OpeningStack& at(HexCoord hex) const;
  const OpeningStand* find(const std::string& piece) const;
  std::string nameOf(const OpeningStand& stand) const;
  const Setup& rowOf(const OpeningStand& stand) const { return mStage.scenario->setups[stand.placement->setup]; }

  bool areEnemies(const OpeningStand& a, const OpeningStand& b) const;
  bool holdsUnit(HexCoord hex, const OpeningStand& asker, bool enemies) const;
  /// The one that its row puts it with; null when it is put somewhere by itself.
  const OpeningStand* companionOf(const OpeningStand& stand) const;
  /// The unit that a leader is with, past other leaders.
  const OpeningStand* rideOf(const OpeningStand& stand) const;

  /// A fact of the piece under its states. What an activation row of the scenario says about its formation from the
  /// start holds, too, unless the piece's own row says otherwise.
  Value piece(const OpeningStand& stand, const std::string& name, const ValueList& arguments) const;
  /// What docs/rulesets.md lists as start.….
  Value start(const OpeningStand& stand, const std::string& name, const ValueList& arguments) const;

 private:
  Value leaderFact(const OpeningStand& stand, const std::string& name, const ValueList& arguments) const;
  void locate();

  const CheckContext& mContext;
  const ScenarioStage& mStage;
  std::vector<OpeningStand> mStands;
  std::map<std::string, const OpeningStand*> mByPiece;
  std::map<HexCoord, OpeningStack> mStacks;
  std::map<std::string, std::map<std::string, Value>> mActivations; ///< by formation, then member
};

/// Facts about the module: `abbreviation`.
Value moduleFact(const CheckContext& context, const std::string& name);
/// Facts about the tables of its rules: parameter('id'), cell('row', n).
Value tableFact(const CheckContext& context, const std::string& name, const ValueList& arguments);
/// An expression that a row gives under a name; nothing when it gives none. What cannot be read is refused.
std::optional<FactExpression> expressionUnder(Parameters& p, const char* name, const std::vector<std::string>& owners);

} // namespace hotchkiss
