#include "render/labels.h"

#include "render/colours.h"
#include "render/courseline.h"
#include "render/fonts.h"
#include "render/markers.h"
#include "render/run.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

namespace hotchkiss {

namespace {

constexpr double kCell = 2;                                    ///< of the spatial hash, in pitches
constexpr std::size_t kNoLabel = static_cast<std::size_t>(-1); ///< owner of boxes that only keep names away
constexpr double kReadable = 26;                               ///< pixels a pitch at which names have their own size

std::int64_t cellKey(std::int64_t x, std::int64_t y) {
  return (x << 32) ^ (y & 0xffffffff);
}

template <class Visit>
void forEachCell(const QRectF& bounds, Visit&& visit) {
  const auto x1 = static_cast<std::int64_t>(std::floor(bounds.right() / kCell));
  const auto y1 = static_cast<std::int64_t>(std::floor(bounds.bottom() / kCell));
  for (auto x = static_cast<std::int64_t>(std::floor(bounds.left() / kCell)); x <= x1; ++x)
    for (auto y = static_cast<std::int64_t>(std::floor(bounds.top() / kCell)); y <= y1; ++y)
      visit(cellKey(x, y));
}

/// Separating axis test of convex outlines.
bool overlap(const QPolygonF& a, const QPolygonF& b) {
  for (const QPolygonF* shape : {&a, &b})
    for (qsizetype i = 0; i < shape->size(); ++i) {
      const QPointF side = (*shape)[(i + 1) % shape->size()] - (*shape)[i];
      const QPointF axis(-side.y(), side.x());
      const auto extent = [&](const QPolygonF& polygon) {
        double low = 1e300;
        double high = -1e300;
        for (const QPointF& p : polygon) {
          const double d = QPointF::dotProduct(p, axis);
          low = std::min(low, d);
          high = std::max(high, d);
        }
        return std::pair(low, high);
      };
      const auto [lowA, highA] = extent(a);
      const auto [lowB, highB] = extent(b);
      if (highA <= lowB || highB <= lowA)
        return false;
    }
  return true;
}

QPolygonF boxOf(QPointF left, QPointF along, double width, double above, double below) {
  const QPointF up(along.y(), -along.x());
  QPolygonF box;
  box << left + up * above << left + along * width + up * above << left + along * width - up * below
      << left - up * below;
  return box;
}

/// How many of a text's letters would lie on water, a path or a hex number.
double inkUnder(const Scene& scene, const QRectF& box, double size) {
  constexpr int kSamples = 6;
  double cost = 0;
  const auto distance = [](QPointF p, QPointF a, QPointF b) {
    const QPointF d = b - a;
    const double t = std::clamp(QPointF::dotProduct(p - a, d) / std::max(QPointF::dotProduct(d, d), 1e-12), 0.0, 1.0);
    return lengthOf(p - a - d * t);
  };
  for (int i = 0; i < kSamples; ++i) {
    const QPointF p(box.left() + box.width() * (i + 0.5) / kSamples, box.center().y());
    const HexCoord h = scene.lattice().hexAt(fromQt(p));
    if (!scene.extent().contains(h))
      continue;
    const QPointF number = p - toQt(scene.lattice().centre(h)) - numberOffset(scene, h);
    if (std::abs(number.x()) < 0.2 && std::abs(number.y()) < 0.05 + size * 0.4)
      cost += 0.4;
    for (int side = 0; side < kSides; ++side) {
      const EdgeId e = scene.lattice().edge(h, side);
      if (scene.document().edge(e) == TextPool::kNone)
        continue;
      const EdgeContent& content = scene.edge(e);
      if (content.hasPath &&
          distance(p, toQt(scene.lattice().middle(e)), toQt(scene.lattice().centre(h))) < size * 0.45)
        cost += 0.5;
      const auto [v0, v1] = scene.lattice().ends(e);
      if ((content.water() || content.hasOther) &&
          distance(p, toQt(scene.lattice().position(v0)), toQt(scene.lattice().position(v1))) < size * 0.5)
        cost += 0.45;
    }
  }
  return cost;
}

} // namespace

QPainterPath PlacedLabel::path() const {
  QPainterPath out;
  for (const auto& [letter, where] : letters)
    out.addPath(where.map(letter));
  return out;
}

void LabelLayout::add(PlacedLabel label) {
  for (const QPolygonF& polygon : label.boxes) {
    const QRectF bounds = polygon.boundingRect();
    label.bounds = label.bounds.isNull() ? bounds : label.bounds.united(bounds);
    forEachCell(bounds, [&](std::int64_t key) { mCells[key].push_back(mBoxes.size()); });
    mBoxes.push_back({mLabels.size(), polygon, bounds});
  }
  mLabels.push_back(std::move(label));
}

bool LabelLayout::isFree(const std::vector<QPolygonF>& boxes) const {
  for (const QPolygonF& polygon : boxes) {
    bool free = true;
    const QRectF bounds = polygon.boundingRect();
    forEachCell(bounds, [&](std::int64_t key) {
      const auto it = mCells.find(key);
      if (it == mCells.end())
        return;
      for (const std::size_t i : it->second)
        free = free && !(mBoxes[i].bounds.intersects(bounds) && overlap(mBoxes[i].polygon, polygon));
    });
    if (!free)
      return false;
  }
  return true;
}

std::vector<const PlacedLabel*> LabelLayout::near(const QRectF& area) const {
  std::set<std::size_t> found;
  forEachCell(area, [&](std::int64_t key) {
    const auto it = mCells.find(key);
    if (it != mCells.end())
      for (const std::size_t i : it->second)
        if (mBoxes[i].label != kNoLabel)
          found.insert(mBoxes[i].label);
  });
  std::vector<const PlacedLabel*> out;
  for (const std::size_t i : found)
    out.push_back(&mLabels[i]);
  return out;
}

namespace {

/// Halos and long letters reach out of a name's box.
QRectF withHalo(const PlacedLabel& label) {
  const double rim = 0.2 + label.size * 0.35;
  return label.bounds.adjusted(-rim, -rim, rim, rim);
}

} // namespace

std::vector<QRectF> LabelLayout::difference(const LabelLayout& a, const LabelLayout& b) {
  const auto key = [](const PlacedLabel& label) {
    return std::tuple(label.text, label.bounds.x(), label.bounds.y(), label.bounds.width(), label.bounds.height(),
                      label.colour.rgb());
  };
  std::set<decltype(key(a.mLabels[0]))> inA;
  std::set<decltype(key(a.mLabels[0]))> inB;
  for (const PlacedLabel& label : a.mLabels)
    inA.insert(key(label));
  for (const PlacedLabel& label : b.mLabels)
    inB.insert(key(label));
  std::vector<QRectF> out;
  for (const PlacedLabel& label : a.mLabels)
    if (!inB.contains(key(label)))
      out.push_back(withHalo(label));
  for (const PlacedLabel& label : b.mLabels)
    if (!inA.contains(key(label)))
      out.push_back(withHalo(label));
  return out;
}

/// Places the names one after the other, the most important first.
class LabelPlacer {
 public:
  LabelPlacer(const Scene& scene, double factor, LabelLayout& layout)
      : mScene(scene), mFactor(factor), mLayout(layout), mEngraved(scene.palette->isEngraved()) {}

