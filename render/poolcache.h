#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace hotchkiss {

/// What a text of a pool means, worked out once for each text and shared by every painter of the same map. Texts are
/// never removed from a pool, so entries stay good. Reading takes no lock.
template <class Meaning>
class PoolCache {
 public:
  using Maker = std::function<Meaning(const std::string&)>;
  explicit PoolCache(Maker maker) : mMaker(std::move(maker)) {}
  PoolCache(const PoolCache&) = delete;
  PoolCache& operator=(const PoolCache&) = delete;
  ~PoolCache() {
    for (std::atomic<Chunk*>& chunk : mChunks)
      delete chunk.load(std::memory_order_relaxed);
  }

  template <class Pool>
  const Meaning& get(const Pool& pool, std::uint32_t id) const {
    const std::size_t high = id / kChunk;
    if (high < kChunks)
      if (const Chunk* chunk = mChunks[high].load(std::memory_order_acquire))
        if (const Meaning* known = (*chunk)[id % kChunk].load(std::memory_order_acquire))
          return *known;
    return make(pool, id);
  }

 private:
  static constexpr std::size_t kChunk = 1024;
  static constexpr std::size_t kChunks = 16384;
  using Chunk = std::array<std::atomic<const Meaning*>, kChunk>;

  template <class Pool>
  const Meaning& make(const Pool& pool, std::uint32_t id) const {
    const std::lock_guard lock(mMutex);
    // Beyond the range of the chunks nothing is remembered by number; a pool never gets that far in practice.
    const std::size_t high = id / kChunk;
    if (high >= kChunks)
      return mMeanings.emplace_back(mMaker(pool.text(id)));
    Chunk* chunk = mChunks[high].load(std::memory_order_relaxed);
    if (!chunk) {
      chunk = new Chunk{};
      mChunks[high].store(chunk, std::memory_order_release);
    }
    std::atomic<const Meaning*>& place = (*chunk)[id % kChunk];
    if (const Meaning* known = place.load(std::memory_order_relaxed))
      return *known;
    const Meaning& meaning = mMeanings.emplace_back(mMaker(pool.text(id)));
    place.store(&meaning, std::memory_order_release);
    return meaning;
  }

  Maker mMaker;
  mutable std::mutex mMutex;
  mutable std::deque<Meaning> mMeanings;
  mutable std::array<std::atomic<Chunk*>, kChunks> mChunks{};
};

} // namespace hotchkiss
