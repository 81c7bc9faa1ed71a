#include "editor/window/icons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace hotchkiss::editor {

namespace {

/// Pens and colours of one drawing, on a field of 24 by 24.
struct Ink {
  QPainter& p;
  QColor line;
  QColor water{0x2f, 0x7f, 0xc2};
  QColor wood{0x5b, 0x9a, 0x55};
  QColor road{0xb9, 0x7a, 0x2a};
  QColor mark{0xd1, 0x4b, 0x4b};

  void pen(const QColor& colour, double width = 1.6, Qt::PenStyle style = Qt::SolidLine) const {
    p.setPen(QPen(colour, width, style, Qt::RoundCap, Qt::RoundJoin));
    p.setBrush(Qt::NoBrush);
  }
  void fill(const QColor& colour) const {
    p.setPen(Qt::NoPen);
    p.setBrush(colour);
  }
  QColor faint(const QColor& colour, int alpha = 110) const {
    QColor out = colour;
    out.setAlpha(out.alpha() * alpha / 255);
    return out;
  }
};

QPointF corner(int k, double radius = 9.5, QPointF centre = {12, 12}) {
  const double angle = (k - 1) * std::numbers::pi / 3; // corner 0 is the upper right one, clockwise
  return centre + QPointF(std::cos(angle), std::sin(angle)) * radius;
}

QPolygonF hexagon(double radius = 9.5, QPointF centre = {12, 12}) {
  QPolygonF out;
  for (int k = 0; k < 6; ++k)
    out << corner(k, radius, centre);
  return out;
}

void select(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.drawPolygon(QPolygonF{{6, 3.5}, {6, 18}, {9.8, 14.6}, {12.6, 20.5}, {15, 19.4}, {12.2, 13.6}, {17.4, 13.2}});
}

void terrain(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.setBrush(ink.faint(ink.wood, 90));
  ink.p.drawPolygon(hexagon());
  ink.fill(ink.wood);
  for (const QPointF at : {QPointF(9, 10.2), QPointF(14.6, 9.2), QPointF(12, 14.6)})
    ink.p.drawEllipse(at, 2.5, 2.5);
}

void fill(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.setBrush(ink.faint(ink.wood, 130));
  ink.p.drawPolygon(QPolygonF{{10.5, 4}, {18, 11.5}, {10.5, 19}, {3, 11.5}});
  ink.p.drawLine(QPointF(7, 2.6), QPointF(12, 7.6));
  ink.fill(ink.wood);
  QPainterPath drop({20, 13.5});
  drop.cubicTo(22.6, 17.5, 22, 20.5, 20, 20.5);
  drop.cubicTo(18, 20.5, 17.4, 17.5, 20, 13.5);
  ink.p.drawPath(drop);
}

void level(const Ink& ink) {
  for (int i = 0; i < 3; ++i) {
    ink.pen(i == 0 ? ink.line : ink.faint(ink.line, 170 - 45 * i));
    const double y = 7 + 5.0 * i;
    ink.p.setBrush(ink.faint(ink.road, 120 - 30 * i));
    ink.p.drawPolygon(QPolygonF{{12, y - 4.2}, {20.5, y}, {12, y + 4.2}, {3.5, y}});
  }
}

void hexside(const Ink& ink) {
  ink.pen(ink.faint(ink.line, 130), 1.2);
  ink.p.drawPolygon(hexagon());
  ink.pen(ink.water, 3.4);
  ink.p.drawPolyline(QPolygonF{corner(4), corner(5), corner(0), corner(1)});
}

void path(const Ink& ink) {
  QPainterPath curve({4, 20});
  curve.cubicTo(16, 19, 6, 7, 20, 4);
  ink.pen(ink.line, 5.2);
  ink.p.drawPath(curve);
  ink.pen(ink.road.lighter(140), 2.8);
  ink.p.drawPath(curve);
}

void cornerIcon(const Ink& ink) {
  ink.pen(ink.faint(ink.line, 150), 1.3);
  ink.p.drawPolygon(hexagon(8.5, {11, 13}));
  ink.pen(ink.line, 1.3);
  ink.p.setBrush(ink.mark);
  ink.p.drawEllipse(corner(0, 8.5, {11, 13}), 3.4, 3.4);
}

void crossing(const Ink& ink) {
  ink.pen(ink.water, 4.2);
  ink.p.drawLine(QPointF(12, 3.5), QPointF(12, 20.5));
  ink.pen(ink.line, 1.8);
  ink.p.drawPolyline(QPolygonF{{3.5, 6.5}, {6.5, 9.5}, {17.5, 9.5}, {20.5, 6.5}});
  ink.p.drawPolyline(QPolygonF{{3.5, 17.5}, {6.5, 14.5}, {17.5, 14.5}, {20.5, 17.5}});
}

void place(const Ink& ink) {
  QPainterPath pin({12, 21});
  pin.cubicTo(10, 16.5, 6, 13.5, 6, 9.2);
  pin.cubicTo(6, 1.6, 18, 1.6, 18, 9.2);
  pin.cubicTo(18, 13.5, 14, 16.5, 12, 21);
  ink.pen(ink.line);
  ink.p.setBrush(ink.faint(ink.mark, 190));
  ink.p.drawPath(pin);
  ink.fill(Qt::white);
  ink.p.drawEllipse(QPointF(12, 9.2), 2.5, 2.5);
}

void region(const Ink& ink) {
  ink.pen(ink.line, 1.7);
  QPen dashes = ink.p.pen();
  dashes.setDashPattern({2.2, 1.7});
  ink.p.setPen(dashes);
  ink.p.setBrush(ink.faint(ink.road, 70));
  ink.p.drawPolygon(QPolygonF{{4, 8}, {11, 3.5}, {19.5, 6.5}, {20, 15.5}, {12.5, 20.5}, {5, 17}});
}

void entry(const Ink& ink) {
  ink.pen(ink.faint(ink.line, 160), 1.6);
  ink.p.drawPolyline(QPolygonF{{12, 4}, {20.5, 4}, {20.5, 20}, {12, 20}});
  ink.pen(ink.mark, 2.4);
  ink.p.drawLine(QPointF(3, 12), QPointF(14.5, 12));
  ink.p.drawPolyline(QPolygonF{{10.5, 7.8}, {14.8, 12}, {10.5, 16.2}});
}

void link(const Ink& ink) {
  ink.pen(ink.line, 1.7);
  QPen dashes = ink.p.pen();
  dashes.setDashPattern({1.6, 1.9});
  ink.p.setPen(dashes);
  ink.p.drawLine(QPointF(7, 17), QPointF(17, 7));
  ink.pen(ink.line);
  ink.p.setBrush(ink.water);
  ink.p.drawEllipse(QPointF(6, 18), 3.1, 3.1);
  ink.p.drawEllipse(QPointF(18, 6), 3.1, 3.1);
}

void pan(const Ink& ink) {
  ink.pen(ink.line, 1.7);
  for (int quarter = 0; quarter < 4; ++quarter) {
    ink.p.drawLine(QPointF(12, 12), QPointF(12, 3.4));
    ink.p.drawPolyline(QPolygonF{{9.2, 6.2}, {12, 3.2}, {14.8, 6.2}});
    ink.p.translate(12, 12);
    ink.p.rotate(90);
    ink.p.translate(-12, -12);
  }
}

void page(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.drawPolygon(QPolygonF{{5.5, 3}, {14, 3}, {18.5, 7.5}, {18.5, 21}, {5.5, 21}});
  ink.p.drawPolyline(QPolygonF{{14, 3}, {14, 7.5}, {18.5, 7.5}});
  ink.pen(ink.wood, 2);
  ink.p.drawLine(QPointF(12, 10.6), QPointF(12, 17.4));
  ink.p.drawLine(QPointF(8.6, 14), QPointF(15.4, 14));
}

void open(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.setBrush(ink.faint(ink.road, 90));
  ink.p.drawPolygon(QPolygonF{{3, 19.5}, {3, 5}, {9, 5}, {11, 7.5}, {18.5, 7.5}, {18.5, 10.5}, {6.5, 10.5}});
  ink.p.drawPolygon(QPolygonF{{3, 19.5}, {6.5, 10.5}, {21.5, 10.5}, {18, 19.5}});
}

void package(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.setBrush(ink.faint(ink.road, 90));
  ink.p.drawPolygon(QPolygonF{{12, 3}, {20, 7}, {20, 16.5}, {12, 21}, {4, 16.5}, {4, 7}});
  ink.p.drawPolyline(QPolygonF{{4, 7}, {12, 11.2}, {20, 7}});
  ink.p.drawLine(QPointF(12, 11.2), QPointF(12, 21));
}

void save(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.drawPolygon(QPolygonF{{4, 4}, {17, 4}, {20, 7}, {20, 20}, {4, 20}});
  ink.p.setBrush(ink.faint(ink.line, 60));
  ink.p.drawRect(QRectF(8, 4, 7.5, 5));
  ink.p.drawRect(QRectF(7, 13, 10, 7));
}

void picture(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.drawRoundedRect(QRectF(3, 4.5, 18, 15), 1.5, 1.5);
  ink.fill(ink.wood);
  ink.p.drawPolygon(QPolygonF{{4.5, 18}, {9.5, 10.5}, {13, 15}, {15.5, 12.5}, {19.5, 18}});
  ink.fill(ink.road);
  ink.p.drawEllipse(QPointF(16.4, 8.6), 1.8, 1.8);
}

void undo(const Ink& ink) {
  ink.pen(ink.line, 2);
  QPainterPath arc({5, 9});
  arc.lineTo(14, 9);
  arc.cubicTo(21.5, 9, 21.5, 19.5, 14, 19.5);
  arc.lineTo(9, 19.5);
  ink.p.drawPath(arc);
  ink.p.drawPolyline(QPolygonF{{9, 4.8}, {4.6, 9}, {9, 13.2}});
}

void redo(const Ink& ink) {
  ink.p.translate(24, 0);
  ink.p.scale(-1, 1);
  undo(ink);
}

void lens(const Ink& ink) {
  ink.pen(ink.line, 1.9);
  ink.p.drawEllipse(QPointF(10.2, 10.2), 6.4, 6.4);
  ink.pen(ink.line, 2.8);
  ink.p.drawLine(QPointF(15.2, 15.2), QPointF(20, 20));
  ink.pen(ink.line, 1.8);
}

void zoomIn(const Ink& ink) {
  lens(ink);
  ink.p.drawLine(QPointF(7.4, 10.2), QPointF(13, 10.2));
  ink.p.drawLine(QPointF(10.2, 7.4), QPointF(10.2, 13));
}

void zoomOut(const Ink& ink) {
  lens(ink);
  ink.p.drawLine(QPointF(7.4, 10.2), QPointF(13, 10.2));
}

void fit(const Ink& ink) {
  ink.pen(ink.line, 1.8);
  for (int quarter = 0; quarter < 4; ++quarter) {
    ink.p.drawPolyline(QPolygonF{{3.5, 9}, {3.5, 3.5}, {9, 3.5}});
    ink.p.translate(12, 12);
    ink.p.rotate(90);
    ink.p.translate(-12, -12);
  }
  ink.pen(ink.faint(ink.line, 150), 1.3);
  ink.p.drawPolygon(hexagon(5.2));
}

void course(const Ink& ink) {
  QPainterPath curve({3, 5});
  curve.cubicTo(13, 3, 5, 19, 18, 16);
  ink.pen(ink.water, 3.2);
  ink.p.drawPath(curve);
  ink.pen(ink.line, 1.9);
  ink.p.drawPolyline(QPolygonF{{15, 11.4}, {20.6, 15.6}, {15.4, 20.4}});
}

void measure(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.setBrush(ink.faint(ink.road, 90));
  ink.p.drawPolygon(QPolygonF{{2.6, 16}, {16, 2.6}, {21.4, 8}, {8, 21.4}});
  for (int i = 0; i < 4; ++i) {
    const QPointF at(5.6 + 3.1 * i, 13 - 3.1 * i);
    ink.p.drawLine(at, at + QPointF(i % 2 == 0 ? 2.6 : 1.6, i % 2 == 0 ? 2.6 : 1.6));
  }
}

void typeAlong(const Ink& ink) {
  ink.pen(ink.faint(ink.line, 140), 1.2);
  ink.p.drawPolygon(hexagon(5, {6, 7}));
  ink.p.drawPolygon(hexagon(5, {6, 17}));
  ink.pen(ink.line, 1.5);
  ink.p.setBrush(ink.faint(ink.mark, 90));
  ink.p.drawRoundedRect(QRectF(11, 7, 11, 11), 2, 2);
  ink.pen(ink.line, 1.7);
  ink.p.drawPolyline(QPolygonF{{14, 15.6}, {16.5, 9.4}, {19, 15.6}});
  ink.p.drawLine(QPointF(14.9, 13.6), QPointF(18.1, 13.6));
}

void reach(const Ink& ink) {
  int shade = 220;
  for (const QPointF at : {QPointF(12, 12), QPointF(12, 4.6), QPointF(18.4, 8.3), QPointF(18.4, 15.7),
                           QPointF(12, 19.4), QPointF(5.6, 15.7), QPointF(5.6, 8.3)}) {
    ink.pen(ink.faint(ink.line, 150), 1);
    ink.p.setBrush(ink.faint(ink.mark, shade));
    ink.p.drawPolygon(hexagon(3.9, at));
    shade = shade == 220 ? 150 : shade - 18;
  }
}

void validate(const Ink& ink) {
  ink.pen(ink.line);
  ink.p.drawRoundedRect(QRectF(4.5, 4.5, 15, 16.5), 1.5, 1.5);
  ink.fill(ink.line);
  ink.p.drawRoundedRect(QRectF(8.5, 2.6, 7, 3.8), 1, 1);
  ink.pen(ink.wood, 2.4);
  ink.p.drawPolyline(QPolygonF{{8, 13.4}, {11, 16.6}, {16.4, 10}});
}

using Drawing = void (*)(const Ink&);
constexpr std::array<std::pair<const char*, Drawing>, 30> kDrawings{
    {{"select", select},   {"terrain", terrain}, {"fill", fill},         {"level", level},
     {"hexside", hexside}, {"path", path},       {"corner", cornerIcon}, {"crossing", crossing},
     {"place", place},     {"region", region},   {"entry", entry},       {"link", link},
     {"pan", pan},         {"new", page},        {"open", open},         {"package", package},
     {"save", save},       {"picture", picture}, {"undo", undo},         {"redo", redo},
     {"zoomIn", zoomIn},   {"zoomOut", zoomOut}, {"fit", fit},           {"validate", validate},
     {"lens", lens},       {"export", package},  {"reach", reach},       {"course", course},
     {"measure", measure}, {"type", typeAlong}}};

class DrawnIconEngine final : public QIconEngine {
 public:
  explicit DrawnIconEngine(Drawing drawing) : mDrawing(drawing) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double side = std::min(rect.width(), rect.height());
    painter->translate(rect.center() + QPointF(0.5, 0.5));
    painter->scale(side / 24, side / 24);
    painter->translate(-12, -12);
    if (mode == QIcon::Disabled)
      painter->setOpacity(painter->opacity() * 0.38);
    const QPalette palette = QApplication::palette();
    mDrawing({*painter, palette.color(QPalette::Active, QPalette::ButtonText)});
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
  QIconEngine* clone() const override { return new DrawnIconEngine(mDrawing); }

