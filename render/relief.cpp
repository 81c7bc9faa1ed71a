#include "render/relief.h"

#include "render/colours.h"
#include "render/noise.h"
#include "render/pixellayer.h"
#include "render/scene.h"

#include <QPainterPath>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace hotchkiss {

namespace {

constexpr double kFlowReach = 1.35;     ///< how far the height of a hex flows into its surroundings, in pitches
constexpr double kMeasuredReach = 1.12; ///< the same for measured heights, which need less smoothing than steps
constexpr double kSwellReach = 1.15;    ///< the same for hills and mountains
constexpr double kLevelSlope = 0.75;    ///< of one level to a pitch, as it is lit
constexpr double kUsualSlope = 0.39;    ///< of the usual step between measured neighbours
constexpr double kSwellSlope = 1.0;
constexpr double kRolling = 0.075; ///< height of soft undulations
constexpr double kShade = 0.4;     ///< opacity of the deepest shade
constexpr double kLight = 0.3;
const QColor kShadow(66, 50, 38);
const QColor kSun(255, 251, 236);

std::optional<std::pair<HexCoord, float>> heightIn(const RecordKey& key, const std::string& text) {
  if (key.section != "hex")
    return std::nullopt;
  const std::size_t dot = key.id.find('.');
  constexpr std::string_view kMember = "\"metres\":";
  const std::size_t at = text.find(kMember);
  if (dot == std::string::npos || at == std::string::npos)
    return std::nullopt;
  HexCoord h;
  const char* id = key.id.data();
  double metres = 0;
  const char* value = text.data() + at + kMember.size();
  if (std::from_chars(id, id + dot, h.c).ec != std::errc() ||
      std::from_chars(id + dot + 1, id + key.id.size(), h.r).ec != std::errc() ||
      std::from_chars(value, text.data() + text.size(), metres).ec != std::errc())
    return std::nullopt;
  return std::pair(h, static_cast<float>(metres));
}

/// The height of a hex's own ground, in steps that are lit equally whatever they were measured in.
class BaseHeight {
 public:
  explicit BaseHeight(const Scene& scene)
      : mScene(scene), mMeasured(scene.heights->table(scene.document())), mHasLevels(!scene.ramp.empty()) {}
  bool isMeasured() const { return !mMeasured.empty(); }
  bool isAnywhere() const { return !mMeasured.empty() || mHasLevels; }
  std::optional<double> operator()(HexCoord h) const {
    const Extent& extent = mScene.extent();
    if (!extent.contains(h))
      return std::nullopt;
    if (!mMeasured.empty()) {
      const float metres = mMeasured.metres[static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) +
                                            static_cast<std::size_t>(h.r)];
      if (std::isnan(metres))
        return std::nullopt;
      return static_cast<double>(metres) / mMeasured.usualStep * kUsualSlope;
    }
    const std::int16_t level = mHasLevels ? mScene.document().hex(h).level : HexValue::kNoLevel;
    if (level == HexValue::kNoLevel)
      return std::nullopt;
    return level * kLevelSlope;
  }

 private:
  const Scene& mScene;
  const Heights::Table& mMeasured;
  bool mHasLevels;
};

/// Light at the points of a grid over the plane. Its points are the same for every view at a scale.
class LightGrid {
 public:
  LightGrid(const Scene& scene, const View& view) : mScene(scene), mDensity(densityAt(view.scale)) {
    mLeft = index(view.area.left()) - 1;
    mTop = index(view.area.top()) - 1;
    mAcross = static_cast<int>(index(view.area.right()) + 3 - mLeft);
    mDown = static_cast<int>(index(view.area.bottom()) + 3 - mTop);
    const auto size = static_cast<std::size_t>(mAcross) * static_cast<std::size_t>(mDown);
    mPoints.resize(size);
    gather(view);
    if (mIsFlat)
      return;
    raise();
    light();
  }

  bool isFlat() const { return mIsFlat; }
  int across() const { return mAcross; }
  int down() const { return mDown; }
  double density() const { return mDensity; }
  std::int64_t left() const { return mLeft; }
  std::int64_t top() const { return mTop; }
  const double* row(int j) const {
    return mLight.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(mAcross);
  }

 private:
  struct Point {
    double flow = 0; ///< heights and their weights
    double weight = 0;
    double swell = 0;
    double rough = 0;  ///< how much chance there is in the height
    double inside = 0; ///< nearness of the nearest hill: its light ends soon after its foot
    double rolling = 0;
    double height = 0;
  };

