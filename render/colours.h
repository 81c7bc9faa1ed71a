#pragma once

#include <QColor>

#include <cmath>

namespace hotchkiss {

/// From a (0) to b (1).
inline QColor mixed(const QColor& a, const QColor& b, double t) {
  const auto channel = [t](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * t)); };
  return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

inline QColor withAlpha(QColor colour, double alpha) {
  colour.setAlphaF(static_cast<float>(alpha));
  return colour;
}

} // namespace hotchkiss
