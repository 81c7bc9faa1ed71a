#include "render/regionshape.h"

namespace hotchkiss {

std::vector<QPointF> RegionShape::boundary(EdgeId e, VertexId v, EdgeId next) const {
  std::vector<QPointF> out = mShape.half(e, v, {EdgeShape::Join::Kind::Through, next, {}}, mSteps);
  if (mRagged > 0) {
    Noise noise(std::hash<EdgeId>{}(e) ^ (std::hash<VertexId>{}(v)*3));
    for (std::size_t i = 1; i + 1 < out.size(); ++i)
      out[i] += QPointF(noise.around(), noise.around()) * mRagged;
  }
  return out;
}

} // namespace hotchkiss
