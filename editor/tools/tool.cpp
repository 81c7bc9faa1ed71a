#include "editor/tools/tool.h"

#include "editor/tools/catalogueinfo.h"
#include "render/symbol.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

QPolygonF OverlayView::outline(HexCoord h) const {
  QPolygonF out;
  for (const Point corner : lattice->outline(h))
    out << toWidget(corner);
  return out;
}

QLineF OverlayView::line(EdgeId e) const {
  const auto ends = lattice->ends(e);
  return {toWidget(lattice->position(ends[0])), toWidget(lattice->position(ends[1]))};
}

void OverlayView::stroke(QPainter& painter, const QPainterPath& path, const QColor& colour, double width) const {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(255, 255, 255, 190), width + 2.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
}

namespace {

/// The outline of a whole group: sides that two of its hexes share are left out.
QPainterPath outlineOf(const OverlayView& view, const std::set<HexCoord>& group) {
  QPainterPath out;
  for (const HexCoord h : group) {
    const QPolygonF corners = view.outline(h);
    for (int side = 0; side < kSides; ++side)
      if (!group.contains(view.lattice->neighbour(h, side))) {
        out.moveTo(corners[(side + 5) % 6]);
        out.lineTo(corners[side]);
      }
  }
  return out;
}

std::set<HexCoord> inSightOf(const OverlayView& view, const std::vector<HexCoord>& hexes) {
  std::set<HexCoord> out;
  for (const HexCoord h : hexes)
    if (const Point p = view.lattice->centre(h); view.visible.isNull() || view.visible.contains(p.x, p.y))
      out.insert(h);
  return out;
}

} // namespace

void OverlayView::hexes(QPainter& painter, const std::vector<HexCoord>& hexes, const QColor& colour) const {
  constexpr std::size_t kMostOutlined = 20'000; // more would take too long, and nobody could see them
  if (hexes.size() > kMostOutlined && scale < 12)
    return runs(painter, hexes, colour);
  const std::set<HexCoord> group = inSightOf(*this, hexes);
  QColor wash = colour;
  wash.setAlpha(38);
  painter.setPen(Qt::NoPen);
  painter.setBrush(wash);
  for (const HexCoord h : group)
    painter.drawPolygon(outline(h));
  stroke(painter, outlineOf(*this, group), colour, 2);
}

void OverlayView::border(QPainter& painter, const std::vector<HexCoord>& hexes, const QColor& colour) const {
  stroke(painter, outlineOf(*this, inSightOf(*this, hexes)), colour, 2);
}

void OverlayView::ghost(QPainter& painter, const std::string& section, const std::string& id,
                        const std::string& classId, Point at, double degrees) const {
  if (!style)
    return;
  const StyleRow& row = style->row(section, id, classId);
  if (row.symbol.empty() || row.symbol == "none")
    return;
  constexpr double kLeast = 9; // pixels
  const double size = std::max(std::max(symbolSize(row.symbol), row.width) * scale, kLeast);
  painter.save();
  painter.setOpacity(0.55);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Qt::white);
  painter.drawEllipse(toWidget(at), size * 0.62, size * 0.62);
  painter.setOpacity(0.8);
  drawSymbol(painter, row.symbol, toWidget(at), size, degrees, symbolColours(row, *style));
  painter.restore();
}

/// From afar: a wash over each run of hexes in a column.
void OverlayView::runs(QPainter& painter, const std::vector<HexCoord>& hexes, const QColor& colour) const {
  QColor wash = colour;
  wash.setAlpha(70);
  for (std::size_t first = 0; first < hexes.size();) {
    std::size_t last = first;
    while (last + 1 < hexes.size() && hexes[last + 1].c == hexes[last].c && hexes[last + 1].r == hexes[last].r + 1)
      ++last;
    const QRectF box(toWidget(lattice->centre(hexes[first])), toWidget(lattice->centre(hexes[last])));
    painter.fillRect(box.normalized().adjusted(-scale / 2, -scale / 2, scale / 2, scale / 2), wash);
    first = last + 1;
  }
}

void OverlayView::edge(QPainter& painter, EdgeId e, const QColor& colour) const {
  const QLineF ends = line(e);
  QPainterPath path(ends.p1());
  path.lineTo(ends.p2());
  stroke(painter, path, colour, std::clamp(scale * 0.07, 2.5, 6.0));
}

