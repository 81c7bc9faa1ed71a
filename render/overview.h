#pragma once

#include "render/scene.h"

#include <QPainter>

#include <cstdint>
#include <memory>
#include <vector>

namespace hotchkiss {

/// What a map looks like from far away: one colour for each hex, and averages of 2x2, 4x4 … hexes. Blocks are worked
/// out when first wanted and shared with the painters before and after an edit.
class Overview {
 public:
  explicit Overview(const Extent& extent);
  /// The same, but with the blocks of these hexes to be worked out anew.
  std::shared_ptr<const Overview> without(const std::vector<HexCoord>& hexes) const;

  static constexpr std::int32_t kBlock = 64;
  static constexpr int kLevels = 5; ///< up to averages of 16x16 hexes

  struct Block {
    std::array<std::vector<QRgb>, kLevels> colours; ///< row by row
  };
  const Block& block(const Scene& scene, std::int32_t bc, std::int32_t br) const;
  std::int32_t blocksAcross() const { return mAcross; }
  std::int32_t blocksDown() const { return mDown; }

 private:
  std::shared_ptr<const Block> make(const Scene& scene, std::int32_t bc, std::int32_t br) const;

  Extent mExtent;
  std::int32_t mAcross = 0;
  std::int32_t mDown = 0;
  struct Slot {
    std::once_flag once;
    std::shared_ptr<const Block> block;
  };
  std::vector<std::shared_ptr<Slot>> mSlots;
};

/// Paints the map as it looks from far away: hexes as plain colour, and as the scale allows the grid and lines as plain
/// strokes. At larger scales it is a draft of the true picture that takes a fraction of its time.
void paintOverview(QPainter& painter, const Scene& scene, const View& view);

} // namespace hotchkiss
