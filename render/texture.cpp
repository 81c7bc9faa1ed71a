#include "render/texture.h"

#include "render/colours.h"
#include "render/crowns.h"
#include "render/ground.h"
#include "render/noise.h"
#include "render/papergrain.h"
#include "render/pixellayer.h"
#include "render/relief.h"
#include "render/run.h"
#include "render/towngrid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace hotchkiss {

namespace {

/// The ink of one terrain's texture, from below to above.
struct TextureInk {
  const TerrainStyle* look = nullptr;
  QPainterPath shade;
  QPainterPath body;
  QPainterPath line;
  QPainterPath light;
};

/// Draws one mark of a pattern. Lengths are in pitches of the plane.
class Marks {
 public:
  Marks(const View& view, bool engraved, TextureInk& ink, Crowns& crowns)
      : mView(view), mInk(ink), mCrowns(crowns), mScale(view.scale), mEngraved(engraved) {}

  double spacing(Pattern pattern) const {
    // Coarser from afar: fewer, larger marks of the same grey.
    const double far = coarseness();
    switch (pattern) {
    case Pattern::Trees:
      return (mEngraved ? 0.086 : 0.15) * far;
    case Pattern::Conifers:
      return 0.125 * far;
    case Pattern::Orchard:
      return 0.17 * far;
    case Pattern::Scrub:
      return 0.24 * far;
    case Pattern::Marsh:
      return 0.2 * far;
    case Pattern::Tufts:
      return 0.26 * far;
    case Pattern::Blocks:
      return 0.155;
    case Pattern::Relief:
      return 0.05 * far;
    case Pattern::Waves:
      return 0.3 * far;
    case Pattern::Grain:
      return 0.3 * far;
    case Pattern::Stipple:
      return 0.075 * far;
    case Pattern::Dots:
      return 0.12 * far;
    default:
      return 1;
    }
  }

  static double jitter(Pattern pattern) {
    switch (pattern) {
    case Pattern::Orchard:
    case Pattern::Blocks:
      return 0;
    case Pattern::Waves:
    case Pattern::Marsh:
    case Pattern::Tufts:
      return 0.6;
    default:
      return 0.75;
    }
  }

  /// `depth`: how far inside its cover, 0 at the edge to 1.
  void add(Pattern pattern, QPointF plane, Noise& noise, double depth) {
    const QPointF p = mView.px(plane);
    const double far = coarseness();
    switch (pattern) {
    case Pattern::Trees: {
      const double size = mEngraved ? (0.03 + 0.026 * noise.unit()) * (0.85 + 0.3 * depth) : 0.05;
      mCrowns.add(Crowns::Kind::Leafy, plane, size * far, static_cast<std::uint64_t>(noise.unit() * 1000), mInk.look);
      break;
    }
    case Pattern::Conifers:
      mCrowns.add(Crowns::Kind::Conifer, plane, (0.075 + 0.03 * noise.unit()) * far,
                  static_cast<std::uint64_t>(noise.unit() * 1000), mInk.look);
      break;
    case Pattern::Orchard:
      addDisc(mInk.shade, p + QPointF(0.012, 0.016) * mScale, 0.036 * mScale);
      addDisc(mInk.body, p, 0.036 * mScale);
      break;
    case Pattern::Scrub:
      scrub(p, noise);
      break;
    case Pattern::Marsh:
      tuft(p, noise, true);
      break;
    case Pattern::Tufts:
      tuft(p, noise, false);
      break;
    case Pattern::Waves:
      wave(p, noise);
      break;
    case Pattern::Grain:
      grain(p, noise);
      break;
    case Pattern::Stipple:
      addDisc(mInk.line, p, (0.007 + 0.005 * noise.unit()) * mScale);
      break;
    case Pattern::Dots:
      addDisc(mInk.body, p, (0.018 + 0.012 * noise.unit()) * mScale);
      break;
    default:
      break;
    }
  }

 private:
  void stroke(QPointF from, QPointF to, double width) { addBand(mInk.line, {from, to}, width / 2, width / 2); }

  double coarseness() const { return mScale < 28 ? 1.9 : mScale < 40 ? 1.45 : 1; }
  double pen(double pitches) const { return std::max(pitches * mScale, 0.5); }

