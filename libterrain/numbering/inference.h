#pragma once

#include "libterrain/grid/lattice.h"

#include <array>
#include <string>
#include <vector>

namespace hotchkiss {

/// A label and where the middle of its hex lies on an image, y down.
struct LabelledPoint {
  std::string label;
  Point at;
};

/// One way to explain the labels. The plane is that of Lattice::centre, with hex (columnStep * printed column, rowStep
/// * printed row).
struct NumberingProposal {
  Orientation orientation = Orientation::Flat;
  Parity shifted = Parity::Even; ///< of the PRINTED numbers of shifted lines
  bool columnFirst = true;
  int columnStep = 1;
  int rowStep = 1;
  double misfit = 0;              ///< 0 = the image is the plane, only moved, scaled and turned
  std::array<double, 6> affine{}; ///< image x = a0 * x + a1 * y + a2, image y = a3 * x + a4 * y + a5
};

/// Best first; empty when the points lie on a line or a label cannot be read. Images turned by more than 45 degrees are
/// not considered: the same picture then has a simpler reading in the other orientation.
std::vector<NumberingProposal> inferNumbering(const std::array<LabelledPoint, 3>& points);

/// The two best fit about equally well: ask for another point.
bool ambiguous(const std::vector<NumberingProposal>& proposals);

} // namespace hotchkiss
