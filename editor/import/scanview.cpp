#include "editor/import/scanview.h"

#include "editor/docks/glyphs.h"

#include <QtWidgets>

#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr double kMarkReach = 9; // pixels of the screen within which a mark is meant
constexpr double kDragBegins = 4;
constexpr double kSmallest = 0.02;
constexpr double kLargest = 16;

} // namespace

ScanView::ScanView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(240, 200);
  setAccessibleName(tr("Scan"));
  setAccessibleDescription(
      tr("A click sets a point. Arrow keys move the chosen point by one pixel, Delete removes it."));
  setCursor(Qt::CrossCursor);
}

void ScanView::setImage(std::shared_ptr<const ScanImage> image) {
  mImage = std::move(image);
  fit();
}

void ScanView::setMarks(std::vector<Mark> marks) {
  mMarks = std::move(marks);
  if (mCurrent >= static_cast<int>(mMarks.size()))
    mCurrent = -1;
  update();
}

void ScanView::setCurrent(int mark) {
  mCurrent = mark;
  update();
}

void ScanView::setOverlay(Overlay overlay) {
  mOverlay = std::move(overlay);
  update();
}

QPointF ScanView::toWidget(Point pixel) const {
  return mOrigin + QPointF(pixel.x, pixel.y) * mScale;
}

Point ScanView::toPixel(QPointF widget) const {
  const QPointF p = (widget - mOrigin) / mScale;
  return {p.x(), p.y()};
}

void ScanView::fit() {
  mFitted = true;
  if (!mImage)
    return update();
  const QSizeF image = mImage->size();
  mScale = std::min(width() / image.width(), height() / image.height());
  mOrigin = QPointF((width() - image.width() * mScale) / 2, (height() - image.height() * mScale) / 2);
  update();
}

void ScanView::showPixel(Point pixel) {
  mFitted = false;
  mScale = std::max(mScale, 0.6);
  mOrigin = QPointF(width() / 2.0, height() / 2.0) - QPointF(pixel.x, pixel.y) * mScale;
  update();
}

void ScanView::zoomAt(double factor, QPointF anchor) {
  mFitted = false;
  const double next = std::clamp(mScale * factor, kSmallest, kLargest);
  mOrigin = anchor - (anchor - mOrigin) * (next / mScale);
  mScale = next;
  update();
}

void ScanView::resizeEvent(QResizeEvent*) {
  if (mFitted)
    fit();
}

void ScanView::wheelEvent(QWheelEvent* event) {
  zoomAt(std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
  event->accept();
}

int ScanView::markAt(QPointF position) const {
  int best = -1;
  double nearest = kMarkReach;
  for (std::size_t i = 0; i < mMarks.size(); ++i) {
    const QPointF away = toWidget(mMarks[i].pixel) - position;
    if (const double distance = std::hypot(away.x(), away.y()); distance <= nearest) {
      nearest = distance;
      best = static_cast<int>(i);
    }
  }
  return best;
}

void ScanView::mousePressEvent(QMouseEvent* event) {
  mPressed = mLast = event->position();
  mMoved = false;
  if (event->button() == Qt::LeftButton) {
    mDragged = markAt(mPressed);
    if (mDragged >= 0) {
      mCurrent = mDragged;
      emit markChosen(mDragged);
      update();
    }
  }
  mPanning = mDragged < 0;
}

void ScanView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF now = event->position();
  if (!event->buttons()) {
    setCursor(markAt(now) >= 0 ? Qt::SizeAllCursor : Qt::CrossCursor);
    return;
  }
  const QPointF away = now - mPressed;
  if (!mMoved && std::hypot(away.x(), away.y()) < kDragBegins)
    return;
  mMoved = true;
  if (mDragged >= 0 && mDragged < static_cast<int>(mMarks.size())) {
    mMarks[static_cast<std::size_t>(mDragged)].pixel = toPixel(now);
    emit markMoved(mDragged, toPixel(now), false);
  } else if (mPanning) {
    mFitted = false;
    mOrigin += now - mLast;
  }
  mLast = now;
  update();
}

