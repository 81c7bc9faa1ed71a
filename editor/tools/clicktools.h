#pragma once

#include "editor/tools/thingdrag.h"
#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Puts features on corners. They face the hex under the pointer.
class CornerTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
};

/// Bridges, fords and ferries: named things at a hexside.
class CrossingTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  void cancel() override;
  bool isBusy() const override { return mMoving.isMoving(); }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

 private:
  std::optional<NamedThing> presentAt(EdgeId e) const;
  std::vector<std::string>::const_iterator crossedAt(EdgeId e, const std::vector<std::string>& over) const;
  ThingDrag mMoving{mContext};
};

/// Towns, forts and other places, on a hex, hexside or corner as their kind allows.
class PlaceTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  void cancel() override;
  bool isBusy() const override { return mMoving.isMoving(); }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

 private:
  ThingDrag mMoving{mContext};
};

/// Where units come onto the map: hexes and hexsides of an entry.
class EntryTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void pickUp(const Pointer& pointer) override;
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
};

/// Joins places that are not neighbours: each click adds an end.
class LinkTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void pickUp(const Pointer& pointer) override;
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
};

/// Moves the map; the canvas does the moving.
class PanTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer&) override {}
  bool picksUpByClick() const override { return false; }
  void paintOverlay(QPainter&, const OverlayView&) const override {}
  QString statusText() const override;
  QString helpText() const override;
  Qt::CursorShape cursor() const override { return Qt::OpenHandCursor; }
};

} // namespace hotchkiss::editor
