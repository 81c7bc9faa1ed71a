#include "editor/model/overlayrows.h"

#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/rulebook.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr const char* kOverlay = "overlay";

} // namespace

Result<Ruleset> rulesetBeneath(const Document& module) {
  Document bare = module; // cheap: copies share everything
  const RecordTable rows = module.table(kOverlay);
  for (const auto& [key, unused] : rows)
    bare.setRecord(kOverlay, key, std::nullopt);
  return Ruleset::effective(bare);
}

Result<Ruleset> rulesetWith(const Document& module, const OverlayRows& changes) {
  Document changed = module;
  for (const auto& [key, text] : changes)
    changed.setRecord(kOverlay, key, text);
  Result<Ruleset> ruleset = Ruleset::effective(changed);
  if (!ruleset)
    return ruleset;
  if (const Result<Rulebook> book = Rulebook::read(*ruleset); !book)
    return book.error();
  return ruleset;
}

OverlayRows settled(const Document& module, const OverlayRows& changes) {
  const Result<Ruleset> beneath = rulesetBeneath(module);
  if (!beneath)
    return changes;
  OverlayRows out = changes;
  for (auto& [key, text] : out) {
    const std::string* own = nullptr;
    for (const char* kind : {"ruleset", "catalogue", "notation", "styles", "rules", "units"})
      if (const auto it = beneath->rows(kind).find(key); it != beneath->rows(kind).end())
        own = &it->second;
    if (text && (own ? *text == *own : *text == "null"))
      text.reset();
  }
  return out;
}

void applyOverlay(Stroke& stroke, const OverlayRows& changes) {
  for (const auto& [key, text] : changes)
    stroke.setRecord(kOverlay, key, text);
}

std::string ownReference(const Document& module, const Ruleset& ruleset, OverlayRows& changes) {
  const ModuleHead head = headOf(module);
  const RecordKey key{"source", head.id.empty() ? "module" : head.id};
  if (!ruleset.rows("ruleset").contains(key))
    changes[key] = json{{"title", head.title.empty() ? key.id : head.title}}.dump();
  return key.id;
}

} // namespace hotchkiss::editor
