#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include <cstdint>
#include <vector>

namespace hotchkiss {

/// How much of each pixel of an image one colour covers. Made for very many very short lines: Qt takes microseconds to
/// set up each of them, this a few nanoseconds a pixel. Lines that overlap or meet do not grow darker there, and what a
/// pixel shows does not depend on how the picture was cut into tiles.
class CoverageMask {
 public:
  CoverageMask(int width, int height);

  /// A line with round ends; coordinates are pixels, `half` is half its width.
  void addLine(QPointF a, QPointF b, double half);
  bool empty() const { return mLastRow < mFirstRow; }
  /// Puts the colour over the image (ARGB32_Premultiplied, of the mask's size) and empties the mask. Transparent pixels
  /// stay so unless `everywhere`.
  void blend(QImage& image, const QColor& colour, double opacity, bool everywhere);

 private:
  int mWidth;
  int mHeight;
  int mFirstRow;
  int mLastRow = -1;
  std::vector<std::uint8_t> mCover; ///< row by row, 255 for a pixel that is covered altogether
};

} // namespace hotchkiss
