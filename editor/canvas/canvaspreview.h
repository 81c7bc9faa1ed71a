#pragma once

#include "editor/tools/tool.h"

#include <QImage>

#include <array>
#include <vector>

namespace hotchkiss::editor {

/// A state of the map that nobody has accepted yet, with what would change and what it was made from.
struct CanvasPreview {
  MapSnapshot snapshot;                  ///< the map as it would be
  std::vector<HexCoord> hexes;           ///< that would change
  std::vector<EdgeId> edges;             ///< that would change
  std::vector<VertexId> corners;         ///< that would change
  std::vector<Point> places;             ///< of named things that would come or change
  std::vector<std::vector<Point>> lines; ///< of the source, in the plane
  std::vector<Point> points;             ///< of the source
  QImage picture;                        ///< a scan, laid over the map
  std::array<Point, 3> pictureCorners{}; ///< where its top left, top right and bottom left come to lie
  bool showsResult = true;
  bool showsChanges = true;
  bool showsSource = true;

  /// `visible` is the part of the plane in the window.
  void paint(QPainter& painter, const OverlayView& view, const QRectF& visible) const;
};

/// What an edit changes, for a preview.
void collectChanges(const Edit& edit, const Document& after, CanvasPreview& out);

} // namespace hotchkiss::editor
