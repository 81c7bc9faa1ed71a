#pragma once

#include "editor/dialogs/sheetrows.h"

#include <QDialog>

#include <memory>
#include <vector>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QTableWidget;
class QToolButton;

namespace hotchkiss::editor {

class EditorDocument;
class LatticePreview;
class SheetForm;

/// Title, authors, licence and level of the module, and its sheets. OK makes one edit of it.
class ModulePropertiesDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ModulePropertiesDialog(EditorDocument& document, QWidget* parent = nullptr);
  void accept() override;

 signals:
  /// The sheets as they stand in the dialog now, for a preview on the map; null when the dialog is done.
  void numberingChanged(const std::shared_ptr<const hotchkiss::Numbering>& numbering);

 protected:
  void done(int result) override;

 private:
  QWidget* buildModule();
  QWidget* buildSheets();
  void showSheets();
  void showRow(int row);
  void takeCell(int row, int column);
  void takeExtras();
  void addSheet();
  void removeSheet();
  void refresh();
  std::string moduleRecord() const;

  EditorDocument& mDocument;
  std::string mModuleId;
  std::string mModuleText;
  std::vector<SheetRow> mSheets;
  bool mIsShowing = false;

  QLineEdit* mTitle = nullptr;
  QLineEdit* mAbbreviation = nullptr;
  QLineEdit* mAuthors = nullptr;
  QLineEdit* mLicence = nullptr;
  QLineEdit* mEdition = nullptr;
  QComboBox* mLevel = nullptr;
  QPlainTextEdit* mDescription = nullptr;
  QTableWidget* mTable = nullptr;
  QToolButton* mRemove = nullptr;
  SheetForm* mExtras = nullptr;
  LatticePreview* mPreview = nullptr;
  QLabel* mPreviewText = nullptr;
  QLabel* mMessage = nullptr;
  QDialogButtonBox* mButtons = nullptr;
};

} // namespace hotchkiss::editor