  /// Points in a pitch: some three pixels apart, and close enough for what there is to see.
  static double densityAt(double scale) { return std::clamp(std::round(scale / 3), 4.0, 22.0); }
  std::int64_t index(double plane) const { return static_cast<std::int64_t>(std::floor(plane * mDensity)); }
  Point& at(int i, int j) {
    return mPoints[static_cast<std::size_t>(j) * static_cast<std::size_t>(mAcross) + static_cast<std::size_t>(i)];
  }

  template <class Add>
  void around(QPointF centre, double reach, Add&& add) {
    const QPointF c(centre.x() * mDensity - static_cast<double>(mLeft),
                    centre.y() * mDensity - static_cast<double>(mTop));
    const double r = reach * mDensity;
    const int j0 = std::max(0, static_cast<int>(std::ceil(c.y() - r)));
    const int j1 = std::min(mDown - 1, static_cast<int>(std::floor(c.y() + r)));
    for (int j = j0; j <= j1; ++j) {
      const double dy = (j - c.y()) / r;
      const double half = r * std::sqrt(std::max(0.0, 1 - dy * dy));
      const int i0 = std::max(0, static_cast<int>(std::ceil(c.x() - half)));
      const int i1 = std::min(mAcross - 1, static_cast<int>(std::floor(c.x() + half)));
      for (int i = i0; i <= i1; ++i) {
        const double dx = (i - c.x()) / r;
        const double t = 1 - dx * dx - dy * dy;
        if (t > 0)
          add(at(i, j), t * t);
      }
    }
  }

  void gather(const View& view) {
    const BaseHeight base(mScene);
    const HexRange range = hexesTouching(mScene.lattice(), mScene.extent(), view.area, 1.0, false);
    std::optional<double> datum; // heights are taken from the first, or small numbers would lose their digits
    bool differ = false;
    const bool hasBase = base.isAnywhere();
    if (hasBase)
      range.forEach([&](HexCoord h) {
        const std::optional<double> z = base(h);
        if (!z)
          return;
        differ = differ || (datum && *datum != *z);
        datum = datum.value_or(*z);
      });
    mIsFlat = !differ;
    range.forEach([&](HexCoord h) {
      const TerrainStyle& look = mScene.terrain(h);
      mHasWater = mHasWater || look.isWater;
      const QPointF centre = toQt(mScene.lattice().centre(h));
      if (differ)
        if (const std::optional<double> z = base(h)) {
          const double height = *z - *datum;
          around(centre, base.isMeasured() ? kMeasuredReach : kFlowReach, [height](Point& p, double w) {
            p.flow += height * w;
            p.weight += w;
          });
        }
      if (const double swell = swellOf(look); swell > 0) {
        mIsFlat = false;
        const double height = swell * (0.85 + 0.4 * Noise(h, 31).unit()) * kSwellSlope;
        const double rough = swell;
        around(centre, kSwellReach, [height, rough](Point& p, double w) {
          p.swell += height * w;
          p.rough += rough * w;
          p.inside = std::max(p.inside, w);
        });
      }
      if (look.pattern == Pattern::Grain) {
        mIsFlat = false;
        around(centre, 0.85, [](Point& p, double w) { p.rolling += w; });
      }
    });
  }

  void raise() {
    for (int j = 0; j < mDown; ++j)
      for (int i = 0; i < mAcross; ++i) {
        Point& p = at(i, j);
        p.height = p.weight > 0 ? p.flow / p.weight : 0;
        if (p.rough <= 0 && p.rolling <= 0)
          continue;
        const double x = static_cast<double>(mLeft + i) / mDensity;
        const double y = static_cast<double>(mTop + j) / mDensity;
        if (p.rough > 0)
          p.swell += (std::min(1.2, p.rough) * kSwellSlope *
                      (0.34 * valueNoise(x * 1.9, y * 1.9, 32) + 0.13 * valueNoise(x * 4.3, y * 4.3, 33)));
        if (p.rolling > 0)
          p.height += (std::min(1.0, p.rolling) * kRolling *
                       (valueNoise(x * 1.5 + 7, y * 2.1, 34) + 0.4 * valueNoise(x * 3.4, y * 4.4, 35)));
      }
  }

