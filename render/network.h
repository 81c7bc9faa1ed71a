#pragma once

#include "render/edgeshape.h"
#include "render/linework.h"
#include "render/scene.h"

#include <map>
#include <vector>

namespace hotchkiss {

/// The ink of everything that runs along hexsides, around corners and across hexsides, for one view.
class Network {
 public:
  Network(const Scene& scene, const View& view);

  /// Paints one of the layers Water, Relief, Works, Paths or Borders.
  void paint(QPainter& painter, Layer layer);

 private:
  void addEdges();
  void addEdge(EdgeId e, const EdgeContent& content);
  void addWater(EdgeId e, const PlacedLine& line);
  double widthOf(EdgeId e, const PlacedLine& water) const;
  void addSided(EdgeId e, const EdgeContent& content, const PlacedLine& line);
  void addViewMark(EdgeId e, const LineStyle& style);
  void addCorners();
  void addRegionBorders(EdgeId e);
  void addPaths(HexCoord h);
  std::vector<Run> halves(EdgeId e, const std::array<EdgeShape::Join, 2>& joins, bool meanders = false) const;
  double sideToward(EdgeId e, VertexId v, HexCoord h) const;
  HexCoord lowHex(EdgeId e, const PlacedLine& line, bool& known) const;
  const PlacedLine* sameLine(EdgeId e, const LineStyle& style) const;
  std::vector<QPointF> toPixels(const std::vector<QPointF>& plane) const;

  const Scene& mScene;
  const View& mView;
  const Lattice& mLattice;
  EdgeShape mShape;
  LineLook mLook;
  int mSteps;
  /// Ink by blocks of hexes: Qt fills many paths of some thousand points much faster than one of a million. Blocks lie
  /// on the lattice, so that neighbouring views cut it in the same places.
  using Blocks = std::map<std::pair<std::int32_t, std::int32_t>, LineInk>;
  LineInk& inkAt(Blocks& blocks, HexCoord h) const { return blocks[{h.c >> 2, h.r >> 2}]; }
  LineInk& ink(const LineStyle& style, HexCoord h) { return inkAt(mInk[style.index], h); }
  std::vector<Blocks> mInk; ///< by LineStyle::index
  struct RegionInk {
    StyleRow row;
    LineKind line = LineKind::None;
    Blocks ink;
    Blocks under; ///< colour bands along waters, which lie on them
  };
  std::map<std::string, RegionInk> mRegions; ///< by kind of region
};

} // namespace hotchkiss
