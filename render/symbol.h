#pragma once

#include "render/mapstyle.h"

#include <QPainter>

#include <string_view>
#include <vector>

namespace hotchkiss {

/// Colours that a symbol is drawn with.
struct SymbolColours {
  QColor ink;
  QColor fill;
  QColor paper;
};

/// Whether the name has a drawing of its own; "none" has the drawing of nothing.
bool hasSymbol(std::string_view name);
std::vector<std::string> symbolNames();
/// Usual size across, in pitches.
double symbolSize(std::string_view name);
/// Draws a symbol around a point, `size` pixels across, turned clockwise by degrees. An unknown name gives a lozenge,
/// so that nothing that is on the map goes unseen.
void drawSymbol(QPainter& painter, std::string_view name, QPointF at, double size, double degrees,
                const SymbolColours& colours);

/// Colours of a style row, with the map's own where the row has none.
SymbolColours symbolColours(const StyleRow& row, const MapStyle& style);

} // namespace hotchkiss