  struct Wanted {
    double size;
    double priority;
    NamedPtr thing;
  };
  std::vector<Wanted> wanted() const {
    std::vector<Wanted> out;
    // From afar only what is large in the world has a name.
    const double least = mFactor < 1.5 ? 0 : mFactor < 3 ? 0.165 : mFactor < 6 ? 0.19 : 0.21;
    for (const char* section : {"place", "region", "course", "crossing", "entry"})
      for (const NamedPtr& thing : mScene.named->section(section))
        if (const double size = thing->name.isEmpty() ? 0 : sizeOf(*thing); size > 0 && size >= least)
          out.push_back({size, priorityOf(*thing), thing});
    std::stable_sort(out.begin(), out.end(), [](const Wanted& a, const Wanted& b) {
      return std::tie(b.priority, b.size, a.thing->section, a.thing->id) <
             std::tie(a.priority, a.size, b.thing->section, b.thing->id);
    });
    return out;
  }

  void place(const Wanted& w) {
    mReach = {};
    const std::size_t first = mLayout.mLabels.size();
    placeOne(*w.thing, w.size * mFactor);
    LabelLayout::Entry entry{w.thing, mReach, {}};
    for (std::size_t i = first; i < mLayout.mLabels.size(); ++i)
      entry.labels.push_back(i);
    mLayout.mEntries.push_back(std::move(entry));
  }

