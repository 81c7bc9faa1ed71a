#pragma once

#include "libterrain/base/result.h"
#include "libterrain/edit/edit.h"

#include <string_view>

namespace hotchkiss {

/// Does the edits of a script (schemas/edits.schema.json) in order and gives them as one undo step. All or nothing: an
/// error names the line and the row, and the document is as it was.
Result<Edit> applyScript(Document& document, std::string_view jsonText);

} // namespace hotchkiss
