#include "render/markers.h"

#include "render/colours.h"
#include "render/fonts.h"
#include "render/linework.h"
#include "render/symbol.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotchkiss {

namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

double angleOf(QPointF v) {
  return std::atan2(v.y(), v.x()) * kDegrees;
}

bool drawn(const StyleRow& row) {
  return !row.symbol.empty() && row.symbol != "none";
}

/// Where the marks of a hex's attributes go: in a ring, clear of the middle and of the number at the top.
QPointF slot(std::size_t index) {
  static constexpr std::array<double, 6> kAngles{150, 30, 90, 180, 0, 210};
  const double a = kAngles.at(index % kAngles.size()) / kDegrees;
  return QPointF(std::cos(a), std::sin(a)) * 0.31;
}

void paintLinks(QPainter& painter, const Scene& scene, const View& view) {
  const QRectF area = view.widened(0.3);
  for (const NamedPtr& link : scene.named->section("link")) {
    const LineKind line = lineFromText(link->row.line).value_or(LineKind::Dashed);
    std::vector<QPointF> ends;
    for (const auto& [section, id] : link->ends)
      if (const std::optional<QPointF> p = scene.named->position(section, id, scene.lattice()))
        ends.push_back(*p);
    LineInk ink;
    StyleRow row = link->row;
    row.width = std::min(row.width, 0.03);
    for (std::size_t i = 1; i < ends.size(); ++i) {
      // Chains go from end to end; stars from the first to each. Both are drawn as chains of nearest marks.
      const QPointF a = ends[i - 1];
      const QPointF b = ends[i];
      const QPointF middle = (a + b) / 2;
      const QPointF across(-(b - a).y(), (b - a).x());
      const QPointF bow = middle + across * 0.12;
      if (!QRectF(a, b).normalized().adjusted(-1, -1, 1, 1).intersects(area))
        continue;
      Run run;
      for (const QPointF& p : cubic(a, (a + bow * 2) / 3, (b + bow * 2) / 3, b, 24))
        run.points.push_back(view.px(p));
      drawRun(line == LineKind::None ? LineKind::Dashed : line, row, run, {view.scale, scene.palette->isEngraved()},
              ink);
    }
    fillInk(painter, ink.body, row.colour.isValid() ? row.colour : scene.style->ink());
  }
}

} // namespace

double markSize(const NamedThing& thing) {
  if (!drawn(thing.row))
    return 0;
  const double usual = symbolSize(thing.row.symbol);
  // A row may ask for another size of its mark.
  return thing.section == "place" && thing.row.width > 0 ? std::max(thing.row.width, usual * 0.6) : usual;
}

QPointF markPosition(const Scene& scene, const NamedThing& thing) {
  QPointF at = thing.at.value_or(QPointF());
  if (!thing.hex)
    return at;
  // Several places in one hex stand beside each other, the first of them in the middle.
  int before = 0;
  for (const NamedThing* other : scene.named->near("place", QRectF(at - QPointF(0.01, 0.01), QSizeF(0.02, 0.02)))) {
    if (other == &thing)
      break;
    if (drawn(other->row))
      ++before;
  }
  if (before > 0) {
    const double a = (before * 75 - 40) / kDegrees;
    at += QPointF(std::cos(a), std::sin(a)) * 0.27;
  }
  return at;
}

std::optional<PlacedMark> markOfCrossing(const Scene& scene, const NamedThing& crossing) {
  if (!crossing.edge || !crossing.at || !drawn(crossing.row))
    return std::nullopt;
  const auto [v0, v1] = scene.lattice().ends(*crossing.edge);
  const QPointF along = toQt(scene.lattice().position(v1)) - toQt(scene.lattice().position(v0));
  const EdgeContent& content = scene.edge(*crossing.edge);
  const double water = content.water() ? content.water()->style->row.width : 0;
  return PlacedMark{*crossing.at,
                    std::max({symbolSize(crossing.row.symbol) * 0.8, crossing.row.width * 2, water * 1.9}),
                    angleOf(along), nullptr};
}

void paintCrossings(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Crossings);
  if (strength <= 0)
    return;
  painter.setOpacity(strength);
  for (const NamedThing* crossing : scene.named->near("crossing", view.widened(0.5)))
    if (const std::optional<PlacedMark> mark = markOfCrossing(scene, *crossing))
      drawSymbol(painter, crossing->row.symbol, view.px(mark->at), std::max(mark->size * view.scale, 5.0), mark->turn,
                 symbolColours(crossing->row, *scene.style));
  painter.setOpacity(1);
}

std::vector<PlacedMark> marksIn(const Scene& scene, HexCoord h) {
  std::vector<PlacedMark> out;
  const HexValue value = scene.document().hex(h);
  if (value.more == TextPool::kNone)
    return out;
  const QPointF centre = toQt(scene.lattice().centre(h));
  for (const ShownAttribute& attribute : scene.more(value).attributes) {
    const StyleRow& row = attribute.style->row;
    if (!drawn(row))
      continue;
    PlacedMark mark{centre + slot(out.size()), std::max(row.width, symbolSize(row.symbol)), 0, &attribute};
    if (attribute.edge) {
      const QPointF side = toQt(scene.lattice().middle(*attribute.edge)) - centre;
      mark.at = centre + side * 0.62;
      mark.turn = angleOf(side) + 90;
    }
    out.push_back(mark);
  }
  return out;
}

