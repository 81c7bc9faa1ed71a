#pragma once

#include "render/courseline.h"
#include "render/fonts.h"
#include "render/labels.h"
#include "render/nameink.h"
#include "render/run.h"

#include <limits>
#include <vector>

namespace hotchkiss {

/// Places the names one after the other, the most important first. Of all places that are free of other names a name
/// takes the one where it covers least and which is most usual. Minor names are left out where they would cover much.
class LabelPlacer {
 public:
  LabelPlacer(const Scene& scene, double factor, LabelLayout& layout)
      : mScene(scene), mFactor(factor), mLayout(layout), mInk(scene, factor), mEngraved(scene.palette->isEngraved()) {}

  struct Wanted {
    double size;
    double priority;
    NamedPtr thing;
  };
  std::vector<Wanted> wanted() const;
  void place(const Wanted& w);

 private:
  /// A text and where its baseline begins.
  struct Line {
    const TextShape* shape;
    QPointF left;
  };
  /// One way to print a name: one line or two.
  struct Setting {
    std::vector<Line> lines;
    double size = 0;
    double preference = 0; ///< less is better
  };
  static constexpr double kAnyCost = std::numeric_limits<double>::max();

  double sizeOf(const NamedThing& thing) const;
  double regionSize(const NamedThing& thing) const;
  double priorityOf(const NamedThing& thing) const;
  QColor colourOf(const NamedThing& thing) const;
  Face faceOf(const NamedThing& thing, double size) const;

  void placeOne(const NamedThing& thing, double size);
  void placeBeside(const NamedThing& thing, double size);
  void placeRegion(const NamedThing& thing, double size);
  void placeEntry(const NamedThing& thing, double size);
  void placeCourse(const NamedThing& thing, double size);
  void placeAcross(const NamedThing& thing, const QString& text, const Ruler& ruler, double size);

  bool isFree(const std::vector<QPolygonF>& boxes);
  bool isInside(const std::vector<QPolygonF>& boxes) const;
  bool isOnDark(const std::vector<QPolygonF>& boxes) const;
  bool putBest(std::vector<Setting> settings, const NamedThing& thing, double most);
  double strangeness(const NamedThing& region, const std::vector<QPolygonF>& boxes) const;
  bool hasPlaceOfThatName(const NamedThing& region, QPointF middle) const;

  struct Written {
    std::vector<std::pair<QPainterPath, QTransform>> letters;
    std::vector<QPolygonF> boxes;
  };
  Written writeAlong(const std::vector<GlyphShape>& glyphs, const Ruler& ruler, double start, double length,
                     double size, double lift) const;
  void add(const NamedThing& thing, const QString& text, double size, Written written);

  const Scene& mScene;
  double mFactor;
  LabelLayout& mLayout;
  NameInk mInk;
  bool mEngraved;
  QRectF mReach; ///< of the name being placed
  QRectF mBounds = mScene.bounds().adjusted(0.5, 0.4, -0.5, -0.4);
};

} // namespace hotchkiss
