// Counters on the canvas: drawn, chosen, dragged on the map or dropped from lists.
#include "editor/army/armymodels.h"
#include "editor/army/setupview.h"
#include "editor/canvas/mapcanvas.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>

#include <algorithm>

namespace hotchkiss::editor {

void MapCanvas::setSetup(SetupView* setup) {
  mSetup = setup;
  setAcceptDrops(setup != nullptr);
  if (setup)
    connect(setup, &SetupView::changed, this, qOverload<>(&QWidget::update));
}

std::optional<HexCoord> MapCanvas::hexAt(QPointF position) const {
  if (!mDocument)
    return std::nullopt;
  const HexCoord hex = pointerAt(position, Qt::NoButton, Qt::NoModifier).pick.hex;
  return mDocument->document().extent().contains(hex) ? std::optional(hex) : std::nullopt;
}

void MapCanvas::pressCounter(QPointF position, Qt::KeyboardModifiers modifiers) {
  mCounterFrom.reset();
  mCarried.clear();
  if (!mSetup || !mSetup->isShown())
    return;
  const auto hit = mSetup->hit(position, scale(), [this](QPointF p) { return mViewport.toWidget(p); });
  if (!hit)
    return;
  const std::string piece = mSetup->stacks()[hit->stack].counters[hit->counter].piece;
  std::vector<std::string> chosen = mSetup->model().chosen();
  const auto known = std::find(chosen.begin(), chosen.end(), piece);
  if (modifiers & Qt::ControlModifier) {
    if (known == chosen.end())
      chosen.push_back(piece);
    else
      chosen.erase(known);
  } else if (known == chosen.end()) {
    chosen = {piece};
  }
  mSetup->model().choose(chosen);
  mCounterFrom = position;
}

bool MapCanvas::dragCounter(QPointF position) {
  if (!mCounterFrom)
    return false;
  if (mCarried.empty()) {
    if ((position - *mCounterFrom).manhattanLength() < QApplication::startDragDistance())
      return true;
    if (mTool->isBusy())
      mTool->cancel();
    mCarried = mSetup->model().chosen();
    setCursor(Qt::ClosedHandCursor);
  }
  mCarriedTo = hexAt(position);
  update();
  return true;
}

bool MapCanvas::releaseCounter(QPointF position) {
  const bool wasCarried = mCounterFrom && !mCarried.empty();
  mCounterFrom.reset();
  if (!wasCarried)
    return false;
  const std::vector<std::string> pieces = std::exchange(mCarried, {});
  mCarriedTo.reset();
  updateCursor();
  update();
  if (const auto hex = hexAt(position))
    emit placed(pieces, *hex);
  return true;
}

void MapCanvas::hoverCounters(QPointF position) {
  if (mSetup && mSetup->isShown())
    mSetup->hover(position, scale(), [this](QPointF p) { return mViewport.toWidget(p); });
}

void MapCanvas::dragEnterEvent(QDragEnterEvent* event) {
  if (mDocument && event->mimeData()->hasFormat(QLatin1String(kPiecesMime)))
    event->acceptProposedAction();
  else
    event->ignore(); // files are for the window
}

void MapCanvas::dragMoveEvent(QDragMoveEvent* event) {
  mCarriedTo = hexAt(event->position());
  event->setDropAction(Qt::CopyAction); // the list keeps its rows
  event->setAccepted(mCarriedTo.has_value());
  update();
}

void MapCanvas::dragLeaveEvent(QDragLeaveEvent*) {
  mCarriedTo.reset();
  update();
}

void MapCanvas::dropEvent(QDropEvent* event) {
  const std::vector<std::string> pieces = piecesOfMime(event->mimeData());
  const auto hex = hexAt(event->position());
  mCarriedTo.reset();
  update();
  const QString row = QString::fromUtf8(event->mimeData()->data(QLatin1String(kArrivalMime)));
  if ((pieces.empty() && row.isEmpty()) || !hex)
    return event->ignore();
  event->setDropAction(Qt::CopyAction);
  event->accept();
  if (row.isEmpty())
    emit placed(pieces, *hex);
  else
    emit routed(row, *hex);
}

void MapCanvas::paintCounters(QPainter& painter) {
  if (!mSetup)
    return;
  mSetup->paint(painter, mViewport.plane().adjusted(-1, -1, 1, 1), scale(), devicePixelRatioF(),
                [this](QPointF p) { return mViewport.toWidget(p); });
  if (!mCarriedTo)
    return;
  OverlayView view;
  view.toWidget = [this](Point p) { return mViewport.toWidget(p); };
  view.scale = scale();
  view.lattice = &mDocument->document().lattice();
  view.hexes(painter, {*mCarriedTo}, QColor(0xd6, 0x33, 0x6c));
}

} // namespace hotchkiss::editor
