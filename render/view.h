#pragma once

#include "libterrain/grid/lattice.h"

#include <QPointF>
#include <QRectF>

namespace hotchkiss {

inline QPointF toQt(Point p) {
  return {p.x, p.y};
}
inline Point fromQt(QPointF p) {
  return {p.x(), p.y()};
}

/// Hexes from (firstColumn, firstRow) to (lastColumn, lastRow), both included; may be empty.
struct HexRange {
  std::int32_t firstColumn = 0;
  std::int32_t lastColumn = -1;
  std::int32_t firstRow = 0;
  std::int32_t lastRow = -1;

  template <class Visit>
  void forEach(Visit&& visit) const {
    for (std::int32_t c = firstColumn; c <= lastColumn; ++c)
      for (std::int32_t r = firstRow; r <= lastRow; ++r)
        visit(HexCoord{c, r});
  }
  bool contains(HexCoord h) const {
    return h.c >= firstColumn && h.c <= lastColumn && h.r >= firstRow && h.r <= lastRow;
  }
};

/// Every hex of the map whose outline, widened by `margin` pitches, touches the area; with `border`, also the ring of
/// hexes around the map that own its border edges.
HexRange hexesTouching(const Lattice& lattice, const Extent& extent, const QRectF& area, double margin, bool border);

/// Qt draws thinner pens by another way, which depends on where a picture is cut.
inline constexpr double kThinnest = 1.02;

/// The part of the plane that is painted, and how large.
struct View {
  QRectF area;
  double scale = 1; ///< pixels a pitch

  QPointF px(QPointF plane) const { return (plane - area.topLeft()) * scale; }
  QRectF pixels() const { return {0, 0, area.width() * scale, area.height() * scale}; }
  QRectF widened(double margin) const { return area.adjusted(-margin, -margin, margin, margin); }
};

// Below these scales (pixels a pitch) things are left out or simplified.
inline constexpr double kLinesScale = 1.5;  ///< hexside lines and paths as plain strokes
inline constexpr double kShapesScale = 10;  ///< smooth outlines, curves, symbols
inline constexpr double kTextureScale = 18; ///< textures
inline constexpr double kGridScale = 8;     ///< hex grid
inline constexpr double kMarksScale = 22;   ///< symbols of hexes' attributes
inline constexpr double kNumbersScale = 40; ///< hex numbers and other small print: five pixels high

} // namespace hotchkiss
