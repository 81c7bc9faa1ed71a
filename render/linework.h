#pragma once

#include "render/palette.h"
#include "render/run.h"

#include <QPainter>
#include <QPainterPath>

namespace hotchkiss {

/// The ink of one kind of line: what lies below everything, the body, and what lies on the body.
struct LineInk {
  QPainterPath casing;
  QPainterPath body;
  QPainterPath detail;
  bool empty() const { return casing.isEmpty() && body.isEmpty() && detail.isEmpty(); }
};

struct LineLook {
  double scale = 1;     ///< pixels a pitch
  bool engraved = true; ///< irregular by hand, or exact
};

/// Adds one piece of a line in the style's manner.
void drawRun(LineKind line, const StyleRow& row, const Run& run, const LineLook& look, LineInk& ink);

/// The three colours of a line's ink. Lines without a casing colour have none.
QColor casingColour(const StyleRow& row, LineKind line, const QColor& paper);
QColor detailColour(const StyleRow& row, LineKind line);

/// Bodies of the waters are painted after all their casings, so that they run together.
void fillInk(QPainter& painter, QPainterPath& path, const QColor& colour);

} // namespace hotchkiss
