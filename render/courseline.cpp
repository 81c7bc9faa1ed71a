#include "render/courseline.h"

#include "libterrain/search/chain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace hotchkiss {

namespace {

/// Rounds a zigzag of hexsides into a flowing line; the ends stay.
std::vector<QPointF> smoothed(std::vector<QPointF> points, int rounds) {
  for (int round = 0; round < rounds && points.size() > 2; ++round) {
    std::vector<QPointF> next{points.front()};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      next.push_back(points[i] * 0.75 + points[i + 1] * 0.25);
      next.push_back(points[i] * 0.25 + points[i + 1] * 0.75);
    }
    next.push_back(points.back());
    points = std::move(next);
  }
  return points;
}

/// Walks from edge to edge as far as it goes, preferring to go straight on; used for courses that fork.
template <class Neighbours>
std::vector<EdgeId> longestWalk(const std::vector<EdgeId>& edges, Neighbours&& neighbours) {
  const std::set<EdgeId> all(edges.begin(), edges.end());
  const auto farthest = [&](EdgeId from) {
    std::map<EdgeId, EdgeId> before{{from, from}};
    std::vector<EdgeId> queue{from};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const EdgeId& next : neighbours(queue[i]))
        if (all.contains(next) && before.emplace(next, queue[i]).second)
          queue.push_back(next);
    std::vector<EdgeId> way{queue.back()};
    while (way.back() != from)
      way.push_back(before.at(way.back()));
    return way;
  };
  // Twice the farthest of the farthest: the longest way through a tree.
  return farthest(farthest(edges.front()).front());
}

/// Widths from the source to the mouth: quickly at first, then ever more slowly.
std::map<EdgeId, float> flowOf(const Scene& scene, const std::string& course, std::vector<EdgeId> order) {
  constexpr std::size_t kLongest = 4000; // beyond that there is nothing to see of it, and edits shall stay quick
  constexpr double kSource = 0.7;
  constexpr double kGrowth = 0.4;
  constexpr double kEdges = 9;
  const NamedThing* thing = scene.named->find("course", course);
  if (!thing || !thing->mouth || order.empty() || order.size() > kLongest)
    return {};
  const auto touches = [&](EdgeId e) {
    const auto ends = scene.lattice().ends(e);
    return ends[0] == *thing->mouth || ends[1] == *thing->mouth;
  };
  if (touches(order.front()) && order.size() > 1)
    std::reverse(order.begin(), order.end());
  else if (!touches(order.back()))
    return {};
  std::map<EdgeId, float> out;
  for (std::size_t i = 0; i < order.size(); ++i)
    out.emplace(order[i], static_cast<float>(kSource + kGrowth * (1 - std::exp(-static_cast<double>(i) / kEdges))));
  return out;
}

} // namespace

CourseLine courseLine(const Scene& scene, const std::string& course) {
  CourseLine out;
  const std::vector<EdgeId>& edges = scene.membership->edges(course);
  if (edges.empty())
    return out;
  bool across = false;
  bool isWater = false;
  for (const EdgeId& e : edges)
    for (const PlacedLine& line : scene.edge(e).lines)
      if (std::find(line.courses.begin(), line.courses.end(), course) != line.courses.end()) {
        across = across || line.style->isPath;
        out.isRail = out.isRail || line.style->isRail;
        out.isRelief = out.isRelief || line.style->layer == Layer::Relief;
        isWater = isWater || line.style->isWater;
        const bool sided = line.style->line == LineKind::Hachures || line.style->line == LineKind::HachuresBoth;
        out.width = std::max(out.width, sided ? line.style->row.width * 2 : line.style->row.width);
      }
  const Lattice& lattice = scene.lattice();
  std::vector<EdgeId> order;
  const auto walk = walkChain(lattice, across ? ChainKind::AcrossEdges : ChainKind::AlongEdges, edges);
  if (const auto* chain = std::get_if<ChainWalk>(&walk))
    order = chain->order;
  else if (across)
    order = longestWalk(edges, [&](EdgeId e) {
      std::vector<EdgeId> next;
      for (const HexCoord& h : lattice.hexes(e))
        for (int side = 0; side < kSides; ++side)
          if (const EdgeId other = lattice.edge(h, side); other != e)
            next.push_back(other);
      return next;
    });
  else
    order = longestWalk(edges, [&](EdgeId e) { return lattice.edgesTouching(e); });
  if (isWater && !across)
    out.flow = flowOf(scene, course, order);
  std::vector<QPointF> points;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const QPointF here = toQt(lattice.middle(order[i]));
    // Between two hexsides a way swings a little toward the middle of the hex.
    if (across && i > 0)
      for (const HexCoord& h : lattice.hexes(order[i]))
        if (const auto [a, b] = lattice.hexes(order[i - 1]); h == a || h == b)
          points.push_back(toQt(lattice.centre(h)) * 0.36 + (here + toQt(lattice.middle(order[i - 1]))) * 0.32);
    points.push_back(here);
  }
  if (points.size() == 1) {
    const auto [v0, v1] = lattice.ends(order.front());
    points = {toQt(lattice.position(v0)), toQt(lattice.position(v1))};
  }
  out.points = smoothed(std::move(points), 2);
  return out;
}

std::shared_ptr<CourseLines> newCourseLines() {
  return std::make_shared<CourseLines>();
}

std::shared_ptr<const CourseLine> CourseLines::get(const Scene& scene, const std::string& course) {
  {
    const std::lock_guard lock(mMutex);
    if (const auto it = mLines.find(course); it != mLines.end())
      return it->second;
  }
  auto line = std::make_shared<const CourseLine>(courseLine(scene, course));
  const std::lock_guard lock(mMutex);
  return mLines.emplace(course, std::move(line)).first->second;
}

std::shared_ptr<CourseLines> CourseLines::without(const std::set<std::string>& courses) {
  auto out = std::make_shared<CourseLines>();
  const std::lock_guard lock(mMutex);
  out->mLines = mLines;
  for (const std::string& course : courses)
    out->mLines.erase(course);
  return out;
}

} // namespace hotchkiss
