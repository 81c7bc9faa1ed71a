#include "editor/docks/navigatordock.h"

#include "editor/canvas/mapcanvas.h"
#include "editor/docks/navigatorview.h"

#include <QtWidgets>

#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr int kPictureQuietTime = 500; // ms without an edit before the picture is drawn anew

} // namespace

QImage pictureOfMap(const MapPainter& painter, QSize most, double devicePixelRatio) {
  const QRectF bounds = painter.bounds();
  const double scale = std::min(most.width() / bounds.width(), most.height() / bounds.height());
  const QSize size((bounds.size() * scale * devicePixelRatio).toSize().expandedTo(QSize(1, 1)));
  QImage out(size, QImage::Format_RGB32);
  out.fill(painter.style().paper());
  out.setDevicePixelRatio(devicePixelRatio);
  QPainter brush(&out);
  brush.setRenderHint(QPainter::Antialiasing);
  painter.paint(brush, bounds, scale, MapPainter::Detail::Draft);
  return out;
}

NavigatorView::NavigatorView(MapCanvas& canvas, QWidget* parent) : QWidget(parent), mCanvas(canvas) {
  setObjectName(QStringLiteral("navigatorView"));
  setMinimumSize(120, 90);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Map in small"));
  setAccessibleDescription(tr("Arrow keys move the part of the map that the window shows."));
  setToolTip(tr("Click or drag to go there; the wheel zooms"));
}

void NavigatorView::setPicture(const QImage& picture, const QRectF& plane) {
  mPicture = picture;
  mPlane = plane;
  update();
}

QRectF NavigatorView::shown() const {
  if (mPicture.isNull())
    return {};
  QSizeF size = mPicture.deviceIndependentSize();
  size.scale(QSizeF(width() - 4, height() - 4), Qt::KeepAspectRatio);
  return {QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

void NavigatorView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window));
  const QRectF where = shown();
  if (where.isEmpty())
    return;
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(where, mPicture);
  const QRectF sight = mCanvas.viewport().plane();
  const double scale = where.width() / mPlane.width();
  QRectF frame((sight.left() - mPlane.left()) * scale + where.left(),
               (sight.top() - mPlane.top()) * scale + where.top(), sight.width() * scale, sight.height() * scale);
  frame = frame.intersected(where);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath outside;
  outside.addRect(where);
  outside.addRect(frame);
  painter.fillPath(outside, QColor(0, 0, 0, 70));
  painter.setPen(QPen(Qt::white, 3));
  painter.drawRect(frame);
  painter.setPen(QPen(QColor(0xd6, 0x33, 0x6c), 1.5));
  painter.drawRect(frame);
  if (hasFocus()) {
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

void NavigatorView::resizeEvent(QResizeEvent*) {
  emit resized();
}

void NavigatorView::go(QPointF position) {
  const QRectF where = shown();
  if (where.isEmpty())
    return;
  const double scale = mPlane.width() / where.width();
  const QPointF inside(std::clamp(position.x(), where.left(), where.right()),
                       std::clamp(position.y(), where.top(), where.bottom()));
  mCanvas.showPoint(
      {mPlane.left() + (inside.x() - where.left()) * scale, mPlane.top() + (inside.y() - where.top()) * scale});
}

void NavigatorView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton)
    go(event->position());
}

void NavigatorView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton))
    go(event->position());
}

void NavigatorView::wheelEvent(QWheelEvent* event) {
  mCanvas.zoomSteps(event->angleDelta().y() / 120.0);
  event->accept();
}

void NavigatorView::keyPressEvent(QKeyEvent* event) {
  const QRectF sight = mCanvas.viewport().plane();
  constexpr double kStep = 0.25;
  QPointF by;
  switch (event->key()) {
  case Qt::Key_Left:
    by = {-sight.width() * kStep, 0};
    break;
  case Qt::Key_Right:
    by = {sight.width() * kStep, 0};
    break;
  case Qt::Key_Up:
    by = {0, -sight.height() * kStep};
    break;
  case Qt::Key_Down:
    by = {0, sight.height() * kStep};
    break;
  default:
    return QWidget::keyPressEvent(event);
  }
  const QPointF to = sight.center() + by;
  mCanvas.showPoint({to.x(), to.y()});
}

NavigatorDock::NavigatorDock(MapCanvas& canvas, QWidget* parent)
    : QDockWidget(tr("Navigator"), parent),
      mCanvas(canvas),
      mView(new NavigatorView(canvas)),
      mDelay(new QTimer(this)) {
  setObjectName(QStringLiteral("navigatorDock"));
  setWidget(mView);
  mWorker.setMaxThreadCount(1);
  mDelay->setSingleShot(true);
  mDelay->setInterval(kPictureQuietTime);
  connect(mDelay, &QTimer::timeout, this, &NavigatorDock::draw);
  connect(mView, &NavigatorView::resized, this, &NavigatorDock::mapChanged);
  connect(&canvas, &MapCanvas::scaleChanged, mView, qOverload<>(&QWidget::update));
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible)
      mapChanged();
  });
}

NavigatorDock::~NavigatorDock() {
  mDelay->stop();
  ++mRun;
  mWorker.waitForDone();
}

bool NavigatorDock::isIdle() const {
  return !mDelay->isActive() && !mIsRunning;
}

const QImage& NavigatorDock::picture() const {
  return mView->picture();
}

void NavigatorDock::mapChanged() {
  ++mRun;
  if (isVisible())
    mDelay->start();
}

void NavigatorDock::draw() {
  const std::shared_ptr<const MapPainter> painter = mCanvas.tiles().painter();
  if (!painter)
    return mView->setPicture({}, {});
  if (mIsRunning)
    return mDelay->start();
  mIsRunning = true;
  mWorker.start([this, painter, run = mRun, size = mView->size(), ratio = devicePixelRatioF()] {
    // The destructor waits for this, so the dock is there when it is told.
    const QImage picture = pictureOfMap(*painter, size, ratio);
    QMetaObject::invokeMethod(
        this,
        [this, painter, picture, run] {
          mIsRunning = false;
          mView->setPicture(picture, painter->bounds());
          if (run != mRun)
            mDelay->start();
        },
        Qt::QueuedConnection);
  });
}

} // namespace hotchkiss::editor
