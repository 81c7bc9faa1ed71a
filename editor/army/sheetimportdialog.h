#pragma once

#include "editor/army/armymodel.h"
#include "editor/army/sheetpreviewmodel.h"
#include "libscenario/sheets/layouttext.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QTabWidget;
class QTableView;

namespace hotchkiss::editor {

class SheetColumns;

/// Whether a text from the clipboard is a sheet of its own: its first row names things of an order of battle.
bool hasArmyHeader(const QString& text, const UnitCatalogue& units);

/// Takes units, leaders and formations out of a sheet or a printed list: shows what it takes each column for, what
/// would become of each row and what it cannot make sense of, and makes it one undo step.
class SheetImportDialog final : public QDialog {
  Q_OBJECT

 public:
  /// The model has an army.
  explicit SheetImportDialog(ArmyModel& model, QWidget* parent = nullptr);
  ~SheetImportDialog() override;

  bool openFile(const QString& path);
  /// `name` is where it comes from, for people.
  bool setText(const QString& text, const QString& name);
  bool loadMapping(const QString& path);
  bool saveMapping(const QString& path);

  const SheetPreview& preview() const { return mPreview; }
  /// What would be done and all that was not understood, as text to copy.
  QString report() const;
  void accept() override;

 signals:
  void imported(const QString& what);

 private:
  QWidget* buildSource();
  QWidget* buildMapping();
  QWidget* buildPreview();
  void take(const std::string& text, const QString& name);
  void guess();
  void refresh();
  void showDoubts();
  void showProblem(const QString& problem);
  QString summary() const;

  ArmyModel& mModel;
  const Document mModule; ///< as it was when the dialog opened
  const UnitCatalogue mUnits;
  std::string mText;
  QString mName;
  CellTable mCells;
  QString mProblem; ///< why there are no cells
  std::optional<LayoutMapping> mLayout;
  SheetPreview mPreview;
  QTimer* mDelay = nullptr; ///< typing does not read the sheet for every letter
  QLabel* mSource = nullptr;
  QLabel* mMappingName = nullptr;
  QPushButton* mSaveMapping = nullptr;
  QPushButton* mGuess = nullptr;
  QStackedWidget* mMappings = nullptr;
  QLabel* mLayoutText = nullptr;
  SheetColumns* mColumns = nullptr;
  QLabel* mSummary = nullptr;
  QTabWidget* mTabs = nullptr;
  QComboBox* mFilter = nullptr;
  QTableView* mRows = nullptr;
  SheetPreviewModel* mRowsModel = nullptr;
  QTableWidget* mDoubts = nullptr;
  QPushButton* mImport = nullptr;
};

} // namespace hotchkiss::editor
