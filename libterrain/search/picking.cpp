#include "libterrain/search/picking.h"

#include <cmath>

namespace hotchkiss {

namespace {

double distanceBetween(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

} // namespace

Pick pick(const Lattice& lattice, Point p, double edgeBand, double vertexBand) {
  Pick out{Pick::Kind::Hex, lattice.hexAt(p), lattice.nearestEdge(p), lattice.nearestVertex(p)};
  // A hexside is the midline between two centres one pitch apart, so the distance from it needs no segment: the foot of
  // a point inside a hex always lies on the nearest side.
  const auto sides = lattice.hexes(out.edge);
  const Point a = lattice.centre(sides[0]);
  const Point b = lattice.centre(sides[1]);
  const Point middle = lattice.middle(out.edge);
  const double fromEdge = std::abs((p.x - middle.x) * (b.x - a.x) + (p.y - middle.y) * (b.y - a.y));
  if (distanceBetween(p, lattice.position(out.vertex)) <= vertexBand)
    out.kind = Pick::Kind::Vertex;
  else if (fromEdge <= edgeBand)
    out.kind = Pick::Kind::Edge;
  return out;
}

} // namespace hotchkiss
