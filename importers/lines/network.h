#pragma once

#include "importers/lines/polyline.h"

#include <string>
#include <vector>

namespace hotchkiss {

/// A road, railway or the like as the source has it.
struct NetworkLine {
  Polyline points;
  std::string name;
  int tag = 0;
};

/// The part of a line between two nodes.
struct NetworkArm {
  Polyline points;
  std::string name;
  int tag = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  double length = 0;
};

struct LineNetwork {
  std::vector<Point> nodes;
  std::vector<NetworkArm> arms;
  std::size_t copies = 0; ///< arms left out because another one runs the same way

  std::vector<std::size_t> degrees() const;
  /// The connected set that each node belongs to.
  std::vector<std::size_t> components() const;
};

/// Lines meet where an end of one lies on another, within `snap`. Lines that only cross each other meet too if
/// `crossingsJoin` (the source marks no bridges). Ways through a node with two arms of the same name and tag are made
/// one arm.
LineNetwork makeNetwork(const std::vector<NetworkLine>& lines, double snap, bool crossingsJoin);

} // namespace hotchkiss
