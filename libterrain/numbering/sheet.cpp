#include "libterrain/numbering/sheet.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr long kFar = 1'000'000; // no sheet is larger, and sums of such numbers do not overflow

bool meant(BorderRule rule, bool shifted) {
  switch (rule) {
  case BorderRule::None:
    return false;
  case BorderRule::All:
    return true;
  case BorderRule::Shifted:
    return shifted;
  case BorderRule::Unshifted:
    return !shifted;
  }
  return false;
}

bool onBorder(const Border& border, const Extent& size, HexCoord local, bool shifted) {
  return (local.r == 0 && meant(border.top, shifted)) ||
         (local.r == size.height - 1 && meant(border.bottom, shifted)) ||
         (local.c == 0 && meant(border.left, shifted)) || (local.c == size.width - 1 && meant(border.right, shifted));
}

// How far an oblique line has slipped against the offset line with which it begins.
long slip(Oblique oblique, Parity shifted, long line) {
  const long odd = line & 1;
  const long half = shifted == Parity::Odd ? (line - odd) / 2 : (line + odd) / 2;
  switch (oblique) {
  case Oblique::None:
    return 0;
  case Oblique::Falling:
    return -half;
  case Oblique::Rising:
    return line - half;
  }
  return 0;
}

long staggered(const Axis& axis, long index, bool shifted) {
  switch (axis.stagger) {
  case Axis::Stagger::None:
    return axis.first + axis.step * index;
  case Axis::Stagger::Doubled:
    return axis.first + axis.step * (2 * index + (shifted ? 1 : 0));
  case Axis::Stagger::Shifted:
    return axis.first + axis.step * (index + (shifted ? 1 : 0));
  case Axis::Stagger::Unshifted:
    return axis.first + axis.step * (index + (shifted ? 0 : 1));
  }
  return axis.first;
}

std::optional<long> indexOf(const Axis& axis, long number, bool shifted) {
  if (axis.step == 0)
    return std::nullopt;
  const long zero = staggered(axis, 0, shifted);
  const long step = axis.stagger == Axis::Stagger::Doubled ? 2L * axis.step : axis.step;
  const long difference = number - zero;
  if (difference % step != 0 || difference / step > kFar || difference / step < -kFar)
    return std::nullopt;
  return difference / step;
}

Axis plain(Axis axis) {
  axis.stagger = Axis::Stagger::None;
  return axis;
}

} // namespace

Lattice Sheet::localLattice(const Lattice& lattice) const {
  return lattice.afterShift({-origin.c, -origin.r});
}

std::optional<HexCoord> Sheet::local(const Lattice& lattice, HexCoord h) const {
  const HexCoord back = turn % kSides == 0 ? h : lattice.rotated(h, origin, -turn);
  const HexCoord out{back.c - origin.c, back.r - origin.r};
  if (!size.contains(out))
    return std::nullopt;
  return out;
}

HexCoord Sheet::onLattice(const Lattice& lattice, HexCoord local) const {
  const HexCoord upright{local.c + origin.c, local.r + origin.r};
  return turn % kSides == 0 ? upright : lattice.rotated(upright, origin, turn);
}

bool Sheet::coversLocal(const Lattice& lattice, HexCoord local) const {
  return size.contains(local) && !onBorder(missing, size, local, localLattice(lattice).isShifted(local)) &&
         std::find(omit.begin(), omit.end(), local) == omit.end();
}

bool Sheet::covers(const Lattice& lattice, HexCoord h) const {
  const std::optional<HexCoord> here = local(lattice, h);
  return here && coversLocal(lattice, *here);
}

bool Sheet::isPartial(const Lattice& lattice, HexCoord h) const {
  const std::optional<HexCoord> here = local(lattice, h);
  return here && coversLocal(lattice, *here) && onBorder(partial, size, *here, localLattice(lattice).isShifted(*here));
}

PrintedNumbers Sheet::printed(const Lattice& lattice, HexCoord local) const {
  const Lattice own = localLattice(lattice);
  const bool shifted = own.isShifted(local);
  if (own.orientation() == Orientation::Flat)
    return {staggered(plain(columns), local.c, shifted),
            staggered(rows, local.r + slip(oblique, own.shifted(), local.c), shifted)};
  return {staggered(columns, local.c + slip(oblique, own.shifted(), local.r), shifted),
          staggered(plain(rows), local.r, shifted)};
}

std::optional<std::int32_t> Sheet::lineOf(const Lattice& lattice, PrintedNumbers numbers) const {
  const bool flat = lattice.orientation() == Orientation::Flat;
  const std::optional<long> line = indexOf(plain(flat ? columns : rows), flat ? numbers.col : numbers.row, false);
  if (!line)
    return std::nullopt;
  return static_cast<std::int32_t>(*line);
}

std::optional<HexCoord> Sheet::fromPrinted(const Lattice& lattice, PrintedNumbers numbers) const {
  const std::optional<std::int32_t> line = lineOf(lattice, numbers);
  if (!line)
    return std::nullopt;
  const Lattice own = localLattice(lattice);
  const bool flat = own.orientation() == Orientation::Flat;
  const bool shifted = own.isShifted({*line, *line});
  const std::optional<long> index = indexOf(flat ? rows : columns, flat ? numbers.row : numbers.col, shifted);
  if (!index)
    return std::nullopt;
  const auto along = static_cast<std::int32_t>(*index - slip(oblique, own.shifted(), *line));
  return flat ? HexCoord{*line, along} : HexCoord{along, *line};
}

} // namespace hotchkiss
