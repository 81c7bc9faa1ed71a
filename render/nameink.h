#pragma once

#include "render/edgeshape.h"
#include "render/scene.h"
#include "render/wayshape.h"

#include <QPolygonF>

#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// What names should not be printed on: hex numbers, symbols, hachures, waters, paths, borders. All of it is known as
/// points with weights: a name costs what its boxes cover.
class NameInk {
 public:
  /// `factor`: how much letters are enlarged. From afar there are no numbers, and symbols are larger against the map.
  NameInk(const Scene& scene, double factor);

  enum class Water : bool { Avoid, Allow };
  /// The weight of all points in the boxes, or some value above `enough` as soon as it is reached.
  double under(const std::vector<QPolygonF>& boxes, double enough, Water water = Water::Avoid);

  // What it costs to touch a number or a symbol, or to cover a pitch of a line, with letters that are not enlarged.
  static constexpr double kTouch = 2.5;
  static constexpr double kRail = 16;
  static constexpr double kPath = 2.6;
  static constexpr double kWater = 3.4;
  static constexpr double kHachures = 6;
  static constexpr double kWorks = 2.4;
  static constexpr double kBorder = 1.1;
  static constexpr double kTexture = 1.4; ///< a square pitch of trees or houses

  /// Letters are hard to read on this ground.
  static bool isBusy(const TerrainStyle& look);

 private:
  struct Dot {
    QPointF at;
    float weight = 0;
    bool isWater = false;
  };
  using Dots = std::vector<Dot>;
  const Dots& of(HexCoord h);
  void addNumber(HexCoord h, Dots& out) const;
  void addMarks(HexCoord h, Dots& out) const;
  void addTexture(HexCoord h, Dots& out) const;
  void addEdge(EdgeId e, Dots& out) const;
  void addBorder(EdgeId e, Dots& out) const;
  static void addBox(const QRectF& box, Dots& out);
  static void addLine(const std::vector<QPointF>& line, double weight, bool isWater, Dots& out);
  std::vector<QPointF> lineOn(EdgeId e, const PlacedLine& line) const;

  const Scene& mScene;
  double mFactor;
  EdgeShape mShape;
  WayShape mWays;
  std::unordered_map<HexCoord, std::vector<QRectF>> mEntries;
  std::unordered_map<HexCoord, Dots> mKnown;
};

} // namespace hotchkiss
