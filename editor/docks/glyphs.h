#pragma once

#include <QIcon>

namespace hotchkiss::editor {

/// Small drawings of our own for buttons and lists. They are drawn when they are shown, in the colours of the theme and
/// at the resolution of the screen.
enum class Glyph {
  Eye,
  EyeOff,
  Error,
  Warning,
  Note,
  Done,
  Add,
  Remove,
  Flip,
  GoTo,
  Delete,
  Unknown,
  More,
  Saved,
  Link,
  Level
};

QIcon glyphIcon(Glyph glyph);

/// Text colours that can be read on light and dark grounds.
QColor errorColour();
QColor warningColour();
QColor doneColour();

} // namespace hotchkiss::editor
