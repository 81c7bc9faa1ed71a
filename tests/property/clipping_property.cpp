// Clippings: taking, turning, putting down.
#include "libscenario/module/modulefiles.h"
#include "libterrain/edit/clipping.h"
#include "libterrain/edit/smoothing.h"
#include "tests/property/generators.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace hotchkiss {
namespace {

using nlohmann::json;

Feature anyFeature(const std::vector<std::string>& sides) {
  Feature feature;
  feature.kind = *rc::gen::element<std::string>("path.road", "river", "slope", "wall");
  if (number(0, 1) == 1) {
    feature.role = "high";
    feature.side = *rc::gen::elementOf(sides);
  }
  if (number(0, 3) == 0)
    feature.more = json{{"views", {{"naval", {{"high", *rc::gen::elementOf(sides)}}}}}}.dump();
  return feature;
}

/// A map full of everything, drawn from one seed: a generator for each cell would take too long.
Document anyMap(const Lattice& lattice, Extent extent) {
  Document out(lattice, extent);
  Stroke stroke(out, "map");
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      stroke.setTerrain({c, r}, (c * 7 + r * 3) % 5 == 0 ? "woods" : "clear");
      stroke.setLevel({c, r}, (c + r) % 4 == 0 ? std::nullopt : std::optional(c + r));
      if ((c * r) % 3 == 1)
        stroke.setAttributes({c, r}, R"({"hilltop":true})");
    }
  const auto anyHex = [&] { return HexCoord{number(0, extent.width - 1), number(0, extent.height - 1)}; };
  for (int i = number(5, 30); i > 0; --i)
    stroke.putFeature(lattice.edge(anyHex(), number(0, 5)), anyFeature({"a", "b", "both"}));
  for (int i = number(0, 8); i > 0; --i) {
    FeatureSet features;
    features.put(anyFeature({"a", "b", "c"}));
    stroke.setVertex(lattice.vertex(anyHex(), number(0, 5)), features.toText());
  }
  for (int i = 0; i < 6; ++i) {
    const HexCoord h = anyHex();
    const EdgeId e = lattice.edge(anyHex(), number(0, 5));
    const VertexId v = lattice.vertex(anyHex(), number(0, 5));
    const std::string n = std::to_string(i);
    stroke.setRecord("map/named", {"place", "p" + n}, json{{"at", {h.c, h.r}}, {"kind", "town"}}.dump());
    stroke.setRecord("map/named", {"place", "q" + n},
                     json{{"at", {{"vertex", {v.c, v.r, v.v}}}}, {"kind", "x"}}.dump());
    stroke.setRecord("map/named", {"crossing", "x" + n}, json{{"at", {e.c, e.r, e.d}}, {"kind", "ford"}}.dump());
  }
  stroke.finish();
  return out;
}

std::vector<HexCoord> anyArea(const Document& map) {
  std::vector<HexCoord> out;
  for (const HexCoord h : map.lattice().range({number(0, map.extent().width), number(0, map.extent().height)}, 3))
    if (number(0, 3) > 0)
      out.push_back(h);
  return out;
}

const std::set<std::string> kThings{"place", "crossing"};
constexpr Extent kSize{11, 10};

Clipping taken(const Document& map) {
  return takeClipping(map, anyArea(map), {number(0, 10), number(0, 9)}, "map/named", kThings);
}

std::vector<ClippedThing> sorted(std::vector<ClippedThing> things) {
  std::sort(things.begin(), things.end(), [](const ClippedThing& a, const ClippedThing& b) {
    return std::tie(a.key.section, a.key.id) < std::tie(b.key.section, b.key.id);
  });
  return things;
}

RC_GTEST_PROP(Clipping, SixRotationsAndTwoMirrorsAreNothing, ()) {
  const Clipping clipping = taken(anyMap(anyLattice(), kSize));
  Clipping round = clipping;
  for (int i = 0; i < 6; ++i) {
    const Clipping before = round;
    round = turned(round, {1, false});
    RC_ASSERT(turned(round, {5, false}) == before);
  }
  RC_ASSERT(round == clipping);
  RC_ASSERT(turned(turned(clipping, {0, true}), {0, true}) == clipping);
}

RC_GTEST_PROP(Clipping, TurnsAddUpAsTheyAreSeen, ()) {
  const Clipping clipping = taken(anyMap(anyLattice(), kSize));
  ClippingTurn turn;
  Clipping step = clipping;
  for (int i = number(1, 6); i > 0; --i) {
    const int by = number(0, 5);
    turn = turn.thenRotated(by);
    step = turned(step, {by, false});
    if (number(0, 1) == 1) {
      turn = turn.thenMirrored();
      step = turned(step, {0, true});
    }
  }
  RC_ASSERT(turned(clipping, turn) == step);
}

