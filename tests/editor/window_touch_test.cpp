// Touchpads, pinching and dense screens.
#include "tests/editor/window_fixture.h"

#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QWheelEvent>

namespace hotchkiss::editor {
namespace {

class CanvasTouch : public WindowTest {
 protected:
  void SetUp() override {
    create("gcacw", {30, 24});
    canvas().zoomTo(50);
    canvas().showPoint(lattice().centre({14, 11}));
    ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  }
  /// Two fingers on a touchpad; drivers that know pixels say so, others give angles.
  void scroll(QPoint pixels, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier,
              Qt::ScrollPhase phase = Qt::ScrollUpdate) {
    QWheelEvent event(mFingers, canvas().mapToGlobal(mFingers), pixels, angle, Qt::NoButton, modifiers, phase, false,
                      Qt::MouseEventNotSynthesized, &mTouchpad);
    QApplication::sendEvent(&canvas(), &event);
    EXPECT_TRUE(event.isAccepted());
  }
  void pinch(double value) {
    QNativeGestureEvent event(Qt::ZoomNativeGesture, &mTouchpad, 2, mFingers, mFingers, canvas().mapToGlobal(mFingers),
                              value, QPointF());
    QApplication::sendEvent(&canvas(), &event);
  }
  static void expectNear(QPointF a, QPointF b, double tolerance = 0.01) {
    EXPECT_NEAR(a.x(), b.x(), tolerance);
    EXPECT_NEAR(a.y(), b.y(), tolerance);
  }

