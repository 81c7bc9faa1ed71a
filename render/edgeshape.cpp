#include "render/edgeshape.h"

namespace hotchkiss {

QPointF EdgeShape::middle(EdgeId e) const {
  const QPointF m = toQt(mLattice.middle(e));
  if (mIrregularity == 0)
    return m;
  const auto [v0, v1] = mLattice.ends(e);
  const QPointF along = unit(toQt(mLattice.position(v1)) - toQt(mLattice.position(v0)));
  Noise noise(e, 1);
  return m + QPointF(-along.y(), along.x()) * (noise.around() * mIrregularity) +
         along * (noise.around() * mIrregularity);
}

QPointF EdgeShape::corner(VertexId v) const {
  const QPointF p = toQt(mLattice.position(v));
  if (mIrregularity == 0)
    return p;
  Noise noise(v, 2);
  return p + QPointF(noise.around(), noise.around()) * mIrregularity;
}

QPointF EdgeShape::bend(VertexId v, EdgeId e, EdgeId other) const {
  return corner(v) * (1 - 2 * mRoundness) + (middle(e) + middle(other)) * mRoundness;
}

std::vector<QPointF> EdgeShape::eased(EdgeId e, VertexId v, const Join& join, const Join& back, int steps) const {
  constexpr double kHandle = 0.36;
  const auto bendEased = [&](EdgeId x, EdgeId y) { return corner(v) * 0.16 + (middle(x) + middle(y)) * 0.42; };
  const auto ends = mLattice.ends(e);
  const QPointF m = middle(e);
  const QPointF before =
      back.kind == Join::Kind::Through ? middle(back.other) : corner(ends[0] == v ? ends[1] : ends[0]);
  const QPointF next = join.kind == Join::Kind::Through ? middle(join.other) : corner(v);
  const QPointF to = join.kind == Join::Kind::Through  ? bendEased(e, join.other)
                     : join.kind == Join::Kind::Branch ? bendEased(join.other, join.third)
                                                       : corner(v);
  const double reach = lengthOf(to - m) * kHandle;
  return cubic(m, m + unit(next - before) * reach, to - unit(next - m) * reach, to, steps);
}

std::vector<QPointF> EdgeShape::half(EdgeId e, VertexId v, const Join& join, int steps) const {
  const QPointF m = middle(e);
  const QPointF c = corner(v);
  switch (join.kind) {
  case Join::Kind::End:
    return cubic(m, m + (c - m) / 3, m + (c - m) * (2.0 / 3), c, steps);
  case Join::Kind::Through: {
    const QPointF a = bend(v, e, join.other);
    const QPointF along = unit(middle(join.other) - m) * (lengthOf(a - m) * 0.36);
    return cubic(m, m + (c - m) * 0.45, a - along, a, steps);
  }
  case Join::Kind::Branch: {
    const QPointF a = bend(v, join.other, join.third);
    return cubic(m, m + (c - m) * 0.4, m + (a - m) * 0.75 + (c - a) * 0.1, a, steps);
  }
  }
  return {};
}

} // namespace hotchkiss
