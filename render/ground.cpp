#include "render/ground.h"

#include "render/colours.h"
#include "render/coverage.h"
#include "render/network.h"
#include "render/pixellayer.h"
#include "render/regionshape.h"
#include "render/relief.h"
#include "render/run.h"
#include "render/texture.h"

#include <algorithm>
#include <array>
#include <map>

namespace hotchkiss {

namespace {

/// One small number for each hex of a range and a ring around it; hexes outside the map count as `kOutside`.
class NumberField {
 public:
  static constexpr int kOutside = 1 << 20;

  template <class Value>
  NumberField(const HexRange& range, const Extent& extent, Value&& value)
      : mFirstColumn(range.firstColumn - 2), mFirstRow(range.firstRow - 2), mRows(range.lastRow - range.firstRow + 5) {
    const std::int32_t columns = range.lastColumn - range.firstColumn + 5;
    mNumbers.resize(static_cast<std::size_t>(std::max(columns, 0)) * static_cast<std::size_t>(std::max(mRows, 0)),
                    kOutside);
    for (std::int32_t c = 0; c < columns; ++c)
      for (std::int32_t r = 0; r < mRows; ++r)
        if (const HexCoord h{c + mFirstColumn, r + mFirstRow}; extent.contains(h))
          mNumbers[at(h)] = value(h);
  }
  int operator[](HexCoord h) const { return mNumbers[at(h)]; }

 private:
  std::size_t at(HexCoord h) const {
    return static_cast<std::size_t>(h.c - mFirstColumn) * static_cast<std::size_t>(mRows) +
           static_cast<std::size_t>(h.r - mFirstRow);
  }
  std::int32_t mFirstColumn;
  std::int32_t mFirstRow;
  std::int32_t mRows;
  std::vector<int> mNumbers;
};

constexpr double kIrregularity = 0.04;
constexpr double kCoverOverLevels = 0.62; ///< opacity of woods and the like over level tints

int stepsFor(double scale) {
  return scale < 16 ? 2 : scale < 24 ? 3 : scale < 90 ? 6 : 10;
}

double raggedness(Pattern pattern) {
  switch (pattern) {
  case Pattern::Trees:
  case Pattern::Conifers:
  case Pattern::Scrub:
    return 0.045;
  case Pattern::Marsh:
  case Pattern::Tufts:
    return 0.012;
  default:
    return 0;
  }
}

/// What the ground of a hex looks like. Classes with higher keys lie on those with lower ones.
struct GroundClass {
  QColor colour;
};

struct GroundClasses {
  std::map<int, GroundClass> classes; ///< by key
  int keyOf(const Scene& scene, HexCoord h);
};

int GroundClasses::keyOf(const Scene& scene, HexCoord h) {
  const HexValue value = scene.document().hex(h);
  const TerrainStyle& look = scene.terrain(value);
  const double levels = scene.strength(Layer::Levels);
  const int step = levels > 0 ? scene.stepOf(value) : -1;
  double cover = scene.strength(Layer::Terrain);
  // Open ground lets the levels show; cover lets them shine through.
  if (look.isBlank || !look.row.fill.isValid() || (step >= 0 && look.pattern == Pattern::None && !look.isWater))
    cover = 0;
  else if (step >= 0 && !look.isWater)
    cover *= kCoverOverLevels;
  const int key = look.isBlank && step < 0 ? -1 : (cover > 0 ? look.rank * 64 : 0) + step + 1;
  const auto [it, isNew] = classes.try_emplace(key);
  if (isNew) {
    const QColor tint = step >= 0      ? mixed(scene.style->paper(), scene.ramp[static_cast<std::size_t>(step)], levels)
                        : look.isBlank ? scene.blankColour()
                                       : scene.style->paper();
    it->second.colour = cover > 0 ? mixed(tint, look.row.fill, cover) : tint;
  }
  return key;
}

/// Boundaries of the ground: two kinds of ground share one line; where three meet, the outline of the water, or else of
/// what lies on top, runs through and the line between the other two joins it.
class GroundMeeting final : public Meeting {
 public:
  GroundMeeting(const Scene& scene, const NumberField& keys) : mScene(scene), mLattice(scene.lattice()), mKeys(keys) {}

  EdgeShape::Join join(EdgeId e, VertexId v) const override {
    using Kind = EdgeShape::Join::Kind;
    const auto [a, b] = mLattice.hexes(e);
    HexCoord c = a;
    for (const HexCoord& h : mLattice.hexes(v))
      if (h != a && h != b)
        c = h;
    const int ka = mKeys[a];
    const int kb = mKeys[b];
    const int kc = mKeys[c];
    if (ka == NumberField::kOutside || kb == NumberField::kOutside || kc == NumberField::kOutside)
      return {};
    const EdgeId withA = *mLattice.edgeBetween(a, c);
    const EdgeId withB = *mLattice.edgeBetween(b, c);
    if (kc == ka)
      return {Kind::Through, withB, {}};
    if (kc == kb)
      return {Kind::Through, withA, {}};
    const std::pair<bool, int> ra(isWater(a), ka);
    const std::pair<bool, int> rb(isWater(b), kb);
    const std::pair<bool, int> rc(isWater(c), kc);
    if (rc > ra && rc > rb)
      return {Kind::Branch, std::min(withA, withB), std::max(withA, withB)};
    return {Kind::Through, ra > rb ? withA : withB, {}};
  }

