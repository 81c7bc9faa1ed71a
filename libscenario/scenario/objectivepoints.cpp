#include "libscenario/scenario/objectivepoints.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// The turns on which an objective can score.
struct ScoringSpan {
  std::size_t from = 0;
  std::size_t through = 0;
  std::vector<std::string> kinds; ///< of turns; empty: all

  ScoringSpan(const Scenario& scenario, const ScenarioObjective& objective, const json& row) {
    through = scenario.turns.empty() ? 0 : scenario.turns.size() - 1;
    if (const auto expires = scenario.turnIndex(objective.expires))
      through = std::min(through, *expires);
    const auto turns = row.find("turns");
    if (turns == row.end() || !turns->is_object())
      return;
    if (turns->contains("from"))
      from = scenario.turnIndex(TurnRef::read((*turns)["from"])).value_or(0);
    if (turns->contains("through"))
      if (const auto last = scenario.turnIndex(TurnRef::read((*turns)["through"])))
        through = std::min(through, *last);
    if (turns->contains("kinds"))
      for (const json& kind : (*turns)["kinds"])
        kinds.push_back(kind.get<std::string>());
  }
  bool contains(const Scenario& scenario, std::size_t turn) const {
    return turn >= from && turn <= through &&
           (kinds.empty() || std::find(kinds.begin(), kinds.end(), scenario.turns[turn].kind) != kinds.end());
  }
};

/// "At least this": points that may come again and again.
ArmyValue withoutEnd() {
  ArmyValue out;
  out.kind = ArmyValue::Kind::Unknown;
  out.least = Rational(0);
  return out;
}

} // namespace

std::vector<ObjectivePoints> objectivePoints(const Scenario& scenario) {
  std::map<std::string, std::vector<ArmyTotal>> bySide;
  for (const ScenarioObjective& objective : scenario.objectives) {
    std::vector<ArmyTotal>& totals = bySide[objective.side];
    totals.resize(scenario.turns.size());
    const auto row = scenario.rows().find({"objective", objective.id});
    const json body = row == scenario.rows().end() ? json::object() : json::parse(row->second, nullptr, false);
    const ScoringSpan span(scenario, objective, body.is_object() ? body : json::object());
    const bool isRepeated = !objective.per.empty() || objective.score == "eachTime";
    const auto addFrom = [&](std::size_t turn, const ArmyValue& value) {
      for (std::size_t at = turn; at < totals.size(); ++at)
        totals[at].add(value);
    };
    if (isRepeated) {
      addFrom(span.from, withoutEnd());
    } else if (objective.score == "eachTurn") {
      for (std::size_t turn = 0; turn < totals.size(); ++turn)
        if (span.contains(scenario, turn))
          addFrom(turn, objective.points);
    } else {
      const bool atOnce = objective.score == "once" || objective.score == "first";
      addFrom(atOnce ? span.from : span.through, objective.points);
    }
  }
  std::vector<ObjectivePoints> out;
  for (auto& [side, totals] : bySide)
    out.push_back({side, std::move(totals)});
  return out;
}

} // namespace hotchkiss
