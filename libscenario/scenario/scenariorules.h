#pragma once

#include "libscenario/ruleset/ruleset.h"

namespace hotchkiss {

/// The ruleset of a module; with a scenario, the published overlays that its head names and its own `overlay` rows on
/// top, in this order.
Result<Ruleset> rulesetOf(const Document& document, const std::string& scenario);
/// The same on top of a ruleset that is there already.
Result<Ruleset> withScenario(Ruleset ruleset, const Document& document, const std::string& scenario);

/// The module with the published overlays of its scenarios written out as rows of the scenarios, so that their rules do
/// not depend on what is installed.
Result<Document> withOverlaysWrittenOut(Document document);

} // namespace hotchkiss
