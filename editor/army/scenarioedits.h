#pragma once

#include "editor/army/armyedits.h"
#include "libscenario/scenario/setupplan.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace hotchkiss::editor {

/// Changes of scenarios, as changes of their rows; see armyedits.h. Rows that a scenario takes from another one are
/// copied into its own file when they are changed here, so that the other scenario stays as it is.

/// Gives pieces a row of their own in the set-up where they share one, and changes that row.
Result<ArmyChange> changingSetup(const Document& document, const SetupPlan& plan,
                                 const std::vector<std::string>& pieces,
                                 const std::function<void(nlohmann::json&)>& make);
/// Puts pieces, and all below formations, on a hex.
Result<ArmyChange> placing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                           HexCoord hex);
/// Takes them out of the set-up.
Result<ArmyChange> unplacing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids);
/// They come in on a turn, at a hex.
Result<ArmyChange> scheduling(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                              const std::string& turn, HexCoord at);
/// Another turn for a row of the schedule.
Result<ArmyChange> rescheduling(const Document& document, const Scenario& scenario, const RecordKey& arrival,
                                const std::string& turn);
/// Sets or (no value) removes a member of a turn.
Result<ArmyChange> changingTurn(const Document& document, const Scenario& scenario, const std::string& turn,
                                const std::string& member, const std::optional<std::string>& value);

struct NewScenario {
  std::string title;
  long turns = 6;
  std::string date; ///< may be empty
};
Result<NewArmyThing> addingScenario(const Document& document, const UnitCatalogue& units, const NewScenario& wanted);
Result<NewArmyThing> duplicatingScenario(const Document& document, const std::string& id, const std::string& title);

} // namespace hotchkiss::editor
