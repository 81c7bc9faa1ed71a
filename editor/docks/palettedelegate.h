#pragma once

#include <QStyledItemDelegate>

namespace hotchkiss::editor {

/// Roles of the palette's rows.
enum PaletteRole {
  kPaletteKeyRole = Qt::UserRole,
  kPaletteSortRole,
  kPaletteSectionRole,
  kPaletteIdRole,
  kPaletteClassRole
};
enum class PaletteRow { Section, Group, Kind, Class };

/// Draws the palette: sections as bars, groups as small headings, kinds with their key at the right.
class PaletteDelegate final : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace hotchkiss::editor
