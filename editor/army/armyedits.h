#pragma once

#include "libscenario/army/orderofbattle.h"
#include "libscenario/scenario/scenario.h"
#include "libterrain/edit/stroke.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// A change that has been judged and only waits to be made in a stroke.
using ArmyChange = std::function<void(Stroke&)>;

/// Changes of orders of battle, as changes of their rows. Each function judges first: an error says in one sentence why
/// something cannot be done, and nothing is touched then.

/// What a person typed for a value of pieces and formations ("4", "2-4", "?", empty to take it away), the same for all.
Result<ArmyChange> settingValue(const OrderOfBattle& army, const std::vector<std::string>& ids,
                                const std::string& attribute, const std::string& text);
/// A typed value as the member to store, judged by the attribute's own limits and choices.
Result<nlohmann::json> judgedValue(const UnitCatalogue& units, const std::string& attribute, const std::string& text);
/// The row of a piece or formation with another body. The caller has judged it by the schema.
Result<ArmyChange> settingRow(const OrderOfBattle& army, const RecordKey& key, const nlohmann::json& body);
Result<ArmyChange> settingName(const OrderOfBattle& army, const std::string& id, const std::string& name);
/// One cell of a sheet, for several at once: a paste.
struct ArmyCell {
  std::string id;
  std::string attribute; ///< empty: the name
  std::string text;
};
Result<ArmyChange> settingCells(const OrderOfBattle& army, const std::vector<ArmyCell>& cells);
/// Puts pieces and formations under a formation, or (empty) at the top.
Result<ArmyChange> moving(const OrderOfBattle& army, const std::vector<std::string>& ids, const std::string& formation);
/// Deletes pieces, and formations with all that is below them. What still names them elsewhere in the order of battle
/// as its leader or formation lets go of them.
Result<ArmyChange> deleting(const OrderOfBattle& army, const std::vector<std::string>& ids);

struct NewArmyThing {
  std::string id;
  ArmyChange change;
};
Result<NewArmyThing> addingFormation(const OrderOfBattle& army, const std::string& side, const std::string& parent,
                                     const std::string& echelon, const std::string& name);
/// A leader put into a formation without one commands it.
Result<NewArmyThing> addingPiece(const OrderOfBattle& army, const std::string& side, const std::string& formation,
                                 const std::string& type, const std::string& name);

/// A slug that no piece and no formation has: made of the one above it and the name.
std::string freshArmyId(const OrderOfBattle& army, const std::string& above, const std::string& name);
/// The attributes that a piece of this type can be given in an order of battle, those on the counter first.
std::vector<std::string> attributesOf(const UnitCatalogue& units, const std::string& type);
std::vector<std::string> formationAttributes(const UnitCatalogue& units);
} // namespace hotchkiss::editor
