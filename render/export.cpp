#include "render/export.h"

#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"
#include "render/fonts.h"
#include "render/pngwriter.h"
#include "render/view.h"

#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSemaphore>
#include <QSvgGenerator>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

namespace hotchkiss {

namespace {

constexpr double kPageMargin = 8; ///< millimetres
constexpr double kTitleHeight = 14;
constexpr double kFooterHeight = 14;
constexpr double kArrow = 12; ///< height of the arrow to the north
constexpr double kLegendRow = 5.2;
constexpr double kLegendColumn = 52;
constexpr double kLegendHeading = 8;
constexpr double kScaleHeight = 8; ///< of a scale bar with its numbers
constexpr double kLargeArrow = 17; ///< height of the arrow that stands under a legend
constexpr double kInch = 25.4;
constexpr int kBandPixels = 8'000'000;
constexpr int kMostBandRows = 1024;
constexpr double kVectorDpi = 144; ///< of the coordinates in SVG and PDF files

Error cancelled() {
  return {"the export was cancelled", {}, 0, {}, {}};
}

/// Files appear under their name only when they are whole.
template <class Write>
Outcome writeWhole(const std::filesystem::path& path, Write&& write) {
  std::filesystem::path part = path;
  part += ".part";
  std::error_code problem;
  if (const Outcome outcome = write(part); !outcome) {
    std::filesystem::remove(part, problem);
    return outcome.error();
  }
  std::filesystem::rename(part, path, problem);
  if (problem)
    return Error{path.string() + " cannot be written: " + problem.message(), {}, 0, {}, {}};
  return success();
}

} // namespace

QRectF areaOf(const Lattice& lattice, HexCoord a, HexCoord b) {
  QRectF out;
  const auto add = [&](HexCoord h) {
    QPolygonF outline;
    for (const Point& p : lattice.outline(h))
      outline << toQt(p);
    out = out.isNull() ? outline.boundingRect() : out.united(outline.boundingRect());
  };
  const std::int32_t c0 = std::min(a.c, b.c);
  const std::int32_t c1 = std::max(a.c, b.c);
  const std::int32_t r0 = std::min(a.r, b.r);
  const std::int32_t r1 = std::max(a.r, b.r);
  for (const HexCoord h : {HexCoord{c0, r0}, HexCoord{c1, r0}, HexCoord{c0, r1}, HexCoord{c1, r1}}) {
    add(h);
    // Neighbouring lines lie half a hex further.
    add({std::clamp(h.c + 1, c0, c1), h.r});
    add({h.c, std::clamp(h.r + 1, r0, r1)});
    add({std::clamp(h.c - 1, c0, c1), h.r});
    add({h.c, std::clamp(h.r - 1, r0, r1)});
  }
  return out;
}

SheetExport::SheetExport(std::shared_ptr<const MapPainter> painter, SheetOptions options)
    : mPainter(std::move(painter)), mOptions(options) {
  mTitle = QString::fromStdString(headOf(mPainter->snapshot().document).title);
  if (mOptions.legend)
    mLegend = legendOf(*mPainter);
  layOut();
}

void SheetExport::layOut() {
  mArea = mOptions.area.value_or(mPainter->bounds());
  mGround = MapGround::of(mPainter->snapshot().document);
  const QSizeF map = mArea.size() * mOptions.hexMillimetres;
  const double room = mOptions.border && mGround && mGround->hasScale ? Graticule::kRoom : 0;
  const bool hasTitle = mOptions.title && !mTitle.isEmpty();
  mMap.setSize(map); // the length of a scale bar depends on it
  // A map without anything around it needs no margin either.
  mMargin = hasTitle || !mLegend.empty() || mOptions.border || hasFooter() ? kPageMargin : 0;
  const double top = mMargin + (hasTitle ? kTitleHeight : 0);
  mMap = QRectF(QPointF(mMargin + room, top + room), map);
  if (room > 0)
    mGraticule.emplace(*mGround, mArea, mMap);
  double right = mMap.right() + room;
  double bottom = mMap.bottom() + room;
  if (!mLegend.empty()) {
    // Beside the map; a map that is too low for it gets more columns.
    mLegendLayout = layOutLegend(mLegend, kLegendRow, kLegendColumn, std::max(map.height() - kLegendHeading, 70.0));
    mLegendAt = {right + kPageMargin * 0.75, mMap.top() + kLegendHeading - room};
    right = mLegendAt.x() + mLegendLayout.columns * kLegendColumn;
    const double legendBottom = mLegendAt.y() + mLegendLayout.height;
    // Scale and north stand under the legend where there is room.
    mFooterUnderLegend = hasFooter() && legendBottom + kPageMargin + kLargeArrow + kScaleHeight < bottom;
    bottom = std::max(bottom, legendBottom);
  }
  mFooterBottom = bottom;
  if (hasFooter() && !mFooterUnderLegend)
    mFooterBottom = bottom += kFooterHeight;
  mPage = QSizeF(right + mMargin, bottom + mMargin);
}

QSize SheetExport::pixels() const {
  const double dots = mOptions.dpi / kInch;
  return {static_cast<int>(std::min(std::ceil(mPage.width() * dots), 1e9)),
          static_cast<int>(std::min(std::ceil(mPage.height() * dots), 1e9))};
}

std::optional<ScaleBar> SheetExport::scaleBar() const {
  const double most = mFooterUnderLegend ? kLegendColumn * 0.8 : std::min(60.0, mMap.width() * 0.4);
  return mGround && mGround->hasScale ? scaleBarFor(*mGround, mOptions.hexMillimetres, most) : std::nullopt;
}

QString SheetExport::subtitle() const {
  QString out = QString::fromStdString(mPainter->snapshot().ruleset->title());
  if (mGround && mGround->hasScale && (mGround->unit == "metre" || mGround->unit == "foot")) {
    const double pitch = mGround->frame.pitch[0];
    const bool isFar = mGround->unit == "metre" && pitch >= 5000;
    out += (out.isEmpty() ? "" : QString(" ") + QChar(0xB7) + " ") + "one hex is " +
           QString::number(isFar ? pitch / 1000 : pitch, 'g', 4) +
           (isFar                      ? " km"
            : mGround->unit == "metre" ? " m"
                                       : " feet");
  }
  return out;
}

void SheetExport::paintFurniture(QPainter& painter, double dots) const {
  const MapStyle& style = mPainter->style();
  const bool engraved = style.id() != "clear";
  if (mOptions.title && !mTitle.isEmpty()) {
    const TextShape shape = shapeText(mTitle, engraved ? Face::SerifBold : Face::SansBold, 0);
    const double room = mPage.width() - 2 * mMargin;
    const double size = std::min(7.2, room / std::max(shape.width, 1e-9));
    drawShapedText(painter, mTitle, QPointF(mMargin, mMargin + 6.2) * dots, size * dots,
                   engraved ? Face::SerifBold : Face::SansBold, style.ink());
    const Face small = engraved ? Face::SerifItalic : Face::SansItalic;
    const double smallSize = std::min(3.2, room / std::max(shapeText(subtitle(), small).width, 1e-9));
    drawShapedText(painter, subtitle(), QPointF(mMargin, mMargin + 11) * dots, smallSize * dots, small, style.ink());
  }
  if (mGraticule)
    mGraticule->paintFrame(painter, style, dots);
  if (!mLegend.empty()) {
    painter.save();
    drawShapedText(painter, QStringLiteral("Legend"), (mLegendAt + QPointF(0, 4.4 - kLegendHeading)) * dots, 5.2 * dots,
                   engraved ? Face::SerifBold : Face::SansBold, style.ink());
    painter.setPen(QPen(style.ink(), 0.18 * dots));
    painter.drawLine((mLegendAt + QPointF(0, 6 - kLegendHeading)) * dots,
                     (mLegendAt + QPointF(kLegendColumn * 0.86, 6 - kLegendHeading)) * dots);
    LegendLayout layout = mLegendLayout;
    layout.rowHeight *= dots;
    layout.columnWidth *= dots;
    layout.mostHeight *= dots;
    layout.height *= dots;
    paintLegend(painter, *mPainter, mLegend, layout, mLegendAt * dots);
    painter.restore();
  }
  paintFooter(painter, dots);
  if (mOptions.border) {
    painter.setBrush(Qt::NoBrush);
    const double rim = mMargin * 0.45;
    painter.setPen(QPen(style.ink(), 0.5 * dots));
    painter.drawRect(
        QRectF(QPointF(rim, rim) * dots, QSizeF(mPage.width() - 2 * rim, mPage.height() - 2 * rim) * dots));
    painter.setPen(QPen(style.ink(), 0.18 * dots));
    const double inner = rim + 1.1;
    painter.drawRect(
        QRectF(QPointF(inner, inner) * dots, QSizeF(mPage.width() - 2 * inner, mPage.height() - 2 * inner) * dots));
  }
}

/// The scale bar and the arrow to the north: under the legend, or else under the map.
void SheetExport::paintFooter(QPainter& painter, double dots) const {
  if (!hasFooter())
    return;
  const MapStyle& style = mPainter->style();
  const std::optional<ScaleBar> bar = scaleBar();
  const bool hasArrow = mGround && mGround->north;
  if (mFooterUnderLegend) {
    const double scaleTop = mFooterBottom - (bar ? kScaleHeight : 0);
    if (hasArrow)
      paintNorthArrow(painter, style, {mLegendAt.x() + kLargeArrow / 2, scaleTop - kLargeArrow * 0.5}, kLargeArrow,
                      *mGround->north, dots);
    if (bar)
      paintScaleBar(painter, style, *bar, {mLegendAt.x() + 1, scaleTop + 2}, dots);
    return;
  }
  double left = mMargin;
  if (hasArrow) {
    paintNorthArrow(painter, style, {left + kArrow / 2, mFooterBottom - kArrow * 0.46}, kArrow, *mGround->north, dots);
    left += kArrow + 4;
  }
  if (bar)
    paintScaleBar(painter, style, *bar, {left, mFooterBottom - kFooterHeight * 0.62}, dots);
}

void SheetExport::paint(QPainter& painter, const QRectF& part, double dots) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(QRectF(QPointF(), part.size()), mPainter->style().paper().lighter(104));
  painter.save();
  painter.translate(-part.topLeft());
  paintFurniture(painter, dots);
  painter.restore();
  const double scale = mOptions.hexMillimetres * dots;
  // The map begins on a whole pixel, so that bands and tiles of a picture sample the same points.
  const QRectF map(QPointF(std::round(mMap.left() * dots), std::round(mMap.top() * dots)), mMap.size() * dots);
  const QRectF wanted = map.intersected(part);
  if (!wanted.isEmpty()) {
    const QRectF area(mArea.topLeft() + (wanted.topLeft() - map.topLeft()) / scale, wanted.size() / scale);
    painter.translate(wanted.topLeft() - part.topLeft());
    mPainter->paint(painter, area, scale);
    if (mOptions.overlay) {
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setClipRect(QRectF(QPointF(), wanted.size()));
      mOptions.overlay(painter, View{area, scale});
    }
    if (mGraticule) {
      painter.translate(-wanted.topLeft());
      painter.setClipRect(map);
      painter.setRenderHint(QPainter::Antialiasing);
      mGraticule->paintCrosses(painter, mPainter->style(), dots);
    }
  }
  painter.restore();
}

