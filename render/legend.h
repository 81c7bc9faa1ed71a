#pragma once

#include "render/mappainter.h"

#include <QPainter>
#include <QString>

#include <string>
#include <vector>

namespace hotchkiss {

struct LegendItem {
  std::string section; ///< of the catalogue; "level" for a tint
  std::string id;
  std::string classId;
  QString name;
  QColor tint;
};

struct LegendGroup {
  QString title;
  std::vector<LegendItem> items;
};

/// Every kind of thing that occurs on the map and is drawn, or every kind of the catalogue.
std::vector<LegendGroup> legendOf(const MapPainter& painter, bool everything = false);

/// How many columns of `columnWidth` a legend needs to fit a height; all lengths in pixels.
struct LegendLayout {
  double rowHeight = 20;
  double columnWidth = 180;
  int columns = 1;
  double mostHeight = 0; ///< that a column may have
  double height = 0;     ///< of the tallest column
};
LegendLayout layOutLegend(const std::vector<LegendGroup>& groups, double rowHeight, double columnWidth,
                          double mostHeight);
/// Em of an item's text, in the unit of the layout: long names are printed smaller.
double legendTextSize(const LegendLayout& layout, const QString& name, bool engraved);
void paintLegend(QPainter& painter, const MapPainter& map, const std::vector<LegendGroup>& groups,
                 const LegendLayout& layout, QPointF topLeft);

} // namespace hotchkiss
