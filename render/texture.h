#pragma once

#include "render/scene.h"

#include <QPainter>
#include <QPolygonF>

namespace hotchkiss {

/// Textures of the terrains: they lie on the plane, not on hexes, so they run across hexes of one terrain.
void paintTextures(QPainter& painter, const Scene& scene, const View& view);

/// Diagonal lines through a convex outline (in pixels).
void paintHatch(QPainter& painter, const View& view, const QPolygonF& outline, const QColor& colour);

} // namespace hotchkiss
