#pragma once

#include "render/mappainter.h"
#include "render/named.h"
#include "render/palette.h"
#include "render/poolcache.h"

#include <QColor>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace hotchkiss {

class CourseLines;
class LabelLayout;
class Heights;
class Overview;

/// Meanings of the texts in a map's pool under one palette.
struct PoolMeanings {
  explicit PoolMeanings(std::shared_ptr<const Palette> palette);
  std::shared_ptr<const Palette> palette;
  PoolCache<TerrainStyle> terrains;
  PoolCache<EdgeContent> edges;
  PoolCache<EdgeContent> vertices;
  PoolCache<HexContent> hexes;
};

/// Edges of the named courses and hexes of the regions: what names are placed by.
class Membership {
 public:
  Membership(const Document& document, const PoolMeanings& meanings);
  /// Null when the changes touch no course and no region.
  std::shared_ptr<const Membership> after(const Changes& changes, const Document& document,
                                          const PoolMeanings& meanings) const;

  using Edges = std::vector<EdgeId>; ///< sorted
  struct Area {
    double x = 0;
    double y = 0;
    std::int64_t count = 0;
    QPointF centre() const;
  };
  const Edges& edges(const std::string& course) const;
  const std::map<std::string, Area>& areas() const { return mAreas; }

 private:
  std::map<std::string, std::shared_ptr<const Edges>> mCourses;
  std::map<std::string, Area> mAreas;
};

std::shared_ptr<CourseLines> newCourseLines();
std::shared_ptr<Heights> newHeights();

/// Everything that the passes of a painter look at. Immutable, except for what is worked out when first asked for.
struct Scene {
  MapSnapshot snapshot;
  std::shared_ptr<const MapStyle> style;
  LayerSettings layers;
  std::shared_ptr<const Palette> palette;
  std::shared_ptr<const PoolMeanings> meanings;
  std::shared_ptr<const NamedIndex> named;
  std::shared_ptr<const Membership> membership;
  std::shared_ptr<const std::map<int, std::int64_t>> levels; ///< how many hexes lie at each level
  std::vector<QColor> ramp;                                  ///< tints of the levels, lowest first

  /// Names by the factor that their letters are enlarged by; filled when first wanted.
  struct Layouts {
    std::mutex mutex;
    std::map<int, std::shared_ptr<const LabelLayout>> byFactor;
  };
  std::shared_ptr<Layouts> layouts = std::make_shared<Layouts>();
  std::shared_ptr<CourseLines> courseLines = newCourseLines();
  std::shared_ptr<Heights> heights = newHeights();
  std::shared_ptr<const Overview> overview;

  const Document& document() const { return snapshot.document; }
  const Lattice& lattice() const { return snapshot.document.lattice(); }
  const Extent& extent() const { return snapshot.document.extent(); }

  const TerrainStyle& terrain(HexCoord h) const {
    return meanings->terrains.get(document().pool(), document().hex(h).terrain);
  }
  const TerrainStyle& terrain(const HexValue& value) const {
    return meanings->terrains.get(document().pool(), value.terrain);
  }
  const EdgeContent& edge(EdgeId e) const { return meanings->edges.get(document().pool(), document().edge(e)); }
  const EdgeContent& vertex(VertexId v) const {
    return meanings->vertices.get(document().pool(), document().vertex(v));
  }
  const HexContent& more(const HexValue& value) const { return meanings->hexes.get(document().pool(), value.more); }
  double strength(Layer layer) const { return layers.strength(layer); }

  /// Of the light on hills and levels: it goes with what shows them.
  double reliefStrength() const { return std::max(strength(Layer::Levels), strength(Layer::Texture)); }

  /// The step of the ramp that a level belongs to, -1 for none.
  int stepOf(const HexValue& value) const;
  /// What a hex looks like from far away.
  QRgb groundColour(HexCoord h) const;
  /// Hexes without a terrain: not the paper, or they would pass for open ground.
  QColor blankColour() const;
  QRectF bounds() const;
  void makeRamp();
};

} // namespace hotchkiss
