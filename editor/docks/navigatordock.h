#pragma once

#include <QDockWidget>
#include <QImage>
#include <QThreadPool>

#include <memory>

class QTimer;

namespace hotchkiss {
class MapPainter;
}

namespace hotchkiss::editor {

class MapCanvas;
class NavigatorView;

/// The whole map in small, with a frame round what the window shows. A click or a drag goes there.
class NavigatorDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit NavigatorDock(MapCanvas& canvas, QWidget* parent = nullptr);
  ~NavigatorDock() override;
  /// The map changed; the picture follows when the hand rests.
  void mapChanged();
  /// Nothing is under way.
  bool isIdle() const;
  const QImage& picture() const;

 private:
  void draw();

  MapCanvas& mCanvas;
  NavigatorView* mView = nullptr;
  QTimer* mDelay = nullptr;
  QThreadPool mWorker; ///< one thread
  quint64 mRun = 0;
  bool mIsRunning = false;
};

/// A map in small: whole, as a picture of at most this size. May be called on any thread.
QImage pictureOfMap(const MapPainter& painter, QSize most, double devicePixelRatio);

} // namespace hotchkiss::editor
