#include "render/regionshape.h"

namespace hotchkiss {

std::vector<QPointF> RegionShape::boundary(EdgeId e, VertexId v, EdgeId next, double stray) const {
  std::vector<QPointF> out = mShape.half(e, v, {EdgeShape::Join::Kind::Through, next, {}}, mSteps);
  if (mRagged > 0) // small lobes, by the place, so that they agree from both sides
    for (std::size_t i = 1; i + 1 < out.size(); ++i) {
      constexpr double kLobes = 11;
      const QPointF p = out[i];
      out[i] +=
          QPointF(valueNoise(p.x() * kLobes, p.y() * kLobes, 75), valueNoise(p.x() * kLobes, p.y() * kLobes, 76)) *
          mRagged;
    }
  if (stray > 0)
    for (QPointF& p : out) {
      const Wander wander = wanderAt(p.x(), p.y());
      p += QPointF(wander.x, wander.y) * stray;
    }
  return out;
}

} // namespace hotchkiss
