#include "editor/docks/historydock.h"

#include "editor/docks/historymodel.h"
#include "editor/model/editordocument.h"

#include <QtWidgets>

namespace hotchkiss::editor {

HistoryDock::HistoryDock(QWidget* parent) : QDockWidget(tr("History"), parent) {
  setObjectName(QStringLiteral("historyDock"));
  mModel = new HistoryModel(this);
  mList = new QListView;
  mList->setObjectName(QStringLiteral("historyList"));
  mList->setAccessibleName(tr("Edits"));
  mList->setFrameShape(QFrame::NoFrame);
  mList->setIconSize(QSize(14, 14));
  mList->setUniformItemSizes(true);
  mList->setModel(mModel);
  mList->setEnabled(false);
  connect(mList->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!mIsRefreshing && index.isValid())
      goTo(index.row());
  });
  setWidget(mList);
}

void HistoryDock::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  mIsRefreshing = true;
  mModel->setDocument(document);
  mIsRefreshing = false;
  if (document) {
    connect(document, &EditorDocument::historyChanged, this, &HistoryDock::refresh);
    connect(document, &EditorDocument::modifiedChanged, this, &HistoryDock::refresh);
  }
  refresh();
}

std::optional<std::size_t> HistoryDock::savedPosition() const {
  return mModel->savedPosition();
}

void HistoryDock::refresh() {
  mIsRefreshing = true;
  mList->setEnabled(mDocument && !mDocument->isReadOnly());
  mModel->refresh();
  if (mDocument) {
    const QModelIndex present = mModel->index(static_cast<int>(mDocument->history().position()));
    mList->setCurrentIndex(present);
    mList->scrollTo(present);
  }
  mIsRefreshing = false;
}

void HistoryDock::goTo(int row) {
  if (!mDocument)
    return;
  const Outcome outcome = mDocument->goToStep(static_cast<std::size_t>(row));
  if (!outcome)
    emit failed(QString::fromStdString(outcome.error().text()));
  // Not from inside the list's own signal: a failure moves the mark back.
  QMetaObject::invokeMethod(this, &HistoryDock::refresh, Qt::QueuedConnection);
}

} // namespace hotchkiss::editor
