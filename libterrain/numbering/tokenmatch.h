#pragma once

#include "libterrain/numbering/notation.h"

namespace hotchkiss {

bool isCharacterClass(std::string_view name);

/// Where a token that starts at `from` may end, the longest first.
std::vector<std::size_t> tokenEnds(const TokenClass& token, std::string_view text, std::size_t from);

} // namespace hotchkiss