 private:
  Drawing mDrawing;
};

/// A compass rose in a hex: independent of the theme.
void program(const Ink& ink) {
  ink.pen(QColor(0x5a, 0x46, 0x2c), 1.4);
  ink.p.setBrush(QColor(0xf3, 0xe9, 0xd2));
  ink.p.drawPolygon(hexagon(11));
  ink.pen(QColor(0x3b, 0x7f, 0xb5), 2);
  QPainterPath river({3.4, 15.5});
  river.cubicTo(9, 12, 9, 19, 15, 20.6);
  ink.p.drawPath(river);
  ink.fill(QColor(0xa6, 0x2f, 0x2f));
  ink.p.drawPolygon(QPolygonF{{12, 3.6}, {14.2, 12}, {12, 11}, {9.8, 12}});
  ink.fill(QColor(0x3a, 0x32, 0x28));
  ink.p.drawPolygon(QPolygonF{{12, 18.4}, {14.2, 12}, {12, 11}, {9.8, 12}});
}

} // namespace

QIcon drawnIcon(const char* name) {
  for (const auto& [known, drawing] : kDrawings)
    if (std::strcmp(known, name) == 0)
      return QIcon(new DrawnIconEngine(drawing));
  return {};
}

QIcon programIcon() {
  return QIcon(new DrawnIconEngine(program));
}

} // namespace hotchkiss::editor
