#include "render/scene.h"

#include "render/colours.h"
#include "render/relief.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr int kMostSteps = 9;

} // namespace

PoolMeanings::PoolMeanings(std::shared_ptr<const Palette> shown)
    : palette(std::move(shown)),
      terrains([p = palette.get()](const std::string& id) { return p->terrain(id); }),
      edges([p = palette.get()](const std::string& text) { return p->edgeContent(text); }),
      vertices([p = palette.get()](const std::string& text) { return p->vertexContent(text); }),
      hexes([p = palette.get()](const std::string& text) { return p->hexContent(text); }) {}

QPointF Membership::Area::centre() const {
  return count ? QPointF(x / static_cast<double>(count), y / static_cast<double>(count)) : QPointF();
}

namespace {

std::vector<std::string> coursesOf(const EdgeContent& content) {
  std::vector<std::string> out;
  for (const PlacedLine& line : content.lines)
    for (const std::string& course : line.courses)
      if (std::find(out.begin(), out.end(), course) == out.end())
        out.push_back(course);
  return out;
}

} // namespace

Membership::Membership(const Document& document, const PoolMeanings& meanings) {
  std::map<std::string, Edges> courses;
  document.forEachEdge([&](EdgeId e, std::uint32_t id) {
    for (const std::string& course : coursesOf(meanings.edges.get(document.pool(), id)))
      courses[course].push_back(e);
  });
  for (auto& [id, edges] : courses) {
    std::sort(edges.begin(), edges.end());
    mCourses[id] = std::make_shared<const Edges>(std::move(edges));
  }
  for (std::int32_t c = 0; c < document.extent().width; ++c)
    for (std::int32_t r = 0; r < document.extent().height; ++r) {
      const HexValue value = document.hex({c, r});
      if (value.more == TextPool::kNone)
        continue;
      for (const std::string& region : meanings.hexes.get(document.pool(), value.more).regions) {
        const Point p = document.lattice().centre({c, r});
        Area& area = mAreas[region];
        area.x += p.x;
        area.y += p.y;
        ++area.count;
      }
    }
}

std::shared_ptr<const Membership> Membership::after(const Changes& changes, const Document& document,
                                                    const PoolMeanings& meanings) const {
  std::shared_ptr<Membership> out;
  const auto writable = [&]() -> Membership& {
    if (!out)
      out = std::make_shared<Membership>(*this);
    return *out;
  };
  std::map<std::string, Edges> touched;
  for (const auto& change : changes.edges) {
    const std::vector<std::string> before = coursesOf(meanings.edges.get(document.pool(), change.before));
    const std::vector<std::string> after = coursesOf(meanings.edges.get(document.pool(), change.after));
    if (before == after)
      continue;
    for (const std::string& course : before) {
      Edges& edges = touched.try_emplace(course, this->edges(course)).first->second;
      const auto it = std::lower_bound(edges.begin(), edges.end(), change.key);
      if (it != edges.end() && *it == change.key)
        edges.erase(it);
    }
    for (const std::string& course : after) {
      Edges& edges = touched.try_emplace(course, this->edges(course)).first->second;
      const auto it = std::lower_bound(edges.begin(), edges.end(), change.key);
      if (it == edges.end() || *it != change.key)
        edges.insert(it, change.key);
    }
  }
  for (auto& [course, edges] : touched) {
    if (edges.empty())
      writable().mCourses.erase(course);
    else
      writable().mCourses[course] = std::make_shared<const Edges>(std::move(edges));
  }
  for (const auto& change : changes.hexes) {
    if (change.before.more == change.after.more)
      continue;
    const std::vector<std::string>& before = meanings.hexes.get(document.pool(), change.before.more).regions;
    const std::vector<std::string>& after = meanings.hexes.get(document.pool(), change.after.more).regions;
    if (before == after)
      continue;
    const Point p = document.lattice().centre(change.key);
    for (const std::string& region : before) {
      Area& area = writable().mAreas[region];
      area.x -= p.x;
      area.y -= p.y;
      if (--area.count <= 0)
        writable().mAreas.erase(region);
    }
    for (const std::string& region : after) {
      Area& area = writable().mAreas[region];
      area.x += p.x;
      area.y += p.y;
      ++area.count;
    }
  }
  return out;
}

const Membership::Edges& Membership::edges(const std::string& course) const {
  static const Edges kNone;
  const auto it = mCourses.find(course);
  return it == mCourses.end() ? kNone : *it->second;
}

