// The ground: no specks where kinds of ground meet, light from the north-west, woods and towns that look grown.
#include "render/noise.h"
#include "render/scene.h"
#include "render/towngrid.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace hotchkiss::test {

namespace {

/// Areas of neighbouring hexes of one terrain.
std::map<std::string, int> areas(const Document& document) {
  std::map<std::string, int> out;
  std::set<HexCoord> seen;
  for (std::int32_t c = 0; c < document.extent().width; ++c)
    for (std::int32_t r = 0; r < document.extent().height; ++r) {
      if (!seen.insert({c, r}).second)
        continue;
      const std::uint32_t terrain = document.hex({c, r}).terrain;
      ++out[document.pool().text(terrain)];
      std::vector<HexCoord> todo{{c, r}};
      while (!todo.empty()) {
        const HexCoord h = todo.back();
        todo.pop_back();
        for (const HexCoord& n : document.lattice().neighbours(h))
          if (document.extent().contains(n) && document.hex(n).terrain == terrain && seen.insert(n).second)
            todo.push_back(n);
      }
    }
  return out;
}

double lightness(const QImage& image, const QRectF& part) {
  double sum = 0;
  int count = 0;
  for (int y = static_cast<int>(part.top()); y < static_cast<int>(part.bottom()); ++y)
    for (int x = static_cast<int>(part.left()); x < static_cast<int>(part.right()); ++x)
      if (image.valid(x, y)) {
        sum += qGray(image.pixel(x, y));
        ++count;
      }
  return count ? sum / count : 0;
}

Scene sceneOf(const Document& document) {
  Scene scene;
  scene.snapshot = snapshotOf(document);
  scene.style = styleOf(scene.snapshot, "engraved");
  scene.palette = std::make_shared<const Palette>(*scene.snapshot.ruleset, scene.style);
  scene.meanings = std::make_shared<const PoolMeanings>(scene.palette);
  scene.named = std::make_shared<const NamedIndex>(scene.document(), *scene.palette);
  return scene;
}

} // namespace

TEST(Ground, HasNoSpecksWhereThreeKindsMeet) {
  // Terrain without relief or light of its own, thrown about: wherever three kinds meet, each must be one piece. What
  // is smaller than a thirtieth of a pitch across nobody can see.
  const std::vector<std::string> kinds{"woods", "rough", "swamp", "water", "city", "clear"};
  for (int seed = 0; seed < 4; ++seed)
    for (const Orientation orientation : {Orientation::Flat, Orientation::Pointy}) {
      Document document = blankMap("gcacw", {8, 8}, "clear", orientation);
      Noise noise(seed, 5, 5);
      for (std::int32_t c = 0; c < 8; ++c)
        for (std::int32_t r = 0; r < 8; ++r)
          document.setHex({c, r}, HexValue{document.pool().intern(kinds.at(static_cast<std::size_t>(noise.unit() * 6))),
                                           TextPool::kNone, HexValue::kNoLevel});
      const MapPainter painter = painterOf(document, "engraved", only({Layer::Terrain}));
      for (const double zoom : {40.0, 190.0}) {
        const QImage image = picture(painter, painter.bounds(), zoom);
        const int least = std::max(5, static_cast<int>(std::ceil(zoom / 30 * zoom / 30)));
        for (const auto& [terrain, count] : areas(document)) {
          if (terrain == "water")
            continue; // lined along its shores
          const QColor fill = painter.style().row("terrain", terrain).fill;
          EXPECT_EQ(pieces(
                        image, [&](QRgb p) { return isNear(p, fill, 3); }, least),
                    count)
              << terrain << " in map " << seed << " at " << zoom;
        }
      }
    }
}

