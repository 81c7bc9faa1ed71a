#include "editor/army/armymodels.h"

#include <algorithm>

namespace hotchkiss::editor {

ArmySheetModel::ArmySheetModel(ArmyModel& model, QObject* parent)
    : QAbstractTableModel(parent), mModel(model), mCells(model) {}

void ArmySheetModel::rebuild(const QString& filter) {
  beginResetModel();
  mRows.clear();
  mCells.refresh();
  if (const OrderOfBattle* army = mModel.army()) {
    const auto add = [&](const Piece& piece) {
      const QString name = QString::fromStdString(piece.shownName());
      if (filter.isEmpty() || name.contains(filter, Qt::CaseInsensitive) ||
          QString::fromStdString(army->pathOf(piece.id)).contains(filter, Qt::CaseInsensitive))
        mRows.push_back(piece.id);
    };
    for (const std::string& side : army->sides()) {
      for (const std::string& root : army->roots(side))
        for (const Piece* piece : army->below(root))
          add(*piece);
      for (const std::string& id : army->loose(side))
        add(*army->piece(id));
    }
  }
  endResetModel();
}

int ArmySheetModel::rowOf(const std::string& id) const {
  const auto it = std::find(mRows.begin(), mRows.end(), id);
  return it == mRows.end() ? -1 : static_cast<int>(it - mRows.begin());
}

int ArmySheetModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(mRows.size());
}

int ArmySheetModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : 1 + static_cast<int>(mCells.columns().size());
}

QVariant ArmySheetModel::data(const QModelIndex& index, int role) const {
  return index.isValid() ? mCells.data(idAt(index.row()), index.column(), role) : QVariant();
}

QVariant ArmySheetModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical)
    return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  return role == Qt::DisplayRole   ? QVariant(mCells.header(section))
         : role == Qt::ToolTipRole ? QVariant(mCells.headerTip(section))
                                   : QVariant();
}

Qt::ItemFlags ArmySheetModel::flags(const QModelIndex& index) const {
  if (!index.isValid())
    return Qt::NoItemFlags;
  const bool editable = mCells.isEditable(idAt(index.row()), index.column());
  return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool ArmySheetModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole || value.toString() == data(index, Qt::EditRole).toString())
    return false;
  // The edit makes the sheet anew; the view has to have done with its field by then.
  QMetaObject::invokeMethod(
      this,
      [this, id = idAt(index.row()), column = index.column(), text = value.toString()] {
        mCells.set(id, column, text);
      },
      Qt::QueuedConnection);
  return true;
}

bool ArmySheetModel::paste(const QModelIndex& at, const QString& text) {
  std::vector<ArmyCell> cells;
  QStringList lines = text.split(QLatin1Char('\n'));
  while (!lines.isEmpty() && lines.back().trimmed().isEmpty())
    lines.removeLast();
  if (!at.isValid() || lines.isEmpty())
    return false;
  if (at.row() + lines.size() > rowCount({})) {
    emit mModel.failed(
        tr("The block has %1 rows; from here there are only %2.").arg(lines.size()).arg(rowCount({}) - at.row()));
    return false;
  }
  for (qsizetype line = 0; line < lines.size(); ++line) {
    const QStringList fields = lines[line].split(QLatin1Char('\t'));
    for (qsizetype field = 0; field < fields.size(); ++field) {
      const int row = at.row() + static_cast<int>(line);
      const int column = at.column() + static_cast<int>(field);
      if (column >= columnCount({})) {
        emit mModel.failed(tr("The block is wider than the sheet from here on."));
        return false;
      }
      const QString value = fields[field].trimmed();
      if (value == data(index(row, column), Qt::EditRole).toString())
        continue;
      if (value.isEmpty() && column == 0)
        continue;
      if (value.isEmpty() && !mCells.isEditable(idAt(row), column))
        continue; // a gap where the piece has no such value
      cells.push_back({idAt(row), mCells.attributeOf(column), value.toStdString()});
    }
  }
  return cells.empty() || mCells.paste(cells);
}

QString ArmySheetModel::copy(const QModelIndexList& cells) const {
  std::map<int, std::map<int, QString>> rows;
  int first = columnCount({});
  int last = 0;
  for (const QModelIndex& cell : cells) {
    rows[cell.row()][cell.column()] = data(cell, Qt::DisplayRole).toString();
    first = std::min(first, cell.column());
    last = std::max(last, cell.column());
  }
  QString out;
  for (const auto& [row, fields] : rows) {
    for (int column = first; column <= last; ++column) {
      const auto it = fields.find(column);
      out += (column == first ? QString() : QStringLiteral("\t")) + (it == fields.end() ? QString() : it->second);
    }
    out += QLatin1Char('\n');
  }
  return out;
}

} // namespace hotchkiss::editor
