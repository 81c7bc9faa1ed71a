#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// Lines that run from hex to hex: roads, railways. See docs/digitising.md for the members of the step.
Result<Imported> importPaths(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

} // namespace hotchkiss