  void scrub(QPointF p, Noise& noise) {
    const double far = coarseness();
    const double h = (0.05 + 0.03 * noise.unit()) * mScale * far;
    for (const double lean : {-0.75, -0.3, 0.2, 0.7})
      addWedge(mInk.line, p, p + QPointF(lean * h, -h * (1 - 0.35 * std::abs(lean) + 0.15 * noise.around())),
               pen(0.014));
    addDisc(mInk.shade, p + QPointF(0.3 * h, 0.02 * h), h * 0.36);
  }

  void tuft(QPointF p, Noise& noise, bool full) {
    const double far = coarseness();
    const double w = (0.06 + 0.03 * noise.unit()) * mScale * far;
    stroke(p + QPointF(-w, 0), p + QPointF(w, 0), pen(0.009));
    const double h = w * (full ? 0.95 : 0.62);
    if (full)
      stroke(p + QPointF(-w * 0.55, w * 0.42), p + QPointF(w * 0.75, w * 0.42), pen(0.008));
    for (const double lean : full ? std::vector<double>{-0.55, -0.18, 0.18, 0.55} : std::vector<double>{-0.3, 0.3})
      addWedge(mInk.line, p + QPointF(lean * w * 0.5, 0),
               p + QPointF(lean * w, -h * (1 - 0.4 * std::abs(lean) + 0.12 * noise.around())), pen(0.012));
  }

  void wave(QPointF p, Noise& noise) {
    const double w = (0.09 + 0.05 * noise.unit()) * mScale;
    const double lift = 0.02 * mScale;
    addBand(mInk.line,
            cubic(p - QPointF(w, 0), p - QPointF(w / 3, lift * 2), p + QPointF(w / 3, lift * 2), p + QPointF(w, 0), 8),
            pen(0.007) / 2, pen(0.007) / 2);
  }

  void grain(QPointF p, Noise& noise) {
    const double w = (0.13 + 0.07 * noise.unit()) * mScale;
    const double lift = (0.035 + 0.02 * noise.unit()) * mScale;
    const std::vector<QPointF> arc = cubic(p - QPointF(w, 0), p - QPointF(w * 0.4, lift * 1.4),
                                           p + QPointF(w * 0.4, lift * 1.4), p + QPointF(w, 0), 8);
    addBand(mInk.line, arc, pen(0.004) / 2, pen(0.016) / 2);
  }

  const View& mView;
  TextureInk& mInk;
  Crowns& mCrowns;
  double mScale;
  bool mEngraved;
};

/// How deep inside its cover a place lies.
class CoverDepth {
 public:
  CoverDepth(const Scene& scene, HexCoord h, int rank) {
    mAround.push_back({toQt(scene.lattice().centre(h)), true});
    for (const HexCoord& n : scene.lattice().neighbours(h))
      mAround.push_back(
          {toQt(scene.lattice().centre(n)), !scene.extent().contains(n) || scene.terrain(n).rank == rank});
    mIsInside = std::all_of(mAround.begin(), mAround.end(), [](const Hex& hex) { return hex.isSame; });
  }
  /// 0 at the edge to 1.
  double at(QPointF p) const {
    if (mIsInside)
      return 1;
    constexpr double kReach = 0.95;
    double same = 0;
    double all = 0;
    for (const Hex& hex : mAround) {
      const QPointF d = p - hex.centre;
      const double t = 1 - QPointF::dotProduct(d, d) / (kReach * kReach);
      if (t <= 0)
        continue;
      all += t * t;
      same += hex.isSame ? t * t : 0;
    }
    return all > 0 ? std::clamp((same / all - 0.45) / 0.35, 0.0, 1.0) : 0;
  }

 private:
  struct Hex {
    QPointF centre;
    bool isSame;
  };
  std::vector<Hex> mAround;
  bool mIsInside = true;
};

/// Height of the ground that relief textures show: hexes of the terrain swell, neighbours flow together, and a little
/// chance makes spurs and hollows.
class Massif {
 public:
  /// The ground around one hex.
  Massif(const Scene& scene, HexCoord h) {
    for (const HexCoord& n : scene.lattice().range(h, 1))
      if (scene.extent().contains(n))
        if (const double swell = swellOf(scene.terrain(n)); swell > 0)
          mSwells.push_back({toQt(scene.lattice().centre(n)), swell * (0.85 + 0.4 * Noise(n, 31).unit())});
  }

