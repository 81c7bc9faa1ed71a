#include "editor/docks/glyphs.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace hotchkiss::editor {

namespace {

bool isDark() {
  return QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
}

/// Draws in a square of 16 units.
void draw(QPainter& p, Glyph glyph, const QColor& ink) {
  p.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.setBrush(Qt::NoBrush);
  const auto disc = [&](const QColor& colour) {
    p.setPen(Qt::NoPen);
    p.setBrush(colour);
    p.drawEllipse(QRectF(1.5, 1.5, 13, 13));
    p.setPen(QPen(Qt::white, 1.8, Qt::SolidLine, Qt::RoundCap));
  };
  switch (glyph) {
  case Glyph::Eye:
  case Glyph::EyeOff: {
    QPainterPath eye(QPointF(1.5, 8));
    eye.quadTo(8, 1.2, 14.5, 8);
    eye.quadTo(8, 14.8, 1.5, 8);
    if (glyph == Glyph::EyeOff) {
      p.setOpacity(p.opacity() * 0.45);
      p.drawPath(eye);
      p.drawLine(QPointF(3, 13.5), QPointF(13, 2.5));
    } else {
      p.drawPath(eye);
      p.setBrush(ink);
      p.drawEllipse(QPointF(8, 8), 1.9, 1.9);
    }
    break;
  }
  case Glyph::Error:
    disc(errorColour());
    p.drawLine(QPointF(5.6, 5.6), QPointF(10.4, 10.4));
    p.drawLine(QPointF(10.4, 5.6), QPointF(5.6, 10.4));
    break;
  case Glyph::Warning: {
    p.setPen(QPen(warningColour(), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.setBrush(warningColour());
    p.drawPolygon(QPolygonF({{8, 2.2}, {14.2, 13.4}, {1.8, 13.4}}));
    p.setPen(QPen(Qt::white, 1.7, Qt::SolidLine, Qt::RoundCap));
    p.drawLine(QPointF(8, 6.4), QPointF(8, 9.4));
    p.drawPoint(QPointF(8, 11.7));
    break;
  }
  case Glyph::Note:
    disc(isDark() ? QColor(0x6a, 0x93, 0xc4) : QColor(0x3d, 0x6e, 0xa8));
    p.drawLine(QPointF(8, 7.4), QPointF(8, 11.2));
    p.drawPoint(QPointF(8, 4.8));
    break;
  case Glyph::Done:
    disc(doneColour());
    p.drawPolyline(QPolygonF({{4.8, 8.3}, {7.1, 10.6}, {11.2, 5.7}}));
    break;
  case Glyph::Add:
    p.drawLine(QPointF(8, 3), QPointF(8, 13));
    p.drawLine(QPointF(3, 8), QPointF(13, 8));
    break;
  case Glyph::Remove:
    p.drawLine(QPointF(4, 4), QPointF(12, 12));
    p.drawLine(QPointF(12, 4), QPointF(4, 12));
    break;
  case Glyph::Flip:
    p.drawPolyline(QPolygonF({{4, 10.5}, {4, 3}, {1.8, 5.4}}));
    p.drawLine(QPointF(4, 3), QPointF(6.2, 5.4));
    p.drawPolyline(QPolygonF({{12, 5.5}, {12, 13}, {9.8, 10.6}}));
    p.drawLine(QPointF(12, 13), QPointF(14.2, 10.6));
    break;
  case Glyph::GoTo:
    p.drawEllipse(QPointF(8, 8), 4.2, 4.2);
    for (const QLineF& line :
         {QLineF(8, 1, 8, 4.6), QLineF(8, 11.4, 8, 15), QLineF(1, 8, 4.6, 8), QLineF(11.4, 8, 15, 8)})
      p.drawLine(line);
    break;
  case Glyph::Delete:
    p.drawLine(QPointF(3, 4.5), QPointF(13, 4.5));
    p.drawPolyline(QPolygonF({{6, 4.5}, {6, 2.5}, {10, 2.5}, {10, 4.5}}));
    p.drawPolyline(QPolygonF({{4.3, 4.5}, {5, 13.5}, {11, 13.5}, {11.7, 4.5}}));
    p.drawLine(QPointF(8, 7), QPointF(8, 11.2));
    break;
  case Glyph::Unknown: {
    QPainterPath mark(QPointF(5.2, 5.4));
    mark.cubicTo(5.2, 1.6, 11.2, 1.8, 11, 5.4);
    mark.cubicTo(10.9, 7.6, 8, 7.8, 8, 10.2);
    p.drawPath(mark);
    p.drawPoint(QPointF(8, 13.2));
    break;
  }
  case Glyph::More:
    p.setBrush(ink);
    p.setPen(Qt::NoPen);
    for (const double x : {3.5, 8.0, 12.5})
      p.drawEllipse(QPointF(x, 8), 1.3, 1.3);
    break;
  case Glyph::Saved:
    p.drawPolygon(QPolygonF({{2.5, 2.5}, {11.5, 2.5}, {13.5, 4.5}, {13.5, 13.5}, {2.5, 13.5}}));
    p.drawPolyline(QPolygonF({{5, 2.8}, {5, 6}, {10.5, 6}, {10.5, 2.8}}));
    p.drawRect(QRectF(5, 9, 6, 4.4));
    break;
  case Glyph::Level:
    for (const double y : {13.0, 10.0, 7.0}) {
      const double inset = (13 - y) * 0.55;
      p.drawRect(QRectF(1.5 + inset, y - 3, 13 - 2 * inset, 3));
    }
    break;
  case Glyph::Link:
    p.drawPolyline(QPolygonF({{6, 3.5}, {3, 3.5}, {3, 13}, {12.5, 13}, {12.5, 10}}));
    p.drawLine(QPointF(7.5, 8.5), QPointF(13, 3));
    p.drawPolyline(QPolygonF({{9, 3}, {13, 3}, {13, 7}}));
    break;
  }
}

class GlyphEngine final : public QIconEngine {
 public:
  explicit GlyphEngine(Glyph glyph) : mGlyph(glyph) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QPalette palette = QGuiApplication::palette();
    QColor ink = palette.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                               mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::WindowText);
    if (mode == QIcon::Disabled)
      painter->setOpacity(0.5);
    const double side = std::min(rect.width(), rect.height());
    painter->translate(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2);
    painter->scale(side / 16, side / 16);
    draw(*painter, mGlyph, ink);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap out(size);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return out;
  }
  QIconEngine* clone() const override { return new GlyphEngine(mGlyph); }

 private:
  Glyph mGlyph;
};

} // namespace

QIcon glyphIcon(Glyph glyph) {
  return QIcon(new GlyphEngine(glyph));
}

QColor errorColour() {
  return isDark() ? QColor(0xe0, 0x5a, 0x4f) : QColor(0xb3, 0x2d, 0x24);
}

QColor warningColour() {
  return isDark() ? QColor(0xd9, 0xa4, 0x3a) : QColor(0xb9, 0x7a, 0x0c);
}

QColor doneColour() {
  return isDark() ? QColor(0x5f, 0xa8, 0x6a) : QColor(0x3a, 0x7d, 0x44);
}

} // namespace hotchkiss::editor
