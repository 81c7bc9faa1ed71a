#include "cli/armyinfo.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/scenario/scenario.h"
#include "libscenario/scenario/turnstrength.h"
#include "libscenario/validation/scenariofindings.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <set>

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

/// What each side has at the end of each day of a scenario: "Union 214 SP on 1 July, 512 SP on 2 July". Scenarios
/// without dates tell of their last turn.
std::vector<std::string> dayLines(const Document& document, const Scenario& scenario, const OrderOfBattle& whole,
                                  json& out) {
  std::vector<std::string> lines;
  const OrderOfBattle army = armyOf(document, scenario, whole.units());
  const SetupPlan plan(document, scenario, army);
  for (const std::string& side : army.sides()) {
    std::set<std::string> attributes;
    for (const Piece* piece : piecesOfSide(army, side))
      if (const std::string name = strengthAttribute(army.units(), piece->type); !name.empty())
        attributes.insert(name);
    const auto known = army.units().sideNames.find(side);
    const std::string name = known == army.units().sideNames.end() ? side : known->second;
    for (const std::string& attribute : attributes) {
      const UnitAttribute& about = army.units().attributes.at(attribute);
      const std::string unit = about.unit.empty() ? about.shortName : about.unit;
      std::vector<std::string> words;
      const std::vector<TurnStrength> all = strengthByTurn(plan, side, attribute);
      for (std::size_t turn = 0; turn < all.size(); ++turn) {
        const bool isLast = turn + 1 == all.size() || scenario.turns[turn + 1].date != scenario.turns[turn].date;
        if (!isLast || all[turn].total.pieces == 0)
          continue;
        const std::string& date = scenario.turns[turn].date;
        words.push_back(all[turn].total.shown() + (unit.empty() ? "" : " " + unit) +
                        (date.empty() ? "" : " on " + date) +
                        (all[turn].perhaps > 0 ? " (perhaps " + std::to_string(all[turn].perhaps) + " more)" : ""));
        json each = toJson(all[turn].total);
        each["side"] = side;
        each["attribute"] = attribute;
        each["turn"] = scenario.turns[turn].id;
        each["pieces"] = all[turn].pieces;
        each["perhaps"] = all[turn].perhaps;
        if (!date.empty())
          each["date"] = date;
        out.push_back(std::move(each));
      }
      if (!words.empty())
        lines.push_back("              " + name + ": " + joinWords(words, ", "));
    }
  }
  return lines;
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
                                {"blocking", blocking},
                                {"strengths", json::array()}});
    if (units)
      for (std::string& line : dayLines(document, *scenario, army, out["scenarios"].back()["strengths"]))
        lines.push_back(std::move(line));
  }
  return lines;
}

} // namespace hotchkiss::cli
