#pragma once

#include "libscenario/ruleset/catalogue.h"
#include "libterrain/map/document.h"

#include <string>
#include <vector>

namespace hotchkiss {

/// The way between two hexes that a road would take over this ground: it shuns steps in level, relief and water without
/// a crossing, keeps to hexes in play, and likes pieces of its own kind that are there already. `feature` is the path
/// to be laid, as in the file ("path.…"). Empty when an end lies off the map or the hexes are too far apart to search.
std::vector<HexCoord> easyWay(const Document& document, const Catalogue& catalogue, const std::string& feature,
                              HexCoord from, HexCoord to);

} // namespace hotchkiss
