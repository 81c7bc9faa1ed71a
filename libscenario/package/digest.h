#pragma once

#include <sodium.h>

#include <string>
#include <string_view>

namespace hotchkiss {

/// SHA-256 in 64 lower-case hex digits: what other tools (sha256sum) print for the same bytes.
std::string sha256Hex(std::string_view bytes);

/// BLAKE2b of 16 bytes in 32 hex digits: short enough to print and to compare by eye.
std::string shortDigest(std::string_view bytes);

/// SHA-256 of bytes that arrive piece by piece.
class Digester {
 public:
  Digester();

  Digester& add(std::string_view bytes);
  /// The digest of everything added so far; more may be added afterwards.
  std::string hex() const;

 private:
  crypto_hash_sha256_state mState;
};

} // namespace hotchkiss
