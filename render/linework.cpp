#include "render/linework.h"

#include "render/noise.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

/// One piece being drawn: the run, its ruler and lengths in pixels.
struct Draft {
  const StyleRow& row;
  const Run& run;
  const LineLook& look;
  LineInk& ink;
  Ruler ruler;
  double length;
  double half; ///< of the style's width

  Draft(const StyleRow& r, const Run& piece, const LineLook& l, LineInk& i)
      : row(r), run(piece), look(l), ink(i), ruler(piece.points), length(ruler.length()), half(r.width * l.scale / 2) {}

  double px(double pitches) const { return pitches * look.scale; }
  /// Never thinner than can be seen.
  double visible(double pitches, double least = 0.35) const { return std::max(px(pitches), least); }
  /// How often something repeats, at least once.
  int count(double spacing) const { return std::max(1, static_cast<int>(std::lround(length / px(spacing)))); }
};

void closeEnds(const Draft& d, QPainterPath& path, double half) {
  if (d.run.startWidth > 0)
    addDisc(path, d.run.points.front(), half * d.run.startWidth);
  if (d.run.endWidth > 0)
    addDisc(path, d.run.points.back(), half * d.run.endWidth);
}

void band(const Draft& d, QPainterPath& path, double half) {
  addBand(path, d.run.points, half * d.run.startWidth, half * d.run.endWidth);
  closeEnds(d, path, half);
}

double bankLine(const Draft& d) {
  return std::clamp(d.row.width * 0.12, 0.007, 0.014);
}

void solid(const Draft& d) {
  const double half = std::max(d.half, 0.4);
  const double waver = half * d.run.waver;
  // A taper stays visible to its end.
  const double start = std::max(half * d.run.startWidth, std::min(half, 0.4));
  const double end = std::max(half * d.run.endWidth, std::min(half, 0.4));
  if (d.row.casing.isValid()) {
    const double bank = d.visible(bankLine(d), 0.5);
    // The casing follows the same wavering banks, wider by the bank line.
    addWaveringBand(d.ink.casing, d.run.points, start + bank, end + bank, waver, d.run.seed);
    if (!d.run.startsOpen)
      addDisc(d.ink.casing, d.run.points.front(), start + bank);
    if (!d.run.endsOpen)
      addDisc(d.ink.casing, d.run.points.back(), end + bank);
  }
  addWaveringBand(d.ink.body, d.run.points, start, end, waver, d.run.seed);
  addDisc(d.ink.body, d.run.points.front(), start);
  addDisc(d.ink.body, d.run.points.back(), end);
}

void doubled(const Draft& d) {
  const double outer = std::max(d.half, 1.0);
  const double line = std::clamp(d.px(0.009), 0.45, outer * 0.6);
  band(d, d.ink.casing, outer);
  band(d, d.ink.body, outer - line);
}

/// Dashes with half a dash at both ends.
void dashes(const Draft& d, QPainterPath& path, double half, double period, double filled) {
  const int n = d.count(period);
  const double step = d.length / n;
  const double dash = step * filled / 2;
  for (int i = 0; i < n; ++i) {
    const double start = i * step;
    addBand(path, d.ruler.part(start, start + dash), half, half);
    addBand(path, d.ruler.part(start + step - dash, start + step), half, half);
  }
}

void dotted(const Draft& d) {
  const int n = d.count(std::max(d.row.width * 1.7, 0.05));
  const double step = d.length / n;
  const double radius = std::max(d.half * 0.62, 0.5);
  for (int i = 0; i <= n; ++i)
    addDisc(d.ink.body, d.ruler.at(i * step), radius);
}

void cross(const Draft& d, QPainterPath& path, double at, double reach, double half) {
  const QPointF p = d.ruler.at(at);
  const QPointF across = d.ruler.right(at) * reach;
  addBand(path, {p - across, p + across}, half, half);
}

