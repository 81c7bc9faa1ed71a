#include "editor/canvas/tilestore.h"

#include <QPainter>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hotchkiss::editor {

qint64 TileKey::scaleKey(double scale) {
  return std::max<qint64>(1, std::llround(scale * 4096));
}

TileStore::TileStore(QObject* parent, int threads) : QObject(parent) {
  if (threads <= 0) // one core is left for the window itself, which has little to do while tiles are painted
    threads = std::clamp(QThread::idealThreadCount() - 1, 2, 6);
  mMostWorkers = threads;
  // Qt cuts larger fills into pieces for this pool, unless they are made in it: there they would only wait for each
  // other. So tiles are painted in it, and some threads are left over for what the window itself paints.
  QThreadPool* pool = QThreadPool::globalInstance();
  pool->setMaxThreadCount(std::max(pool->maxThreadCount(), threads + 2));
}

TileStore::~TileStore() {
  std::unique_lock guard(mMutex);
  mJobs.clear(); // nobody waits for them any more
  mQuiet.wait(guard, [this] { return mWorkers == 0; });
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
    if (!area.intersects(all))
      continue;
    QRectF changed;
    for (const QRectF& part : dirty)
      if (part.intersects(area))
        changed |= part & area;
    if (changed.isEmpty())
      continue;
    tile.wanted = mVersion;
    constexpr std::size_t kMostChanges = 8;
    if (tile.changes.size() >= kMostChanges) { // a later version for all of them is on the safe side
      for (const Change& change : tile.changes)
        changed |= change.plane;
      tile.changes.clear();
    }
    tile.changes.push_back({mVersion, changed});
  }
}

void TileStore::setPainter(std::shared_ptr<const MapPainter> painter, bool keepOld) {
  mPainter = std::move(painter);
  mWholesale = ++mVersion;
  if (!keepOld) {
    mTiles.clear();
    mBytes = 0;
    mOldest = mVersion;
  }
  for (auto& [key, tile] : mTiles) {
    tile.wanted = mVersion;
    tile.changes.assign(1, {mVersion, planeRect(key)});
  }
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
  const Tile& tile = it->second;
  const bool fresh = tile.shown >= tile.wanted;
  return {tile.shown > 0 ? &tile.image : nullptr, fresh, fresh && !tile.isDraft};
}

std::vector<std::pair<TileKey, const QImage*>> TileStore::substitutes(const QRectF& plane, qint64 scale) const {
  std::map<qint64, std::vector<std::pair<TileKey, const QImage*>>> byScale;
  for (const auto& [key, tile] : mTiles)
    if (key.scale != scale && tile.shown > 0 && !tile.isDraft && planeRect(key).intersects(plane))
      byScale[key.scale].emplace_back(key, &tile.image);
  std::vector<qint64> scales;
  for (const auto& [other, tiles] : byScale)
    scales.push_back(other);
  const auto awayFrom = [scale](qint64 other) {
    return std::abs(std::log2(static_cast<double>(other) / static_cast<double>(scale)));
  };
  std::stable_sort(scales.begin(), scales.end(), [&](qint64 a, qint64 b) { return awayFrom(a) < awayFrom(b); });
  // The nearest scales, until there is something everywhere.
  const double wanted = (plane & mPainter->bounds()).width() * (plane & mPainter->bounds()).height();
  std::vector<std::pair<TileKey, const QImage*>> out;
  for (const qint64 other : scales) {
    double covered = 0;
    for (const auto& one : byScale[other]) {
      const QRectF part = planeRect(one.first) & plane & mPainter->bounds();
      covered += part.width() * part.height();
    }
    out.insert(out.begin(), byScale[other].begin(), byScale[other].end());
    if (covered >= wanted * 0.999)
      break;
  }
  return out;
}

QRect TileStore::pixelsOf(const TileKey& key, const QRectF& plane) const {
  const QRectF tile = planeRect(key);
  const double pixels = kTilePixels / tile.width();
  const QRectF part((plane.topLeft() - tile.topLeft()) * pixels, plane.size() * pixels);
  return part.toAlignedRect() & QRect(0, 0, kTilePixels, kTilePixels);
}

/// The whole tile, or what changed since its image was made.
std::optional<TileStore::Job> TileStore::jobFor(const TileKey& key, Tile& tile) {
  tile.lastUse = ++mClock;
  if (tile.shown == 0)
    tile.wanted = mVersion;
  if (!tile.isStale())
    return std::nullopt;
  Job job{key, mVersion, mRatio, false, QRect(0, 0, kTilePixels, kTilePixels), {}, mPainter};
  if (tile.shown > 0 && !tile.isDraft) {
    QRectF changed;
    for (const Change& change : tile.changes)
      changed |= change.plane;
    const QRect part = pixelsOf(key, changed);
    if (part != job.part) {
      job.part = part;
      job.under = tile.image;
    }
  }
  return job;
}

bool TileStore::wantsDraft(const TileKey& key, const Tile& tile, const Job& job) const {
  if (!MapPainter::draftDiffers(key.pixelsPerPitch()) || tile.isDraft)
    return tile.isDraft && tile.shown < tile.wanted; // a draft of an older state
  if (tile.shown == 0)                               // a picture at another scale is as good as a draft
    return std::none_of(mTiles.begin(), mTiles.end(), [&](const auto& other) {
      return other.first.scale != key.scale && other.second.shown > 0 && !other.second.isDraft &&
             planeRect(other.first).intersects(planeRect(key));
    });
  // Another style or other layers replace whole pictures: the old ones are good enough until then.
  const bool byEdit = !tile.changes.empty() && tile.changes.front().version > mWholesale;
  return byEdit && job.part.width() * job.part.height() > kTilePixels * kTilePixels * 6 / 10;
}

