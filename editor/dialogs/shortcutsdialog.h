#pragma once

#include <QDialog>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hotchkiss::editor {

/// Every command of a window with its keys, to look up, to search, and to change.
class ShortcutsDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutsDialog(QWidget* window);

 private:
  void fill(const QWidget* window);
  void filter(const QString& text);
  QAction* chosen() const;
  void showChosen();
  void change();
  void reset();
  void showKeys(QTreeWidgetItem* item);

  QLineEdit* mFilter = nullptr;
  QTreeWidget* mTree = nullptr;
  QWidget* mWindow = nullptr;
  QKeySequenceEdit* mKeys = nullptr;
  QPushButton* mClear = nullptr;
  QPushButton* mReset = nullptr;
  QLabel* mProblem = nullptr;
};

} // namespace hotchkiss::editor
