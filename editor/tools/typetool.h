#pragma once

#include "editor/docks/paletteentries.h"
#include "editor/tools/tool.h"
#include "libterrain/numbering/readingorder.h"

#include <QElapsedTimer>

namespace hotchkiss::editor {

/// Types a printed map along: a cursor walks its hexes in reading order. One key sets the terrain and steps on, digits
/// set the level, Shift and a direction sets the hexside feature in hand. What is typed without a longer pause is one
/// undo step; Backspace goes back key by key.
class TypeTool final : public Tool {
 public:
  explicit TypeTool(ToolContext& context);
  void press(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  bool typed(const QString& text) override;
  bool takesKey(int key, Qt::KeyboardModifiers modifiers) const override;
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  bool picksUpByClick() const override { return false; }
  QString statusText() const override;
  QString helpText() const override;
  Qt::CursorShape cursor() const override { return Qt::ArrowCursor; }

  std::optional<HexCoord> at() const { return mAt; }
  /// A pause of this length ends what one undo takes back.
  static constexpr qint64 kPause = 4000;

 private:
  /// What one key did, so that Backspace can take it back.
  struct Typed {
    HexCoord at;
    HexValue hex;
    std::optional<EdgeId> edge;
    std::uint32_t features = 0;
  };

  const ReadingOrder& order() const;
  HexCoord here();
  void goTo(HexCoord h);
  void step(bool forward);
  bool move(int key);
  void change(const Typed& before, const std::function<void(Stroke&)>& change);
  bool goesOn() const;
  void setTerrain(const std::string& terrain);
  void typeLevel(int digit);
  void setSide(int direction);
  void back();
  std::string feature() const;
  void paintBox(QPainter& painter, const OverlayView& view) const;
  QString keysText() const;

  std::optional<HexCoord> mAt;
  std::vector<Typed> mTyped; ///< since the last pause or edit by others
  QElapsedTimer mSince;
  std::size_t mPosition = 0;        ///< in the history, after the last key
  std::optional<HexCoord> mLevelAt; ///< where digits are being typed
  mutable ReadingOrder mOrder;
  mutable const Numbering* mOrderOf = nullptr;
  mutable Extent mOrderExtent;
  mutable bool mOrderByColumns = false;
  mutable std::vector<PaletteEntry> mEntries;
  mutable const Ruleset* mEntriesOf = nullptr;
};

/// The side of a hex that a key means: the keys around S (or the number pad), and the arrow keys as far as they fit.
std::optional<int> directionOfKey(int key, Qt::KeyboardModifiers modifiers, Orientation orientation);

} // namespace hotchkiss::editor
