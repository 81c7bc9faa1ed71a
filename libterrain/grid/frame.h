#pragma once

#include "libterrain/grid/lattice.h"

#include <array>
#include <string>

namespace hotchkiss {

/// Where the lattice lies on the ground. The coordinate reference system is text (WKT or an authority code) that only
/// the importers interpret; here it is an affine map between the lattice plane and ground coordinates.
struct Frame {
  std::string crs;
  Point origin;                      ///< ground position of the plane's (0,0)
  std::array<double, 2> pitch{1, 1}; ///< ground units between centres, along x and along y
  double rotation = 0;               ///< degrees by which the lattice is turned anticlockwise on the ground
  double shear = 0;                  ///< how far x leans per unit of y, before turning
  bool operator==(const Frame&) const = default;

  Point toGround(Point plane) const;
  Point toPlane(Point ground) const;
  Point groundCentre(const Lattice& lattice, HexCoord h) const { return toGround(lattice.centre(h)); }
  HexCoord hexAt(const Lattice& lattice, Point ground) const { return lattice.hexAt(toPlane(ground)); }
  /// The frame of a lattice that was shifted (Lattice::afterShift): every hex keeps its place on the ground.
  Frame afterShift(const Lattice& before, HexCoord shift) const;
};

} // namespace hotchkiss
