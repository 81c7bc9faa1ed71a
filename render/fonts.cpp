#include "render/fonts.h"

#include <QFont>
#include <QFontMetricsF>
#include <QTransform>

#include <map>
#include <mutex>

namespace hotchkiss {

namespace {

constexpr int kEm = 200; ///< pixels at which outlines are taken

std::mutex& fontMutex() {
  static std::mutex mutex;
  return mutex;
}

QFont fontOf(Face face, double spacing) {
  QFont font;
  const bool serif = face == Face::Serif || face == Face::SerifItalic || face == Face::SerifBold;
  if (serif) {
    font.setFamilies({"Linux Libertine O", "Libertinus Serif", "DejaVu Serif", "serif"});
    font.setStyleHint(QFont::Serif);
  } else {
    font.setFamilies({"Linux Biolinum O", "Libertinus Sans", "DejaVu Sans", "sans-serif"});
    font.setStyleHint(QFont::SansSerif);
  }
  font.setItalic(face == Face::SerifItalic || face == Face::SansItalic);
  font.setBold(face == Face::SerifBold || face == Face::SansBold);
  font.setPixelSize(kEm);
  font.setHintingPreference(QFont::PreferNoHinting);
  if (spacing != 0)
    font.setLetterSpacing(QFont::AbsoluteSpacing, spacing * kEm);
  return font;
}

QTransform toEm() {
  return QTransform::fromScale(1.0 / kEm, 1.0 / kEm);
}

const GlyphShape& glyph(QChar c, Face face) {
  static std::map<std::pair<Face, char16_t>, GlyphShape> known;
  const std::lock_guard lock(fontMutex());
  const auto key = std::pair(face, c.unicode());
  const auto it = known.find(key);
  if (it != known.end())
    return it->second;
  const QFont font = fontOf(face, 0);
  GlyphShape shape;
  QPainterPath path;
  path.addText(0, 0, font, QString(c));
  shape.path = toEm().map(path);
  shape.width = QFontMetricsF(font).horizontalAdvance(c) / kEm;
  return known.emplace(key, std::move(shape)).first->second;
}

} // namespace

TextShape shapeText(const QString& text, Face face, double spacing) {
  // Names are placed again after edits; their outlines stay.
  static std::map<std::tuple<QString, Face, double>, TextShape> known;
  constexpr std::size_t kMost = 50000;
  const std::lock_guard lock(fontMutex());
  const auto key = std::tuple(text, face, spacing);
  if (const auto it = known.find(key); it != known.end())
    return it->second;
  if (known.size() >= kMost)
    known.clear();
  const QFont font = fontOf(face, spacing);
  TextShape out;
  QPainterPath path;
  path.addText(0, 0, font, text);
  out.path = toEm().map(path);
  out.width = QFontMetricsF(font).horizontalAdvance(text) / kEm - spacing;
  known.emplace(key, out);
  return out;
}

std::vector<GlyphShape> shapeGlyphs(const QString& text, Face face, double spacing) {
  std::vector<GlyphShape> out;
  double at = 0;
  for (const QChar c : text) {
    GlyphShape shape = glyph(c, face);
    shape.at = at;
    at += shape.width + spacing;
    out.push_back(std::move(shape));
  }
  return out;
}

void addSmallText(QPainterPath& path, const QString& text, QPointF left, double size, Face face) {
  for (const QChar c : text) {
    const GlyphShape& shape = glyph(c, face);
    path.addPath(QTransform(size, 0, 0, size, left.x(), left.y()).map(shape.path));
    left.rx() += shape.width * size;
  }
}

double smallTextWidth(const QString& text, double size, Face face) {
  double width = 0;
  for (const QChar c : text)
    width += glyph(c, face).width * size;
  return width;
}

void drawShapedText(QPainter& painter, const QString& text, QPointF left, double size, Face face,
                    const QColor& colour) {
  QPainterPath path = QTransform(size, 0, 0, size, left.x(), left.y()).map(shapeText(text, face, 0).path);
  path.setFillRule(Qt::WindingFill);
  painter.fillPath(path, colour);
}

void drawSmallText(QPainter& painter, const QString& text, QPointF left, double size, const QColor& colour) {
  QPainterPath path;
  addSmallText(path, text, left, size, Face::SansBold);
  path.setFillRule(Qt::WindingFill);
  painter.fillPath(path, colour);
}

} // namespace hotchkiss
