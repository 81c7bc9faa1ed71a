#include "libterrain/edit/clipping.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// An unshifted hex of a lattice: what its neighbourhood looks like does not depend on the parity.
HexCoord base(const Lattice& lattice) {
  if (lattice.shifted() == Parity::Odd)
    return {0, 0};
  return lattice.orientation() == Orientation::Flat ? HexCoord{1, 0} : HexCoord{0, 1};
}

int sixth(int n) {
  return ((n % kSides) + kSides) % kSides;
}

/// Which of these sides or corners of a place is the hex.
template <std::size_t N>
char letterOf(const std::array<HexCoord, N>& hexes, HexCoord h) {
  const auto it = std::find(hexes.begin(), hexes.end(), h);
  return static_cast<char>('a' + (it - hexes.begin()));
}

/// Sides are named by the hexes at a place in their order there, which another place has in another order.
using Letters = std::map<std::string, std::string>;

void renameSides(json& value, const Letters& letters) {
  if (value.is_object()) {
    for (auto& [name, member] : value.items()) {
      const auto& fields = orientationFields();
      if (member.is_string() && std::find(fields.begin(), fields.end(), name) != fields.end()) {
        if (const auto it = letters.find(member.get<std::string>()); it != letters.end())
          member = it->second;
      } else {
        renameSides(member, letters);
      }
    }
  }
}

FeatureSet withSides(FeatureSet features, const Letters& letters) {
  for (Feature& feature : features.features) {
    if (const auto it = letters.find(feature.side); it != letters.end())
      feature.side = it->second;
    if (!feature.more.empty()) {
      json more = json::parse(feature.more, nullptr, false);
      renameSides(more, letters);
      feature.more = more.dump();
    }
  }
  return features;
}

template <class Place, class NewPlace>
Letters lettersFor(const Lattice& lattice, Place place, NewPlace newPlace, const ClippingTurn& turn) {
  const auto before = lattice.hexes(place);
  const auto after = lattice.hexes(newPlace);
  Letters out;
  for (std::size_t i = 0; i < before.size(); ++i)
    out[std::string(1, static_cast<char>('a' + i))] = std::string(1, letterOf(after, turn(lattice, before[i])));
  return out;
}

template <class Hexes>
bool anyIn(const Hexes& hexes, const std::set<HexCoord>& area) {
  return std::any_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return area.contains(h); });
}

template <class Hexes>
bool allIn(const Hexes& hexes, const std::map<HexCoord, ClippedHex>& area) {
  return std::all_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return area.contains(h); });
}

std::set<EdgeId> edgesOf(const Lattice& lattice, const std::set<HexCoord>& area) {
  std::set<EdgeId> out;
  for (const HexCoord h : area)
    for (int side = 0; side < kSides; ++side)
      out.insert(lattice.edge(h, side));
  return out;
}

std::set<VertexId> cornersOf(const Lattice& lattice, const std::set<HexCoord>& area) {
  std::set<VertexId> out;
  for (const HexCoord h : area)
    for (int k = 0; k < kSides; ++k)
      out.insert(lattice.vertex(h, k));
  return out;
}

/// Whether everything that a thing is at lies on the area; a thing without a place does not.
bool liesOn(const Lattice& lattice, const json& body, const std::set<HexCoord>& area) {
  if (!body.is_object() || !body.contains("at"))
    return false;
  bool any = false;
  bool all = true;
  const auto see = [&](bool inside) {
    any = true;
    all = all && inside;
  };
  withPlacesMapped(json{{"at", body["at"]}}.dump(), {[&](HexCoord h) {
                                                       see(area.contains(h));
                                                       return h;
                                                     },
                                                     [&](EdgeId e) {
                                                       see(anyIn(lattice.hexes(e), area));
                                                       return e;
                                                     },
                                                     [&](VertexId v) {
                                                       see(anyIn(lattice.hexes(v), area));
                                                       return v;
                                                     }});
  return any && all;
}

} // namespace

ClippingTurn ClippingTurn::thenRotated(int by) const {
  return {sixth(sixths + by), mirror};
}

ClippingTurn ClippingTurn::thenMirrored() const {
  // To mirror what was turned is to mirror first and turn the other way.
  return {sixth(-sixths), !mirror};
}

