// Painting of names and hex numbers; where names stand is decided in labels.cpp.
#include "render/colours.h"
#include "render/fonts.h"
#include "render/labels.h"

#include <algorithm>

namespace hotchkiss {

void paintNames(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Names);
  if (strength <= 0 || view.scale < 0.4)
    return;
  const std::shared_ptr<const LabelLayout> layout = layoutFor(scene, view.scale);
  painter.setOpacity(strength);
  const QTransform toPixels(view.scale, 0, 0, view.scale, -view.area.left() * view.scale,
                            -view.area.top() * view.scale);
  const std::vector<const PlacedLabel*> labels = layout->near(view.widened(0.5 + 12 / view.scale));
  std::vector<QPainterPath> paths;
  for (const PlacedLabel* label : labels) {
    paths.push_back(toPixels.map(label->path()));
    paths.back().setFillRule(Qt::WindingFill);
    QPen halo(withAlpha(scene.style->paper(), 0.82), std::max(1.5, label->size * view.scale * 0.2), Qt::SolidLine,
              Qt::FlatCap, Qt::BevelJoin); // rounder ones take much longer and look the same
    painter.strokePath(paths.back(), halo);
  }
  for (std::size_t i = 0; i < labels.size(); ++i)
    painter.fillPath(paths[i], labels[i]->colour);
  painter.setOpacity(1);
}

void paintNumbers(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Numbers);
  if (strength <= 0 || view.scale < kNumbersScale)
    return;
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.1, false);
  const double size = 0.125 * view.scale;
  const bool flat = scene.lattice().orientation() == Orientation::Flat;
  const QPointF up(0, flat ? -0.36 : -0.33);
  painter.setOpacity(strength * std::clamp((view.scale - kNumbersScale) / 8 + 0.5, 0.5, 1.0));
  const QColor ink = scene.style->label().darker(118);
  const QPen halo(withAlpha(scene.style->paper(), 0.72), size * 0.26, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
  range.forEach([&](HexCoord h) {
    const std::vector<Label> labels = scene.snapshot.numbering->labels(h);
    if (labels.empty())
      return;
    const QString text = QString::fromStdString(labels.front().text);
    const double width = smallTextWidth(text, size, Face::Sans);
    QPainterPath path;
    addSmallText(path, text, view.px(toQt(scene.lattice().centre(h)) + up) - QPointF(width / 2, 0), size, Face::Sans);
    path.setFillRule(Qt::WindingFill);
    // Only where something dark may lie below.
    if (scene.terrain(h).pattern != Pattern::None)
      painter.strokePath(path, halo);
    painter.fillPath(path, ink);
  });
  painter.setOpacity(1);
}

} // namespace hotchkiss
