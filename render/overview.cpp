#include "render/overview.h"

#include <QImage>
#include <QPaintDevice>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotchkiss {

Overview::Overview(const Extent& extent)
    : mExtent(extent), mAcross((extent.width + kBlock - 1) / kBlock), mDown((extent.height + kBlock - 1) / kBlock) {
  mSlots.resize(static_cast<std::size_t>(mAcross) * static_cast<std::size_t>(mDown));
  for (std::shared_ptr<Slot>& slot : mSlots)
    slot = std::make_shared<Slot>();
}

std::shared_ptr<const Overview> Overview::without(const std::vector<HexCoord>& hexes) const {
  auto out = std::make_shared<Overview>(*this);
  for (const HexCoord& h : hexes) {
    if (!mExtent.contains(h))
      continue;
    const auto i = static_cast<std::size_t>(h.c / kBlock) * static_cast<std::size_t>(mDown) +
                   static_cast<std::size_t>(h.r / kBlock);
    if (out->mSlots[i] == mSlots[i])
      out->mSlots[i] = std::make_shared<Slot>();
  }
  return out;
}

const Overview::Block& Overview::block(const Scene& scene, std::int32_t bc, std::int32_t br) const {
  Slot& slot = *mSlots[static_cast<std::size_t>(bc) * static_cast<std::size_t>(mDown) + static_cast<std::size_t>(br)];
  std::call_once(slot.once, [&] { slot.block = make(scene, bc, br); });
  return *slot.block;
}

std::shared_ptr<const Overview::Block> Overview::make(const Scene& scene, std::int32_t bc, std::int32_t br) const {
  auto out = std::make_shared<Block>();
  std::int32_t size = kBlock;
  for (std::vector<QRgb>& level : out->colours) {
    level.resize(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    size /= 2;
  }
  for (std::int32_t y = 0; y < kBlock; ++y)
    for (std::int32_t x = 0; x < kBlock; ++x) {
      const HexCoord h{std::min(bc * kBlock + x, mExtent.width - 1), std::min(br * kBlock + y, mExtent.height - 1)};
      out->colours[0][static_cast<std::size_t>(y) * kBlock + static_cast<std::size_t>(x)] = scene.groundColour(h);
    }
  size = kBlock / 2;
  for (std::size_t level = 1; level < kLevels; ++level, size /= 2) {
    const std::vector<QRgb>& fine = out->colours[level - 1];
    const auto n = static_cast<std::size_t>(size);
    for (std::size_t y = 0; y < n; ++y)
      for (std::size_t x = 0; x < n; ++x) {
        int r = 2;
        int g = 2;
        int b = 2;
        for (const std::size_t i : {(2 * y) * 2 * n + 2 * x, (2 * y) * 2 * n + 2 * x + 1, (2 * y + 1) * 2 * n + 2 * x,
                                    (2 * y + 1) * 2 * n + 2 * x + 1}) {
          r += qRed(fine[i]);
          g += qGreen(fine[i]);
          b += qBlue(fine[i]);
        }
        out->colours[level][y * n + x] = qRgb(r / 4, g / 4, b / 4);
      }
  }
  return out;
}

void paintOverview(QPainter& painter, const Scene& scene, const View& view) {
  constexpr double kLine = std::numbers::sqrt3 / 2;
  const Extent& extent = scene.extent();
  if (extent.width == 0 || extent.height == 0)
    return;
  // Image pixels are device pixels, so that the picture stays sharp on dense screens.
  const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1;
  const double zoom = std::max(1e-6, std::abs(painter.transform().m11()));
  const double fine = std::min(ratio * zoom, 4.0);
  const int width = static_cast<int>(std::ceil(view.area.width() * view.scale * fine - 1e-6));
  const int height = static_cast<int>(std::ceil(view.area.height() * view.scale * fine - 1e-6));
  if (width <= 0 || height <= 0)
    return;
  QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
  const double step = 1 / (view.scale * fine);
  const bool flat = scene.lattice().orientation() == Orientation::Flat;
  const bool oddShifted = scene.lattice().shifted() == Parity::Odd;
  const int level =
      std::clamp(static_cast<int>(std::floor(std::log2(std::max(step, 1.0)) + 0.5)), 0, Overview::kLevels - 1);
  const std::int32_t size = Overview::kBlock >> level;
  const auto colourOf = [&](std::int32_t c, std::int32_t r) -> QRgb {
    const Overview::Block& block = scene.overview->block(scene, c / Overview::kBlock, r / Overview::kBlock);
    const std::int32_t x = (c % Overview::kBlock) >> level;
    const std::int32_t y = (r % Overview::kBlock) >> level;
    return block.colours[static_cast<std::size_t>(level)][static_cast<std::size_t>(y * size + x)] | 0xff000000U;
  };
  // A hair off the middle of the pixel, so that no tie between two hexes depends on rounding.
  constexpr double kOffTie = 1.234e-7;
  const bool exact = view.scale * fine >= 2.5;
  for (int py = 0; py < height; ++py) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(py));
    const double y = view.area.top() + (py + 0.5) * step + kOffTie;
    for (int px = 0; px < width; ++px) {
      const double x = view.area.left() + (px + 0.5) * step + kOffTie;
      HexCoord h;
      if (exact) {
        h = scene.lattice().hexAt({x, y});
      } else if (flat) {
        h.c = static_cast<std::int32_t>(std::floor(x / kLine + 0.5));
        const double shift = ((h.c & 1) == 1) == oddShifted ? 0.5 : 0;
        h.r = static_cast<std::int32_t>(std::floor(y - shift + 0.5));
      } else {
        h.r = static_cast<std::int32_t>(std::floor(y / kLine + 0.5));
        const double shift = ((h.r & 1) == 1) == oddShifted ? 0.5 : 0;
        h.c = static_cast<std::int32_t>(std::floor(x - shift + 0.5));
      }
      line[px] = extent.contains(h) ? colourOf(h.c, h.r) : 0;
    }
  }
  painter.drawImage(QRectF(0, 0, width / fine, height / fine), image);
}