void OverlayView::dot(QPainter& painter, Point at, const QColor& colour, double radius) const {
  painter.setPen(QPen(QColor(255, 255, 255, 220), 1.5));
  painter.setBrush(colour);
  painter.drawEllipse(toWidget(at), radius, radius);
}

void OverlayView::ticks(QPainter& painter, EdgeId e, const std::string& side, const QColor& colour) const {
  const QLineF ends = line(e);
  const auto hexes = lattice->hexes(e);
  QPainterPath path;
  for (const auto& [name, hex] : {std::pair(std::string("a"), hexes[0]), std::pair(std::string("b"), hexes[1])}) {
    if (side != name && side != "both")
      continue;
    const QPointF toward = toWidget(lattice->centre(hex)) - toWidget(lattice->middle(e));
    for (const double along : {0.25, 0.5, 0.75}) {
      const QPointF foot = ends.pointAt(along);
      path.moveTo(foot);
      path.lineTo(foot + toward * 0.28);
    }
  }
  stroke(painter, path, colour, 1.5);
}

void OverlayView::tag(QPainter& painter, Point at, const QString& text) const {
  painter.save();
  QFont font = painter.font();
  font.setPointSizeF(9.5);
  font.setBold(true);
  painter.setFont(font);
  QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 600, 400), Qt::AlignLeft, text);
  box.adjust(-8, -4, 8, 4);
  box.moveTopLeft(toWidget(at) + QPointF(18, 14));
  const QRectF window(painter.viewport());
  if (box.right() > window.right() - 4)
    box.moveRight(toWidget(at).x() - 14);
  if (box.bottom() > window.bottom() - 4)
    box.moveBottom(toWidget(at).y() - 12);
  painter.setPen(QPen(QColor(255, 255, 255, 70), 1));
  painter.setBrush(QColor(0x21, 0x25, 0x29, 225));
  painter.drawRoundedRect(box, 5, 5);
  painter.setPen(Qt::white);
  painter.drawText(box.adjusted(8, 4, 8, 4), Qt::AlignLeft, text);
  painter.restore();
}

void OverlayView::arrow(QPainter& painter, Point from, Point to, const QColor& colour) const {
  const QPointF a = toWidget(from);
  const QPointF b = toWidget(to);
  const QPointF along = (b - a) / std::max(1.0, std::hypot((b - a).x(), (b - a).y()));
  const QPointF across(-along.y(), along.x());
  const double size = std::clamp(scale * 0.16, 5.0, 13.0);
  const QPointF tip = (a + b) / 2 + along * size * 0.7;
  painter.setPen(QPen(Qt::white, 1.4));
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF{tip, tip - along * size * 1.5 + across * size * 0.8, tip - along * size * 1.1,
                                tip - along * size * 1.5 - across * size * 0.8});
}

void Tool::hover(const Pointer& pointer) {
  mHover = pointer;
  mContext.refresh();
}

void Tool::leave() {
  mHover.reset();
  mContext.refresh();
}

bool Tool::key(int, Qt::KeyboardModifiers) {
  return false;
}

void Tool::cancel() {
  if (mContext.document)
    mContext.document->cancelStroke();
  mContext.refresh();
}

bool Tool::onMap(EdgeId e) const {
  const auto hexes = lattice().hexes(e);
  return onMap(hexes[0]) || onMap(hexes[1]);
}

bool Tool::onMap(VertexId v) const {
  const auto hexes = lattice().hexes(v);
  return std::any_of(hexes.begin(), hexes.end(), [this](HexCoord h) { return onMap(h); });
}

bool Tool::succeeded(const Outcome& outcome) const {
  if (!outcome)
    refuse(QString::fromStdString(outcome.error().text()));
  return outcome.ok();
}

bool Tool::mayEdit() const {
  if (document().isReadOnly())
    refuse(tr("This module is open for reading only. Use File > Save As to make a copy that you can edit."));
  return !document().isReadOnly();
}

QString Tool::kindName(const std::string& section, const std::string& id) const {
  return nameOfKind(document().ruleset(), section, id);
}

} // namespace hotchkiss::editor