void ScanView::mouseReleaseEvent(QMouseEvent* event) {
  const int dragged = std::exchange(mDragged, -1);
  const bool panning = std::exchange(mPanning, false);
  if (dragged >= 0 && mMoved)
    emit markMoved(dragged, toPixel(event->position()), true);
  else if (panning && !mMoved && event->button() == Qt::LeftButton && mImage &&
           QRectF(QPointF(), QSizeF(mImage->size()))
               .contains(QPointF(toPixel(event->position()).x, toPixel(event->position()).y)))
    emit clicked(toPixel(event->position()));
}

void ScanView::moveCurrent(Point by) {
  if (mCurrent < 0 || mCurrent >= static_cast<int>(mMarks.size()))
    return;
  Mark& mark = mMarks[static_cast<std::size_t>(mCurrent)];
  mark.pixel = {mark.pixel.x + by.x, mark.pixel.y + by.y};
  emit markMoved(mCurrent, mark.pixel, true);
  update();
}

void ScanView::keyPressEvent(QKeyEvent* event) {
  const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
  switch (event->key()) {
  case Qt::Key_Left:
    return moveCurrent({-step, 0});
  case Qt::Key_Right:
    return moveCurrent({step, 0});
  case Qt::Key_Up:
    return moveCurrent({0, -step});
  case Qt::Key_Down:
    return moveCurrent({0, step});
  case Qt::Key_Plus:
  case Qt::Key_Equal:
    return zoomAt(1.25, QPointF(rect().center()));
  case Qt::Key_Minus:
    return zoomAt(0.8, QPointF(rect().center()));
  case Qt::Key_0:
    return fit();
  case Qt::Key_Delete:
    if (mCurrent >= 0)
      emit removeWanted(mCurrent);
    return;
  default:
    QWidget::keyPressEvent(event);
  }
}

void ScanView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window).darker(115));
  if (!mImage) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect(), Qt::AlignCenter, tr("No scan"));
    return;
  }
  const double ratio = devicePixelRatioF();
  std::size_t level = 0;
  while (level + 1 < mImage->levels() && mScale * ratio * std::pow(2, static_cast<double>(level) + 1) <= 1)
    ++level;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, mScale < 2);
  const QImage& image = mImage->level(level);
  painter.drawImage(QRectF(mOrigin, QSizeF(mImage->size()) * mScale), image);
  painter.setRenderHint(QPainter::Antialiasing);
  if (mOverlay) {
    const Point topLeft = toPixel({0, 0});
    const Point bottomRight = toPixel(QPointF(width(), height()));
    mOverlay(
        painter, [this](Point p) { return toWidget(p); },
        QRectF(QPointF(topLeft.x, topLeft.y), QPointF(bottomRight.x, bottomRight.y)));
  }
  for (std::size_t i = 0; i < mMarks.size(); ++i) {
    const Mark& mark = mMarks[i];
    const QPointF at = toWidget(mark.pixel);
    const bool chosen = static_cast<int>(i) == mCurrent;
    const QColor colour = mark.bad        ? QColor(0xc9, 0x2a, 0x2a)
                          : mark.unplaced ? QColor(0xe6, 0x7e, 0x00)
                                          : QColor(0x0b, 0x6b, 0xcb);
    const double arm = chosen ? 12 : 8;
    for (const auto& [pen, width] : {std::pair{QColor(Qt::white), 4.5}, std::pair{colour, 2.0}}) {
      painter.setPen(QPen(pen, width));
      painter.setBrush(Qt::NoBrush);
      painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0));
      painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm));
      painter.drawEllipse(at, arm * 0.6, arm * 0.6);
    }
    if (mark.text.isEmpty())
      continue;
    QRectF box = QRectF(painter.fontMetrics().boundingRect(mark.text)).adjusted(-4, -2, 4, 2);
    // Up and to the right: what is printed at the place itself stays legible.
    box.moveBottomLeft(at + QPointF(arm + 10, -arm - 8));
    if (box.right() > width())
      box.moveRight(at.x() - arm - 10);
    if (box.top() < 0)
      box.moveTop(at.y() + arm + 8);
    painter.setPen(QPen(colour, 1.4));
    painter.drawLine(at, QPointF(std::clamp(at.x(), box.left() + 3, box.right() - 3),
                                 std::clamp(at.y(), box.top() + 3, box.bottom() - 3)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, mark.text);
  }
}

} // namespace hotchkiss::editor