void rail(const Draft& d, bool broken) {
  const double half = d.visible(std::max(d.row.width * 0.16, 0.0065), 0.45);
  const int n = d.count(0.115);
  const double step = d.length / n;
  if (d.row.casing.isValid())
    addBand(d.ink.casing, d.run.points, d.half * 1.15, d.half * 1.15);
  if (broken)
    dashes(d, d.ink.body, half, 0.115 * 2, 0.62);
  else {
    addBand(d.ink.body, d.run.points, half, half);
    addDisc(d.ink.body, d.run.points.front(), half);
    addDisc(d.ink.body, d.run.points.back(), half);
  }
  const double tie = d.visible(std::max(d.row.width * 0.75, 0.026), 1.2);
  for (int i = 0; i < n; ++i)
    cross(d, broken ? d.ink.detail : d.ink.body, (i + 0.5) * step, broken ? tie * 0.8 : tie, half * 0.9);
}

/// The centre line swings to and fro; both ends stay where they are.
void waves(const Draft& d) {
  const int swings = std::max(1, d.count(0.3));
  const double swing = d.px(std::clamp(0.022 - d.row.width * 0.1, 0.006, 0.02));
  Noise noise(d.run.seed);
  const double sign = noise.unit() < 0.5 ? -1 : 1;
  Run wavering = d.run;
  for (std::size_t i = 0; i < wavering.points.size(); ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(wavering.points.size() - 1);
    const double at = t * d.length;
    wavering.points[i] += d.ruler.right(at) * (sign * swing * std::sin(t * swings * 2 * M_PI) * std::sin(t * M_PI));
  }
  const Draft waver(d.row, wavering, d.look, d.ink);
  solid(waver);
  if (d.row.width >= 0.1) { // a broad water: ripples on it
    const int n = d.count(0.16);
    const double half = d.visible(0.004, 0.3);
    for (int i = 0; i < n; ++i) {
      const double at = (i + 0.5) * d.length / n;
      for (const double lane : {-0.45, 0.4}) {
        const QPointF p = d.ruler.at(at) + d.ruler.right(at) * (lane * d.half);
        const QPointF along = d.ruler.direction(at) * d.px(0.035);
        const QPointF lift = d.ruler.right(at) * d.px(0.012);
        addBand(d.ink.detail, cubic(p - along, p - along / 3 - lift, p + along / 3 + lift, p + along, 6), half, half);
      }
    }
  }
}

/// How long strokes are along a piece: they swell or shrink a little, and run out where the line ends.
double swellAt(const Draft& d, double at) {
  constexpr double kRunOut = 0.13; ///< pitches
  double out = d.look.engraved ? 1.0 + 0.1 * std::sin(M_PI * at / d.length) * Noise(d.run.seed).around() : 0.95;
  const double reach = std::min(d.px(kRunOut), d.length);
  if (d.run.endsOpen)
    out *= std::clamp(0.6 + 0.4 * (d.length - at) / reach, 0.0, 1.0);
  if (d.run.startsOpen)
    out *= std::clamp(0.6 + 0.4 * at / reach, 0.0, 1.0);
  return out;
}

/// Strokes are longest in the middle of a hexside, where pieces start.
double bellyAt(const Draft& d, double at) {
  return d.look.engraved ? 0.78 + 0.28 * std::cos(0.5 * M_PI * at / d.length) : 1;
}

