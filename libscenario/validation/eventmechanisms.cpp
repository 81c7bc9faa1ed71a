// Mechanisms about the events of scenarios.
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/walkjson.h"

#include <algorithm>
#include <map>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Events that the rules fix to a month: {"month", "kind", "name"}. A scenario whose turns include it has such an
/// event.
class DatedEvents final : public Mechanism {
 public:
  explicit DatedEvents(Parameters& p) {
    if (!p.raw("events").is_array())
      p.refuse("\"events\" is missing");
    for (const json& each : p.raw("events"))
      if (each.is_object())
        mEvents.push_back({each.value("month", ""), each.value("kind", ""), each.value("name", "")});
  }

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.scenario)
        continue;
      for (const Wanted& wanted : mEvents) {
        const auto isThen = [&](const Turn& turn) { return turn.date.starts_with(wanted.month); };
        const std::vector<Turn>& turns = stage.scenario->turns;
        if (std::none_of(turns.begin(), turns.end(), isThen))
          continue;
        const auto events = stage.scenario->rowsOf("event");
        const auto withdrawals = stage.scenario->rowsOf("withdrawal");
        const auto fits = [&](const auto& row) {
          const json body = parsed(row.second);
          if (body.value("kind", wanted.kind) != wanted.kind)
            return false;
          if (!body.contains("turn"))
            return true; // it may be meant for then
          const std::optional<std::size_t> index = stage.scenario->turnIndex(TurnRef::read(body["turn"]));
          return !index || isThen(turns[*index]);
        };
        const bool has =
            std::any_of(events.begin(), events.end(),
                        [&](const auto& row) { return parsed(row.second).contains("kind") && fits(row); }) ||
            (wanted.kind == "withdraw" && std::any_of(withdrawals.begin(), withdrawals.end(), fits));
        if (!has)
          report
              .at(stage.file, {"scenario", stage.id},
                  {{"event", wanted.name}, {"month", wanted.month}, {"kind", wanted.kind}})
              .key = wanted.kind + " " + wanted.month;
      }
    }
  }

 private:
  struct Wanted {
    std::string month, kind, name;
  };
  std::vector<Wanted> mEvents;
};

/// Events name pieces that there are, and that the scenario does not leave out.
class EventNames final : public Mechanism {
 public:
  explicit EventNames(Parameters& p) : mSections(p.words("sections", false)) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.army)
        continue;
      for (const auto& [id, text] : stage.scenario->rowsOf("event"))
        walkJson(parsed(text), [&, &id = id](const json& node) {
          if (!node.is_object())
            return;
          std::vector<json> names;
          if (const auto unit = node.find("unit"); unit != node.end())
            names.push_back(*unit);
          if (const auto units = node.find("units"); units != node.end() && units->is_array())
            names.insert(names.end(), units->begin(), units->end());
          for (const json& name : names) {
            if (!name.is_string())
              continue;
            const Piece* piece = stage.army->piece(name.get<std::string>());
            if (piece && !mSections.empty() && !contains(mSections, piece->section))
              continue;
            const std::string why = !piece                          ? "is not in the order of battle"
                                    : stage.out.contains(piece->id) ? "is out of the scenario"
                                                                    : std::string();
            if (!why.empty())
              report
                  .at(stage.file, {"event", id},
                      {{"name", piece ? shownName(*stage.army, piece->id) : name.get<std::string>()}, {"why", why}})
                  .key = name.get<std::string>();
          }
        });
    }
  }

 private:
  std::vector<std::string> mSections;
};

} // namespace

std::unique_ptr<const Mechanism> makeDatedEvents(Parameters& p) {
  return std::make_unique<DatedEvents>(p);
}
std::unique_ptr<const Mechanism> makeEventNames(Parameters& p) {
  return std::make_unique<EventNames>(p);
}

} // namespace hotchkiss