  void light() {
    mLight.assign(mPoints.size(), 0);
    for (int j = 1; j + 1 < mDown; ++j)
      for (int i = 1; i + 1 < mAcross; ++i) {
        if (mHasWater) {
          const HexCoord h = mScene.lattice().hexAt(
              {static_cast<double>(mLeft + i) / mDensity, static_cast<double>(mTop + j) / mDensity});
          if (mScene.extent().contains(h) && mScene.terrain(h).isWater)
            continue; // waters lie flat
        }
        const double foot = std::clamp((at(i, j).inside - 0.25) / 0.4, 0.0, 1.0);
        const auto rise = [&](const Point& from, const Point& to) {
          return ((to.height - from.height) + (to.swell - from.swell) * foot) * mDensity / 2;
        };
        mLight[static_cast<std::size_t>(j) * static_cast<std::size_t>(mAcross) + static_cast<std::size_t>(i)] =
            lightOn(rise(at(i - 1, j), at(i + 1, j)), rise(at(i, j - 1), at(i, j + 1)));
      }
  }

  const Scene& mScene;
  double mDensity;
  std::int64_t mLeft = 0;
  std::int64_t mTop = 0;
  int mAcross = 0;
  int mDown = 0;
  bool mIsFlat = true;
  bool mHasWater = false;
  std::vector<Point> mPoints;
  std::vector<double> mLight;
};

constexpr int kTones = 255;

/// Ink for each strength of light, premultiplied.
std::array<QRgb, 2 * kTones + 1> tones() {
  std::array<QRgb, 2 * kTones + 1> out{};
  for (long i = -kTones; i <= kTones; ++i) {
    const QColor ink = i < 0 ? kShadow : kSun;
    const double alpha = (i < 0 ? kShade : kLight) * static_cast<double>(std::abs(i)) / kTones;
    out[static_cast<std::size_t>(i + kTones)] =
        qPremultiply(qRgba(ink.red(), ink.green(), ink.blue(), static_cast<int>(std::lround(alpha * 255))));
  }
  return out;
}

QRgb toneOf(double light) {
  static const std::array<QRgb, 2 * kTones + 1> kInk = tones();
  return kInk[static_cast<std::size_t>(std::lround(std::clamp(light, -1.0, 1.0) * kTones) + kTones)];
}

void paintInPixels(QPainter& painter, const LightGrid& grid, const View& view) {
  PixelLayer layer(painter, view);
  if (layer.image.isNull())
    return;
  const double step = grid.density() / (view.scale * layer.fine);
  const double x0 = view.area.left() * grid.density() - static_cast<double>(grid.left()) + step / 2;
  const double y0 = view.area.top() * grid.density() - static_cast<double>(grid.top()) + step / 2;
  const int width = layer.image.width();
  std::vector<std::pair<int, double>> columns(static_cast<std::size_t>(width));
  for (int px = 0; px < width; ++px) {
    const double x = x0 + px * step;
    const int i = std::clamp(static_cast<int>(x), 0, grid.across() - 2);
    columns[static_cast<std::size_t>(px)] = {i, x - i};
  }
  std::vector<double> between(static_cast<std::size_t>(grid.across()));
  for (int py = 0; py < layer.image.height(); ++py) {
    const double y = y0 + py * step;
    const int j = std::clamp(static_cast<int>(y), 0, grid.down() - 2);
    const double v = y - j;
    const double* above = grid.row(j);
    const double* below = grid.row(j + 1);
    for (std::size_t i = 0; i < between.size(); ++i)
      between[i] = above[i] + (below[i] - above[i]) * v;
    auto* line = reinterpret_cast<QRgb*>(layer.image.scanLine(py));
    for (int px = 0; px < width; ++px) {
      const auto& [i, u] = columns[static_cast<std::size_t>(px)];
      const double a = between[static_cast<std::size_t>(i)];
      line[px] = toneOf(a + (between[static_cast<std::size_t>(i) + 1] - a) * u);
    }
  }
  layer.paint(painter);
}

/// For drawings: a picture as fine as the light itself, which the viewer smooths.
void paintAsPicture(QPainter& painter, const LightGrid& grid, const View& view) {
  QImage image(grid.across(), grid.down(), QImage::Format_ARGB32_Premultiplied);
  if (image.isNull())
    return;
  for (int j = 0; j < grid.down(); ++j)
    for (int i = 0; i < grid.across(); ++i)
      reinterpret_cast<QRgb*>(image.scanLine(j))[i] = toneOf(grid.row(j)[i]);
  const QPointF topLeft((static_cast<double>(grid.left()) - 0.5) / grid.density(),
                        (static_cast<double>(grid.top()) - 0.5) / grid.density());
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(QRectF(view.px(topLeft), QSizeF(grid.across(), grid.down()) / grid.density() * view.scale), image);
  painter.restore();
}

} // namespace

