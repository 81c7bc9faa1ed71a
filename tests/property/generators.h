#pragma once

#include "libterrain/grid/lattice.h"

#include <rapidcheck.h>

namespace hotchkiss {

/// A number from `least` to `most`, both included.
inline int number(int least, int most) {
  return *rc::gen::inRange(least, most + 1);
}

inline Lattice anyLattice() {
  return {*rc::gen::element(Orientation::Flat, Orientation::Pointy), *rc::gen::element(Parity::Even, Parity::Odd)};
}

} // namespace hotchkiss
