#include "editor/tools/brushtool.h"

#include "editor/tools/pointdistance.h"
#include "libterrain/grid/areas.h"
#include "libterrain/search/connectivity.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr double kLassoStride = 0.2; ///< between the points of a lasso, in pitches

Qt::MouseButton buttonFor(bool erasing) {
  return erasing ? Qt::RightButton : Qt::LeftButton;
}

} // namespace

std::vector<HexCoord> BrushTool::brush(HexCoord centre) const {
  std::vector<HexCoord> out = lattice().range(centre, state().brushRadius());
  std::erase_if(out, [this](HexCoord h) { return !onMap(h); });
  return out;
}

bool BrushTool::open(bool erasing) {
  mErasing = erasing;
  if (!mayEdit())
    return false;
  const QString reason = obstacle(erasing);
  if (!reason.isEmpty())
    refuse(reason);
  return reason.isEmpty();
}

void BrushTool::press(const Pointer& pointer) {
  if (mPainting || mHeld || (pointer.button != Qt::LeftButton && pointer.button != Qt::RightButton))
    return;
  mHover = pointer;
  const bool erasing = pointer.button == Qt::RightButton;
  if (isDragged()) {
    if (mShaping && erasing != mErasing)
      return cancel();
    if (!mShaping && !open(erasing))
      return;
    mShaping = mHeld = true;
    mDragged = false;
    mPoints.push_back(pointer.plane);
    return mContext.refresh();
  }
  if (!open(erasing))
    return;
  if (shape() != PaintShape::Brush) {
    if (onMap(pointer.pick.hex))
      paintAll(std::vector<HexCoord>(areaAt(pointer.pick.hex)));
    mAreaKey.reset();
    return;
  }
  mPainting = true;
  mDone.clear();
  const bool goesOn = (pointer.modifiers & Qt::ShiftModifier) && mLineFrom;
  mLast = goesOn ? *mLineFrom : pointer.pick.hex;
  document().beginStroke(strokeTitle(mErasing));
  begin(mErasing);
  paintTo(pointer.pick.hex);
}

void BrushTool::drag(const Pointer& pointer) {
  mHover = pointer;
  if (mPainting && pointer.pick.hex != mLast)
    paintTo(pointer.pick.hex);
  if (mHeld && isLasso() && distanceBetween(mPoints.back(), pointer.plane) > kLassoStride) {
    mPoints.push_back(pointer.plane);
    mDragged = true;
  }
  mContext.refresh();
}

void BrushTool::paintTo(HexCoord h) {
  const std::vector<HexCoord> way = lattice().line(mLast, h); // a quick hand leaves no gaps
  mLast = h;
  std::vector<HexCoord> fresh;
  for (const HexCoord step : way)
    for (const HexCoord under : brush(step))
      if (mDone.insert(under).second)
        fresh.push_back(under);
  document().updateStroke([&](Stroke& stroke) { paint(stroke, fresh, mErasing); });
}

void BrushTool::paintAll(const std::vector<HexCoord>& hexes) {
  document().beginStroke(strokeTitle(mErasing));
  begin(mErasing);
  document().updateStroke([&](Stroke& stroke) { paint(stroke, hexes, mErasing); });
  succeeded(document().endStroke());
}

void BrushTool::release(const Pointer& pointer) {
  mHover = pointer;
  if (mHeld && pointer.button == buttonFor(mErasing)) {
    mHeld = false;
    const HexCoord here = pointer.pick.hex;
    const std::size_t count = mPoints.size();
    if (isLasso()) {
      // A drag closes the loop; clicks go round it until one meets its beginning or the last one again.
      const bool closes =
          count > 1 && (lattice().hexAt(mPoints.front()) == here || lattice().hexAt(mPoints[count - 2]) == here);
      if (mDragged || closes)
        finishShape();
    } else if (count > 1 || lattice().hexAt(mPoints.front()) != here) {
      finishShape();
    }
    return mContext.refresh();
  }
  if (!mPainting || pointer.button != buttonFor(mErasing))
    return;
  mPainting = false;
  mLineFrom = mLast;
  succeeded(document().endStroke());
}

std::vector<HexCoord> BrushTool::shaped() const {
  if (mPoints.empty() || !mHover)
    return {};
  const HexCoord from = lattice().hexAt(mPoints.front());
  const HexCoord to = mHover->pick.hex;
  switch (shape()) {
  case PaintShape::Line:
    return hexesAlongLine(lattice(), map().extent(), from, to, state().brushRadius());
  case PaintShape::Rectangle:
    return hexesInBox(map().extent(), from, to);
  default:
    break;
  }
  std::vector<Point> loop = mPoints;
  loop.push_back(mHover->plane);
  return hexesInLasso(lattice(), map().extent(), loop);
}

