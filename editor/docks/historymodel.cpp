#include "editor/docks/historymodel.h"

#include "editor/docks/glyphs.h"
#include "editor/model/editordocument.h"

#include <QApplication>
#include <QFont>
#include <QFontMetrics>
#include <QPalette>
#include <QPixmap>

namespace hotchkiss::editor {

namespace {

/// All titles stand in one column, whether or not there is a mark before them.
QIcon blankIcon() {
  QPixmap nothing(14, 14);
  nothing.fill(Qt::transparent);
  return nothing;
}

} // namespace

void HistoryModel::setDocument(EditorDocument* document) {
  beginResetModel();
  mDocument = document;
  mSaved.reset();
  trackSaved();
  mRows = document ? static_cast<int>(document->history().size()) + 1 : 0;
  endResetModel();
}

void HistoryModel::trackSaved() {
  if (!mDocument || mDocument->isReadOnly()) {
    mSaved.reset();
    return;
  }
  const std::size_t position = mDocument->history().position();
  if (!mDocument->isModified())
    mSaved = position;
  else if (mSaved && (*mSaved > mDocument->history().size() || *mSaved == position))
    mSaved.reset(); // the saved state was cut off by a new edit, or an edit was merged into it
}

void HistoryModel::refresh() {
  trackSaved();
  const int rows = mDocument ? static_cast<int>(mDocument->history().size()) + 1 : 0;
  if (rows > mRows) {
    beginInsertRows({}, mRows, rows - 1);
    mRows = rows;
    endInsertRows();
  } else if (rows < mRows) {
    beginRemoveRows({}, rows, mRows - 1);
    mRows = rows;
    endRemoveRows();
  }
  if (mRows > 0)
    emit dataChanged(index(0), index(mRows - 1));
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : mRows;
}

QString HistoryModel::title(int row) const {
  return row == 0 ? tr("As opened")
                  : QString::fromStdString(mDocument->history().edit(static_cast<std::size_t>(row - 1)).title);
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  const int row = index.row();
  if (!mDocument || row < 0 || row > static_cast<int>(mDocument->history().size()))
    return {};
  const auto position = static_cast<int>(mDocument->history().position());
  const bool isSaved = mSaved && static_cast<int>(*mSaved) == row;
  switch (role) {
  case Qt::DisplayRole:
    return title(row);
  case Qt::ToolTipRole:
    return isSaved ? tr("%1 – this state is saved").arg(title(row)) : title(row);
  case Qt::DecorationRole:
    return isSaved ? glyphIcon(Glyph::Saved) : blankIcon();
  case Qt::FontRole: {
    QFont font = QApplication::font("QListView");
    font.setBold(row == position);
    font.setItalic(row > position);
    return font;
  }
  case Qt::ForegroundRole:
    return row > position ? QVariant(QApplication::palette().brush(QPalette::PlaceholderText)) : QVariant();
  case Qt::SizeHintRole:
    return QSize(80, QFontMetrics(QApplication::font("QListView")).height() + 8);
  case kSavedRole:
    return isSaved;
  default:
    return {};
  }
}

} // namespace hotchkiss::editor
