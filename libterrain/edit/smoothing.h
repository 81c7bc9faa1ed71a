#pragma once

#include "libterrain/map/document.h"

#include <map>
#include <span>

namespace hotchkiss {

/// Levels that even out steps: each of these hexes gets the mean of its own level and those of its neighbours, rounded
/// toward what it has. Hexes without a level get none and count for nothing. Only what changes is in the result.
/// All are worked out from the document as it is, so that the order of hexes does not matter.
std::map<HexCoord, int> smoothedLevels(const Document& document, std::span<const HexCoord> area);

} // namespace hotchkiss
