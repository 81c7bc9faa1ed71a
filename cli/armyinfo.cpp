#include "cli/armyinfo.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/scenario/scenario.h"
#include "libscenario/validation/scenariofindings.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

json toJson(const ArmyTotal& total) {
  json out{{"shown", total.shown()}, {"open", total.open}};
  if (total.least.isWhole())
    out["least"] = total.least.numerator();
  if (total.most && total.most->isWhole())
    out["most"] = total.most->numerator();
  return out;
}

/// "infantry 170 (562 SP), cavalry 29 (at least 60 SP)".
std::string sideLine(const OrderOfBattle& army, const ArmyCount& count) {
  std::vector<std::string> words;
  for (const auto& [type, number] : count.byType) {
    const auto known = army.units().types.find(type);
    std::string name = known == army.units().types.end() ? type : known->second.name;
    if (!name.empty())
      name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    std::string word = name + " " + std::to_string(number);
    if (const auto strength = count.strengths.find(type); strength != count.strengths.end()) {
      const std::string attribute = strengthAttribute(army.units(), type);
      const UnitAttribute& about = army.units().attributes.at(attribute);
      const std::string& unit = about.unit.empty() ? about.shortName : about.unit;
      word += " (" + strength->second.shown() + (unit.empty() ? "" : " " + unit) + ")";
    }
    words.push_back(word);
  }
  return joinWords(words, ", ");
}

/// By check, what stands between a scenario and the level above the one that it reaches.
std::map<std::string, std::size_t> blockingNext(const std::string& scenario, const std::vector<Finding>& findings,
                                                std::optional<Level> reached) {
  std::map<std::string, std::size_t> out;
  if (reached == Level::Playable)
    return out;
  const Level next = !reached ? Level::Draft : *reached == Level::Draft ? Level::Map : Level::Playable;
  for (const Finding& finding : findings)
    if (concerns(finding, scenario) && blocks(finding, next))
      out[finding.check] += finding.count;
  return out;
}

/// "claims playable, reaches map: TSS-V56 (4), TSS-V43 (1) stand before more".
std::string levelLine(const std::string& claimed, std::optional<Level> reached,
                      const std::map<std::string, std::size_t>& blocking) {
  std::vector<std::string> words;
  for (const auto& [check, count] : blocking)
    words.push_back(check + " (" + std::to_string(count) + ")");
  std::string out = "            ";
  const std::string level = reached ? toText(*reached) : "no level";
  out += claimed.empty() || claimed == level ? "reaches " + level : "claims " + claimed + ", reaches " + level;
  return words.empty() ? out : out + "; before the next stand " + joinWords(words, ", ");
}

} // namespace

std::vector<std::string> describeArmies(const LoadedModule& module, json& out) {
  const Document& document = module.document;
  std::vector<std::string> lines;
  const std::vector<std::string> scenarios = Scenario::idsOf(document);
  if (document.table(kOobTable).empty() && scenarios.empty())
    return lines;
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  const Result<UnitCatalogue> units = ruleset ? readUnitCatalogue(*ruleset) : Result<UnitCatalogue>(ruleset.error());
  const OrderOfBattle army(document, units ? *units : UnitCatalogue{});
  for (const std::string& side : army.sides()) {
    const ArmyCount count = countPieces(army, piecesOfSide(army, side));
    const auto known = army.units().sideNames.find(side);
    const std::string name = known == army.units().sideNames.end() ? side : known->second;
    lines.push_back("  army      " + name + ": " + sideLine(army, count));
    json each{{"side", side}, {"name", name}, {"types", count.byType}, {"strengths", json::object()}};
    for (const auto& [type, total] : count.strengths)
      each["strengths"][type] = toJson(total);
    out["army"].push_back(std::move(each));
  }
  const std::vector<Finding> findings = scenarios.empty() ? std::vector<Finding>() : validate(module);
  for (const std::string& id : scenarios) {
    const Result<Scenario> scenario = Scenario::read(document, id);
    if (!scenario) {
      lines.push_back("  scenario  " + id + ": " + scenario.error().text());
      continue;
    }
    lines.push_back("  scenario  " + id + ": " + scenario->head.title + ", " +
                    countOf(scenario->turns.size(), "turn", "turns") + ", " +
                    countOf(scenario->setups.size(), "set-up row", "set-up rows") + ", " +
                    countOf(scenario->arrivals.size(), "arrival", "arrivals"));
    const std::optional<Level> reached = levelReached(id, findings);
    const std::map<std::string, std::size_t> blocking = blockingNext(id, findings, reached);
    lines.push_back(levelLine(scenario->head.level, reached, blocking));
    out["scenarios"].push_back({{"id", id},
                                {"title", scenario->head.title},
                                {"turns", scenario->turns.size()},
                                {"setups", scenario->setups.size()},
                                {"arrivals", scenario->arrivals.size()},
                                {"level", scenario->head.level},
                                {"reached", reached ? toText(*reached) : "none"},
                                {"blocking", blocking}});
  }
  return lines;
}

} // namespace hotchkiss::cli
