#pragma once

#include "editor/model/overlayrows.h"

#include <QAbstractTableModel>
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

class EditorDocument;

/// A table of the rules, or all parameters, policies or decisions, as rows that can be edited. What is edited goes to
/// the module's overlay, one edit at a time.
class RuleTableModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class State { AsPublished, Changed, Added, Removed };
  /// The state of a row, for those who paint it.
  static constexpr int kStateRole = Qt::UserRole;

  explicit RuleTableModel(QObject* parent = nullptr);
  void setDocument(EditorDocument* document);
  /// "table" and the id of a table, or "parameter", "policy", "decision".
  void setSubject(const std::string& section, const std::string& table = {});

  /// Everything that can be shown: tables by their names, and how many rows of each the module changed.
  struct Subject {
    std::string section;
    std::string table;
    QString name;
    int changed = 0;
    QString group; ///< what the rules use it for
  };
  std::vector<Subject> subjects() const;
  /// What the chosen table is for, where it stands, and which row wins.
  QString description() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  State stateOf(int row) const;
  const std::string& idOf(int row) const { return mRows.at(static_cast<std::size_t>(row)).key.id; }
  /// Makes the row as it is published; one that the module added goes.
  bool resetRow(int row);
  bool removeRow(int row);
  /// A row like another one, before it, under a free id; gives its place.
  std::optional<int> addRow(int like);

 signals:
  void failed(const QString& message);
  void subjectsChanged();

 private:
  enum class Part { Id, Name, When, Cell, Value, Values, Expression, Order, Reference, Note };
  struct Column {
    Part part;
    int cell = 0;
    QString title;
  };
  struct Row {
    RecordKey key;
    std::string text;
    State state = State::AsPublished;
    std::string published; ///< empty for one that the module added
  };

  void rebuild();
  void read();
  QString textOf(const Row& row, const Column& column) const;
  bool change(const RecordKey& key, const std::optional<std::string>& text, const QString& title);
  bool holdsTexts() const;

  EditorDocument* mDocument = nullptr;
  std::optional<Ruleset> mBeneath;
  std::string mSection = "parameter";
  std::string mTable;
  std::vector<Column> mColumns;
  std::vector<Row> mRows;
};

} // namespace hotchkiss::editor
