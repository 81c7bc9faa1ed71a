#include "render/overview.h"

#include "render/coverage.h"
#include "render/ground.h"
#include "render/pixellayer.h"

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

namespace {

constexpr double kLine = std::numbers::sqrt3 / 2; ///< between columns (flat) or rows (pointy)

/// For each pixel along one axis of the picture, which hex lines it may belong to. Hexes are the places nearest to
/// their centres, so a pixel belongs to one of the two columns (flat) or rows (pointy) whose centres lie on either side
/// of it.
struct Across {
  std::int32_t line = 0; ///< the one before; the other one is the next
  double before2 = 0;    ///< squared distance from its centres, across the lines
  double after2 = 0;
};
/// And the nearest hex within a line, for lines that are shifted by half a hex and for those that are not.
struct Along {
  std::array<std::int32_t, 2> place{};
  std::array<double, 2> away2{};
};

struct PixelHexes {
  std::vector<Across> across;
  std::vector<Along> along;
  bool flat = true;
  int shiftedParity = 1;

  PixelHexes(const Lattice& lattice, const View& view, const PixelLayer& canvas)
      : flat(lattice.orientation() == Orientation::Flat), shiftedParity(lattice.shifted() == Parity::Odd ? 1 : 0) {
    // A hair off the middle of the pixel, so that no tie between two hexes depends on rounding.
    constexpr double kOffTie = 1.234e-7;
    const double step = 1 / (view.scale * canvas.fine);
    const auto x = [&](int i) { return view.area.left() + (i + 0.5) * step + kOffTie; };
    const auto y = [&](int i) { return view.area.top() + (i + 0.5) * step + kOffTie; };
    const int lines = flat ? canvas.image.width() : canvas.image.height();
    const int places = flat ? canvas.image.height() : canvas.image.width();
    across.resize(static_cast<std::size_t>(lines));
    for (int i = 0; i < lines; ++i) {
      const double p = (flat ? x(i) : y(i)) / kLine;
      Across& at = across[static_cast<std::size_t>(i)];
      at.line = static_cast<std::int32_t>(std::floor(p));
      at.before2 = (p - at.line) * (p - at.line) * kLine * kLine;
      at.after2 = (at.line + 1 - p) * (at.line + 1 - p) * kLine * kLine;
    }
    along.resize(static_cast<std::size_t>(places));
    for (int i = 0; i < places; ++i)
      for (std::size_t shifted = 0; shifted < 2; ++shifted) {
        const double p = (flat ? y(i) : x(i)) - (shifted ? 0.5 : 0);
        Along& at = along[static_cast<std::size_t>(i)];
        at.place[shifted] = static_cast<std::int32_t>(std::floor(p + 0.5));
        at.away2[shifted] = (p - at.place[shifted]) * (p - at.place[shifted]);
      }
  }

