#include "libscenario/scenario/scenario.h"

#include "libscenario/scenario/scenariorows.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::optional<Rational> numberIn(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? std::nullopt : ArmyValue::read(*it).number;
}

std::string compactTime(std::string time) {
  std::erase(time, ':');
  return time;
}

Error noSuchScenario(const Document& document, const std::string& id) {
  const std::vector<std::string> known = Scenario::idsOf(document);
  return Error{"the module has no scenario \"" + id + "\"",
               {},
               0,
               {},
               known.empty() ? "it has none at all" : "known: " + joinWords(known)};
}

/// When a row takes place, for the slices of a schedule that scenarios take from each other.
TurnRef timeOfRow(const std::string& section, const json& body) {
  if (section == "turn" && body.contains("date"))
    return TurnRef::read(json{{"date", body["date"]}, {"time", body.value("time", "")}});
  if (const auto it = body.find("turn"); it != body.end())
    return TurnRef::read(*it);
  return {};
}

/// Dates and times of turns by id and number, so that slices can be compared.
class Clock {
 public:
  void add(const std::string& id, const json& body) {
    const std::string stamp = body.value("date", "") + " " + compactTime(body.value("time", ""));
    mById[id] = stamp;
    mByNumber[body.value("n", 0L)] = stamp;
  }
  /// "1863-07-01 0740"; nothing when it cannot be said.
  std::optional<std::string> stamp(const TurnRef& when) const {
    if (when.kind == TurnRef::Kind::Time)
      return when.date + " " + when.time;
    if (when.kind == TurnRef::Kind::Turn)
      if (const auto it = mById.find(when.id); it != mById.end())
        return it->second;
    if (when.kind == TurnRef::Kind::Number)
      if (const auto it = mByNumber.find(when.number); it != mByNumber.end())
        return it->second;
    return std::nullopt;
  }

 private:
  std::map<std::string, std::string> mById;
  std::map<long, std::string> mByNumber;
};

/// Collects the rows of a scenario and of those that it takes rows from.
class RowCollector {
 public:
  RowCollector(const Document& document, RecordTable& rows, std::map<RecordKey, std::string, RecordOrder>& owners)
      : mDocument(document), mRows(rows), mOwners(owners) {}

  Outcome collect(const std::string& id, std::set<std::string> path) {
    const RecordTable& table = mDocument.table(Scenario::tableOf(id));
    if (table.empty())
      return noSuchScenario(mDocument, id);
    if (!path.insert(id).second)
      return Error{"the scenario \"" + id + "\" takes rows from itself",
                   Scenario::tableOf(id) + ".json",
                   0,
                   {},
                   "take one of its members \"inherits\" away"};
    for (const auto& [key, text] : table)
      if (key.section == "scenario")
        if (const Outcome taken = inherit(json::parse(text, nullptr, false), path); !taken)
          return taken;
    for (const auto& [key, text] : table) {
      mRows[key] = text;
      mOwners[key] = id;
    }
    return success();
  }

 private:
  Outcome inherit(const json& head, const std::set<std::string>& path) {
    const auto list = head.find("inherits");
    if (list == head.end())
      return success();
    for (const json& slice : *list) {
      RecordTable rows;
      std::map<RecordKey, std::string, RecordOrder> owners;
      RowCollector collector(mDocument, rows, owners);
      if (const Outcome collected = collector.collect(slice.value("scenario", ""), path); !collected)
        return collected;
      take(slice, rows, owners);
    }
    return success();
  }