  double height(QPointF p) const {
    constexpr double kReach = 1.15;
    double sum = 0;
    for (const Swell& swell : mSwells) {
      const QPointF d = p - swell.centre;
      const double d2 = QPointF::dotProduct(d, d) / (kReach * kReach);
      if (d2 < 1)
        sum += (1 - d2) * (1 - d2) * swell.height;
    }
    return sum + 0.3 * valueNoise(p.x() * 1.9, p.y() * 1.9, 32) + 0.07 * valueNoise(p.x() * 4.3, p.y() * 4.3, 33);
  }

  QPointF downhill(QPointF p) const {
    constexpr double kStep = 0.03;
    return {-(height(p + QPointF(kStep, 0)) - height(p - QPointF(kStep, 0))) / (2 * kStep),
            -(height(p + QPointF(0, kStep)) - height(p - QPointF(0, kStep))) / (2 * kStep)};
  }

 private:
  struct Swell {
    QPointF centre;
    double height;
  };
  std::vector<Swell> mSwells;
};

/// A stroke from one contour of the massif down to the next, as engravers set them: in bands, each pointing downhill.
void addRelief(const View& view, const Massif& massif, QPointF plane, Noise& noise, TextureInk& ink) {
  constexpr double kBand = 0.15;
  QPointF fall = massif.downhill(plane);
  double steep = lengthOf(fall);
  if (steep < 0.22)
    return;
  const double height = massif.height(plane);
  const double up = std::ceil(height / kBand) * kBand - height;
  if (up / steep > 0.14)
    return;
  plane -= unit(fall) * (up / steep);
  fall = massif.downhill(plane);
  steep = lengthOf(fall);
  if (steep < 0.2)
    return;
  const QPointF down = unit(fall);
  // Light comes from the north-west: slopes that face it carry thin strokes, those in the shade heavy ones.
  const double shade = 0.5 + 0.5 * (down.x() * 0.62 + down.y() * 0.78);
  const double weight = std::clamp(steep / 1.2, 0.2, 1.0) * (0.22 + 0.78 * shade);
  if (noise.unit() > 0.35 + 0.75 * weight)
    return;
  const double length = std::clamp(kBand / steep, 0.05, 0.17) * (0.82 + 0.12 * noise.around()) * view.scale;
  const QPointF p = view.px(plane);
  addHachure(shade > 0.5 ? ink.line : ink.body, p, p + down * length,
             std::max((0.004 + 0.0125 * weight) * view.scale, 0.4));
}

/// City blocks on one street grid.
void addBlock(const View& view, std::int64_t i, std::int64_t j, double spacing, const TownGrid& town, TextureInk& ink) {
  const QPointF u(std::cos(town.angle), std::sin(town.angle));
  const QPointF v(-u.y(), u.x());
  Noise noise(i, j, 41);
  const QPointF p = (u * static_cast<double>(i) + v * static_cast<double>(j)) * spacing;
  if (town.isOnRoad(p, spacing * 0.34))
    return;
  const double w = spacing * (0.30 + 0.06 * noise.unit());
  const double h = spacing * (0.28 + 0.06 * noise.unit());
  const auto box = [&](QPointF centre, double a, double b, QPainterPath& path) {
    path.moveTo(view.px(centre - u * a - v * b));
    path.lineTo(view.px(centre + u * a - v * b));
    path.lineTo(view.px(centre + u * a + v * b));
    path.lineTo(view.px(centre - u * a + v * b));
    path.closeSubpath();
  };
  box(p + QPointF(0.012, 0.014), w, h, ink.shade);
  if (noise.unit() < 0.35) { // two houses with a yard between them
    box(p - u * (w * 0.55), w * 0.4, h, ink.body);
    box(p + u * (w * 0.55), w * 0.4, h * 0.8, ink.body);
  } else {
    box(p, w, h, ink.body);
  }
}

template <class Visit>
void forEachCell(const Scene& scene, HexCoord h, double spacing, double turn, Visit&& visit) {
  const QPointF u(std::cos(turn), std::sin(turn));
  const QPointF v(-u.y(), u.x());
  const QPointF c = toQt(scene.lattice().centre(h));
  const double reach = 0.7 + kWander;
  const double cu = QPointF::dotProduct(c, u);
  const double cv = QPointF::dotProduct(c, v);
  const auto i0 = static_cast<std::int64_t>(std::floor((cu - reach) / spacing));
  const auto i1 = static_cast<std::int64_t>(std::ceil((cu + reach) / spacing));
  const auto j0 = static_cast<std::int64_t>(std::floor((cv - reach) / spacing));
  const auto j1 = static_cast<std::int64_t>(std::ceil((cv + reach) / spacing));
  for (std::int64_t j = j0; j <= j1; ++j)
    for (std::int64_t i = i0; i <= i1; ++i)
      visit(i, j, (u * static_cast<double>(i) + v * static_cast<double>(j)) * spacing);
}

/// The hex whose ground lies at a place, by the edges that cover really has; `near` is a guess.
HexCoord ownerOf(const Scene& scene, QPointF p, HexCoord near, Pattern pattern) {
  // Most places are so far inside a hex that no edge gets there.
  constexpr double kInside = 0.5 - 1.62 * kWander;
  const QPointF off = p - toQt(scene.lattice().centre(near));
  if (QPointF::dotProduct(off, off) < kInside * kInside)
    return near;
  const HexCoord there = scene.lattice().hexAt(fromQt(p));
  if (pattern == Pattern::Blocks || pattern == Pattern::Waves || !scene.palette->isEngraved())
    return there;
  const Wander wander = wanderAt(p.x(), p.y());
  const HexCoord owner = scene.lattice().hexAt({p.x() - wander.x * kWander, p.y() - wander.y * kWander});
  return owner == there || strayBetween(scene, owner, there) <= 0 ? there : owner;
}

void addHex(const Scene& scene, const View& view, HexCoord h, TextureInk& ink, Crowns& crowns) {
  const Pattern pattern = ink.look->pattern;
  Marks marks(view, scene.palette->isEngraved(), ink, crowns);
  const double spacing = marks.spacing(pattern);
  const double jitter = Marks::jitter(pattern) * spacing / 2;
  const std::optional<TownGrid> town =
      pattern == Pattern::Blocks ? std::optional<TownGrid>(townGridAt(scene, h)) : std::nullopt;
  const double turn = town ? town->angle : pattern == Pattern::Orchard ? 0.12 : 0;
  const std::optional<Massif> massif =
      pattern == Pattern::Relief ? std::optional<Massif>(std::in_place, scene, h) : std::nullopt;
  const bool grows = pattern == Pattern::Trees || pattern == Pattern::Conifers || pattern == Pattern::Scrub;
  const CoverDepth cover(scene, h, ink.look->rank);
  forEachCell(scene, h, spacing, turn, [&](std::int64_t i, std::int64_t j, QPointF p) {
    Noise noise(i, j, 40 + static_cast<std::uint64_t>(pattern));
    if (pattern == Pattern::Trees || pattern == Pattern::Waves || pattern == Pattern::Marsh ||
        pattern == Pattern::Tufts)
      p += QPointF((j & 1) ? spacing / 2 : 0, 0); // rows are staggered, so that no columns show
    p += QPointF(noise.around(), noise.around()) * jitter;
    if (ownerOf(scene, p, h, pattern) != h)
      return; // the cell belongs to a neighbour, which draws it if it has the same terrain
    const double depth = grows ? cover.at(p) : 1;
    if (noise.unit() > 0.42 + 0.58 * depth) // thinner toward the edge of the wood
      return;
    if (pattern == Pattern::Relief)
      addRelief(view, *massif, p, noise, ink);
    else if (pattern == Pattern::Blocks)
      addBlock(view, i, j, spacing, *town, ink);
    else
      marks.add(pattern, p, noise, depth);
  });
}

void paint(QPainter& painter, const Scene& scene, TextureInk& ink) {
  const StyleRow& row = ink.look->row;
  const QColor ground = row.fill.isValid() ? row.fill : scene.style->paper();
  const QColor dark = row.colour.isValid() ? row.colour : ground.darker(150);
  QColor shade = mixed(ground, dark, 0.55);
  QColor body = mixed(ground, dark, 0.3);
  QColor line = dark;
  switch (ink.look->pattern) {
  case Pattern::Orchard:
    body = mixed(ground, dark, 0.85);
    shade = mixed(ground, dark, 0.4);
    break;
  case Pattern::Blocks:
    body = mixed(ground, dark, 0.62);
    shade = mixed(ground, dark, 0.95);
    break;
  case Pattern::Dots:
    body = dark;
    break;
  case Pattern::Relief:
    body = mixed(ground, dark, 0.5);
    break;
  case Pattern::Waves:
    line = mixed(ground, dark, 0.6);
    break;
  case Pattern::Grain:
    line = mixed(ground, dark, 0.8);
    break;
  default:
    break;
  }
  for (const auto& [path, colour] : {std::pair{&ink.shade, shade}, std::pair{&ink.body, body},
                                     std::pair{&ink.line, line}, std::pair{&ink.light, ground}}) {
    if (path->isEmpty())
      continue;
    path->setFillRule(Qt::WindingFill);
    painter.fillPath(*path, colour);
  }
}

} // namespace

