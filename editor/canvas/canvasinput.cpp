// What the canvas does with mouse, touchpad and keys.
#include "editor/canvas/mapcanvas.h"

#include <QGestureEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QPointingDevice>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr double kBandPixels = 9; ///< within which a corner or hexside is meant, on the screen
constexpr double kWheelNotch = 120;

} // namespace

Pointer MapCanvas::pointerAt(QPointF position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const {
  Pointer out;
  out.plane = toPlane(position);
  // A steady size on the screen, but never so much that the middle of a hex or a hexside could not be met.
  const double band = std::clamp(kBandPixels / scale(), 0.1, 0.2);
  out.pick = pick(mDocument->document().lattice(), out.plane, band, band);
  out.button = button;
  out.modifiers = modifiers;
  return out;
}

void MapCanvas::point(const Pointer& pointer) {
  emit pointed(pointer.pick, pointer.plane);
}

void MapCanvas::updateCursor() {
  if (mPanning)
    setCursor(Qt::ClosedHandCursor);
  else if (mSpaceHeld || mToolId == ToolId::Pan)
    setCursor(Qt::OpenHandCursor);
  else
    setCursor(mTool->cursor());
}

void MapCanvas::mousePressEvent(QMouseEvent* event) {
  setFocus();
  finishNaming(true);
  if (!mDocument)
    return;
  const bool pans = event->button() == Qt::MiddleButton ||
                    (event->button() == Qt::LeftButton && (mSpaceHeld || mToolId == ToolId::Pan));
  if (pans && mToolButton == Qt::NoButton) {
    mPanning = true;
    mPanFrom = event->position();
    updateCursor();
    return;
  }
  if (mPanning)
    return;
  if (mToolButton != Qt::NoButton) { // the other button during a stroke drops it
    mTool->cancel();
    mToolButton = Qt::NoButton;
    return;
  }
  mToolButton = event->button();
  const Pointer pointer = pointerAt(event->position(), event->button(), event->modifiers());
  if (mDocument->document().extent().contains(pointer.pick.hex))
    mCursor = pointer.pick.hex;
  mCursorShown = false;
  mTool->press(pointer);
  point(pointer);
  update();
}

void MapCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event); // quick clicks are clicks
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!mDocument)
    return;
  if (mPanning) {
    mFitted = false;
    mViewport.panBy(event->position() - mPanFrom);
    mPanFrom = event->position();
    viewChanged();
    return;
  }
  const Pointer pointer = pointerAt(event->position(), mToolButton, event->modifiers());
  if (mToolButton != Qt::NoButton)
    mTool->drag(pointer);
  else
    mTool->hover(pointer);
  point(pointer);
}

void MapCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (!mDocument)
    return;
  if (mPanning) {
    mPanning = false;
    updateCursor();
    return;
  }
  if (event->button() != mToolButton)
    return;
  mToolButton = Qt::NoButton;
  const Pointer pointer = pointerAt(event->position(), event->button(), event->modifiers());
  mTool->release(pointer);
  mTool->hover(pointer);
  point(pointer);
}

void MapCanvas::wheelEvent(QWheelEvent* event) {
  if (!mDocument)
    return event->ignore();
  const bool touchpad =
      event->pointingDevice() && event->pointingDevice()->type() == QInputDevice::DeviceType::TouchPad;
  const bool scrolls = touchpad || event->phase() != Qt::NoScrollPhase;
  event->accept();
  mFitted = false;
  if ((event->modifiers() & Qt::ControlModifier) || !scrolls) {
    if (event->modifiers() & Qt::ShiftModifier)
      mViewport.panBy(QPointF(event->angleDelta().y() + event->angleDelta().x(), 0));
    else
      mViewport.zoomSteps(event->angleDelta().y() / kWheelNotch, event->position());
  } else {
    const QPoint pixels = event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta();
    mViewport.panBy(QPointF(pixels));
  }
  viewChanged();
  if (mToolButton == Qt::NoButton)
    mTool->hover(pointerAt(event->position(), Qt::NoButton, event->modifiers()));
}

bool MapCanvas::pinch(QGestureEvent* event) {
  const auto* gesture = static_cast<QPinchGesture*>(event->gesture(Qt::PinchGesture));
  if (!gesture || !mDocument)
    return false;
  if (gesture->changeFlags() & QPinchGesture::ScaleFactorChanged) {
    mFitted = false;
    mViewport.zoomTo(scale() * gesture->scaleFactor(), mapFromGlobal(gesture->centerPoint()));
    viewChanged();
  }
  return true;
}

