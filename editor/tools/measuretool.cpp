#include "editor/tools/measuretool.h"

#include "libterrain/grid/frame.h"

#include <QLocale>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

namespace hotchkiss::editor {

namespace {

constexpr double kMetresPerMile = 1609.344;
constexpr double kMetresPerDegree = 111'195; ///< of a great circle

/// The ground under a map, as far as it is known.
class Ground {
 public:
  explicit Ground(const Document& map) : mLattice(map.lattice()) {
    const std::string* text = map.record("module", {"frame", "map"});
    if (!text)
      return;
    const nlohmann::json body = nlohmann::json::parse(*text, nullptr, false);
    if (!body.is_object())
      return;
    const auto pitch = body.value("pitch", std::array<double, 2>{1, 1});
    const auto origin = body.value("origin", std::array<double, 2>{0, 0});
    mFrame.pitch = pitch;
    mFrame.origin = {origin[0], origin[1]};
    mFrame.rotation = body.value("rotation", 0.0);
    mFrame.shear = body.value("shear", 0.0);
    mUnit = body.value("unit", "metre");
    mKnown = true;
  }

  explicit operator bool() const { return mKnown; }

  double metres(Point a, Point b) const {
    const Point from = mFrame.toGround(a);
    const Point to = mFrame.toGround(b);
    if (mUnit != "degree")
      return std::hypot(to.x - from.x, to.y - from.y) * factor();
    const double middle = (from.y + to.y) / 2 * std::numbers::pi / 180;
    return std::hypot((to.x - from.x) * std::cos(middle), to.y - from.y) * kMetresPerDegree;
  }
  double metres(HexCoord a, HexCoord b) const { return metres(mLattice.centre(a), mLattice.centre(b)); }

  /// Of one hex.
  double squareMetres(HexCoord h) const {
    const auto corners = mLattice.outline(h);
    const Point centre = mLattice.centre(h);
    double out = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) { // six triangles by their sides
      const Point p = corners[i];
      const Point q = corners[(i + 1) % corners.size()];
      const double a = metres(centre, p);
      const double b = metres(centre, q);
      const double c = metres(p, q);
      const double s = (a + b + c) / 2;
      out += std::sqrt(std::max(0.0, s * (s - a) * (s - b) * (s - c)));
    }
    return out;
  }

 private:
  double factor() const { return mUnit == "foot" ? 0.3048 : 1; }

  Lattice mLattice;
  Frame mFrame;
  std::string mUnit;
  bool mKnown = false;
};

} // namespace

QString distanceText(double metres) {
  const QLocale locale;
  const QString miles = locale.toString(metres / kMetresPerMile, 'f', 2);
  if (metres < 1000)
    return MeasureTool::tr("%1 m (%2 miles)").arg(locale.toString(metres, 'f', 0), miles);
  return MeasureTool::tr("%1 km (%2 miles)").arg(locale.toString(metres / 1000, 'f', 2), miles);
}

QString areaText(double squareMetres) {
  const QLocale locale;
  return MeasureTool::tr("%1 km² (%2 square miles)")
      .arg(locale.toString(squareMetres / 1e6, 'f', 2),
           locale.toString(squareMetres / (kMetresPerMile * kMetresPerMile), 'f', 2));
}

void MeasureTool::press(const Pointer& pointer) {
  if (pointer.button == Qt::RightButton)
    return cancel();
  if (pointer.button != Qt::LeftButton || !onMap(pointer.pick.hex))
    return;
  if (!mWay.empty() && mWay.back() == pointer.pick.hex)
    return;
  mWay.push_back(pointer.pick.hex);
  mContext.refresh();
}

bool MeasureTool::key(int key, Qt::KeyboardModifiers) {
  if (key != Qt::Key_Backspace || mWay.empty())
    return false;
  mWay.pop_back();
  mContext.refresh();
  return true;
}

void MeasureTool::cancel() {
  mWay.clear();
  Tool::cancel();
}

std::vector<HexCoord> MeasureTool::points() const {
  std::vector<HexCoord> out = mWay;
  if (!out.empty() && mHover && onMap(mHover->pick.hex) && mHover->pick.hex != out.back())
    out.push_back(mHover->pick.hex);
  return out;
}

std::vector<HexCoord> MeasureTool::hexesAlong(const std::vector<HexCoord>& points) const {
  std::vector<HexCoord> out;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const std::vector<HexCoord> leg = lattice().line(points[i - 1], points[i]);
    out.insert(out.end(), leg.begin() + (i > 1 ? 1 : 0), leg.end());
  }
  return out;
}

void MeasureTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  const std::vector<HexCoord> way = points();
  if (way.empty()) {
    if (mHover && onMap(mHover->pick.hex))
      view.hexes(painter, {mHover->pick.hex}, view.accent);
    return;
  }
  const std::vector<HexCoord> steps = hexesAlong(way);
  if (steps.size() < 2000)
    view.hexes(painter, steps, view.accent);
  QPainterPath line(view.toWidget(lattice().centre(way.front())));
  for (const HexCoord h : way)
    line.lineTo(view.toWidget(lattice().centre(h)));
  view.stroke(painter, line, view.accent, 2);
  for (const HexCoord h : way)
    view.dot(painter, lattice().centre(h), view.accent);
  if (way.size() > 1)
    view.tag(painter, lattice().centre(way.back()), statusText());
}

QString MeasureTool::statusText() const {
  const std::vector<HexCoord> way = points();
  const Ground ground(map());
  if (way.size() > 1) {
    int hexes = 0;
    double metres = 0;
    for (std::size_t i = 1; i < way.size(); ++i) {
      hexes += lattice().distance(way[i - 1], way[i]);
      if (ground)
        metres += ground.metres(way[i - 1], way[i]);
    }
    QString out = tr("%n hex(es)", nullptr, hexes);
    if (ground)
      out += QStringLiteral(" · ") + distanceText(metres);
    if (way.size() > 2) {
      out += QLatin1Char('\n') + tr("straight: %n hex(es)", nullptr, lattice().distance(way.front(), way.back()));
      if (ground)
        out += QStringLiteral(" · ") + distanceText(ground.metres(way.front(), way.back()));
    }
    return out;
  }
  QString out;
  if (const std::vector<HexCoord>& area = state().area(); !area.empty()) {
    out = tr("Selection: %n hex(es)", nullptr, static_cast<int>(area.size()));
    if (ground) {
      double square = 0;
      for (const HexCoord h : area)
        square += ground.squareMetres(h);
      out += QStringLiteral(" · ") + editor::areaText(square);
    }
    out += QStringLiteral(" · ");
  }
  return out + (ground ? tr("Click where the way begins")
                       : tr("Click where the way begins (the map lies nowhere on the "
                            "ground, so only hexes are counted)"));
}

QString MeasureTool::helpText() const {
  return tr(
      "Measures a way, click after click: hexes, and metres and miles where the map is placed on the ground. "
      "Backspace takes one point back; Esc or the right button begins anew. Where an area is selected, the status "
      "line says how large it is. Nothing of this changes the module.");
}

} // namespace hotchkiss::editor
