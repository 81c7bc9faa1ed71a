#include "render/legend.h"

#include "render/colours.h"
#include "render/fonts.h"
#include "render/palette.h"
#include "render/swatch.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace hotchkiss {

namespace {

using nlohmann::json;
using Used = std::set<std::string>; ///< "section/id" and "section/id:class"

void addFeatures(Used& used, const std::string& section, const std::string& text) {
  for (const Feature& feature : FeatureSet::fromText(text).features) {
    const bool isPath = feature.kind.starts_with("path.");
    const std::string kind = isPath ? "path/" + feature.kind.substr(5) : section + "/" + feature.kind;
    used.insert(kind);
    if (!feature.classId.empty())
      used.insert(kind + ":" + feature.classId);
  }
}

Used occurring(const Document& document) {
  std::set<std::uint32_t> terrains;
  std::set<std::uint32_t> attributes;
  for (std::int32_t c = 0; c < document.extent().width; ++c)
    for (std::int32_t r = 0; r < document.extent().height; ++r) {
      const HexValue value = document.hex({c, r});
      terrains.insert(value.terrain);
      attributes.insert(value.more);
    }
  Used used;
  for (const std::uint32_t id : terrains)
    used.insert("terrain/" + document.pool().text(id));
  for (const std::uint32_t id : attributes)
    if (const json more = json::parse(document.pool().text(id), nullptr, false); more.is_object())
      for (const auto& [key, value] : more.items())
        used.insert("hexAttribute/" + key);
  std::set<std::uint32_t> edges;
  document.forEachEdge([&](EdgeId, std::uint32_t id) { edges.insert(id); });
  for (const std::uint32_t id : edges)
    addFeatures(used, "edgeFeature", document.pool().text(id));
  for (const auto& [vertex, id] : document.vertices())
    addFeatures(used, "vertexFeature", document.pool().text(id));
  for (const auto& [key, text] : document.table("map/named"))
    if (const json row = json::parse(text, nullptr, false); row.is_object())
      used.insert(key.section + "/" + row.value("kind", ""));
  return used;
}

/// Whether a row leaves any ink of its own.
bool isDrawn(const StyleRow& row, const std::string& section) {
  const bool hasLine = lineFromText(row.line).value_or(LineKind::None) != LineKind::None;
  const bool hasSymbol = !row.symbol.empty() && row.symbol != "none";
  if (section == "terrain")
    return row.fill.isValid();
  return hasLine || hasSymbol || (section == "hexAttribute" && row.pattern != "none");
}

constexpr double kSwatchWidth = 2.1; ///< in row heights

} // namespace

std::vector<LegendGroup> legendOf(const MapPainter& painter, bool everything) {
  static const std::vector<std::pair<std::string, QString>> kSections{
      {"terrain", "Terrain"},    {"edgeFeature", "Hexsides"}, {"vertexFeature", "Corners"},
      {"path", "Ways"},          {"crossing", "Crossings"},   {"place", "Places"},
      {"hexAttribute", "Marks"}, {"region", "Areas"},         {"entry", "Entry"},
      {"link", "Links"}};
  const MapSnapshot& snapshot = painter.snapshot();
  const Used used = everything ? Used{} : occurring(snapshot.document);
  std::vector<LegendGroup> out;
  const RecordTable& rows = snapshot.ruleset->rows("catalogue");
  for (const auto& [section, title] : kSections) {
    LegendGroup group{title, {}};
    std::vector<std::pair<int, LegendItem>> items;
    for (const auto& [key, text] : rows) {
      if (key.section != section || (!everything && !used.contains(section + "/" + key.id)))
        continue;
      const json row = json::parse(text, nullptr, false);
      if (!row.is_object() || (!everything && row.value("offMap", false))) // boxes beside the map have no ink on it
        continue;
      const auto add = [&](const std::string& classId, const std::string& name) {
        const StyleRow& style = painter.style().row(section, key.id, classId);
        if (isDrawn(style, section))
          items.emplace_back(style.order, LegendItem{section, key.id, classId, QString::fromStdString(name), {}});
      };
      bool hasClasses = false;
      if (row.contains("classes") && row["classes"].is_object())
        for (const auto& [classId, details] : row["classes"].items())
          if (everything || used.contains(section + "/" + key.id + ":" + classId)) {
            add(classId, details.value("name", classId));
            hasClasses = true;
          }
      if (!hasClasses)
        add("", row.value("name", key.id));
    }
    std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, item] : items)
      group.items.push_back(std::move(item));
    if (!group.items.empty())
      out.push_back(std::move(group));
  }
  if (const auto tints = painter.levelTints(); !tints.empty()) {
    LegendGroup group{"Levels", {}};
    for (const auto& [name, tint] : tints)
      group.items.push_back({"level", "", "", name, tint});
    out.insert(out.begin(), std::move(group));
  }
  return out;
}

