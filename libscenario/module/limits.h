#pragma once

#include <cstdint>

namespace hotchkiss {

/// The largest map that a module may have, in hexes.
inline constexpr std::int64_t kMostHexes = 16'000'000;

} // namespace hotchkiss
