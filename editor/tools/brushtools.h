#pragma once

#include "editor/tools/brushtool.h"

#include <set>

namespace hotchkiss::editor {

class TerrainTool : public BrushTool {
 public:
  using BrushTool::BrushTool;
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
  QString obstacle(bool erasing) const override;
  void paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) override;
  bool alike(HexCoord a, HexCoord b) const override;
  QString areaText(HexCoord h, std::size_t count) const override;
};

/// Gives a whole area of equal terrain another one.
class FillTool final : public TerrainTool {
 public:
  using TerrainTool::TerrainTool;
  PaintShape shape() const override { return PaintShape::Area; }
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
};

class LevelTool final : public BrushTool {
 public:
  using BrushTool::BrushTool;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void pickUp(const Pointer& pointer) override;
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
  QString obstacle(bool erasing) const override;
  void paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) override;
  bool alike(HexCoord a, HexCoord b) const override;
};

/// Paints which hexes belong to a region. Without a chosen region the first stroke makes one.
class RegionTool final : public BrushTool {
 public:
  using BrushTool::BrushTool;
  void press(const Pointer& pointer) override;
  void cancel() override;
  void pickUp(const Pointer& pointer) override;
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
  QString obstacle(bool erasing) const override;
  void begin(bool erasing) override;
  void paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) override;
  bool alike(HexCoord a, HexCoord b) const override;

 private:
  void paintOne(Stroke& stroke, HexCoord h, bool erasing);
  bool mExclusive = false;
  std::set<std::string> mRivals; ///< regions of the same exclusive kind
};

} // namespace hotchkiss::editor
