// Changes of scenarios beyond the placing of single counters: areas, withdrawals, turns, and rows of any section.
#include "editor/army/scenarioedits.h"
#include "libscenario/army/orderofbattle.h"

#include <QDate>
#include <QDateTime>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

Error scheduleRefused(std::string message, std::string advice = {}) {
  return {std::move(message), {}, 0, {}, std::move(advice)};
}

json rowBody(const Scenario& scenario, const RecordKey& key) {
  const auto it = scenario.rows().find(key);
  json body = it == scenario.rows().end() ? json::object() : json::parse(it->second, nullptr, false);
  return body.is_object() ? body : json::object();
}

ArmyChange settingOne(const Scenario& scenario, const RecordKey& key, const json& row) {
  return [table = Scenario::tableOf(scenario.head.id), key, text = row.dump()](Stroke& stroke) {
    stroke.setRecord(table, key, text);
  };
}

/// Lower case letters and figures of a name, as ids have them.
std::string slugOf(const std::string& name) {
  return freshArmyId(OrderOfBattle(), {}, name);
}

void advance(json& row, const Turn& last, const UnitCatalogue& units) {
  if (last.date.size() != 10)
    return;
  const auto kind = units.turns.find(last.kind);
  const long minutes = last.minutes > 0 ? last.minutes : kind == units.turns.end() ? 0 : kind->second.minutes;
  constexpr long kDay = 24 * 60;
  constexpr long kMonth = 30 * kDay;
  const QDate date = QDate::fromString(QString::fromStdString(last.date), Qt::ISODate);
  if (!date.isValid())
    return;
  QString time = QString::fromStdString(last.time);
  time.remove(QLatin1Char(':'));
  QDateTime next(date, QTime::fromString(time, QStringLiteral("HHmm")), Qt::UTC);
  if (time.isEmpty() || !next.isValid())
    next = QDateTime(date, QTime(0, 0), Qt::UTC);
  next = minutes >= kMonth ? next.addMonths(1) : minutes > 0 ? next.addSecs(minutes * 60) : next.addDays(1);
  row["date"] = next.date().toString(Qt::ISODate).toStdString();
  if (!time.isEmpty())
    row["time"] = next.time()
                      .toString(QString::fromStdString(last.time).contains(QLatin1Char(':')) ? QStringLiteral("HH:mm")
                                                                                             : QStringLiteral("HHmm"))
                      .toStdString();
}

/// The turns from a place on the track on, each moved by one.
std::vector<std::pair<RecordKey, std::string>> shifted(const Scenario& scenario, std::size_t from, long by) {
  std::vector<std::pair<RecordKey, std::string>> out;
  for (std::size_t i = from; i < scenario.turns.size(); ++i) {
    const RecordKey key{"turn", scenario.turns[i].id};
    json row = rowBody(scenario, key);
    row["n"] = scenario.turns[i].n + by;
    out.emplace_back(key, row.dump());
  }
  // The head counts them, where it says a figure.
  const RecordKey head{"scenario", scenario.head.id};
  if (json row = rowBody(scenario, head); row.contains("turns") && row["turns"].is_number_integer()) {
    row["turns"] = static_cast<long>(scenario.turns.size()) + by;
    out.emplace_back(head, row.dump());
  }
  return out;
}

} // namespace

std::string freshScenarioRow(const Scenario& scenario, const std::string& section, const std::string& start) {
  const std::string stem = start.empty() ? section : start;
  std::string id = stem;
  for (int n = 2; scenario.rows().contains({section, id}); ++n)
    id = stem + "." + std::to_string(n);
  return id;
}

Result<ArmyChange> settingScenarioRow(const Document& document, const Scenario& scenario, const RecordKey& key,
                                      const std::optional<json>& body) {
  if (body)
    return settingOne(scenario, key, *body);
  const std::string table = Scenario::tableOf(scenario.head.id);
  if (!document.table(table).contains(key))
    return scheduleRefused("the row " + key.id + " comes from the scenario " + scenario.ownerOf(key),
                           "take it out there");
  return ArmyChange([table, key](Stroke& stroke) { stroke.setRecord(table, key, std::nullopt); });
}