bool MapCanvas::event(QEvent* event) {
  if (event->type() == QEvent::Gesture && pinch(static_cast<QGestureEvent*>(event)))
    return true;
  if (event->type() == QEvent::NativeGesture && mDocument) {
    const auto* native = static_cast<QNativeGestureEvent*>(event);
    if (native->gestureType() == Qt::ZoomNativeGesture) {
      mFitted = false;
      mViewport.zoomTo(scale() * (1 + native->value()), native->position());
      viewChanged();
      return true;
    }
  }
  // Keys that the tool needs must not be taken by a menu's shortcut first.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (mTool->isBusy() &&
        (key->key() == Qt::Key_Backspace || key->key() == Qt::Key_Escape || key->key() == Qt::Key_F)) {
      event->accept();
      return true;
    }
  }
  return QWidget::event(event);
}

bool MapCanvas::eventFilter(QObject* watched, QEvent* event) {
  if (watched == mNameEdit && event->type() == QEvent::KeyPress) {
    // A line edit passes Return on to its parent, where it would be a click of the tool in hand.
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
      finishNaming(false);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      finishNaming(true);
      return true;
    default:
      break;
    }
  }
  return QWidget::eventFilter(watched, event);
}

/// Arrow keys go from hex to hex. Across the stagger there are two neighbours; the row (or column) is kept.
bool MapCanvas::moveCursor(int key) {
  HexCoord step;
  switch (key) {
  case Qt::Key_Left:
    step = {-1, 0};
    break;
  case Qt::Key_Right:
    step = {1, 0};
    break;
  case Qt::Key_Up:
    step = {0, -1};
    break;
  case Qt::Key_Down:
    step = {0, 1};
    break;
  default:
    return false;
  }
  const Extent extent = mDocument->document().extent();
  mCursorShown = true;
  HexCoord next;
  if (mCursor)
    next = {mCursor->c + step.c, mCursor->r + step.r};
  else
    next = mDocument->document().lattice().hexAt(toPlane(QPointF(rect().center())));
  mCursor = {std::clamp(next.c, 0, extent.width - 1), std::clamp(next.r, 0, extent.height - 1)};
  const Point centre = mDocument->document().lattice().centre(*mCursor);
  if (!QRectF(rect()).adjusted(20, 20, -20, -20).contains(toWidget(centre))) {
    mFitted = false;
    mViewport.centreOn(centre);
    viewChanged();
  }
  const Pointer pointer = pointerAt(toWidget(centre), Qt::NoButton, Qt::NoModifier);
  mTool->hover(pointer);
  point(pointer);
  update();
  return true;
}

void MapCanvas::keyPressEvent(QKeyEvent* event) {
  if (!mDocument)
    return QWidget::keyPressEvent(event);
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat() && mToolButton == Qt::NoButton) {
    mSpaceHeld = true;
    updateCursor();
    update();
    return;
  }
  if (event->key() == Qt::Key_Escape) {
    mTool->cancel();
    mToolButton = Qt::NoButton;
    update();
    return;
  }
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && mCursor && mToolButton == Qt::NoButton) {
    const QPointF at = toWidget(mDocument->document().lattice().centre(*mCursor));
    const Pointer pointer = pointerAt(at, Qt::LeftButton, Qt::NoModifier);
    mTool->press(pointer);
    mTool->release(pointer);
    return;
  }
  if (mTool->key(event->key(), event->modifiers()))
    return;
  if (!(event->modifiers() & ~Qt::KeypadModifier) && moveCursor(event->key()))
    return;
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (plain && !event->text().isEmpty() && event->text().front().isPrint())
    return emit typed(event->text());
  QWidget::keyPressEvent(event);
}

void MapCanvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    mSpaceHeld = false;
    updateCursor();
    update();
    return;
  }
  QWidget::keyReleaseEvent(event);
}

void MapCanvas::leaveEvent(QEvent*) {
  if (mToolButton == Qt::NoButton)
    mTool->leave();
  emit pointed(std::nullopt, {});
}

void MapCanvas::focusOutEvent(QFocusEvent* event) {
  mSpaceHeld = false;
  updateCursor();
  update();
  QWidget::focusOutEvent(event);
}

} // namespace hotchkiss::editor
