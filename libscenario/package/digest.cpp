#include "libscenario/package/digest.h"

#include <array>
#include <span>

namespace hotchkiss {

namespace {

constexpr std::size_t kShortBytes = 16;

const unsigned char* data(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string toHex(std::span<const unsigned char> bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const unsigned char byte : bytes) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

} // namespace

std::string sha256Hex(std::string_view bytes) {
  return Digester().add(bytes).hex();
}

std::string shortDigest(std::string_view bytes) {
  std::array<unsigned char, kShortBytes> digest{};
  crypto_generichash(digest.data(), digest.size(), data(bytes), bytes.size(), nullptr, 0);
  return toHex(digest);
}

Digester::Digester() {
  crypto_hash_sha256_init(&mState);
}

Digester& Digester::add(std::string_view bytes) {
  crypto_hash_sha256_update(&mState, data(bytes), bytes.size());
  return *this;
}

std::string Digester::hex() const {
  crypto_hash_sha256_state last = mState; // finishing spoils the state: finish a copy
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256_final(&last, digest.data());
  return toHex(digest);
}

} // namespace hotchkiss
