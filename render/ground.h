#pragma once

#include "render/scene.h"

#include <QPainter>

namespace hotchkiss {

/// Paper, level tints, terrain fills with their shores, and the grid: the flat part of a picture.
void paintGround(QPainter& painter, const Scene& scene, const View& view);
void paintGrid(QPainter& painter, const Scene& scene, const View& view);
/// How far the edge between two hexes of the map may stray from their hexside, in pitches: cover runs out raggedly;
/// shores, steps of the levels and streets keep to their lines.
double strayBetween(const Scene& scene, HexCoord a, HexCoord b);

class CoverageMask;
struct GridLook {
  QColor ink;
  double half = 0; ///< of a line's width, in pixels of the view
  double strength = 0;
};
GridLook gridLook(const Scene& scene, const View& view);
/// `fine`: pixels of the mask for one of the view.
void addGridLines(CoverageMask& mask, const Scene& scene, const View& view, double half, double fine);

/// Hexes that are cut by the sheet's edge, closed or otherwise marked as a whole.
void paintHexMarks(QPainter& painter, const Scene& scene, const View& view);

} // namespace hotchkiss
