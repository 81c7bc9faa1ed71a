#pragma once

#include "libscenario/rules/unitcatalogue.h"
#include "libscenario/sheets/oobsheet.h"
#include "libterrain/map/document.h"

#include <QAbstractTableModel>

#include <vector>

namespace hotchkiss::editor {

/// The rows that a sheet would give, as people look at them.
class SheetPreviewModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Filter : std::uint8_t { All, New, Changed, Doubtful };

  SheetPreviewModel(const Document& module, const UnitCatalogue& units, QObject* parent = nullptr);
  void show(const SheetPreview& preview);
  void setFilter(Filter filter);
  std::size_t doubtful() const { return mDoubtful; } ///< rows whose name or values were taken with a doubt

  int rowCount(const QModelIndex& parent) const override;
  int columnCount(const QModelIndex& parent) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const SheetRow& row, int column) const;
  QString valuesText(const SheetRow& row) const;
  void chooseRows();

  const Document& mModule;
  const UnitCatalogue& mUnits;
  const SheetPreview* mPreview = nullptr;
  Filter mFilter = Filter::All;
  std::vector<std::size_t> mShown; ///< rows of the preview
  std::vector<bool> mIsDoubtful;   ///< by row of the preview
  std::size_t mDoubtful = 0;
};

} // namespace hotchkiss::editor
