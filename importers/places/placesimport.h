#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// Points to places. A place near a river that an earlier step matched stays on its bank.
Result<Imported> importPlaces(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

/// Areas to regions, by hex attribute or membership, and border hexsides.
Result<Imported> importRegions(ImportContext& context, const std::string& stepId, const nlohmann::json& step);

/// Which bank of a river a position is on: 1 left, -1 right of the way it flows, 0 when it is too far away to matter or
/// lies past one of its ends.
int bankOf(const Polyline& river, Point p, double within);

} // namespace hotchkiss
