#include "editor/tools/clicktools.h"
#include "editor/tools/namedrecords.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

/// What a click here could mean, most likely first.
std::vector<Selection> SelectTool::candidates(const Pointer& pointer) const {
  std::vector<Selection> out;
  const Point centre = lattice().centre(pointer.pick.hex);
  constexpr double kSymbol = 0.3; // named things have a symbol about that large
  const bool atCentre = std::hypot(pointer.plane.x - centre.x, pointer.plane.y - centre.y) < kSymbol;
  if (pointer.pick.kind != Pick::Kind::Hex || atCentre)
    for (const NamedThing& thing : thingsAt(map(), pointer.pick))
      out.emplace_back(thing);
  if (pointer.pick.kind == Pick::Kind::Vertex && onMap(pointer.pick.vertex))
    out.emplace_back(pointer.pick.vertex);
  if (pointer.pick.kind != Pick::Kind::Hex && onMap(pointer.pick.edge))
    out.emplace_back(pointer.pick.edge);
  if (onMap(pointer.pick.hex))
    out.emplace_back(pointer.pick.hex);
  return out;
}

void SelectTool::press(const Pointer& pointer) {
  if (pointer.button != Qt::LeftButton)
    return;
  const std::vector<Selection> all = candidates(pointer);
  if (all.empty())
    return state().select({});
  // A second click on the same spot goes on to the next thing that lies there.
  const auto present = std::find(all.begin(), all.end(), state().selection());
  state().select(present == all.end() || present + 1 == all.end() ? all.front() : *(present + 1));
}

bool SelectTool::key(int key, Qt::KeyboardModifiers) {
  const auto* thing = std::get_if<NamedThing>(&state().selection());
  if (key == Qt::Key_F2 && thing) {
    if (mayEdit())
      mContext.startNaming(*thing, false);
    return true;
  }
  if ((key == Qt::Key_Delete || key == Qt::Key_Backspace) && thing) {
    const NamedThing gone = *thing;
    if (!mayEdit())
      return true;
    if (succeeded(document().edit(tr("Remove %1").arg(nameOf(document(), gone)),
                                  [&](Stroke& stroke) { removeThing(stroke, document().catalogue(), gone); })))
      state().select({});
    return true;
  }
  return false;
}

void SelectTool::cancel() {
  state().select({});
  Tool::cancel();
}

void SelectTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (!mHover)
    return;
  const Pick& pick = mHover->pick;
  QColor faint = view.accent;
  faint.setAlpha(150);
  if (pick.kind == Pick::Kind::Vertex && onMap(pick.vertex))
    view.dot(painter, lattice().position(pick.vertex), faint, 5);
  else if (pick.kind == Pick::Kind::Edge && onMap(pick.edge))
    view.edge(painter, pick.edge, faint);
  else if (onMap(pick.hex))
    view.hexes(painter, {pick.hex}, faint);
}

QString SelectTool::statusText() const {
  if (std::holds_alternative<NamedThing>(state().selection()))
    return tr("F2: rename · Del: remove · click again: what lies below");
  return tr("Click a hex, hexside, corner or symbol · click again: what lies below");
}

QString SelectTool::helpText() const {
  return tr(
      "Selects what the inspector shows: a hex, a hexside, a corner, or a named thing. Clicking the same spot again "
      "goes through all that lies there. F2 renames a named thing, Del removes it.");
}

} // namespace hotchkiss::editor
