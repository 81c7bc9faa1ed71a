#pragma once

#include <QImage>
#include <QWidget>

namespace hotchkiss::editor {

class MapCanvas;

/// The picture inside the navigator dock.
class NavigatorView final : public QWidget {
  Q_OBJECT

 public:
  explicit NavigatorView(MapCanvas& canvas, QWidget* parent = nullptr);
  void setPicture(const QImage& picture, const QRectF& plane);
  const QImage& picture() const { return mPicture; }
  QSize sizeHint() const override { return {220, 170}; }

 signals:
  void resized();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF shown() const; ///< where the picture lies in the widget
  void go(QPointF position);

  MapCanvas& mCanvas;
  QImage mPicture;
  QRectF mPlane;
};

} // namespace hotchkiss::editor
