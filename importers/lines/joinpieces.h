#pragma once

#include "importers/lines/polyline.h"

#include <cstddef>
#include <vector>

namespace hotchkiss {

/// A piece of a line as the source has it.
struct LinePiece {
  Polyline points;
  int tag = 0; ///< what the caller wants to find again for each part of the joined line
};

/// Pieces joined into one line, end to end.
struct JoinedLine {
  Polyline points;
  std::vector<int> tags; ///< of each point: the piece it came from; -1 in a bridged gap
  double gaps = 0;       ///< total length that was bridged
  std::size_t pieces = 0;
  bool isSide = false; ///< a side arm: what was left when the longest way had been taken out
};

struct JoinRules {
  double snap = 0.03;      ///< ends nearer than this are the same point
  double gap = 1.0;        ///< dangling ends nearer than this are joined by a straight line; 0 for none
  double duplicate = 0.06; ///< a piece that lies this near to another all along is a copy of it
  std::size_t dropped = 0; ///< out: copies that were left out
};

/// Puts broken pieces together and leaves copies out. Each connected set gives its longest way first and then its side
/// arms. The direction is that of most of the pieces.
std::vector<JoinedLine> joinPieces(const std::vector<LinePiece>& pieces, JoinRules& rules);

} // namespace hotchkiss
