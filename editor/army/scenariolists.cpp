#include "editor/army/scenariolists.h"

#include "editor/army/armymodels.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

PieceList::PieceList(Takes takes, QWidget* parent) : QTreeWidget(parent), mTakes(takes) {
  setDragEnabled(true);
  setAcceptDrops(takes == Takes::Arrivals);
  setDragDropMode(takes == Takes::Arrivals ? DragDrop : DragOnly);
}

QStringList PieceList::mimeTypes() const {
  return {QLatin1String(kPiecesMime), QLatin1String(kArrivalMime)};
}

QMimeData* PieceList::mimeData(const QList<QTreeWidgetItem*>& items) const {
  std::vector<std::string> ids;
  QString arrival;
  for (const QTreeWidgetItem* item : items) {
    if (const QString id = item->data(0, kIdRole).toString(); !id.isEmpty())
      ids.push_back(id.toStdString());
    if (arrival.isEmpty())
      arrival = item->data(0, kArrivalRole).toString();
  }
  if (ids.empty() && arrival.isEmpty())
    return nullptr;
  QMimeData* out = mimeOfPieces(ids);
  if (!arrival.isEmpty())
    out->setData(QLatin1String(kArrivalMime), arrival.toUtf8());
  return out;
}

void PieceList::dragEnterEvent(QDragEnterEvent* event) {
  if (mTakes == Takes::Arrivals && event->mimeData()->hasFormat(QLatin1String(kArrivalMime)))
    event->acceptProposedAction();
  else
    event->ignore();
}

void PieceList::dragMoveEvent(QDragMoveEvent* event) {
  QTreeWidget::dragMoveEvent(event);
  const QTreeWidgetItem* item = itemAt(event->position().toPoint());
  if (mTakes == Takes::Arrivals && item && !item->data(0, kTurnRole).toString().isEmpty() &&
      event->mimeData()->hasFormat(QLatin1String(kArrivalMime)))
    event->accept();
  else
    event->ignore();
}

void PieceList::dropEvent(QDropEvent* event) {
  const QTreeWidgetItem* item = itemAt(event->position().toPoint());
  const QString arrival = QString::fromUtf8(event->mimeData()->data(QLatin1String(kArrivalMime)));
  if (!item || arrival.isEmpty())
    return event->ignore();
  const QString turn = item->data(0, kTurnRole).toString();
  event->setDropAction(Qt::CopyAction); // the list is made anew by the edit
  event->accept();
  emit arrivalDropped(arrival, turn);
}

} // namespace hotchkiss::editor