/// Nothing is torn: what was at a hexside of a hex still is, and an oriented feature faces the same hex.
RC_GTEST_PROP(Clipping, SidesStayWithTheirHexes, ()) {
  const Clipping clipping = taken(anyMap(anyLattice(), kSize));
  const ClippingTurn turn{number(0, 5), number(0, 1) == 1};
  const Clipping after = turned(clipping, turn);
  const Lattice& lattice = clipping.lattice;
  RC_ASSERT(after.edges.size() == clipping.edges.size());
  for (const auto& [e, features] : clipping.edges) {
    const auto hexes = lattice.hexes(e);
    const auto there = lattice.edgeBetween(turn(lattice, hexes[0]), turn(lattice, hexes[1]));
    RC_ASSERT(there.has_value());
    RC_ASSERT(after.edges.contains(*there));
    for (const Feature& feature : features.features) {
      const Feature* moved = after.edges.at(*there).find(feature.kind);
      RC_ASSERT(moved != nullptr);
      if (feature.side == "a" || feature.side == "b") {
        const HexCoord faced = hexes[feature.side == "a" ? 0 : 1];
        RC_ASSERT(lattice.hexes(*there)[moved->side == "a" ? 0 : 1] == turn(lattice, faced));
      } else {
        RC_ASSERT(moved->side == feature.side);
      }
    }
  }
  for (const auto& [v, features] : clipping.vertices) {
    const VertexId there = turn(lattice, v);
    RC_ASSERT(after.vertices.contains(there));
    std::set<HexCoord> around;
    for (const HexCoord h : lattice.hexes(v))
      around.insert(turn(lattice, h));
    const auto hexes = lattice.hexes(there);
    RC_ASSERT(around == std::set<HexCoord>(hexes.begin(), hexes.end()));
  }
}

/// A turn keeps distances, and a rotation is the one that is seen on the screen.
RC_GTEST_PROP(Clipping, ATurnIsOneOfThePlane, ()) {
  const Lattice lattice(anyLattice().orientation(), Parity::Odd);
  const HexCoord h{number(-9, 9), number(-9, 9)};
  const Point p = lattice.centre(h);
  const Point left = lattice.centre(ClippingTurn{0, true}(lattice, h));
  RC_ASSERT(std::abs(left.x + p.x) < 1e-9);
  RC_ASSERT(std::abs(left.y - p.y) < 1e-9);
  const Point right = lattice.centre(ClippingTurn{1, false}(lattice, h));
  const double cos = 0.5;
  const double sin = std::sqrt(3.0) / 2; // y points down, so this turns clockwise
  RC_ASSERT(std::abs(right.x - (p.x * cos - p.y * sin)) < 1e-9);
  RC_ASSERT(std::abs(right.y - (p.x * sin + p.y * cos)) < 1e-9);
  const int k = number(0, 5);
  const Point corner = lattice.corner(h, k);
  const Point mirrored = lattice.corner(ClippingTurn{0, true}(lattice, h), ClippingTurn{0, true}.corner(lattice, k));
  RC_ASSERT(std::abs(mirrored.x + corner.x) < 1e-9);
  RC_ASSERT(std::abs(mirrored.y - corner.y) < 1e-9);
}

RC_GTEST_PROP(Clipping, PutWhereItWasTakenChangesNothing, ()) {
  Document map = anyMap(anyLattice(), kSize);
  const ModuleFiles before = writeModule(map);
  const HexCoord anchor{number(0, 10), number(0, 9)};
  const Clipping clipping = takeClipping(map, anyArea(map), anchor, "map/named", kThings);
  Stroke stroke(map, "put");
  putClipping(stroke, clipping, anchor);
  RC_ASSERT(stroke.finish().empty());
  for (const ClippedThing& thing : placedThings(clipping, map, anchor))
    RC_ASSERT(*map.record("map/named", thing.key) == thing.text);
  RC_ASSERT(placedThings(clipping, map, anchor).size() == clipping.things.size());
  RC_ASSERT(writeModule(map) == before);
}

