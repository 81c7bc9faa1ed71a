#pragma once

#include "libterrain/grid/coordinates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace hotchkiss {

/// A hex as it lies on the pixels of a raster: pixel (0,0) is the square from (0,0) to (1,1).
using PixelHex = std::array<Point, 6>;

inline double areaOf(const PixelHex& hex) {
  double twice = 0;
  for (std::size_t i = 0; i < hex.size(); ++i) {
    const Point a = hex[i];
    const Point b = hex[(i + 1) % hex.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return std::abs(twice) / 2;
}

/// Where the straight line between two corners meets a height, worked out the same way from both of its hexes, so that
/// no pixel centre falls between two hexes or into both.
inline double crossingAt(Point a, Point b, double y) {
  if (b.y < a.y || (b.y == a.y && b.x < a.x))
    std::swap(a, b);
  return a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y);
}

/// Calls visit(row, first, end) for the pixels whose centres lie in the hex, for rows in [rowBegin, rowEnd).
template <class Visit>
void scanCentres(const PixelHex& hex, int rowBegin, int rowEnd, Visit&& visit) {
  double top = hex[0].y;
  double bottom = hex[0].y;
  for (const Point p : hex) {
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  const int first = std::max(rowBegin, static_cast<int>(std::floor(std::max(top, -1e9) - 0.5)));
  const int end = std::min(rowEnd, static_cast<int>(std::ceil(std::min(bottom, 2e9) + 0.5)));
  for (int row = first; row < end; ++row) {
    const double y = row + 0.5;
    double left = 0;
    double right = 0;
    bool any = false;
    for (std::size_t i = 0; i < hex.size(); ++i) {
      const Point a = hex[i];
      const Point b = hex[(i + 1) % hex.size()];
      if ((a.y <= y) == (b.y <= y))
        continue;
      const double x = crossingAt(a, b, y);
      left = any ? std::min(left, x) : x;
      right = any ? std::max(right, x) : x;
      any = true;
    }
    if (any)
      visit(row, static_cast<int>(std::ceil(left - 0.5)), static_cast<int>(std::ceil(right - 0.5)));
  }
}

/// Exact parts of pixels that a polygon covers, by adding up the signed areas that its sides cut off.
class CoverageScan {
 public:
  /// Calls visit(row, firstPixel, count, weights) for rows in [rowBegin, rowEnd) that the hex touches.
  template <class Visit>
  void scan(const PixelHex& hex, int rowBegin, int rowEnd, Visit&& visit) {
    double left = hex[0].x;
    double right = hex[0].x;
    double top = hex[0].y;
    double bottom = hex[0].y;
    for (const Point p : hex) {
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      top = std::min(top, p.y);
      bottom = std::max(bottom, p.y);
    }
    const int first = std::max(rowBegin, static_cast<int>(std::floor(top)));
    const int end = std::min(rowEnd, static_cast<int>(std::ceil(bottom)));
    if (first >= end)
      return;
    mLeft = static_cast<int>(std::floor(left));
    mWidth = static_cast<int>(std::ceil(right)) - mLeft + 2;
    mFirst = first;
    mRows = end - first;
    mCells.assign(static_cast<std::size_t>(mWidth) * static_cast<std::size_t>(mRows), 0.0);
    for (std::size_t i = 0; i < hex.size(); ++i)
      addSide(hex[i], hex[(i + 1) % hex.size()]);
    for (int row = 0; row < mRows; ++row) {
      double* cells = mCells.data() + static_cast<std::ptrdiff_t>(row) * mWidth;
      double sum = 0;
      for (int i = 0; i < mWidth; ++i) {
        sum += cells[i];
        cells[i] = std::min(1.0, std::abs(sum));
      }
      visit(mFirst + row, mLeft, mWidth, cells);
    }
  }

 private:
  void addSide(Point a, Point b) {
    if (a.y == b.y)
      return;
    const double sign = a.y < b.y ? 1 : -1;
    if (a.y > b.y)
      std::swap(a, b);
    const double slope = (b.x - a.x) / (b.y - a.y);
    const double low = std::max(a.y, static_cast<double>(mFirst));
    const double high = std::min(b.y, static_cast<double>(mFirst + mRows));
    for (int row = static_cast<int>(std::floor(low)); row < high; ++row) {
      const double y0 = std::max(low, static_cast<double>(row));
      const double y1 = std::min(high, row + 1.0);
      if (y1 > y0)
        addPiece(row - mFirst, a.x + (y0 - a.y) * slope - mLeft, a.x + (y1 - a.y) * slope - mLeft, sign * (y1 - y0));
    }
  }
  /// A piece of a side inside one row: everything to its right gains `height`, the pixels under it their part.
  void addPiece(int row, double x0, double x1, double height) {
    if (x0 > x1)
      std::swap(x0, x1);
    double* cells = mCells.data() + static_cast<std::ptrdiff_t>(row) * mWidth;
    const int first = std::clamp(static_cast<int>(std::floor(x0)), 0, mWidth - 2);
    const int last = std::clamp(static_cast<int>(std::floor(x1)), 0, mWidth - 2);
    if (first == last) {
      const double part = height * (first + 1 - (x0 + x1) / 2);
      cells[first] += part;
      cells[first + 1] += height - part;
      return;
    }
    double before = 0; // area to the right of the piece in the pixels so far, as a running total
    for (int i = first; i <= last; ++i) {
      const double from = std::max(x0, static_cast<double>(i));
      const double to = std::min(x1, i + 1.0);
      const double share = height * (to - from) / (x1 - x0);
      const double done = height * (from - x0) / (x1 - x0);
      const double covered = done + share * (i + 1 - (from + to) / 2);
      cells[i] += covered - before;
      before = covered;
    }
    cells[last + 1] += height - before;
  }

  int mLeft = 0;
  int mWidth = 0;
  int mFirst = 0;
  int mRows = 0;
  std::vector<double> mCells;
};

} // namespace hotchkiss
