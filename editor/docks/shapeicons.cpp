#include "editor/docks/shapeicons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <cmath>
#include <functional>
#include <numbers>

namespace hotchkiss::editor {

namespace {

/// Pens of one drawing, on a field of 20 by 20.
struct Ink {
  QPainter& p;
  QColor line;
  QColor wash;
  QColor mark{0xd6, 0x33, 0x6c};
  QColor water{0x2f, 0x7f, 0xc2};

  void pen(const QColor& colour, double width = 1.5, Qt::PenStyle style = Qt::SolidLine) const {
    p.setPen(QPen(colour, width, style, Qt::RoundCap, Qt::RoundJoin));
    p.setBrush(Qt::NoBrush);
  }
  void hex(QPointF at, double radius, bool filled) const {
    QPolygonF out;
    for (int k = 0; k < 6; ++k)
      out << at + QPointF(std::cos(k * std::numbers::pi / 3), std::sin(k * std::numbers::pi / 3)) * radius;
    pen(line, 1);
    p.setBrush(filled ? wash : QColor(Qt::transparent));
    p.drawPolygon(out);
  }
};

using Drawing = std::function<void(const Ink&)>;

class Engine final : public QIconEngine {
 public:
  explicit Engine(Drawing drawing) : mDrawing(std::move(drawing)) {}
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double side = std::min(rect.width(), rect.height());
    painter->translate(rect.center() + QPointF(0.5, 0.5));
    painter->scale(side / 20, side / 20);
    painter->translate(-10, -10);
    if (mode == QIcon::Disabled)
      painter->setOpacity(0.4);
    const QColor line = QApplication::palette().color(QPalette::Active, QPalette::ButtonText);
    QColor wash = QColor(0xd6, 0x33, 0x6c);
    wash.setAlpha(110);
    mDrawing({*painter, line, wash});
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap out(size);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return out;
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
    QPixmap out = pixmap(size, mode, state);
    out.setDevicePixelRatio(scale);
    return out;
  }
  QIconEngine* clone() const override { return new Engine(mDrawing); }

 private:
  Drawing mDrawing;
};

QIcon drawn(Drawing drawing) {
  return QIcon(new Engine(std::move(drawing)));
}

void flower(const Ink& ink, bool whole) {
  const double step = 5.4;
  ink.hex({10, 10}, 3.1, true);
  for (int k = 0; k < 6; ++k) {
    const double angle = (k + 0.5) * std::numbers::pi / 3;
    ink.hex(QPointF(10, 10) + QPointF(std::cos(angle), std::sin(angle)) * step, 3.1, whole);
  }
}

void hill(const Ink& ink) {
  ink.pen(ink.line, 1.6);
  QPainterPath path({2, 16});
  path.cubicTo(6, 16, 6, 9, 10, 9);
  path.cubicTo(14, 9, 14, 16, 18, 16);
  ink.p.drawPath(path);
}

void arrow(const Ink& ink, QPointF from, QPointF to) {
  ink.pen(ink.mark, 2);
  ink.p.drawLine(from, to);
  const QPointF along = (to - from) / std::hypot((to - from).x(), (to - from).y());
  const QPointF across(-along.y(), along.x());
  ink.p.drawPolyline(QPolygonF{to - along * 3 + across * 2.6, to, to - along * 3 - across * 2.6});
}

QPainterPath river() {
  QPainterPath path({2, 6});
  path.cubicTo(8, 2, 8, 16, 18, 12);
  return path;
}

} // namespace

