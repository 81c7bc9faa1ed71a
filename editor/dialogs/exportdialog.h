#pragma once

#include "libscenario/validation/finding.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace hotchkiss::editor {

class ArmyModel;
class LevelsView;

/// Exports a package: for the module and each scenario it shows what stands between it and each level, with a way to
/// every single thing.
class ExportDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ExportDialog(ArmyModel& model, QWidget* parent = nullptr);
  void setFindings(const std::vector<Finding>& findings, bool isComplete);
  void setLevel(Level level);
  Level level() const;

 signals:
  void goTo(const hotchkiss::Finding& finding);

 private:
  void showCounts();
  void showState();

  ArmyModel& mModel;
  std::vector<Finding> mFindings;
  bool mIsComplete = false;
  QTableWidget* mTable = nullptr;
  LevelsView* mList = nullptr;
  QComboBox* mLevel = nullptr;
  QLabel* mText = nullptr;
  QPushButton* mGo = nullptr;
  QPushButton* mExport = nullptr;
};

} // namespace hotchkiss::editor
