#pragma once

#include "render/edgeshape.h"

#include <QPainterPath>

#include <algorithm>

namespace hotchkiss {

/// How far a boundary may leave its hexside, in pitches.
struct Stray {
  double wander = 0; ///< by wide bays and tongues
  double ragged = 0; ///< by small lobes
};

/// How the boundaries of a map meet. What runs along a hexside depends only on the hexes around it, never on the area
/// that is being outlined: so all areas agree on their boundaries, also where three kinds of ground meet.
class Meeting {
 public:
  Meeting() = default;
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
  virtual ~Meeting() = default;
  /// How the boundary on an edge goes on at a corner.
  virtual EdgeShape::Join join(EdgeId e, VertexId v) const = 0;
  virtual Stray along(EdgeId e) const = 0;
  /// At a corner all boundaries stray equally.
  virtual Stray at(VertexId v) const = 0;
};

/// Outlines of sets of hexes: rounded at the corners and, where wanted, ragged, with the same points from both sides.
class RegionShape {
 public:
  RegionShape(const Lattice& lattice, const View& view, const EdgeShape& shape, int steps, const Meeting& meeting)
      : mLattice(lattice), mView(view), mShape(shape), mSteps(steps), mMeeting(meeting) {}

  /// Adds one hex of the set. `in` says whether a neighbour belongs to it; hexes of one set tile without gaps.
  template <class In>
  void addHex(QPainterPath& path, HexCoord h, In&& in) const {
    std::array<bool, kSides> same{};
    for (int k = 0; k < kSides; ++k)
      same[static_cast<std::size_t>(k)] = in(mLattice.neighbour(h, k));
    bool first = true;
    const auto to = [&](QPointF plane) {
      const QPointF p = mView.px(plane);
      if (first)
        path.moveTo(p);
      else
        path.lineTo(p);
      first = false;
    };
    for (int k = 0; k < kSides; ++k) {
      const int next = (k + 1) % kSides;
      const bool one = same[static_cast<std::size_t>(k)];
      const bool two = same[static_cast<std::size_t>(next)];
      const VertexId v = mLattice.vertex(h, k);
      if (!one)
        for (const QPointF& p : boundary(mLattice.edge(h, k), v))
          to(p);
      if (one || two)
        to(toQt(mLattice.corner(h, k)));
      if (!two) {
        const std::vector<QPointF> half = boundary(mLattice.edge(h, next), v);
        for (std::size_t i = half.size(); i-- > 0;)
          to(half[i]);
      }
    }
    path.closeSubpath();
  }

  /// Adds the lines between a hex of the set and neighbours inside the map that are not in it.
  template <class In, class Exists>
  void addBoundary(QPainterPath& path, HexCoord h, In&& in, Exists&& exists) const {
    for (int k = 0; k < kSides; ++k) {
      const HexCoord out = mLattice.neighbour(h, k);
      if (in(out) || !exists(out))
        continue;
      for (const int corner : {(k + kSides - 1) % kSides, k}) {
        const std::vector<QPointF> half = boundary(mLattice.edge(h, k), mLattice.vertex(h, corner));
        path.moveTo(mView.px(half.front()));
        for (std::size_t i = 1; i < half.size(); ++i)
          path.lineTo(mView.px(half[i]));
      }
    }
  }

 private:
  /// From the middle of an edge to where its boundary meets others near a corner.
  std::vector<QPointF> boundary(EdgeId e, VertexId v) const;

  const Lattice& mLattice;
  const View& mView;
  EdgeShape mShape;
  int mSteps;
  const Meeting& mMeeting;
};

} // namespace hotchkiss
