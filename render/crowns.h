#pragma once

#include "render/scene.h"

#include <QPainter>

#include <vector>

namespace hotchkiss {

/// The trees of a view. They stand in front of each other: what lies further south covers what lies behind it, also
/// across hexes. On pixels they are stamped, which costs a fraction of drawing them.
class Crowns {
 public:
  enum class Kind : std::uint8_t { Leafy, Conifer };

  /// `size` is a radius or a height, in pitches.
  void add(Kind kind, QPointF plane, double size, std::uint64_t chance, const TerrainStyle* look) {
    mTrees.push_back({plane, size, static_cast<std::uint8_t>(chance % kVariants), kind, look});
  }
  void paint(QPainter& painter, const Scene& scene, const View& view);

  static constexpr int kVariants = 7;

 private:
  struct Tree {
    QPointF at;
    double size = 0;
    std::uint8_t variant = 0;
    Kind kind = Kind::Leafy;
    const TerrainStyle* look = nullptr;
  };
  void stamp(QPainter& painter, const Scene& scene, const View& view) const;
  void draw(QPainter& painter, const Scene& scene, const View& view) const;

  std::vector<Tree> mTrees;
};

} // namespace hotchkiss
