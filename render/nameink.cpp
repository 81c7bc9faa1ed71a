#include "render/nameink.h"

#include "render/fonts.h"
#include "render/labels.h"
#include "render/markers.h"
#include "render/network.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kDotsApart = 0.045;  ///< pitches, along lines
constexpr double kTouchApart = 0.035; ///< the same over numbers and symbols
constexpr double kTouchRim = 0.012;   ///< names keep this far away from them

QRectF boxAround(QPointF at, double width, double height) {
  return {at.x() - width / 2, at.y() - height / 2, width, height};
}

bool isIn(const QPolygonF& box, QPointF p) {
  // Boxes are convex and turn one way.
  double sign = 0;
  for (qsizetype i = 0; i < box.size(); ++i) {
    const QPointF a = box[i];
    const QPointF d = box[(i + 1) % box.size()] - a;
    const double side = d.x() * (p.y() - a.y()) - d.y() * (p.x() - a.x());
    if (side * sign < 0)
      return false;
    if (side != 0)
      sign = side;
  }
  return true;
}

} // namespace

NameInk::NameInk(const Scene& scene, double factor)
    : mScene(scene), mFactor(factor), mShape(scene.lattice(), lineIrregularity(scene)), mWays(scene, 6) {
  if (scene.strength(Layer::Entries) <= 0)
    return;
  for (const NamedPtr& entry : scene.named->section("entry"))
    for (const PlacedMark& mark : marksOfEntry(scene, *entry))
      mEntries[scene.lattice().hexAt(fromQt(mark.at))].push_back(boxAround(mark.at, mark.size * 0.9, mark.size * 0.9));
}

void NameInk::addBox(const QRectF& inner, Dots& out) {
  const QRectF box = inner.adjusted(-kTouchRim, -kTouchRim, kTouchRim, kTouchRim);
  const int across = std::max(3, static_cast<int>(std::ceil(box.width() / kTouchApart)) + 1);
  const int down = std::max(3, static_cast<int>(std::ceil(box.height() / kTouchApart)) + 1);
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < down; ++j)
      out.push_back(
          {box.topLeft() + QPointF(box.width() * i / (across - 1), box.height() * j / (down - 1)), kTouch, false});
}

void NameInk::addLine(const std::vector<QPointF>& line, double weight, bool isWater, Dots& out) {
  const Ruler ruler(line);
  const int n = std::max(1, static_cast<int>(std::ceil(ruler.length() / kDotsApart)));
  const auto each = static_cast<float>(weight * ruler.length() / n);
  for (int i = 0; i < n; ++i)
    out.push_back({ruler.at((i + 0.5) * ruler.length() / n), each, isWater});
}

void NameInk::addNumber(HexCoord h, Dots& out) const {
  if (mFactor > 1 || mScene.strength(Layer::Numbers) <= 0)
    return;
  if (const QRectF box = numberBox(mScene, h); !box.isEmpty())
    addBox(box, out);
}

void NameInk::addMarks(HexCoord h, Dots& out) const {
  // Symbols do not get smaller than some pixels.
  const auto seen = [&](double size, double pixels) { return std::max(size, pixels * mFactor / kReadingScale); };
  if (mScene.strength(Layer::Places) > 0 && kReadingScale / mFactor >= kMarksScale)
    for (const PlacedMark& mark : marksIn(mScene, h)) {
      addBox(boxAround(mark.at, mark.size * 0.9, mark.size * 0.9), out);
      if (mark.attribute->text.empty() || mFactor > 1)
        continue;
      const QString text = QString::fromStdString(mark.attribute->text);
      const double width = smallTextWidth(text, kMarkTextSize, Face::Sans);
      addBox(QRectF(mark.at.x() + mark.size * 0.62, mark.at.y() + mark.size * 0.32 - kMarkTextSize * 0.72, width,
                    kMarkTextSize * 0.72),
             out);
    }
  if (mScene.strength(Layer::Crossings) > 0) {
    const QPointF centre = toQt(mScene.lattice().centre(h));
    for (const NamedThing* crossing : mScene.named->near("crossing", boxAround(centre, 1.4, 1.4)))
      if (crossing->edge && crossing->edge->owner() == h)
        if (const std::optional<PlacedMark> mark = markOfCrossing(mScene, *crossing)) {
          const double size = seen(mark->size, 5) * 0.86;
          addBox(boxAround(mark->at, size, size), out);
        }
  }
  if (const auto it = mEntries.find(h); it != mEntries.end())
    for (const QRectF& box : it->second)
      addBox(box, out);
}

