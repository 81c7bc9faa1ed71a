#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// Heights to levels, terrain, marks and relief hexsides. See docs/digitising.md for the members of the step.
Result<Imported> importElevation(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

} // namespace hotchkiss