 private:
  double sizeOf(const NamedThing& thing) const {
    const bool sized = thing.row.width > 0 && thing.row.colour.isValid() == false;
    if (thing.section == "course")
      return thing.row.width > 0 ? std::clamp(thing.row.width, 0.14, 0.24) : 0.17;
    if (thing.section == "region")
      return regionSize(thing);
    if (thing.section == "crossing")
      return 0.135;
    if (thing.section == "entry")
      return 0.14;
    if (sized)
      return std::clamp(thing.row.width, 0.15, 0.3);
    return std::clamp(0.15 + 0.33 * markSize(thing), 0.15, 0.28);
  }

  double regionSize(const NamedThing& thing) const {
    const auto it = mScene.membership->areas().find(thing.id);
    const double hexes = it == mScene.membership->areas().end() ? 1 : static_cast<double>(it->second.count);
    return std::clamp(0.15 + 0.028 * std::sqrt(hexes), 0.17, 0.55);
  }

  double priorityOf(const NamedThing& thing) const {
    if (thing.section == "place")
      return 3 + markSize(thing);
    if (thing.section == "course")
      return 2;
    if (thing.section == "region")
      return 1.5;
    return 1;
  }

  QColor colourOf(const NamedThing& thing) const {
    if (thing.section == "place" && !mEngraved)
      return mScene.style->ink();
    if (thing.row.label.isValid())
      return thing.row.label;
    return mScene.style->ink();
  }

  void placeOne(const NamedThing& thing, double size) {
    if (thing.section == "course")
      placeCourse(thing, size);
    else if (thing.section == "region")
      placeRegion(thing, size);
    else if (thing.section == "entry")
      placeEntry(thing, size);
    else
      placeBeside(thing, size);
  }

  static std::vector<QPolygonF> straightBox(const TextShape& shape, QPointF left, double size) {
    const double pad = size * 0.1;
    return {boxOf(left - QPointF(pad, 0), {1, 0}, shape.width * size + 2 * pad, size * 0.74, size * 0.24)};
  }

  bool isFree(const std::vector<QPolygonF>& boxes) {
    for (const QPolygonF& box : boxes)
      mReach = mReach.isNull() ? box.boundingRect() : mReach.united(box.boundingRect());
    return mLayout.isFree(boxes);
  }

  bool isInside(const std::vector<QPolygonF>& boxes) const {
    return std::all_of(boxes.begin(), boxes.end(),
                       [&](const QPolygonF& box) { return mBounds.contains(box.boundingRect()); });
  }

  /// Puts a text at the best of several places: inside the map before outside it, clear of lines before across them,
  /// earlier ones before later ones.
  bool putBest(const TextShape& shape, std::span<const QPointF> lefts, double size, const NamedThing& thing) {
    double best = 1e9;
    QPointF at;
    for (std::size_t i = 0; i < lefts.size(); ++i) {
      const std::vector<QPolygonF> boxes = straightBox(shape, lefts[i], size);
      if (!isFree(boxes))
        continue;
      const double cost = (isInside(boxes) ? 0 : 100) + 0.35 * static_cast<double>(i) +
                          inkUnder(mScene, boxes.front().boundingRect(), size);
      if (cost < best) {
        best = cost;
        at = lefts[i];
      }
    }
    return best < 1e9 && put(shape, at, size, thing);
  }

  bool put(const TextShape& shape, QPointF left, double size, const NamedThing& thing) {
    std::vector<QPolygonF> boxes = straightBox(shape, left, size);
    if (!isFree(boxes))
      return false;
    PlacedLabel label;
    label.text = thing.name;
    label.letters.emplace_back(shape.path, QTransform(size, 0, 0, size, left.x(), left.y()));
    label.boxes = std::move(boxes);
    label.colour = colourOf(thing);
    label.size = size;
    mLayout.add(std::move(label));
    return true;
  }

