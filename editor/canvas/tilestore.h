#pragma once

#include "render/mappainter.h"

#include <QImage>
#include <QObject>

#include <compare>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace hotchkiss::editor {

/// A square of the map's picture at one scale. Tiles of a scale lie edge to edge; tile (0,0) begins at the plane's
/// origin.
struct TileKey {
  qint64 scale = 0; ///< in 4096ths of a pixel per pitch
  int x = 0;
  int y = 0;
  auto operator<=>(const TileKey&) const = default;

  static qint64 scaleKey(double scale);
  double pixelsPerPitch() const { return static_cast<double>(scale) / 4096; }
};

/// Paints tiles on other threads and keeps the recent ones. All public functions belong to the owner's thread.
///
/// A tile that an edit made stale stays where it is until its successor is ready, so that the screen never flickers.
/// Only the part that changed is painted again. Where that is most of a tile, or where nothing at all could be shown, a
/// draft comes first: it takes a few milliseconds.
class TileStore final : public QObject {
  Q_OBJECT

 public:
  static constexpr int kTilePixels = 512;

  explicit TileStore(QObject* parent = nullptr, int threads = 0);
  ~TileStore() override;

  /// Another painter; only tiles that touch a dirty part become stale.
  void setPainter(std::shared_ptr<const MapPainter> painter, const std::vector<QRectF>& dirty);
  /// Another painter whose picture differs everywhere. `keepOld`: what is there may be shown until the new is ready.
  void setPainter(std::shared_ptr<const MapPainter> painter, bool keepOld);
  const std::shared_ptr<const MapPainter>& painter() const { return mPainter; }
  void setDevicePixelRatio(double ratio);
  double devicePixelRatio() const { return mRatio; }
  void setBudget(qsizetype bytes) { mBudget = bytes; }

  QRectF planeRect(const TileKey& key) const;
  /// All tiles of a scale that touch this part of the plane.
  std::vector<TileKey> tilesIn(const QRectF& plane, qint64 scale) const;

  struct Picture {
    const QImage* image = nullptr; ///< none when nothing has been painted yet
    bool fresh = false;            ///< it shows the present state of the map
    bool finished = false;         ///< and is no draft
  };
  Picture picture(const TileKey& key);
  /// Tiles of other scales that touch this part of the plane, those nearest in scale last.
  std::vector<std::pair<TileKey, const QImage*>> substitutes(const QRectF& plane, qint64 scale) const;

  /// What to paint, most wanted first, in place of what was asked before. Fresh tiles are skipped. Of the first
  /// `visible` tiles drafts may be made.
  void request(const std::vector<TileKey>& keys, std::size_t visible);
  bool isIdle() const { return mOutstanding == 0; }
  qsizetype bytes() const { return mBytes; }
  std::size_t painted() const { return mPainted; } ///< tiles painted so far, drafts not counted
  /// How many pixels have been painted for them.
  std::size_t paintedPixels() const { return mPaintedPixels; }

 signals:
  void tileReady(const QRectF& plane);
  /// Everything that was asked for has been painted.
  void idle();

 private:
  /// A part of the plane that looks different since a version of the map.
  struct Change {
    quint64 version = 0;
    QRectF plane;
  };
  struct Tile {
    QImage image;
    quint64 shown = 0;  ///< version of the image, 0 for none
    quint64 wanted = 1; ///< version that is up to date
    quint64 lastUse = 0;
    bool isDraft = false;
    std::vector<Change> changes; ///< since the image was made; not kept for a draft, which is painted anew anyway
    bool isStale() const { return shown < wanted || isDraft; }
  };
  struct Job {
    TileKey key;
    quint64 version = 0;
    double ratio = 1;
    bool isDraft = false;
    QRect part;   ///< of the tile's pixels, what to paint
    QImage under; ///< what is there already; null when all of it is painted
    std::shared_ptr<const MapPainter> painter;
  };
  std::optional<Job> jobFor(const TileKey& key, Tile& tile);
  bool wantsDraft(const TileKey& key, const Tile& tile, const Job& job) const;
  QRect pixelsOf(const TileKey& key, const QRectF& plane) const;
  static QImage paint(const Job& job);
  void startWorkers();
  void work();
  void take(const Job& job, const QImage& image);
  void evict();

  std::shared_ptr<const MapPainter> mPainter;
  std::map<TileKey, Tile> mTiles;
  double mRatio = 1;
  qsizetype mBudget = qsizetype{320} << 20;
  qsizetype mBytes = 0;
  quint64 mVersion = 1;
  quint64 mOldest = 0;    ///< pictures of earlier versions show another map
  quint64 mWholesale = 0; ///< version since which pictures differ everywhere, by style or layers
  quint64 mClock = 0;
  std::size_t mOutstanding = 0; ///< asked for and not delivered
  std::size_t mPainted = 0;
  std::size_t mPaintedPixels = 0;

  std::mutex mMutex;
  std::condition_variable mQuiet; ///< no worker is left
  std::vector<Job> mJobs;         ///< guarded; the most wanted is last
  std::vector<TileKey> mRunning;  ///< guarded
  int mWorkers = 0;               ///< guarded
  int mMostWorkers = 1;
};

} // namespace hotchkiss::editor
