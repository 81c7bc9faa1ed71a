#include "libscenario/validation/scenariofindings.h"

#include "libscenario/validation/armystage.h"
#include "libscenario/validation/validator.h"

#include <algorithm>
#include <map>
#include <set>

namespace hotchkiss {

namespace {

constexpr std::string_view kScenarioFolder = "scenarios/";
constexpr std::string_view kScenarioEnding = ".json";

bool changesValues(const ScenarioStage& stage) {
  return !stage.scenario->attachments.empty() ||
         std::any_of(stage.scenario->overrides.begin(), stage.scenario->overrides.end(),
                     [](const Override& each) { return !each.values.empty() || !each.faces.empty(); });
}

/// A formation is out when everything in it is.
bool isOutOfPlay(const ScenarioStage& stage, const std::string& subject) {
  if (stage.army->piece(subject))
    return stage.out.contains(subject);
  const std::vector<const Piece*> below = stage.army->below(subject);
  return !below.empty() &&
         std::all_of(below.begin(), below.end(), [&](const Piece* piece) { return stage.out.contains(piece->id); });
}

/// The override of a scenario that changes a piece is where its values can be corrected.
void pointAtOverride(Finding& finding, const ScenarioStage& stage, const std::string& subject) {
  for (const Override& each : stage.scenario->overrides) {
    if (each.values.empty() && each.faces.empty())
      continue;
    const std::vector<const Piece*> pieces = piecesOf(*stage.army, each.selection, nullptr, false);
    if (std::none_of(pieces.begin(), pieces.end(), [&](const Piece* piece) { return piece->id == subject; }))
      continue;
    finding.place.file = stage.file;
    finding.place.thing = "override " + each.id;
  }
}

} // namespace

std::string scenarioOfFile(const std::string& file) {
  if (!file.starts_with(kScenarioFolder) || !file.ends_with(kScenarioEnding))
    return {};
  return file.substr(kScenarioFolder.size(), file.size() - kScenarioFolder.size() - kScenarioEnding.size());
}

bool concerns(const Finding& finding, const std::string& scenario) {
  return (finding.scenario.empty() || finding.scenario == scenario) &&
         std::find(finding.settledIn.begin(), finding.settledIn.end(), scenario) == finding.settledIn.end();
}

std::vector<Finding> findingsFor(const std::string& scenario, const std::vector<Finding>& findings) {
  std::vector<Finding> out;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(out),
               [&](const Finding& finding) { return concerns(finding, scenario); });
  return out;
}

std::optional<Level> levelReached(const std::string& scenario, const std::vector<Finding>& findings) {
  std::optional<Level> out;
  for (const Level level : {Level::Draft, Level::Map, Level::Playable}) {
    if (std::any_of(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return concerns(finding, scenario) && blocks(finding, level); }))
      break;
    out = level;
  }
  return out;
}

void judgeArmies(CheckContext& context, const std::function<void(const OrderOfBattle&, const ArmySink&)>& judge,
                 ArmiesJudged which) {
  using Fault = std::pair<std::string, std::string>;
  const ArmyStage& stage = context.stage();
  std::map<Fault, std::size_t> printed; // to the place among the findings
  if (which != ArmiesJudged::OfScenarios)
    judge(stage.army(),
          [&](const std::string& subject, const std::string& says, const std::function<Finding&()>& report) {
            report();
            printed[{subject, says}] = context.findings.size() - 1;
          });
  for (const ScenarioStage& scenario : stage.scenarios()) {
    if (!scenario.army)
      continue;
    std::set<Fault> held;
    const bool isOther = changesValues(scenario) && which != ArmiesJudged::Printed;
    if (isOther)
      judge(*scenario.army,
            [&](const std::string& subject, const std::string& says, const std::function<Finding&()>& report) {
              held.insert({subject, says});
              if (printed.contains({subject, says}) || isOutOfPlay(scenario, subject))
                return;
              Finding& finding = report();
              pointAtOverride(finding, scenario, subject);
              finding.scenario = scenario.id;
            });
    for (const auto& [fault, index] : printed)
      if ((isOther && !held.contains(fault)) || isOutOfPlay(scenario, fault.first))
        context.findings[index].settledIn.push_back(scenario.id);
  }
}

void pointAtOwners(CheckContext& context, std::size_t first) {
  for (std::size_t i = first; i < context.findings.size(); ++i) {
    Finding& finding = context.findings[i];
    const std::size_t space = finding.place.thing.find(' ');
    if (finding.scenario.empty() || scenarioOfFile(finding.place.file).empty() || space == std::string::npos)
      continue;
    const RecordKey key{finding.place.thing.substr(0, space), finding.place.thing.substr(space + 1)};
    if (context.document.record(Scenario::tableOf(finding.scenario), key))
      continue;
    for (const ScenarioStage& stage : context.stage().scenarios())
      if (stage.id == finding.scenario && stage.scenario)
        if (const std::string& owner = stage.scenario->ownerOf(key);
            context.document.record(Scenario::tableOf(owner), key))
          finding.place.file = Scenario::tableOf(owner) + ".json";
  }
}

} // namespace hotchkiss
