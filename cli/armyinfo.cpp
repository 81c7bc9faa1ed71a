#include "cli/armyinfo.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/scenario/scenario.h"
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

} // namespace

std::vector<std::string> describeArmies(const Document& document, json& out) {
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
    out["scenarios"].push_back({{"id", id},
                                {"title", scenario->head.title},
                                {"turns", scenario->turns.size()},
                                {"setups", scenario->setups.size()},
                                {"arrivals", scenario->arrivals.size()},
                                {"level", scenario->head.level}});
  }
  return lines;
}

} // namespace hotchkiss::cli