  void placeBeside(const NamedThing& thing, double size) {
    if (!thing.at)
      return;
    const bool large = size > 0.21 * mFactor;
    const bool isPlace = thing.section == "place";
    const Face face = mEngraved ? (isPlace ? (large ? Face::SerifBold : Face::Serif) : Face::SerifItalic)
                                : (isPlace ? (large ? Face::SansBold : Face::Sans) : Face::SansItalic);
    const TextShape shape = shapeText(thing.name, face, mEngraved ? 0.01 : 0);
    const QPointF at = markPosition(mScene, thing);
    const double gap = markSize(thing) * 0.5 + size * 0.16;
    const double w = shape.width * size;
    if (markSize(thing) <= 0 && isPlace && thing.hex) {
      // A name without a symbol stands in the hex itself.
      for (const double dy : {0.1, -0.12, 0.3})
        if (put(shape, at + QPointF(-w / 2, size * 0.25 + dy), size, thing))
          return;
      return;
    }
    const double mid = size * 0.25;
    // Clear of the own symbol, whose box these distances are made for.
    const double above = gap + size * 0.1;
    const std::array<QPointF, 10> places{QPointF(gap, mid),
                                         QPointF(gap, -gap * 0.7),
                                         QPointF(gap, gap * 0.7 + size * 0.5),
                                         QPointF(-gap - w, mid),
                                         QPointF(-w / 2, gap + size * 0.66),
                                         QPointF(-w / 2, -above),
                                         QPointF(-gap - w, -gap * 0.7),
                                         QPointF(-gap - w, gap * 0.7 + size * 0.5),
                                         QPointF(-w / 2 + gap, gap + size * 0.9),
                                         QPointF(-w / 2 - gap, gap + size * 0.9)};
    std::vector<QPointF> lefts;
    for (const QPointF& place : places)
      lefts.push_back(at + place);
    putBest(shape, lefts, size, thing);
  }

  void placeRegion(const NamedThing& thing, double size) {
    std::optional<QPointF> at = thing.at;
    if (!at) {
      const auto it = mScene.membership->areas().find(thing.id);
      if (it == mScene.membership->areas().end())
        return;
      at = it->second.centre();
    }
    const TextShape shape = shapeText(thing.name.toUpper(), mEngraved ? Face::Serif : Face::Sans, 0.28);
    const QPointF left = *at - QPointF(shape.width * size / 2, -size * 0.3);
    std::vector<QPointF> lefts;
    for (const double dy : {0.0, -0.3, 0.3, -0.55, 0.55})
      for (const double dx : {0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2})
        lefts.push_back(left + QPointF(dx, dy));
    putBest(shape, lefts, size, thing);
  }

  void placeEntry(const NamedThing& thing, double size) {
    if (thing.hexes.empty())
      return;
    const QPointF at = toQt(mScene.lattice().centre(thing.hexes[thing.hexes.size() / 2]));
    const TextShape shape = shapeText(thing.name, mEngraved ? Face::SerifItalic : Face::SansItalic, 0);
    const double w = shape.width * size;
    // Toward the inside of the map.
    const QPointF middle = mScene.bounds().center();
    const double side = at.x() < middle.x() ? 0.1 : -0.1 - w;
    const double fallback = at.x() < middle.x() ? -0.2 : 0.2 - w;
    const std::array<QPointF, 4> lefts{at + QPointF(side, 0.38), at + QPointF(side, -0.2), at + QPointF(fallback, 0.38),
                                       at + QPointF(fallback, -0.2)};
    putBest(shape, lefts, size, thing);
  }

  void placeCourse(const NamedThing& thing, double size) {
    const std::shared_ptr<const CourseLine> known = mScene.courseLines->get(mScene, thing.id);
    const CourseLine& line = *known;
    if (line.points.size() < 2)
      return;
    const Face face = mEngraved ? Face::SerifItalic : Face::SansItalic;
    const bool rail = line.isRail;
    // Railroads in small capitals, ridges in spaced ones.
    const bool capitals = rail || line.isRelief;
    const QString text = capitals ? thing.name.toUpper() : thing.name;
    const double spacing = line.isRelief ? 0.24 : rail ? 0.12 : 0.09;
    if (capitals)
      size *= 0.78;
    const std::vector<GlyphShape> glyphs =
        shapeGlyphs(text, capitals ? (mEngraved ? Face::Serif : Face::Sans) : face, spacing);
    if (glyphs.empty())
      return;
    const double length = (glyphs.back().at + glyphs.back().width) * size;
    const Ruler ruler(line.points);
    constexpr double kApart = 11;
    const double total = ruler.length();
    if (length > total * 1.02)
      return;
    // Several names on a long course; each takes the calmest free stretch of its part.
    const int parts = std::max(1, static_cast<int>(total / (kApart * mFactor)));
    for (int part = 0; part < parts; ++part) {
      const double from = total * part / parts;
      const double to = total * (part + 1) / parts;
      constexpr double kFinest = 0.12;
      const double step = std::max(kFinest, (to - from) / 60); // long courses have room enough
      std::vector<std::pair<double, double>> starts;
      for (double start = from; start + length <= std::max(to, from + length) + 1e-9 && start + length <= total;
           start += step)
        starts.emplace_back(unrest(ruler, start, length) + 0.15 * std::abs(start + length / 2 - (from + to) / 2),
                            start);
      std::sort(starts.begin(), starts.end());
      for (std::size_t i = 0; i < std::min<std::size_t>(starts.size(), 14); ++i)
        if (putAlong(thing, text, glyphs, ruler, starts[i].second, length, size, line))
          break;
    }
  }