  void take(const json& slice, const RecordTable& rows, const std::map<RecordKey, std::string, RecordOrder>& owners) {
    Clock clock;
    for (const auto& [key, text] : rows)
      if (key.section == "turn")
        clock.add(key.id, json::parse(text, nullptr, false));
    const std::vector<std::string> sections = wordsOf(slice, "sections");
    const std::vector<std::string> except = wordsOf(slice, "except");
    const auto bound = [&](const char* name) {
      const auto it = slice.find(name);
      return it == slice.end() ? std::nullopt : clock.stamp(TurnRef::read(*it));
    };
    const std::optional<std::string> from = bound("from");
    const std::optional<std::string> through = bound("through");
    for (const auto& [key, text] : rows) {
      if (std::find(sections.begin(), sections.end(), key.section) == sections.end() ||
          std::find(except.begin(), except.end(), key.id) != except.end())
        continue;
      const auto stamp = clock.stamp(timeOfRow(key.section, json::parse(text, nullptr, false)));
      if ((from || through) && stamp && ((from && *stamp < *from) || (through && *through < *stamp)))
        continue;
      mRows[key] = text;
      mOwners[key] = owners.at(key);
    }
  }

  const Document& mDocument;
  RecordTable& mRows;
  std::map<RecordKey, std::string, RecordOrder>& mOwners;
};

void readHead(ScenarioHead& head, const std::string& id, const json& body) {
  head.id = id;
  head.title = body.value("title", body.value("name", id));
  head.number = body.value("number", "");
  head.level = body.value("level", "draft");
  const json start = body.value("start", json::object());
  const json end = body.value("end", json::object());
  head.startDate = start.value("date", "");
  head.startTime = compactTime(start.value("time", ""));
  head.endDate = end.value("date", "");
  head.endTime = compactTime(end.value("time", ""));
  head.turns = ArmyValue::read(body.value("turns", json()));
  head.first = body.value("first", "");
  head.firstSetup = body.value("firstSetup", "");
  head.sheets = wordsOf(body, "sheets");
  head.overlays = wordsOf(body, "overlays");
  head.description = body.value("description", "");
  head.note = body.value("note", "");
  for (const std::string& each : wordsOf(body, "source"))
    head.source += (head.source.empty() ? "" : "; ") + each;
}

ScenarioObjective readObjective(const std::string& id, const json& body) {
  ScenarioObjective out;
  out.id = id;
  out.name = body.value("name", "");
  out.side = body.value("side", "");
  out.kind = body.value("kind", "");
  out.points = ArmyValue::read(body.value("vp", json()));
  out.per = body.value("per", "");
  out.score = body.value("score", "end");
  out.of = textOf(body, "of");
  out.where = textOf(body, "where");
  out.condition = textOf(body, "condition");
  out.expires = TurnRef::read(body.value("expires", json()));
  out.note = body.value("note", "");
  return out;
}

VictoryLevel readLevel(const std::string& id, const json& body) {
  return {id,
          body.value("name", ""),
          body.value("side", ""),
          body.value("order", 0L),
          body.value("draw", false),
          numberIn(body, "min"),
          numberIn(body, "over"),
          numberIn(body, "max"),
          numberIn(body, "below"),
          textOf(body, "condition")};
}

Turn readTurn(const std::string& id, const json& body) {
  return {id,
          body.value("n", 0L),
          body.value("name", ""),
          body.value("date", ""),
          compactTime(body.value("time", "")),
          body.value("kind", ""),
          body.value("weather", ""),
          body.value("minutes", 0L),
          wordsOf(body, "events")};
}

