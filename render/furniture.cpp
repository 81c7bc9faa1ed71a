#include "render/furniture.h"

#include "libterrain/map/document.h"
#include "render/colours.h"
#include "render/fonts.h"
#include "render/view.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace hotchkiss {

namespace {

using nlohmann::json;

constexpr double kTickLength = 1.1; ///< all lengths in millimetres
constexpr double kTickText = Graticule::kTextSize;
constexpr double kCross = 0.9;
constexpr double kThin = 0.14;

/// 1, 2 or 5 times a power of ten, at most the value.
double roundDown(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {5.0, 2.0, 1.0})
    if (step * power <= value * (1 + 1e-12))
      return step * power;
  return power;
}

/// Multiples of the interval between two values; not more than a sheet has room for, whatever a module says.
std::vector<double> roundValues(double low, double high, double interval) {
  constexpr int kMost = 400;
  std::vector<double> out;
  const double first = std::ceil(low / interval - 1e-9);
  const double count = std::floor(high / interval + 1e-9) - first;
  for (int i = 0; i <= std::min(count, static_cast<double>(kMost)); ++i)
    out.push_back((first + i) * interval);
  return out;
}

json recordOf(const Document& document, const RecordKey& key) {
  const std::string* text = document.record("module", key);
  return text ? json::parse(*text, nullptr, false) : json();
}

double numberIn(const json& row, const char* member, double otherwise) {
  return row.contains(member) && row[member].is_number() ? row[member].get<double>() : otherwise;
}

std::optional<double> pairIn(const json& row, const char* member, std::size_t which) {
  if (!row.contains(member) || !row[member].is_array() || row[member].size() != 2 || !row[member][which].is_number())
    return std::nullopt;
  return row[member][which].get<double>();
}

Face textFace(const MapStyle& style) {
  return style.id() == "clear" ? Face::Sans : Face::Serif;
}

} // namespace

std::optional<MapGround> MapGround::of(const Document& document) {
  const json row = recordOf(document, {"frame", "map"});
  MapGround out;
  out.hasScale = false;
  if (row.is_object()) {
    const std::optional<double> x = pairIn(row, "pitch", 0);
    const std::optional<double> y = pairIn(row, "pitch", 1);
    out.hasScale = x && y && *x > 0 && *y > 0;
    if (out.hasScale) {
      out.frame.pitch = {*x, *y};
      out.frame.origin = {pairIn(row, "origin", 0).value_or(0), pairIn(row, "origin", 1).value_or(0)};
      out.frame.rotation = numberIn(row, "rotation", 0);
      out.frame.shear = numberIn(row, "shear", 0);
      out.unit = row.value("unit", "");
      out.isTied = row.contains("crs") && row["crs"].is_string();
    }
  }
  if (out.isTied) {
    const Point here = out.frame.toPlane(out.frame.origin);
    const Point up = out.frame.toPlane({out.frame.origin.x, out.frame.origin.y + out.frame.pitch[1]});
    out.north = std::atan2(up.x - here.x, here.y - up.y) * 180 / std::numbers::pi;
    return out;
  }
  // Sheets may say where north is although nobody knows where the ground is.
  for (const auto& [key, text] : document.table("module"))
    if (key.section == "sheet")
      if (const json sheet = json::parse(text, nullptr, false);
          sheet.is_object() && sheet.contains("northBearing") && sheet["northBearing"].is_number()) {
        out.north = sheet["northBearing"].get<double>();
        break;
      }
  if (!out.hasScale && !out.north)
    return std::nullopt;
  return out;
}

std::optional<ScaleBar> scaleBarFor(const MapGround& ground, double hexMillimetres, double mostMillimetres) {
  if (ground.unit != "metre" && ground.unit != "foot")
    return std::nullopt;
  const bool metric = ground.unit == "metre";
  const double unitsPerMillimetre = ground.frame.pitch[0] / hexMillimetres;
  const double large = metric ? 1000 : 5280; // one kilometre, one mile
  const double most = mostMillimetres * unitsPerMillimetre;
  if (!(most > 0) || !std::isfinite(most))
    return std::nullopt;
  ScaleBar bar;
  bar.length = roundDown(most >= large ? most / large : most);
  bar.millimetres = bar.length * (most >= large ? large : 1) / unitsPerMillimetre;
  bar.unit = most >= large ? (metric           ? QStringLiteral("km")
                              : bar.length > 1 ? QStringLiteral("miles")
                                               : QStringLiteral("mile"))
                           : (metric ? QStringLiteral("m") : QStringLiteral("feet"));
  return bar;
}

