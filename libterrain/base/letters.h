#pragma once

namespace hotchkiss {

/// Kinds of ASCII characters, whatever the locale says.
constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool isUpper(char c) {
  return c >= 'A' && c <= 'Z';
}

constexpr bool isLower(char c) {
  return c >= 'a' && c <= 'z';
}

} // namespace hotchkiss
