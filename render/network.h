#pragma once

#include "render/edgeshape.h"
#include "render/linework.h"
#include "render/scene.h"
#include "render/wayshape.h"

#include <map>
#include <optional>
#include <vector>

namespace hotchkiss {

/// How far lines along hexsides stray from them, in pitches. Levels have to fit the hexes.
double lineIrregularity(const Scene& scene);

/// The hex that lies lower at a line on a hexside, by the line itself or else by the levels; nothing where it is not
/// known.
std::optional<HexCoord> lowHexAt(const Scene& scene, EdgeId e, const PlacedLine& line);

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
  void addViewMark(EdgeId e, const LineStyle& style, const std::vector<Run>& along);
  void addCorners();
  void addRegionBorders(EdgeId e);
  void addPaths(HexCoord h);
  enum class Manner : std::uint8_t { Plain, Relief, Water, Border };
  std::vector<Run> halves(EdgeId e, const std::array<EdgeShape::Join, 2>& joins, Manner manner = Manner::Plain) const;
  bool touchesWater(VertexId v) const;
  double sideToward(EdgeId e, VertexId v, HexCoord h) const;
  const PlacedLine* sameLine(EdgeId e, const LineStyle& style) const;
  std::vector<QPointF> toPixels(const std::vector<QPointF>& plane) const;

  const Scene& mScene;
  const View& mView;
  const Lattice& mLattice;
  EdgeShape mShape;
  EdgeShape mReliefShape; ///< keeps to the steps of the levels, where there are any
  int mSteps;
  WayShape mWays;
  LineLook mLook;
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