/// A stripe of the picture whose tiles are painted by several threads.
class SheetExport::Band {
 public:
  Band(const SheetExport& sheet, int y, int height, double dots) : mWidth(sheet.pixels().width()), mHeight(height) {
    mRows.resize(static_cast<std::size_t>(mWidth) * 3 * static_cast<std::size_t>(height));
    // Qt cuts larger fills into pieces for this pool, unless they are made in it: there they would only wait for each
    // other.
    QThreadPool* pool = QThreadPool::globalInstance();
    const bool isInside = pool->contains(QThread::currentThread());
    for (int x = 0; x < mWidth; x += kTile) {
      ++mTiles;
      const auto work = [this, &sheet, x, y, dots] {
        paintTile(sheet, x, y, dots);
        mDone.release();
      };
      if (isInside)
        work();
      else
        pool->start(work);
    }
  }
  Band(const Band&) = delete;
  Band& operator=(const Band&) = delete;
  ~Band() { wait(); }

  /// False when there was not enough memory.
  bool wait() {
    mDone.acquire(mTiles);
    mTiles = 0;
    return !mFailed;
  }
  std::span<const std::uint8_t> row(int y) const {
    const auto bytes = static_cast<std::size_t>(mWidth) * 3;
    return {mRows.data() + static_cast<std::size_t>(y) * bytes, bytes};
  }
  int height() const { return mHeight; }

