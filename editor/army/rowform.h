#pragma once

#include "editor/army/armymodel.h"
#include "editor/army/rowschema.h"

#include <QWidget>
#include <nlohmann/json.hpp>

#include <set>

class QLabel;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hotchkiss::editor {

/// What a form shows.
struct RowFormWish {
  std::string kind; ///< of the file: "oob" or "scenario"
  RecordKey key;
  nlohmann::json body;
  QString title;
  std::vector<std::string> attributes; ///< that `values` may have: shown even where nothing is said
  std::vector<std::string> faces;      ///< that it may have
  std::vector<std::string> always;     ///< members to show even where nothing is said
  bool isEditable = true;
  bool isDraft = false; ///< not in the file yet: told only once it has all that it needs
};

/// One row of a file as a form that is made from the file's schema: every member that the schema allows can be given,
/// changed and taken away. The form changes nothing itself; each change is told as the whole new row.
class RowForm final : public QWidget {
  Q_OBJECT

 public:
  explicit RowForm(ArmyModel& model, QWidget* parent = nullptr);

  void show(const RowFormWish& wish);
  void clear(const QString& why);
  const RowFormWish& wish() const { return mWish; }
  bool isEmpty() const { return mIsEmpty; }

  /// As a hand would: what is typed for a member ("/values/strength", "/sections/0/name"), or for a part of a value
  /// ("source", "uncertain", …).
  bool type(const std::string& pointer, const QString& text, const std::string& detail = {});
  bool remove(const std::string& pointer);
  /// Shows a member that the row does not have yet, to be filled in.
  void offer(const std::string& pointer);
  QTreeWidgetItem* itemAt(const std::string& pointer) const;
  /// Members that could be added below a pointer ("" is the row).
  std::vector<std::string> addable(const std::string& pointer) const;
  QStringList candidates(const QTreeWidgetItem* item) const;

 signals:
  void edited(const QString& title, const std::string& body); ///< as canonical JSON
  void failed(const QString& reason);

 private:
  struct Field {
    std::string pointer;
    MemberShape shape = MemberShape::Text;
    const nlohmann::json* schema = nullptr;
    std::string attribute; ///< of a value
    std::string detail;    ///< part of a value
    QString title;
  };
  void rebuild();
  void addMembers(QTreeWidgetItem* parent, const std::string& pointer, const nlohmann::json& schema,
                  const nlohmann::json& object, bool isOffered);
  void addField(QTreeWidgetItem* parent, const Field& field, const nlohmann::json* value);
  void addValue(QTreeWidgetItem* item, const Field& field, const nlohmann::json* value);
  void addMap(QTreeWidgetItem* item, const Field& field, const nlohmann::json* value);
  const Field* fieldOf(const QTreeWidgetItem* item) const;
  const nlohmann::json* at(const std::string& pointer) const;
  bool isOffered(const std::string& pointer) const; ///< it, or something in it
  QStringList candidatesNamed(const std::string& member) const;
  void fillAddMenu();
  bool take(const Field& field, int column, const QString& text);
  bool put(const Field& field, const std::optional<nlohmann::json>& value);
  QWidget* editorFor(QWidget* parent, const QTreeWidgetItem* item, int column);

  class Delegate;
  ArmyModel& mModel;
  RowFormWish mWish;
  bool mIsEmpty = true;
  std::vector<Field> mFields;
  std::set<std::string> mOffered; ///< members without content that are shown to be filled in
  QLabel* mTitle = nullptr;
  QLabel* mHint = nullptr;
  QTreeWidget* mTree = nullptr;
  QToolButton* mAdd = nullptr;
  QToolButton* mRemove = nullptr;
};

/// A piece or formation of the order of battle in a form. Nothing when there is no such thing.
std::optional<RowFormWish> formOf(ArmyModel& model, const std::string& id);
/// A row of the scenario in hand in a form, for `type` of a piece where it is about one.
RowFormWish formOfScenarioRow(ArmyModel& model, const RecordKey& key, const std::string& type = {});

} // namespace hotchkiss::editor
