#include "render/counters/counterstack.h"

#include "render/colours.h"
#include "render/view.h"

#include <QPainterPath>
#include <QTransform>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotchkiss {

namespace {

constexpr double kOfPitch = 0.62; ///< side of a counter, of the distance of hexes: half an inch on three quarters
constexpr double kFan = 0.085;    ///< step of the fan, of a counter's side
constexpr std::size_t kMostShown = 5;
constexpr double kDotPixels = 7; ///< below this side a counter is a spot of colour
constexpr double kCountPixels = 16;

QPointF towards(double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return {std::sin(angle), -std::cos(angle)};
}

/// A point of the arrow outside the counter, at the hexside or corner that it looks at.
void drawFacing(QPainter& painter, QPointF middle, double pitch, const CounterFacing& facing, const QColor& colour) {
  const double reach = facing.toCorner ? 0.545 : 0.475; // of the pitch: just inside the corner or side
  const QPointF ahead = towards(facing.degrees);
  const QPointF across(-ahead.y(), ahead.x());
  const QPointF tip = middle + ahead * reach * pitch;
  const double size = std::max(3.5, pitch * 0.085);
  QPainterPath arrow;
  arrow.moveTo(tip);
  arrow.lineTo(tip - ahead * size * 1.25 + across * size);
  arrow.lineTo(tip - ahead * size * 1.25 - across * size);
  arrow.closeSubpath();
  painter.fillPath(arrow, colour);
  painter.strokePath(
      arrow, QPen(QColor(0xf6, 0xee, 0xd8), std::max(1.0, size * 0.16), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

void drawFurther(QPainter& painter, QPointF from, const std::vector<QPointF>& further, double side,
                 const QColor& colour) {
  QPainterPath way;
  way.moveTo(from);
  for (const QPointF& p : further)
    way.lineTo(p);
  painter.strokePath(way,
                     QPen(mixed(colour, Qt::black, 0.55), side * 0.46, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.strokePath(way, QPen(mixed(colour, Qt::white, 0.4), side * 0.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

void drawCount(QPainter& painter, const QRectF& top, std::size_t count) {
  const double radius = std::max(6.5, top.width() * 0.17);
  const QPointF at = top.topRight() + QPointF(-radius * 0.1, radius * 0.1);
  painter.setPen(QPen(QColor(0xf6, 0xee, 0xd8), 1.3));
  painter.setBrush(QColor(0x2a, 0x24, 0x1c));
  painter.drawEllipse(at, radius, radius);
  drawCounterCaption(painter, at, radius * 1.25, QString::number(count), QColor(0xf6, 0xee, 0xd8), true);
}

} // namespace

StackLayout layOutStack(QPointF middle, std::size_t counters, double pitch) {
  StackLayout out;
  // Whole pixels, so that pictures are found again and stay sharp.
  out.side = std::max(3.0, std::round(pitch * kOfPitch));
  const std::size_t shown = std::min(counters, kMostShown);
  out.hidden = counters - shown;
  const double step = std::max(1.5, std::round(out.side * kFan));
  const double spread = step * (static_cast<double>(shown) - 1);
  const QPointF lowest = middle + QPointF(-out.side / 2 - spread / 2, -out.side / 2 + spread / 2);
  for (std::size_t i = 0; i < shown; ++i) {
    const QPointF at = lowest + QPointF(step, -step) * static_cast<double>(i);
    out.squares.emplace_back(std::round(at.x()), std::round(at.y()), out.side, out.side);
  }
  return out;
}

void drawStackAt(QPainter& painter, CounterPixmaps& pixmaps, const CounterStack& stack, QPointF middle,
                 const std::vector<std::vector<QPointF>>& further, double pitch, double devicePixelRatio, int chosen) {
  if (stack.counters.empty())
    return;
  const StackLayout layout = layOutStack(middle, stack.counters.size(), pitch);
  if (layout.side < kDotPixels) {
    const QRectF square = layout.squares.back();
    painter.fillRect(square, stack.counters.back().content.side);
    painter.setPen(QPen(QColor(0, 0, 0, 150), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(square);
    return;
  }
  for (std::size_t i = 0; i < stack.counters.size(); ++i)
    if (!further.at(i).empty())
      drawFurther(painter, middle, further[i], layout.side, stack.counters[i].content.side);
  const QColor shadow(20, 12, 0, 70);
  const double drop = std::max(1.0, layout.side * 0.035);
  for (std::size_t i = 0; i < layout.squares.size(); ++i) {
    const StackedCounter& counter = stack.counters[layout.hidden + i];
    const QRectF& square = layout.squares[i];
    painter.setPen(Qt::NoPen);
    painter.setBrush(shadow);
    painter.drawRoundedRect(square.translated(drop, drop), layout.side * 0.09, layout.side * 0.09);
    if (counter.isPossible)
      painter.setOpacity(0.55);
    painter.drawPixmap(square.topLeft(), pixmaps.pixmap(counter.content, counter.key, layout.side, devicePixelRatio));
    painter.setOpacity(1);
  }
  for (const CounterFacing& facing : stack.counters.back().facings)
    drawFacing(painter, middle, pitch, facing, mixed(stack.counters.back().content.side, Qt::black, 0.55));
  if (chosen >= 0 && chosen < static_cast<int>(stack.counters.size())) {
    const int at = std::max(0, chosen - static_cast<int>(layout.hidden));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 220), 4.5));
    painter.drawRoundedRect(layout.squares[static_cast<std::size_t>(at)], layout.side * 0.09, layout.side * 0.09);
    painter.setPen(QPen(QColor(0xd6, 0x33, 0x6c), 2.2));
    painter.drawRoundedRect(layout.squares[static_cast<std::size_t>(at)], layout.side * 0.09, layout.side * 0.09);
  }
  if (stack.counters.size() > 1 && layout.side >= kCountPixels)
    drawCount(painter, layout.squares.back(), stack.counters.size());
}

CounterFacing facingTowards(const Lattice& lattice, int direction, bool toCorner) {
  const HexCoord start{0, 0};
  const Point centre = lattice.centre(start);
  const Point aim =
      toCorner ? lattice.position(lattice.vertex(start, direction)) : lattice.middle(lattice.edge(start, direction));
  return {std::atan2(aim.x - centre.x, -(aim.y - centre.y)) * 180 / std::numbers::pi, toCorner};
}

} // namespace hotchkiss
