#pragma once

#include "libscenario/sheets/sheetmapping.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSpinBox;
class QTableWidget;

namespace hotchkiss::editor {

/// What each column of a sheet means, to be looked at and changed; and what holds for all its rows.
class SheetColumns final : public QWidget {
  Q_OBJECT

 public:
  SheetColumns(const CellTable& table, const UnitCatalogue& units, QWidget* parent = nullptr);

  /// Shows another sheet under this mapping.
  void show(const SheetMapping& mapping);
  /// The mapping as it stands now. What the fields do not show is kept as it came.
  SheetMapping mapping() const;

 signals:
  void changed();

 private:
  void fillColumns();
  void fillRow(int row, const SheetColumn& column, const QString& example);
  QString exampleOf(const std::string& header) const;
  QString constant(const char* to) const;
  const QStringList& targets();

  const CellTable& mTable;
  const UnitCatalogue& mUnits;
  SheetMapping mMapping; ///< as it was shown
  QStringList mTargets;
  QTableWidget* mColumns = nullptr;
  QSpinBox* mHeader = nullptr;
  QComboBox* mSection = nullptr;
  QComboBox* mSide = nullptr;
  QComboBox* mType = nullptr;
  QLineEdit* mFormation = nullptr;
  QLineEdit* mOnly = nullptr;
  bool mIsShowing = false; ///< the fields follow the mapping, not the hand
};

/// "US=usa; Confederate=csa" and back. Pieces without "=" are left out.
QString wordsText(const std::map<std::string, std::string>& words);
std::map<std::string, std::string> wordsOf(const QString& text);

} // namespace hotchkiss::editor
