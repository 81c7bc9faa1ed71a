#include "render/towngrid.h"

#include "render/run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotchkiss {

namespace {

constexpr double kUsualAngle = 0.21; ///< of towns without a road

/// Half a road: from a hexside to the middle of a hex, much as paths are drawn.
void addRoads(const Scene& scene, HexCoord h, std::vector<TownGrid::Road>& roads) {
  const QPointF centre = toQt(scene.lattice().centre(h));
  const std::size_t first = roads.size();
  QPointF doors;
  for (int side = 0; side < kSides; ++side) {
    const EdgeId e = scene.lattice().edge(h, side);
    if (scene.document().edge(e) == TextPool::kNone || !scene.edge(e).hasPath)
      continue;
    double width = 0;
    for (const PlacedLine& line : scene.edge(e).lines)
      if (line.style->isPath)
        width = std::max(width, line.style->isRail ? 0.01 : line.style->row.width);
    const QPointF door = toQt(scene.lattice().middle(e));
    doors += door;
    roads.push_back({door, centre, width});
  }
  if (roads.size() == first + 2 && !scene.named->hasPlaceAt(h)) // a sweeping curve that passes the middle
    for (std::size_t i = first; i < roads.size(); ++i)
      roads[i].to = centre * 0.62 + doors * 0.19;
}

} // namespace

bool TownGrid::isOnRoad(QPointF p, double reach) const {
  return std::any_of(roads.begin(), roads.end(), [&](const Road& road) {
    const QPointF d = road.to - road.from;
    const double t =
        std::clamp(QPointF::dotProduct(p - road.from, d) / std::max(QPointF::dotProduct(d, d), 1e-12), 0.0, 1.0);
    return lengthOf(p - road.from - d * t) < reach + road.width / 2;
  });
}

TownGrid townGridAt(const Scene& scene, HexCoord h) {
  TownGrid out;
  out.angle = kUsualAngle;
  if (!scene.named) // a swatch
    return out;
  // Streets cross at right angles, so directions that differ by a quarter turn are the same: four times the angle
  // makes them one.
  double x = 0;
  double y = 0;
  for (const HexCoord& n : scene.lattice().range(h, kTownReach)) {
    if (!scene.extent().contains(n) || scene.terrain(n).pattern != Pattern::Blocks)
      continue;
    std::vector<TownGrid::Road> roads;
    addRoads(scene, n, roads);
    for (const TownGrid::Road& road : roads) {
      const QPointF d = road.to - road.from;
      const double turned = 4 * std::atan2(d.y(), d.x());
      const double weight = road.width * road.width * road.width; // the main road decides
      x += weight * std::cos(turned);
      y += weight * std::sin(turned);
    }
  }
  if (x * x + y * y > 1e-14)
    out.angle = std::atan2(y, x) / 4;
  addRoads(scene, h, out.roads);
  for (const HexCoord& n : scene.lattice().neighbours(h))
    if (scene.extent().contains(n))
      addRoads(scene, n, out.roads);
  return out;
}

} // namespace hotchkiss
