#include "editor/dialogs/colourbutton.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

/// What maps are printed in: fields, woods, earth, water, works, ink.
constexpr std::array<const char*, 18> kPrintersInks{"#f4efdc", "#e6dfb8", "#d8d09a", "#c8d6a0", "#a5bb82", "#6f9355",
                                                    "#4d6b3a", "#d9b48a", "#b07a3c", "#7a5a3a", "#5c4020", "#cfe3ee",
                                                    "#8fbcd4", "#2f6f9f", "#8b3a2e", "#b08cb0", "#8c8c8c", "#1f1a16"};
constexpr int kAcross = 6;

QIcon chip(const QColor& colour, const QPalette& palette) {
  QPixmap pixmap(36, 36);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setPen(palette.color(QPalette::Mid));
  if (colour.isValid()) {
    painter.setBrush(colour);
    painter.drawRect(QRectF(1, 1, 15, 15));
  } else {
    painter.drawRect(QRectF(1, 1, 15, 15));
    painter.drawLine(QPointF(1, 16), QPointF(16, 1));
  }
  return pixmap;
}

} // namespace

ColourButton::ColourButton(const QString& name, QWidget* parent) : QToolButton(parent), mName(name) {
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setPopupMode(QToolButton::InstantPopup);
  setAccessibleName(name);
  setToolTip(tr("%1: choose among printers' inks, any colour, or none").arg(name));
  auto* menu = new QMenu(this);
  auto* inks = new QWidget;
  auto* grid = new QGridLayout(inks);
  grid->setSpacing(2);
  int index = 0;
  for (const char* ink : kPrintersInks) {
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setIcon(chip(QColor(QLatin1String(ink)), palette()));
    button->setAccessibleName(QLatin1String(ink));
    button->setToolTip(QLatin1String(ink));
    connect(button, &QToolButton::clicked, this, [this, menu, ink] {
      menu->close();
      setColour(ink);
      emit colourChanged();
    });
    grid->addWidget(button, index / kAcross, index % kAcross);
    ++index;
  }
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(inks);
  menu->addAction(action);
  menu->addAction(tr("Other Colour…"), this, &ColourButton::ask);
  menu->addAction(tr("As the Style Has It"), this, [this] {
    setColour({});
    emit colourChanged();
  });
  setMenu(menu);
  setColour({});
}

void ColourButton::setColour(const std::string& colour) {
  mColour = colour;
  setIcon(chip(colour.empty() ? QColor() : QColor(QString::fromStdString(colour)), palette()));
  setText(colour.empty() ? tr("none") : QString::fromStdString(colour));
}

void ColourButton::ask() {
  const QColor chosen = QColorDialog::getColor(QColor(QString::fromStdString(mColour)), this, mName);
  if (!chosen.isValid())
    return;
  setColour(chosen.name().toStdString());
  emit colourChanged();
}

} // namespace hotchkiss::editor
