#pragma once

#include "editor/tools/featureplacing.h"
#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Draws features along hexsides. A drag follows the corners that lie nearest to the pointer; going back shortens the
/// chain. A click on a hexside takes just that one.
class HexsideTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  bool isBusy() const override { return mStarted; }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

  const std::vector<VertexId>& chain() const { return mChain; }

 private:
  /// Which side of the drag an oriented feature faces.
  enum class Facing { Right, Left, Both };

  FeaturePlacing placing() const;
  void follow(Point from, Point to);
  void stepToward(Point target);
  void show();
  void flipAt(EdgeId e);
  std::string sideOf(VertexId from, VertexId to, EdgeId e, const FeaturePlacing& feature) const;
  std::string sideOf(EdgeId e, const FeaturePlacing& feature, Point pointer) const;

  bool mStarted = false;
  bool mErasing = false;
  std::optional<EdgeId> mStartEdge; ///< pressed on a hexside: a click without drag means this one
  Point mPressedAt;
  Point mLast;
  std::vector<VertexId> mChain;
  Facing mFacing = Facing::Right;
  QString mMissing;
};

} // namespace hotchkiss::editor