int ClippingTurn::direction(const Lattice& lattice, int d) const {
  if (mirror)
    d = lattice.orientation() == Orientation::Flat ? -d : kSides - 1 - d;
  return sixth(d + sixths);
}

int ClippingTurn::corner(const Lattice& lattice, int k) const {
  if (mirror)
    k = lattice.orientation() == Orientation::Flat ? kSides - 1 - k : kSides - 2 - k;
  return sixth(k + sixths);
}

HexCoord ClippingTurn::operator()(const Lattice& lattice, HexCoord h) const {
  if (mirror)
    h = lattice.orientation() == Orientation::Flat ? HexCoord{-h.c, h.r}
                                                   : HexCoord{-h.c - (lattice.isShifted(h) ? 1 : 0), h.r};
  return lattice.rotated(h, {0, 0}, sixths);
}

EdgeId ClippingTurn::operator()(const Lattice& lattice, EdgeId e) const {
  return lattice.edge((*this)(lattice, e.owner()), direction(lattice, e.d));
}

VertexId ClippingTurn::operator()(const Lattice& lattice, VertexId v) const {
  return lattice.vertex((*this)(lattice, v.owner()), corner(lattice, v.v));
}

Clipping turned(const Clipping& clipping, ClippingTurn turn) {
  const Lattice& lattice = clipping.lattice;
  Clipping out;
  out.lattice = lattice;
  for (const auto& [h, value] : clipping.hexes)
    out.hexes[turn(lattice, h)] = value;
  for (const auto& [e, features] : clipping.edges) {
    const EdgeId to = turn(lattice, e);
    out.edges[to] = withSides(features, lettersFor(lattice, e, to, turn));
  }
  for (const auto& [v, features] : clipping.vertices) {
    const VertexId to = turn(lattice, v);
    out.vertices[to] = withSides(features, lettersFor(lattice, v, to, turn));
  }
  const PlaceMap map{[&](HexCoord h) { return turn(lattice, h); }, [&](EdgeId e) { return turn(lattice, e); },
                     [&](VertexId v) { return turn(lattice, v); }};
  for (const ClippedThing& thing : clipping.things)
    out.things.push_back({thing.key, withPlacesMapped(thing.text, map)});
  return out;
}

HexCoord ClippingPlace::operator()(HexCoord clipped) const {
  const HexCoord origin = base(mMap);
  return mMap.translated(mAt, origin, {origin.c + clipped.c, origin.r + clipped.r});
}

HexCoord ClippingPlace::clipped(HexCoord onMap) const {
  const HexCoord origin = base(mMap);
  const HexCoord there = mMap.translated(origin, mAt, onMap);
  return {there.c - origin.c, there.r - origin.r};
}

PlaceMap ClippingPlace::asMap() const {
  return {[place = *this](HexCoord h) { return place(h); }, [place = *this](EdgeId e) { return place(e); },
          [place = *this](VertexId v) { return place(v); }};
}

std::vector<HexCoord> ClippingPlace::hexes(const Clipping& clipping, const Extent& extent) const {
  std::vector<HexCoord> out;
  for (const auto& [h, value] : clipping.hexes)
    if (const HexCoord at = (*this)(h); extent.contains(at))
      out.push_back(at);
  return out;
}

Clipping takeClipping(const Document& document, std::span<const HexCoord> area, HexCoord anchor,
                      const std::string& table, const std::set<std::string>& things) {
  const Lattice& lattice = document.lattice();
  const ClippingPlace place(lattice, anchor);
  Clipping out;
  out.lattice = Lattice(lattice.orientation(), Parity::Odd);
  std::set<HexCoord> inside;
  for (const HexCoord h : area)
    if (document.extent().contains(h))
      inside.insert(h);
  for (const HexCoord h : inside)
    out.hexes[place.clipped(h)] = {document.terrain(h), document.level(h), document.attributes(h)};
  for (const EdgeId e : edgesOf(lattice, inside))
    if (FeatureSet features = document.features(e); !features.empty())
      out.edges[out.lattice.edge(place.clipped(e.owner()), e.d)] = std::move(features);
  for (const VertexId v : cornersOf(lattice, inside))
    if (FeatureSet features = document.features(v); !features.empty())
      out.vertices[out.lattice.vertex(place.clipped(v.owner()), v.v)] = std::move(features);
  const PlaceMap map{[&](HexCoord h) { return place.clipped(h); },
                     [&](EdgeId e) { return out.lattice.edge(place.clipped(e.owner()), e.d); },
                     [&](VertexId v) { return out.lattice.vertex(place.clipped(v.owner()), v.v); }};
  for (const auto& [key, text] : document.table(table))
    if (things.contains(key.section) && liesOn(lattice, json::parse(text, nullptr, false), inside))
      out.things.push_back({key, withPlacesMapped(text, map)});
  return out;
}

