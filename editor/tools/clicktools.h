#pragma once

#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Gives a whole area of equal terrain another one.
class FillTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
};

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
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

 private:
  std::optional<NamedThing> presentAt(EdgeId e) const;
};

/// Towns, forts and other places, on a hex, hexside or corner as their kind allows.
class PlaceTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;

 private:
  /// Where a click would put it; nothing when the kind cannot lie here.
  Selection target(const Pointer& pointer) const;
};

/// Where units come onto the map: hexes and hexsides of an entry.
class EntryTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
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
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
};

/// Points at hexes, hexsides, corners and named things.
class SelectTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  QString statusText() const override;
  QString helpText() const override;
  Qt::CursorShape cursor() const override { return Qt::ArrowCursor; }

 private:
  std::vector<Selection> candidates(const Pointer& pointer) const;
};

/// Moves the map; the canvas does the moving.
class PanTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer&) override {}
  void paintOverlay(QPainter&, const OverlayView&) const override {}
  QString statusText() const override;
  QString helpText() const override;
  Qt::CursorShape cursor() const override { return Qt::OpenHandCursor; }
};

} // namespace hotchkiss::editor
