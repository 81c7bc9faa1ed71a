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
constexpr double kFan = 0.26;     ///< the whole fan of a stack of two, of a counter's side: names and colours show
constexpr double kWidest = 0.44;  ///< and of a high one
constexpr std::size_t kMostShown = 5;
constexpr std::size_t kSpreadRow = 4; ///< counters side by side in a spread stack
constexpr double kDotPixels = 7;      ///< below this side a counter is a spot of colour
constexpr double kCountPixels = 16;

QPointF towards(double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return {std::sin(angle), -std::cos(angle)};
}

/// A bold chevron on the edge of the counter, at the hexside or corner that it looks at. A second one stands behind it
/// where the piece looks at a corner.
void drawFacing(QPainter& painter, const QRectF& square, const CounterFacing& facing, const QColor& colour) {
  const QPointF ahead = towards(facing.degrees);
  const QPointF across(-ahead.y(), ahead.x());
  const double half = square.width() / 2;
  const double edge = half / std::max(std::abs(ahead.x()), std::abs(ahead.y()));
  const double size = std::max(4.0, square.width() * 0.17);
  const QPointF root = square.center() + ahead * (std::min(edge, half * 1.18) + size * 0.12);
  QPainterPath chevron;
  chevron.moveTo(root + ahead * size * 0.78);
  chevron.lineTo(root + across * size * 1.25 - ahead * size * 0.1);
  chevron.lineTo(root + across * size * 0.8 - ahead * size * 0.5);
  chevron.lineTo(root + ahead * size * 0.05);
  chevron.lineTo(root - across * size * 0.8 - ahead * size * 0.5);
  chevron.lineTo(root - across * size * 1.25 - ahead * size * 0.1);
  chevron.closeSubpath();
  painter.strokePath(
      chevron, QPen(QColor(0xf6, 0xee, 0xd8), std::max(1.6, size * 0.34), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.fillPath(chevron, colour);
}

/// What hangs at a counter: tags in a row along its lower edge, its strength at the upper left.
void drawBadges(QPainter& painter, const QRectF& square, const std::vector<CounterBadge>& badges) {
  const double high = std::max(9.0, square.width() * 0.21);
  double left = square.left() + square.width() * 0.02;
  const double top = square.bottom() - high * 0.45;
  for (const CounterBadge& badge : badges) {
    const bool isDark = 0.299 * badge.colour.red() + 0.587 * badge.colour.green() + 0.114 * badge.colour.blue() < 140;
    const double wide = std::max(high, high * (0.5 + 0.46 * static_cast<double>(badge.text.size())));
    QRectF tag(left, top, wide, high);
    if (badge.isStrength)
      tag = QRectF(square.left() - high * 0.35, square.top() - high * 0.3, std::max(wide, high * 1.15), high * 1.15);
    else
      left += wide + 1;
    painter.setPen(QPen(QColor(0x14, 0x10, 0x0c), 1));
    painter.setBrush(badge.colour);
    painter.drawRoundedRect(tag, high * 0.28, high * 0.28);
    drawCounterCaption(painter, tag.center(), tag.height() * 0.78, badge.text,
                       isDark ? QColor(0xfb, 0xf6, 0xe6) : QColor(0x1d, 0x1a, 0x17), true);
  }
}

/// The other hexes that a piece covers: its ghost on each, tied to it by a thin dashed line.
void drawFurther(QPainter& painter, CounterPixmaps& pixmaps, const StackedCounter& counter, QPointF from,
                 const std::vector<QPointF>& further, double side, double devicePixelRatio) {
  QPainterPath way;
  way.moveTo(from);
  for (const QPointF& p : further)
    way.lineTo(p);
  const double thin = std::max(1.2, side * 0.035);
  painter.strokePath(way, QPen(QColor(0xf6, 0xee, 0xd8, 200), thin * 2.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.strokePath(way,
                     QPen(mixed(counter.content.side, Qt::black, 0.6), thin, Qt::DashLine, Qt::FlatCap, Qt::RoundJoin));
  const double small = std::round(side * 0.8);
  for (const QPointF& p : further) {
    const QRectF ghost(std::round(p.x() - small / 2), std::round(p.y() - small / 2), small, small);
    painter.setOpacity(0.55);
    painter.drawPixmap(ghost.topLeft(), pixmaps.pixmap(counter.content, counter.key, small, devicePixelRatio));
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(mixed(counter.content.side, Qt::black, 0.6), thin, Qt::DashLine));
    painter.drawRoundedRect(ghost, small * 0.09, small * 0.09);
  }
}

void drawCount(QPainter& painter, const QRectF& top, std::size_t count) {
  const double radius = std::max(6.5, top.width() * 0.17);
  const QPointF at = top.topRight() + QPointF(radius * 0.2, -radius * 0.2);
  painter.setPen(QPen(QColor(0xf6, 0xee, 0xd8), 1.3));
  painter.setBrush(QColor(0x2a, 0x24, 0x1c));
  painter.drawEllipse(at, radius, radius);
  drawCounterCaption(painter, at, radius * 1.25, QString::number(count), QColor(0xf6, 0xee, 0xd8), true);
}

} // namespace

StackLayout layOutStack(QPointF middle, std::size_t counters, double pitch, bool isSpread) {
  StackLayout out;
  // Whole pixels, so that pictures are found again and stay sharp.
  out.side = std::max(3.0, std::round(pitch * kOfPitch));
  if (isSpread && counters > 1) {
    const double step = out.side * 1.08;
    const std::size_t row = std::min(counters, kSpreadRow);
    const std::size_t rows = (counters + kSpreadRow - 1) / kSpreadRow;
    for (std::size_t i = 0; i < counters; ++i) {
      const double x = static_cast<double>(i % kSpreadRow) - (static_cast<double>(row) - 1) / 2;
      const double y = static_cast<double>(i / kSpreadRow) - (static_cast<double>(rows) - 1) / 2;
      out.squares.emplace_back(std::round(middle.x() + x * step - out.side / 2),
                               std::round(middle.y() + y * step - out.side / 2), out.side, out.side);
    }
    return out;
  }
  const std::size_t shown = std::min(counters, kMostShown);
  out.hidden = counters - shown;
  const double gaps = std::max(1.0, static_cast<double>(shown) - 1);
  const double step = std::max(1.5, std::round(out.side * std::min(kFan, kWidest / gaps)));
  const double spread = step * (static_cast<double>(shown) - 1);
  const QPointF lowest = middle + QPointF(-out.side / 2 - spread / 2, -out.side / 2 + spread / 2);
  for (std::size_t i = 0; i < shown; ++i) {
    const QPointF at = lowest + QPointF(step, -step) * static_cast<double>(i);
    out.squares.emplace_back(std::round(at.x()), std::round(at.y()), out.side, out.side);
  }
  return out;
}

void drawStackAt(QPainter& painter, CounterPixmaps& pixmaps, const CounterStack& stack, QPointF middle,
                 const std::vector<std::vector<QPointF>>& further, double pitch, double devicePixelRatio, int chosen,
                 bool isSpread) {
  if (stack.counters.empty())
    return;
  const StackLayout layout = layOutStack(middle, stack.counters.size(), pitch, isSpread);
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
      drawFurther(painter, pixmaps, stack.counters[i], middle, further[i], layout.side, devicePixelRatio);
  const bool isReadable = layout.side >= kCountPixels;
  const double round = layout.side * 0.09;
  if (isSpread && layout.squares.size() > 1) { // a tray under them, so that they are seen to belong together
    QRectF tray = layout.squares.front();
    for (const QRectF& square : layout.squares)
      tray = tray.united(square);
    tray.adjust(-6, -6, 6, 6 + layout.side * 0.16);
    painter.setPen(QPen(QColor(0x2a, 0x24, 0x1c, 220), 1.2));
    painter.setBrush(QColor(0xf6, 0xee, 0xd8, 225));
    painter.drawRoundedRect(tray, round * 1.6, round * 1.6);
  }
  const QColor shadow(20, 12, 0, 70);
  const double drop = std::max(1.0, layout.side * 0.035);
  for (std::size_t i = 0; i < layout.squares.size(); ++i) {
    const StackedCounter& counter = stack.counters[layout.hidden + i];
    const QRectF& square = layout.squares[i];
    const bool isTop = isSpread || i + 1 == layout.squares.size();
    painter.setPen(Qt::NoPen);
    painter.setBrush(shadow);
    painter.drawRoundedRect(square.translated(drop, drop), round, round);
    if (counter.isPossible)
      painter.setOpacity(0.55);
    painter.drawPixmap(square.topLeft(), pixmaps.pixmap(counter.content, counter.key, layout.side, devicePixelRatio));
    painter.setOpacity(1);
    if (static_cast<int>(layout.hidden + i) == std::max(chosen, static_cast<int>(layout.hidden)) && chosen >= 0) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(QColor(255, 255, 255, 220), 4.5));
      painter.drawRoundedRect(square, round, round);
      painter.setPen(QPen(QColor(0xd6, 0x33, 0x6c), 2.2));
      painter.drawRoundedRect(square, round, round);
    }
    if (isTop)
      for (const CounterFacing& facing : counter.facings)
        drawFacing(painter, square, facing, mixed(counter.content.side, Qt::black, 0.62));
    if (isTop && isReadable)
      drawBadges(painter, square, counter.badges);
  }
  if (stack.counters.size() > 1 && isReadable && !isSpread)
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
