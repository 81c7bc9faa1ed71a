#pragma once

#include "libterrain/edit/stroke.h"
#include "libterrain/map/recordplaces.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace hotchkiss {

struct ClippedHex {
  std::string terrain;
  std::optional<int> level;
  std::string attributes; ///< canonical JSON
  bool operator==(const ClippedHex&) const = default;
};

/// A named thing that lies inside a clipping. Places in its text are those of the clipping.
struct ClippedThing {
  RecordKey key;
  std::string text;
  bool operator==(const ClippedThing&) const = default;
};

/// A piece of a map with everything that lies on it, free of where it was taken: its anchor is hex (0,0) of its own
/// lattice. Hexsides and corners on its rim belong to it.
struct Clipping {
  Lattice lattice; ///< turned as on the map it was taken from; odd lines are the shifted ones
  std::map<HexCoord, ClippedHex> hexes;
  std::map<EdgeId, FeatureSet> edges;      ///< only those that carry something
  std::map<VertexId, FeatureSet> vertices; ///< only those that carry something
  std::vector<ClippedThing> things;

  bool empty() const { return hexes.empty(); }
  bool operator==(const Clipping&) const = default;
};

/// Copies what lies on these hexes (those off the map are left out). `things`: which named things come along, as
/// sections of the table.
Clipping takeClipping(const Document& document, std::span<const HexCoord> area, HexCoord anchor,
                      const std::string& table, const std::set<std::string>& things);

/// How a clipping is turned about its anchor: left and right exchanged first, if at all, then turned clockwise.
struct ClippingTurn {
  int sixths = 0;
  bool mirror = false;
  bool operator==(const ClippingTurn&) const = default;

  /// The same, and then turned further or mirrored as it is seen.
  ClippingTurn thenRotated(int by) const;
  ClippingTurn thenMirrored() const;

  // Where things of a clipping's lattice go.
  HexCoord operator()(const Lattice& lattice, HexCoord h) const;
  EdgeId operator()(const Lattice& lattice, EdgeId e) const;
  VertexId operator()(const Lattice& lattice, VertexId v) const;
  int direction(const Lattice& lattice, int d) const;
  int corner(const Lattice& lattice, int k) const;
};

/// Turned, with everything that faces a side.
Clipping turned(const Clipping& clipping, ClippingTurn turn);

/// Where a clipping comes to lie when its anchor is put on a hex of a map.
class ClippingPlace {
 public:
  ClippingPlace(const Lattice& map, HexCoord at) : mMap(map), mAt(at) {}
  HexCoord operator()(HexCoord clipped) const;
  EdgeId operator()(EdgeId clipped) const { return mMap.edge((*this)(clipped.owner()), clipped.d); }
  VertexId operator()(VertexId clipped) const { return mMap.vertex((*this)(clipped.owner()), clipped.v); }
  /// The way back, for a hex of the map.
  HexCoord clipped(HexCoord onMap) const;
  PlaceMap asMap() const;
  std::vector<HexCoord> hexes(const Clipping& clipping, const Extent& extent) const;

 private:
  Lattice mMap;
  HexCoord mAt;
};

/// Puts the map data of a clipping down: its hexes and the hexsides and corners between them take its values, on its
/// rim features are added to what is there. What falls off the map is left out. The lattices must be turned alike.
void putClipping(Stroke& stroke, const Clipping& clipping, HexCoord at);

/// The named things of a clipping with their places on the map; those that would lie off the map are left out.
std::vector<ClippedThing> placedThings(const Clipping& clipping, const Document& document, HexCoord at);

/// Takes everything off these hexes, hexsides and corners on their rim included. Named things stay.
void clearArea(Stroke& stroke, std::span<const HexCoord> area);

/// How records follow when what lies on an area is taken up at `from`, turned, and put down at `to`: places on the area
/// move along, all others stay.
PlaceMap movedPlaces(std::set<HexCoord> area, const Lattice& lattice, HexCoord from, HexCoord to, ClippingTurn turn);

} // namespace hotchkiss
