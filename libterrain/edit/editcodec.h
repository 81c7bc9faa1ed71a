#pragma once

#include "libterrain/base/result.h"
#include "libterrain/edit/edit.h"

#include <string>
#include <string_view>

namespace hotchkiss {

/// An edit as bytes that mean the same in every pool: texts stand in a table of the record itself.
std::string encodeEdit(const Edit& edit, const TextPool& pool);

/// Reads what encodeEdit() wrote. Bytes of any origin are safe: whatever is malformed is an error, and the memory used
/// stays in proportion to the number of bytes. Nothing enters the pool unless the whole record is good.
Result<Edit> decodeEdit(std::string_view bytes, TextPool& pool);

} // namespace hotchkiss
