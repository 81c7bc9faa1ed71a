#pragma once

#include "importers/lines/linecourses.h"

#include <optional>
#include <set>

namespace hotchkiss {

/// Sources end rivers where the estuary widens, hexes before the coast of the map. These lead them on.
class CoastReach {
 public:
  struct Corner {
    double away = 0; ///< hexes
    VertexId corner;
  };

  /// `coast`: hexsides at which a river ends; `reach` in hexes.
  CoastReach(const Lattice& lattice, const std::set<EdgeId>& coast, double reach);
  /// The nearest corner of the coast within reach.
  std::optional<Corner> nearest(Point p) const;

 private:
  double mReach = 0;
  PointGrid mGrid;
  std::vector<VertexId> mCorners;
};

/// How a course was led on.
struct CoastLead {
  std::optional<VertexId> corner;
  double gap = 0; ///< hexes between the source and the corner
  bool atEnd = true;
};

/// Lengthens a course in a straight line to a corner, at its end or before its beginning.
CoastLead leadOn(SourceCourse& course, const Lattice& lattice, VertexId corner, bool atEnd);

/// The same course the other way.
void turnRound(SourceCourse& course);

} // namespace hotchkiss
