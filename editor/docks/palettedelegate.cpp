#include "editor/docks/palettedelegate.h"

#include "editor/docks/swatchicon.h"

#include <QApplication>
#include <QPainter>

namespace hotchkiss::editor {

namespace {

PaletteRow rowOf(const QModelIndex& index) {
  return static_cast<PaletteRow>(index.data(kPaletteSortRole).toInt());
}

/// The key that chooses a row, in a small frame as on a keyboard.
int drawKey(QPainter& painter, const QRect& row, const QString& key, const QColor& ink) {
  if (key.isEmpty())
    return 0;
  QFont font = painter.font();
  font.setPointSizeF(font.pointSizeF() * 0.85);
  const QFontMetrics metrics(font);
  const int width = std::max(metrics.horizontalAdvance(key) + 8, metrics.height() + 2);
  const QRectF box(row.right() - width - 5.5, row.center().y() - metrics.height() / 2.0 - 0.5, width,
                   metrics.height() + 2);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font);
  QColor line = ink;
  line.setAlphaF(0.35F);
  painter.setPen(line);
  painter.drawRoundedRect(box, 3, 3);
  QColor text = ink;
  text.setAlphaF(0.7F);
  painter.setPen(text);
  painter.drawText(box, Qt::AlignCenter, key);
  painter.restore();
  return width + 12;
}

} // namespace

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const PaletteRow kind = rowOf(index);
  const QPalette& palette = item.palette;
  painter->save();
  if (kind == PaletteRow::Section) {
    QColor bar = palette.color(QPalette::Text);
    bar.setAlphaF(0.07F);
    painter->fillRect(item.rect.adjusted(-200, 0, 0, -1), bar);
    QFont font = item.font;
    font.setBold(true);
    painter->setFont(font);
    painter->setPen(palette.color(QPalette::Text));
    painter->drawText(item.rect.adjusted(2, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft, item.text);
    painter->restore();
    return;
  }
  if (kind == PaletteRow::Group) {
    QFont font = item.font;
    font.setPointSizeF(font.pointSizeF() * 0.85);
    painter->setFont(font);
    painter->setPen(palette.color(QPalette::PlaceholderText));
    painter->drawText(item.rect.adjusted(4, 0, -4, -1), Qt::AlignBottom | Qt::AlignLeft, item.text);
    painter->restore();
    return;
  }
  const bool selected = item.state.testFlag(QStyle::State_Selected);
  const QColor ink = palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
  const QString text = item.text;
  item.text.clear();
  const QIcon icon = item.icon;
  item.icon = QIcon();
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
  QSize size = kPaletteSwatch;
  if (kind == PaletteRow::Class)
    size *= 0.8;
  const QRect swatch(QPoint(item.rect.left() + 4, item.rect.center().y() - size.height() / 2 + 1), size);
  icon.paint(painter, swatch);
  QColor frame = palette.color(QPalette::Text);
  frame.setAlphaF(0.25F);
  painter->setPen(frame);
  painter->drawRect(swatch.adjusted(0, 0, -1, -1));
  painter->setFont(item.font);
  const int keyWidth = drawKey(*painter, item.rect, index.data(kPaletteKeyRole).toString(), ink);
  painter->setPen(ink);
  const QRect room = item.rect.adjusted(size.width() + 12, 0, -keyWidth - 4, 0);
  painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                    painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
  painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  const int text = option.fontMetrics.height();
  switch (rowOf(index)) {
  case PaletteRow::Section:
    size.setHeight(text + 10);
    break;
  case PaletteRow::Group:
    size.setHeight(text + 4);
    break;
  case PaletteRow::Kind:
    size.setHeight(std::max(text + 8, kPaletteSwatch.height() + 4));
    break;
  case PaletteRow::Class:
    size.setHeight(std::max(text + 6, kPaletteSwatch.height() * 4 / 5 + 4));
    break;
  }
  size.setWidth(120);
  return size;
}

} // namespace hotchkiss::editor
