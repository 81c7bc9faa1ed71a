#include "editor/army/armymodels.h"

#include <QMimeData>

#include <algorithm>

namespace hotchkiss::editor {

ArmyTreeModel::ArmyTreeModel(ArmyModel& model, QObject* parent)
    : QAbstractItemModel(parent), mModel(model), mCells(model) {}

bool ArmyTreeModel::matches(const std::string& id, const QString& filter) const {
  const OrderOfBattle& army = *mModel.army();
  const auto has = [&](const std::string& text) {
    return QString::fromStdString(text).contains(filter, Qt::CaseInsensitive);
  };
  if (const Piece* piece = army.piece(id)) {
    const auto type = army.units().types.find(piece->type);
    return has(piece->name) || has(piece->designation) || has(id) ||
           (type != army.units().types.end() && has(type->second.name));
  }
  const Formation* formation = army.formation(id);
  return formation && (has(formation->name) || has(formation->designation) || has(id));
}

int ArmyTreeModel::append(const std::string& id, int parent, bool isSide) {
  Node node;
  node.id = id;
  node.parent = parent;
  node.isSide = isSide;
  const int at = static_cast<int>(mNodes.size());
  std::vector<int>& row = parent < 0 ? mTop : mNodes[static_cast<std::size_t>(parent)].children;
  node.row = static_cast<int>(row.size());
  row.push_back(at);
  mNodes.push_back(std::move(node));
  if (!isSide)
    mByName[id] = at;
  return at;
}

bool ArmyTreeModel::addPiece(const std::string& id, int parent, const QString& filter, bool isWanted) {
  if (!isWanted && !filter.isEmpty() && !matches(id, filter))
    return false;
  append(id, parent, false);
  ++mShownPieces;
  return true;
}

bool ArmyTreeModel::addFormation(const std::string& id, int parent, const QString& filter, bool isWanted) {
  const Formation* formation = mModel.army()->formation(id);
  if (!formation || mByName.contains(id))
    return false;
  const bool wanted = isWanted || filter.isEmpty() || matches(id, filter);
  const int at = append(id, parent, false);
  bool any = wanted;
  for (const std::string& piece : formation->pieces)
    any = addPiece(piece, at, filter, wanted) || any;
  for (const std::string& child : formation->children)
    any = addFormation(child, at, filter, wanted) || any;
  if (!any) { // nothing was added below it either
    mNodes.pop_back();
    (parent < 0 ? mTop : mNodes[static_cast<std::size_t>(parent)].children).pop_back();
    mByName.erase(id);
  }
  return any;
}

void ArmyTreeModel::rebuild(const QString& filter) {
  beginResetModel();
  mCells.refresh();
  fill(filter);
  endResetModel();
}

void ArmyTreeModel::filter(const QString& filter) {
  beginResetModel();
  fill(filter);
  endResetModel();
}

void ArmyTreeModel::fill(const QString& filter) {
  mNodes.clear();
  mTop.clear();
  mByName.clear();
  mShownPieces = 0;
  if (const OrderOfBattle* army = mModel.army()) {
    std::vector<std::string> sides = army->sides();
    for (const auto& [side, friends] : army->units().sides)
      if (std::find(sides.begin(), sides.end(), side) == sides.end())
        sides.push_back(side);
    for (const std::string& side : sides) {
      const int top = append(side, -1, true);
      for (const std::string& root : army->roots(side))
        addFormation(root, top, filter, false);
      for (const std::string& piece : army->loose(side))
        addPiece(piece, top, filter, false);
    }
  }
}

const ArmyTreeModel::Node* ArmyTreeModel::node(const QModelIndex& index) const {
  return index.isValid() && index.internalId() < mNodes.size() ? &mNodes[index.internalId()] : nullptr;
}

std::string ArmyTreeModel::idAt(const QModelIndex& index) const {
  const Node* at = node(index);
  return at && !at->isSide ? at->id : std::string();
}

std::string ArmyTreeModel::sideAt(const QModelIndex& index) const {
  for (const Node* at = node(index); at != nullptr;
       at = at->parent < 0 ? nullptr : &mNodes[static_cast<std::size_t>(at->parent)])
    if (at->isSide)
      return at->id;
  return {};
}

QModelIndex ArmyTreeModel::indexOf(const std::string& id) const {
  const auto it = mByName.find(id);
  return it == mByName.end()
             ? QModelIndex()
             : createIndex(mNodes[static_cast<std::size_t>(it->second)].row, 0, static_cast<quintptr>(it->second));
}

QModelIndex ArmyTreeModel::index(int row, int column, const QModelIndex& parent) const {
  const Node* above = node(parent);
  const std::vector<int>& rows = above ? above->children : mTop;
  if (row < 0 || row >= static_cast<int>(rows.size()) || column < 0 || column >= columnCount({}))
    return {};
  return createIndex(row, column, static_cast<quintptr>(rows[static_cast<std::size_t>(row)]));
}

QModelIndex ArmyTreeModel::parent(const QModelIndex& index) const {
  const Node* at = node(index);
  if (!at || at->parent < 0)
    return {};
  return createIndex(mNodes[static_cast<std::size_t>(at->parent)].row, 0, static_cast<quintptr>(at->parent));
}

int ArmyTreeModel::rowCount(const QModelIndex& parent) const {
  if (parent.column() > 0)
    return 0;
  const Node* above = node(parent);
  return static_cast<int>((above ? above->children : mTop).size());
}

int ArmyTreeModel::columnCount(const QModelIndex&) const {
  return 1 + static_cast<int>(mCells.columns().size());
}

QVariant ArmyTreeModel::data(const QModelIndex& index, int role) const {
  const Node* at = node(index);
  if (!at)
    return {};
  if (role == Qt::SizeHintRole && index.column() == 0)
    return QSize(0, 27); // all rows are as high as a counter
  if (!at->isSide)
    return mCells.data(at->id, index.column(), role);
  if (index.column() > 0)
    return {};
  const OrderOfBattle* army = mModel.army();
  if (role == Qt::DisplayRole && army) {
    const auto name = army->units().sideNames.find(at->id);
    return QString::fromStdString(name == army->units().sideNames.end() ? at->id : name->second);
  }
  if (role == Qt::FontRole) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role == Qt::DecorationRole && mModel.designer()) {
    QPixmap colour(14, 14);
    colour.fill(mModel.designer()->sideColour(at->id));
    return colour;
  }
  return {};
}

