#pragma once

#include "render/counters/counterpainter.h"

#include <QIcon>
#include <QToolButton>

namespace hotchkiss::editor {

/// A counter as the icon of a list, sharp on dense screens.
inline QIcon counterIcon(CounterPixmaps& pixmaps, const CounterContent& content, int side) {
  QIcon out;
  const std::string key = content.key();
  for (const double ratio : {1.0, 2.0})
    out.addPixmap(pixmaps.pixmap(content, key, side, ratio));
  return out;
}

/// A flat button with words.
inline QToolButton* wordButton(const char* name, const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  return button;
}

} // namespace hotchkiss::editor
