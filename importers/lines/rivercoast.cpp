#include "importers/lines/rivercoast.h"

#include "importers/lines/edgematch.h"

#include <algorithm>

namespace hotchkiss {

CoastReach::CoastReach(const Lattice& lattice, const std::set<EdgeId>& coast, double reach)
    : mReach(reach), mGrid(reach) {
  for (const EdgeId e : coast)
    for (const VertexId v : lattice.ends(e)) {
      mGrid.add(lattice.position(v), mCorners.size(), 0);
      mCorners.push_back(v);
    }
}

std::optional<CoastReach::Corner> CoastReach::nearest(Point p) const {
  std::optional<Corner> out;
  mGrid.near(p, mReach, [&](const PointGrid::Entry& e, double d) {
    const VertexId corner = mCorners[e.owner];
    if (!out || d < out->away || (d == out->away && corner < out->corner))
      out = Corner{d, corner};
  });
  return out;
}

CoastLead leadOn(SourceCourse& course, const Lattice& lattice, VertexId corner, bool atEnd) {
  const Point to = lattice.position(corner);
  const Point from = atEnd ? course.samples.back() : course.samples.front();
  const double gap = distance(from, to);
  if (gap <= kMatchStep)
    return {corner, gap, atEnd};
  Polyline way = resampled(Polyline{from, to}, kMatchStep);
  way.erase(way.begin());
  const int tag = atEnd ? course.classOf.back() : course.classOf.front();
  if (!atEnd)
    std::reverse(way.begin(), way.end());
  course.samples.insert(atEnd ? course.samples.end() : course.samples.begin(), way.begin(), way.end());
  course.classOf.insert(atEnd ? course.classOf.end() : course.classOf.begin(), way.size(), tag);
  course.length += gap;
  return {corner, gap, atEnd};
}

void turnRound(SourceCourse& course) {
  std::reverse(course.samples.begin(), course.samples.end());
  std::reverse(course.classOf.begin(), course.classOf.end());
  std::swap(course.beginsOnMap, course.endsOnMap);
}

} // namespace hotchkiss
