#pragma once

#include "libterrain/grid/lattice.h"
#include "libterrain/numbering/labelpattern.h"

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// How the printed numbers run along one axis of a sheet.
struct Axis {
  /// What the half hex between neighbouring lines does to the number.
  enum class Stagger { None, Doubled, Shifted, Unshifted };
  long first = 1;
  int step = 1;
  Stagger stagger = Stagger::None;
  bool operator==(const Axis&) const = default;
};

/// Which hexes along one side of a sheet are meant: those of shifted lines only, of the others only, or all.
enum class BorderRule { None, All, Shifted, Unshifted };

struct Border {
  BorderRule top = BorderRule::None;
  BorderRule bottom = BorderRule::None;
  BorderRule left = BorderRule::None;
  BorderRule right = BorderRule::None;
  bool operator==(const Border&) const = default;
};

/// Rows (flat) or columns (pointy) that run straight along a hex axis: falling toward SE, rising toward NE (flat) or SW
/// (pointy).
enum class Oblique { None, Falling, Rising };

struct PrintedNumbers {
  long col = 0;
  long row = 0;
  bool operator==(const PrintedNumbers&) const = default;
};

/// One printed sheet: where it lies on the lattice and how it numbers its hexes. Local coordinates are offset
/// coordinates from its origin hex, as the sheet shows them when it is not turned.
struct Sheet {
  std::string id;
  std::string name;
  std::string letter; ///< printed in {sheet}; may be empty
  HexCoord origin;
  Extent size;
  LabelPattern label;
  Axis columns;
  Axis rows;
  Oblique oblique = Oblique::None;
  int turn = 0; ///< sixths clockwise by which the sheet lies turned on the lattice
  Border missing;
  Border partial;
  std::vector<HexCoord> omit; ///< local

  /// The lattice as seen from the origin: an odd origin exchanges shifted and unshifted lines.
  Lattice localLattice(const Lattice& lattice) const;
  /// Nothing outside the sheet's rectangle.
  std::optional<HexCoord> local(const Lattice& lattice, HexCoord h) const;
  HexCoord onLattice(const Lattice& lattice, HexCoord local) const;

  /// Inside the rectangle, not missing and not omitted.
  bool covers(const Lattice& lattice, HexCoord h) const;
  bool coversLocal(const Lattice& lattice, HexCoord local) const;
  bool isPartial(const Lattice& lattice, HexCoord h) const;

  PrintedNumbers printed(const Lattice& lattice, HexCoord local) const;
  /// The column number (flat) or row number (pointy) fixes the line; nothing when no line bears it. The line may lie
  /// outside the sheet.
  std::optional<std::int32_t> lineOf(const Lattice& lattice, PrintedNumbers numbers) const;
  /// The local hex with these numbers, which may lie outside the sheet; nothing when no hex can bear them.
  std::optional<HexCoord> fromPrinted(const Lattice& lattice, PrintedNumbers numbers) const;
};

} // namespace hotchkiss