TEST(Ground, LightComesFromTheNorthWest) {
  // A single mountain, and a single hex of a higher level.
  for (const char* ruleset : {"gcacw", "gbacw"}) {
    const bool isLevel = std::string(ruleset) == "gbacw";
    Document document = blankMap(ruleset, {9, 9}, "clear");
    const HexCoord top{4, 4};
    for (std::int32_t c = 0; c < 9 && isLevel; ++c)
      for (std::int32_t r = 0; r < 9; ++r) {
        HexValue value = document.hex({c, r});
        value.level = 1;
        document.setHex({c, r}, value);
      }
    HexValue value = document.hex(top);
    if (isLevel)
      value.level = 2;
    else
      value.terrain = document.pool().intern("mountain");
    document.setHex(top, value);
    const MapPainter painter = painterOf(document, "engraved", only({Layer::Terrain, Layer::Levels}));
    const double zoom = 60;
    const Point m = document.lattice().centre(top);
    // Inside the hex, where all ground has one tint.
    const QImage image = picture(painter, QRectF(m.x - 0.5, m.y - 0.5, 1, 1), zoom);
    const double lit = lightness(image, QRectF(14, 12, 10, 10));
    const double shaded = lightness(image, QRectF(36, 38, 10, 10));
    EXPECT_GT(lit, shaded + 12) << ruleset;
  }
}

TEST(Ground, MeasuredHeightsAreLit) {
  // A ridge that runs from the south-west to the north-east, known only from measurements.
  Document document = blankMap("tss", {12, 12}, "clear");
  for (std::int32_t c = 0; c < 12; ++c)
    for (std::int32_t r = 0; r < 12; ++r) {
      const Point p = document.lattice().centre({c, r});
      const double away = std::abs(p.x + p.y - 10) / 1.41;
      document.setRecord("map/evidence", {"hex", std::to_string(c) + "." + std::to_string(r)},
                         R"({"metres":)" + std::to_string(200 - 12 * std::min(away, 4.0)) + "}");
    }
  const MapPainter painter = painterOf(document, "engraved", only({Layer::Terrain, Layer::Levels}));
  const double zoom = 40;
  const QImage image = picture(painter, QRectF(1, 1, 8, 8), zoom);
  const auto at = [&](double x, double y) { return QRectF((x - 1) * zoom - 10, (y - 1) * zoom - 10, 20, 20); };
  EXPECT_GT(lightness(image, at(3.7, 3.7)), lightness(image, at(6.3, 6.3)) + 12);
}

TEST(Woods, ThinOutTowardTheirEdge) {
  Document document = blankMap("gcacw", {11, 11}, "clear");
  const HexCoord middle{5, 5};
  for (const HexCoord& h : document.lattice().range(middle, 1))
    document.setHex(h, HexValue{document.pool().intern("woods"), TextPool::kNone, HexValue::kNoLevel});
  const MapPainter with = painterOf(document, "engraved", only({Layer::Terrain, Layer::Texture}));
  const MapPainter without = painterOf(document, "engraved", only({Layer::Terrain}));
  const Point m = document.lattice().centre(middle);
  const QRectF area(m.x - 1.6, m.y - 1.6, 3.2, 3.2);
  const double zoom = 80;
  const QImage trees = picture(with, area, zoom);
  const QImage ground = picture(without, area, zoom);
  // Where the ground is that of the wood, how much of it stands under trees.
  const QColor fill = with.style().row("terrain", "woods").fill;
  const auto cover = [&](double from, double to) {
    int all = 0;
    int under = 0;
    for (int y = 0; y < ground.height(); ++y)
      for (int x = 0; x < ground.width(); ++x) {
        const double away = std::hypot(x - ground.width() / 2.0, y - ground.height() / 2.0) / zoom;
        if (away < from || away >= to || !isNear(ground.pixel(x, y), fill, 3))
          continue;
        ++all;
        under += isNear(trees.pixel(x, y), fill, 14) ? 0 : 1;
      }
    return all ? static_cast<double>(under) / all : 0;
  };
  EXPECT_GT(cover(0, 0.6), 0.75);
  EXPECT_GT(cover(0, 0.6), cover(1.3, 1.6) + 0.15);
  EXPECT_GT(cover(1.3, 1.6), 0.15);
}

