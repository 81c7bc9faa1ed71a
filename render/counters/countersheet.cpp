#include "render/counters/countersheet.h"

#include "render/counters/counterpainter.h"

#include <QGuiApplication>
#include <QImage>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr std::size_t kMostCounters = 20000;
constexpr double kMostPixels = 400e6;

Error failed(const std::filesystem::path& path, const QString& why) {
  return {"cannot write " + path.string() + (why.isEmpty() ? "" : ": " + why.toStdString()),
          {},
          0,
          {},
          "check the folder and the room on the disk"};
}

} // namespace

CounterSheet::CounterSheet(std::vector<PrintedCounter> counters, CounterSheetOptions options)
    : mOptions(std::move(options)) {
  for (PrintedCounter& counter : counters)
    for (long i = 0; i < counter.copies && mCounters.size() < kMostCounters; ++i)
      mCounters.push_back(counter);
}

int CounterSheet::columns() const {
  return std::max(1, static_cast<int>((kPageWidth - 2 * kMargin) / mOptions.counterMillimetres));
}

int CounterSheet::rows() const {
  return std::max(1, static_cast<int>((kPageHeight - 2 * kMargin - kHead) / mOptions.counterMillimetres));
}

std::size_t CounterSheet::pages() const {
  const auto each = static_cast<std::size_t>(columns() * rows());
  return std::max<std::size_t>(1, (mCounters.size() + each - 1) / each);
}

void CounterSheet::paintPage(QPainter& painter, std::size_t page, bool backs, double dotsPerMillimetre) const {
  const double size = mOptions.counterMillimetres;
  const auto across = static_cast<std::size_t>(columns());
  const std::size_t each = across * static_cast<std::size_t>(rows());
  const double left = (kPageWidth - static_cast<double>(across) * size) / 2;
  painter.fillRect(QRectF(0, 0, kPageWidth, kPageHeight), Qt::white);
  drawCounterCaption(painter, {left, kMargin + 3.2}, 4,
                     mOptions.title + QStringLiteral("  ·  ") + QString::number(page + 1) + QStringLiteral(" / ") +
                         QString::number(pages()) + (backs ? QStringLiteral("  ·  back") : QString()));
  for (std::size_t i = page * each; i < std::min(mCounters.size(), (page + 1) * each); ++i) {
    const std::size_t at = i - page * each;
    const std::size_t column = backs ? across - 1 - at % across : at % across;
    const QRectF square(left + static_cast<double>(column) * size,
                        kMargin + kHead + static_cast<double>(at / across) * size, size, size);
    drawCounter(painter, square.adjusted(0.15, 0.15, -0.15, -0.15), backs ? mCounters[i].back : mCounters[i].front,
                size * dotsPerMillimetre);
  }
}

Outcome CounterSheet::writePng(const std::filesystem::path& path, const Progress& progress) const {
  const double dots = mOptions.dpi / 25.4;
  // Rows that no page fills are left out.
  const std::size_t each = static_cast<std::size_t>(columns() * rows());
  const double used = pages() > 1
                          ? kPageHeight
                          : 2 * kMargin + kHead +
                                mOptions.counterMillimetres *
                                    std::ceil(static_cast<double>(std::min(each, mCounters.size())) / columns());
  const double height = used * static_cast<double>(pages());
  if (2 * kPageWidth * dots * height * dots > kMostPixels)
    return Error{"a picture of " + std::to_string(mCounters.size()) + " counters at this resolution is too large",
                 {},
                 0,
                 {},
                 "choose fewer dots an inch, or a PDF"};
  QImage image(static_cast<int>(std::lround(2 * kPageWidth * dots)), static_cast<int>(std::lround(height * dots)),
               QImage::Format_RGB32);
  if (image.isNull())
    return Error{"there is not enough memory for the picture", {}, 0, {}, "choose fewer dots an inch, or a PDF"};
  image.fill(Qt::white);
  image.setDotsPerMeterX(static_cast<int>(std::lround(dots * 1000)));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  {
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t page = 0; page < pages(); ++page)
      for (const bool backs : {false, true}) {
        painter.save();
        painter.scale(dots, dots);
        painter.translate(backs ? kPageWidth : 0, used * static_cast<double>(page));
        painter.setClipRect(QRectF(0, 0, kPageWidth, used));
        paintPage(painter, page, backs, dots);
        painter.restore();
        if (progress && !progress(static_cast<double>(2 * page + (backs ? 2 : 1)) / static_cast<double>(2 * pages())))
          return Error{"cancelled", {}, 0, {}, {}};
      }
  }
  QImageWriter writer(QString::fromStdString(path.string()), "png");
  return writer.write(image) ? success() : Outcome(failed(path, writer.errorString()));
}

Outcome CounterSheet::writePdf(const std::filesystem::path& path, const Progress& progress) const {
  QPdfWriter writer(QString::fromStdString(path.string()));
  writer.setPageSize(QPageSize(page(), QPageSize::Millimeter));
  writer.setPageMargins(QMarginsF());
  constexpr int kDots = 1200;
  writer.setResolution(kDots);
  writer.setTitle(mOptions.title);
  QPainter painter;
  if (!painter.begin(&writer))
    return failed(path, {});
  const double dots = kDots / 25.4;
  for (std::size_t page = 0; page < pages(); ++page)
    for (const bool backs : {false, true}) {
      if ((page > 0 || backs) && !writer.newPage())
        return failed(path, {});
      painter.save();
      painter.scale(dots, dots);
      paintPage(painter, page, backs, dots);
      painter.restore();
      if (progress && !progress(static_cast<double>(2 * page + (backs ? 2 : 1)) / static_cast<double>(2 * pages())))
        return Error{"cancelled", {}, 0, {}, {}};
    }
  return painter.end() ? success() : Outcome(failed(path, {}));
}

std::vector<PrintedCounter> allCounters(const CounterDesigner& designer, const OrderOfBattle& army) {
  std::vector<PrintedCounter> out;
  const auto add = [&](const Piece& piece) {
    for (PrintedCounter& counter : designer.printed(piece))
      out.push_back(std::move(counter));
  };
  std::set<std::string> done;
  for (const std::string& side : army.sides()) {
    for (const std::string& root : army.roots(side))
      for (const Piece* piece : army.below(root))
        if (done.insert(piece->id).second)
          add(*piece);
    for (const std::string& id : army.loose(side))
      if (const Piece* piece = army.piece(id); piece && done.insert(id).second)
        add(*piece);
  }
  for (const auto& [id, piece] : army.pieces())
    if (done.insert(id).second)
      add(piece);
  return out;
}

} // namespace hotchkiss
