#include "render/swatch.h"

#include "render/ground.h"
#include "render/linework.h"
#include "render/scene.h"
#include "render/symbol.h"
#include "render/texture.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

namespace {

/// A style by value behind a pointer that does not own it: swatches live no longer than their call.
std::shared_ptr<const MapStyle> borrowed(const MapStyle& style) {
  return {std::shared_ptr<const MapStyle>(), &style};
}

void paintTerrain(QPainter& painter, const Ruleset& ruleset, const MapStyle& style, std::string_view id,
                  const QRectF& where) {
  // A tiny map that is all of this terrain, through the same passes as any map.
  Scene scene;
  scene.snapshot.document = Document(Lattice{}, Extent{8, 8});
  const std::uint32_t terrain = scene.document().pool().intern(id);
  for (std::int32_t c = 0; c < 8; ++c)
    for (std::int32_t r = 0; r < 8; ++r)
      scene.snapshot.document.setHex({c, r}, HexValue{terrain, TextPool::kNone, HexValue::kNoLevel});
  scene.style = borrowed(style);
  scene.palette = std::make_shared<const Palette>(ruleset, scene.style);
  scene.meanings = std::make_shared<const PoolMeanings>(scene.palette);
  scene.levels = std::make_shared<const std::map<int, std::int64_t>>();
  const double scale = std::max(36.0, where.height() * 1.05);
  const QPointF middle = toQt(scene.lattice().centre({4, 4}));
  const QSizeF size = where.size() / scale;
  // Around the border of a single hex of relief there is more to see than inside a plain of it.
  const View view{QRectF(middle - QPointF(size.width(), size.height()) / 2, size), scale};
  painter.save();
  painter.translate(where.topLeft());
  QPainterPath frame;
  frame.addRoundedRect(QRectF(QPointF(), where.size()), 2.5, 2.5);
  painter.setClipPath(frame, Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  paintGround(painter, scene, view);
  paintTextures(painter, scene, view);
  painter.restore();
}

void paintLine(QPainter& painter, const MapStyle& style, const StyleRow& row, const QRectF& where, bool oriented) {
  const LineKind line = lineFromText(row.line).value_or(LineKind::None);
  const double scale = std::max(44.0, where.height() * 2.2);
  Run run;
  const QPointF left(where.left() + 1, where.center().y() + where.height() * 0.1);
  const QPointF right(where.right() - 1, where.center().y() - where.height() * 0.1);
  const QPointF middle = where.center();
  run.points = cubic(left, left + QPointF(where.width() * 0.2, -where.height() * 0.12),
                     middle - QPointF(where.width() * 0.12, 0), middle, 12);
  const std::vector<QPointF> rest = cubic(middle, middle + QPointF(where.width() * 0.12, 0),
                                          right - QPointF(where.width() * 0.2, -where.height() * 0.12), right, 12);
  run.points.insert(run.points.end(), rest.begin() + 1, rest.end());
  run.seed = 7;
  run.side = oriented ? 1 : 0;
  LineInk ink;
  drawRun(line, row, run, {scale, style.id() != "clear"}, ink);
  fillInk(painter, ink.casing, casingColour(row, line, style.paper()));
  fillInk(painter, ink.body, row.colour);
  fillInk(painter, ink.detail, detailColour(row, line));
}

std::string catalogueSymbol(const Ruleset& ruleset, std::string_view section, std::string_view id,
                            std::string_view classId) {
  const RecordTable& rows = ruleset.rows("catalogue");
  const auto it = rows.find(RecordKey{std::string(section), std::string(id)});
  if (it == rows.end())
    return {};
  const nlohmann::json row = nlohmann::json::parse(it->second, nullptr, false);
  if (!row.is_object())
    return {};
  if (!classId.empty() && row.contains("classes") && row["classes"].is_object()) {
    const nlohmann::json& classes = row["classes"];
    if (const auto found = classes.find(std::string(classId)); found != classes.end() && found->is_object())
      if (const std::string symbol = found->value("symbol", ""); !symbol.empty())
        return symbol;
  }
  return row.value("symbol", "");
}

} // namespace

void paintSwatch(QPainter& painter, const Ruleset& ruleset, const MapStyle& style, std::string_view section,
                 std::string_view id, std::string_view classId, const QRectF& where) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (section == "edgeFeature" && id.starts_with("path.")) {
    section = "path";
    id.remove_prefix(5);
  }
  const StyleRow& row = style.row(section, id, classId);
  const LineKind line = lineFromText(row.line).value_or(LineKind::None);
  if (section == "terrain") {
    paintTerrain(painter, ruleset, style, id, where);
  } else if (line != LineKind::None && row.colour.isValid()) {
    painter.setClipRect(where, Qt::IntersectClip);
    paintLine(painter, style, row, where, line != LineKind::HachuresBoth);
  } else {
    std::string symbol = row.symbol;
    if (symbol.empty() || symbol == "none")
      symbol = catalogueSymbol(ruleset, section, id, classId);
    if (symbol.empty() || symbol == "none")
      symbol = "clear";
    SymbolColours colours = symbolColours(row, style);
    if (!row.colour.isValid() && row.label.isValid())
      colours.ink = colours.fill = row.label;
    // Small marks stay small, but never too small to be told apart.
    const double side = std::min(where.width(), where.height());
    const double size = side * std::clamp(0.55 + symbolSize(symbol), 0.62, 0.95);
    drawSymbol(painter, symbol, where.center(), size, 0, colours);
  }
  painter.restore();
}

QImage swatch(const Ruleset& ruleset, const MapStyle& style, std::string_view section, std::string_view id,
              std::string_view classId, QSize size, double devicePixelRatio) {
  QImage image(size * devicePixelRatio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(devicePixelRatio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  paintSwatch(painter, ruleset, style, section, id, classId, QRectF(QPointF(0, 0), QSizeF(size)));
  return image;
}

} // namespace hotchkiss
