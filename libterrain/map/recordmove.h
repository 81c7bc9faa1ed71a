#pragma once

#include "libterrain/grid/lattice.h"
#include "libterrain/map/recordtable.h"

#include <string>
#include <utility>

namespace hotchkiss {

/// A whole map shifted on its lattice and given a new size.
struct Move {
  Lattice before;
  HexCoord shift;
  Extent newExtent;
};

/// The record as it must be after the map was moved: coordinates in its id and body follow, the lattice record takes
/// the new size, sheets and the ground frame shift.
std::pair<RecordKey, std::string> moveRecord(const std::string& table, const RecordKey& key, const std::string& text,
                                             const Move& move);

} // namespace hotchkiss
