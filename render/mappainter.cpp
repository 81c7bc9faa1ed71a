#include "render/mappainter.h"

#include "render/courseline.h"
#include "render/ground.h"
#include "render/labels.h"
#include "render/markers.h"
#include "render/nameink.h"
#include "render/network.h"
#include "render/overview.h"
#include "render/relief.h"
#include "render/scene.h"
#include "render/texture.h"
#include "render/towngrid.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace hotchkiss {

struct MapPainter::Data {
  std::shared_ptr<const Scene> scene;
};

namespace {

std::shared_ptr<const std::map<int, std::int64_t>> countLevels(const Document& document) {
  auto out = std::make_shared<std::map<int, std::int64_t>>();
  for (std::int32_t c = 0; c < document.extent().width; ++c)
    for (std::int32_t r = 0; r < document.extent().height; ++r)
      if (const std::int16_t level = document.hex({c, r}).level; level != HexValue::kNoLevel)
        ++(*out)[level];
  return out;
}

/// The middle of the measured heights of all hexes at some levels.
std::optional<double> middleHeight(const Scene& scene, int first, int last) {
  const Heights::Table& measured = scene.heights->table(scene.document());
  if (measured.empty())
    return std::nullopt;
  double sum = 0;
  int count = 0;
  const Extent& extent = scene.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const std::int16_t level = scene.document().hex({c, r}).level;
      const float metres = measured.metres[static_cast<std::size_t>(c) * static_cast<std::size_t>(extent.height) +
                                           static_cast<std::size_t>(r)];
      if (level == HexValue::kNoLevel || level < first || level > last || std::isnan(metres))
        continue;
      sum += static_cast<double>(metres);
      ++count;
    }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::shared_ptr<Scene> makeScene(MapSnapshot snapshot, std::shared_ptr<const MapStyle> style, LayerSettings layers) {
  auto scene = std::make_shared<Scene>();
  scene->snapshot = std::move(snapshot);
  scene->style = std::move(style);
  scene->layers = layers;
  scene->palette = std::make_shared<const Palette>(*scene->snapshot.ruleset, scene->style);
  scene->meanings = std::make_shared<const PoolMeanings>(scene->palette);
  scene->named = std::make_shared<const NamedIndex>(scene->document(), *scene->palette);
  scene->membership = std::make_shared<const Membership>(scene->document(), *scene->meanings);
  scene->levels = scene->palette->hasLevels() ? countLevels(scene->document())
                                              : std::make_shared<const std::map<int, std::int64_t>>();
  scene->makeRamp();
  scene->overview = std::make_shared<const Overview>(scene->extent());
  return scene;
}

/// Collects changed places and gives few rectangles that cover them.
class DirtyArea {
 public:
  void add(QPointF p, double reach) {
    constexpr double kBlock = 24;
    const auto key = std::pair(static_cast<std::int64_t>(std::floor(p.x() / kBlock)),
                               static_cast<std::int64_t>(std::floor(p.y() / kBlock)));
    const QRectF around(p.x() - reach, p.y() - reach, 2 * reach, 2 * reach);
    const auto [it, isNew] = mBlocks.emplace(key, around);
    if (!isNew)
      it->second = it->second.united(around);
  }
  void add(const QRectF& area) { mWhole.push_back(area); }
  std::vector<QRectF> take() {
    std::vector<QRectF> out = std::move(mWhole);
    for (const auto& [key, area] : mBlocks)
      out.push_back(area);
    return out;
  }

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, QRectF> mBlocks;
  std::vector<QRectF> mWhole;
};

constexpr double kReach = 2.2; ///< how far a change shows: smooth corners, massifs and marks of neighbours
constexpr double kTownDirt = kTownReach + 1.4; ///< the same for what turns the streets of a town

void addFlowChanges(const Scene& before, const Scene& after, const std::string& course, DirtyArea& dirty) {
  const auto old = before.courseLines->get(before, course);
  const auto now = after.courseLines->get(after, course);
  const auto compare = [&](const CourseLine& one, const CourseLine& other) {
    for (const auto& [e, width] : one.flow) {
      const auto it = other.flow.find(e);
      if (it == other.flow.end() || it->second != width)
        dirty.add(toQt(after.lattice().middle(e)), kReach);
    }
  };
  compare(*old, *now);
  compare(*now, *old);
}

} // namespace

MapPainter::MapPainter(MapSnapshot snapshot, std::shared_ptr<const MapStyle> style, LayerSettings layers)
    : mData(std::make_shared<const Data>(Data{makeScene(std::move(snapshot), std::move(style), layers)})) {}

MapPainter::~MapPainter() = default;

QRectF MapPainter::bounds() const {
  return mData->scene->bounds();
}
const MapSnapshot& MapPainter::snapshot() const {
  return mData->scene->snapshot;
}
const MapStyle& MapPainter::style() const {
  return *mData->scene->style;
}
const LayerSettings& MapPainter::layers() const {
  return mData->scene->layers;
}

