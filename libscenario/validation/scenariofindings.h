#pragma once

#include "libscenario/validation/corechecks.h"
#include "libscenario/validation/finding.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

class OrderOfBattle;

/// The scenario whose file this is; empty for all other files.
std::string scenarioOfFile(const std::string& file);

/// Whether a finding matters to a scenario: not when it is about another one, or when this one settles it.
bool concerns(const Finding& finding, const std::string& scenario);
std::vector<Finding> findingsFor(const std::string& scenario, const std::vector<Finding>& findings);
/// The highest level that nothing stands before, other scenarios apart; nothing when that is not even a draft.
std::optional<Level> levelReached(const std::string& scenario, const std::vector<Finding>& findings);

/// Says a fault of a piece or formation: its id, what is wrong in a word, and how to report it.
using ArmySink =
    std::function<void(const std::string& subject, const std::string& says, const std::function<Finding&()>& report)>;
enum class ArmiesJudged : std::uint8_t { All, Printed, OfScenarios };

/// Judges the order of battle as it is printed, then as each scenario has it. What a scenario shares with the printed
/// one is said once; what it settles is marked so; what only it has is said of it, at the row that brings it.
void judgeArmies(CheckContext& context, const std::function<void(const OrderOfBattle&, const ArmySink&)>& judge,
                 ArmiesJudged which = ArmiesJudged::All);

/// Findings from this one on that speak of a row which a scenario takes from another: they point at its file.
void pointAtOwners(CheckContext& context, std::size_t first);

} // namespace hotchkiss
