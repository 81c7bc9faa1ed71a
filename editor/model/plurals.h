#pragma once

namespace hotchkiss::editor {

/// Makes tr("%n error(s)", nullptr, n) read "1 error" and "3 errors". The texts of the program are English; a
/// translation into another language is installed after this one and comes first.
void installEnglishPlurals();

} // namespace hotchkiss::editor
