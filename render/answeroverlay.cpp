#include "render/answeroverlay.h"

#include "render/colours.h"
#include "render/fonts.h"
#include "render/view.h"

#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kCellSize = 0.94; ///< tinted hexes leave the grid free
constexpr double kTextScale = 20;  ///< pixels a pitch from which texts can be read
constexpr double kTextHeight = 0.26;
constexpr double kFineScale = 6; ///< below it lines are thin and tints have no pattern
constexpr double kInkReach = 1;  ///< how far ink goes beyond its hex, in pitches

QPolygonF outlineOf(const Lattice& lattice, const View& view, HexCoord hex, double size) {
  const QPointF centre = toQt(lattice.centre(hex));
  QPolygonF out;
  for (const Point& corner : lattice.outline(hex))
    out << view.px(centre + (toQt(corner) - centre) * size);
  return out;
}

/// Hexes of a hashed collection that touch the area, whichever is quicker to go through.
template <class Hexes, class Visit>
void forEachIn(const Hexes& hexes, const Lattice& lattice, const View& view, Visit&& visit) {
  if (hexes.empty())
    return;
  const QRectF area = view.widened(kInkReach);
  const double cells = area.width() * area.height() * 1.2;
  if (static_cast<double>(hexes.size()) <= cells) {
    for (const auto& each : hexes) {
      HexCoord hex;
      if constexpr (requires { each.first; })
        hex = each.first;
      else
        hex = each;
      if (area.contains(toQt(lattice.centre(hex))))
        visit(hex);
    }
    return;
  }
  // Far more hexes than there is room for: look under every place of the area instead.
  const HexCoord corner = lattice.hexAt(fromQt(area.topLeft()));
  const HexCoord opposite = lattice.hexAt(fromQt(area.bottomRight()));
  for (std::int32_t c = corner.c - 1; c <= opposite.c + 1; ++c)
    for (std::int32_t r = corner.r - 1; r <= opposite.r + 1; ++r)
      if (hexes.contains(HexCoord{c, r}))
        visit(HexCoord{c, r});
}

