#pragma once

#include "editor/tools/tool.h"

#include <set>

namespace hotchkiss::editor {

/// Tools that paint hexes: under a round brush, or as a line, a rectangle, a lasso, a connected area, or everywhere.
/// Left paints, right erases. Shapes are dragged, or clicked corner by corner.
class BrushTool : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  bool isBusy() const override { return mPainting || mShaping; }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;

  virtual PaintShape shape() const { return state().paintShape(state().tool()); }

 protected:
  virtual QString strokeTitle(bool erasing) const = 0;
  /// Why nothing can be painted now; empty when it can.
  virtual QString obstacle(bool) const { return {}; }
  virtual void begin(bool) {}
  virtual void paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) = 0;
  /// Whether two hexes belong to one area for this tool.
  virtual bool alike(HexCoord a, HexCoord b) const = 0;
  /// What a click would do to a whole area, in words.
  virtual QString areaText(HexCoord, std::size_t count) const;
  /// What all shapes but the brush say in the status line; empty for the brush.
  QString shapeHint() const;
  /// Hexes under the brush, on the map.
  std::vector<HexCoord> brush(HexCoord centre) const;
  /// What a click on this hex means, for shapes that take whole areas.
  const std::vector<HexCoord>& areaAt(HexCoord h) const;

 private:
  bool isDragged() const { return shape() == PaintShape::Line || shape() == PaintShape::Rectangle || isLasso(); }
  bool isLasso() const { return shape() == PaintShape::Lasso; }
  bool open(bool erasing);
  void paintTo(HexCoord h);
  void paintAll(const std::vector<HexCoord>& hexes);
  std::vector<HexCoord> shaped() const;
  void finishShape();

  bool mErasing = false;
  bool mPainting = false;
  HexCoord mLast;
  std::optional<HexCoord> mLineFrom; ///< where the last stroke ended, for Shift and click
  std::set<HexCoord> mDone;          ///< in this stroke: no hex is painted twice

  bool mShaping = false;
  bool mHeld = false;    ///< the button is down
  bool mDragged = false; ///< since then
  std::vector<Point> mPoints;

  struct AreaKey {
    PaintShape shape = PaintShape::Brush;
    HexCoord hex;
    std::size_t position = 0;
    std::size_t size = 0;
    bool operator==(const AreaKey&) const = default;
  };
  mutable std::optional<AreaKey> mAreaKey;
  mutable std::vector<HexCoord> mArea;
};

} // namespace hotchkiss::editor