bool NameInk::isBusy(const TerrainStyle& look) {
  return look.pattern == Pattern::Trees || look.pattern == Pattern::Conifers || look.pattern == Pattern::Blocks;
}

void NameInk::addTexture(HexCoord h, Dots& out) const {
  if (mScene.strength(Layer::Texture) <= 0 || !isBusy(mScene.terrain(h)))
    return;
  constexpr int kAcross = 5;
  constexpr double kStep = 0.2;
  const QPointF centre = toQt(mScene.lattice().centre(h));
  for (int i = 0; i < kAcross; ++i)
    for (int j = 0; j < kAcross; ++j)
      if (const QPointF p = centre + QPointF(i - kAcross / 2, j - kAcross / 2) * kStep;
          mScene.lattice().hexAt(fromQt(p)) == h)
        out.push_back({p, static_cast<float>(kTexture * kStep * kStep), false});
}

/// Where a line on a hexside runs, closely enough.
std::vector<QPointF> NameInk::lineOn(EdgeId e, const PlacedLine& line) const {
  const auto carries = [&](EdgeId x) {
    const EdgeContent& content = mScene.edge(x);
    return line.style->isWater ? content.water() != nullptr
                               : std::any_of(content.lines.begin(), content.lines.end(), [&](const PlacedLine& other) {
                                   return other.style->kind == line.style->kind;
                                 });
  };
  const auto ends = mScene.lattice().ends(e);
  const auto fit = [](EdgeId, EdgeId) { return 1.0; };
  std::vector<QPointF> out = mShape.half(e, ends[0], mShape.joinAt(e, ends[0], carries, fit), 5);
  std::reverse(out.begin(), out.end());
  const std::vector<QPointF> other = mShape.half(e, ends[1], mShape.joinAt(e, ends[1], carries, fit), 5);
  out.insert(out.end(), other.begin() + 1, other.end());
  return out;
}

void NameInk::addEdge(EdgeId e, Dots& out) const {
  if (mScene.document().edge(e) == TextPool::kNone)
    return;
  for (const PlacedLine& line : mScene.edge(e).lines) {
    const LineStyle& style = *line.style;
    if (style.isPath || style.line == LineKind::None || mScene.strength(style.layer) <= 0)
      continue;
    const double width = style.row.width;
    if (style.isWater) {
      const std::vector<QPointF> middle = lineOn(e, line);
      addLine(middle, kWater, true, out);
      if (width < 0.07)
        continue;
      for (const double side : {-0.5, 0.5}) { // broad waters: their banks
        std::vector<QPointF> bank = middle;
        const Ruler ruler(middle);
        for (std::size_t i = 0; i < bank.size(); ++i)
          bank[i] += ruler.right(ruler.length() * static_cast<double>(i) / static_cast<double>(bank.size() - 1)) *
                     (side * width);
        addLine(bank, kWater / 2, true, out);
      }
      continue;
    }
    const bool both = style.line == LineKind::HachuresBoth;
    if (!both && style.line != LineKind::Hachures) {
      addLine(lineOn(e, line), style.line == LineKind::Border ? kBorder : kWorks, false, out);
      continue;
    }
    // Strokes on the low side.
    const std::vector<QPointF> brow = lineOn(e, line);
    const PlacedLine* water = mScene.edge(e).water();
    const double beside = water ? water->style->row.width / 2 + 0.018 : 0;
    const std::optional<HexCoord> low = both ? std::nullopt : lowHexAt(mScene, e, line);
    addLine(brow, kHachures / 3, false, out);
    for (const HexCoord& h : mScene.lattice().hexes(e)) {
      if (low && *low != h)
        continue;
      const QPointF down = unit(toQt(mScene.lattice().centre(h)) - toQt(mScene.lattice().middle(e)));
      for (const double reach : {0.45, 0.9}) {
        std::vector<QPointF> row = brow;
        for (QPointF& p : row)
          p += down * (beside + reach * width);
        addLine(row, kHachures / 3, false, out);
      }
    }
  }
}

