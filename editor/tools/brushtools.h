#pragma once

#include "editor/tools/tool.h"

#include <set>

namespace hotchkiss::editor {

/// Tools that paint hexes under a round brush. Left paints, right erases, Alt and click picks up what is there.
class BrushTool : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;

 protected:
  virtual QString strokeTitle(bool erasing) const = 0;
  /// Why nothing can be painted now; empty when it can.
  virtual QString obstacle(bool) const { return {}; }
  virtual void begin(bool) {}
  virtual void paint(Stroke& stroke, HexCoord h, bool erasing) = 0;
  virtual void pickUp(HexCoord) {}
  /// Hexes under the brush, on the map.
  std::vector<HexCoord> brush(HexCoord centre) const;

 private:
  void paintTo(HexCoord h);
  bool mErasing = false;
  bool mPainting = false;
  HexCoord mLast;
  std::set<HexCoord> mDone; ///< in this stroke: no hex is painted twice
};

class TerrainTool final : public BrushTool {
 public:
  using BrushTool::BrushTool;
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
  QString obstacle(bool erasing) const override;
  void paint(Stroke& stroke, HexCoord h, bool erasing) override;
  void pickUp(HexCoord h) override;
};

class LevelTool final : public BrushTool {
 public:
  using BrushTool::BrushTool;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
  QString obstacle(bool erasing) const override;
  void paint(Stroke& stroke, HexCoord h, bool erasing) override;
  void pickUp(HexCoord h) override;
};

/// Paints which hexes belong to a region. Without a chosen region the first stroke makes one.
class RegionTool final : public BrushTool {
 public:
  using BrushTool::BrushTool;
  void press(const Pointer& pointer) override;
  void cancel() override;
  QString statusText() const override;
  QString helpText() const override;

 protected:
  QString strokeTitle(bool erasing) const override;
  QString obstacle(bool erasing) const override;
  void begin(bool erasing) override;
  void paint(Stroke& stroke, HexCoord h, bool erasing) override;
  void pickUp(HexCoord h) override;

 private:
  bool mExclusive = false;
  std::set<std::string> mRivals; ///< regions of the same exclusive kind
};

} // namespace hotchkiss::editor