  /// How much the line turns under a text.
  static double unrest(const Ruler& ruler, double start, double length) {
    double sum = 0;
    constexpr int kSteps = 10;
    QPointF before = ruler.direction(start);
    for (int i = 1; i <= kSteps; ++i) {
      const QPointF now = ruler.direction(start + length * i / kSteps);
      sum += std::abs(before.x() * now.y() - before.y() * now.x());
      before = now;
    }
    // Steep texts are hard to read.
    const QPointF whole = ruler.at(start + length) - ruler.at(start);
    return sum + 0.8 * std::abs(unit(whole).y());
  }

  bool putAlong(const NamedThing& thing, const QString& text, const std::vector<GlyphShape>& glyphs, const Ruler& ruler,
                double start, double length, double size, const CourseLine& line) {
    const QPointF whole = ruler.at(start + length) - ruler.at(start);
    const bool backward = whole.x() < 0;
    // In the water when it is wide enough, else beside it.
    const bool inside = line.width >= size * 1.15 && !line.isRelief;
    for (const double side : {1.0, -1.0}) {
      std::vector<QPolygonF> boxes;
      std::vector<std::pair<QPainterPath, QTransform>> letters;
      for (const GlyphShape& glyph : glyphs) {
        const double middle = (glyph.at + glyph.width / 2) * size;
        const double at = backward ? start + length - middle : start + middle;
        const double reach = size * 0.9;
        // Letters follow the line smoothly: its direction is taken over a stretch, not at a point.
        QPointF along = unit(ruler.at(at + reach) - ruler.at(at - reach));
        if (backward)
          along = -along;
        const QPointF up(along.y(), -along.x());
        const QPointF base = (ruler.at(at - reach * 0.5) + ruler.at(at) * 2 + ruler.at(at + reach * 0.5)) / 4;
        const double lift = inside     ? -size * 0.24
                            : side > 0 ? line.width / 2 + size * 0.24
                                       : -(line.width / 2 + size * 0.74);
        const QPointF left = base + up * lift - along * (glyph.width * size / 2);
        boxes.push_back(boxOf(left, along, glyph.width * size, size * 0.74, size * 0.2));
        letters.emplace_back(glyph.path, QTransform(along.x() * size, along.y() * size, -along.y() * size,
                                                    along.x() * size, left.x(), left.y()));
      }
      if (!isFree(boxes))
        continue;
      PlacedLabel label;
      label.text = text;
      label.letters = std::move(letters);
      label.boxes = std::move(boxes);
      label.colour = colourOf(thing);
      label.size = size;
      mLayout.add(std::move(label));
      return true;
    }
    return false;
  }

