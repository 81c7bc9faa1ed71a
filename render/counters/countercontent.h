#pragma once

#include <QColor>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace hotchkiss {

/// Where a value stands on a counter.
enum class CounterSpot : std::uint8_t { Left, Right, BottomLeft, Bottom, BottomRight };

struct CounterCell {
  CounterSpot spot = CounterSpot::Bottom;
  QString text;
  QColor box; ///< behind the value; invalid for none
  bool isSmall = false;
  bool isOpen = false; ///< a range, a choice, or not known at all
};

/// All that is printed on one face of a counter. Plain data, worked out from an order of battle by CounterDesigner.
struct CounterContent {
  QColor side;
  QColor band; ///< behind the name; invalid: a darker shade of the side
  std::string symbol;
  QString title;
  QString subtitle;     ///< small, under the title: the formation
  QString mark;         ///< over the symbol: the size, "XX"
  double stars = 0;     ///< in halves
  bool isPlate = false; ///< a name plate with stars in place of a symbol's box
  bool isBack = false;
  bool isDoubtful = false;
  bool hasEmblem = false; ///< a medallion where nothing else is printed: on backs
  QString emblem;         ///< in it, a few letters; empty: a star
  std::vector<CounterCell> cells;

  /// Equal for contents that look alike.
  std::string key() const;
};

} // namespace hotchkiss