  Stray along(EdgeId e) const override {
    const auto [a, b] = mLattice.hexes(e);
    return between(a, b);
  }

  Stray at(VertexId v) const override {
    const auto hexes = mLattice.hexes(v);
    Stray out{1, 1};
    for (const auto& [a, b] :
         {std::pair(hexes[0], hexes[1]), std::pair(hexes[1], hexes[2]), std::pair(hexes[2], hexes[0])})
      if (mKeys[a] != mKeys[b]) {
        const Stray one = between(a, b);
        out.wander = std::min(out.wander, one.wander);
        out.ragged = std::min(out.ragged, one.ragged);
      }
    return out;
  }

 private:
  bool isWater(HexCoord h) const { return mScene.terrain(h).isWater; }
  Stray between(HexCoord a, HexCoord b) const {
    Stray out;
    out.wander = strayBetween(mScene, a, b);
    if (out.wander > 0)
      out.ragged = std::max(raggedness(mScene.terrain(a).pattern), raggedness(mScene.terrain(b).pattern));
    return out;
  }

  const Scene& mScene;
  const Lattice& mLattice;
  const NumberField& mKeys;
};

/// The outline of a hex for filling without smoothing: a hair off, so that no pixel's middle lies on a side by chance,
/// and drawn in where the map ends, so that the smooth outline shows there.
QPolygonF baseOutline(const Scene& scene, const View& view, HexCoord h) {
  const QPointF offTie(0.0137, 0.0071);
  const QPointF centre = view.px(toQt(scene.lattice().centre(h)));
  QPolygonF out;
  for (int k = 0; k < kSides; ++k) {
    QPointF p = view.px(toQt(scene.lattice().corner(h, k)));
    if (!scene.extent().contains(scene.lattice().neighbour(h, k)) ||
        !scene.extent().contains(scene.lattice().neighbour(h, (k + 1) % kSides)))
      p += (centre - p) * std::min(0.5, 1.5 / std::max(view.scale, 1.0));
    out << p + offTie;
  }
  return out;
}

/// Whole hexes without smoothing first, which is quick and leaves no gaps. Then, from the lowest class to the highest,
/// the true outlines along boundaries: each class as one path, so that it has no seams, and reaching under those above
/// it, so that nothing else shows between them.
void paintClassesInPixels(QPainter& painter, const Scene& scene, const View& view, const HexRange& range,
                          const GroundClasses& ground, const NumberField& keys, const RegionShape& shape) {
  std::map<int, std::vector<HexCoord>> edges;
  const auto isBoundary = [&](HexCoord h) {
    const int key = keys[h];
    const auto around = scene.lattice().neighbours(h);
    return std::any_of(around.begin(), around.end(), [&](HexCoord n) { return keys[n] != key; });
  };
  const NumberField boundary(range, scene.extent(),
                             [&](HexCoord h) { return range.contains(h) && isBoundary(h) ? 1 : 0; });
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  int brush = NumberField::kOutside;
  range.forEach([&](HexCoord h) {
    const int key = keys[h];
    if (key != brush)
      painter.setBrush(ground.classes.at(key).colour);
    brush = key;
    painter.drawConvexPolygon(baseOutline(scene, view, h));
    const auto around = scene.lattice().neighbours(h);
    if (boundary[h] == 1) {
      edges[key].push_back(h);
      for (const HexCoord& n : around)
        if (keys[n] < key)
          if (std::vector<HexCoord>& under = edges[keys[n]]; under.empty() || under.back() != h)
            under.push_back(h);
    } else if (std::any_of(around.begin(), around.end(), [&](HexCoord n) { return boundary[n] == 1; })) {
      edges[key].push_back(h); // covers the rims of what reached under its neighbours
    }
  });
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [key, hexes] : edges) {
    QPainterPath path;
    for (const HexCoord& h : hexes)
      shape.addHex(path, h, [&, mine = key](HexCoord n) { return keys[n] >= mine; });
    path.setFillRule(Qt::WindingFill);
    painter.fillPath(path, ground.classes.at(key).colour);
  }
}

/// For drawings: each class as one path, reaching under the classes above it, so that no viewer shows seams.
void paintClassesAsPaths(QPainter& painter, const Scene& scene, const HexRange& range, const GroundClasses& ground,
                         const NumberField& keys, const RegionShape& shape) {
  for (const auto& [key, look] : ground.classes) {
    QPainterPath path;
    range.forEach([&, mine = key](HexCoord h) {
      bool wanted = keys[h] == mine;
      if (!wanted && keys[h] > mine)
        for (const HexCoord& n : scene.lattice().neighbours(h))
          wanted = wanted || keys[n] == mine;
      if (wanted)
        shape.addHex(path, h, [&](HexCoord n) { return keys[n] >= mine; });
    });
    path.setFillRule(Qt::WindingFill);
    painter.fillPath(path, look.colour);
  }
}

/// Lines where the tint of the levels changes.
void paintContours(QPainter& painter, const Scene& scene, const View& view, const HexRange& range,
                   const RegionShape& shape) {
  const double strength = scene.strength(Layer::Levels);
  if (scene.ramp.empty() || strength <= 0)
    return;
  const NumberField steps(range, scene.extent(), [&](HexCoord h) { return scene.stepOf(scene.document().hex(h)); });
  const auto exists = [&](HexCoord h) { return scene.extent().contains(h); };
  painter.setOpacity(strength);
  range.forEach([&](HexCoord h) {
    for (int step = 1; step <= steps[h]; ++step) {
      bool isRim = false;
      for (const HexCoord& n : scene.lattice().neighbours(h))
        isRim = isRim || steps[n] < step;
      if (!isRim)
        continue;
      QPainterPath rim;
      shape.addBoundary(
          rim, h, [&](HexCoord n) { return steps[n] >= step; }, exists);
      painter.strokePath(
          rim, QPen(scene.ramp[static_cast<std::size_t>(step)].darker(118), std::max(0.5, view.scale * 0.009)));
    }
  });
  painter.setOpacity(1);
}

/// Lines along the shores, and tints that grow stronger toward them, as engravers line their waters.
void paintShores(QPainter& painter, const Scene& scene, const View& view, const HexRange& range,
                 const RegionShape& shape) {
  const double strength = scene.strength(Layer::Terrain);
  if (strength <= 0)
    return;
  const NumberField water(range, scene.extent(), [&](HexCoord h) {
    const TerrainStyle& look = scene.terrain(h);
    return look.isWater ? 2 : look.isPlayable ? 0 : 1;
  });
  const bool engraved = scene.palette->isEngraved();
  const auto isWater = [&](HexCoord h) { return water[h] >= 2; };
  // Against hexes that are not part of the game there is no shore.
  const auto isLand = [&](HexCoord h) { return water[h] == 0; };
  painter.setOpacity(strength);
  range.forEach([&](HexCoord h) {
    if (!isWater(h) || !scene.extent().contains(h))
      return;
    QPainterPath near;
    shape.addBoundary(near, h, isWater, isLand);
    const QPainterPath own = near;
    const StyleRow& row = scene.terrain(h).row;
    const QColor line = row.colour.isValid() ? row.colour : row.fill.darker(140);
    if (engraved && view.scale >= kTextureScale) {
      for (const HexCoord& n : scene.lattice().neighbours(h))
        if (isWater(n) && range.contains(n))
          shape.addBoundary(near, n, isWater, isLand);
      if (!near.isEmpty()) {
        QPainterPath area;
        shape.addHex(area, h, isWater);
        painter.save();
        painter.setClipPath(area, Qt::IntersectClip);
        for (const double reach : {0.30, 0.19, 0.09})
          painter.strokePath(
              near, QPen(withAlpha(line, 0.13), reach * 2 * view.scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.restore();
      }
    }
    if (!own.isEmpty())
      painter.strokePath(
          own, QPen(line, std::max(kThinnest, 0.018 * view.scale), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  });
  painter.setOpacity(1);
}

/// Terrain whose edge has no exact place in nature.
bool isCover(const TerrainStyle& look) {
  return !look.isBlank && !look.isWater && look.isPlayable && look.pattern != Pattern::Blocks &&
         look.pattern != Pattern::Hatch;
}

} // namespace

double strayBetween(const Scene& scene, HexCoord a, HexCoord b) {
  if (!scene.palette->isEngraved() || !scene.extent().contains(a) || !scene.extent().contains(b))
    return 0;
  const TerrainStyle& one = scene.terrain(a);
  const TerrainStyle& two = scene.terrain(b);
  const bool both = isCover(one) && isCover(two) && one.rank != two.rank;
  const bool any = one.pattern != Pattern::None || two.pattern != Pattern::None;
  return both && any ? kWander : 0;
}

void paintGround(QPainter& painter, const Scene& scene, const View& view) {
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.35, false);
  if (range.lastColumn < range.firstColumn || range.lastRow < range.firstRow)
    return;
  GroundClasses ground;
  const NumberField keys(range, scene.extent(), [&](HexCoord h) { return ground.keyOf(scene, h); });
  const GroundMeeting meeting(scene, keys);
  // Steps of the levels keep close to the hexsides, or each corner would show a triangle of the wrong tint.
  const bool hasLevels = !scene.ramp.empty();
  const EdgeShape edges(scene.lattice(),
                        hasLevels                     ? lineIrregularity(scene)
                        : scene.palette->isEngraved() ? kIrregularity
                                                      : 0,
                        hasLevels ? EdgeShape::kTight : EdgeShape::kRound);
  const RegionShape shape(scene.lattice(), view, edges, stepsFor(view.scale), meeting);
  if (isRaster(painter))
    paintClassesInPixels(painter, scene, view, range, ground, keys, shape);
  else
    paintClassesAsPaths(painter, scene, range, ground, keys, shape);
  paintRelief(painter, scene, view);
  paintContours(painter, scene, view, range, shape);
  paintShores(painter, scene, view, range, shape);
}

namespace {

/// Each hexside once: the owner's three, and those of the ring outside that touch the map.
template <class Visit>
void forEachGridLine(const Scene& scene, const View& view, Visit&& visit) {
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.1, true);
  range.forEach([&](HexCoord h) {
    for (int side = 0; side < 3; ++side) {
      if (!scene.extent().contains(h) && !scene.extent().contains(scene.lattice().neighbour(h, side)))
        continue;
      const auto [v0, v1] = scene.lattice().ends(EdgeId{h.c, h.r, side});
      visit(h, view.px(toQt(scene.lattice().position(v0))), view.px(toQt(scene.lattice().position(v1))));
    }
  });
}

} // namespace

GridLook gridLook(const Scene& scene, const View& view) {
  return {scene.style->grid().darker(135), std::clamp(view.scale * 0.011, 0.6, 4.0) / 2,
          scene.strength(Layer::Grid) * (scene.palette->isEngraved() ? 0.42 : 0.5) *
              std::clamp(view.scale / 20, 0.45, 1.0)};
}

void addGridLines(CoverageMask& mask, const Scene& scene, const View& view, double half, double fine) {
  forEachGridLine(scene, view, [&](HexCoord, QPointF a, QPointF b) { mask.addLine(a * fine, b * fine, half * fine); });
}

void paintGrid(QPainter& painter, const Scene& scene, const View& view) {
  const GridLook look = gridLook(scene, view);
  if (look.strength <= 0)
    return;
  if (isRaster(painter)) {
    PixelLayer layer(painter, view);
    if (layer.image.isNull())
      return;
    layer.image.fill(Qt::transparent);
    CoverageMask mask(layer.image.width(), layer.image.height());
    addGridLines(mask, scene, view, look.half, layer.fine);
    mask.blend(layer.image, look.ink, look.strength, true);
    layer.paint(painter);
    return;
  }
  // Drawings keep their lines as shapes, filled in blocks of hexes.
  std::map<std::pair<std::int32_t, std::int32_t>, QPainterPath> blocks;
  forEachGridLine(scene, view, [&](HexCoord h, QPointF a, QPointF b) {
    addBand(blocks[{h.c >> 2, h.r >> 2}], {a, b}, look.half, look.half);
  });
  painter.setOpacity(look.strength);
  for (auto& [block, path] : blocks) {
    path.setFillRule(Qt::WindingFill);
    painter.fillPath(path, look.ink);
  }
  painter.setOpacity(1);
}

void paintHexMarks(QPainter& painter, const Scene& scene, const View& view) {
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.1, false);
  range.forEach([&](HexCoord h) {
    const HexValue value = scene.document().hex(h);
    if (value.more == TextPool::kNone)
      return;
    QPolygonF outline;
    for (const Point& p : scene.lattice().outline(h))
      outline << view.px(toQt(p));
    const auto veil = [&](const StyleRow& row, Pattern pattern) {
      if (row.fill.isValid()) {
        QPainterPath path;
        path.addPolygon(outline);
        path.closeSubpath();
        painter.fillPath(path, withAlpha(row.fill, pattern == Pattern::Relief ? 0.55 : 0.4));
      }
      if (pattern == Pattern::Hatch && view.scale >= kShapesScale)
        paintHatch(painter, view, outline, row.colour);
    };
    const HexContent& more = scene.more(value);
    for (const std::string& region : more.regions)
      if (const NamedThing* thing = scene.named->find("region", region); thing && thing->row.pattern != "none")
        veil(thing->row, patternFromText(thing->row.pattern).value_or(Pattern::None));
    for (const ShownAttribute& attribute : more.attributes)
      if (attribute.style->pattern != Pattern::None || attribute.style->row.fill.isValid())
        veil(attribute.style->row, attribute.style->pattern);
  });
}

} // namespace hotchkiss