  HexCoord at(int px, int py) const {
    const Across& a = across[static_cast<std::size_t>(flat ? px : py)];
    const Along& b = along[static_cast<std::size_t>(flat ? py : px)];
    const std::size_t first = (a.line & 1) == shiftedParity ? 1 : 0;
    const std::size_t second = 1 - first;
    const bool isFirst = a.before2 + b.away2[first] <= a.after2 + b.away2[second];
    const std::int32_t line = isFirst ? a.line : a.line + 1;
    const std::int32_t place = b.place[isFirst ? first : second];
    return flat ? HexCoord{line, place} : HexCoord{place, line};
  }
};

/// The ground of every hex, pixel by pixel; nothing outside the map.
void fillGround(PixelLayer& canvas, const Scene& scene, const View& view) {
  const Extent& extent = scene.extent();
  const double step = 1 / (view.scale * canvas.fine);
  const int level =
      std::clamp(static_cast<int>(std::floor(std::log2(std::max(step, 1.0)) + 0.5)), 0, Overview::kLevels - 1);
  const std::int32_t size = Overview::kBlock >> level;
  const PixelHexes hexes(scene.lattice(), view, canvas);
  std::int32_t atColumn = -1;
  std::int32_t atRow = -1;
  const QRgb* colours = nullptr;
  const int width = canvas.image.width();
  for (int py = 0; py < canvas.image.height(); ++py) {
    auto* line = reinterpret_cast<QRgb*>(canvas.image.scanLine(py));
    for (int px = 0; px < width; ++px) {
      const HexCoord h = hexes.at(px, py);
      if (!extent.contains(h)) {
        line[px] = 0;
        continue;
      }
      const std::int32_t column = h.c / Overview::kBlock;
      const std::int32_t row = h.r / Overview::kBlock;
      if (column != atColumn || row != atRow) {
        colours = scene.overview->block(scene, column, row).colours[static_cast<std::size_t>(level)].data();
        atColumn = column;
        atRow = row;
      }
      const std::int32_t x = (h.c % Overview::kBlock) >> level;
      const std::int32_t y = (h.r % Overview::kBlock) >> level;
      line[px] = colours[y * size + x] | 0xff000000U;
    }
  }
}

/// How a kind of line is drawn from far away.
struct FarLook {
  QColor colour;
  double width = 1; ///< pixels of the view
  double opacity = 1;
};

FarLook farLook(const LineStyle& style, const Scene& scene, double scale) {
  const bool band = style.layer == Layer::Water || style.layer == Layer::Paths;
  FarLook out;
  out.width = std::max(band ? style.row.width * scale : 0.0, kThinnest);
  // From far away lines are as faint as they would be if they were drawn to scale.
  out.opacity = scene.strength(style.layer) * std::clamp(scale / 6 * (band ? 1.4 : 0.8), 0.2, 1.0);
  out.colour = style.row.colour;
  // Waters in the darker of their colours: the bank's, or that of a shoreline with a pale rim.
  if (style.layer == Layer::Water && style.row.casing.isValid() &&
      qGray(style.row.casing.rgb()) < qGray(style.row.colour.rgb()))
    out.colour = style.row.casing;
  return out;
}

constexpr std::array kFarLayers{Layer::Water, Layer::Relief, Layer::Works, Layer::Paths, Layer::Borders};

/// Lines of each style, in pixels of the view.
std::vector<std::vector<QLineF>> farLines(const Scene& scene, const View& view) {
  const std::vector<LineStyle>& styles = scene.palette->lines();
  std::vector<std::vector<QLineF>> lines(styles.size());
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
        std::vector<QLineF>& out = lines[line.style->index];
        if (line.style->isPath) {
          const QPointF m = view.px(toQt(lattice.middle(e)));
          for (const HexCoord& side : lattice.hexes(e))
            if (scene.extent().contains(side))
              out.emplace_back(m, view.px(toQt(lattice.centre(side))));
        } else {
          const auto [v0, v1] = lattice.ends(e);
          out.emplace_back(view.px(toQt(lattice.position(v0))), view.px(toQt(lattice.position(v1))));
        }
      }
    }
  });
  return lines;
}

void addLines(PixelLayer& canvas, const Scene& scene, const View& view) {
  const std::vector<LineStyle>& styles = scene.palette->lines();
  const std::vector<std::vector<QLineF>> lines = farLines(scene, view);
  CoverageMask mask(canvas.image.width(), canvas.image.height());
  for (const Layer layer : kFarLayers)
    for (std::size_t i = 0; i < styles.size(); ++i) {
      if (lines[i].empty() || styles[i].layer != layer)
        continue;
      const FarLook look = farLook(styles[i], scene, view.scale);
      const double half = std::max(look.width / 2 * canvas.fine, kThinnest / 2);
      for (const QLineF& line : lines[i])
        mask.addLine(line.p1() * canvas.fine, line.p2() * canvas.fine, half);
      mask.blend(canvas.image, look.colour, look.opacity, true);
    }
}

void addGrid(PixelLayer& canvas, const Scene& scene, const View& view) {
  const GridLook look = gridLook(scene, view);
  if (look.strength <= 0)
    return;
  CoverageMask mask(canvas.image.width(), canvas.image.height());
  addGridLines(mask, scene, view, look.half, canvas.fine);
  mask.blend(canvas.image, look.ink, look.strength, true);
}

/// For drawings, which keep their lines as lines.
void paintFarLines(QPainter& painter, const Scene& scene, const View& view) {
  const std::vector<LineStyle>& styles = scene.palette->lines();
  const std::vector<std::vector<QLineF>> lines = farLines(scene, view);
  for (const Layer layer : kFarLayers)
    for (std::size_t i = 0; i < styles.size(); ++i) {
      if (lines[i].empty() || styles[i].layer != layer)
        continue;
      const FarLook look = farLook(styles[i], scene, view.scale);
      painter.setOpacity(look.opacity);
      painter.setPen(QPen(look.colour, look.width, Qt::SolidLine, Qt::RoundCap));
      for (const QLineF& line : lines[i])
        painter.drawLine(line);
    }
  painter.setOpacity(1);
}

} // namespace

void paintOverview(QPainter& painter, const Scene& scene, const View& view) {
  if (scene.extent().width == 0 || scene.extent().height == 0)
    return;
  PixelLayer canvas(painter, view);
  if (canvas.image.isNull())
    return;
  fillGround(canvas, scene, view);
  const bool raster = isRaster(painter);
  if (raster) {
    if (view.scale >= kGridScale)
      addGrid(canvas, scene, view);
    if (view.scale >= kLinesScale)
      addLines(canvas, scene, view);
  }
  canvas.paint(painter);
  if (raster)
    return;
  if (view.scale >= kGridScale)
    paintGrid(painter, scene, view);
  if (view.scale >= kLinesScale)
    paintFarLines(painter, scene, view);
}

} // namespace hotchkiss
