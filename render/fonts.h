#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QString>

#include <vector>

namespace hotchkiss {

enum class Face : std::uint8_t { Serif, SerifItalic, SerifBold, Sans, SansItalic, SansBold };

/// A text as outlines, so that it looks the same on every device: letters 1 high (em), the baseline at 0.
struct TextShape {
  QPainterPath path;
  double width = 0;
};
/// `spacing` is added after every letter, in em. Safe in several threads.
TextShape shapeText(const QString& text, Face face, double spacing = 0);

struct GlyphShape {
  QPainterPath path; ///< its own origin at 0
  double at = 0;     ///< along the baseline
  double width = 0;
};
/// The same letter by letter, for texts along curves.
std::vector<GlyphShape> shapeGlyphs(const QString& text, Face face, double spacing = 0);

/// Adds a short text (digits, labels) to a path; `left` is where its baseline begins, `size` the em in pixels.
void addSmallText(QPainterPath& path, const QString& text, QPointF left, double size, Face face);
double smallTextWidth(const QString& text, double size, Face face);
/// Any text as outlines, in one face, from where its baseline begins.
void drawShapedText(QPainter& painter, const QString& text, QPointF left, double size, Face face, const QColor& colour);
void drawSmallText(QPainter& painter, const QString& text, QPointF left, double size, const QColor& colour);

} // namespace hotchkiss
