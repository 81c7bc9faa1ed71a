#pragma once

#include "libterrain/grid/coordinates.h"

#include <functional>
#include <string>

namespace hotchkiss {

/// Where places go: for every hex, hexside and corner that a record can name.
struct PlaceMap {
  std::function<HexCoord(HexCoord)> hex;
  std::function<EdgeId(EdgeId)> edge;
  std::function<VertexId(VertexId)> vertex;
};

/// A record's text with all the places in it mapped. Places are the members that hold coordinates ("at", "mouth",
/// "hexes", …), wherever they stand; an `at` of three numbers is a hexside, a mouth is a corner.
std::string withPlacesMapped(const std::string& recordText, const PlaceMap& map);

/// "31.9.0" as a corner mapped; other ids are given back.
std::string cornerIdMapped(const std::string& id, const PlaceMap& map);

} // namespace hotchkiss
