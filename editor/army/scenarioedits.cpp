#include "editor/army/scenarioedits.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

Error refused(std::string message, std::string advice = {}) {
  return {std::move(message), {}, 0, {}, std::move(advice)};
}

json bodyOf(const Scenario& scenario, const RecordKey& key) {
  const auto it = scenario.rows().find(key);
  json body = it == scenario.rows().end() ? json::object() : json::parse(it->second, nullptr, false);
  return body.is_object() ? body : json::object();
}

std::string freshRow(const RecordTable& own, const Scenario& scenario, const std::string& section,
                     const std::string& side, const std::set<std::string>& taken) {
  for (int n = 1;; ++n) {
    std::string id = side + ".m" + std::to_string(n);
    if (!own.contains({section, id}) && !scenario.rows().contains({section, id}) && !taken.contains(id))
      return id;
  }
}

/// The pieces that ids stand for: a formation stands for all below it.
Result<std::vector<const Piece*>> piecesOfIds(const OrderOfBattle& army, const std::vector<std::string>& ids) {
  std::vector<const Piece*> out;
  for (const std::string& id : ids) {
    if (!army.piece(id) && !army.formation(id))
      return refused("there is no " + id + " in the order of battle");
    for (const Piece* piece : army.below(id))
      if (std::find(out.begin(), out.end(), piece) == out.end())
        out.push_back(piece);
  }
  if (out.empty())
    return refused("nothing is chosen that could stand on the map");
  return out;
}

bool isAlone(const json& row, const std::string& piece) {
  for (const char* member : {"formations", "counters", "pool", "types", "exceptTypes"})
    if (row.contains(member))
      return false;
  if (row.contains("unit"))
    return row["unit"] == piece && !row.contains("units");
  return row.contains("units") && row["units"] == json::array({piece});
}

/// Takes a piece out of a row that speaks of several.
void leaveOut(json& row, const std::string& piece) {
  if (const auto units = row.find("units"); units != row.end()) {
    units->erase(std::remove(units->begin(), units->end(), json(piece)), units->end());
    if (units->empty())
      row.erase("units");
  }
  if (row.contains("unit") && row["unit"] == piece)
    row.erase("unit");
  if (row.contains("formations") || row.contains("types")) {
    json& except = row["except"];
    if (!except.is_array())
      except = json::array();
    except.push_back(piece);
    std::sort(except.begin(), except.end());
  }
}

bool isEmptyRow(const json& row) {
  for (const char* member : {"units", "unit", "formations", "counters", "pool", "types"})
    if (row.contains(member))
      return false;
  return true;
}

void settle(json& row, HexCoord hex) {
  for (const char* member : {"oneOf", "where", "waiting", "at", "printed"})
    row.erase(member);
  row["at"] = json::array({hex.c, hex.r});
}

using Rows = std::map<std::string, std::optional<json>>; ///< of the section setup, by id: nothing where it goes

/// Gives each piece a row of its own; `make` changes it, or (null) the row goes.
void isolate(const Scenario& scenario, const SetupPlan& plan, const RecordTable& own, const Piece& piece,
             const std::function<void(json&)>& make, Rows& rows, bool keepFresh) {
  std::vector<std::string> mine;
  for (const Placement& placement : plan.placements())
    if (placement.piece == piece.id && !placement.isLoose)
      mine.push_back(scenario.setups[placement.setup].key.id);
  const auto rowOf = [&](const std::string& id) -> std::optional<json>& {
    return rows.try_emplace(id, bodyOf(scenario, {"setup", id})).first->second;
  };
  json fresh{{"units", json::array({piece.id})}};
  for (std::size_t i = 0; i < mine.size(); ++i) {
    std::optional<json>& row = rowOf(mine[i]);
    if (!row)
      continue;
    if (isAlone(*row, piece.id)) {
      if (make && i == 0) {
        make(*row);
        return;
      }
      row.reset();
      continue;
    }
    if (i == 0)
      for (const char* member : {"values", "mayBe", "facing", "face", "at", "where", "oneOf", "waiting", "order",
                                 "player", "group", "hold", "when", "wave", "alternative"})
        if (row->contains(member))
          fresh[member] = (*row)[member];
    leaveOut(*row, piece.id);
    if (isEmptyRow(*row))
      row.reset();
  }
  if (!make || (mine.empty() && !keepFresh))
    return;
  make(fresh);
  std::set<std::string> taken;
  for (const auto& [id, row] : rows)
    taken.insert(id);
  rows[freshRow(own, scenario, "setup", piece.side, taken)] = fresh;
}

