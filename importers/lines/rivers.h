#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// Lines that run along hexsides. See docs/digitising.md for the members of the step. Fills context.rivers.
Result<Imported> importRivers(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

} // namespace hotchkiss