namespace {

/// Visits every line of a legend in its column: a title (no item) or an item. Gives the height of the tallest column.
double forEachLine(const std::vector<LegendGroup>& groups, double rowHeight, double mostHeight, int& columns,
                   const std::function<void(int, double, const LegendGroup&, const LegendItem*)>& visit) {
  double y = 0;
  double tallest = 0;
  columns = 1;
  for (const LegendGroup& group : groups) {
    // A title never stands alone at the foot of a column.
    if (y > 0 && y + rowHeight * 2.6 > mostHeight) {
      ++columns;
      y = 0;
    } else if (y > 0) {
      y += rowHeight * 0.35;
    }
    visit(columns - 1, y, group, nullptr);
    y += rowHeight * 1.1;
    for (const LegendItem& item : group.items) {
      if (y > 0 && y + rowHeight > mostHeight) {
        ++columns;
        y = 0;
      }
      visit(columns - 1, y, group, &item);
      y += rowHeight;
      tallest = std::max(tallest, y);
    }
  }
  return tallest;
}

} // namespace

LegendLayout layOutLegend(const std::vector<LegendGroup>& groups, double rowHeight, double columnWidth,
                          double mostHeight) {
  const auto withRows = [&](double height) {
    LegendLayout out;
    out.rowHeight = height;
    out.columnWidth = columnWidth;
    out.mostHeight = std::max(mostHeight, height * 6);
    out.height = forEachLine(groups, height, out.mostHeight, out.columns,
                             [](int, double, const LegendGroup&, const LegendItem*) {});
    return out;
  };
  LegendLayout best = withRows(rowHeight);
  // Slightly closer rows rather than a last column with a few items.
  for (const double closer : {0.94, 0.88, 0.82})
    if (LegendLayout other = withRows(rowHeight * closer); other.columns < best.columns)
      return other;
  return best;
}

double legendTextSize(const LegendLayout& layout, const QString& name, bool engraved) {
  const double size = layout.rowHeight * 0.6;
  const double room = layout.columnWidth - layout.rowHeight * (kSwatchWidth + 0.9);
  const double width = shapeText(name, engraved ? Face::Serif : Face::Sans, 0).width * size;
  return size * std::min(1.0, room / std::max(width, 1e-9));
}

void paintLegend(QPainter& painter, const MapPainter& map, const std::vector<LegendGroup>& groups,
                 const LegendLayout& layout, QPointF topLeft) {
  const MapStyle& style = map.style();
  const bool engraved = style.id() != "clear";
  const double row = layout.rowHeight;
  int columns = 1;
  const auto text = [&](const QString& words, QPointF left, double size, Face face, double most) {
    TextShape shape = shapeText(words, face, 0);
    const double fit = std::min(1.0, most / std::max(shape.width * size, 1e-9));
    QPainterPath path = QTransform(size * fit, 0, 0, size * fit, left.x(), left.y()).map(shape.path);
    path.setFillRule(Qt::WindingFill);
    painter.fillPath(path, style.ink());
  };
  forEachLine(groups, row, layout.mostHeight * (1 + 1e-9), columns,
              [&](int column, double y, const LegendGroup& group, const LegendItem* item) {
                const QPointF at = topLeft + QPointF(column * layout.columnWidth, y);
                if (!item) {
                  text(group.title, at + QPointF(0, row * 0.78), row * 0.66,
                       engraved ? Face::SerifBold : Face::SansBold, layout.columnWidth);
                  return;
                }
                const QRectF box(at + QPointF(0, row * 0.08), QSizeF(row * kSwatchWidth, row * 0.84));
                if (item->section == "level")
                  painter.fillRect(box, item->tint);
                else
                  paintSwatch(painter, *map.snapshot().ruleset, style, item->section, item->id, item->classId, box);
                if (item->section == "level" || item->section == "terrain") {
                  // Pale grounds need an edge.
                  painter.setBrush(Qt::NoBrush);
                  painter.setPen(QPen(withAlpha(style.ink(), 0.35), row * 0.03));
                  painter.drawRect(box);
                }
                text(item->name, at + QPointF(row * (kSwatchWidth + 0.35), row * 0.68),
                     legendTextSize(layout, item->name, engraved), engraved ? Face::Serif : Face::Sans,
                     layout.columnWidth);
              });
}

} // namespace hotchkiss
