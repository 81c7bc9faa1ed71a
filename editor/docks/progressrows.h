#pragma once

#include "editor/docks/completeness.h"

class QWidget;

namespace hotchkiss::editor {

/// A thin bar with its text: how far one matter of completeness has come.
QWidget* progressRow(const Progress& progress);
/// A stronger bar: how far the module is from a level, and how many errors stand in the way.
QWidget* levelRow(const LevelProgress& progress);

} // namespace hotchkiss::editor