Result<ArmyChange> changed(const Document& document, const SetupPlan& plan, const std::vector<const Piece*>& pieces,
                           const std::function<void(json&)>& make, bool keepFresh) {
  const Scenario& scenario = plan.scenario();
  const std::string table = Scenario::tableOf(scenario.head.id);
  const RecordTable& own = document.table(table);
  Rows rows;
  for (const Piece* piece : pieces)
    isolate(scenario, plan, own, *piece, make, rows, keepFresh);
  std::vector<std::pair<RecordKey, std::optional<std::string>>> sets;
  for (const auto& [id, row] : rows) {
    const RecordKey key{"setup", id};
    if (!row && !own.contains(key) && scenario.rows().contains(key))
      return refused("the row " + id + " comes from the scenario " + scenario.ownerOf(key),
                     "change it there, or duplicate this scenario first");
    sets.emplace_back(key, row ? std::optional(row->dump()) : std::nullopt);
  }
  return ArmyChange([table, sets](Stroke& stroke) {
    for (const auto& [key, text] : sets)
      stroke.setRecord(table, key, text);
  });
}

} // namespace

Result<ArmyChange> changingSetup(const Document& document, const SetupPlan& plan,
                                 const std::vector<std::string>& pieces, const std::function<void(json&)>& make) {
  const auto all = piecesOfIds(plan.army(), pieces);
  return all ? changed(document, plan, *all, make, false) : Result<ArmyChange>(all.error());
}

Result<ArmyChange> placingEach(const Document& document, const SetupPlan& plan, const std::vector<std::string>& pieces,
                               const std::function<void(json&)>& settle) {
  const auto all = piecesOfIds(plan.army(), pieces);
  return all ? changed(document, plan, *all, settle, true) : Result<ArmyChange>(all.error());
}

Result<ArmyChange> placing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                           HexCoord hex) {
  if (!document.extent().contains(hex))
    return refused("there is no map at this place");
  const auto all = piecesOfIds(plan.army(), ids);
  if (!all)
    return all.error();
  return changed(
      document, plan, *all, [hex](json& row) { settle(row, hex); }, true);
}

Result<ArmyChange> unplacing(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids) {
  const auto all = piecesOfIds(plan.army(), ids);
  return all ? changed(document, plan, *all, {}, false) : Result<ArmyChange>(all.error());
}

Result<ArmyChange> scheduling(const Document& document, const SetupPlan& plan, const std::vector<std::string>& ids,
                              const std::string& turn, const json& at) {
  const Scenario& scenario = plan.scenario();
  if (!scenario.turn(turn))
    return refused("the scenario has no turn " + turn);
  const Result<HexCoord> hex = plan.where().hexOf(ScenarioPlace::read(at));
  if (at.is_array() && (!hex || !document.extent().contains(*hex)))
    return refused("there is no map at this place");
  const auto all = piecesOfIds(plan.army(), ids);
  if (!all)
    return all.error();
  // What comes later does not stand on the map at the start.
  const Result<ArmyChange> out = changed(document, plan, *all, {}, false);
  if (!out)
    return out.error();
  json units = json::array();
  for (const Piece* piece : *all) {
    for (const Arrival& each : scenario.arrivals)
      for (const Piece* other : piecesOf(plan.army(), each.selection))
        if (other == piece)
          return refused(piece->shownName() + " arrives already", "move its row of the schedule");
    units.push_back(piece->id);
  }
  const std::string table = Scenario::tableOf(scenario.head.id);
  const RecordKey key{"arrival", freshRow(document.table(table), scenario, "arrival", all->front()->side, {})};
  const json row{{"turn", turn}, {"at", at}, {"units", units}};
  return ArmyChange([leave = *out, table, key, row](Stroke& stroke) {
    leave(stroke);
    stroke.setRecord(table, key, row.dump());
  });
}

