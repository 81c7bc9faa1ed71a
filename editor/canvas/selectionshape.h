#pragma once

#include "editor/model/toolstate.h"
#include "libterrain/map/document.h"

#include <vector>

namespace hotchkiss::editor {

/// Where a selection lies on the map: for a region its hexes, for a course its hexsides.
struct SelectionShape {
  std::vector<HexCoord> hexes;
  std::vector<EdgeId> edges;
  std::vector<VertexId> vertices;

  bool empty() const { return hexes.empty() && edges.empty() && vertices.empty(); }
  /// A point in its middle.
  Point centre(const Lattice& lattice) const;
  /// How far from the centre it goes, in pitches.
  double reach(const Lattice& lattice) const;

 private:
  template <class Visit>
  void eachPoint(const Lattice& lattice, Visit&& visit) const;
};

SelectionShape shapeOf(const Document& document, const Selection& selection);

} // namespace hotchkiss::editor
