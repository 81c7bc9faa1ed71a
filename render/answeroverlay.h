#pragma once

#include "libterrain/grid/lattice.h"

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hotchkiss {

/// One hex of an answer: a tint with a short text in the middle, such as what it costs to get there.
struct AnswerHex {
  QColor fill;           ///< with its alpha; invalid for none
  QString text;          ///< a few letters
  bool doubtful = false; ///< hatched: possible, but not certain
};

/// Several hexes that belong together, such as the zone of control of a side: a wash with a line around it.
struct AnswerArea {
  std::unordered_set<HexCoord> hexes;
  QColor colour; ///< of the line; the wash is paler
  bool hatched = false;
};

/// A hexside of an answer.
struct AnswerEdge {
  EdgeId edge;
  QColor colour;
  QString text;
};

/// A path, a line of sight, a way back: points of the plane.
struct AnswerLine {
  std::vector<QPointF> points;
  QColor colour;
  bool arrow = true;
  bool dashed = false;
};

/// A place that stands out, such as the start, a unit, or where a line of sight is blocked.
struct AnswerMark {
  enum class Shape : std::uint8_t { Ring, Cross, Counter };
  QPointF at;
  Shape shape = Shape::Ring;
  QColor colour;
  QString text; ///< in a counter
};

/// An answer of the rules as something to draw over a map. Plain data: whoever asked fills it in, the painter knows
/// no rules. Later members lie on top.
struct AnswerOverlay {
  std::unordered_map<HexCoord, AnswerHex> hexes;
  std::vector<AnswerArea> areas;
  std::vector<AnswerEdge> edges;
  std::vector<AnswerLine> lines;
  std::vector<AnswerMark> marks;

  bool isEmpty() const { return hexes.empty() && areas.empty() && edges.empty() && lines.empty() && marks.empty(); }
  /// The part of the plane that it covers.
  QRectF bounds(const Lattice& lattice) const;
};

/// From near (0) to far (1): light yellow over red to dark violet, told apart without red or green.
QColor heatColour(double share);
/// A colour for the n-th side or kind, each clearly different.
QColor answerColour(std::size_t n);
/// The centres of hexes, for an AnswerLine.
std::vector<QPointF> throughCentres(const Lattice& lattice, const std::vector<HexCoord>& hexes);

/// Paints the part of the plane in `area` so that area.topLeft() comes to the painter's origin and one pitch is `scale`
/// long, as MapPainter does. Only what touches the area is visited.
void paintAnswer(QPainter& painter, const Lattice& lattice, const AnswerOverlay& answer, const QRectF& area,
                 double scale);

} // namespace hotchkiss
