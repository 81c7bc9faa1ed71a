#pragma once

#include "render/edgeshape.h"

#include <QPainterPath>

namespace hotchkiss {

/// Outlines of sets of hexes: rounded at the corners and, where wanted, ragged, with the same points from both sides.
class RegionShape {
 public:
  RegionShape(const Lattice& lattice, const View& view, double irregularity, double ragged, int steps)
      : mLattice(lattice), mView(view), mShape(lattice, irregularity), mRagged(ragged), mSteps(steps) {}

  /// Adds one hex of the set. `in` says whether a neighbour belongs to it; hexes of one set tile without gaps.
  template <class In>
  void addHex(QPainterPath& path, HexCoord h, In&& in) const {
    addHex(path, h, in, [](HexCoord) { return 0.0; });
  }
  /// `wander`: how far the boundary to a neighbour may stray from the hexside, in pitches.
  template <class In, class Stray>
  void addHex(QPainterPath& path, HexCoord h, In&& in, Stray&& wander) const {
    std::array<bool, kSides> same{};
    bool inside = true;
    for (int k = 0; k < kSides; ++k)
      inside = (same[static_cast<std::size_t>(k)] = in(mLattice.neighbour(h, k))) && inside;
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
      if (inside || (one && two)) {
        to(toQt(mLattice.corner(h, k)));
        continue;
      }
      const VertexId v = mLattice.vertex(h, k);
      const EdgeId ek = mLattice.edge(h, k);
      const EdgeId en = mLattice.edge(h, next);
      const EdgeId between = *mLattice.edgeBetween(mLattice.neighbour(h, k), mLattice.neighbour(h, next));
      const double strayK = one ? 0 : wander(mLattice.neighbour(h, k));
      const double strayN = two ? 0 : wander(mLattice.neighbour(h, next));
      if (one) {
        to(toQt(mLattice.corner(h, k)));
        const std::vector<QPointF> half = boundary(en, v, between, strayN);
        for (std::size_t i = half.size(); i-- > 0;)
          to(half[i]);
      } else if (two) {
        for (const QPointF& p : boundary(ek, v, between, strayK))
          to(p);
        to(toQt(mLattice.corner(h, k)));
      } else {
        for (const QPointF& p : boundary(ek, v, en, strayK))
          to(p);
        const std::vector<QPointF> half = boundary(en, v, ek, strayN);
        for (std::size_t i = half.size(); i-- > 1;)
          to(half[i - 1]);
      }
    }
    path.closeSubpath();
  }

  /// Adds what lies between the hexside to a neighbour outside the set and the boundary there.
  template <class In>
  void addSliver(QPainterPath& path, HexCoord h, int side, In&& in, double stray) const {
    const int before = (side + kSides - 1) % kSides;
    const EdgeId e = mLattice.edge(h, side);
    const HexCoord out = mLattice.neighbour(h, side);
    const auto onward = [&](int other) {
      const HexCoord third = mLattice.neighbour(h, other);
      return in(third) ? *mLattice.edgeBetween(third, out) : mLattice.edge(h, other);
    };
    path.moveTo(mView.px(toQt(mLattice.corner(h, before))));
    path.lineTo(mView.px(toQt(mLattice.corner(h, side))));
    const std::vector<QPointF> last = boundary(e, mLattice.vertex(h, side), onward((side + 1) % kSides), stray);
    for (std::size_t i = last.size(); i-- > 0;)
      path.lineTo(mView.px(last[i]));
    for (const QPointF& p : boundary(e, mLattice.vertex(h, before), onward(before), stray))
      path.lineTo(mView.px(p));
    path.closeSubpath();
  }

  /// Adds the lines between a hex of the set and neighbours inside the map that are not in it.
  template <class In, class Exists>
  void addBoundary(QPainterPath& path, HexCoord h, In&& in, Exists&& exists) const {
    for (int k = 0; k < kSides; ++k) {
      const HexCoord out = mLattice.neighbour(h, k);
      if (in(out) || !exists(out))
        continue;
      const EdgeId e = mLattice.edge(h, k);
      for (const int corner : {(k + kSides - 1) % kSides, k}) {
        const VertexId v = mLattice.vertex(h, corner);
        // The boundary goes on over the one other edge at this corner whose hexes differ.
        const int beyond = corner == k ? (k + 1) % kSides : (k + kSides - 1) % kSides;
        const HexCoord third = mLattice.neighbour(h, beyond);
        const EdgeId next = in(third) ? *mLattice.edgeBetween(third, out) : mLattice.edge(h, beyond);
        const std::vector<QPointF> half = boundary(e, v, next, 0);
        path.moveTo(mView.px(half.front()));
        for (std::size_t i = 1; i < half.size(); ++i)
          path.lineTo(mView.px(half[i]));
      }
    }
  }

 private:
  std::vector<QPointF> boundary(EdgeId e, VertexId v, EdgeId next, double stray) const;

  const Lattice& mLattice;
  const View& mView;
  EdgeShape mShape;
  double mRagged;
  int mSteps;
};

} // namespace hotchkiss
