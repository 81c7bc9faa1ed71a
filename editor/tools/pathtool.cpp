#include "editor/tools/pathtool.h"

#include <algorithm>

namespace hotchkiss::editor {

/// On the map or right beside it: a road may leave the map.
bool PathTool::nearMap(HexCoord h) const {
  const auto around = lattice().neighbours(h);
  return onMap(h) || std::any_of(around.begin(), around.end(), [this](HexCoord n) { return onMap(n); });
}

void PathTool::press(const Pointer& pointer) {
  if (mStarted || (pointer.button != Qt::LeftButton && pointer.button != Qt::RightButton) || !mayEdit())
    return;
  if (!document().catalogue().edgeFeatures.contains(kind()))
    return refuse(tr("Choose a road, rail or other path in the palette first."));
  if (!nearMap(pointer.pick.hex))
    return;
  mErasing = pointer.button == Qt::RightButton;
  mStarted = true;
  mPressed = pointer;
  mChain = {mAnchor && !mErasing ? *mAnchor : pointer.pick.hex};
  const QString name = kindName("path", state().kind(ToolId::Path));
  document().beginStroke(mErasing ? tr("Erase %1").arg(name) : tr("Draw %1").arg(name));
  extendTo(pointer.pick.hex);
}

void PathTool::drag(const Pointer& pointer) {
  mHover = pointer;
  if (mStarted)
    extendTo(pointer.pick.hex);
  mContext.refresh();
}

void PathTool::extendTo(HexCoord h) {
  if (mChain.back() == h)
    return;
  for (const HexCoord step : lattice().line(mChain.back(), h)) {
    const auto seen = std::find(mChain.begin(), mChain.end(), step);
    if (seen != mChain.end())
      mChain.erase(seen + 1, mChain.end()); // back on its own track
    else if (nearMap(step))
      mChain.push_back(step);
  }
  show();
}

void PathTool::show() {
  const FeaturePlacing feature(document(), kind(), state().classId(), state().course());
  document().rewindStroke();
  document().updateStroke([&](Stroke& stroke) {
    for (std::size_t i = 1; i < mChain.size(); ++i) {
      const std::optional<EdgeId> e = lattice().edgeBetween(mChain[i - 1], mChain[i]);
      if (!e || !onMap(*e))
        continue;
      if (mErasing)
        stroke.eraseFeature(*e, kind());
      else
        stroke.setEdge(*e, feature.placedOn(stroke.document().features(*e), {}).toText());
    }
  });
  mContext.refresh();
}

void PathTool::release(const Pointer& pointer) {
  if (!mStarted || pointer.button != (mErasing ? Qt::RightButton : Qt::LeftButton))
    return;
  const bool wasClick = pointer.pick.hex == mPressed.pick.hex && mChain.size() <= 1;
  mStarted = false;
  if (wasClick && mErasing && pointer.pick.kind != Pick::Kind::Hex) // a click on one hexside
    document().updateStroke([&](Stroke& stroke) { stroke.eraseFeature(pointer.pick.edge, kind()); });
  const bool changed = mChain.size() > 1;
  const HexCoord end = mChain.back();
  succeeded(document().endStroke());
  // A click begins a line or goes on from the last one; a drag stands for itself.
  const bool byClicks = pointer.pick.hex == mPressed.pick.hex;
  mAnchor.reset();
  if (!mErasing && byClicks && (changed || wasClick))
    mAnchor = end;
  mChain.clear();
  mContext.refresh();
}

void PathTool::cancel() {
  mStarted = false;
  mAnchor.reset();
  mChain.clear();
  Tool::cancel();
}

bool PathTool::key(int key, Qt::KeyboardModifiers) {
  if (key == Qt::Key_Backspace && mStarted && mChain.size() > 1) {
    mChain.pop_back();
    show();
    return true;
  }
  return false;
}

void PathTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  const QColor colour = mStarted && mErasing ? view.danger : view.accent;
  std::vector<HexCoord> way = mChain;
  if (!mStarted && mAnchor && mHover)
    way = lattice().line(*mAnchor, mHover->pick.hex);
  QPainterPath path;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const QPointF at = view.toWidget(lattice().centre(way[i]));
    if (i == 0)
      path.moveTo(at);
    else
      path.lineTo(at);
  }
  view.stroke(painter, path, colour, 2);
  if (!way.empty()) {
    view.dot(painter, lattice().centre(way.front()), colour, 3.5);
    view.dot(painter, lattice().centre(way.back()), colour);
  } else if (mHover && nearMap(mHover->pick.hex)) {
    view.hexes(painter, {mHover->pick.hex}, colour);
    view.dot(painter, lattice().centre(mHover->pick.hex), colour);
  }
}

QString PathTool::statusText() const {
  if (mAnchor)
    return tr("Click: a straight line to here · Esc: begin elsewhere");
  return tr("Drag from hex to hex, or click and click: %1 · right drag: erase")
      .arg(kindName("path", state().kind(ToolId::Path)));
}

QString PathTool::helpText() const {
  return tr(
      "Draws roads, rails and other paths. Drag through the hexes, or click hex after hex for straight lines; Esc "
      "ends such a line. Dragging back shortens. The right button erases, a right click on a hexside just there. "
      "Drag over the edge of the map to let a path leave it.");
}

} // namespace hotchkiss::editor
