#pragma once

#include "render/scene.h"

#include <QPainter>

namespace hotchkiss {

/// Paper, level tints, terrain fills with their shores, and the grid: the flat part of a picture.
void paintGround(QPainter& painter, const Scene& scene, const View& view);
void paintGrid(QPainter& painter, const Scene& scene, const View& view);
/// Hexes that are cut by the sheet's edge, closed or otherwise marked as a whole.
void paintHexMarks(QPainter& painter, const Scene& scene, const View& view);

} // namespace hotchkiss
