#pragma once

#include "libscenario/module/modulefiles.h"

#include <string>

namespace hotchkiss {

/// The module with one scenario only, which no longer takes rows from others: what a package of that scenario holds.
/// Refuses a scenario that the module lacks or that cannot be read.
Result<LoadedModule> withOneScenario(const Document& document, const std::string& id);
/// Whether the module has this scenario; else one sentence that names those it has.
Outcome hasScenario(const Document& document, const std::string& id);

} // namespace hotchkiss
