#include "editor/canvas/tilestore.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hotchkiss::editor {

qint64 TileKey::scaleKey(double scale) {
  return std::max<qint64>(1, std::llround(scale * 4096));
}

TileStore::TileStore(QObject* parent, int threads) : QObject(parent) {
  if (threads <= 0) // one core is left for the window itself
    threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()) - 1, 1, 6);
  for (int i = 0; i < threads; ++i)
    mThreads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

TileStore::~TileStore() {
  for (std::jthread& thread : mThreads)
    thread.request_stop();
  mWake.notify_all();
  mThreads.clear();
}

void TileStore::setPainter(std::shared_ptr<const MapPainter> painter, const std::vector<QRectF>& dirty) {
  mPainter = std::move(painter);
  ++mVersion;
  if (dirty.empty())
    return;
  QRectF all;
  for (const QRectF& part : dirty)
    all |= part;
  for (auto& [key, tile] : mTiles) {
    const QRectF area = planeRect(key);
    if (area.intersects(all) &&
        std::any_of(dirty.begin(), dirty.end(), [&](const QRectF& part) { return part.intersects(area); }))
      tile.wanted = mVersion;
  }
}

void TileStore::setPainter(std::shared_ptr<const MapPainter> painter, bool keepOld) {
  mPainter = std::move(painter);
  ++mVersion;
  if (!keepOld) {
    mTiles.clear();
    mBytes = 0;
    mOldest = mVersion;
  }
  for (auto& [key, tile] : mTiles)
    tile.wanted = mVersion;
}

void TileStore::setDevicePixelRatio(double ratio) {
  if (qFuzzyCompare(mRatio, ratio))
    return;
  mRatio = ratio;
  setPainter(mPainter, false);
}

QRectF TileStore::planeRect(const TileKey& key) const {
  const double size = kTilePixels / mRatio / key.pixelsPerPitch();
  return {key.x * size, key.y * size, size, size};
}

std::vector<TileKey> TileStore::tilesIn(const QRectF& plane, qint64 scale) const {
  std::vector<TileKey> out;
  if (!mPainter)
    return out;
  const QRectF area = plane & mPainter->bounds();
  if (area.isEmpty())
    return out;
  const double size = kTilePixels / mRatio / TileKey{scale, 0, 0}.pixelsPerPitch();
  const auto index = [size](double position) { return static_cast<int>(std::floor(position / size)); };
  for (int y = index(area.top()); y <= index(area.bottom()); ++y)
    for (int x = index(area.left()); x <= index(area.right()); ++x)
      out.push_back({scale, x, y});
  return out;
}

TileStore::Picture TileStore::picture(const TileKey& key) {
  const auto it = mTiles.find(key);
  if (it == mTiles.end())
    return {};
  it->second.lastUse = ++mClock;
  return {it->second.shown > 0 ? &it->second.image : nullptr, it->second.shown >= it->second.wanted};
}

std::vector<std::pair<TileKey, const QImage*>> TileStore::substitutes(const QRectF& plane, qint64 scale) const {
  std::vector<std::pair<TileKey, const QImage*>> out;
  for (const auto& [key, tile] : mTiles)
    if (key.scale != scale && tile.shown > 0 && planeRect(key).intersects(plane))
      out.emplace_back(key, &tile.image);
  const auto awayFrom = [scale](const TileKey& key) {
    return std::abs(std::log2(static_cast<double>(key.scale) / static_cast<double>(scale)));
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const auto& a, const auto& b) { return awayFrom(a.first) > awayFrom(b.first); });
  return out;
}

void TileStore::request(const std::vector<TileKey>& keys) {
  if (!mPainter)
    return;
  constexpr std::size_t kManyTiles = 4096;
  if (mTiles.size() > kManyTiles) // asked for once, passed by before they were painted
    std::erase_if(mTiles, [](const auto& entry) { return entry.second.shown == 0; });
  std::vector<Job> jobs;
  for (const TileKey& key : keys) {
    Tile& tile = mTiles[key];
    tile.lastUse = ++mClock;
    if (tile.shown == 0)
      tile.wanted = mVersion;
    if (tile.shown < tile.wanted)
      jobs.push_back({key, mVersion, planeRect(key), mRatio, mPainter});
  }
  std::reverse(jobs.begin(), jobs.end());
  {
    const std::lock_guard guard(mMutex);
    // A tile that is being painted from an older state is waited for: two threads on one tile help nobody.
    std::erase_if(
        jobs, [&](const Job& job) { return std::find(mRunning.begin(), mRunning.end(), job.key) != mRunning.end(); });
    mJobs = std::move(jobs);
    mOutstanding = mJobs.size() + mRunning.size();
  }
  mWake.notify_all();
}

void TileStore::work(const std::stop_token& stop) {
  while (true) {
    Job job;
    {
      std::unique_lock guard(mMutex);
      if (!mWake.wait(guard, stop, [this] { return !mJobs.empty(); }))
        return;
      job = std::move(mJobs.back());
      mJobs.pop_back();
      mRunning.push_back(job.key);
    }
    QImage image(kTilePixels, kTilePixels, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(job.ratio);
    image.fill(Qt::transparent);
    {
      QPainter painter(&image);
      painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
      job.painter->paint(painter, job.plane, job.key.pixelsPerPitch());
    }
    // The painter may be the last reference to a large state, and must not die on the window's thread.
    job.painter.reset();
    QMetaObject::invokeMethod(
        this,
        [this, key = job.key, version = job.version, ratio = job.ratio, image] { take(key, version, ratio, image); },
        Qt::QueuedConnection);
  }
}

void TileStore::take(const TileKey& key, quint64 version, double ratio, const QImage& image) {
  {
    const std::lock_guard guard(mMutex);
    std::erase(mRunning, key);
    mOutstanding = mJobs.size() + mRunning.size();
  }
  ++mPainted;
  const auto it = mTiles.find(key);
  // A picture of an older state is better than one of a still older state; it stays marked as stale.
  if (it != mTiles.end() && qFuzzyCompare(ratio, mRatio) && version >= mOldest && version > it->second.shown) {
    mBytes += image.sizeInBytes() - it->second.image.sizeInBytes();
    it->second.image = image;
    it->second.shown = version;
    it->second.lastUse = ++mClock;
    evict();
  }
  emit tileReady(planeRect(key));
  if (mOutstanding == 0)
    emit idle();
}

void TileStore::evict() {
  if (mBytes <= mBudget)
    return;
  std::vector<std::pair<quint64, TileKey>> byAge;
  for (const auto& [key, tile] : mTiles)
    byAge.emplace_back(tile.lastUse, key);
  std::sort(byAge.begin(), byAge.end());
  for (const auto& [age, key] : byAge) {
    if (mBytes <= mBudget * 9 / 10)
      return;
    const auto it = mTiles.find(key);
    mBytes -= it->second.image.sizeInBytes();
    mTiles.erase(it);
  }
}

} // namespace hotchkiss::editor