TEST(Towns, StreetsFollowTheMainRoadAndKeepItClear) {
  Document document = blankMap("gcacw", {9, 9}, "clear");
  const Lattice lattice = document.lattice();
  for (const HexCoord& h : lattice.range({4, 4}, 1))
    document.setHex(h, HexValue{document.pool().intern("city"), TextPool::kNone, HexValue::kNoLevel});
  // Straight through three hexes, along each of the three axes.
  for (int axis = 0; axis < 3; ++axis) {
    Document town = document;
    Stroke stroke(town, "road");
    std::vector<HexCoord> hexes{{4, 4}};
    for (int i = 0; i < 2; ++i) {
      hexes.push_back(lattice.neighbour(hexes.back(), axis));
      hexes.insert(hexes.begin(), lattice.neighbour(hexes.front(), axis + 3));
    }
    stroke.putPath(hexes, Feature{"path.pike", "", {}, "", "", ""});
    const Point a = lattice.centre(hexes.front());
    const Point b = lattice.centre(hexes.back());
    const double along = std::atan2(b.y - a.y, b.x - a.x);
    const TownGrid grid = townGridAt(sceneOf(town), {4, 4});
    EXPECT_GT(std::cos(4 * (grid.angle - along)), 0.98) << "axis " << axis;
    EXPECT_TRUE(grid.isOnRoad(toQt(lattice.centre({4, 4})), 0.05));
    EXPECT_FALSE(grid.isOnRoad(toQt(lattice.centre({4, 4})) + QPointF(-std::sin(along), std::cos(along)) * 0.3, 0.05));
  }
}

TEST(Rivers, WidenTowardTheirMouth) {
  Document document = blankMap("gcacw", {24, 6}, "clear");
  const Lattice lattice = document.lattice();
  std::vector<EdgeId> river;
  VertexId at = lattice.vertex({1, 3}, 0);
  VertexId before = at;
  for (int i = 0; i < 36; ++i) {
    VertexId next = at;
    double best = -1e9;
    for (const VertexId& n : lattice.neighbours(at)) {
      const Point p = lattice.position(n);
      const double score = p.x - 0.3 * std::abs(p.y - 3);
      if (n != before && score > best) {
        best = score;
        next = n;
      }
    }
    river.push_back(*lattice.edgeBetween(at, next));
    before = at;
    at = next;
  }
  Stroke stroke(document, "river");
  stroke.putChain(river, Feature{"major_river", "", {"r"}, "", "", ""});
  const auto water = [&](const Document& map, const EdgeId& e) {
    const MapPainter painter = painterOf(map, "engraved", only({Layer::Water}));
    const Point m = lattice.middle(e);
    const QImage image = picture(painter, QRectF(m.x - 0.25, m.y - 0.25, 0.5, 0.5), 120);
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        count += qBlue(image.pixel(x, y)) > qRed(image.pixel(x, y)) + 12 ? 1 : 0;
    return count;
  };
  const auto mouthAt = [&](const VertexId& v) {
    Document map = document;
    map.setRecord("map/named", {"course", "r"},
                  R"({"kind":"river","mouth":[)" + std::to_string(v.c) + "," + std::to_string(v.r) + "," +
                      std::to_string(v.v) + R"(],"name":"River"})");
    return map;
  };
  const EdgeId west = river[5];
  const EdgeId east = river[33];
  const Document eastward = mouthAt(at);
  EXPECT_GT(water(eastward, east), water(eastward, west) * 1.12);
  const Document westward = mouthAt(lattice.vertex({1, 3}, 0));
  EXPECT_GT(water(westward, west), water(westward, east) * 0.95);
  EXPECT_GT(water(westward, west), water(eastward, west) * 1.12);
}

} // namespace hotchkiss::test