Result<ArmyChange> placingByArea(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                                 const json& where, const std::string& areaName) {
  const Scenario& scenario = plan.scenario();
  std::vector<std::string> pieces;
  for (const std::string& id : ids) {
    if (!plan.army().piece(id) && !plan.army().formation(id))
      return scheduleRefused("there is no " + id + " in the order of battle");
    for (const Piece* piece : plan.army().below(id))
      if (std::find(pieces.begin(), pieces.end(), piece->id) == pieces.end())
        pieces.push_back(piece->id);
  }
  if (pieces.empty())
    return scheduleRefused("nothing is chosen that could be set up", "choose units in the order of battle");
  const AllowedHexes allowed = plan.where().hexesInPlay(where.dump());
  if (!allowed.errors.empty())
    return scheduleRefused(allowed.errors.front());
  if (allowed.possible.empty())
    return scheduleRefused("the rule allows no hex of the map", "make the area larger");
  json rule = where;
  std::optional<std::pair<RecordKey, json>> area;
  if (!areaName.empty()) {
    area = std::pair<RecordKey, json>({"area", freshScenarioRow(scenario, "area", slugOf(areaName))},
                                      {{"name", areaName}, {"where", where}, {"use", json::array({"setup"})}});
    rule = json{{"in", json{{"area", area->first.id}}}};
  }
  const std::string table = Scenario::tableOf(scenario.head.id);
  const auto withArea = [area, table](const ArmyChange& change) {
    return ArmyChange([area, table, change](Stroke& stroke) {
      if (area)
        stroke.setRecord(table, area->first, area->second.dump());
      change(stroke);
    });
  };
  const bool hasStates =
      std::any_of(plan.placements().begin(), plan.placements().end(), [&](const Placement& placement) {
        return (!placement.states.empty() || placement.order) &&
               std::find(pieces.begin(), pieces.end(), placement.piece) != pieces.end();
      });
  const auto settle = [rule](json& row) {
    for (const char* member : {"oneOf", "at", "waiting", "printed", "facing"})
      row.erase(member);
    row["where"] = rule;
  };
  if (hasStates || pieces.size() == 1) {
    const Result<ArmyChange> each = placingEach(document, plan, pieces, settle);
    return each ? Result<ArmyChange>(withArea(*each)) : each;
  }
  const Result<ArmyChange> leave = unplacing(document, plan, pieces);
  if (!leave)
    return leave;
  json row{{"where", rule}};
  for (const std::string& id : ids)
    row[plan.army().formation(id) ? "formations" : "units"].push_back(id);
  const std::string side = plan.army().piece(pieces.front())->side;
  const RecordKey key{"setup", freshScenarioRow(scenario, "setup", side + ".area")};
  return withArea([leave = *leave, table, key, row](Stroke& stroke) {
    leave(stroke);
    stroke.setRecord(table, key, row.dump());
  });
}

Result<ArmyChange> withdrawing(const Document&, const SetupPlan& plan, const std::vector<std::string>& ids,
                               const std::string& turn) {
  const Scenario& scenario = plan.scenario();
  if (!scenario.turn(turn))
    return scheduleRefused("the scenario has no turn " + turn);
  json row{{"turn", turn}};
  std::string side;
  for (const std::string& id : ids) {
    const Piece* piece = plan.army().piece(id);
    const Formation* formation = plan.army().formation(id);
    if (!piece && !formation)
      return scheduleRefused("there is no " + id + " in the order of battle");
    for (const Arrival& each : scenario.withdrawals)
      for (const Piece* other : piecesOf(plan.army(), each.selection))
        if (other->id == id || plan.army().isBelow(other->id, id))
          return scheduleRefused(other->shownName() + " leaves already", "move its row of the schedule");
    side = piece ? piece->side : formation->side;
    row[piece ? "units" : "formations"].push_back(id);
  }
  if (side.empty())
    return scheduleRefused("nothing is chosen that could leave", "choose units in the order of battle");
  return settingOne(scenario, {"withdrawal", freshScenarioRow(scenario, "withdrawal", side + ".leave")}, row);
}

Result<ArmyChange> rerouting(const Scenario& scenario, const RecordKey& arrival, const json& at) {
  if (!scenario.rows().contains(arrival))
    return scheduleRefused("the scenario has no such row in its schedule");
  json row = rowBody(scenario, arrival);
  for (const char* member : {"where", "choose", "printed"})
    row.erase(member);
  row["at"] = at;
  return settingOne(scenario, arrival, row);
}

Result<NewArmyThing> addingTurn(const Document&, const Scenario& scenario, const UnitCatalogue& units,
                                const std::string& after) {
  constexpr std::size_t kMostTurns = 500;
  if (scenario.turns.size() >= kMostTurns)
    return scheduleRefused("a scenario has at most " + std::to_string(kMostTurns) + " turns");
  std::size_t at = scenario.turns.size();
  for (std::size_t i = 0; i < scenario.turns.size(); ++i)
    if (scenario.turns[i].id == after)
      at = i + 1;
  json row{{"n", at == 0 ? 1 : scenario.turns[at - 1].n + 1}};
  if (at > 0) {
    const Turn& last = scenario.turns[at - 1];
    if (!last.kind.empty())
      row["kind"] = last.kind;
    advance(row, last, units);
  }
  std::string number = std::to_string(row["n"].get<long>());
  number.insert(0, number.size() < 2 ? 1 : 0, '0');
  const std::string id = freshScenarioRow(scenario, "turn", "t" + number);
  const std::string table = Scenario::tableOf(scenario.head.id);
  return NewArmyThing{id, [table, id, row, rest = shifted(scenario, at, 1)](Stroke& stroke) {
                        for (const auto& [key, text] : rest)
                          stroke.setRecord(table, key, text);
                        stroke.setRecord(table, {"turn", id}, row.dump());
                      }};
}

Result<ArmyChange> removingTurn(const Document& document, const Scenario& scenario, const std::string& turn) {
  const std::string table = Scenario::tableOf(scenario.head.id);
  if (!document.table(table).contains({"turn", turn}))
    return scheduleRefused(scenario.turn(turn) ? "the turn comes from the scenario " + scenario.ownerOf({"turn", turn})
                                               : "the scenario has no turn " + turn,
                           "take it out there");
  const std::string quoted = json(turn).dump();
  for (const auto& [key, text] : scenario.rows())
    if (key.section != "turn" && text.find(quoted) != std::string::npos)
      return scheduleRefused("the row " + key.section + " " + key.id + " speaks of this turn",
                             "move it to another turn first");
  std::size_t at = 0;
  while (scenario.turns[at].id != turn)
    ++at;
  return ArmyChange([table, turn, rest = shifted(scenario, at + 1, -1)](Stroke& stroke) {
    stroke.setRecord(table, {"turn", turn}, std::nullopt);
    for (const auto& [key, text] : rest)
      stroke.setRecord(table, key, text);
  });
}

} // namespace hotchkiss::editor
