#pragma once

#include "render/scene.h"

#include <QPointF>

#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// A path from where it crosses a hexside to where it meets the others inside a hex, in the plane.
struct WayPiece {
  int side = 0;
  const PlacedLine* line = nullptr;
  std::vector<QPointF> points;
  bool isDeadEnd = false;
};

/// How roads and rails run through hexes: from hexside to hexside as one curve that turns no more than it must. A path
/// whose hexes lie in a zigzag about a straight line runs straight; at a place it comes to the symbol.
class WayShape {
 public:
  WayShape(const Scene& scene, int steps) : mScene(scene), mSteps(steps) {}
  std::vector<WayPiece> piecesIn(HexCoord h);

 private:
  /// A path that comes into a hex over one of its sides.
  struct Arm {
    int side = 0;
    const PlacedLine* line = nullptr;
    QPointF door;     ///< where it crosses the hexside
    int partner = -1; ///< the arm that it goes on to
  };
  struct Group { ///< roads, or rails: those of a group meet
    std::vector<Arm> arms;
    QPointF node; ///< where those meet that do not run through
    bool atPlace = false;
    bool isDeadEnd = false;
  };
  struct Ways {
    Group roads;
    Group rails;
  };
  struct Bow { ///< a cubic curve through a hex
    QPointF a, b, c, d;
    QPointF middle() const { return (a + b * 3 + c * 3 + d) / 8; }
  };
  const Ways& ways(HexCoord h);
  void link(HexCoord h, Group& group, bool isRail) const;
  static QPointF target(const Group& group, const Arm& arm);
  QPointF heading(HexCoord h, const Group& group, const Arm& arm);
  Bow bow(HexCoord h, const Group& group, const Arm& arm);
  void addPieces(HexCoord h, const Group& group, std::vector<WayPiece>& out);

  const Scene& mScene;
  int mSteps;
  std::unordered_map<HexCoord, Ways> mKnown;
};

} // namespace hotchkiss