std::vector<std::pair<QString, QColor>> MapPainter::levelTints() const {
  const Scene& scene = *mData->scene;
  std::vector<std::pair<QString, QColor>> out;
  if (scene.ramp.empty() || scene.strength(Layer::Levels) <= 0)
    return out;
  const int low = scene.levels->begin()->first;
  const int high = scene.levels->rbegin()->first;
  for (std::size_t step = 0; step < scene.ramp.size(); ++step) {
    std::optional<int> first;
    int last = low;
    for (int level = low; level <= high; ++level) {
      HexValue value;
      value.level = static_cast<std::int16_t>(level);
      if (scene.stepOf(value) != static_cast<int>(step))
        continue;
      first = first.value_or(level);
      last = level;
    }
    if (!first)
      continue;
    QString name = *first == last ? QString("Level %1").arg(last) : QString("Levels %1 to %2").arg(*first).arg(last);
    if (const std::optional<double> metres = middleHeight(scene, *first, last))
      name += QString(", %1 m").arg(std::lround(*metres));
    out.emplace_back(name, scene.ramp[step]);
  }
  return out;
}

bool MapPainter::draftDiffers(double scale) {
  return scale >= kShapesScale;
}

void MapPainter::paint(QPainter& painter, const QRectF& area, double scale, Detail detail) const {
  const Scene& scene = *mData->scene;
  if (!(scale > 0) || area.isEmpty())
    return;
  const View view{area, scale};
  painter.save();
  painter.setClipRect(view.pixels(), Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  if (scale < kShapesScale || detail == Detail::Draft) {
    paintOverview(painter, scene, view);
    if (scale >= kShapesScale)
      paintHexMarks(painter, scene, view); // a hex out of play must not look like open ground, not even for a moment
    if (scale >= 3) {
      paintCrossings(painter, scene, view);
      paintPlaces(painter, scene, view);
      paintEntries(painter, scene, view);
    }
  } else {
    paintGround(painter, scene, view);
    paintHexMarks(painter, scene, view);
    paintTextures(painter, scene, view);
    paintGrid(painter, scene, view);
    Network network(scene, view);
    network.paint(painter, Layer::Water);
    network.paint(painter, Layer::Relief);
    network.paint(painter, Layer::Works);
    network.paint(painter, Layer::Paths);
    paintCrossings(painter, scene, view);
    paintPlaces(painter, scene, view);
    network.paint(painter, Layer::Borders);
    paintEntries(painter, scene, view);
    paintNumbers(painter, scene, view);
  }
  paintNames(painter, scene, view);
  paintSheets(painter, scene, view);
  painter.restore();
}

MapPainter::Update MapPainter::after(const Edit& edit, MapSnapshot snapshot) const {
  const Scene& before = *mData->scene;
  const bool moved = std::any_of(edit.parts.begin(), edit.parts.end(),
                                 [](const auto& part) { return std::holds_alternative<Reframe>(part); });
  const bool samePool = &before.document().pool() == &snapshot.document.pool();
  const bool sameRules = before.snapshot.ruleset == snapshot.ruleset;
  if (moved || !samePool || !sameRules || before.extent() != snapshot.document.extent() ||
      !(before.lattice() == snapshot.document.lattice())) {
    auto painter = std::make_shared<const MapPainter>(std::move(snapshot), before.style, before.layers);
    const QRectF whole = painter->bounds().united(bounds());
    return {std::move(painter), {whole}};
  }
  auto scene = std::make_shared<Scene>(before);
  const bool renumbered = scene->snapshot.numbering != snapshot.numbering;
  scene->snapshot = std::move(snapshot);
  const Document& document = scene->document();
  const Lattice& lattice = scene->lattice();
  DirtyArea dirty;
  std::vector<HexCoord> recoloured;
  LabelLayout::Changes names;
  bool relabel = false;
  for (const auto& part : edit.parts) {
    const Changes& changes = std::get<Changes>(part);
    bool levelsChanged = false;
    for (const auto& change : changes.hexes) {
      const bool isTown =
          scene->meanings->terrains.get(document.pool(), change.before.terrain).pattern == Pattern::Blocks ||
          scene->meanings->terrains.get(document.pool(), change.after.terrain).pattern == Pattern::Blocks;
      dirty.add(toQt(lattice.centre(change.key)), isTown ? kTownDirt : kReach);
      recoloured.push_back(change.key);
      for (const HexCoord& n : lattice.neighbours(change.key)) // the light on them changes, too
        recoloured.push_back(n);
      if (change.before.more != change.after.more) {
        names.lines.push_back(toQt(lattice.centre(change.key)));
        for (const std::uint32_t content : {change.before.more, change.after.more}) {
          const HexContent& more = scene->meanings->hexes.get(document.pool(), content);
          names.regions.insert(more.regions.begin(), more.regions.end());
        }
      }
      const auto isBusy = [&](const HexValue& value) {
        return NameInk::isBusy(scene->meanings->terrains.get(document.pool(), value.terrain));
      };
      if (isBusy(change.before) != isBusy(change.after)) // names keep clear of woods
        names.lines.push_back(toQt(lattice.centre(change.key)));
      levelsChanged = levelsChanged || change.before.level != change.after.level;
    }
    if (levelsChanged && scene->palette->hasLevels()) {
      auto levels = std::make_shared<std::map<int, std::int64_t>>(*scene->levels);
      for (const auto& change : changes.hexes) {
        if (change.before.level != HexValue::kNoLevel && --(*levels)[change.before.level] <= 0)
          levels->erase(change.before.level);
        if (change.after.level != HexValue::kNoLevel)
          ++(*levels)[change.after.level];
      }
      scene->levels = std::move(levels);
    }
    for (const auto& change : changes.edges) {
      const QPointF middle = toQt(lattice.middle(change.key));
      bool turnsStreets = false;
      for (const HexCoord& h : lattice.range(lattice.hexes(change.key)[0], kTownReach + 1))
        turnsStreets = turnsStreets || (document.extent().contains(h) && scene->terrain(h).pattern == Pattern::Blocks);
      dirty.add(middle, turnsStreets ? kTownDirt : kReach);
      names.lines.push_back(middle);
      for (const std::uint32_t content : {change.before, change.after})
        for (const PlacedLine& line : scene->meanings->edges.get(document.pool(), content).lines)
          names.courses.insert(line.courses.begin(), line.courses.end());
    }
    for (const auto& change : changes.vertices)
      dirty.add(toQt(lattice.position(change.key)), kReach);
    if (std::any_of(changes.records.begin(), changes.records.end(),
                    [](const auto& change) { return change.key.table == "map/evidence"; })) {
      // One measured height may change the scale of all.
      scene->heights = newHeights();
      scene->overview = std::make_shared<const Overview>(scene->extent());
      dirty.add(bounds());
    }
    if (auto named = NamedIndex::after(*scene->named, changes, document, *scene->palette)) {
      for (const auto& change : changes.records) {
        const std::string& section = change.key.key.section;
        for (const NamedIndex* index : {scene->named.get(), named.get()}) {
          const NamedThing* thing = index->find(section, change.key.key.id);
          if (!thing)
            continue;
          if (thing->at) {
            dirty.add(*thing->at, kReach);
            names.lines.push_back(*thing->at);
          }
          for (const HexCoord& h : thing->hexes) {
            dirty.add(toQt(lattice.centre(h)), kReach);
            names.lines.push_back(toQt(lattice.centre(h)));
          }
          if (thing->mouth) // where a course ends it does not taper, and towards there it widens
            dirty.add(toQt(lattice.position(*thing->mouth)), kReach);
          if (section == "course")
            names.courses.insert(thing->id);
          // Regions may change their borders, links stretch over the map.
          if (section == "region" || section == "link")
            dirty.add(bounds());
        }
      }
      scene->named = std::move(named);
      relabel = true;
    }
    if (auto membership = scene->membership->after(changes, document, *scene->meanings)) {
      scene->membership = std::move(membership);
      relabel = true;
    }
  }
  const auto span = [](const Scene& s) {
    return s.levels->empty() ? std::pair(0, 0) : std::pair(s.levels->begin()->first, s.levels->rbegin()->first);
  };
  if (span(*scene) != span(before) || scene->levels->empty() != before.levels->empty()) {
    scene->makeRamp();
    scene->overview = std::make_shared<const Overview>(scene->extent());
    dirty.add(bounds());
  } else if (!recoloured.empty()) {
    scene->overview = scene->overview->without(recoloured);
  }
  if (renumbered) { // names keep clear of hex numbers
    dirty.add(bounds());
    scene->layouts = std::make_shared<Scene::Layouts>();
  }
  if (!names.courses.empty()) {
    scene->courseLines = scene->courseLines->without(names.courses);
    for (const std::string& course : names.courses) // waters widen downstream of a change
      addFlowChanges(before, *scene, course, dirty);
  }
  if (!renumbered && (relabel || !names.lines.empty() || !names.regions.empty())) {
    // Names that anyone has seen are placed anew now, to know which of them moved; the others when they are wanted.
    std::map<int, std::shared_ptr<const LabelLayout>> seen;
    {
      const std::lock_guard lock(before.layouts->mutex);
      seen = before.layouts->byFactor;
    }
    scene->layouts = std::make_shared<Scene::Layouts>();
    for (const auto& [step, layout] : seen) {
      auto fresh = std::make_shared<const LabelLayout>(*scene, *layout, names);
      for (const QRectF& area : LabelLayout::difference(*layout, *fresh))
        dirty.add(area);
      scene->layouts->byFactor[step] = std::move(fresh);
    }
  }
  auto painter = std::make_shared<MapPainter>(*this);
  painter->mData = std::make_shared<const Data>(Data{std::move(scene)});
  return {std::move(painter), dirty.take()};
}

} // namespace hotchkiss
