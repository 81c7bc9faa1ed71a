#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// Classes of a raster, or polygons, to terrain and to hexsides of water. See docs/digitising.md.
Result<Imported> importCover(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

} // namespace hotchkiss
