#include "render/network.h"

namespace hotchkiss {

void Network::addPaths(HexCoord h) {
  for (WayPiece& piece : mWays.piecesIn(h)) {
    Run run;
    run.points = toPixels(piece.points);
    run.seed = std::hash<HexCoord>{}(h) + static_cast<std::uint64_t>(piece.side);
    run.endsOpen = piece.isDeadEnd;
    drawRun(piece.line->style->line, piece.line->style->row, run, mLook, ink(*piece.line->style, h));
  }
}

} // namespace hotchkiss
