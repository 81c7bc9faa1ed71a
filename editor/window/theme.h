#pragma once

#include <QPalette>
#include <QString>

namespace hotchkiss::editor {

enum class Theme { Light, Dark };

/// Colours of the whole program, for the Fusion style.
QPalette paletteOf(Theme theme);
void applyTheme(Theme theme);
QString themeId(Theme theme);
Theme themeFromId(const QString& id);

} // namespace hotchkiss::editor