void hachures(const Draft& d, double side, bool both) {
  const double reach = d.px(d.row.width);
  // Steeper ground has longer and denser strokes. Those of two sides stand apart: a ridge must not look as heavy as a
  // river. Those of one side have to tell alone where the ground falls.
  const double spacing = !d.look.engraved ? std::clamp(0.062 - d.row.width * 0.22, 0.028, 0.055)
                         : both           ? std::clamp(0.072 - d.row.width * 0.27, 0.034, 0.056)
                                          : std::clamp(0.062 - d.row.width * 0.26, 0.027, 0.05);
  const int n = d.count(spacing);
  const double step = d.length / n;
  const double thick = d.visible(!d.look.engraved ? std::clamp(d.row.width * 0.235, 0.015, 0.03)
                                 : both           ? std::clamp(d.row.width * 0.15, 0.011, 0.019)
                                                  : std::clamp(d.row.width * 0.19, 0.014, 0.022),
                                 0.7);
  Noise noise(d.run.seed ^ (side > 0 ? 0x51ULL : 0xA3ULL));
  for (int i = 0; i < n; ++i) {
    // The two sides of a ridge are set against each other, or they would pass for the ties of a railroad.
    const double at = (i + 0.5 + (d.look.engraved ? 0.25 * side + 0.2 * noise.around() : 0)) * step;
    const QPointF away = d.ruler.right(at) * side;
    // Every third stroke or so is a short one between the long ones.
    const double chance = d.look.engraved ? (noise.unit() < 0.3 ? 0.78 : 1.0) + 0.08 * noise.around() : 1;
    const double length = reach * chance * swellAt(d, at) * bellyAt(d, at);
    const QPointF lean = d.ruler.direction(at) * (d.look.engraved ? 0.07 * length * noise.around() : 0);
    const QPointF foot = d.ruler.at(at) + away * d.run.offset;
    const QPointF tip = foot + away * length + lean;
    addHachure(d.ink.body, d.run.reversed ? tip : foot, d.run.reversed ? foot : tip, thick);
  }
  // The brow from which the ground falls.
  const double brow = d.visible(d.row.casing.isValid() ? 0.008 : 0.0045, 0.4);
  std::vector<QPointF> line = d.run.points;
  if (d.run.offset > 0 || d.run.reversed) {
    const double out = d.run.offset + (d.run.reversed ? reach : 0);
    for (std::size_t i = 0; i < line.size(); ++i)
      line[i] += d.ruler.right(d.length * static_cast<double>(i) / static_cast<double>(line.size() - 1)) * side * out;
  }
  addBand(d.ink.body, line, brow, brow);
}

void hachuresOn(const Draft& d, bool both) {
  if (both || d.run.side == 0) {
    hachures(d, 1, true);
    hachures(d, -1, true);
  } else {
    hachures(d, d.run.side, false);
  }
}

/// Stones in a row, each a little different.
void wall(const Draft& d) {
  const int n = d.count(std::max(d.row.width * 1.25, 0.05));
  const double step = d.length / n;
  const double half = std::max(d.half * 0.95, 0.9);
  if (d.row.casing.isValid())
    addBand(d.ink.casing, d.run.points, half * 1.35, half * 1.35);
  Noise noise(d.run.seed);
  for (int i = 0; i < n; ++i) {
    const double at = (i + 0.5) * step;
    const double long_ = step * (0.36 + 0.06 * noise.around());
    const double high = half * (0.85 + 0.18 * noise.around());
    const QPointF p = d.ruler.at(at);
    const QPointF u = d.ruler.direction(at) * long_;
    const QPointF v = d.ruler.right(at) * high;
    QPainterPath& path = d.ink.body;
    path.moveTo(p - u - v * 0.5);
    path.lineTo(p - u * 0.6 - v);
    path.lineTo(p + u * 0.6 - v);
    path.lineTo(p + u - v * 0.4);
    path.lineTo(p + u + v * 0.5);
    path.lineTo(p + u * 0.5 + v);
    path.lineTo(p - u * 0.7 + v);
    path.lineTo(p - u + v * 0.4);
    path.closeSubpath();
  }
}

/// Two lines with strokes that face each other.
void cut(const Draft& d) {
  const double apart = std::max(d.half, 1.2);
  const double half = d.visible(0.006, 0.4);
  const int n = d.count(0.062);
  const double step = d.length / n;
  for (const double side : {-1.0, 1.0}) {
    std::vector<QPointF> line = d.run.points;
    for (std::size_t i = 0; i < line.size(); ++i)
      line[i] += d.ruler.right(d.length * static_cast<double>(i) / static_cast<double>(line.size() - 1)) * side * apart;
    addBand(d.ink.body, line, half, half);
    for (int i = 0; i < n; ++i) {
      const double at = (i + 0.5) * step;
      const QPointF foot = d.ruler.at(at) + d.ruler.right(at) * side * apart;
      addWedge(d.ink.body, foot, foot - d.ruler.right(at) * side * apart * 0.75, half * 2.6);
    }
  }
}

