#pragma once

#include "render/view.h"

#include <QColor>
#include <QPainter>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace hotchkiss {

class Document;
struct Scene;
struct TerrainStyle;

/// Measured heights of hexes, from the evidence of a module; read when first wanted.
class Heights {
 public:
  struct Table {
    std::vector<float> metres; ///< column by column; NaN where nobody measured
    double usualStep = 1;      ///< between neighbours
    bool empty() const { return metres.empty(); }
  };
  const Table& table(const Document& document);

 private:
  std::once_flag mOnce;
  Table mTable;
};

/// How strongly the terrain of a hex rises above the plain: 0 for terrain without relief.
double swellOf(const TerrainStyle& look);
/// How much light falls on ground that rises this much toward the east and the south: -1 (shade) to 1 (light). Light
/// comes from the north-west.
double lightOn(double east, double south);
/// The ground seen from far away, under its light.
QColor shadedFromAfar(const Scene& scene, HexCoord h, const QColor& ground);

/// Keeps what is painted next on the map, where a view reaches over its border.
void clipToMap(QPainter& painter, const Scene& scene, const View& view);

/// A soft hillshade over the ground: from measured heights or levels where there are some, and from hills and
/// mountains, which run together with their neighbours to one massif.
void paintRelief(QPainter& painter, const Scene& scene, const View& view);

} // namespace hotchkiss