void readInto(Scenario& out, const RecordKey& key, const json& body) {
  const std::string& section = key.section;
  if (section == "turn")
    out.turns.push_back(readTurn(key.id, body));
  else if (section == "area")
    out.areas.push_back(
        {key.id, body.value("name", ""), body.value("side", ""), wordsOf(body, "use"), textOf(body, "where")});
  else if (section == "setup")
    out.setups.push_back(readSetup(key, body));
  else if (section == "arrival")
    out.arrivals.push_back(readArrival(key, body));
  else if (section == "withdrawal")
    out.withdrawals.push_back(readArrival(key, body));
  else if (section == "release")
    out.releases.push_back({key.id, wordsOf(body, "groups"), TurnRef::read(body.value("turn", json())),
                            body.value("choose", 0L), body.value("ifAttacked", false), textOf(body, "when")});
  else if (section == "objective")
    out.objectives.push_back(readObjective(key.id, body));
  else if (section == "level")
    out.levels.push_back(readLevel(key.id, body));
  else if (section == "attachment")
    out.attachments.push_back({key.id, wordsOf(body, "of"), body.value("to", ""),
                               TurnRef::read(body.value("from", json())), TurnRef::read(body.value("until", json()))});
  else if (section == "override")
    out.overrides.push_back(readOverride(key, body));
  else if (section == "victory") {
    out.victoryMeasure = body.value("measure", "");
    out.victoryOf = wordsOf(body, "of");
  }
}

} // namespace

std::vector<std::string> Scenario::idsOf(const Document& document) {
  constexpr std::string_view kFolder = "scenarios/";
  std::vector<std::string> out;
  for (const std::string& name : document.tableNames())
    if (name.starts_with(kFolder))
      out.push_back(name.substr(kFolder.size()));
  return out;
}

Result<Scenario> Scenario::read(const Document& document, const std::string& id) {
  Scenario out;
  RowCollector collector(document, out.mRows, out.mOwners);
  if (const Outcome collected = collector.collect(id, {}); !collected)
    return collected.error();
  out.head.id = id;
  out.head.title = id;
  for (const auto& [key, text] : out.mRows) {
    // Files are checked against the schema; a row that a program set some other way may still be anything.
    try {
      const json body = json::parse(text);
      if (key.section == "scenario")
        readHead(out.head, id, body);
      else
        readInto(out, key, body);
    } catch (const json::exception&) {
      return Error{"the row cannot be read", tableOf(out.ownerOf(key)) + ".json", 0, key.section + " " + key.id, {}};
    }
  }
  std::sort(out.turns.begin(), out.turns.end(),
            [](const Turn& a, const Turn& b) { return a.n != b.n ? a.n < b.n : naturalLess(a.id, b.id); });
  std::stable_sort(out.setups.begin(), out.setups.end(), [](const Setup& a, const Setup& b) {
    return a.sequence != b.sequence ? a.sequence < b.sequence : naturalLess(a.key.id, b.key.id);
  });
  std::stable_sort(out.levels.begin(), out.levels.end(),
                   [](const VictoryLevel& a, const VictoryLevel& b) { return a.order < b.order; });
  return out;
}

std::vector<std::pair<std::string, std::string>> Scenario::rowsOf(const std::string& section) const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [key, text] : mRows)
    if (key.section == section)
      out.emplace_back(key.id, text);
  return out;
}

const std::string& Scenario::ownerOf(const RecordKey& key) const {
  const auto it = mOwners.find(key);
  return it == mOwners.end() ? head.id : it->second;
}

const Turn* Scenario::turn(const std::string& id) const {
  const auto it = std::find_if(turns.begin(), turns.end(), [&](const Turn& each) { return each.id == id; });
  return it == turns.end() ? nullptr : &*it;
}

std::optional<std::size_t> Scenario::turnIndex(const TurnRef& when) const {
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Turn& each = turns[i];
    if ((when.kind == TurnRef::Kind::Turn && each.id == when.id) ||
        (when.kind == TurnRef::Kind::Number && each.n == when.number) ||
        (when.kind == TurnRef::Kind::Time && each.date == when.date && (when.time.empty() || each.time == when.time)))
      return i;
  }
  return std::nullopt;
}

std::string Scenario::shownTurn(std::size_t index) const {
  if (index >= turns.size())
    return {};
  const Turn& turn = turns[index];
  std::string out = turn.name.empty() ? "turn " + std::to_string(turn.n) : turn.name;
  if (!turn.date.empty())
    out += ", " + turn.date;
  return turn.time.empty() ? out : out + " " + turn.time;
}

} // namespace hotchkiss
