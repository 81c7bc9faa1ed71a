#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

class QTableWidget;
class QToolButton;

namespace hotchkiss::editor {

/// A value for people and the data behind it.
struct RuleChoice {
  QString shown;
  QString data;
};

/// One column of a table of rules.
struct RuleColumn {
  enum class Type {
    Choice,    ///< one of the choices; its data is the member
    KindClass, ///< the data "kind:class" fills the member and "class"
    Number,    ///< empty: the member is left out
    Whole,
    Condition, ///< a value, a list of values or a range; see conditionFrom()
    WhenField, ///< with the next column: {"when": {field: condition}}
    WhenCondition,
    Info ///< text that is only shown
  };
  std::string member;
  QString title;
  Type type = Type::Choice;
  std::vector<RuleChoice> choices;
  QString none; ///< what stands for "nothing"; empty: something must be chosen
  QString tip;
  int width = 0; ///< in characters; 0: takes what is left
};

/// A recipe's list of rules as a table: the first row that fits is used, so rows can be moved. Members of a row that
/// the table does not show stay as they are.
class RuleTable final : public QWidget {
  Q_OBJECT

 public:
  RuleTable(const QString& name, std::vector<RuleColumn> columns, QWidget* parent = nullptr);

  void setChoices(int column, std::vector<RuleChoice> choices);
  void setRows(const nlohmann::json& rows);
  nlohmann::json rows() const;
  int count() const;
  /// The member "_info" is shown in a column for information and never given back.
  void addRow(const nlohmann::json& row);
  void clear();
  QTableWidget* table() const { return mTable; }
  /// A widget of a row: what a user would click.
  QWidget* cell(int row, int column) const;
  void setVisibleRows(int rows);

 signals:
  void changed();

 private:
  QWidget* makeCell(const RuleColumn& column, const nlohmann::json& row);
  nlohmann::json rowAt(int row) const;
  nlohmann::json allRows() const;
  void move(int by);
  void remove();
  void updateButtons();
  QString textOf(int row, int column) const;

  std::vector<RuleColumn> mColumns;
  QTableWidget* mTable = nullptr;
  QToolButton* mAdd = nullptr;
  QToolButton* mRemove = nullptr;
  QToolButton* mUp = nullptr;
  QToolButton* mDown = nullptr;
  bool mIsFilling = false;
};

/// "5", "a, b", ">= 5", "<= 3", "2 to 7"; null for an empty text.
nlohmann::json conditionFrom(const QString& text);
QString conditionText(const nlohmann::json& condition);

} // namespace hotchkiss::editor
