#include "render/counters/counterpainter.h"

#include "render/colours.h"
#include "render/fonts.h"
#include "render/symbol.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotchkiss {

namespace {

// A counter is laid out on 100 by 100 points.
constexpr double kSide = 100;
constexpr double kRound = 9;
constexpr double kNamePixels = 40;      ///< from this size on names are drawn
constexpr double kMarkPixels = 56;      ///< and marks of size
constexpr double kFormationPixels = 76; ///< and formations: smaller they could not be read
constexpr double kValuePixels = 14;     ///< and values

const QColor kCream(0xf6, 0xee, 0xd8);
const QColor kInk(0x1d, 0x1a, 0x17);
const QColor kOpenInk(0x9a, 0x1c, 0x12); ///< of values that are not known

bool isDark(const QColor& colour) {
  return 0.299 * colour.red() + 0.587 * colour.green() + 0.114 * colour.blue() < 128;
}

enum class Align : std::uint8_t { Left, Centre, Right };

/// A text of at most `width`, made smaller and then cut where it must be; `middle` is the middle of its capitals.
void drawText(QPainter& painter, QString text, Face face, double size, double width, QPointF at, Align align,
              const QColor& colour, double least = 0.55) {
  if (text.isEmpty())
    return;
  TextShape shape = shapeText(text, face);
  double scale = size;
  if (shape.width * scale > width)
    scale = std::max(size * least, width / shape.width);
  while (shape.width * scale > width && text.size() > 2) {
    text.chop(text.endsWith(QChar(0x2026)) ? 2 : 1);
    text = text.trimmed() + QChar(0x2026);
    shape = shapeText(text, face);
  }
  const double drawn = shape.width * scale;
  const double left = align == Align::Left ? at.x() : align == Align::Right ? at.x() - drawn : at.x() - drawn / 2;
  constexpr double kHalfCapital = 0.335; // em
  painter.save();
  painter.translate(left, at.y() + kHalfCapital * scale);
  painter.scale(scale, scale);
  QPainterPath path = shape.path;
  path.setFillRule(Qt::WindingFill);
  painter.fillPath(path, colour);
  painter.restore();
}

QPainterPath star(QPointF at, double radius) {
  QPainterPath path;
  for (int i = 0; i < 10; ++i) {
    const double r = i % 2 == 0 ? radius : radius * 0.42;
    const double angle = -std::numbers::pi / 2 + i * std::numbers::pi / 5;
    const QPointF p = at + QPointF(std::cos(angle), std::sin(angle)) * r;
    i == 0 ? path.moveTo(p) : path.lineTo(p);
  }
  path.closeSubpath();
  return path;
}

/// Half a star is drawn as its outline, with the left half filled.
void drawStars(QPainter& painter, double count, QPointF at, double radius, const QColor& colour) {
  const int drawn = static_cast<int>(std::ceil(count));
  const double step = radius * 2.15;
  for (int i = 0; i < drawn; ++i) {
    const QPointF middle = at + QPointF((i - (drawn - 1) / 2.0) * step, 0);
    const QPainterPath path = star(middle, radius);
    painter.save();
    if (count - i < 1) {
      painter.strokePath(path, QPen(colour, radius * 0.16));
      painter.setClipRect(QRectF(middle - QPointF(radius, radius), QSizeF(radius, 2 * radius)), Qt::IntersectClip);
    }
    painter.fillPath(path, colour);
    painter.restore();
  }
}

/// What the size on the device leaves room for.
struct Detail {
  bool names = false;
  bool formations = false;
  bool values = false;
  double symbolTop = 0, symbolBottom = 0;
  double valueSize = 0, valueMiddle = 0;

