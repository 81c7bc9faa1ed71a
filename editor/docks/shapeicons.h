#pragma once

#include "editor/model/toolstate.h"

#include <QIcon>

namespace hotchkiss::editor {

/// Small drawings for the ways in which a tool works, in the colours of the theme.
QIcon shapeIcon(PaintShape shape);
QIcon levelModeIcon(LevelMode mode);
QIcon courseModeIcon(CourseMode mode);

} // namespace hotchkiss::editor
