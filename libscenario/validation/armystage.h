#pragma once

#include "libscenario/scenario/setupplan.h"
#include "libscenario/validation/factexpression.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

struct CheckContext;

/// One scenario with everything worked out that checks ask for.
struct ScenarioStage {
  std::string id;
  std::string file;                          ///< "scenarios/first-day.json"
  std::unique_ptr<const Scenario> scenario;  ///< null when it cannot be read: see error
  std::unique_ptr<const OrderOfBattle> army; ///< as this scenario has it
  std::unique_ptr<const SetupPlan> plan;
  std::set<std::string> out; ///< pieces that it leaves out of play
  std::optional<Error> error;
};

/// The order of battle and the scenarios of a module, worked out once for all checks that ask.
class ArmyStage {
 public:
  ArmyStage(const Document& document, const Ruleset& ruleset);
  const OrderOfBattle& army() const { return mArmy; }
  const std::vector<ScenarioStage>& scenarios() const { return mScenarios; }

 private:
  OrderOfBattle mArmy;
  std::vector<ScenarioStage> mScenarios;
};

// Facts for expressions of checks. Each gives nothing for what there is not.

Value hexFact(const CheckContext& context, HexCoord hex, const std::string& name, const ValueList& arguments);
/// Any attribute of the piece by its name, under these states; and what docs/rulesets.md lists.
Value pieceFact(const OrderOfBattle& army, const Piece& piece, const ArmyValues& states, const std::string& name,
                const ValueList& arguments);
Value formationFact(const OrderOfBattle& army, const Formation& formation, const std::string& name,
                    const ValueList& arguments);
Value scenarioFact(const ScenarioStage& stage, const std::string& name, const ValueList& arguments);

/// The number of the turn, from 1; 0 when it is not on the track, unknown when nobody can know it beforehand.
Value turnFact(const ScenarioStage& stage, const TurnRef& when);
/// The hexes of a place: one, or those of an entry.
std::vector<HexCoord> hexesOf(const CheckContext& context, const ScenarioStage& stage, const ScenarioPlace& place);

/// Leaders who command the formation, by their row or by the formation's.
std::vector<const Piece*> leadersOf(const OrderOfBattle& army, const Formation& formation);
/// What a leader commands; null for nothing.
const Formation* commandOf(const OrderOfBattle& army, const Piece& leader);
/// "Heth’s Division", "2/1/I Corps": for messages.
std::string shownName(const OrderOfBattle& army, const std::string& id);

} // namespace hotchkiss
