#pragma once

#include <cstddef>
#include <cstdint>

namespace hotchkiss {

/// Spreads small integer coordinates over all bits; standard libraries hash integers to themselves.
inline std::size_t mixBits(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  x ^= x >> 33;
  return static_cast<std::size_t>(x);
}

} // namespace hotchkiss
