// Painting of names and hex numbers; where names stand is decided in labels.cpp.
#include "render/colours.h"
#include "render/fonts.h"
#include "render/labels.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr int kDarkGround = 192; ///< grey below which ground needs stronger ink

} // namespace

void paintNames(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Names);
  if (strength <= 0 || view.scale < 0.4)
    return;
  const std::shared_ptr<const LabelLayout> layout = layoutFor(scene, view.scale);
  painter.setOpacity(strength);
  const QTransform toPixels(view.scale, 0, 0, view.scale, -view.area.left() * view.scale,
                            -view.area.top() * view.scale);
  const std::vector<const PlacedLabel*> labels = layout->near(view.widened(0.5 + 12 / view.scale));
  // Among dark levels paper alone would shine.
  const QColor rim =
      scene.ramp.empty() ? scene.style->paper() : mixed(scene.style->paper(), scene.ramp[scene.ramp.size() / 2], 0.4);
  std::vector<QPainterPath> paths;
  for (const PlacedLabel* label : labels) {
    paths.push_back(toPixels.map(label->path()));
    paths.back().setFillRule(Qt::WindingFill);
    QPen halo(withAlpha(rim, 0.84), std::max(1.5, label->size * view.scale * 0.2), Qt::SolidLine, Qt::FlatCap,
              Qt::BevelJoin); // rounder ones take much longer and look the same
    painter.strokePath(paths.back(), halo);
  }
  for (std::size_t i = 0; i < labels.size(); ++i)
    painter.fillPath(paths[i], labels[i]->colour);
  painter.setOpacity(1);
}

QPointF numberOffset(const Scene& scene, HexCoord h) {
  const Lattice& lattice = scene.lattice();
  const bool flat = lattice.orientation() == Orientation::Flat;
  QPointF out(0, flat ? -0.4 : -0.37);
  if (!flat || scene.strength(Layer::Paths) <= 0)
    return out; // no way crosses a corner
  const QPointF centre = toQt(lattice.centre(h));
  double left = 0;
  double right = 0;
  bool crossed = false;
  for (int side = 0; side < kSides; ++side) {
    const EdgeId e = lattice.edge(h, side);
    if (scene.document().edge(e) == TextPool::kNone)
      continue;
    const QPointF to = toQt(lattice.middle(e)) - centre;
    const EdgeContent& content = scene.edge(e);
    if (to.y() > 0 || !(content.hasPath || content.water() || content.hasOther))
      continue;
    if (std::abs(to.x()) < 0.1)
      crossed = crossed || content.hasPath;
    else
      (to.x() < 0 ? left : right) += content.hasPath ? 1 : 0.5;
  }
  if (crossed)
    out.rx() += right < left ? 0.2 : -0.2;
  return out;
}

QRectF numberBox(const Scene& scene, HexCoord h) {
  const std::vector<Label> labels = scene.snapshot.numbering->labels(h);
  if (labels.empty())
    return {};
  const double width = smallTextWidth(QString::fromStdString(labels.front().text), kNumberSize, Face::Sans);
  const QPointF middle = toQt(scene.lattice().centre(h)) + numberOffset(scene, h);
  return {middle.x() - width / 2, middle.y() - kNumberSize * 0.42, width, kNumberSize * 0.74};
}

namespace {

/// Trees stray over the upper hexsides, where numbers stand.
bool hasCoverAbove(const Scene& scene, HexCoord h) {
  const double y = scene.lattice().centre(h).y;
  for (int side = 0; side < kSides; ++side) {
    const HexCoord next = scene.lattice().neighbour(h, side);
    if (scene.extent().contains(next) && scene.lattice().centre(next).y < y &&
        (scene.terrain(next).pattern == Pattern::Trees || scene.terrain(next).pattern == Pattern::Conifers))
      return true;
  }
  return false;
}

} // namespace

void paintNumbers(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Numbers);
  if (strength <= 0 || view.scale < kNumbersScale)
    return;
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.1, false);
  const double size = kNumberSize * view.scale;
  painter.setOpacity(strength * std::clamp((view.scale - kNumbersScale) / 8 + 0.5, 0.5, 1.0));
  const QColor usual = scene.style->label().darker(118);
  const QColor strong = mixed(usual, scene.style->ink(), 0.75);
  range.forEach([&](HexCoord h) {
    const std::vector<Label> labels = scene.snapshot.numbering->labels(h);
    if (labels.empty())
      return;
    const QString text = QString::fromStdString(labels.front().text);
    const double width = smallTextWidth(text, size, Face::Sans);
    QPainterPath path;
    addSmallText(path, text,
                 view.px(toQt(scene.lattice().centre(h)) + numberOffset(scene, h)) + QPointF(-width / 2, size * 0.32),
                 size, Face::Sans);
    path.setFillRule(Qt::WindingFill);
    // Only where something dark may lie below: a halo of the ground's own colour, and darker ink on it.
    const QColor ground(scene.groundColour(h));
    const bool isDark = qGray(ground.rgb()) < kDarkGround;
    if (isDark || (scene.terrain(h).pattern != Pattern::None && scene.terrain(h).pattern != Pattern::Grain) ||
        hasCoverAbove(scene, h))
      painter.strokePath(path, QPen(withAlpha(mixed(ground, scene.style->paper(), 0.6), 0.72), size * 0.26,
                                    Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    painter.fillPath(path, isDark ? strong : usual);
  });
  painter.setOpacity(1);
}

} // namespace hotchkiss
