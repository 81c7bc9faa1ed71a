#pragma once

#include "libscenario/validation/check.h"
#include "libscenario/validation/finding.h"

#include <QWidget>

#include <vector>

class QAction;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace hotchkiss::editor {

/// Which findings are shown: by how bad they are, by class, by check, and by a text.
class FindingsFilter final : public QWidget {
  Q_OBJECT

 public:
  explicit FindingsFilter(QWidget* parent = nullptr);
  /// The words of the checks that hold for the module.
  void setChecks(std::vector<CheckInfo> checks) { mChecks = std::move(checks); }
  /// The checks to choose from: those that found something.
  void setFindings(const std::vector<Finding>& findings);
  bool shows(const Finding& finding) const;
  /// The user looks for something in particular.
  bool isNarrow() const;
  void clear();

 signals:
  void changed();

 private:
  void showState();

  std::vector<CheckInfo> mChecks;
  QLineEdit* mText = nullptr;
  QComboBox* mCheck = nullptr;
  QToolButton* mWhat = nullptr;
  QAction* mErrors = nullptr;
  QAction* mWarnings = nullptr;
  QAction* mNotes = nullptr;
  QAction* mIntegrity = nullptr;
  QAction* mCompleteness = nullptr;
  QAction* mApproved = nullptr;
};

} // namespace hotchkiss::editor
