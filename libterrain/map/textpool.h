#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace hotchkiss {

/// Texts that occur many times, each kept once and named by a small number. Texts are only ever added, so an id and the
/// reference behind it stay good in every snapshot of a map; safe to use from several threads.
class TextPool {
 public:
  TextPool();
  static constexpr std::uint32_t kNone = 0; ///< the id of the empty text: "nothing here"

  std::uint32_t intern(std::string_view text);
  const std::string& text(std::uint32_t id) const;
  std::size_t size() const;

 private:
  mutable std::shared_mutex mMutex;
  std::deque<std::string> mTexts;
  std::unordered_map<std::string_view, std::uint32_t> mIds;
};

} // namespace hotchkiss
