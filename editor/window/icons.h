#pragma once

#include <QIcon>

namespace hotchkiss::editor {

/// An icon drawn by code, in the colours of the present theme and sharp at every size. An unknown name gives an empty
/// icon. Names: see icons.cpp.
QIcon drawnIcon(const char* name);

/// The program's own picture.
QIcon programIcon();

} // namespace hotchkiss::editor