 private:
  /// Qt draws exactly only within some ten thousand pixels.
  static constexpr int kTile = 1024;

  void paintTile(const SheetExport& sheet, int x, int y, double dots) {
    const int width = std::min(kTile, mWidth - x);
    QImage tile(width, mHeight, QImage::Format_RGB32);
    if (tile.isNull()) {
      mFailed = true;
      return;
    }
    QPainter painter(&tile);
    sheet.paint(painter, QRectF(x, y, width, mHeight), dots);
    painter.end();
    for (int r = 0; r < mHeight; ++r) {
      const auto* from = reinterpret_cast<const QRgb*>(tile.constScanLine(r));
      std::uint8_t* to =
          mRows.data() +
          (static_cast<std::size_t>(r) * static_cast<std::size_t>(mWidth) + static_cast<std::size_t>(x)) * 3;
      for (int i = 0; i < width; ++i) {
        *to++ = static_cast<std::uint8_t>(qRed(from[i]));
        *to++ = static_cast<std::uint8_t>(qGreen(from[i]));
        *to++ = static_cast<std::uint8_t>(qBlue(from[i]));
      }
    }
  }

  int mWidth;
  int mHeight;
  int mTiles = 0; ///< not waited for yet
  QSemaphore mDone;
  std::atomic<bool> mFailed{false};
  std::vector<std::uint8_t> mRows;
};

