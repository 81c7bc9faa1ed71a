#pragma once

#include "libterrain/grid/frame.h"
#include "render/mappainter.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <optional>
#include <string>

namespace hotchkiss {

class Document;

/// What a module says about the ground under its map, as far as a printed sheet can show it.
struct MapGround {
  Frame frame;
  bool hasScale = true;        ///< else nothing but the north is known
  std::string unit;            ///< "metre", "foot" or "degree"
  bool isTied = false;         ///< to a known place on the ground; else only distances mean something
  std::optional<double> north; ///< degrees clockwise from the sheet's up, where it is known

  /// Nothing when the module gives neither a size of its hexes nor the north.
  static std::optional<MapGround> of(const Document& document);
};

/// A bar whose length is a round number on the ground.
struct ScaleBar {
  double millimetres = 0;
  double length = 0; ///< in `unit`
  QString unit;
};
std::optional<ScaleBar> scaleBarFor(const MapGround& ground, double hexMillimetres, double mostMillimetres);
void paintScaleBar(QPainter& painter, const MapStyle& style, const ScaleBar& bar, QPointF topLeft, double dots);

/// Round ground coordinates around and in a map: ticks and numbers on its frame, small crosses inside it.
class Graticule {
 public:
  /// `area`: the part of the plane that the rectangle `map` (in millimetres) shows.
  Graticule(const MapGround& ground, const QRectF& area, const QRectF& map);
  static constexpr double kRoom = 4.6; ///< millimetres that it takes outside the map, on all sides
  static constexpr double kTextSize = 2.1;

  void paintFrame(QPainter& painter, const MapStyle& style, double dots) const;
  void paintCrosses(QPainter& painter, const MapStyle& style, double dots) const;

 private:
  struct Tick {
    double at = 0; ///< along the side, 0 to 1
    QString text;
  };
  /// Where round values of the coordinate that changes most along a side fall on it.
  std::vector<Tick> ticks(QPointF from, QPointF to) const;
  QString textOf(double value, bool isEast) const;
  QPointF toMap(QPointF plane) const;

  const MapGround mGround;
  QRectF mArea;
  QRectF mMap;
  double mInterval = 1;
};

/// An arrow to the north, its middle at a place; `turn` is clockwise from up.
void paintNorthArrow(QPainter& painter, const MapStyle& style, QPointF middle, double height, double turn, double dots);

} // namespace hotchkiss
