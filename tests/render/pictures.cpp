#include "tests/render/pictures.h"

#include "libscenario/module/folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace hotchkiss::test {

Document sample(const std::string& name) {
  const Result<ModuleFiles> files = readModuleFolder(std::string(HOTCHKISS_SOURCE_DIR) + "/samples/" + name);
  EXPECT_TRUE(files.ok());
  const Result<LoadedModule> module = readModule(*files);
  EXPECT_TRUE(module.ok());
  return module->document;
}

Document blankMap(const std::string& ruleset, Extent extent, const std::string& terrain, Orientation orientation,
                  Parity parity) {
  NewModule wanted;
  wanted.id = "blank";
  wanted.title = "Blank";
  wanted.ruleset = ruleset;
  wanted.lattice = Lattice(orientation, parity);
  wanted.extent = extent;
  wanted.sheetRecord = R"({"label":"{col:2}{row:2}","origin":[0,0],"size":[)" + std::to_string(extent.width) + "," +
                       std::to_string(extent.height) + "]}";
  Document document = makeModule(wanted);
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      document.setHex({c, r}, HexValue{document.pool().intern(terrain), TextPool::kNone, HexValue::kNoLevel});
  return document;
}

MapSnapshot snapshotOf(const Document& document) {
  MapSnapshot out;
  out.document = document;
  Result<Ruleset> ruleset = Ruleset::effective(document);
  EXPECT_TRUE(ruleset.ok());
  out.ruleset = std::make_shared<const Ruleset>(std::move(*ruleset));
  out.numbering = std::make_shared<const Numbering>(numberingOf(document));
  return out;
}

std::shared_ptr<const MapStyle> styleOf(const MapSnapshot& snapshot, const std::string& id) {
  return std::make_shared<const MapStyle>(MapStyle::load(*snapshot.ruleset, id));
}

MapPainter painterOf(const Document& document, const std::string& style, LayerSettings layers) {
  MapSnapshot snapshot = snapshotOf(document);
  auto look = styleOf(snapshot, style);
  return {std::move(snapshot), std::move(look), layers};
}

LayerSettings only(std::initializer_list<Layer> layers) {
  LayerSettings out;
  out.visible.fill(false);
  for (const Layer layer : layers)
    out.visible.at(static_cast<std::size_t>(layer)) = true;
  return out;
}

QImage picture(const MapPainter& painter, const QRectF& area, double scale) {
  QImage image(static_cast<int>(std::lround(area.width() * scale)),
               static_cast<int>(std::lround(area.height() * scale)), QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter paint(&image);
  painter.paint(paint, area, scale);
  return image;
}

int differing(const QImage& a, const QImage& b, int tolerance) {
  EXPECT_EQ(a.size(), b.size());
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y);
      const QRgb q = b.pixel(x, y);
      if (std::abs(qRed(p) - qRed(q)) > tolerance || std::abs(qGreen(p) - qGreen(q)) > tolerance ||
          std::abs(qBlue(p) - qBlue(q)) > tolerance)
        ++count;
    }
  return count;
}

int pieces(const QImage& image, const std::function<bool(QRgb)>& isInk, int least) {
  const int w = image.width();
  const int h = image.height();
  std::vector<char> ink(static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
  const auto at = [&](int x, int y) -> char& {
    return ink[static_cast<std::size_t>(y) * static_cast<std::size_t>(w) + static_cast<std::size_t>(x)];
  };
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      at(x, y) = isInk(image.pixel(x, y)) ? 1 : 0;
  int count = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      if (!at(x, y))
        continue;
      std::vector<std::pair<int, int>> stack{{x, y}};
      at(x, y) = 0;
      int size = 0;
      while (!stack.empty()) {
        const auto [px, py] = stack.back();
        stack.pop_back();
        ++size;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const int nx = px + dx;
            const int ny = py + dy;
            if (nx >= 0 && ny >= 0 && nx < w && ny < h && at(nx, ny)) {
              at(nx, ny) = 0;
              stack.emplace_back(nx, ny);
            }
          }
      }
      if (size >= least)
        ++count;
    }
  return count;
}

bool isNear(QRgb pixel, const QColor& colour, int tolerance) {
  return std::abs(qRed(pixel) - colour.red()) <= tolerance && std::abs(qGreen(pixel) - colour.green()) <= tolerance &&
         std::abs(qBlue(pixel) - colour.blue()) <= tolerance;
}

} // namespace hotchkiss::test