  QPointF mFingers{300, 200};
  QPointingDevice mTouchpad{QStringLiteral("touchpad"),
                            7,
                            QInputDevice::DeviceType::TouchPad,
                            QPointingDevice::PointerType::Finger,
                            QInputDevice::Capability::Position | QInputDevice::Capability::PixelScroll,
                            2,
                            0};
};

TEST_F(CanvasTouch, TwoFingersMoveTheMapByPixels) {
  const Point at = lattice().centre({14, 11});
  const QPointF before = canvas().toWidget(at);
  const double scale = canvas().scale();
  scroll({}, {}, Qt::NoModifier, Qt::ScrollBegin);
  scroll({17, -9}, {34, -18});
  scroll({-4, 30}, {-8, 60});
  scroll({}, {}, Qt::NoModifier, Qt::ScrollEnd);
  expectNear(canvas().toWidget(at), before + QPointF(13, 21));
  EXPECT_EQ(canvas().scale(), scale) << "moving is not zooming";
}

TEST_F(CanvasTouch, WithoutPixelsAnglesMoveTheMap) {
  const Point at = lattice().centre({14, 11});
  const QPointF before = canvas().toWidget(at);
  scroll({}, {40, -24}, Qt::NoModifier, Qt::NoScrollPhase);
  expectNear(canvas().toWidget(at), before + QPointF(20, -12));
}

TEST_F(CanvasTouch, ControlAndTwoFingersZoomUnderThem) {
  const Point under = canvas().toPlane(mFingers);
  scroll({0, 30}, {0, 60}, Qt::ControlModifier);
  EXPECT_GT(canvas().scale(), 50);
  expectNear(canvas().toWidget(under), mFingers, 0.6);
}

TEST_F(CanvasTouch, PinchZoomsUnderTheFingers) {
  const Point under = canvas().toPlane(mFingers);
  pinch(0.25);
  EXPECT_NEAR(canvas().scale(), 62.5, 0.01);
  expectNear(canvas().toWidget(under), mFingers, 0.6);
  for (int i = 0; i < 60; ++i)
    pinch(-0.3);
  EXPECT_GT(canvas().scale(), 0);
  EXPECT_LT(canvas().scale(), 50);
  for (int i = 0; i < 60; ++i)
    pinch(0.5);
  EXPECT_LE(canvas().scale(), Viewport::kLargestScale);
}

TEST_F(CanvasTouch, APinchDoesNotPaint) {
  choose(ToolId::Terrain, "woods");
  pinch(0.1);
  scroll({5, 5}, {10, 10});
  EXPECT_FALSE(document().isModified());
}

/// Run with QT_SCALE_FACTOR=2: see tests/CMakeLists.txt.
class DenseScreen : public WindowTest {
 protected:
  void SetUp() override {
    if (qgetenv("QT_SCALE_FACTOR") != "2")
      GTEST_SKIP() << "needs QT_SCALE_FACTOR=2";
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gcacw-primer").string())));
    ASSERT_EQ(canvas().devicePixelRatioF(), 2.0);
    canvas().zoomTo(48);
    canvas().showPoint(lattice().centre({8, 6}));
    tools().setTool(ToolId::Pan); // draws nothing over the map
    ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  }
};

TEST_F(DenseScreen, TilesReachTheScreenPixelByPixel) {
  const QImage screen = canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
  ASSERT_EQ(screen.size(), canvas().size() * 2);
  TileStore& tiles = canvas().tiles();
  EXPECT_EQ(tiles.devicePixelRatio(), 2.0);
  int compared = 0;
  const Point middle = canvas().toPlane(QPointF(canvas().rect().center()));
  for (const TileKey& key : tiles.tilesIn(QRectF(middle.x - 3, middle.y - 3, 6, 6), TileKey::scaleKey(48))) {
    const TileStore::Picture picture = tiles.picture(key);
    ASSERT_NE(picture.image, nullptr);
    ASSERT_TRUE(picture.finished);
    ASSERT_EQ(picture.image->size(), QSize(TileStore::kTilePixels, TileStore::kTilePixels));
    const QRectF plane = tiles.planeRect(key);
    const QPointF corner = canvas().toWidget({plane.left(), plane.top()}) * 2;
    const QPoint at(qRound(corner.x()), qRound(corner.y()));
    int differing = 0;
    for (int y = 60; y < 450; y += 3)
      for (int x = 60; x < 450; x += 3) {
        const QPoint there = at + QPoint(x, y);
        if (!screen.rect().contains(there) || qAlpha(picture.image->pixel(x, y)) != 255)
          continue;
        ++compared;
        differing += (screen.pixel(there) & 0xffffff) != (picture.image->pixel(x, y) & 0xffffff);
      }
    EXPECT_EQ(differing, 0) << "a tile is stretched or lies between pixels";
  }
  EXPECT_GT(compared, 20'000);
}

TEST_F(DenseScreen, TilesAreAsFineAsTheScreen) {
  // The same part of the map painted for a plain screen and doubled has fewer sharp steps.
  const QImage screen = canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QImage coarse = screen.scaled(screen.size() / 2, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                            .scaled(screen.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  const auto sharpness = [](const QImage& image) {
    std::int64_t sum = 0;
    for (int y = 100; y < image.height() - 100; y += 2)
      for (int x = 100; x < image.width() - 100; ++x) {
        const int step = qGray(image.pixel(x, y)) - qGray(image.pixel(x + 1, y));
        sum += step * step;
      }
    return static_cast<double>(sum);
  };
  EXPECT_GT(sharpness(screen), 1.5 * sharpness(coarse));
}

TEST_F(DenseScreen, PickingAndPaintingMeetTheHexUnderThePointer) {
  choose(ToolId::Terrain, "swamp");
  Hand hand(window());
  for (const HexCoord h : {HexCoord{6, 4}, HexCoord{9, 7}, HexCoord{10, 5}}) {
    ASSERT_TRUE(canvas().rect().contains(canvas().toWidget(lattice().centre(h)).toPoint()));
    hand.click(lattice().centre(h));
    EXPECT_EQ(map().terrain(h), "swamp");
  }
  EXPECT_EQ(document().history().position(), 3U);
}

} // namespace
} // namespace hotchkiss::editor
