#include "libscenario/scenario/onescenario.h"

#include "libscenario/scenario/scenario.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

Outcome hasScenario(const Document& document, const std::string& id) {
  const std::vector<std::string> ids = Scenario::idsOf(document);
  if (std::find(ids.begin(), ids.end(), id) != ids.end())
    return success();
  const auto near = nearestWord(id, ids);
  return Error{"the module has no scenario \"" + id + "\"",
               {},
               0,
               {},
               near          ? "did you mean \"" + *near + "\"?"
               : ids.empty() ? "it has none at all"
                             : "it has " + joinWords(ids)};
}

Result<LoadedModule> withOneScenario(const Document& document, const std::string& id) {
  if (const Outcome known = hasScenario(document, id); !known)
    return known.error();
  const Result<Scenario> scenario = Scenario::read(document, id);
  if (!scenario)
    return scenario.error();
  Document changed = document;
  const std::string table = Scenario::tableOf(id);
  for (const auto& [key, text] : scenario->rows()) {
    json body = json::parse(text, nullptr, false);
    if (key.section == "scenario") {
      if (key.id != id)
        continue;
      body.erase("inherits");
    }
    changed.setRecord(table, key, body.dump());
  }
  ModuleFiles files = writeModule(changed);
  for (const std::string& each : Scenario::idsOf(document))
    if (each != id)
      files.erase(Scenario::tableOf(each) + ".json");
  return readModule(files);
}

} // namespace hotchkiss
