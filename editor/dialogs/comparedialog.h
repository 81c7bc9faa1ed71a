#pragma once

#include "editor/model/comparison.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace hotchkiss::editor {

/// What was changed since the files were saved, in words. The map shows the same places while it is open.
class CompareDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit CompareDialog(Comparison comparison, QWidget* parent = nullptr);
  const Comparison& comparison() const { return mComparison; }

 signals:
  void goTo(const hotchkiss::editor::Selection& place);

 private:
  void filter(const QString& text);

  Comparison mComparison;
  QLabel* mSummary = nullptr;
  QLineEdit* mFilter = nullptr;
  QTreeWidget* mTree = nullptr;
};

} // namespace hotchkiss::editor
