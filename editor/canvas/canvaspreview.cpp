#include "editor/canvas/canvaspreview.h"

#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"

#include <QPainterPath>
#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss::editor {

namespace {

const QColor kChanged(0x18, 0x64, 0xab); // far from the red of the source, for every eye
const QColor kSource(0xe0, 0x31, 0x31);
constexpr std::size_t kMostPicked = 60'000; // more outlines than that are a tint and nothing else

void paintPicture(QPainter& painter, const OverlayView& view, const QImage& picture,
                  const std::array<Point, 3>& corners) {
  const QPointF origin = view.toWidget(corners[0]);
  const QPointF right = view.toWidget(corners[1]) - origin;
  const QPointF down = view.toWidget(corners[2]) - origin;
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.setOpacity(0.6);
  painter.setTransform(QTransform(right.x() / picture.width(), right.y() / picture.width(), down.x() / picture.height(),
                                  down.y() / picture.height(), origin.x(), origin.y()),
                       true);
  painter.drawImage(QPointF(0, 0), picture);
  painter.restore();
}

} // namespace

void CanvasPreview::paint(QPainter& painter, const OverlayView& view, const QRectF& visible) const {
  const Lattice& lattice = *view.lattice;
  if (showsSource && !picture.isNull())
    paintPicture(painter, view, picture, pictureCorners);
  if (showsChanges) {
    QColor tint = kChanged;
    tint.setAlphaF(0.16F);
    painter.setBrush(tint);
    // Outlines only where they do not become a grey mass.
    QColor line = kChanged;
    line.setAlphaF(0.55F);
    constexpr double kLegible = 14;
    painter.setPen(view.scale >= kLegible ? QPen(line, 1) : QPen(Qt::NoPen));
    if (hexes.size() < kMostPicked)
      for (const HexCoord h : hexes)
        if (const Point p = lattice.centre(h); visible.contains(p.x, p.y))
          painter.drawPolygon(view.outline(h));
    for (const EdgeId e : edges)
      if (const Point p = lattice.middle(e); visible.contains(p.x, p.y)) {
        if (view.scale >= kLegible) {
          view.edge(painter, e, kChanged);
        } else {
          painter.setPen(QPen(kChanged, 1.4));
          painter.drawLine(view.line(e));
        }
      }
    for (const VertexId v : corners)
      if (const Point p = lattice.position(v); visible.contains(p.x, p.y))
        view.dot(painter, p, kChanged, 3.5);
    for (const Point p : places)
      if (visible.contains(p.x, p.y))
        view.dot(painter, p, kChanged, 5);
  }
  if (!showsSource)
    return;
  QPainterPath path;
  for (const std::vector<Point>& line : lines) {
    bool pen = false;
    for (std::size_t i = 1; i < line.size(); ++i) {
      const QRectF box = QRectF(QPointF(line[i - 1].x, line[i - 1].y), QPointF(line[i].x, line[i].y))
                             .normalized()
                             .adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
      if (!box.intersects(visible)) {
        pen = false;
        continue;
      }
      if (!pen)
        path.moveTo(view.toWidget(line[i - 1]));
      path.lineTo(view.toWidget(line[i]));
      pen = true;
    }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(255, 255, 255, 170), 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  painter.setPen(QPen(kSource, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  for (const Point p : points)
    if (visible.contains(p.x, p.y)) {
      const QPointF at = view.toWidget(p);
      painter.drawLine(at - QPointF(4, 4), at + QPointF(4, 4));
      painter.drawLine(at - QPointF(4, -4), at + QPointF(4, -4));
    }
}

void collectChanges(const Edit& edit, const Document& after, CanvasPreview& out) {
  std::set<HexCoord> hexes;
  std::set<EdgeId> edges;
  std::set<VertexId> corners;
  for (const auto& part : edit.parts) {
    const Changes* changes = std::get_if<Changes>(&part);
    if (!changes)
      continue;
    for (const auto& change : changes->hexes)
      hexes.insert(change.key);
    for (const auto& change : changes->edges)
      edges.insert(change.key);
    for (const auto& change : changes->vertices)
      corners.insert(change.key);
    for (const auto& change : changes->records) {
      if (change.key.table != kNamedTable || !change.after)
        continue;
      const nlohmann::json record = parsedObject(*change.after);
      const nlohmann::json at = record.value("at", nlohmann::json());
      if (at.is_array() && at.size() == 2)
        out.places.push_back(after.lattice().centre({at[0].get<std::int32_t>(), at[1].get<std::int32_t>()}));
      else if (at.is_array() && at.size() == 3 && change.key.key.section == "crossing")
        out.places.push_back(after.lattice().middle(
            EdgeId{at[0].get<std::int32_t>(), at[1].get<std::int32_t>(), at[2].get<std::int32_t>()}));
    }
  }
  out.hexes.assign(hexes.begin(), hexes.end());
  out.edges.assign(edges.begin(), edges.end());
  out.corners.assign(corners.begin(), corners.end());
}

} // namespace hotchkiss::editor