Outcome SheetExport::writePngRows(const std::filesystem::path& path, const Progress& progress) const {
  const QSize size = pixels();
  const double dots = mOptions.dpi / kInch;
  Result<PngWriter> writer =
      PngWriter::create(path, static_cast<std::uint32_t>(size.width()), static_cast<std::uint32_t>(size.height()),
                        static_cast<std::uint32_t>(std::lround(dots * 1000)));
  if (!writer)
    return writer.error();
  const int most = std::clamp(kBandPixels / std::max(size.width(), 1), 16, kMostBandRows);
  const auto bandAt = [&](int y) {
    return y < size.height() ? std::make_unique<Band>(*this, y, std::min(most, size.height() - y), dots) : nullptr;
  };
  // One band is painted while the one before it is written.
  if (progress && !progress(0))
    return cancelled();
  std::unique_ptr<Band> next = bandAt(0);
  for (int y = 0; y < size.height(); y += most) {
    const std::unique_ptr<Band> band = std::move(next);
    const bool painted = band->wait();
    next = bandAt(y + most);
    if (!painted)
      return Error{"there is not enough memory for the picture", {}, 0, {}, "lower --dpi or give a smaller --area"};
    for (int row = 0; row < band->height(); ++row)
      if (const Outcome outcome = writer->row(band->row(row)); !outcome)
        return outcome.error();
    if (progress && !progress(std::min(1.0, static_cast<double>(y + band->height()) / size.height())))
      return cancelled();
  }
  return writer->finish();
}

