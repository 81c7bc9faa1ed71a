#include "libscenario/scenario/scenariorules.h"

#include "libscenario/module/modulefiles.h"
#include "libscenario/scenario/scenario.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Rows of the section `overlay`: each names the section and id of a rule row and gives it anew, or null to remove it.
RecordTable ownRulesOf(const Scenario& scenario) {
  RecordTable out;
  for (const auto& [id, text] : scenario.rowsOf("overlay")) {
    const json body = json::parse(text, nullptr, false);
    if (body.is_object() && body.contains("row"))
      out[{body.value("section", ""), body.value("id", "")}] = body["row"].dump();
  }
  return out;
}

} // namespace

Result<Ruleset> withScenario(Ruleset ruleset, const Document& document, const std::string& scenario) {
  const Result<Scenario> read = Scenario::read(document, scenario);
  if (!read)
    return read.error();
  const std::string file = Scenario::tableOf(scenario) + ".json";
  Result<Ruleset> out = ruleset.withOverlays(read->head.overlays);
  if (!out)
    return Error{out.error().message, file, 0, "scenario " + scenario, out.error().advice};
  if (const Outcome applied = out->overlay(ownRulesOf(*read), file); !applied)
    return applied.error();
  return out;
}

Result<Document> withOverlaysWrittenOut(Document document) {
  const std::string ruleset = headOf(document).ruleset;
  for (const std::string& id : Scenario::idsOf(document)) {
    const Result<Scenario> scenario = Scenario::read(document, id);
    if (!scenario || scenario->head.overlays.empty())
      continue;
    RecordTable published; // later overlays win
    for (const std::string& overlay : scenario->head.overlays) {
      const Result<RecordTable> rows = Ruleset::publishedRows(ruleset, overlay);
      if (!rows)
        return Error{rows.error().message, Scenario::tableOf(id) + ".json", 0, "scenario " + id, rows.error().advice};
      for (const auto& [key, text] : *rows)
        published[key] = text;
    }
    const RecordTable own = ownRulesOf(*scenario);
    int number = 0;
    for (const auto& [key, text] : published)
      if (!own.contains(key)) // rows of its own go last
        document.setRecord(
            Scenario::tableOf(id), {"overlay", "published." + std::to_string(++number)},
            json{{"section", key.section}, {"id", key.id}, {"row", json::parse(text, nullptr, false)}}.dump());
    for (const auto& [key, text] : RecordTable(document.table(Scenario::tableOf(id))))
      if (key.section == "scenario") {
        json head = json::parse(text, nullptr, false);
        head.erase("overlays");
        document.setRecord(Scenario::tableOf(id), key, head.dump());
      }
  }
  return document;
}

Result<Ruleset> rulesetOf(const Document& document, const std::string& scenario) {
  Result<Ruleset> ruleset = Ruleset::effective(document);
  return !ruleset || scenario.empty() ? ruleset : withScenario(std::move(*ruleset), document, scenario);
}

} // namespace hotchkiss