void paintSimpleLines(QPainter& painter, const Scene& scene, const View& view) {
  const std::vector<LineStyle>& styles = scene.palette->lines();
  std::vector<QVector<QLineF>> lines(styles.size());
  const Document& document = scene.document();
  const Lattice& lattice = scene.lattice();
  const HexRange range = hexesTouching(lattice, scene.extent(), view.area, 0.2, true);
  range.forEach([&](HexCoord h) {
    for (std::int32_t d = 0; d < 3; ++d) {
      const EdgeId e{h.c, h.r, d};
      if (document.edge(e) == TextPool::kNone)
        continue;
      for (const PlacedLine& line : scene.edge(e).lines) {
        if (scene.strength(line.style->layer) <= 0)
          continue;
        QVector<QLineF>& out = lines[line.style->index];
        if (line.style->isPath) {
          const QPointF m = view.px(toQt(lattice.middle(e)));
          for (const HexCoord& side : lattice.hexes(e))
            if (scene.extent().contains(side))
              out << QLineF(m, view.px(toQt(lattice.centre(side))));
        } else {
          const auto [v0, v1] = lattice.ends(e);
          out << QLineF(view.px(toQt(lattice.position(v0))), view.px(toQt(lattice.position(v1))));
        }
      }
    }
  });
  for (const Layer layer : {Layer::Water, Layer::Relief, Layer::Works, Layer::Paths, Layer::Borders})
    for (std::size_t i = 0; i < styles.size(); ++i) {
      if (lines[i].isEmpty() || styles[i].layer != layer)
        continue;
      const bool band = layer == Layer::Water || layer == Layer::Paths;
      const double width = std::max(band ? styles[i].row.width * view.scale : 0.0, kThinnest);
      // From far away lines are as faint as they would be if they were drawn to scale.
      painter.setOpacity(scene.strength(layer) * std::clamp(view.scale / 6 * (band ? 1.4 : 0.8), 0.2, 1.0));
      QColor colour = styles[i].row.colour;
      if (layer == Layer::Water && styles[i].row.casing.isValid())
        colour = styles[i].row.casing;
      const bool smooth = view.scale >= 3;
      painter.setRenderHint(QPainter::Antialiasing, smooth);
      painter.setPen(QPen(colour, smooth ? width : 0, Qt::SolidLine, smooth ? Qt::RoundCap : Qt::FlatCap));
      if (smooth) // one by one: Qt joins them in batches, and the joints would depend on what else is in the picture
        for (const QLineF& line : lines[i])
          painter.drawLine(line);
      else
        painter.drawLines(lines[i]);
    }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setOpacity(1);
}

} // namespace hotchkiss