Outcome SheetExport::writePng(const std::filesystem::path& path, const Progress& progress) const {
  const QSize size = pixels();
  if (size.width() > kMostPngSide || size.height() > kMostPngSide ||
      std::int64_t{size.width()} * size.height() > kMostPngPixels)
    return Error{"the picture would have " + std::to_string(size.width()) + " by " + std::to_string(size.height()) +
                     " pixels, more than " + std::to_string(kMostPngPixels) + " in all or " +
                     std::to_string(kMostPngSide) + " on a side",
                 {},
                 0,
                 {},
                 "lower --dpi or --hex-mm, or export a part with --area"};
  return writeWhole(path, [&](const std::filesystem::path& part) { return writePngRows(part, progress); });
}

Outcome SheetExport::checkVector() const {
  const MapSnapshot& snapshot = mPainter->snapshot();
  const HexRange range = hexesTouching(snapshot.document.lattice(), snapshot.document.extent(), mArea, 0, false);
  const std::int64_t hexes = std::max<std::int64_t>(0, range.lastColumn - range.firstColumn + 1) *
                             std::max<std::int64_t>(0, range.lastRow - range.firstRow + 1);
  if (hexes > kMostVectorHexes)
    return Error{"a drawing of " + countOf(static_cast<std::size_t>(hexes), "hex", "hexes") + " would be larger than " +
                     countOf(static_cast<std::size_t>(kMostVectorHexes), "hex", "hexes"),
                 {},
                 0,
                 {},
                 "export a part with --area, or a PNG"};
  return success();
}

Outcome SheetExport::writeSvg(const std::filesystem::path& path, const Progress& progress) const {
  if (const Outcome outcome = checkVector(); !outcome)
    return outcome.error();
  if (progress && !progress(0))
    return cancelled();
  return writeWhole(path, [&](const std::filesystem::path& part) -> Outcome {
    const double dots = kVectorDpi / kInch;
    QSvgGenerator svg;
    svg.setFileName(QString::fromStdString(part.string()));
    svg.setTitle(mTitle);
    svg.setDescription("Map drawn by Hotchkiss");
    svg.setResolution(static_cast<int>(kVectorDpi));
    const QSizeF size = mPage * dots;
    svg.setSize(QSize(static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))));
    svg.setViewBox(QRectF(QPointF(), size));
    QPainter painter;
    if (!painter.begin(&svg))
      return Error{path.string() + " cannot be written", {}, 0, {}, "is the folder writable and the disk not full?"};
    paint(painter, QRectF(QPointF(), size), dots);
    painter.end();
    if (progress && !progress(1))
      return cancelled();
    return success();
  });
}

Outcome SheetExport::writePdf(const std::filesystem::path& path, const Progress& progress) const {
  if (const Outcome outcome = checkVector(); !outcome)
    return outcome.error();
  if (progress && !progress(0))
    return cancelled();
  return writeWhole(path, [&](const std::filesystem::path& part) -> Outcome {
    const double dots = kVectorDpi / kInch;
    QPdfWriter pdf(QString::fromStdString(part.string()));
    pdf.setTitle(mTitle);
    pdf.setCreator("Hotchkiss");
    pdf.setResolution(static_cast<int>(kVectorDpi));
    pdf.setPageSize(QPageSize(mPage, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&pdf))
      return Error{path.string() + " cannot be written", {}, 0, {}, "is the folder writable and the disk not full?"};
    paint(painter, QRectF(QPointF(), mPage * dots), dots);
    if (!painter.end())
      return Error{path.string() + " cannot be written", {}, 0, {}, "is the folder writable and the disk not full?"};
    if (progress && !progress(1))
      return cancelled();
    return success();
  });
}

} // namespace hotchkiss