void paintScaleBar(QPainter& painter, const MapStyle& style, const ScaleBar& bar, QPointF topLeft, double dots) {
  constexpr double kHigh = 1.1;
  constexpr double kText = 2.6;
  const QPointF bottom = topLeft + QPointF(0, kText * 1.25);
  // Two rows of fields, filled by turns, as engravers do.
  for (int i = 0; i < 4; ++i)
    for (int row = 0; row < 2; ++row)
      if ((i + row) % 2 == 0)
        painter.fillRect(QRectF((bottom + QPointF(bar.millimetres * i / 4, kHigh / 2 * row)) * dots,
                                QSizeF(bar.millimetres / 4, kHigh / 2) * dots),
                         style.ink());
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.ink(), kThin * dots));
  painter.drawRect(QRectF(bottom * dots, QSizeF(bar.millimetres, kHigh) * dots));
  for (const int quarter : {0, 2, 4}) {
    const QString number = QString::number(bar.length * quarter / 4);
    const QString text = quarter == 4 ? number + ' ' + bar.unit : number;
    const double half = shapeText(number, textFace(style)).width * kText / 2;
    drawShapedText(painter, text, (topLeft + QPointF(bar.millimetres * quarter / 4 - half, kText * 0.85)) * dots,
                   kText * dots, textFace(style), style.ink());
  }
}

Graticule::Graticule(const MapGround& ground, const QRectF& area, const QRectF& map)
    : mGround(ground), mArea(area), mMap(map) {
  // Lines some three centimetres apart, and always some on the shorter side.
  const double perMillimetre = ground.frame.pitch[0] * area.width() / std::max(map.width(), 1e-9);
  const double apart = std::clamp(std::min(map.width(), map.height()) / 2.2, 4.0, 45.0);
  mInterval = roundDown(std::max(apart * perMillimetre, 1e-12));
}

QPointF Graticule::toMap(QPointF plane) const {
  return mMap.topLeft() + QPointF((plane.x() - mArea.left()) / mArea.width() * mMap.width(),
                                  (plane.y() - mArea.top()) / mArea.height() * mMap.height());
}

QString Graticule::textOf(double value, bool isEast) const {
  if (mGround.unit == "degree") {
    const QString digits = QString::number(std::abs(value), 'f',
                                           mInterval < 0.01  ? 3
                                           : mInterval < 0.1 ? 2
                                           : mInterval < 1   ? 1
                                                             : 0);
    return digits + QChar(0xB0) + (isEast ? (value < 0 ? 'W' : 'E') : (value < 0 ? 'S' : 'N'));
  }
  if (!mGround.isTied) { // distances from the plane's corner
    const bool metric = mGround.unit == "metre";
    const double large = metric ? 1000 : 5280;
    const bool isFar = mInterval >= large * 0.1;
    return QString::number(std::abs(value) / (isFar ? large : 1)) +
           (isFar ? (metric ? " km" : " mi") : (metric ? " m" : " ft"));
  }
  // Whole thousands are easier to read apart.
  QString digits = QString::number(std::llround(std::abs(value)));
  for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
    digits.insert(at, QChar(0x2009));
  return digits + (isEast ? " E" : " N");
}

std::vector<Graticule::Tick> Graticule::ticks(QPointF from, QPointF to) const {
  const Point a = mGround.frame.toGround(fromQt(from));
  const Point b = mGround.frame.toGround(fromQt(to));
  const bool isEast = std::abs(b.x - a.x) >= std::abs(b.y - a.y);
  const double first = isEast ? a.x : a.y;
  const double last = isEast ? b.x : b.y;
  std::vector<Tick> out;
  if (first == last)
    return out;
  for (const double value : roundValues(std::min(first, last), std::max(first, last), mInterval))
    out.push_back({(value - first) / (last - first), textOf(value, isEast)});
  return out;
}