  Detail(double pixels, bool hasBottom, bool hasLine, bool isMark) {
    names = pixels >= kNamePixels;
    formations = pixels >= (isMark ? kMarkPixels : kFormationPixels) && hasLine;
    values = pixels >= kValuePixels;
    const bool low = hasBottom && values;
    symbolTop = names ? (formations ? 34 : 24) : 15;
    symbolBottom = !low ? 92 : names ? 66 : 53;
    valueSize = names ? 30 : 44;
    valueMiddle = names ? 81.5 : 75;
  }
};

void drawGround(QPainter& painter, const CounterContent& content, const QColor& base) {
  QPainterPath shape;
  shape.addRoundedRect(QRectF(1, 1, kSide - 2, kSide - 2), kRound, kRound);
  QLinearGradient light(0, 0, kSide, kSide);
  light.setColorAt(0, mixed(base, Qt::white, 0.14));
  light.setColorAt(1, mixed(base, Qt::black, 0.06));
  painter.fillPath(shape, light);
  if (content.isBack) { // a broad pale stripe, told from the front at any size
    painter.save();
    painter.setClipPath(shape, Qt::IntersectClip);
    painter.fillRect(QRectF(0, 36, kSide, 28), withAlpha(kCream, 0.85));
    painter.restore();
  }
}

void drawEdge(QPainter& painter, const QColor& side) {
  QPainterPath shape;
  shape.addRoundedRect(QRectF(1, 1, kSide - 2, kSide - 2), kRound, kRound);
  painter.strokePath(shape, QPen(mixed(side, Qt::black, 0.62), 2.2));
  painter.strokePath(shape, QPen(withAlpha(Qt::white, 0.18), 1));
}

void drawHead(QPainter& painter, const CounterContent& content, const Detail& detail, const QColor& base) {
  const QColor band = content.band.isValid() ? content.band : mixed(content.side, Qt::black, 0.32);
  const double height = detail.names ? 20 : 12;
  QPainterPath whole;
  whole.addRoundedRect(QRectF(1, 1, kSide - 2, kSide - 2), kRound, kRound);
  QPainterPath strip;
  strip.addRect(QRectF(0, 0, kSide, height));
  painter.fillPath(whole.intersected(strip), band);
  painter.fillRect(QRectF(1, height, kSide - 2, 1.2), withAlpha(Qt::black, 0.55));
  const QColor ink = isDark(band) ? kCream : kInk;
  if (detail.names)
    drawText(painter, content.title + (content.isDoubtful ? QStringLiteral(" ?") : QString()), Face::SansBold, 16, 91,
             {50, 10.6}, Align::Centre, ink);
  if (detail.formations) {
    const bool isMark = !content.mark.isEmpty() && !content.isPlate;
    const QString line = isMark ? content.mark : content.subtitle;
    drawText(painter, line, isMark ? Face::SansBold : Face::Sans, isMark ? 13 : 11.5, 92, {50, 27.5}, Align::Centre,
             isDark(base) ? kCream : kInk, 0.7);
  }
}

void drawMiddle(QPainter& painter, const CounterContent& content, const Detail& detail, const QColor& base) {
  const double middle = (detail.symbolTop + detail.symbolBottom) / 2;
  const double high = detail.symbolBottom - detail.symbolTop;
  const QColor dark = mixed(content.side, Qt::black, 0.72);
  if (content.isPlate) {
    const QRectF plate(detail.values ? 20 : 12, middle - high * 0.42, detail.values ? 60 : 76, high * 0.84);
    QPainterPath shape;
    shape.addRoundedRect(plate, plate.height() / 2, plate.height() / 2);
    painter.fillPath(shape, kCream);
    painter.strokePath(shape, QPen(mixed(QColor(0xa8, 0x7f, 0x2a), Qt::black, 0.15), 2));
    if (content.stars > 0)
      drawStars(painter, content.stars, plate.center(),
                std::min(plate.height() * 0.36, 25 / std::max(1.0, std::ceil(content.stars))),
                QColor(0x8a, 0x62, 0x12));
    else if (!content.mark.isEmpty())
      drawText(painter, content.mark, Face::SansBold, plate.height() * 0.72, plate.width() * 0.84, plate.center(),
               Align::Centre, dark);
    else
      drawStars(painter, 1, plate.center(), plate.height() * 0.36, QColor(0x8a, 0x62, 0x12));
    return;
  }
  if (content.symbol == "none" || content.symbol.empty())
    return;
  const double wide = std::min(58.0, high * 1.62);
  const QRectF box(50 - wide / 2, middle - high / 2, wide, high);
  painter.fillRect(box, mixed(kCream, base, content.isBack ? 0.0 : 0.12));
  painter.strokePath(
      [&] {
        QPainterPath outline;
        outline.addRect(box);
        return outline;
      }(),
      QPen(dark, 1.8, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  drawSymbol(painter, content.symbol, box.center(), std::min(wide * 0.86, high * 1.28), 0,
             {dark, mixed(content.side, kCream, 0.25), kCream});
}

/// A medallion in the colour of the band, with the formation or a star.
void drawEmblem(QPainter& painter, const CounterContent& content, const Detail& detail) {
  const QColor ground = content.band.isValid() ? content.band : mixed(content.side, Qt::black, 0.25);
  const QColor ink = isDark(ground) ? kCream : kInk;
  const QPointF at(50, detail.names ? 58 : 54);
  const double radius = 27;
  QPainterPath disc;
  disc.addEllipse(at, radius, radius);
  painter.fillPath(disc, ground);
  painter.strokePath(disc, QPen(mixed(content.side, Qt::black, 0.62), 2));
  QPainterPath ring;
  ring.addEllipse(at, radius - 4, radius - 4);
  painter.strokePath(ring, QPen(withAlpha(ink, 0.85), 1.5));
  if (content.emblem.isEmpty() || !detail.values)
    painter.fillPath(star(at, radius * 0.6), ink);
  else
    drawText(painter, content.emblem, Face::SansBold, 25, (radius - 5) * 1.7, at, Align::Centre, ink, 0.4);
}

void drawCells(QPainter& painter, const CounterContent& content, const Detail& detail, const QColor& base) {
  if (!detail.values)
    return;
  const auto bottoms = std::count_if(content.cells.begin(), content.cells.end(), [](const CounterCell& cell) {
    return cell.spot != CounterSpot::Left && cell.spot != CounterSpot::Right;
  });
  const double middle = (detail.symbolTop + detail.symbolBottom) / 2;
  for (const CounterCell& cell : content.cells) {
    const bool isBeside = cell.spot == CounterSpot::Left || cell.spot == CounterSpot::Right;
    if (isBeside && !detail.names)
      continue;
    const double width = isBeside ? 18 : bottoms >= 3 ? 29 : bottoms == 2 ? 45 : 88;
    const double full = bottoms >= 3 ? detail.valueSize * 0.86 : detail.valueSize;
    const double size = isBeside ? 17 : cell.isSmall ? full * 0.66 : full;
    QPointF at(50, detail.valueMiddle);
    Align align = Align::Centre;
    if (cell.spot == CounterSpot::Left)
      at = {11, middle};
    else if (cell.spot == CounterSpot::Right)
      at = {89, middle};
    else if (cell.spot == CounterSpot::BottomLeft) {
      at.setX(7);
      align = Align::Left;
    } else if (cell.spot == CounterSpot::BottomRight) {
      at.setX(93);
      align = Align::Right;
    }
    QColor ink = isDark(base) ? kCream : kInk;
    if (cell.box.isValid()) {
      const QRectF box(at.x() - 14, at.y() - detail.valueSize * 0.46, 28, detail.valueSize * 0.92);
      painter.fillRect(box, cell.box);
      QPainterPath outline;
      outline.addRect(box);
      painter.strokePath(outline, QPen(withAlpha(Qt::black, 0.6), 1.4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
      ink = isDark(cell.box) ? kCream : kInk;
    }
    if (cell.isOpen && !(cell.box.isValid() && isDark(cell.box)))
      ink = kOpenInk;
    drawText(painter, cell.text, Face::SansBold, size, cell.box.isValid() ? 25 : width, at, align, ink, 0.5);
  }
}

} // namespace

void drawCounter(QPainter& painter, const QRectF& square, const CounterContent& content, double pixels) {
  const bool hasBottom = std::any_of(content.cells.begin(), content.cells.end(), [](const CounterCell& cell) {
    return cell.spot != CounterSpot::Left && cell.spot != CounterSpot::Right;
  });
  const bool isMark = !content.mark.isEmpty() && !content.isPlate;
  const Detail detail(pixels, hasBottom, isMark || !content.subtitle.isEmpty(), isMark);
  const QColor base = mixed(content.side, kCream, content.isBack ? 0.62 : 0.4);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(square.topLeft());
  painter.scale(square.width() / kSide, square.height() / kSide);
  drawGround(painter, content, base);
  drawHead(painter, content, detail, base);
  drawMiddle(painter, content, detail, base);
  if (content.hasEmblem)
    drawEmblem(painter, content, detail);
  drawCells(painter, content, detail, base);
  drawEdge(painter, content.side);
  painter.restore();
}

void drawCounterCaption(QPainter& painter, QPointF left, double size, const QString& text, const QColor& colour,
                        bool isCentred) {
  drawText(painter, text, Face::SansBold, size, 1e6, left, isCentred ? Align::Centre : Align::Left, colour);
}

const QPixmap& CounterPixmaps::pixmap(const CounterContent& content, const std::string& key, double side,
                                      double devicePixelRatio) {
  const int pixels = std::max(1, static_cast<int>(std::lround(side * devicePixelRatio)));
  const QString name = QString::number(pixels) + '@' + QString::fromStdString(key);
  const auto it = mKnown.constFind(name);
  if (it != mKnown.cend())
    return *it;
  constexpr qsizetype kMost = 6000;
  if (mKnown.size() >= kMost)
    mKnown.clear();
  QPixmap picture(pixels, pixels);
  picture.fill(Qt::transparent);
  {
    QPainter painter(&picture);
    drawCounter(painter, QRectF(0, 0, pixels, pixels), content, pixels);
  }
  picture.setDevicePixelRatio(devicePixelRatio);
  return *mKnown.insert(name, picture);
}

} // namespace hotchkiss
