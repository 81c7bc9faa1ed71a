#include "editor/window/theme.h"

#include <QApplication>
#include <QStyleFactory>
#include <QToolTip>

namespace hotchkiss::editor {

namespace {

struct Colours {
  QColor window, base, alternate, text, faint, button, highlight, highlightedText, link, line;
};

QPalette made(const Colours& c) {
  QPalette out;
  out.setColor(QPalette::Window, c.window);
  out.setColor(QPalette::WindowText, c.text);
  out.setColor(QPalette::Base, c.base);
  out.setColor(QPalette::AlternateBase, c.alternate);
  out.setColor(QPalette::ToolTipBase, c.base);
  out.setColor(QPalette::ToolTipText, c.text);
  out.setColor(QPalette::PlaceholderText, c.faint);
  out.setColor(QPalette::Text, c.text);
  out.setColor(QPalette::Button, c.button);
  out.setColor(QPalette::ButtonText, c.text);
  out.setColor(QPalette::BrightText, Qt::white);
  out.setColor(QPalette::Link, c.link);
  out.setColor(QPalette::LinkVisited, c.link);
  out.setColor(QPalette::Highlight, c.highlight);
  out.setColor(QPalette::HighlightedText, c.highlightedText);
  out.setColor(QPalette::Light, c.button.lighter(115));
  out.setColor(QPalette::Midlight, c.button.lighter(106));
  out.setColor(QPalette::Mid, c.line);
  out.setColor(QPalette::Dark, c.line.darker(115));
  out.setColor(QPalette::Shadow, c.line.darker(160));
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    out.setColor(QPalette::Disabled, role, c.faint);
  out.setColor(QPalette::Disabled, QPalette::Highlight, c.line);
  out.setColor(QPalette::Disabled, QPalette::HighlightedText, c.faint);
  return out;
}

} // namespace

QPalette paletteOf(Theme theme) {
  if (theme == Theme::Dark)
    return made({QColor(0x2b, 0x2c, 0x2e), QColor(0x22, 0x23, 0x25), QColor(0x27, 0x28, 0x2a), QColor(0xe4, 0xe2, 0xdc),
                 QColor(0x86, 0x85, 0x80), QColor(0x35, 0x36, 0x39), QColor(0x3d, 0x6f, 0xa6), QColor(0xff, 0xff, 0xff),
                 QColor(0x7f, 0xb4, 0xea), QColor(0x1a, 0x1b, 0x1c)});
  return made({QColor(0xf1, 0xef, 0xea), QColor(0xfc, 0xfb, 0xf8), QColor(0xf5, 0xf3, 0xee), QColor(0x26, 0x25, 0x22),
               QColor(0x8f, 0x8b, 0x82), QColor(0xec, 0xe9, 0xe2), QColor(0x2f, 0x6a, 0xa8), QColor(0xff, 0xff, 0xff),
               QColor(0x1f, 0x5f, 0xa0), QColor(0xc9, 0xc4, 0xb8)});
}

void applyTheme(Theme theme) {
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(paletteOf(theme));
  QToolTip::setPalette(paletteOf(theme));
}

QString themeId(Theme theme) {
  return theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("light");
}

Theme themeFromId(const QString& id) {
  return id == QLatin1String("dark") ? Theme::Dark : Theme::Light;
}

} // namespace hotchkiss::editor