QIcon shapeIcon(PaintShape shape) {
  switch (shape) {
  case PaintShape::Brush:
    return drawn([](const Ink& ink) {
      ink.pen(ink.line, 2.4);
      ink.p.drawLine(QPointF(17, 3), QPointF(9.5, 10.5));
      QPainterPath tip({9.5, 9});
      tip.cubicTo(12, 11.5, 10, 16, 3, 17);
      tip.cubicTo(5.5, 14, 4.5, 9.5, 9.5, 9);
      ink.pen(ink.line, 1);
      ink.p.setBrush(ink.mark);
      ink.p.drawPath(tip);
    });
  case PaintShape::Line:
    return drawn([](const Ink& ink) {
      ink.pen(ink.mark, 2.6);
      ink.p.drawLine(QPointF(4, 16), QPointF(16, 4));
      ink.pen(ink.line, 1.2);
      ink.p.setBrush(ink.line);
      ink.p.drawEllipse(QPointF(4, 16), 1.8, 1.8);
      ink.p.drawEllipse(QPointF(16, 4), 1.8, 1.8);
    });
  case PaintShape::Rectangle:
    return drawn([](const Ink& ink) {
      ink.pen(ink.line, 1.5, Qt::DashLine);
      ink.p.setBrush(ink.wash);
      ink.p.drawRect(QRectF(3, 4.5, 14, 11));
    });
  case PaintShape::Lasso:
    return drawn([](const Ink& ink) {
      QPainterPath loop({6, 13.5});
      loop.cubicTo(0, 11, 3, 3, 11, 3);
      loop.cubicTo(19, 3, 20, 12, 12, 13.5);
      loop.cubicTo(9, 14, 6, 12, 5.5, 15);
      loop.cubicTo(5.2, 17, 7, 18, 9, 17);
      ink.pen(ink.line, 1.6);
      ink.p.setBrush(ink.wash);
      ink.p.drawPath(loop);
    });
  case PaintShape::Area:
    return drawn([](const Ink& ink) { flower(ink, true); });
  case PaintShape::Everywhere:
    return drawn([](const Ink& ink) {
      for (const QPointF at : {QPointF(5, 5), QPointF(15, 6), QPointF(9.5, 10.5), QPointF(4.5, 15.5), QPointF(15, 15)})
        ink.hex(at, 3.2, true);
    });
  }
  return {};
}

QIcon levelModeIcon(LevelMode mode) {
  return drawn([mode](const Ink& ink) {
    hill(ink);
    switch (mode) {
    case LevelMode::Set:
      ink.pen(ink.mark, 2);
      ink.p.drawLine(QPointF(4, 9), QPointF(16, 9));
      break;
    case LevelMode::Raise:
      arrow(ink, {10, 8}, {10, 1.6});
      break;
    case LevelMode::Lower:
      arrow(ink, {10, 1.6}, {10, 8});
      break;
    case LevelMode::Smooth: {
      QPainterPath smooth({2, 12.5});
      smooth.cubicTo(8, 12.5, 8, 6, 18, 7);
      ink.pen(ink.mark, 2);
      ink.p.drawPath(smooth);
      break;
    }
    }
  });
}

QIcon courseModeIcon(CourseMode mode) {
  return drawn([mode](const Ink& ink) {
    ink.pen(ink.water, 2.6);
    if (mode != CourseMode::CornerJoin)
      ink.p.drawPath(river());
    switch (mode) {
    case CourseMode::Pick:
      ink.pen(ink.line, 1.2);
      ink.p.setBrush(ink.line);
      ink.p.drawPolygon(QPolygonF{{8, 7}, {8, 17}, {10.6, 14.8}, {12.4, 18.4}, {14, 17.6}, {12.2, 14.2}, {15.4, 14}});
      break;
    case CourseMode::Mouth:
      arrow(ink, {13, 13}, {18.5, 11.8});
      break;
    case CourseMode::Join:
      ink.pen(ink.mark, 2.6);
      ink.p.drawLine(QPointF(9, 9), QPointF(15, 2.5));
      break;
    case CourseMode::Split:
      ink.pen(ink.mark, 2);
      ink.p.drawLine(QPointF(6, 15), QPointF(13, 4));
      break;
    case CourseMode::CornerJoin:
      ink.p.drawLine(QPointF(3, 3), QPointF(10, 10));
      ink.p.drawLine(QPointF(17, 3), QPointF(10, 10));
      ink.p.drawLine(QPointF(10, 10), QPointF(10, 18));
      ink.pen(ink.line, 1.2);
      ink.p.setBrush(ink.mark);
      ink.p.drawEllipse(QPointF(10, 10), 3, 3);
      break;
    }
  });
}

} // namespace hotchkiss::editor
