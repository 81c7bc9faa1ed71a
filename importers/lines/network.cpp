#include "importers/lines/network.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace hotchkiss {

namespace {

constexpr double kCell = 0.5;
constexpr double kTwin = 0.35; // arms between the same nodes that stay this near are one: two tracks, two carriageways

/// Segments near a position.
class SegmentGrid {
 public:
  void add(const Polyline& line, std::size_t owner) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const auto [x0, x1] = std::minmax(line[i - 1].x, line[i].x);
      const auto [y0, y1] = std::minmax(line[i - 1].y, line[i].y);
      for (std::int64_t x = cell(x0); x <= cell(x1); ++x)
        for (std::int64_t y = cell(y0); y <= cell(y1); ++y)
          mCells[{x, y}].emplace_back(owner, i);
    }
  }
  template <class Visit>
  void near(Point a, Point b, double margin, Visit&& visit) const {
    std::set<std::pair<std::size_t, std::size_t>> seen;
    const auto [x0, x1] = std::minmax(a.x, b.x);
    const auto [y0, y1] = std::minmax(a.y, b.y);
    for (std::int64_t x = cell(x0 - margin); x <= cell(x1 + margin); ++x)
      for (std::int64_t y = cell(y0 - margin); y <= cell(y1 + margin); ++y)
        if (const auto it = mCells.find({x, y}); it != mCells.end())
          for (const auto& entry : it->second)
            if (seen.insert(entry).second)
              visit(entry.first, entry.second);
  }

 private:
  static std::int64_t cell(double v) { return static_cast<std::int64_t>(std::floor(v / kCell)); }
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<std::size_t, std::size_t>>> mCells;
};

/// A place on a line: the segment before point `segment`, and how far along it.
struct Cut {
  std::size_t segment = 0;
  double t = 0;
  Point p;
  bool operator<(const Cut& o) const { return segment != o.segment ? segment < o.segment : t < o.t; }
};

std::optional<double> crossing(Point a, Point b, Point c, Point d) {
  const double det = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (std::abs(det) < 1e-15)
    return std::nullopt;
  const double t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / det;
  const double u = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / det;
  return t > 0 && t < 1 && u > 0 && u < 1 ? std::optional(t) : std::nullopt;
}

/// Cuts lines where others meet them.
std::vector<NetworkLine> noded(const std::vector<NetworkLine>& lines, double snap, bool crossingsJoin) {
  SegmentGrid grid;
  for (std::size_t i = 0; i < lines.size(); ++i)
    grid.add(lines[i].points, i);
  std::vector<std::vector<Cut>> cuts(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Point end : {lines[i].points.front(), lines[i].points.back()})
      grid.near(end, end, snap, [&](std::size_t owner, std::size_t segment) {
        if (owner == i)
          return;
        const Point a = lines[owner].points[segment - 1];
        const Point b = lines[owner].points[segment];
        const double t = projectOnto(end, a, b);
        if (distance(end, {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}) <= snap)
          cuts[owner].push_back({segment, t, end});
      });
    if (!crossingsJoin)
      continue;
    for (std::size_t k = 1; k < lines[i].points.size(); ++k) {
      const Point a = lines[i].points[k - 1];
      const Point b = lines[i].points[k];
      grid.near(a, b, 0, [&](std::size_t owner, std::size_t segment) {
        if (owner == i)
          return;
        if (const auto t = crossing(a, b, lines[owner].points[segment - 1], lines[owner].points[segment]))
          cuts[i].push_back({k, *t, {a.x + *t * (b.x - a.x), a.y + *t * (b.y - a.y)}});
      });
    }
  }
  std::vector<NetworkLine> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::sort(cuts[i].begin(), cuts[i].end());
    NetworkLine piece{{lines[i].points[0]}, lines[i].name, lines[i].tag};
    std::size_t next = 0;
    const auto flush = [&](Point at) {
      piece.points.push_back(at);
      if (lengthOf(piece.points) > snap)
        out.push_back(piece);
      piece.points = {at};
    };
    for (std::size_t k = 1; k < lines[i].points.size(); ++k) {
      for (; next < cuts[i].size() && cuts[i][next].segment == k; ++next)
        if (distance(cuts[i][next].p, piece.points.front()) > snap || piece.points.size() > 1)
          if (distance(cuts[i][next].p, lines[i].points.back()) > snap)
            flush(cuts[i][next].p);
      piece.points.push_back(lines[i].points[k]);
    }
    if (piece.points.size() > 1 && lengthOf(piece.points) > 0)
      out.push_back(piece);
  }
  return out;
}

bool runsAlong(const Polyline& a, const Polyline& b, double tolerance) {
  return std::all_of(a.begin(), a.end(), [&](Point p) {
    for (std::size_t i = 1; i < b.size(); ++i)
      if (distanceToSegment(p, b[i - 1], b[i]) <= tolerance)
        return true;
    return false;
  });
}

