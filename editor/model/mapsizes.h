#pragma once

namespace hotchkiss {

/// The most columns or rows that forms offer.
inline constexpr int kMostLines = 8192;

} // namespace hotchkiss