void BrushTool::finishShape() {
  const std::vector<HexCoord> hexes = shaped();
  mShaping = false;
  mPoints.clear();
  if (!hexes.empty())
    paintAll(hexes);
}

const std::vector<HexCoord>& BrushTool::areaAt(HexCoord h) const {
  const AreaKey key{shape(), h, document().history().position(), document().history().size()};
  if (mAreaKey == key)
    return mArea;
  // Inside the area that is known already it is the same one.
  const bool known = mAreaKey && mAreaKey->shape == key.shape && mAreaKey->position == key.position &&
                     mAreaKey->size == key.size && std::binary_search(mArea.begin(), mArea.end(), h);
  mAreaKey = key;
  if (known)
    return mArea;
  mArea.clear();
  if (!onMap(h))
    return mArea;
  if (shape() == PaintShape::Everywhere) {
    for (std::int32_t c = 0; c < map().extent().width; ++c)
      for (std::int32_t r = 0; r < map().extent().height; ++r)
        if (alike(h, {c, r}))
          mArea.push_back({c, r});
  } else {
    mArea = connectedArea(lattice(), map().extent(), h, [&](HexCoord other) { return alike(h, other); });
  }
  return mArea;
}

void BrushTool::cancel() {
  mPainting = mShaping = mHeld = false;
  mPoints.clear();
  mAreaKey.reset();
  Tool::cancel();
}

bool BrushTool::key(int key, Qt::KeyboardModifiers) {
  if (key == Qt::Key_BracketLeft)
    state().setBrushRadius(state().brushRadius() - 1);
  else if (key == Qt::Key_BracketRight)
    state().setBrushRadius(state().brushRadius() + 1);
  else if (key == Qt::Key_Backspace && mShaping && !mHeld && mPoints.size() > 1)
    mPoints.pop_back();
  else if (key == Qt::Key_Backspace && mShaping)
    cancel();
  else
    return false;
  mContext.refresh();
  return true;
}

QString BrushTool::areaText(HexCoord, std::size_t count) const {
  return tr("%Ln hex(es)", nullptr, static_cast<int>(count));
}

QString BrushTool::shapeHint() const {
  switch (shape()) {
  case PaintShape::Line:
    return mShaping ? tr("Release or click: the line ends here · Esc: drop") : tr("Drag a line, or click both ends");
  case PaintShape::Rectangle:
    return mShaping ? tr("Release or click: the other corner · Esc: drop")
                    : tr("Drag a rectangle, or click two corners");
  case PaintShape::Lasso:
    return mShaping ? tr("Click the first hex again to close the loop · Backspace: one point back · Esc: drop")
                    : tr("Drag around the hexes, or click point after point");
  case PaintShape::Area:
  case PaintShape::Everywhere:
    if (mHover && onMap(mHover->pick.hex))
      return areaText(mHover->pick.hex, areaAt(mHover->pick.hex).size());
    break;
  case PaintShape::Brush:
    break;
  }
  return {};
}

void BrushTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (!mHover)
    return;
  const QColor colour = (mPainting || mShaping) && mErasing ? view.danger : view.accent;
  if (shape() == PaintShape::Brush || (shape() == PaintShape::Line && !mShaping))
    return view.border(painter, brush(mHover->pick.hex), colour); // no wash over what is being painted
  if (mShaping) {
    const std::vector<HexCoord> hexes = shaped();
    view.hexes(painter, hexes, colour);
    if (isLasso()) {
      QPainterPath loop(view.toWidget(mPoints.front()));
      for (const Point p : mPoints)
        loop.lineTo(view.toWidget(p));
      loop.lineTo(view.toWidget(mHover->plane));
      view.stroke(painter, loop, colour, 1.6);
      view.dot(painter, mPoints.front(), colour, 4);
    }
    return view.tag(painter, mHover->plane, tr("%Ln hex(es)", nullptr, static_cast<int>(hexes.size())));
  }
  if (!onMap(mHover->pick.hex))
    return;
  if (isDragged())
    return view.hexes(painter, {mHover->pick.hex}, colour);
  const std::vector<HexCoord>& area = areaAt(mHover->pick.hex);
  view.hexes(painter, area, colour);
  view.tag(painter, mHover->plane, areaText(mHover->pick.hex, area.size()));
}

} // namespace hotchkiss::editor
