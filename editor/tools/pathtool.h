#pragma once

#include "editor/tools/featureplacing.h"
#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Draws roads, rails and the like from hex to hex: by a drag, or click by click with straight lines between.
class PathTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  bool isBusy() const override { return mStarted || mAnchor; }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

 private:
  std::string kind() const { return "path." + state().kind(ToolId::Path); }
  bool nearMap(HexCoord h) const;
  void extendTo(HexCoord h);
  void show();

  bool mStarted = false;
  bool mErasing = false;
  Pointer mPressed;
  std::vector<HexCoord> mChain;
  std::optional<HexCoord> mAnchor; ///< where the next click's line begins
};

} // namespace hotchkiss::editor
