#include "render/crowns.h"

#include "render/colours.h"
#include "render/noise.h"
#include "render/pixellayer.h"
#include "render/run.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <tuple>

namespace hotchkiss {

namespace {

constexpr std::size_t kInks = 4; ///< of a tree, from below to above
using TreeInk = std::array<QPainterPath, kInks>;
using TreeColours = std::array<QColor, kInks>;

TreeColours coloursOf(const TerrainStyle& look, const Scene& scene, Crowns::Kind kind) {
  const QColor ground = look.row.fill.isValid() ? look.row.fill : scene.style->paper();
  const QColor dark = look.row.colour.isValid() ? look.row.colour : ground.darker(150);
  if (!scene.palette->isEngraved()) // flat marks
    return {QColor(), mixed(ground, dark, 0.62), QColor(), QColor()};
  if (kind == Crowns::Kind::Conifer)
    return {withAlpha(dark.darker(150), 0.35), dark.darker(112), mixed(ground, dark, 0.72), QColor()};
  return {withAlpha(dark.darker(160), 0.34), dark.darker(108), mixed(ground, dark, 0.46), mixed(ground, dark, 0.14)};
}

/// A closed curve around a place, with lobes.
void addLobed(QPainterPath& path, QPointF centre, double radius, int lobes, double depth, double phase, int steps) {
  for (int i = 0; i < steps; ++i) {
    const double a = 2 * std::numbers::pi * i / steps;
    const double r = radius * (1 + depth * std::abs(std::sin(a * lobes / 2 + phase)) - depth / 2);
    const QPointF p = centre + QPointF(std::cos(a), std::sin(a)) * r;
    if (i == 0)
      path.moveTo(p);
    else
      path.lineTo(p);
  }
  path.closeSubpath();
}

void addLeafy(TreeInk& ink, QPointF p, double r, int variant) {
  Noise noise(variant, 3, 91);
  const double phase = noise.unit() * std::numbers::pi;
  const int lobes = 5 + variant % 3;
  const int steps = r < 2.5 ? 10 : r < 6 ? 18 : 36;
  addDisc(ink[0], p + QPointF(0.36, 0.42) * r, r * 0.98); // its shadow, toward the south-east
  addLobed(ink[1], p, r, lobes, 0.2, phase, steps);
  // The lit body lies a little toward the light, so that the rim is thicker on the other side.
  addLobed(ink[2], p - QPointF(0.1, 0.12) * r, r * 0.82, lobes, 0.2, phase, steps);
  if (r < 1.6)
    return;
  for (int i = 0; i < (r < 4 ? 1 : 3); ++i) { // tufts of leaves that catch the light
    const double a = (205 + 38 * i - 30) * std::numbers::pi / 180 + 0.3 * noise.around();
    addDisc(ink[3], p + QPointF(std::cos(a), std::sin(a)) * (r * (0.36 + 0.12 * noise.unit())),
            r * (r < 4 ? 0.34 : 0.2 + 0.06 * noise.unit()));
  }
}

void addConifer(TreeInk& ink, QPointF p, double h, int variant) {
  Noise noise(variant, 4, 92);
  const double lean = 0.06 * noise.around();
  addDisc(ink[0], p + QPointF(0.24, 0.1) * h, h * 0.36);
  for (const double tier : {0.0, 0.3, 0.6}) {
    const QPointF top = p + QPointF(lean * h, -h * (0.9 - tier));
    const double wide = h * (0.2 + tier * 0.4);
    ink[1].moveTo(top);
    ink[1].lineTo(top + QPointF(wide, h * 0.48));
    ink[1].lineTo(top + QPointF(-wide, h * 0.48));
    ink[1].closeSubpath();
    ink[2].moveTo(top + QPointF(0, h * 0.08));
    ink[2].lineTo(top + QPointF(-wide * 0.12, h * 0.42));
    ink[2].lineTo(top + QPointF(-wide * 0.78, h * 0.42));
    ink[2].closeSubpath();
  }
}

void addTree(TreeInk& ink, Crowns::Kind kind, QPointF p, double size, int variant, bool engraved) {
  if (kind == Crowns::Kind::Conifer)
    addConifer(ink, p, size, variant);
  else if (engraved)
    addLeafy(ink, p, size, variant);
  else
    addDisc(ink[1], p, size * 0.8);
}

void fill(QPainter& painter, TreeInk& ink, const TreeColours& colours) {
  for (std::size_t i = 0; i < kInks; ++i) {
    if (ink[i].isEmpty() || !colours[i].isValid())
      continue;
    ink[i].setFillRule(Qt::WindingFill);
    painter.fillPath(ink[i], colours[i]);
    ink[i].clear();
  }
}

/// Sizes of stamps, in quarters of a pixel.
int stampSize(double pixels) {
  return std::max(2, static_cast<int>(std::lround(pixels * 4)));
}

using StampKey = std::tuple<Crowns::Kind, int, int, std::array<QRgb, kInks>>;

/// The picture of a tree, its foot or middle in the middle. Stamps are kept: few kinds and sizes are in use at a time.
QImage stampFor(Crowns::Kind kind, int size, int variant, const TreeColours& colours, bool engraved) {
  static std::mutex mutex;
  static std::map<StampKey, QImage> known;
  constexpr std::size_t kMost = 1500;
  std::array<QRgb, kInks> inks{};
  for (std::size_t i = 0; i < kInks; ++i)
    inks[i] = colours[i].isValid() ? colours[i].rgba() : 0;
  const StampKey key(kind, size, variant, inks);
  const std::lock_guard lock(mutex);
  if (const auto it = known.find(key); it != known.end())
    return it->second;
  if (known.size() >= kMost)
    known.clear();
  const double pixels = size / 4.0;
  const int half = static_cast<int>(std::ceil(pixels * 1.6)) + 1;
  QImage image(2 * half, 2 * half, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  TreeInk ink;
  addTree(ink, kind, QPointF(half, half), pixels, variant, engraved);
  fill(painter, ink, colours);
  painter.end();
  return known.emplace(key, image).first->second;
}

} // namespace

void Crowns::paint(QPainter& painter, const Scene& scene, const View& view) {
  std::sort(mTrees.begin(), mTrees.end(),
            [](const Tree& a, const Tree& b) { return std::pair(a.at.y(), a.at.x()) < std::pair(b.at.y(), b.at.x()); });
  if (isRaster(painter))
    stamp(painter, scene, view);
  else
    draw(painter, scene, view);
}

void Crowns::stamp(QPainter& painter, const Scene& scene, const View& view) const {
  const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1;
  const bool engraved = scene.palette->isEngraved();
  struct Set {
    TreeColours colours;
    std::map<std::pair<int, int>, QImage> images;
  };
  std::map<std::pair<const TerrainStyle*, Kind>, Set> sets;
  Set* set = nullptr;
  const TerrainStyle* look = nullptr;
  Kind kind = Kind::Leafy;
  for (const Tree& tree : mTrees) {
    if (tree.look != look || tree.kind != kind) {
      look = tree.look;
      kind = tree.kind;
      const auto [it, isNew] = sets.try_emplace({look, kind});
      if (isNew)
        it->second.colours = coloursOf(*look, scene, kind);
      set = &it->second;
    }
    const int size = stampSize(tree.size * view.scale * ratio);
    QImage& image = set->images[{size, tree.variant}];
    if (image.isNull()) {
      image = stampFor(kind, size, tree.variant, set->colours, engraved);
      image.setDevicePixelRatio(ratio);
    }
    // Whole pixels: stamps are copied. A hair off, so that no tree stands between two pixels by rounding.
    const QPointF p = view.px(tree.at) * ratio + QPointF(0.0137, 0.0071);
    const int half = image.width() / 2; // stamps have even sides
    const QPointF corner(std::round(p.x()) - half, std::round(p.y()) - half);
    painter.drawImage(corner / ratio, image);
  }
}

void Crowns::draw(QPainter& painter, const Scene& scene, const View& view) const {
  // Rows of trees, one in front of the other; all ink of a row is one shape.
  constexpr double kRow = 0.03;
  const bool engraved = scene.palette->isEngraved();
  std::map<std::pair<const TerrainStyle*, Kind>, TreeInk> inks;
  const auto flush = [&] {
    for (auto& [key, ink] : inks)
      fill(painter, ink, coloursOf(*key.first, scene, key.second));
  };
  double row = -1e300;
  for (const Tree& tree : mTrees) {
    if (tree.at.y() > row + kRow) {
      flush();
      row = tree.at.y();
    }
    addTree(inks[{tree.look, tree.kind}], tree.kind, view.px(tree.at), tree.size * view.scale, tree.variant, engraved);
  }
  flush();
}

} // namespace hotchkiss
