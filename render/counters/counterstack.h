#pragma once

#include "libterrain/grid/lattice.h"
#include "render/counters/counterpainter.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace hotchkiss {

/// Which way a piece looks, in the plane: as an angle clockwise from north.
struct CounterFacing {
  double degrees = 0;
  bool toCorner = false; ///< at a corner of the hex; else at a hexside
};

/// A tag that hangs at a counter: what a marker on it would say. Or its strength, at its upper left corner.
struct CounterBadge {
  QString text;
  QColor colour;
  bool isStrength = false;
};

/// One counter of a stack, ready to be drawn again and again.
struct StackedCounter {
  std::string piece;
  CounterContent content;
  std::string key;                    ///< of the content
  std::vector<CounterFacing> facings; ///< of batteries that look at two sides: two
  std::vector<QPointF> further;       ///< centres (in the plane) of the other hexes that it covers
  std::vector<CounterBadge> badges;   ///< states that hold
  bool isPossible = false;            ///< one of several places where it may stand
};

/// The counters of one place, the lowest first.
struct CounterStack {
  QPointF at; ///< in the plane
  std::vector<StackedCounter> counters;
};

/// Where the counters of a stack lie on the screen: the lowest first, fanned up and to the right; or spread side by
/// side, all of them, to be looked at and picked up.
struct StackLayout {
  double side = 0;             ///< of a counter, in pixels
  std::vector<QRectF> squares; ///< of those that can be seen, the lowest first
  std::size_t hidden = 0;      ///< further down, not drawn
};
StackLayout layOutStack(QPointF middle, std::size_t counters, double pitch, bool isSpread = false);

/// Draws a stack around a point of the device; `pitch` is the distance of hexes in pixels. `chosen` is the index of a
/// counter to frame, -1 for none. `toDevice` places the further hexes.
template <class ToDevice>
void drawStack(QPainter& painter, CounterPixmaps& pixmaps, const CounterStack& stack, double pitch,
               double devicePixelRatio, int chosen, const ToDevice& toDevice, bool isSpread = false);
void drawStackAt(QPainter& painter, CounterPixmaps& pixmaps, const CounterStack& stack, QPointF middle,
                 const std::vector<std::vector<QPointF>>& further, double pitch, double devicePixelRatio, int chosen,
                 bool isSpread = false);

template <class ToDevice>
void drawStack(QPainter& painter, CounterPixmaps& pixmaps, const CounterStack& stack, double pitch,
               double devicePixelRatio, int chosen, const ToDevice& toDevice, bool isSpread) {
  std::vector<std::vector<QPointF>> further;
  for (const StackedCounter& counter : stack.counters) {
    std::vector<QPointF> points;
    for (const QPointF& p : counter.further)
      points.push_back(toDevice(p));
    further.push_back(std::move(points));
  }
  drawStackAt(painter, pixmaps, stack, toDevice(stack.at), further, pitch, devicePixelRatio, chosen, isSpread);
}

/// The direction of a hexside or corner of a lattice.
CounterFacing facingTowards(const Lattice& lattice, int direction, bool toCorner);

} // namespace hotchkiss
