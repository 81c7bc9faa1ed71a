#include "editor/docks/listbutton.h"

#include <QComboBox>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace hotchkiss::editor {

ListButton::ListButton(QWidget* parent) : QToolButton(parent) {
  setPopupMode(QToolButton::InstantPopup);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  setFocusPolicy(Qt::StrongFocus);
}

QSize ListButton::sizeHint() const {
  return QComboBox().sizeHint().expandedTo(QSize(100, 0));
}

QSize ListButton::minimumSizeHint() const {
  return {60, sizeHint().height()};
}

void ListButton::paintEvent(QPaintEvent*) {
  QStyleOptionComboBox option;
  option.initFrom(this);
  if (isDown())
    option.state |= QStyle::State_On;
  QStylePainter painter(this);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  option.currentText = fontMetrics().elidedText(text(), Qt::ElideRight, room.width() - 4);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace hotchkiss::editor
