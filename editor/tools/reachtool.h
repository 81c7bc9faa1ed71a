#pragma once

#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Asks the rules where a unit gets to: a click is the start, the pointer shows the way. It changes nothing in the
/// module.
class ReachTool final : public Tool {
 public:
  using Tool::Tool;
  ~ReachTool() override;
  void press(const Pointer& pointer) override;
  void hover(const Pointer& pointer) override;
  void leave() override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  bool picksUpByClick() const override { return false; }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
};

} // namespace hotchkiss::editor
