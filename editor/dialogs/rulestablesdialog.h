#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QTreeWidget;

namespace hotchkiss::editor {

class EditorDocument;
class RuleTableModel;

/// The tables of the rules with their references, for reading and for changes that go into the module's overlay. It
/// stays open beside the map, which answers with each change at once.
class RulesTablesDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit RulesTablesDialog(EditorDocument& document, QWidget* parent = nullptr);
  ~RulesTablesDialog() override;
  RuleTableModel& model() { return *mModel; }
  /// Shows a table, or "parameter", "policy", "decision".
  void showSubject(const std::string& section, const std::string& table = {});

 private:
  void listSubjects();
  void choose();
  void fitColumns();
  void resizeEvent(QResizeEvent* event) override;
  void updateButtons();
  void say(const QString& message);

  RuleTableModel* mModel = nullptr;
  QLineEdit* mFilter = nullptr;
  QTreeWidget* mList = nullptr;
  QLabel* mTitle = nullptr;
  QLabel* mText = nullptr;
  QTableView* mTable = nullptr;
  QLabel* mProblem = nullptr;
  QPushButton* mAdd = nullptr;
  QPushButton* mRemove = nullptr;
  QPushButton* mReset = nullptr;
  bool mEditable = true;
};

} // namespace hotchkiss::editor