void paintTextures(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Texture);
  if (strength <= 0 || view.scale < kTextureScale)
    return;
  // Marks lean out of their hex by up to their own size.
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.25 + kWander, false);
  // Textures come in between two scales rather than at once.
  painter.setOpacity(strength * std::clamp((view.scale - kTextureScale) / 10 + 0.35, 0.35, 1.0));
  if (scene.palette->isEngraved() && scene.named && isRaster(painter)) {
    painter.save();
    clipToMap(painter, scene, view);
    paintPaperGrain(painter, view);
    painter.restore();
  }
  Crowns crowns;
  range.forEach([&](HexCoord h) {
    const TerrainStyle& look = scene.terrain(h);
    if (look.pattern == Pattern::None)
      return;
    if (look.pattern == Pattern::Hatch) {
      QPolygonF outline;
      for (const Point& p : scene.lattice().outline(h))
        outline << view.px(toQt(p));
      paintHatch(painter, view, outline, look.row.colour);
      return;
    }
    TextureInk ink;
    ink.look = &look;
    addHex(scene, view, h, ink, crowns);
    paint(painter, scene, ink);
  });
  crowns.paint(painter, scene, view);
  painter.setOpacity(1);
}

void paintHatch(QPainter& painter, const View& view, const QPolygonF& outline, const QColor& colour) {
  if (!colour.isValid() || outline.isEmpty())
    return;
  // Lines x + y = k * spacing of the whole plane, cut by the outline: they run on from hex to hex.
  const double spacing = 0.11 * view.scale;
  const QPointF origin = -view.area.topLeft() * view.scale;
  double low = 1e300;
  double high = -1e300;
  for (const QPointF& p : outline) {
    const double k = p.x() - origin.x() + p.y() - origin.y();
    low = std::min(low, k);
    high = std::max(high, k);
  }
  QPainterPath lines;
  const double half = std::max(0.5, 0.01 * view.scale) / 2;
  for (double k = std::ceil(low / spacing) * spacing; k < high; k += spacing) {
    QVector<QPointF> cuts;
    for (qsizetype i = 0; i < outline.size(); ++i) {
      const QPointF a = outline[i];
      const QPointF b = outline[(i + 1) % outline.size()];
      const double ka = a.x() - origin.x() + a.y() - origin.y() - k;
      const double kb = b.x() - origin.x() + b.y() - origin.y() - k;
      if ((ka < 0) != (kb < 0))
        cuts << a + (b - a) * (ka / (ka - kb));
    }
    if (cuts.size() == 2)
      addBand(lines, {cuts[0], cuts[1]}, half, half);
  }
  lines.setFillRule(Qt::WindingFill);
  painter.fillPath(lines, colour);
}

} // namespace hotchkiss
