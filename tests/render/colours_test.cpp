// The clear style can be read in grey and by people who see no difference between red and green.
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss::test {

namespace {

/// L* of two terrains of one ruleset differs by this much at least.
constexpr double kLeastLightness = 4.5;
/// And their colours, seen without green receptors, lie this far apart in L*a*b*.
constexpr double kLeastDistance = 7;

using Three = std::array<double, 3>;

Three linear(const QColor& colour) {
  const auto channel = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return {channel(static_cast<double>(colour.redF())), channel(static_cast<double>(colour.greenF())),
          channel(static_cast<double>(colour.blueF()))};
}

Three times(const std::array<Three, 3>& matrix, const Three& v) {
  Three out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      out.at(i) += matrix.at(i).at(j) * v.at(j);
  return out;
}

Three lab(const Three& rgb) {
  static constexpr std::array<Three, 3> kToXyz{
      {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
  const Three xyz = times(kToXyz, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047);
  const double y = f(xyz[1]);
  const double z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Deuteranopia after Machado, Oliveira and Fernandes (2009), on linear light.
Three withoutGreen(const Three& rgb) {
  static constexpr std::array<Three, 3> kMatrix{
      {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
  Three out = times(kMatrix, rgb);
  for (double& c : out)
    c = std::clamp(c, 0.0, 1.0);
  return out;
}

double lightnessApart(const QColor& a, const QColor& b) {
  return std::abs(lab(linear(a))[0] - lab(linear(b))[0]);
}

double apartWithoutGreen(const QColor& a, const QColor& b) {
  const Three p = lab(withoutGreen(linear(a)));
  const Three q = lab(withoutGreen(linear(b)));
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

struct Terrain {
  std::string id;
  StyleRow row;
};

std::vector<Terrain> clearTerrains(const std::string& id) {
  const Result<Ruleset> ruleset = Ruleset::load(id);
  EXPECT_TRUE(ruleset.ok());
  const MapStyle style = MapStyle::load(*ruleset, "clear");
  std::vector<Terrain> out;
  for (const auto& [key, text] : ruleset->rows("catalogue"))
    if (key.section == "terrain")
      out.push_back({key.id, style.row("terrain", key.id)});
  EXPECT_GE(out.size(), 4U);
  return out;
}

} // namespace

TEST(ClearStyle, TerrainsDifferInLightness) {
  for (const std::string& id : Ruleset::builtIn()) {
    const std::vector<Terrain> terrains = clearTerrains(id);
    for (std::size_t i = 0; i < terrains.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GE(lightnessApart(terrains[i].row.fill, terrains[j].row.fill), kLeastLightness)
            << id << ": " << terrains[i].id << " and " << terrains[j].id;
  }
}

TEST(ClearStyle, TerrainsDifferForEyesThatConfuseRedAndGreen) {
  for (const std::string& id : Ruleset::builtIn()) {
    const std::vector<Terrain> terrains = clearTerrains(id);
    for (std::size_t i = 0; i < terrains.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GE(apartWithoutGreen(terrains[i].row.fill, terrains[j].row.fill), kLeastDistance)
            << id << ": " << terrains[i].id << " and " << terrains[j].id;
  }
  // The measure itself: a buff and a green that look alike to these eyes, and do not to others.
  EXPECT_LT(apartWithoutGreen(QColor("#d9bf8f"), QColor("#a9d18e")), 2);
  EXPECT_GT(apartWithoutGreen(QColor("#d9bf8f"), QColor("#9cc9e8")), 20);
}

TEST(ClearStyle, TerrainsHaveAPatternAsSecondCue) {
  for (const std::string& id : Ruleset::builtIn()) {
    const std::vector<Terrain> terrains = clearTerrains(id);
    EXPECT_LE(std::count_if(terrains.begin(), terrains.end(), [](const Terrain& t) { return t.row.pattern == "none"; }),
              1)
        << id;
    for (std::size_t i = 0; i < terrains.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (terrains[i].row.pattern == terrains[j].row.pattern) {
          EXPECT_GT(lightnessApart(terrains[i].row.fill, terrains[j].row.fill), 12)
              << id << ": " << terrains[i].id << " and " << terrains[j].id << " differ by their lightness alone";
        }
  }
}

TEST(ClearStyle, IsFlat) {
  // No light, no paper: a map of one terrain without its marks has one colour.
  Document document = blankMap("gcacw", {6, 6}, "mountain");
  const MapPainter painter = painterOf(document, "clear", only({Layer::Terrain, Layer::Levels}));
  const QImage image = picture(painter, QRectF(1.5, 1.5, 2, 2), 60);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      ASSERT_EQ(image.pixel(x, y), image.pixel(0, 0));
}

} // namespace hotchkiss::test
