#pragma once

#include "render/scene.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace hotchkiss {

inline constexpr double kMarkTextSize = 0.1; ///< of the small print beside marks, in pitches

/// Single things with a place: crossings, settlements and other places, marks of hexes, entries, links.
void paintCrossings(QPainter& painter, const Scene& scene, const View& view);
void paintPlaces(QPainter& painter, const Scene& scene, const View& view);
void paintEntries(QPainter& painter, const Scene& scene, const View& view);
/// Outlines of the printed sheets.
void paintSheets(QPainter& painter, const Scene& scene, const View& view);

/// A symbol where it stands, in the plane.
struct PlacedMark {
  QPointF at;
  double size = 0; ///< in pitches
  double turn = 0; ///< clockwise, in degrees
  const ShownAttribute* attribute = nullptr;
};
/// Marks of a hex's attributes.
std::vector<PlacedMark> marksIn(const Scene& scene, HexCoord h);
/// Arrows and the like of an entry, one for each of its hexes.
std::vector<PlacedMark> marksOfEntry(const Scene& scene, const NamedThing& entry);
/// The symbol of a crossing, wide enough to span the water; nothing when it has none.
std::optional<PlacedMark> markOfCrossing(const Scene& scene, const NamedThing& crossing);

/// How large the symbol of a named thing is, in pitches; 0 when it has none.
double markSize(const NamedThing& thing);
/// Where the symbol of the n-th of several places in one hex stands.
QPointF markPosition(const Scene& scene, const NamedThing& thing);

} // namespace hotchkiss
