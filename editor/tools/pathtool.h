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
  bool isBusy() const override { return mStarted || !mAnchors.empty(); }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

 private:
  std::string kind() const { return "path." + state().kind(ToolId::Path); }
  bool nearMap(HexCoord h) const;
  void extendTo(HexCoord h);
  std::vector<HexCoord> easyWayTo(HexCoord h) const;
  void show();

  bool mStarted = false;
  bool mErasing = false;
  Pointer mPressed;
  std::vector<HexCoord> mChain;
  struct Anchor {
    HexCoord hex;
    bool madeEdit = false; ///< the piece that ends here
  };
  std::vector<Anchor> mAnchors; ///< clicks so far; the next click's line begins at the last one
  std::size_t mPosition = 0;    ///< in the history, after the last click

  struct EasyKey {
    HexCoord from;
    HexCoord to;
    std::size_t position = 0;
    bool operator==(const EasyKey&) const = default;
  };
  mutable std::optional<EasyKey> mEasyKey;
  mutable std::vector<HexCoord> mEasyWay;
};

} // namespace hotchkiss::editor