/// Also on a map of the other parity: what is taken again is what was put down.
RC_GTEST_PROP(Clipping, WhatIsPutDownCanBeTakenAgain, ()) {
  const Document from = anyMap(anyLattice(), kSize);
  const Clipping clipping = turned(taken(from), {number(0, 5), number(0, 1) == 1});
  Document to(Lattice(from.lattice().orientation(), *rc::gen::element(Parity::Even, Parity::Odd)), {60, 60});
  const HexCoord at{number(28, 32), number(28, 32)};
  Stroke stroke(to, "put");
  putClipping(stroke, clipping, at);
  for (const ClippedThing& thing : placedThings(clipping, to, at))
    stroke.setRecord("map/named", thing.key, thing.text);
  const Edit edit = stroke.finish();
  const ClippingPlace place(to.lattice(), at);
  Clipping again = takeClipping(to, place.hexes(clipping, to.extent()), at, "map/named", kThings);
  again.things = sorted(again.things);
  Clipping wanted = clipping;
  wanted.things = sorted(wanted.things);
  RC_ASSERT(again == wanted);
  for (const auto& [h, value] : clipping.hexes)
    RC_ASSERT(place.clipped(place(h)) == h);
  // And undo leaves nothing behind.
  const ModuleFiles empty = writeModule(Document(to.lattice(), {60, 60}));
  edit.inverse().apply(to);
  RC_ASSERT(writeModule(to) == empty);
}

RC_GTEST_PROP(Clipping, PutOverTheEdgeAndUndoneRestoresBytes, ()) {
  Document map = anyMap(anyLattice(), kSize);
  const ModuleFiles before = writeModule(map);
  const Clipping clipping = turned(taken(map), {number(0, 5), number(0, 1) == 1});
  Stroke stroke(map, "put");
  const std::vector<HexCoord> area = anyArea(map);
  clearArea(stroke, area);
  putClipping(stroke, clipping, {number(-2, 12), number(-2, 11)});
  const Edit edit = stroke.finish();
  const ModuleFiles after = writeModule(map);
  RC_ASSERT(readModule(after).ok() || map.table("module").empty());
  edit.inverse().apply(map);
  RC_ASSERT(writeModule(map) == before);
  edit.apply(map);
  RC_ASSERT(writeModule(map) == after);
}

RC_GTEST_PROP(Clipping, PlacesMoveWithTheirArea, ()) {
  const Lattice lattice = anyLattice();
  const std::vector<HexCoord> area = lattice.range({5, 5}, 2);
  const ClippingTurn turn{number(0, 5), number(0, 1) == 1};
  const PlaceMap map = movedPlaces({area.begin(), area.end()}, lattice, {5, 5}, {20, 7}, turn);
  const int d = number(0, 5);
  for (const HexCoord h : area) {
    RC_ASSERT(lattice.distance(map.hex(h), {20, 7}) == lattice.distance(h, {5, 5}));
    const auto sides = lattice.hexes(map.edge(lattice.edge(h, d)));
    RC_ASSERT(sides[0] == map.hex(h) || sides[1] == map.hex(h));
    const auto corners = lattice.hexes(map.vertex(lattice.vertex(h, d)));
    RC_ASSERT(std::find(corners.begin(), corners.end(), map.hex(h)) != corners.end());
  }
  RC_ASSERT(map.hex({9, 9}) == (HexCoord{9, 9}));
  RC_ASSERT(map.edge(lattice.edge({9, 9}, d)) == lattice.edge({9, 9}, d));
}

RC_GTEST_PROP(Smoothing, StaysBetweenTheNeighboursAndIgnoresOrder, ()) {
  Document map(anyLattice(), {8, 8});
  std::vector<HexCoord> area;
  for (std::int32_t c = 0; c < 8; ++c)
    for (std::int32_t r = 0; r < 8; ++r) {
      area.push_back({c, r});
      if (number(0, 5) > 0) {
        HexValue value;
        value.level = static_cast<std::int16_t>(number(-3, 9));
        map.setHex({c, r}, value);
      }
    }
  const std::map<HexCoord, int> smooth = smoothedLevels(map, area);
  std::reverse(area.begin(), area.end());
  RC_ASSERT(smoothedLevels(map, area) == smooth);
  for (const auto& [h, level] : smooth) {
    RC_ASSERT(map.level(h).has_value());
    int low = *map.level(h);
    int high = low;
    for (const HexCoord next : map.lattice().neighbours(h))
      if (const std::optional<int> other = map.level(next)) {
        low = std::min(low, *other);
        high = std::max(high, *other);
      }
    RC_ASSERT(level >= low);
    RC_ASSERT(level <= high);
    RC_ASSERT(level != *map.level(h));
  }
}

} // namespace
} // namespace hotchkiss
