#include "libterrain/map/textpool.h"

namespace hotchkiss {

TextPool::TextPool() {
  mTexts.emplace_back();
  mIds.emplace(mTexts.back(), kNone);
}

std::uint32_t TextPool::intern(std::string_view text) {
  {
    const std::shared_lock lock(mMutex);
    if (const auto it = mIds.find(text); it != mIds.end())
      return it->second;
  }
  const std::unique_lock lock(mMutex);
  if (const auto it = mIds.find(text); it != mIds.end())
    return it->second;
  const auto id = static_cast<std::uint32_t>(mTexts.size());
  mTexts.emplace_back(text);
  mIds.emplace(mTexts.back(), id);
  return id;
}

const std::string& TextPool::text(std::uint32_t id) const {
  const std::shared_lock lock(mMutex);
  return mTexts[id];
}

std::size_t TextPool::size() const {
  const std::shared_lock lock(mMutex);
  return mTexts.size();
}

} // namespace hotchkiss
