#pragma once

#include "editor/army/rowform.h"
#include "editor/army/scenarioedits.h"

class QComboBox;
class QToolButton;
class QTreeWidget;

namespace hotchkiss::editor {

/// The rows of a scenario that no page of their own shows (control, states of crossings, railways, attachments,
/// overrides, options, special rules, …), or of the sections that it is told: a table, and the chosen row in a form.
class ScenarioRowsPage final : public QWidget {
  Q_OBJECT

 public:
  explicit ScenarioRowsPage(ArmyModel& model, QWidget* parent = nullptr);

  void rebuild();
  /// Which rows the table has; empty: all.
  void setSection(const std::string& section);
  const std::string& section() const { return mSection; }
  /// Opens a form for a new row; it goes into the scenario as soon as it has what the schema asks for.
  void startRow(const std::string& section, const nlohmann::json& body = nlohmann::json::object());
  bool removeRow(const RecordKey& key);
  void chooseRow(const RecordKey& key);
  RowForm& form() { return *mForm; }
  QTreeWidget& table() { return *mTable; }

 signals:
  void failed(const QString& reason);

 private:
  void showForm();
  std::vector<std::string> sections() const;

  ArmyModel& mModel;
  QComboBox* mSections = nullptr;
  QToolButton* mAdd = nullptr;
  QToolButton* mRemove = nullptr;
  QTreeWidget* mTable = nullptr;
  RowForm* mForm = nullptr;
  std::string mSection;
  RecordKey mChosen;
  bool mIsShowing = false;
};

/// Writes what a form says into the scenario in hand; one step of undo.
bool applyScenarioRow(ArmyModel& model, const RecordKey& key, const std::optional<nlohmann::json>& body,
                      const QString& title, const std::function<void(const QString&)>& fail);
/// What a row says, in a few words.
QString summaryOfRow(ArmyModel& model, const RecordKey& key, const nlohmann::json& body);

} // namespace hotchkiss::editor
