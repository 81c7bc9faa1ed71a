#pragma once

#include "render/noise.h"
#include "render/run.h"
#include "render/view.h"

#include <optional>
#include <vector>

namespace hotchkiss {

/// Where lines along hexsides really run: close to the hexsides, rounded at the corners, slightly irregular. All lines
/// share the same course, so that a border in a river stays in the river.
class EdgeShape {
 public:
  /// `roundness`: how far a line that bends at a corner keeps away from it, up to 0.5.
  EdgeShape(const Lattice& lattice, double irregularity, double roundness = kRound)
      : mLattice(lattice), mIrregularity(irregularity), mRoundness(roundness) {}
  static constexpr double kRound = 0.22;
  static constexpr double kTight = 0.1; ///< where the hexes must be recognised, as with levels

  QPointF middle(EdgeId e) const;
  QPointF corner(VertexId v) const;

  /// How the line on an edge goes on at one of its corners.
  struct Join {
    enum class Kind : std::uint8_t { End, Through, Branch };
    Kind kind = Kind::End;
    EdgeId other; ///< Through: the next edge. Branch: one of the two that it runs into
    EdgeId third; ///< Branch: the other of the two
  };

  /// `fit(x, y)`: how well two edges make one course, below 0 when they do not. Symmetric.
  template <class Carries, class Fit>
  Join joinAt(EdgeId e, VertexId v, Carries&& carries, Fit&& fit) const {
    std::vector<EdgeId> others;
    for (const EdgeId& other : mLattice.edges(v))
      if (other != e && carries(other))
        others.push_back(other);
    if (others.empty())
      return {};
    if (others.size() == 1) {
      if (fit(e, others[0]) >= 0)
        return {Join::Kind::Through, others[0], {}};
      return {};
    }
    // Three meet: the best pair runs through, the remaining one joins it. Ties fall by the order of the edges.
    const EdgeId p = std::min(others[0], others[1]);
    const EdgeId q = std::max(others[0], others[1]);
    const double withP = fit(e, p);
    const double withQ = fit(e, q);
    const double without = fit(p, q);
    const auto beats = [](double a, EdgeId a1, EdgeId a2, double b, EdgeId b1, EdgeId b2) {
      if (a != b)
        return a > b;
      return std::pair(std::min(a1, a2), std::max(a1, a2)) < std::pair(std::min(b1, b2), std::max(b1, b2));
    };
    if (withP >= 0 && beats(withP, e, p, withQ, e, q) && beats(withP, e, p, without, p, q))
      return {Join::Kind::Through, p, {}};
    if (withQ >= 0 && beats(withQ, e, q, without, p, q))
      return {Join::Kind::Through, q, {}};
    if (without >= 0 && (withP >= 0 || withQ >= 0))
      return {Join::Kind::Branch, p, q};
    return {};
  }

  /// From the middle of the edge to where it joins the next ones near the corner, in the plane.
  std::vector<QPointF> half(EdgeId e, VertexId v, const Join& join, int steps) const;
  /// The same as straight as it may be: a zigzag of hexsides becomes nearly a line. `back` is the join at the other
  /// end.
  std::vector<QPointF> eased(EdgeId e, VertexId v, const Join& join, const Join& back, int steps) const;
  /// Where a through course bends at a corner.
  QPointF bend(VertexId v, EdgeId e, EdgeId other) const;

 private:
  const Lattice& mLattice;
  double mIrregularity;
  double mRoundness;
};

} // namespace hotchkiss