void TileStore::request(const std::vector<TileKey>& keys, std::size_t visible) {
  if (!mPainter)
    return;
  constexpr std::size_t kManyTiles = 4096;
  if (mTiles.size() > kManyTiles) // asked for once, passed by before they were painted
    std::erase_if(mTiles, [](const auto& entry) { return entry.second.shown == 0; });
  std::vector<Job> jobs;
  std::vector<Job> drafts;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Tile& tile = mTiles[keys[i]];
    std::optional<Job> job = jobFor(keys[i], tile);
    if (!job)
      continue;
    if (i < visible && wantsDraft(keys[i], tile, *job)) {
      Job draft = *job;
      draft.isDraft = true;
      draft.under = {};
      draft.part = QRect(0, 0, kTilePixels, kTilePixels);
      drafts.push_back(std::move(draft));
    }
    jobs.push_back(std::move(*job));
  }
  if (drafts.size() == 1) // the true picture of a single tile is there soon enough
    drafts.clear();
  jobs.insert(jobs.begin(), std::make_move_iterator(drafts.begin()), std::make_move_iterator(drafts.end()));
  std::reverse(jobs.begin(), jobs.end());
  {
    const std::lock_guard guard(mMutex);
    // A tile that is being painted from an older state is waited for: two threads on one tile help nobody. What is left
    // to do then is asked for again.
    std::erase_if(
        jobs, [&](const Job& job) { return std::find(mRunning.begin(), mRunning.end(), job.key) != mRunning.end(); });
    mJobs = std::move(jobs);
    mOutstanding = mJobs.size() + mRunning.size();
  }
  startWorkers();
}

QImage TileStore::paint(const Job& job) {
  QImage image = job.under;
  const bool isPart = !image.isNull();
  if (!isPart) {
    image = QImage(kTilePixels, kTilePixels, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(job.ratio);
    image.fill(Qt::transparent);
  }
  if (job.part.isEmpty())
    return image;
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const QRectF part(QPointF(job.part.topLeft()) / job.ratio, QSizeF(job.part.size()) / job.ratio);
  if (isPart) {
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.fillRect(part, Qt::transparent);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
  }
  const double scale = job.key.pixelsPerPitch();
  const double size = kTilePixels / job.ratio;
  const QRectF plane((QPointF(job.key.x * size, job.key.y * size) + part.topLeft()) / scale, part.size() / scale);
  painter.translate(part.topLeft());
  job.painter->paint(painter, plane, scale, job.isDraft ? MapPainter::Detail::Draft : MapPainter::Detail::Full);
  return image;
}

void TileStore::startWorkers() {
  const std::lock_guard guard(mMutex);
  for (; mWorkers < std::min(mMostWorkers, static_cast<int>(mJobs.size())); ++mWorkers)
    QThreadPool::globalInstance()->start([this] { work(); });
}

/// Paints until there is nothing left to do for it.
void TileStore::work() {
  while (true) {
    Job job;
    {
      const std::lock_guard guard(mMutex);
      // Drafts and pictures of one tile follow each other.
      const auto next = std::find_if(mJobs.rbegin(), mJobs.rend(), [this](const Job& one) {
        return std::find(mRunning.begin(), mRunning.end(), one.key) == mRunning.end();
      });
      if (next == mJobs.rend()) {
        if (--mWorkers == 0)
          mQuiet.notify_all();
        return;
      }
      const auto it = std::prev(next.base());
      job = std::move(*it);
      mJobs.erase(it);
      mRunning.push_back(job.key);
    }
    const QImage image = paint(job);
    // The painter may be the last reference to a large state, and must not die on the window's thread.
    job.painter.reset();
    job.under = {};
    QMetaObject::invokeMethod(
        this, [this, job, image] { take(job, image); }, Qt::QueuedConnection);
  }
}

void TileStore::take(const Job& job, const QImage& image) {
  {
    const std::lock_guard guard(mMutex);
    std::erase(mRunning, job.key);
    mOutstanding = mJobs.size() + mRunning.size();
  }
  startWorkers(); // another job of this tile may begin
  if (!job.isDraft) {
    ++mPainted;
    mPaintedPixels += static_cast<std::size_t>(job.part.width()) * static_cast<std::size_t>(job.part.height());
  }
  const auto it = mTiles.find(job.key);
  // A picture of an older state is better than one of a still older state; it stays marked as stale.
  const bool newer = it != mTiles.end() && (job.version > it->second.shown ||
                                            (job.version == it->second.shown && it->second.isDraft && !job.isDraft));
  if (newer && qFuzzyCompare(job.ratio, mRatio) && job.version >= mOldest) {
    Tile& tile = it->second;
    mBytes += image.sizeInBytes() - tile.image.sizeInBytes();
    tile.image = image;
    tile.shown = job.version;
    tile.isDraft = job.isDraft;
    tile.lastUse = ++mClock;
    std::erase_if(tile.changes, [&](const Change& change) { return change.version <= job.version; });
    evict();
  }
  emit tileReady(planeRect(job.key));
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
