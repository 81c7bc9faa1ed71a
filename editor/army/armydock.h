#pragma once

#include "editor/army/armymodels.h"
#include "editor/army/rowform.h"

#include <QDockWidget>

#include <set>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;
class QTreeView;

namespace hotchkiss::editor {

/// The order of battle: as a tree and as a sheet.
class ArmyDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit ArmyDock(ArmyModel& model, QWidget* parent = nullptr);

  ArmyTreeModel& tree() { return *mTreeModel; }
  ArmySheetModel& sheet() { return *mSheetModel; }
  /// Pieces and formations that are chosen in the view that is up.
  std::vector<std::string> chosen() const;
  void showSheet(bool sheet);
  /// Adds below what is chosen, and lets its name be typed.
  bool addPiece(const std::string& type);
  bool addFormation(const std::string& echelon);
  bool deleteChosen();
  /// Chooses a piece or formation and brings it into sight, a filter that hides it is dropped.
  void reveal(const std::string& id);
  /// One value for all that is chosen.
  bool setForChosen(const std::string& attribute, const QString& text);
  /// All that can be said of the first of the chosen.
  RowForm& details() { return *mDetails; }

 signals:
  void failed(const QString& reason);
  /// Somebody wants to see where a piece stands.
  void wanted(const std::string& piece);
  /// A block with headers of its own was pasted into the sheet.
  void sheetPasted(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildTools(QWidget* body);
  void rebuild();
  void rebuildMenus();
  void filter();
  void showDetails();
  void takeChosen();
  void showChosen();
  void showTotals();
  void pasteIntoSheet(const QString& text);
  std::string targetFormation(std::string* side) const;
  bool addThing(const Result<NewArmyThing>& thing, const QString& title);

  ArmyModel& mModel;
  ArmyTreeModel* mTreeModel = nullptr;
  ArmySheetModel* mSheetModel = nullptr;
  QStackedWidget* mViews = nullptr;
  QTreeView* mTree = nullptr;
  QTableView* mSheet = nullptr;
  QLineEdit* mFilter = nullptr;
  QToolButton* mAddPiece = nullptr;
  QToolButton* mAddFormation = nullptr;
  QToolButton* mDelete = nullptr;
  QToolButton* mAsSheet = nullptr;
  QWidget* mSetBar = nullptr;
  QComboBox* mSetAttribute = nullptr;
  QLineEdit* mSetValue = nullptr;
  QToolButton* mSetButton = nullptr;
  QLabel* mTotals = nullptr;
  RowForm* mDetails = nullptr;
  std::set<std::string> mClosed; ///< formations that the user has closed
  bool mIsStale = true;
  bool mIsShowing = false; ///< the selection follows the model, not the hand
};

} // namespace hotchkiss::editor
