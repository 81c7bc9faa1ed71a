#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// A picture of a map, laid over the frame by control points, as an underlay. The edit adds the georeference to its row
/// in sources.json; the picture goes to the context's output folder.
Result<Imported> importScan(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

} // namespace hotchkiss
