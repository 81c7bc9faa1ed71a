#include "render/labels.h"

#include "render/markers.h"
#include "render/nameplacer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace hotchkiss {

namespace {

constexpr double kCell = 2;                                    ///< of the spatial hash, in pitches
constexpr std::size_t kNoLabel = static_cast<std::size_t>(-1); ///< owner of boxes that only keep names away
constexpr double kInkReach = 2.1; ///< how far from a change the ink changes that names keep clear of

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
  // One rectangle for many changes that lie near each other.
  std::map<std::pair<std::int64_t, std::int64_t>, QRectF> blocks;
  for (const QPointF& p : changes.lines) {
    constexpr double kBlock = 3;
    QRectF& block = blocks[{static_cast<std::int64_t>(std::floor(p.x() / kBlock)),
                            static_cast<std::int64_t>(std::floor(p.y() / kBlock))}];
    const QRectF reach(p - QPointF(kInkReach, kInkReach), QSizeF(2 * kInkReach, 2 * kInkReach));
    block = block.isNull() ? reach : block.united(reach);
  }
  for (const auto& [key, block] : blocks)
    changed.push_back(block);
  std::unordered_map<const NamedThing*, bool> present;
  for (const LabelPlacer::Wanted& w : wanted)
    present.emplace(w.thing.get(), true);
  const auto gone = [&](const Entry& entry) {
    if (entry.thing->at)
      around(*entry.thing->at, kInkReach);
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
      around(*w.thing->at, kInkReach);
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
  return std::clamp(static_cast<int>(std::ceil(std::log2(kReadingScale / std::max(scale, 0.01)) * 2 - 1e-9)), 0, 16);
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
