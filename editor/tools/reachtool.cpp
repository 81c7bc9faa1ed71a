#include "editor/tools/reachtool.h"

#include "editor/model/rulesmodel.h"

namespace hotchkiss::editor {

ReachTool::~ReachTool() {
  if (mContext.rules)
    mContext.rules->pointAt(std::nullopt);
}

void ReachTool::press(const Pointer& pointer) {
  RulesModel* rules = mContext.rules;
  if (!rules || !onMap(pointer.pick.hex))
    return;
  if (!rules->book())
    return refuse(rules->problem());
  if (pointer.button == Qt::RightButton)
    rules->pin(rules->isPinned() && rules->target() == pointer.pick.hex ? std::nullopt
                                                                        : std::optional(pointer.pick.hex));
  else if (pointer.button == Qt::LeftButton && (pointer.modifiers & Qt::ControlModifier))
    rules->placeUnit(pointer.pick.hex);
  else if (pointer.button == Qt::LeftButton)
    rules->startAt(pointer.pick.hex);
}

void ReachTool::hover(const Pointer& pointer) {
  if (mContext.rules)
    mContext.rules->pointAt(onMap(pointer.pick.hex) ? std::optional(pointer.pick.hex) : std::nullopt);
  Tool::hover(pointer);
}

void ReachTool::leave() {
  if (mContext.rules)
    mContext.rules->pointAt(std::nullopt);
  Tool::leave();
}

bool ReachTool::key(int key, Qt::KeyboardModifiers) {
  RulesModel* rules = mContext.rules;
  if (!rules || !mHover || !onMap(mHover->pick.hex))
    return false;
  if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
    rules->removeUnitsAt(mHover->pick.hex);
    return true;
  }
  if (key == Qt::Key_Insert && rules->book()) {
    rules->placeUnit(mHover->pick.hex);
    return true;
  }
  return false;
}

void ReachTool::cancel() {
  if (RulesModel* rules = mContext.rules) {
    if (rules->isPinned())
      rules->pin(std::nullopt);
    else
      rules->setStart(std::nullopt);
  }
  Tool::cancel();
}

void ReachTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (!mHover || !onMap(mHover->pick.hex))
    return;
  QPainterPath outline;
  outline.addPolygon(view.outline(mHover->pick.hex));
  outline.closeSubpath();
  view.stroke(painter, outline, view.accent, 1.6);
}

QString ReachTool::statusText() const {
  const RulesModel* rules = mContext.rules;
  if (!rules || !rules->problem().isEmpty())
    return rules ? rules->problem() : QString();
  if (!rules->start())
    return tr("Click the hex where the unit starts");
  return tr("Point at a hex for the way there; click for another start; right click keeps the way; Ctrl and click "
            "places a unit");
}

QString ReachTool::helpText() const {
  return tr(
      "Shows where a unit can go. Choose the unit in the Rules panel and click its hex: each hex shows what it "
      "costs to get there. Point at a hex to see the way and the rules behind every step; a right click keeps it. "
      "Ctrl and click or Ins places a unit like the chosen one, Del removes the units of a hex. Nothing of this "
      "changes the module.");
}

} // namespace hotchkiss::editor
