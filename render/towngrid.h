#pragma once

#include "render/scene.h"

#include <vector>

namespace hotchkiss {

/// The streets of a town: which way they run, and the roads that no house stands on.
struct TownGrid {
  double angle = 0; ///< of the streets against the plane's x axis
  struct Road {
    QPointF from;
    QPointF to;
    double width = 0;
  };
  std::vector<Road> roads;

  /// Whether a road runs within this distance of a place.
  bool isOnRoad(QPointF p, double reach) const;
};

inline constexpr int kTownReach = 2; ///< hexes around that a town's streets look at

/// Streets follow the main roads of the town around a hex.
TownGrid townGridAt(const Scene& scene, HexCoord h);

} // namespace hotchkiss
