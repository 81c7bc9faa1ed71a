#include "editor/tools/pathtool.h"

#include "libscenario/ruleset/easyway.h"

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
  if (mErasing)
    mAnchors.clear();
  mChain = {mAnchors.empty() ? pointer.pick.hex : mAnchors.back().hex};
  const QString name = kindName("path", state().kind(ToolId::Path));
  document().beginStroke(mErasing ? tr("Erase %1").arg(name) : tr("Draw %1").arg(name));
  if (const std::vector<HexCoord> easy = easyWayTo(pointer.pick.hex); !easy.empty()) {
    mChain = easy;
    show();
  } else {
    extendTo(pointer.pick.hex);
  }
}

/// From the last click over easy ground; empty when the user wants straight lines, or there is no such way.
std::vector<HexCoord> PathTool::easyWayTo(HexCoord h) const {
  if (!state().pathsSeekEasyWay() || mAnchors.empty() || mAnchors.back().hex == h)
    return {};
  const EasyKey key{mAnchors.back().hex, h, document().history().position()};
  if (mEasyKey != key) {
    mEasyKey = key;
    mEasyWay = easyWay(map(), document().catalogue(), kind(), mAnchors.back().hex, h);
  }
  return mEasyWay;
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
  const std::size_t before = document().history().position();
  if (!succeeded(document().endStroke()))
    mAnchors.clear();
  mPosition = document().history().position();
  // A click begins a line or goes on from the last one; a drag stands for itself.
  const bool byClicks = pointer.pick.hex == mPressed.pick.hex;
  if (mErasing || !byClicks || (!changed && !wasClick))
    mAnchors.clear();
  else if (mAnchors.empty() || mAnchors.back().hex != end)
    mAnchors.push_back({end, mPosition != before});
  mChain.clear();
  mContext.refresh();
}

void PathTool::cancel() {
  mStarted = false;
  mAnchors.clear();
  mChain.clear();
  Tool::cancel();
}

bool PathTool::key(int key, Qt::KeyboardModifiers) {
  if (key == Qt::Key_Backspace && mStarted && mChain.size() > 1) {
    mChain.pop_back();
    show();
    return true;
  }
  if (key == Qt::Key_Backspace && !mStarted && !mAnchors.empty()) { // the last piece between two clicks
    const bool isOurs = mAnchors.back().madeEdit && document().history().position() == mPosition;
    mAnchors.pop_back();
    if (isOurs && succeeded(document().undo()))
      mPosition = document().history().position();
    mContext.refresh();
    return true;
  }
  return false;
}

void PathTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  const QColor colour = mStarted && mErasing ? view.danger : view.accent;
  std::vector<HexCoord> way = mChain;
  if (!mStarted && !mAnchors.empty() && mHover) {
    way = easyWayTo(mHover->pick.hex);
    if (way.empty())
      way = lattice().line(mAnchors.back().hex, mHover->pick.hex);
  }
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
  if (!mAnchors.empty())
    return state().pathsSeekEasyWay()
               ? tr("Click: over easy ground to here · Backspace: one piece back · Esc: begin elsewhere")
               : tr("Click: a straight line to here · Backspace: one piece back · Esc: begin elsewhere");
  return tr("Drag from hex to hex, or click and click: %1 · right drag: erase")
      .arg(kindName("path", state().kind(ToolId::Path)));
}

QString PathTool::helpText() const {
  return tr(
      "Draws roads, rails and other paths. Drag through the hexes, or click hex after hex for straight lines; Esc "
      "ends such a line, Backspace takes the last piece back. With Easy ground under the palette a click finds the way "
      "that a road would take: few steps in level, no water without a crossing. Dragging back shortens. The right "
      "button erases, a right click on a hexside just there. "
      "Drag over the edge of the map to let a path leave it.");
}

} // namespace hotchkiss::editor