void Graticule::paintFrame(QPainter& painter, const MapStyle& style, double dots) const {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.ink(), kThin * 1.4 * dots));
  painter.drawRect(QRectF(mMap.topLeft() * dots, mMap.size() * dots));
  painter.setPen(QPen(style.ink(), kThin * 3 * dots));
  const double out = kRoom - 0.5;
  painter.drawRect(
      QRectF((mMap.topLeft() - QPointF(out, out)) * dots, (mMap.size() + QSizeF(2 * out, 2 * out)) * dots));
  painter.setPen(QPen(style.ink(), kThin * dots));
  const Face face = textFace(style);
  const std::array<QPointF, 4> corners{mArea.topLeft(), mArea.topRight(), mArea.bottomRight(), mArea.bottomLeft()};
  for (std::size_t side = 0; side < 4; ++side) {
    // Clockwise around the map: outward is to the left of the way.
    const QPointF from = toMap(corners[side]);
    const QPointF to = toMap(corners[(side + 1) % 4]);
    const QPointF along = (to - from) / std::max(std::hypot(to.x() - from.x(), to.y() - from.y()), 1e-9);
    const QPointF outward(along.y(), -along.x());
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    for (const Tick& tick : ticks(corners[side], corners[(side + 1) % 4])) {
      const QPointF foot = from + (to - from) * tick.at;
      painter.drawLine(foot * dots, (foot + outward * kTickLength) * dots);
      const double half = shapeText(tick.text, face).width * kTickText / 2;
      if (tick.at * length < half || (1 - tick.at) * length < half)
        continue; // it would run over the corner
      // Upright along the top and the bottom, rising along the sides.
      const QPointF reading = side == 0 || side == 2 ? QPointF(1, 0) : QPointF(0, -1);
      const QPointF down(-reading.y(), reading.x());
      const QPointF middle = foot + outward * (kTickLength + (out - kTickLength) / 2 - 0.1);
      const QPointF left = (middle - reading * half + down * (kTickText * 0.32)) * dots;
      const double size = kTickText * dots;
      QPainterPath path =
          QTransform(reading.x() * size, reading.y() * size, down.x() * size, down.y() * size, left.x(), left.y())
              .map(shapeText(tick.text, face).path);
      path.setFillRule(Qt::WindingFill);
      painter.fillPath(path, style.ink());
    }
  }
}

void Graticule::paintCrosses(QPainter& painter, const MapStyle& style, double dots) const {
  if (!mGround.isTied) // distances alone are worth no ink on the map
    return;
  double west = 1e300;
  double east = -1e300;
  double south = 1e300;
  double north = -1e300;
  for (const QPointF& corner : {mArea.topLeft(), mArea.topRight(), mArea.bottomRight(), mArea.bottomLeft()}) {
    const Point p = mGround.frame.toGround(fromQt(corner));
    west = std::min(west, p.x);
    east = std::max(east, p.x);
    south = std::min(south, p.y);
    north = std::max(north, p.y);
  }
  painter.setPen(QPen(withAlpha(style.ink(), 0.55), kThin * dots));
  const auto at = [&](double x, double y) { return toMap(toQt(mGround.frame.toPlane({x, y}))); };
  for (const double x : roundValues(west, east, mInterval))
    for (const double y : roundValues(south, north, mInterval)) {
      const QPointF p = at(x, y);
      if (!mMap.adjusted(kCross, kCross, -kCross, -kCross).contains(p))
        continue;
      for (const QPointF& q : {at(x + mInterval * 0.1, y), at(x, y + mInterval * 0.1)}) {
        const QPointF d = (q - p) / std::max(std::hypot(q.x() - p.x(), q.y() - p.y()), 1e-9) * kCross;
        painter.drawLine((p - d) * dots, (p + d) * dots);
      }
    }
}

void paintNorthArrow(QPainter& painter, const MapStyle& style, QPointF middle, double height, double turn,
                     double dots) {
  painter.save();
  painter.translate(middle * dots);
  painter.rotate(turn);
  painter.scale(height * dots / 100, height * dots / 100);
  // A needle, its eastern half filled.
  QPainterPath needle;
  needle.moveTo(0, -34);
  needle.lineTo(13, 46);
  needle.lineTo(0, 34);
  needle.lineTo(-13, 46);
  needle.closeSubpath();
  QPainterPath half;
  half.moveTo(0, -34);
  half.lineTo(13, 46);
  half.lineTo(0, 34);
  half.closeSubpath();
  painter.fillPath(needle, style.paper());
  painter.fillPath(half, style.ink());
  painter.strokePath(needle, QPen(style.ink(), 1.6, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  const Face face = style.id() == "clear" ? Face::SansBold : Face::SerifBold;
  constexpr double kLetter = 24;
  drawShapedText(painter, "N", QPointF(-shapeText("N", face).width * kLetter / 2, -37), kLetter, face, style.ink());
  painter.restore();
}

} // namespace hotchkiss