void clipToMap(QPainter& painter, const Scene& scene, const View& view) {
  const HexRange range = hexesTouching(scene.lattice(), scene.extent(), view.area, 0.1, false);
  const Extent& extent = scene.extent();
  if (range.firstColumn > 0 && range.firstRow > 0 && range.lastColumn < extent.width - 1 &&
      range.lastRow < extent.height - 1)
    return;
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  range.forEach([&](HexCoord h) {
    QPolygonF outline;
    for (const hotchkiss::Point& p : scene.lattice().outline(h))
      outline << view.px(toQt(p));
    path.addPolygon(outline);
    path.closeSubpath();
  });
  painter.setClipPath(path, Qt::IntersectClip);
}

std::shared_ptr<Heights> newHeights() {
  return std::make_shared<Heights>();
}

const Heights::Table& Heights::table(const Document& document) {
  std::call_once(mOnce, [&] {
    const Extent& extent = document.extent();
    const RecordTable& records = document.table("map/evidence");
    if (records.empty())
      return;
    const auto size = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(extent.height);
    std::vector<float> metres(size, std::numeric_limits<float>::quiet_NaN());
    std::size_t found = 0;
    const auto at = [&](HexCoord h) {
      return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(h.r);
    };
    for (const auto& [key, text] : records)
      if (const auto height = heightIn(key, text); height && extent.contains(height->first)) {
        metres[at(height->first)] = height->second;
        ++found;
      }
    if (found * 2 < size) // too few to see the ground by them
      return;
    double sum = 0;
    std::size_t steps = 0;
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r)
        for (int side = 0; side < 3; ++side)
          if (const HexCoord n = document.lattice().neighbour({c, r}, side);
              extent.contains(n) && !std::isnan(metres[at({c, r})]) && !std::isnan(metres[at(n)])) {
            sum += static_cast<double>(std::abs(metres[at({c, r})] - metres[at(n)]));
            ++steps;
          }
    if (sum <= 0)
      return;
    mTable.metres = std::move(metres);
    mTable.usualStep = sum / static_cast<double>(steps);
  });
  return mTable;
}

double swellOf(const TerrainStyle& look) {
  if (look.pattern != Pattern::Relief || !look.row.fill.isValid())
    return 0;
  // Styles tint higher ground darker.
  return std::clamp(0.45 + 2.1 * (0.85 - static_cast<double>(look.row.fill.lightnessF())), 0.4, 1.3);
}

double lightOn(double east, double south) {
  const double rise = east * 0.62 + south * 0.78;
  return rise / std::sqrt(1 + rise * rise);
}

QColor shadedFromAfar(const Scene& scene, HexCoord h, const QColor& ground) {
  const BaseHeight base(scene);
  const double swell = swellOf(scene.terrain(h));
  if (!scene.palette->isEngraved() || scene.terrain(h).isWater || (swell <= 0 && !base.isAnywhere()))
    return ground;
  const std::optional<double> own = base(h);
  const QPointF centre = toQt(scene.lattice().centre(h));
  QPointF slope;
  for (const HexCoord& n : scene.lattice().neighbours(h)) {
    if (!scene.extent().contains(n))
      continue;
    const std::optional<double> other = base(n);
    const double rise =
        (own && other ? *other - *own : 0) + (swell > 0 ? (swellOf(scene.terrain(n)) - swell) * kSwellSlope +
                                                              0.3 * (Noise(n, 31).unit() - Noise(h, 31).unit())
                                                        : 0);
    slope += (toQt(scene.lattice().centre(n)) - centre) * (rise / 3);
  }
  const double light = lightOn(slope.x(), slope.y()) * scene.reliefStrength();
  return mixed(ground, light < 0 ? kShadow : kSun, 0.8 * std::abs(light) * (light < 0 ? kShade : kLight));
}

void paintRelief(QPainter& painter, const Scene& scene, const View& view) {
  const double strength = scene.reliefStrength();
  if (strength <= 0 || !scene.palette->isEngraved())
    return;
  const LightGrid grid(scene, view);
  if (grid.isFlat())
    return;
  painter.save();
  painter.setOpacity(strength);
  clipToMap(painter, scene, view);
  if (isRaster(painter))
    paintInPixels(painter, grid, view);
  else
    paintAsPicture(painter, grid, view);
  painter.restore();
}

} // namespace hotchkiss