QVariant ArmyTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal)
    return {};
  return role == Qt::DisplayRole   ? QVariant(mCells.header(section))
         : role == Qt::ToolTipRole ? QVariant(mCells.headerTip(section))
                                   : QVariant();
}

Qt::ItemFlags ArmyTreeModel::flags(const QModelIndex& index) const {
  const Node* at = node(index);
  if (!at)
    return Qt::NoItemFlags;
  Qt::ItemFlags out = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  const OrderOfBattle* army = mModel.army();
  if (at->isSide || (army && army->formation(at->id)))
    out |= Qt::ItemIsDropEnabled;
  if (!at->isSide)
    out |= Qt::ItemIsDragEnabled;
  if (!at->isSide && mCells.isEditable(at->id, index.column()))
    out |= Qt::ItemIsEditable;
  return out;
}

bool ArmyTreeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const Node* at = node(index);
  if (!at || at->isSide || role != Qt::EditRole || value.toString() == data(index, Qt::EditRole).toString())
    return false;
  // The edit makes the tree anew; the view has to have done with its field by then.
  QMetaObject::invokeMethod(
      this, [this, id = at->id, column = index.column(), text = value.toString()] { mCells.set(id, column, text); },
      Qt::QueuedConnection);
  return true;
}

QStringList ArmyTreeModel::mimeTypes() const {
  return {QLatin1String(kPiecesMime)};
}

QMimeData* ArmyTreeModel::mimeData(const QModelIndexList& indexes) const {
  std::vector<std::string> ids;
  for (const QModelIndex& index : indexes)
    if (const std::string id = idAt(index); index.column() == 0 && !id.empty())
      ids.push_back(id);
  return ids.empty() ? nullptr : mimeOfPieces(ids);
}

bool ArmyTreeModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const {
  return data->hasFormat(QLatin1String(kPiecesMime)) && node(parent) != nullptr;
}

bool ArmyTreeModel::dropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) {
  const OrderOfBattle* army = mModel.army();
  const Node* to = node(parent);
  const std::vector<std::string> ids = piecesOfMime(data);
  if (!army || !to || ids.empty())
    return false;
  std::string formation = to->isSide ? std::string() : to->id;
  if (const Piece* piece = army->piece(formation)) // onto one of its pieces is as good
    formation = piece->formation;
  const Result<ArmyChange> change = moving(*army, ids, formation);
  if (!change) {
    emit mModel.failed(QString::fromStdString(change.error().text()));
    return false;
  }
  // The view removes dragged rows of a move by itself; the tree has been made anew by then.
  mModel.apply(
      tr("Move to %1").arg(formation.empty() ? tr("the top") : QString::fromStdString(army->nameOf(formation))),
      *change);
  return false;
}

} // namespace hotchkiss::editor