void paintPlaces(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Places);
  if (strength <= 0)
    return;
  painter.setOpacity(strength);
  if (view.scale >= kMarksScale) {
    const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.3, false);
    range.forEach([&](HexCoord h) {
      for (const PlacedMark& mark : marksIn(scene, h)) {
        const StyleRow& row = mark.attribute->style->row;
        const SymbolColours colours = symbolColours(row, *scene.style);
        const double size = mark.size * view.scale;
        painter.setOpacity(strength * (symbolSize(row.symbol) < 0.15 ? 0.6 : 1)); // small print stays in the background
        drawSymbol(painter, row.symbol, view.px(mark.at), size, mark.turn, colours);
        if (!mark.attribute->text.empty() && view.scale >= kNumbersScale)
          drawSmallText(painter, QString::fromStdString(mark.attribute->text),
                        view.px(mark.at) + QPointF(size * 0.62, size * 0.32), kMarkTextSize * view.scale,
                        row.colour.isValid() ? row.colour : scene.style->ink());
        painter.setOpacity(strength);
      }
    });
  }
  for (const NamedThing* place : scene.named->near("place", view.widened(0.8))) {
    const double size = markSize(*place);
    if (size <= 0)
      continue;
    double turn = 0;
    drawSymbol(painter, place->row.symbol, view.px(markPosition(scene, *place)),
               std::max(size * view.scale, size > 0.2 ? 5.0 : 2.5), turn, symbolColours(place->row, *scene.style));
  }
  painter.setOpacity(1);
}

std::vector<PlacedMark> marksOfEntry(const Scene& scene, const NamedThing& entry) {
  std::vector<PlacedMark> out;
  if (!drawn(entry.row))
    return out;
  for (const HexCoord& h : entry.hexes) {
    const QPointF centre = toQt(scene.lattice().centre(h));
    // From the outside in: over one of the entry's own edges, else over a side at the border of the map.
    std::optional<QPointF> door;
    for (const EdgeId& e : entry.edges) {
      const auto sides = scene.lattice().hexes(e);
      if (sides[0] == h || sides[1] == h)
        door = toQt(scene.lattice().middle(e));
    }
    for (int k = 0; k < kSides && !door; ++k)
      if (!scene.extent().contains(scene.lattice().neighbour(h, k)))
        door = toQt(scene.lattice().middle(scene.lattice().edge(h, k)));
    const QPointF from = door.value_or(centre + QPointF(0, -0.5));
    const QPointF inward = centre - from;
    out.push_back({from + inward * 0.3, symbolSize(entry.row.symbol) * 0.72, angleOf(inward) + 90, nullptr});
  }
  return out;
}

void paintEntries(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Entries);
  if (strength <= 0 || view.scale < 6)
    return;
  painter.setOpacity(strength);
  paintLinks(painter, scene, view);
  const QRectF area = view.widened(0.6);
  for (const NamedPtr& entry : scene.named->section("entry"))
    for (const PlacedMark& mark : marksOfEntry(scene, *entry))
      if (area.contains(mark.at))
        drawSymbol(painter, entry->row.symbol, view.px(mark.at), std::max(mark.size * view.scale, 4.0), mark.turn,
                   symbolColours(entry->row, *scene.style));
  painter.setOpacity(1);
}

void paintSheets(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.strength(Layer::Sheets);
  if (strength <= 0)
    return;
  const std::vector<Sheet>& sheets = scene.snapshot.numbering->sheets();
  QPainterPath path;
  // A sheet ends where a hex on it has a neighbour that is not.
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.2, true);
  const bool fine = view.scale >= 3;
  if (sheets.size() > 1 && fine)
    range.forEach([&](HexCoord h) {
      for (int side = 0; side < 3; ++side) {
        const EdgeId e{h.c, h.r, side};
        const auto [a, b] = scene.lattice().hexes(e);
        if (!scene.extent().contains(a) || !scene.extent().contains(b))
          continue;
        for (const Sheet& sheet : sheets)
          if (sheet.covers(scene.lattice(), a) != sheet.covers(scene.lattice(), b)) {
            const auto [v0, v1] = scene.lattice().ends(e);
            path.moveTo(view.px(toQt(scene.lattice().position(v0))));
            path.lineTo(view.px(toQt(scene.lattice().position(v1))));
            break;
          }
      }
    });
  painter.setOpacity(strength * 0.45);
  painter.strokePath(path,
                     QPen(scene.style->ink(), std::max(kThinnest, view.scale * 0.013), Qt::SolidLine, Qt::RoundCap));
  painter.setOpacity(strength * 0.8);
  // The outline of the map itself.
  QPainterPath rim;
  const auto border = [&](HexCoord h) {
    for (int side = 0; side < kSides; ++side) {
      if (scene.extent().contains(scene.lattice().neighbour(h, side)))
        continue;
      const auto [v0, v1] = scene.lattice().ends(scene.lattice().edge(h, side));
      rim.moveTo(view.px(toQt(scene.lattice().position(v0))));
      rim.lineTo(view.px(toQt(scene.lattice().position(v1))));
    }
  };
  const HexRange inner = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.2, false);
  for (std::int32_t c = inner.firstColumn; c <= inner.lastColumn; ++c)
    for (const std::int32_t r : {0, scene.extent().height - 1})
      if (inner.contains({c, r}))
        border({c, r});
  for (std::int32_t r = inner.firstRow; r <= inner.lastRow; ++r)
    for (const std::int32_t c : {0, scene.extent().width - 1})
      if (inner.contains({c, r}))
        border({c, r});
  painter.strokePath(
      rim, QPen(scene.style->ink(), std::clamp(view.scale * 0.026, kThinnest, 8.0), Qt::SolidLine, Qt::RoundCap));
  painter.setOpacity(1);
}

} // namespace hotchkiss
