// What the canvas does with mouse, touchpad and keys.
#include "editor/canvas/mapcanvas.h"
#include "editor/tools/selecttool.h"

#include <QGestureEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPinchGesture>
#include <QPointingDevice>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr double kBandPixels = 9; ///< within which a corner or hexside is meant, on the screen
constexpr double kWheelNotch = 120;

/// A pipette with its tip where it takes up.
QCursor eyedropperCursor() {
  static const QCursor cursor = [] {
    QPixmap picture(24, 24);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [colour, wider] : {std::pair(QColor(Qt::white), 2.2), std::pair(QColor(0x21, 0x25, 0x29), 0.0)}) {
      painter.setPen(QPen(colour, 2.2 + wider, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(QPointF(3, 21), QPointF(12, 12));
      painter.setPen(QPen(colour, 3 + wider, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(QPointF(10, 9), QPointF(15, 14));
      painter.setPen(QPen(colour, 5 + wider, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(QPointF(15, 9), QPointF(19, 5));
    }
    painter.end();
    return QCursor(picture, 2, 21);
  }();
  return cursor;
}

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
  const auto show = [this](Qt::CursorShape shape) {
    if (cursor().shape() != shape)
      setCursor(shape);
  };
  if (mPanning)
    show(Qt::ClosedHandCursor);
  else if (mSpaceHeld || mToolId == ToolId::Pan)
    show(Qt::OpenHandCursor);
  else if (mAltHeld && mTool->picksUpByClick())
    setCursor(eyedropperCursor());
  else
    show(mTool->cursor());
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
  mAim.reset();
  const bool picksUp = (event->modifiers() & Qt::AltModifier) ||
                       (event->button() == Qt::RightButton && mState.rightPicksUp() && !mTool->isBusy());
  if (picksUp && mTool->picksUpByClick()) {
    mToolButton = Qt::NoButton;
    mTool->pickUp(pointer);
    point(pointer);
    return;
  }
  if (event->button() == Qt::RightButton && mToolId == ToolId::Select && !mTool->isBusy()) {
    mToolButton = Qt::NoButton;
    static_cast<SelectTool&>(*mTool).selectForMenu(pointer);
    point(pointer);
    emit menuWanted(pointer.pick, event->globalPosition().toPoint());
    return;
  }
  if (event->button() == Qt::LeftButton && mToolId == ToolId::Select)
    pressCounter(event->position(), event->modifiers());
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
  mPointerAt = event->position();
  if (const bool alt = event->modifiers() & Qt::AltModifier; alt != mAltHeld) {
    mAltHeld = alt;
    updateCursor();
  }
  const Pointer pointer = pointerAt(event->position(), mToolButton, event->modifiers());
  if (mToolButton != Qt::NoButton && dragCounter(event->position()))
    return point(pointer);
  if (mToolButton != Qt::NoButton)
    mTool->drag(pointer);
  else {
    hoverCounters(event->position());
    mTool->hover(pointer);
  }
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
  if (releaseCounter(event->position()))
    return point(pointer);
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
    if (mDocument && mTool->takesKey(key->key(), key->modifiers())) {
      event->accept();
      return true;
    }
    if (mTool->isBusy() && (key->key() == Qt::Key_Backspace || key->key() == Qt::Key_Escape ||
                            key->key() == Qt::Key_F || (key->key() == Qt::Key_R && mToolId == ToolId::Select))) {
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
  HexCoord next;
  if (mCursor)
    next = {mCursor->c + step.c, mCursor->r + step.r};
  else
    next = mDocument->document().lattice().hexAt(toPlane(QPointF(rect().center())));
  mAim.reset();
  showCursor({std::clamp(next.c, 0, extent.width - 1), std::clamp(next.r, 0, extent.height - 1)});
  mCursorShown = true;
  mTool->hover(pointerAt(toWidget(aimed()), Qt::NoButton, Qt::NoModifier));
  return true;
}

/// Brings a hex into sight and makes it the one that the keys mean.
void MapCanvas::showCursor(HexCoord h) {
  if (!mDocument)
    return;
  mCursor = h;
  const Point centre = mDocument->document().lattice().centre(h);
  const double rim = std::clamp(2.2 * scale(), 20.0, std::min(width(), height()) / 3.0);
  if (!QRectF(rect()).adjusted(rim, rim, -rim, -rim).contains(toWidget(centre)) &&
      mDocument->document().extent().contains(h)) {
    mFitted = false;
    mViewport.centreOn(centre);
    viewChanged();
  }
  point(pointerAt(toWidget(aimed()), Qt::NoButton, Qt::NoModifier));
  update();
}

/// Where Enter acts: the middle of the cursor's hex, or the side or corner of it that is aimed at.
Point MapCanvas::aimed() const {
  const Lattice& lattice = mDocument->document().lattice();
  const Point centre = lattice.centre(*mCursor);
  if (!mAim)
    return centre;
  const int k = *mAim / 2;
  const Point rim = *mAim % 2 == 0 ? lattice.middle(lattice.edge(*mCursor, k)) : lattice.corner(*mCursor, k);
  constexpr double kInside = 0.04; // of the hex, not of its neighbour
  return {rim.x + (centre.x - rim.x) * kInside, rim.y + (centre.y - rim.y) * kInside};
}

/// Shift and left or right goes round the hex: side, corner, side, …
bool MapCanvas::turnAim(int key) {
  if (!mCursor || (key != Qt::Key_Left && key != Qt::Key_Right))
    return false;
  constexpr int kStations = 12;
  const int by = key == Qt::Key_Right ? 1 : -1;
  mAim = mAim ? (*mAim + by + kStations) % kStations : 0;
  mCursorShown = true;
  const Pointer pointer = pointerAt(toWidget(aimed()), Qt::NoButton, Qt::NoModifier);
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
  if (event->key() == Qt::Key_Menu && mToolId == ToolId::Select && mCursor && !mTool->isBusy()) {
    const Pointer pointer = pointerAt(toWidget(aimed()), Qt::RightButton, Qt::NoModifier);
    static_cast<SelectTool&>(*mTool).selectForMenu(pointer);
    emit menuWanted(pointer.pick, mapToGlobal(toWidget(aimed()).toPoint()));
    return;
  }
  if (event->key() == Qt::Key_Alt && !mAltHeld) {
    mAltHeld = true;
    updateCursor();
  }
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isEnter && mCursor && mToolButton == Qt::NoButton && !mTool->takesKey(event->key(), event->modifiers())) {
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const Pointer pointer = pointerAt(toWidget(aimed()), Qt::LeftButton, modifiers);
    if ((modifiers & Qt::AltModifier) && mTool->picksUpByClick()) {
      mTool->pickUp(pointer);
    } else {
      mTool->press(pointer);
      mTool->release(pointer);
    }
    return point(pointer);
  }
  if (mTool->key(event->key(), event->modifiers()))
    return point(pointerAt(mCursorShown && mCursor ? toWidget(aimed()) : mPointerAt, Qt::NoButton, Qt::NoModifier));
  if (event->modifiers() == Qt::ShiftModifier && turnAim(event->key()))
    return;
  if (!(event->modifiers() & ~Qt::KeypadModifier) && moveCursor(event->key()))
    return;
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (plain && !event->text().isEmpty() && event->text().front().isPrint()) {
    if (!mTool->typed(event->text()))
      emit typed(event->text());
    return;
  }
  QWidget::keyPressEvent(event);
}

void MapCanvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Alt && mAltHeld) {
    mAltHeld = false;
    updateCursor();
  }
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
  hoverCounters({-1e6, -1e6});
  emit pointed(std::nullopt, {});
}

void MapCanvas::focusOutEvent(QFocusEvent* event) {
  mSpaceHeld = mAltHeld = false;
  updateCursor();
  update();
  QWidget::focusOutEvent(event);
}

} // namespace hotchkiss::editor
