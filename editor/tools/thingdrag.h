#pragma once

#include "editor/tools/tool.h"

#include <nlohmann/json_fwd.hpp>

namespace hotchkiss::editor {

/// A symbol on its way to another place: places, crossings, and the labels of regions. The map shows where it would go;
/// one undo takes it back.
class ThingDrag {
 public:
  explicit ThingDrag(ToolContext& context) : mContext(context) {}

  /// Takes hold of what lies under the pointer, if it can be moved; one that is selected comes first.
  bool grip(const Pointer& pointer);
  /// Takes hold of what is selected, if its symbol is under the pointer.
  bool isMoving() const { return mThing.has_value(); }
  void moveTo(const Pointer& pointer);
  /// Puts it down; the reason why not, if it could not be.
  QString putDown();
  void drop();
  void paint(QPainter& painter, const OverlayView& view) const;

 private:
  /// Where it would come to lie; nothing where it cannot.
  Selection target(const Pointer& pointer) const;
  /// What a crossing of this kind misses there, in words.
  QString missingAt(const Selection& where) const;

  ToolContext& mContext;
  std::optional<NamedThing> mThing;
  bool mIsLabel = false; ///< of a region
  Selection mFrom;
  Selection mTo;
};

/// Where a place of a kind would lie by a click here; nothing when it cannot.
Selection placeTarget(const EditorDocument& document, const std::string& kind, const Pointer& pointer);

} // namespace hotchkiss::editor
