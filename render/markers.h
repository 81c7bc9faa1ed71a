#pragma once

#include "render/scene.h"

#include <QPainter>

namespace hotchkiss {

inline constexpr double kMarkTextSize = 0.1; ///< of the small print beside marks, in pitches

/// Single things with a place: crossings, settlements and other places, marks of hexes, entries, links.
void paintCrossings(QPainter& painter, const Scene& scene, const View& view);
void paintPlaces(QPainter& painter, const Scene& scene, const View& view);
void paintEntries(QPainter& painter, const Scene& scene, const View& view);
/// Outlines of the printed sheets.
void paintSheets(QPainter& painter, const Scene& scene, const View& view);

/// How large the symbol of a named thing is, in pitches; 0 when it has none.
double markSize(const NamedThing& thing);
/// Where the symbol of the n-th of several places in one hex stands.
QPointF markPosition(const Scene& scene, const NamedThing& thing);

} // namespace hotchkiss
