#pragma once

#include "editor/import/underlaypictures.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace hotchkiss::editor {

/// A scan to look at and to point at: wheel zooms, dragging moves it, a click sets a point, and points can be dragged.
class ScanView final : public QWidget {
  Q_OBJECT

 public:
  struct Mark {
    Point pixel;
    QString text;
    bool bad = false;
    bool unplaced = false; ///< nobody said where it is on the map
  };

  explicit ScanView(QWidget* parent = nullptr);
  void setImage(std::shared_ptr<const ScanImage> image);
  void setMarks(std::vector<Mark> marks);
  void setCurrent(int mark);
  int current() const { return mCurrent; }
  /// Draws something over the scan, such as a lattice; toWidget leads from pixels of the scan to the widget.
  using Overlay = std::function<void(QPainter&, const std::function<QPointF(Point)>& toWidget, const QRectF& pixels)>;
  void setOverlay(Overlay overlay);
  void fit();
  void showPixel(Point pixel);
  QPointF toWidget(Point pixel) const;
  Point toPixel(QPointF widget) const;
  QSize sizeHint() const override { return {560, 480}; }

 signals:
  void clicked(hotchkiss::Point pixel);
  void markMoved(int mark, hotchkiss::Point pixel, bool done);
  void markChosen(int mark);
  void removeWanted(int mark);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int markAt(QPointF position) const;
  void zoomAt(double factor, QPointF anchor);
  void moveCurrent(Point by);

  std::shared_ptr<const ScanImage> mImage;
  std::vector<Mark> mMarks;
  Overlay mOverlay;
  int mCurrent = -1;
  int mDragged = -1;
  bool mPanning = false;
  bool mMoved = false;
  bool mFitted = true;
  QPointF mPressed;
  QPointF mLast;
  double mScale = 1;
  QPointF mOrigin; ///< of the scan in the widget
};

} // namespace hotchkiss::editor
