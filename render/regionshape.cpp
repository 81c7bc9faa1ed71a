#include "render/regionshape.h"

namespace hotchkiss {

std::vector<QPointF> RegionShape::boundary(EdgeId e, VertexId v) const {
  std::vector<QPointF> out = mShape.half(e, v, mMeeting.join(e, v), mSteps);
  const Stray from = mMeeting.along(e);
  const Stray to = mMeeting.at(v);
  if (from.wander <= 0 && from.ragged <= 0)
    return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(out.size() - 1);
    const QPointF p = out[i];
    if (const double ragged = from.ragged + (to.ragged - from.ragged) * t; ragged > 0) {
      constexpr double kLobes = 11;
      out[i] +=
          QPointF(valueNoise(p.x() * kLobes, p.y() * kLobes, 75), valueNoise(p.x() * kLobes, p.y() * kLobes, 76)) *
          ragged;
    }
    if (const double stray = from.wander + (to.wander - from.wander) * t; stray > 0) {
      const Wander wander = wanderAt(p.x(), p.y());
      out[i] += QPointF(wander.x, wander.y) * stray;
    }
  }
  return out;
}

} // namespace hotchkiss
