#pragma once

#include "editor/tools/floating.h"
#include "editor/tools/thingdrag.h"
#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Points at hexes, hexsides, corners and named things; draws areas; moves things, areas and what is pasted.
class SelectTool final : public Tool {
 public:
  using Tool::Tool;
  ~SelectTool() override;
  void press(const Pointer& pointer) override;
  void drag(const Pointer& pointer) override;
  void release(const Pointer& pointer) override;
  void hover(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  bool isBusy() const override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  bool picksUpByClick() const override { return false; }
  QString statusText() const override;
  QString helpText() const override;
  Qt::CursorShape cursor() const override;

  /// What a menu here is about: the area around the place, what is selected there already, or what lies on top.
  void selectForMenu(const Pointer& pointer);
  /// Takes a piece of map in hand; a click puts it down.
  void beginPaste(ClippingLetter letter);
  /// Turns what is in hand, or the selected area where it lies.
  void rotate(int sixths);
  void mirror();
  const Floating* floating() const { return mFloating ? &*mFloating : nullptr; }

 private:
  enum class Doing { Nothing, Pressed, Band, Moving };
  enum class Change { Replace, Add, Subtract };

  std::vector<Selection> candidates(const Pointer& pointer) const;
  void click(const Pointer& pointer);
  std::vector<HexCoord> band() const;
  void takeBand();
  bool lift();
  void turn(const std::function<void(Floating&)>& change);
  void putDown();
  bool checkFloating();

  Doing mDoing = Doing::Nothing;
  Change mChange = Change::Replace;
  Pointer mPressed;
  std::vector<Point> mLoop;
  std::optional<Floating> mFloating;
  HexCoord mGrip; ///< where the floating piece was taken hold of, as seen from its anchor
  ThingDrag mThing{mContext};
};

} // namespace hotchkiss::editor
