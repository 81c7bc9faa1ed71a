#pragma once

#include "editor/army/armyedits.h"
#include "editor/army/armymodel.h"
#include "render/counters/counterpainter.h"

#include <QAbstractItemModel>
#include <QAbstractTableModel>

#include <map>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// Ids of pieces and formations on their way by drag and drop, one a line.
inline constexpr const char* kPiecesMime = "application/x-hotchkiss-pieces";
/// A row of the schedule on its way to another turn, or to the map: "arrival us.a1".
inline constexpr const char* kArrivalMime = "application/x-hotchkiss-arrival";
QMimeData* mimeOfPieces(const std::vector<std::string>& ids);
std::vector<std::string> piecesOfMime(const QMimeData* mime);

/// What the tree and the sheet have in common: columns, cells, icons, edits.
class ArmyCells {
 public:
  explicit ArmyCells(ArmyModel& model) : mModel(model) {}
  void refresh();                                                      ///< after a change of the army
  const std::vector<std::string>& columns() const { return mColumns; } ///< attributes; the name comes before them
  QString header(int column) const;
  QString headerTip(int column) const;
  QVariant data(const std::string& id, int column, int role) const;
  bool isEditable(const std::string& id, int column) const;
  bool set(const std::string& id, int column, const QString& text);
  bool paste(const std::vector<ArmyCell>& cells);
  std::string attributeOf(int column) const;

 private:
  QVariant pieceData(const Piece& piece, int column, int role) const;
  QVariant formationData(const Formation& formation, int column, int role) const;
  QIcon icon(const std::string& key, const CounterContent& content) const;
  bool isStrength(const std::string& attribute) const;

  ArmyModel& mModel;
  std::vector<std::string> mColumns;
  std::vector<std::string> mStrengths;
  mutable CounterPixmaps mPixmaps;
  mutable std::map<std::pair<std::string, std::string>, QString> mTotals;
};

/// Sides, formations and pieces as a tree; with a filter only what matches, and what is above it.
class ArmyTreeModel final : public QAbstractItemModel {
  Q_OBJECT

 public:
  explicit ArmyTreeModel(ArmyModel& model, QObject* parent = nullptr);
  void rebuild(const QString& filter);
  /// Shows other rows of the same army.
  void filter(const QString& filter);
  ArmyCells& cells() { return mCells; }

  std::string idAt(const QModelIndex& index) const; ///< empty for a side
  std::string sideAt(const QModelIndex& index) const;
  QModelIndex indexOf(const std::string& id) const;
  std::size_t shownPieces() const { return mShownPieces; }

  QModelIndex index(int row, int column, const QModelIndex& parent) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent) const override;
  int columnCount(const QModelIndex& parent) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction | Qt::CopyAction; }
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 private:
  struct Node {
    std::string id; ///< of a side for those at the top
    int parent = -1;
    int row = 0;
    bool isSide = false;
    std::vector<int> children;
  };
  void fill(const QString& filter);
  bool addFormation(const std::string& id, int parent, const QString& filter, bool isWanted);
  bool addPiece(const std::string& id, int parent, const QString& filter, bool isWanted);
  bool matches(const std::string& id, const QString& filter) const;
  int append(const std::string& id, int parent, bool isSide);
  const Node* node(const QModelIndex& index) const;

  ArmyModel& mModel;
  ArmyCells mCells;
  std::vector<Node> mNodes;
  std::vector<int> mTop;
  std::map<std::string, int> mByName;
  std::size_t mShownPieces = 0;
};

/// All pieces as a sheet, one row each, in the order of the tree.
class ArmySheetModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit ArmySheetModel(ArmyModel& model, QObject* parent = nullptr);
  void rebuild(const QString& filter);
  std::string idAt(int row) const { return mRows.at(static_cast<std::size_t>(row)); }
  int rowOf(const std::string& id) const;
  /// A block of cells from a spreadsheet, its top left at a cell. One undo step, or an error and no change.
  bool paste(const QModelIndex& at, const QString& text);
  /// The cells as a spreadsheet takes them.
  QString copy(const QModelIndexList& cells) const;

  int rowCount(const QModelIndex& parent) const override;
  int columnCount(const QModelIndex& parent) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  ArmyModel& mModel;
  ArmyCells mCells;
  std::vector<std::string> mRows;
};

} // namespace hotchkiss::editor