Result<ArmyChange> rescheduling(const Document&, const Scenario& scenario, const RecordKey& arrival,
                                const std::string& turn) {
  if (!scenario.rows().contains(arrival))
    return refused("the scenario has no such row in its schedule");
  if (!scenario.turn(turn))
    return refused("the scenario has no turn " + turn);
  json row = bodyOf(scenario, arrival);
  row["turn"] = turn;
  return ArmyChange([table = Scenario::tableOf(scenario.head.id), arrival, row](Stroke& stroke) {
    stroke.setRecord(table, arrival, row.dump());
  });
}

Result<ArmyChange> changingTurn(const Document&, const Scenario& scenario, const std::string& turn,
                                const std::string& member, const std::optional<std::string>& value) {
  const RecordKey key{"turn", turn};
  if (!scenario.rows().contains(key))
    return refused("the scenario has no turn " + turn);
  json row = bodyOf(scenario, key);
  if (value)
    row[member] = *value;
  else
    row.erase(member);
  return ArmyChange([table = Scenario::tableOf(scenario.head.id), key, row](Stroke& stroke) {
    stroke.setRecord(table, key, row.dump());
  });
}

namespace {

std::string freshScenarioId(const Document& document, const std::string& title) {
  const std::vector<std::string> all = Scenario::idsOf(document);
  const std::string start = freshArmyId(OrderOfBattle(), {}, title);
  std::string id = start;
  for (int n = 2; std::find(all.begin(), all.end(), id) != all.end(); ++n)
    id = start + "_" + std::to_string(n);
  return id;
}

} // namespace

Result<NewArmyThing> addingScenario(const Document& document, const UnitCatalogue& units, const NewScenario& wanted) {
  if (wanted.title.empty())
    return refused("a scenario needs a title");
  constexpr long kMostTurns = 500;
  if (wanted.turns < 1 || wanted.turns > kMostTurns)
    return refused("a scenario has 1 to " + std::to_string(kMostTurns) + " turns");
  const std::string id = freshScenarioId(document, wanted.title);
  json head{{"title", wanted.title}, {"level", "draft"}, {"turns", wanted.turns}};
  if (!wanted.date.empty())
    head["start"] = json{{"date", wanted.date}};
  std::vector<std::pair<RecordKey, std::string>> rows{{{"scenario", id}, head.dump()}};
  std::string kind; // turns are what most turns are: by day
  for (const auto& [name, row] : units.turns)
    if (kind.empty() || (units.turns.at(kind).night && !row.night) ||
        (units.turns.at(kind).light != row.light && row.light == "day"))
      kind = name;
  for (long n = 1; n <= wanted.turns; ++n) {
    std::string number = std::to_string(n);
    number.insert(0, number.size() < 2 ? 1 : 0, '0');
    json turn{{"n", n}};
    if (!kind.empty())
      turn["kind"] = kind;
    rows.push_back({{"turn", "t" + number}, turn.dump()});
  }
  return NewArmyThing{id, [id, rows](Stroke& stroke) {
                        for (const auto& [key, text] : rows)
                          stroke.setRecord(Scenario::tableOf(id), key, text);
                      }};
}

Result<NewArmyThing> duplicatingScenario(const Document& document, const std::string& id, const std::string& title) {
  const RecordTable& rows = document.table(Scenario::tableOf(id));
  if (rows.empty())
    return refused("there is no scenario " + id);
  if (title.empty())
    return refused("a scenario needs a title");
  const std::string other = freshScenarioId(document, title);
  std::vector<std::pair<RecordKey, std::string>> copies;
  for (const auto& [key, text] : rows) {
    if (key.section != "scenario") {
      copies.emplace_back(key, text);
      continue;
    }
    json head = json::parse(text, nullptr, false);
    if (head.is_object())
      head["title"] = title;
    copies.push_back({{"scenario", other}, head.dump()});
  }
  return NewArmyThing{other, [other, copies](Stroke& stroke) {
                        for (const auto& [key, text] : copies)
                          stroke.setRecord(Scenario::tableOf(other), key, text);
                      }};
}

} // namespace hotchkiss::editor