void NameInk::addBorder(EdgeId e, Dots& out) const {
  const auto [a, b] = mScene.lattice().hexes(e);
  if (!mScene.extent().contains(a) || !mScene.extent().contains(b))
    return;
  const HexValue va = mScene.document().hex(a);
  const HexValue vb = mScene.document().hex(b);
  if (va.more == vb.more)
    return;
  const std::vector<std::string>& ra = mScene.more(va).regions;
  const std::vector<std::string>& rb = mScene.more(vb).regions;
  const auto isDrawn = [&](const std::vector<std::string>& in, const std::vector<std::string>& other) {
    return std::any_of(in.begin(), in.end(), [&](const std::string& id) {
      if (std::find(other.begin(), other.end(), id) != other.end())
        return false;
      const NamedThing* region = mScene.named->find("region", id);
      return region && lineFromText(region->row.line).value_or(LineKind::None) != LineKind::None;
    });
  };
  if (!isDrawn(ra, rb) && !isDrawn(rb, ra))
    return;
  const auto [v0, v1] = mScene.lattice().ends(e);
  addLine({toQt(mScene.lattice().position(v0)), toQt(mScene.lattice().position(v1))}, kBorder, false, out);
}

const NameInk::Dots& NameInk::of(HexCoord h) {
  const auto [it, isNew] = mKnown.try_emplace(h);
  Dots& out = it->second;
  if (!isNew)
    return out;
  const bool isOnMap = mScene.extent().contains(h);
  if (isOnMap) {
    addNumber(h, out);
    addTexture(h, out);
  }
  addMarks(h, out);
  for (int side = 0; side < 3; ++side) {
    const EdgeId e{h.c, h.r, side};
    addEdge(e, out);
    if (isOnMap && mScene.strength(Layer::Borders) > 0)
      addBorder(e, out);
  }
  if (isOnMap && mScene.strength(Layer::Paths) > 0)
    for (const WayPiece& piece : mWays.piecesIn(h))
      if (piece.line->style->line != LineKind::None)
        addLine(piece.points, piece.line->style->isRail ? kRail : kPath, false, out);
  return out;
}

double NameInk::under(const std::vector<QPolygonF>& boxes, double enough, Water water) {
  enough *= mFactor;
  double sum = 0;
  QRectF whole;
  std::vector<QRectF> bounds;
  bounds.reserve(boxes.size());
  for (const QPolygonF& box : boxes) {
    bounds.push_back(box.boundingRect());
    whole = whole.isNull() ? bounds.back() : whole.united(bounds.back());
  }
  const HexRange range = hexesTouching(mScene.lattice(), mScene.extent(), whole, 0.2, true);
  for (std::int32_t c = range.firstColumn; c <= range.lastColumn; ++c)
    for (std::int32_t r = range.firstRow; r <= range.lastRow; ++r) {
      const QPointF centre = toQt(mScene.lattice().centre({c, r}));
      if (!whole.adjusted(-0.95, -0.95, 0.95, 0.95).contains(centre))
        continue;
      for (const Dot& dot : of({c, r})) {
        if (!whole.contains(dot.at) || (dot.isWater && water == Water::Allow))
          continue;
        for (std::size_t i = 0; i < boxes.size(); ++i)
          if (bounds[i].contains(dot.at) && isIn(boxes[i], dot.at)) {
            sum += static_cast<double>(dot.weight);
            break;
          }
      }
      if (sum > enough)
        return sum / mFactor;
    }
  return sum / mFactor; // large letters always cover much
}

} // namespace hotchkiss
