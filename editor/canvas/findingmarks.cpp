#include "editor/canvas/findingmarks.h"

#include "editor/canvas/selectionshape.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

namespace hotchkiss::editor {

namespace {

constexpr double kCell = 26; // pixels within which marks become one
constexpr double kSize = 7;

std::optional<Point> placeOf(const Finding& finding, const Document& document) {
  const Lattice& lattice = document.lattice();
  if (finding.place.edge)
    return lattice.middle(*finding.place.edge);
  if (finding.place.vertex)
    return lattice.position(*finding.place.vertex);
  if (finding.place.hex)
    return lattice.centre(*finding.place.hex);
  const std::string& thing = finding.place.thing;
  const std::size_t space = thing.find(' ');
  if (space == std::string::npos)
    return std::nullopt;
  const SelectionShape shape = shapeOf(document, NamedThing{thing.substr(0, space), thing.substr(space + 1)});
  return shape.empty() ? std::nullopt : std::optional(shape.centre(lattice));
}

QColor colourOf(Severity severity) {
  return severity == Severity::Error     ? QColor(0xc9, 0x2a, 0x2a)
         : severity == Severity::Warning ? QColor(0xe6, 0x7e, 0x00)
                                         : QColor(0x5c, 0x6b, 0x7a);
}

void drawMark(QPainter& painter, QPointF at, Severity severity, std::size_t count) {
  QPainterPath path;
  if (severity == Severity::Error) {
    path.addRoundedRect(QRectF(at.x() - kSize, at.y() - kSize, 2 * kSize, 2 * kSize), 3, 3);
  } else if (severity == Severity::Warning) {
    path.addPolygon(QPolygonF{at + QPointF(0, -kSize * 1.15), at + QPointF(kSize * 1.1, kSize * 0.8),
                              at + QPointF(-kSize * 1.1, kSize * 0.8), at + QPointF(0, -kSize * 1.15)});
  } else {
    path.addEllipse(at, kSize * 0.75, kSize * 0.75);
  }
  painter.setPen(QPen(Qt::white, 1.6));
  painter.setBrush(colourOf(severity));
  painter.drawPath(path);
  painter.setPen(Qt::white);
  QFont font = painter.font();
  font.setBold(true);
  font.setPixelSize(count > 99 ? 8 : 10);
  painter.setFont(font);
  const QString text = count > 999 ? QStringLiteral("…") : count > 1 ? QString::number(count) : QStringLiteral("!");
  painter.drawText(QRectF(at.x() - 12, at.y() - 8, 24, 17), Qt::AlignCenter, text);
}

} // namespace

std::optional<FindingMarks::Mark> FindingMarks::markOf(const Finding& finding, const Document& document) {
  if (!finding.approval.empty() || finding.checkClass == CheckClass::Completeness)
    return std::nullopt; // what is only unfinished would cover an empty map
  const auto at = placeOf(finding, document);
  return at ? std::optional(Mark{*at, finding.severity, finding.message}) : std::nullopt;
}

void FindingMarks::set(const std::vector<Finding>& findings, const Document& document) {
  mMarks.clear();
  for (const Finding& finding : findings)
    if (auto mark = markOf(finding, document))
      mMarks.push_back(std::move(*mark));
  std::stable_sort(mMarks.begin(), mMarks.end(), [](const Mark& a, const Mark& b) { return a.at.x < b.at.x; });
}

void FindingMarks::change(const std::vector<Finding>& gone, const std::vector<Finding>& found,
                          const Document& document) {
  const auto placed = [&](const Mark& mark) {
    return std::lower_bound(mMarks.begin(), mMarks.end(), mark.at.x,
                            [](const Mark& a, double x) { return a.at.x < x; });
  };
  for (const Finding& finding : gone)
    if (const auto mark = markOf(finding, document)) {
      const auto first = placed(*mark);
      const auto last = std::find_if(first, mMarks.end(), [&](const Mark& a) { return a.at.x > mark->at.x; });
      if (const auto it = std::find(first, last, *mark); it != last)
        mMarks.erase(it);
    }
  for (const Finding& finding : found)
    if (auto mark = markOf(finding, document)) {
      const auto at = placed(*mark);
      mMarks.insert(at, std::move(*mark));
    }
}

void FindingMarks::paint(QPainter& painter, const Viewport& viewport) const {
  if (!mIsVisible || mMarks.empty())
    return;
  const QRectF sight = viewport.plane().adjusted(-0.5, -0.5, 0.5, 0.5);
  struct Cluster {
    QPointF sum;
    std::size_t count = 0;
    Severity worst = Severity::Note;
  };
  std::map<std::pair<int, int>, Cluster> clusters;
  const auto first = std::lower_bound(mMarks.begin(), mMarks.end(), sight.left(),
                                      [](const Mark& mark, double x) { return mark.at.x < x; });
  for (auto it = first; it != mMarks.end() && it->at.x <= sight.right(); ++it) {
    if (it->at.y < sight.top() || it->at.y > sight.bottom())
      continue;
    const QPointF at = viewport.toWidget(it->at);
    Cluster& cluster =
        clusters[{static_cast<int>(std::floor(at.x() / kCell)), static_cast<int>(std::floor(at.y() / kCell))}];
    cluster.sum += at;
    ++cluster.count;
    cluster.worst = std::max(cluster.worst, it->severity);
  }
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const auto& [unused, cluster] : clusters)
    drawMark(painter, cluster.sum / static_cast<double>(cluster.count), cluster.worst, cluster.count);
  painter.restore();
}

std::vector<std::string> FindingMarks::messagesAt(const Viewport& viewport, QPointF position) const {
  std::vector<std::string> out;
  if (!mIsVisible)
    return out;
  for (const Mark& mark : mMarks) {
    const QPointF away = viewport.toWidget(mark.at) - position;
    if (std::hypot(away.x(), away.y()) <= kSize * 1.5)
      out.push_back(mark.message);
  }
  return out;
}

} // namespace hotchkiss::editor