/// A parapet with teeth toward the enemy.
void works(const Draft& d) {
  const double half = d.visible(std::max(d.row.width * 0.2, 0.012), 0.8);
  const double tooth = std::max(d.half * 1.15, 1.5);
  const int n = d.count(0.085);
  const double step = d.length / n;
  const double side = d.run.side == 0 ? 1 : d.run.side;
  std::vector<QPointF> line = d.run.points;
  for (std::size_t i = 0; i < line.size(); ++i)
    line[i] -=
        d.ruler.right(d.length * static_cast<double>(i) / static_cast<double>(line.size() - 1)) * side * d.run.offset;
  addBand(d.ink.body, line, half, half);
  addDisc(d.ink.body, line.front(), half);
  addDisc(d.ink.body, line.back(), half);
  for (int i = 0; i < n; ++i) {
    const double at = (i + 0.5) * step;
    const QPointF foot = d.ruler.at(at) - d.ruler.right(at) * side * d.run.offset;
    addWedge(d.ink.body, foot, foot + d.ruler.right(at) * side * tooth, step * 0.72);
  }
}

/// Long dash and two dots; thin colour bands accompany it on both sides.
void border(const Draft& d) {
  const double half = d.visible(std::clamp(d.row.width * 0.16, 0.006, 0.011), 0.45);
  const int n = d.count(0.29);
  const double step = d.length / n;
  for (int i = 0; i < n; ++i) {
    const double at = i * step;
    addBand(d.ink.body, d.ruler.part(at, at + step * 0.26), half, half);
    addBand(d.ink.body, d.ruler.part(at + step * 0.74, at + step), half, half);
    for (const double dot : {0.41, 0.59})
      addDisc(d.ink.body, d.ruler.at(at + step * dot), half * 1.25);
  }
  if (d.row.width >= 0.035)
    addBand(d.ink.casing, d.run.points, d.half, d.half);
}

void ticks(const Draft& d) {
  const double half = d.visible(std::max(d.row.width * 0.14, 0.006), 0.45);
  addBand(d.ink.body, d.run.points, half, half);
  const int n = d.count(0.09);
  const double step = d.length / n;
  for (int i = 0; i < n; ++i)
    cross(d, d.ink.body, (i + 0.5) * step, std::max(d.half, 1.2), half);
}

} // namespace

void drawRun(LineKind line, const StyleRow& row, const Run& run, const LineLook& look, LineInk& ink) {
  if (run.points.size() < 2)
    return;
  const Draft d(row, run, look, ink);
  if (!(d.length > 0))
    return;
  switch (line) {
  case LineKind::None:
    break;
  case LineKind::Solid:
    solid(d);
    break;
  case LineKind::Double:
    doubled(d);
    break;
  case LineKind::Dashed:
    dashes(d, ink.body, std::max(d.half, 0.45), std::max(0.12, row.width * 4), 0.6);
    break;
  case LineKind::Dotted:
    dotted(d);
    break;
  case LineKind::Rail:
    rail(d, false);
    break;
  case LineKind::RailBed:
    rail(d, true);
    break;
  case LineKind::Waves:
    waves(d);
    break;
  case LineKind::Hachures:
    hachuresOn(d, false);
    break;
  case LineKind::HachuresBoth:
    hachuresOn(d, true);
    break;
  case LineKind::Wall:
    wall(d);
    break;
  case LineKind::Cut:
    cut(d);
    break;
  case LineKind::Works:
    works(d);
    break;
  case LineKind::Border:
    border(d);
    break;
  case LineKind::Ticks:
    ticks(d);
    break;
  }
}

QColor casingColour(const StyleRow& row, LineKind line, const QColor& paper) {
  QColor colour = row.casing;
  if (line == LineKind::Border) {
    colour = row.casing.isValid() ? row.casing : row.colour;
    colour.setAlphaF(row.casing.isValid() ? 0.55F : 0.26F);
  }
  if (!colour.isValid())
    colour = line == LineKind::Double ? row.colour.darker(220) : paper;
  return colour;
}

QColor detailColour(const StyleRow& row, LineKind line) {
  if (line == LineKind::Waves || line == LineKind::Solid)
    return row.casing.isValid() ? row.casing : row.colour.darker(140);
  return row.colour;
}

void fillInk(QPainter& painter, QPainterPath& path, const QColor& colour) {
  if (path.isEmpty() || !colour.isValid())
    return;
  path.setFillRule(Qt::WindingFill);
  painter.fillPath(path, colour);
}

} // namespace hotchkiss
