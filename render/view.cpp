#include "render/view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotchkiss {

HexRange hexesTouching(const Lattice& lattice, const Extent& extent, const QRectF& area, double margin, bool border) {
  constexpr double kLine = std::numbers::sqrt3 / 2;
  const bool flat = lattice.orientation() == Orientation::Flat;
  const double stepX = flat ? kLine : 1;
  const double stepY = flat ? 1 : kLine;
  // Half a hex of outline and half a hex of stagger.
  const double reach = margin + 1.1;
  const std::int32_t rim = border ? 1 : 0;
  const auto first = [&](double low, double step) {
    return static_cast<std::int32_t>(std::clamp(std::floor((low - reach) / step), -10.0, 1e6));
  };
  const auto last = [&](double high, double step) {
    return static_cast<std::int32_t>(std::clamp(std::ceil((high + reach) / step), -10.0, 1e6));
  };
  HexRange out;
  out.firstColumn = std::max(first(area.left(), stepX), -rim);
  out.lastColumn = std::min(last(area.right(), stepX), extent.width - 1 + rim);
  out.firstRow = std::max(first(area.top(), stepY), -rim);
  out.lastRow = std::min(last(area.bottom(), stepY), extent.height - 1 + rim);
  return out;
}

} // namespace hotchkiss
