#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libterrain/edit/stroke.h"

#include <map>
#include <optional>
#include <string>

namespace hotchkiss::editor {

/// Changes of a module's overlay by section and id. No text: the row leaves the overlay, and the ruleset's own row
/// holds again.
using OverlayRows = std::map<RecordKey, std::optional<std::string>, RecordOrder>;

/// The ruleset of a module as it is without the module's own overlay.
Result<Ruleset> rulesetBeneath(const Document& module);

/// The ruleset that holds once the changes are made, rules checked; the error says in one sentence what is wrong.
Result<Ruleset> rulesetWith(const Document& module, const OverlayRows& changes);

/// The changes without what the ruleset says anyway: a row that is as beneath the overlay, or that is not there.
OverlayRows settled(const Document& module, const OverlayRows& changes);

/// Puts the changes into the overlay.
void applyOverlay(Stroke& stroke, const OverlayRows& changes);

/// What a module's own rows cite: "my-module". Its source row is added to the changes when nobody has one yet.
std::string ownReference(const Document& module, const Ruleset& ruleset, OverlayRows& changes);

} // namespace hotchkiss::editor