/// A text with a light rim, so that it can be read on any ground.
void drawText(QPainter& painter, const QString& text, QPointF middle, double size, const QColor& ink) {
  QPainterPath path;
  addSmallText(path, text, middle + QPointF(-smallTextWidth(text, size, Face::SansBold) / 2, size * 0.36), size,
               Face::SansBold);
  path.setFillRule(Qt::WindingFill);
  painter.strokePath(
      path, QPen(QColor(255, 255, 255, 225), std::max(1.2, size * 0.22), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.fillPath(path, ink);
}

void paintHexes(QPainter& painter, const Lattice& lattice, const AnswerOverlay& answer, const View& view) {
  const bool fine = view.scale >= kFineScale;
  painter.setPen(Qt::NoPen);
  forEachIn(answer.hexes, lattice, view, [&](HexCoord hex) {
    const AnswerHex& cell = answer.hexes.at(hex);
    if (!cell.fill.isValid())
      return;
    const QPolygonF outline = outlineOf(lattice, view, hex, fine ? kCellSize : 1);
    if (cell.doubtful && fine) {
      painter.setBrush(withAlpha(cell.fill, static_cast<double>(cell.fill.alphaF()) * 0.35));
      painter.drawPolygon(outline);
      painter.setBrush(QBrush(cell.fill, Qt::BDiagPattern));
    } else {
      painter.setBrush(cell.fill);
    }
    painter.drawPolygon(outline);
  });
  painter.setBrush(Qt::NoBrush);
}

void paintTexts(QPainter& painter, const Lattice& lattice, const AnswerOverlay& answer, const View& view) {
  if (view.scale < kTextScale)
    return;
  const double size = view.scale * kTextHeight;
  forEachIn(answer.hexes, lattice, view, [&](HexCoord hex) {
    const AnswerHex& cell = answer.hexes.at(hex);
    if (!cell.text.isEmpty())
      drawText(painter, cell.text, view.px(toQt(lattice.centre(hex))), size, QColor(20, 16, 40));
  });
}

void paintArea(QPainter& painter, const Lattice& lattice, const AnswerArea& area, const View& view) {
  const bool fine = view.scale >= kFineScale;
  QPainterPath rim;
  painter.setPen(Qt::NoPen);
  forEachIn(area.hexes, lattice, view, [&](HexCoord hex) {
    painter.setBrush(withAlpha(area.colour, area.hatched ? 0.10 : 0.22));
    const QPolygonF outline = outlineOf(lattice, view, hex, 1);
    painter.drawPolygon(outline);
    if (area.hatched && fine) {
      painter.setBrush(QBrush(withAlpha(area.colour, 0.55), Qt::FDiagPattern));
      painter.drawPolygon(outline);
    }
    // Drawn a little inside, so that the lines of two areas that touch both show.
    const QPolygonF inner = outlineOf(lattice, view, hex, 0.95);
    for (int side = 0; side < kSides; ++side)
      if (!area.hexes.contains(lattice.neighbour(hex, side))) {
        // Corner k lies between the sides k and k + 1.
        rim.moveTo(inner[(side + kSides - 1) % kSides]);
        rim.lineTo(inner[side]);
      }
  });
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(area.colour, std::max(kThinnest, view.scale * 0.055), area.hatched ? Qt::DashLine : Qt::SolidLine,
                      Qt::RoundCap));
  painter.drawPath(rim);
}

void paintEdges(QPainter& painter, const Lattice& lattice, const AnswerOverlay& answer, const View& view) {
  const QRectF area = view.widened(kInkReach);
  for (const AnswerEdge& edge : answer.edges) {
    const QPointF middle = toQt(lattice.middle(edge.edge));
    if (!area.contains(middle))
      continue;
    const std::array<VertexId, 2> ends = lattice.ends(edge.edge);
    painter.setPen(QPen(edge.colour, std::max(kThinnest, view.scale * 0.12), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(view.px(toQt(lattice.position(ends[0]))), view.px(toQt(lattice.position(ends[1]))));
    if (!edge.text.isEmpty() && view.scale >= kTextScale)
      drawText(painter, edge.text, view.px(middle), view.scale * kTextHeight * 0.85, QColor(20, 16, 40));
  }
}

void paintLine(QPainter& painter, const AnswerLine& line, const View& view) {
  if (line.points.size() < 2)
    return;
  QPolygonF points;
  for (const QPointF& point : line.points)
    points << view.px(point);
  const double width = std::max(kThinnest, view.scale * 0.08);
  QPainterPath path;
  path.addPolygon(points);
  painter.strokePath(path, QPen(QColor(255, 255, 255, 200), width * 1.9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.strokePath(path,
                     QPen(line.colour, width, line.dashed ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  if (!line.arrow)
    return;
  const QPointF tip = points.back();
  const QPointF back = points[points.size() - 2] - tip;
  const double length = std::hypot(back.x(), back.y());
  if (length <= 0)
    return;
  const QPointF along = back / length * width * 3.4;
  const QPointF across(-along.y() * 0.5, along.x() * 0.5);
  QPainterPath head;
  head.addPolygon(QPolygonF{tip, tip + along + across, tip + along - across, tip});
  painter.strokePath(head, QPen(QColor(255, 255, 255, 200), width * 0.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.fillPath(head, line.colour);
}

void paintMark(QPainter& painter, const AnswerMark& mark, const View& view) {
  const QPointF at = view.px(mark.at);
  const double size = view.scale;
  const double width = std::max(kThinnest, size * 0.07);
  const QColor halo(255, 255, 255, 215);
  const auto stroke = [&](const QPainterPath& path) {
    painter.strokePath(path, QPen(halo, width * 1.9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.strokePath(path, QPen(mark.colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  };
  QPainterPath path;
  switch (mark.shape) {
  case AnswerMark::Shape::Ring:
    path.addEllipse(at, size * 0.36, size * 0.36);
    stroke(path);
    return;
  case AnswerMark::Shape::Cross:
    for (const double side : {-1.0, 1.0}) {
      path.moveTo(at + QPointF(-0.2, -0.2 * side) * size);
      path.lineTo(at + QPointF(0.2, 0.2 * side) * size);
    }
    stroke(path);
    return;
  case AnswerMark::Shape::Counter: {
    const QRectF box(at - QPointF(0.27, 0.27) * size, QSizeF(0.54, 0.54) * size);
    path.addRoundedRect(box, size * 0.06, size * 0.06);
    painter.fillPath(path, mixed(mark.colour, Qt::white, 0.35));
    painter.strokePath(path, QPen(mark.colour.darker(160), std::max(kThinnest, size * 0.03)));
    if (!mark.text.isEmpty() && size >= kTextScale) {
      const double room = box.width() * 0.9;
      const double em = std::min(size * 0.2, size * 0.2 * room / smallTextWidth(mark.text, size * 0.2, Face::SansBold));
      QPainterPath text;
      addSmallText(text, mark.text, at + QPointF(-smallTextWidth(mark.text, em, Face::SansBold) / 2, em * 0.36), em,
                   Face::SansBold);
      text.setFillRule(Qt::WindingFill);
      painter.fillPath(text, QColor(20, 16, 30));
    }
    return;
  }
  }
}

} // namespace

QRectF AnswerOverlay::bounds(const Lattice& lattice) const {
  QRectF out;
  const auto add = [&](QPointF point) {
    const QRectF around(point - QPointF(0.6, 0.6), QSizeF(1.2, 1.2));
    out = out.isNull() ? around : out.united(around);
  };
  for (const auto& [hex, cell] : hexes)
    add(toQt(lattice.centre(hex)));
  for (const AnswerArea& area : areas)
    for (const HexCoord hex : area.hexes)
      add(toQt(lattice.centre(hex)));
  for (const AnswerEdge& edge : edges)
    add(toQt(lattice.middle(edge.edge)));
  for (const AnswerLine& line : lines)
    for (const QPointF& point : line.points)
      add(point);
  for (const AnswerMark& mark : marks)
    add(mark.at);
  return out;
}

QColor heatColour(double share) {
  static const std::array<QColor, 5> kStops{QColor(255, 238, 120), QColor(252, 178, 66), QColor(226, 104, 96),
                                            QColor(172, 46, 142), QColor(84, 16, 148)};
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(kStops.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  return withAlpha(mixed(kStops.at(low), kStops.at(low + 1), at - static_cast<double>(low)), 0.56);
}

QColor answerColour(std::size_t n) {
  static const std::array<QColor, 6> kColours{QColor(36, 84, 178),  QColor(190, 52, 40),  QColor(38, 128, 84),
                                              QColor(150, 92, 168), QColor(196, 132, 20), QColor(70, 70, 76)};
  return kColours.at(n % kColours.size());
}

std::vector<QPointF> throughCentres(const Lattice& lattice, const std::vector<HexCoord>& hexes) {
  std::vector<QPointF> out;
  for (const HexCoord hex : hexes)
    out.push_back(toQt(lattice.centre(hex)));
  return out;
}

void paintAnswer(QPainter& painter, const Lattice& lattice, const AnswerOverlay& answer, const QRectF& area,
                 double scale) {
  if (!(scale > 0) || area.isEmpty() || answer.isEmpty())
    return;
  const View view{area, scale};
  painter.save();
  painter.setClipRect(view.pixels(), Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  // Patterns stay on the map when the picture is cut into tiles.
  painter.setBrushOrigin(view.px({0, 0}));
  paintHexes(painter, lattice, answer, view);
  for (const AnswerArea& each : answer.areas)
    paintArea(painter, lattice, each, view);
  paintEdges(painter, lattice, answer, view);
  for (const AnswerLine& line : answer.lines)
    paintLine(painter, line, view);
  paintTexts(painter, lattice, answer, view);
  for (const AnswerMark& mark : answer.marks)
    paintMark(painter, mark, view);
  painter.restore();
}

} // namespace hotchkiss
