#pragma once

#include "libscenario/validation/finding.h"

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace hotchkiss::editor {

/// Asks why a finding may stand, and who says so.
class ApproveDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ApproveDialog(const Finding& finding, QWidget* parent = nullptr);
  QString reason() const;
  QString by() const;
  void accept() override;

 private:
  QPlainTextEdit* mReason = nullptr;
  QLineEdit* mBy = nullptr;
  QPushButton* mOk = nullptr;
};

} // namespace hotchkiss::editor