/// Arms through nodes of two arms become one.
void smooth(LineNetwork& network) {
  bool changed = true;
  while (changed) {
    changed = false;
    std::vector<std::vector<std::size_t>> at(network.nodes.size());
    for (std::size_t i = 0; i < network.arms.size(); ++i) {
      at[network.arms[i].from].push_back(i);
      at[network.arms[i].to].push_back(i);
    }
    std::vector<char> gone(network.arms.size());
    for (std::size_t n = 0; n < at.size(); ++n) {
      if (at[n].size() != 2 || at[n][0] == at[n][1])
        continue;
      const std::size_t i = at[n][0];
      const std::size_t k = at[n][1];
      NetworkArm& a = network.arms[i];
      NetworkArm b = network.arms[k];
      if (gone[i] != 0 || gone[k] != 0 || a.tag != b.tag || a.name != b.name)
        continue;
      if (a.to != n) {
        std::reverse(a.points.begin(), a.points.end());
        std::swap(a.from, a.to);
      }
      if (b.from != n) {
        std::reverse(b.points.begin(), b.points.end());
        std::swap(b.from, b.to);
      }
      if (a.to != n || b.from != n)
        continue;
      a.points.insert(a.points.end(), b.points.begin() + 1, b.points.end());
      a.to = b.to;
      a.length += b.length;
      gone[k] = 1;
      gone[i] = 2; // changed: not again in this round
      changed = true;
    }
    std::vector<NetworkArm> kept;
    for (std::size_t i = 0; i < network.arms.size(); ++i)
      if (gone[i] != 1)
        kept.push_back(std::move(network.arms[i]));
    network.arms = std::move(kept);
  }
}

/// A ring has no two ends to be matched between: it gets a second node half way round.
void openRings(LineNetwork& network) {
  for (std::size_t i = 0; i < network.arms.size(); ++i) {
    NetworkArm& arm = network.arms[i];
    if (arm.from != arm.to || arm.points.size() < 3)
      continue;
    const auto middle = static_cast<std::ptrdiff_t>(arm.points.size() / 2);
    NetworkArm second = arm;
    second.points.assign(arm.points.begin() + middle, arm.points.end());
    arm.points.resize(static_cast<std::size_t>(middle) + 1);
    network.nodes.push_back(arm.points.back());
    arm.to = second.from = network.nodes.size() - 1;
    arm.length = lengthOf(arm.points);
    second.length = lengthOf(second.points);
    network.arms.push_back(std::move(second)); // moves the arms: the reference above is not used again
  }
}

} // namespace

std::vector<std::size_t> LineNetwork::degrees() const {
  std::vector<std::size_t> out(nodes.size());
  for (const NetworkArm& arm : arms) {
    ++out[arm.from];
    ++out[arm.to];
  }
  return out;
}

std::vector<std::size_t> LineNetwork::components() const {
  std::vector<std::size_t> of(nodes.size());
  std::iota(of.begin(), of.end(), 0);
  const auto root = [&](std::size_t i) {
    while (of[i] != i)
      i = of[i] = of[of[i]];
    return i;
  };
  for (const NetworkArm& arm : arms)
    of[root(arm.from)] = root(arm.to);
  for (std::size_t i = 0; i < of.size(); ++i)
    of[i] = root(i);
  return of;
}

LineNetwork makeNetwork(const std::vector<NetworkLine>& lines, double snap, bool crossingsJoin) {
  LineNetwork out;
  PointGrid grid(std::max(snap, 1e-9));
  const auto node = [&](Point p) {
    std::optional<std::size_t> found;
    double best = snap;
    grid.near(p, snap, [&](const PointGrid::Entry& e, double d) {
      if (d <= best) {
        best = d;
        found = e.owner;
      }
    });
    if (found)
      return *found;
    grid.add(p, out.nodes.size(), 0);
    out.nodes.push_back(p);
    return out.nodes.size() - 1;
  };
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> between;
  for (NetworkLine& line : noded(lines, snap, crossingsJoin)) {
    NetworkArm arm{std::move(line.points), std::move(line.name), line.tag, 0, 0, 0};
    arm.from = node(arm.points.front());
    arm.to = node(arm.points.back());
    arm.length = lengthOf(arm.points);
    auto& twins = between[std::minmax(arm.from, arm.to)];
    const bool copy = std::any_of(twins.begin(), twins.end(), [&](std::size_t i) {
      return out.arms[i].tag == arm.tag && runsAlong(arm.points, out.arms[i].points, kTwin);
    });
    if (copy) {
      ++out.copies;
      continue;
    }
    twins.push_back(out.arms.size());
    out.arms.push_back(std::move(arm));
  }
  smooth(out);
  openRings(out);
  return out;
}

} // namespace hotchkiss