void putClipping(Stroke& stroke, const Clipping& clipping, HexCoord at) {
  const Document& document = stroke.document();
  const Lattice lattice = document.lattice();
  const ClippingPlace place(lattice, at);
  const auto onMap = [&](const auto& hexes) {
    return std::any_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return document.extent().contains(h); });
  };
  std::set<HexCoord> covered;
  for (const auto& [h, value] : clipping.hexes) {
    const HexCoord to = place(h);
    if (!document.extent().contains(to))
      continue;
    covered.insert(h);
    HexValue dense;
    dense.terrain = document.pool().intern(value.terrain);
    dense.more = document.pool().intern(value.attributes);
    if (value.level)
      dense.level = static_cast<std::int16_t>(std::clamp(*value.level, -30000, 30000));
    stroke.setHex(to, dense);
  }
  const auto put = [&](auto from, auto to, const auto& all) {
    const auto it = all.find(from);
    FeatureSet features;
    if (!allIn(clipping.lattice.hexes(from), clipping.hexes))
      features = document.features(to);
    if (it != all.end())
      for (const Feature& feature : it->second.features)
        features.put(feature);
    return features.toText();
  };
  for (const EdgeId e : edgesOf(clipping.lattice, covered))
    if (const EdgeId to = place(e); onMap(lattice.hexes(to)))
      stroke.setEdge(to, put(e, to, clipping.edges));
  for (const VertexId v : cornersOf(clipping.lattice, covered))
    if (const VertexId to = place(v); onMap(lattice.hexes(to)))
      stroke.setVertex(to, put(v, to, clipping.vertices));
}

std::vector<ClippedThing> placedThings(const Clipping& clipping, const Document& document, HexCoord at) {
  const PlaceMap map = ClippingPlace(document.lattice(), at).asMap();
  std::set<HexCoord> landed;
  for (const HexCoord h : ClippingPlace(document.lattice(), at).hexes(clipping, document.extent()))
    landed.insert(h);
  std::vector<ClippedThing> out;
  for (const ClippedThing& thing : clipping.things) {
    std::string text = withPlacesMapped(thing.text, map);
    if (liesOn(document.lattice(), json::parse(text, nullptr, false), landed))
      out.push_back({thing.key, std::move(text)});
  }
  return out;
}

void clearArea(Stroke& stroke, std::span<const HexCoord> area) {
  std::set<HexCoord> inside;
  for (const HexCoord h : area)
    if (stroke.document().extent().contains(h))
      inside.insert(h);
  for (const HexCoord h : inside)
    stroke.setHex(h, HexValue{});
  for (const EdgeId e : edgesOf(stroke.document().lattice(), inside))
    stroke.setEdge(e, "");
  for (const VertexId v : cornersOf(stroke.document().lattice(), inside))
    stroke.setVertex(v, "");
}

PlaceMap movedPlaces(std::set<HexCoord> area, const Lattice& lattice, HexCoord from, HexCoord to, ClippingTurn turn) {
  const Lattice clip(lattice.orientation(), Parity::Odd);
  const ClippingPlace taken(lattice, from);
  const ClippingPlace put(lattice, to);
  const auto inside = [area = std::move(area)](const auto& hexes) { return anyIn(hexes, area); };
  return {[=](HexCoord h) { return inside(std::array{h}) ? put(turn(clip, taken.clipped(h))) : h; },
          [=](EdgeId e) {
            return inside(lattice.hexes(e)) ? put(turn(clip, clip.edge(taken.clipped(e.owner()), e.d))) : e;
          },
          [=](VertexId v) {
            return inside(lattice.hexes(v)) ? put(turn(clip, clip.vertex(taken.clipped(v.owner()), v.v))) : v;
          }};
}

} // namespace hotchkiss