void Scene::makeRamp() {
  ramp.clear();
  if (!palette->hasLevels() || levels->empty())
    return;
  const StyleRow& row = palette->row("elevation", "elevation");
  const QColor low = row.fill.isValid() ? row.fill : style->paper();
  const QColor high = row.colour.isValid() ? row.colour : QColor(0x8a, 0x66, 0x42);
  const int range = levels->rbegin()->first - levels->begin()->first + 1;
  const int steps = std::clamp(range, 1, kMostSteps);
  // Pale straw to a greyish umber by way of sand: calm colours whose lightness tells the height. The top step stays
  // lighter than the ink on it.
  const QColor tan = mixed(mixed(low, high, 0.4), QColor(0xd8, 0xc6, 0x9c), 0.45);
  const QColor top = mixed(mixed(low, high, 0.9), QColor(0x8c, 0x80, 0x72), 0.35);
  for (int i = 0; i < steps; ++i) {
    const double t = steps == 1 ? 0 : static_cast<double>(i) / std::max(steps - 1, 5);
    ramp.push_back(t < 0.5 ? mixed(low, tan, t * 2) : mixed(tan, top, t * 2 - 1));
  }
}

int Scene::stepOf(const HexValue& value) const {
  if (ramp.empty() || value.level == HexValue::kNoLevel)
    return -1;
  const int low = levels->begin()->first;
  const int range = levels->rbegin()->first - low + 1;
  const int steps = static_cast<int>(ramp.size());
  return std::clamp((value.level - low) * steps / range, 0, steps - 1);
}

QColor Scene::blankColour() const {
  const double strength = this->strength(Layer::Terrain);
  return palette->isEngraved() ? mixed(style->paper(), Qt::white, 0.62 * strength)
                               : mixed(style->paper(), QColor(0x70, 0x70, 0x78), 0.13 * strength);
}

QRgb Scene::groundColour(HexCoord h) const {
  const HexValue value = document().hex(h);
  const TerrainStyle& look = terrain(value);
  const int step = strength(Layer::Levels) > 0 ? stepOf(value) : -1;
  QColor ground = step >= 0      ? mixed(style->paper(), ramp[static_cast<std::size_t>(step)], strength(Layer::Levels))
                  : look.isBlank ? blankColour()
                                 : style->paper();
  double opacity = strength(Layer::Terrain);
  if (look.isBlank || !look.row.fill.isValid() || (step >= 0 && look.pattern == Pattern::None && !look.isWater))
    opacity = 0;
  else if (step >= 0 && !look.isWater)
    opacity *= 0.62;
  if (opacity > 0)
    ground = mixed(ground, look.row.fill, opacity);
  // Textures darken a terrain when seen from afar.
  if (look.row.colour.isValid() && look.pattern != Pattern::None && look.pattern != Pattern::Hatch)
    ground = mixed(ground, look.row.colour, 0.12 * strength(Layer::Texture));
  return shadedFromAfar(*this, h, ground).rgb();
}

QRectF Scene::bounds() const {
  const Extent& size = extent();
  QRectF out;
  if (size.width == 0 || size.height == 0)
    return out;
  const Lattice& grid = lattice();
  const auto add = [&](HexCoord h) {
    for (const Point& p : grid.outline(h))
      out = out.isNull() ? QRectF(toQt(p), QSizeF(1e-9, 1e-9)) : out.united(QRectF(toQt(p), QSizeF(1e-9, 1e-9)));
  };
  const std::int32_t c1 = size.width - 1;
  const std::int32_t r1 = size.height - 1;
  for (const HexCoord h : {HexCoord{0, 0}, HexCoord{std::min(1, c1), 0}, HexCoord{0, std::min(1, r1)}, HexCoord{c1, 0},
                           HexCoord{c1, std::min(1, r1)}, HexCoord{0, r1}, HexCoord{std::min(1, c1), r1},
                           HexCoord{c1, r1}, HexCoord{std::max(0, c1 - 1), r1}, HexCoord{c1, std::max(0, r1 - 1)},
                           HexCoord{std::max(0, c1 - 1), 0}, HexCoord{0, std::max(0, r1 - 1)}})
    add(h);
  constexpr double kRim = 0.35; // sheet borders, arrows and names that lean out
  return out.adjusted(-kRim, -kRim, kRim, kRim);
}

} // namespace hotchkiss
