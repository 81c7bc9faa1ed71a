#include "libterrain/grid/frame.h"

#include <cmath>
#include <numbers>

namespace hotchkiss {

// The plane's y points down, the ground's y up.
Point Frame::toGround(Point plane) const {
  const double y = -plane.y * pitch[1];
  const double x = plane.x * pitch[0] + shear * y;
  const double angle = rotation * std::numbers::pi / 180;
  return {origin.x + x * std::cos(angle) - y * std::sin(angle), origin.y + x * std::sin(angle) + y * std::cos(angle)};
}

Point Frame::toPlane(Point ground) const {
  const double angle = rotation * std::numbers::pi / 180;
  const double dx = ground.x - origin.x;
  const double dy = ground.y - origin.y;
  const double x = dx * std::cos(angle) + dy * std::sin(angle);
  const double y = -dx * std::sin(angle) + dy * std::cos(angle);
  return {(x - shear * y) / pitch[0], -y / pitch[1]};
}

Frame Frame::afterShift(const Lattice& before, HexCoord shift) const {
  const Point oldPlace = before.centre({0, 0});
  const Point newPlace = before.afterShift(shift).centre(shift);
  Frame out = *this;
  out.origin = toGround({oldPlace.x - newPlace.x, oldPlace.y - newPlace.y});
  return out;
}

} // namespace hotchkiss
