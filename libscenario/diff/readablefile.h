#pragma once

#include "libterrain/base/result.h"
#include "libterrain/numbering/numbering.h"

#include <string>
#include <string_view>

namespace hotchkiss {

/// A file of a module for human readers (git shows differences with it), one line per row:
///   hex 0533 (4.32): woods, level 2, hilltop
///   crossing ely-ford: kind ford; at 0533/0534; name Ely's Ford
/// `path` is the path inside the module and says what the rows are. Rows are not checked against the schema, so that
/// older and broken states can be looked at too; rows that are no data (column marks) are left out.
Result<std::string> readableFile(const std::string& path, std::string_view text, const Numbering* labels);

} // namespace hotchkiss
