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
/// The same, and makes rows for what is not set up yet.
Result<ArmyChange> placingEach(const Document& document, const SetupPlan& plan, const std::vector<std::string>& pieces,
                               const std::function<void(nlohmann::json&)>& settle);
/// Puts pieces, and all below formations, on a hex.
Result<ArmyChange> placing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                           HexCoord hex);
/// Takes them out of the set-up.
Result<ArmyChange> unplacing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids);
/// They may be set up on the hexes that a rule about places allows: one row for all, unless some of them have states of
/// their own. With a name the rule is also kept as an area of the scenario, for other rows to use.
Result<ArmyChange> placingByArea(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                                 const nlohmann::json& where, const std::string& areaName = {});
/// They come in on a turn, at a place: [c,r], {"entry":id}, …
Result<ArmyChange> scheduling(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                              const std::string& turn, const nlohmann::json& at);
/// They leave on a turn.
Result<ArmyChange> withdrawing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                               const std::string& turn);
/// Another place for a row of the schedule.
Result<ArmyChange> rerouting(const Scenario& scenario, const RecordKey& arrival, const nlohmann::json& at);
/// Any row of the scenario with another body, or (nothing) without it. The caller has judged the body by the schema.
Result<ArmyChange> settingScenarioRow(const Document& document, const Scenario& scenario, const RecordKey& key,
                                      const std::optional<nlohmann::json>& body);
/// An id that no row of the section has: "north.2".
std::string freshScenarioRow(const Scenario& scenario, const std::string& section, const std::string& start);
/// A turn after another one, or (empty) at the end; date and time go on from there.
Result<NewArmyThing> addingTurn(const Document& document, const Scenario& scenario, const UnitCatalogue& units,
                                const std::string& after);
/// Errors when rows still speak of the turn.
Result<ArmyChange> removingTurn(const Document& document, const Scenario& scenario, const std::string& turn);
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
