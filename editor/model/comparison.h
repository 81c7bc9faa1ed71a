#pragma once

#include "editor/model/toolstate.h"
#include "libscenario/diff/moduledifference.h"
#include "libterrain/numbering/numbering.h"

#include <filesystem>
#include <vector>

namespace hotchkiss::editor {

/// What differs between the files of a module and what is on the screen: in words, and where.
struct Comparison {
  struct Row {
    Difference difference;
    Selection place; ///< nothing when it is not on the map
  };
  std::vector<Row> rows;
  std::vector<HexCoord> hexes;
  std::vector<EdgeId> edges;
  std::vector<VertexId> vertices;
};

/// Compares two states; both may be read on another thread.
Comparison compare(const Document& saved, const Document& present);
/// The same with what stands in a folder now.
Result<Comparison> compareWithFolder(const std::filesystem::path& folder, const Document& present);

} // namespace hotchkiss::editor