  const Scene& mScene;
  double mFactor;
  LabelLayout& mLayout;
  bool mEngraved;
  QRectF mReach; ///< of the name being placed
  QRectF mBounds = mScene.bounds().adjusted(0.5, 0.4, -0.5, -0.4);
};

void LabelLayout::takeSymbols(const Scene& scene) {
  // Symbols of places are taken before any name.
  for (const NamedPtr& place : scene.named->section("place")) {
    const double size = markSize(*place);
    if (size <= 0 || !place->at)
      continue;
    const QPointF at = markPosition(scene, *place);
    const QRectF box(at - QPointF(size, size) * 0.45, QSizeF(size, size) * 0.9);
    const QPolygonF polygon(QVector<QPointF>{box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()});
    forEachCell(box, [&](std::int64_t key) { mCells[key].push_back(mBoxes.size()); });
    mBoxes.push_back({kNoLabel, polygon, box});
  }
}

LabelLayout::LabelLayout(const Scene& scene, double factor) : mFactor(factor) {
  takeSymbols(scene);
  LabelPlacer placer(scene, factor, *this);
  for (const LabelPlacer::Wanted& wanted : placer.wanted())
    placer.place(wanted);
}

LabelLayout::LabelLayout(const Scene& scene, const LabelLayout& before, const Changes& changes)
    : mFactor(before.mFactor) {
  takeSymbols(scene);
  std::unordered_map<const NamedThing*, const Entry*> known;
  for (const Entry& entry : before.mEntries)
    known.emplace(entry.thing.get(), &entry);
  LabelPlacer placer(scene, mFactor, *this);
  const std::vector<LabelPlacer::Wanted> wanted = placer.wanted();
  // A name stays where it is unless something within its reach changed: its record, a line, a symbol, or the place of
  // a more important name.
  std::vector<QRectF> changed;
  const auto around = [&](QPointF p, double reach) {
    changed.emplace_back(p - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
  };
  for (const QPointF& p : changes.lines)
    around(p, 1.2);
  std::unordered_map<const NamedThing*, bool> present;
  for (const LabelPlacer::Wanted& w : wanted)
    present.emplace(w.thing.get(), true);
  const auto gone = [&](const Entry& entry) {
    if (entry.thing->at)
      around(*entry.thing->at, 0.9);
    for (const std::size_t i : entry.labels)
      changed.push_back(before.mLabels[i].bounds);
  };
  const auto hasMoved = [&](const NamedThing& thing) {
    return (thing.section == "course" && changes.courses.contains(thing.id)) ||
           (thing.section == "region" && changes.regions.contains(thing.id));
  };
  // Their old places are free for others from the start: their rank may have changed, too.
  for (const Entry& entry : before.mEntries)
    if (!present.contains(entry.thing.get()) || hasMoved(*entry.thing))
      gone(entry);
  for (const LabelPlacer::Wanted& w : wanted) {
    const auto it = known.find(w.thing.get());
    bool again = it == known.end() || hasMoved(*w.thing);
    for (std::size_t i = 0; i < changed.size() && !again; ++i)
      again = it->second->reach.intersects(changed[i]);
    if (!again) {
      Entry entry = *it->second;
      for (std::size_t& i : entry.labels) {
        PlacedLabel label = before.mLabels[i];
        label.bounds = {};
        i = mLabels.size();
        add(std::move(label));
      }
      mEntries.push_back(std::move(entry));
      continue;
    }
    if (it == known.end() && w.thing->at)
      around(*w.thing->at, 0.9);
    const std::size_t first = mLabels.size();
    placer.place(w);
    std::vector<QRectF> was;
    if (it != known.end())
      for (const std::size_t i : it->second->labels)
        was.push_back(before.mLabels[i].bounds);
    std::vector<QRectF> now;
    for (std::size_t i = first; i < mLabels.size(); ++i)
      now.push_back(mLabels[i].bounds);
    if (was != now) {
      changed.insert(changed.end(), was.begin(), was.end());
      changed.insert(changed.end(), now.begin(), now.end());
    }
  }
}

int layoutStep(double scale) {
  return std::clamp(static_cast<int>(std::ceil(std::log2(kReadable / std::max(scale, 0.01)) * 2 - 1e-9)), 0, 16);
}

std::shared_ptr<const LabelLayout> layoutFor(const Scene& scene, double scale) {
  const int step = layoutStep(scale);
  const std::lock_guard lock(scene.layouts->mutex);
  auto& layouts = scene.layouts->byFactor;
  if (const auto it = layouts.find(step); it != layouts.end())
    return it->second;
  // Few sizes are in use at a time, and each of them has to be kept up to date.
  constexpr std::size_t kMost = 3;
  if (layouts.size() >= kMost)
    layouts.erase(std::abs(layouts.begin()->first - step) > std::abs(layouts.rbegin()->first - step)
                      ? layouts.begin()
                      : std::prev(layouts.end()));
  return layouts.emplace(step, std::make_shared<const LabelLayout>(scene, std::pow(2.0, step / 2.0))).first->second;
}

} // namespace hotchkiss
