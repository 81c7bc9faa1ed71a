#pragma once

#include "render/scene.h"

#include <QPainter>
#include <QPainterPath>
#include <QTransform>

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// A name where it will be printed, in the plane.
struct PlacedLabel {
  QString text;
  /// Its letters: shared outlines and where they go. Most names of a large map are never looked at, so they are put
  /// together only when they are painted.
  std::vector<std::pair<QPainterPath, QTransform>> letters;
  QPainterPath path() const;
  std::vector<QPolygonF> boxes; ///< what it covers: one for a straight text, one for each letter along a curve
  QRectF bounds;
  QColor colour;
  double size = 0; ///< of its letters
};

inline constexpr double kNumberSize = 0.125; ///< of hex numbers, in pitches
inline constexpr double kReadingScale = 40;  ///< pixels a pitch from which letters are not enlarged

/// From the centre of a hex to the middle of its number: near the upper edge, beside a way that crosses it.
QPointF numberOffset(const Scene& scene, HexCoord h);

/// What the number of a hex covers, in the plane; empty when it has none.
QRectF numberBox(const Scene& scene, HexCoord h);

/// All names of a map for one size of letters. Important names come first; a name that finds no free place is left out
/// until the letters are smaller against the map.
class LabelLayout {
 public:
  LabelLayout(const Scene& scene, double factor);

  /// What an edit did to the names.
  struct Changes {
    std::set<std::string> courses; ///< whose edges changed
    std::set<std::string> regions; ///< whose hexes changed
    std::vector<QPointF> lines;    ///< where lines or marks changed: names keep clear of them where they can
  };
  /// The same as a layout from nothing, but only names near changes are looked at again.
  LabelLayout(const Scene& scene, const LabelLayout& before, const Changes& changes);

  const std::vector<PlacedLabel>& labels() const { return mLabels; }
  std::vector<const PlacedLabel*> near(const QRectF& area) const;
  /// Parts of the plane in which two layouts differ.
  static std::vector<QRectF> difference(const LabelLayout& a, const LabelLayout& b);

 private:
  friend class LabelPlacer;
  void takeSymbols(const Scene& scene);
  void add(PlacedLabel label);
  bool isFree(const std::vector<QPolygonF>& boxes) const;

  std::vector<PlacedLabel> mLabels;
  /// One thing that wants a name, in the order of importance.
  struct Entry {
    NamedPtr thing;
    QRectF reach; ///< where it looked for a place
    std::vector<std::size_t> labels;
  };
  std::vector<Entry> mEntries;
  double mFactor = 1;
  struct Box {
    std::size_t label;
    QPolygonF polygon;
    QRectF bounds;
  };
  std::vector<Box> mBoxes;
  std::unordered_map<std::int64_t, std::vector<std::size_t>> mCells; ///< boxes
};

/// The layout for a scale, worked out when first asked for.
std::shared_ptr<const LabelLayout> layoutFor(const Scene& scene, double scale);
int layoutStep(double scale);

void paintNames(QPainter& painter, const Scene& scene, const View& view);
void paintNumbers(QPainter& painter, const Scene& scene, const View& view);

} // namespace hotchkiss
