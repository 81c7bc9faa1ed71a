#pragma once

#include <QDialog>

class QLineEdit;
class QTreeWidget;

namespace hotchkiss::editor {

/// Every command of a window with its keys, to look up and to search.
class ShortcutsDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutsDialog(QWidget* window);

 private:
  void fill(const QWidget* window);
  void filter(const QString& text);

  QLineEdit* mFilter = nullptr;
  QTreeWidget* mTree = nullptr;
};

} // namespace hotchkiss::editor
