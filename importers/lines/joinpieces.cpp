#include "importers/lines/joinpieces.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

namespace hotchkiss {

namespace {

bool liesAlong(const Polyline& shorter, const Polyline& longer, double tolerance) {
  for (const Point p : resampled(shorter, 2 * tolerance)) {
    bool near = false;
    for (std::size_t i = 1; i < longer.size() && !near; ++i)
      near = distanceToSegment(p, longer[i - 1], longer[i]) <= tolerance;
    if (!near)
      return false;
  }
  return true;
}

/// Indices of pieces that are no copies; of two the longer one stays.
std::vector<std::size_t> withoutCopies(const std::vector<LinePiece>& pieces, double tolerance) {
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> lengths;
  for (const LinePiece& piece : pieces)
    lengths.push_back(lengthOf(piece.points));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return lengths[a] > lengths[b]; });
  // A copy begins beside the piece that it copies: only pieces with a sample near its first point are looked at.
  constexpr double kSample = 0.3;
  PointGrid grid(kSample + tolerance);
  std::vector<std::size_t> kept;
  for (const std::size_t i : order) {
    if (pieces[i].points.size() < 2 || lengths[i] <= 0)
      continue;
    std::set<std::size_t> near;
    grid.near(pieces[i].points.front(), kSample + tolerance,
              [&](const PointGrid::Entry& e, double) { near.insert(e.owner); });
    if (std::any_of(near.begin(), near.end(),
                    [&](std::size_t k) { return liesAlong(pieces[i].points, pieces[k].points, tolerance); }))
      continue;
    kept.push_back(i);
    for (const Point p : resampled(pieces[i].points, kSample))
      grid.add(p, i, 0);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

struct Link {
  std::size_t a = 0;
  std::size_t b = 0;
  const LinePiece* piece = nullptr; ///< null: a bridged gap
  double length = 0;
  bool used = false;
};

class Network {
 public:
  Network(const std::vector<LinePiece>& pieces, JoinRules& rules) : mRules(rules), mGrid(std::max(rules.snap, 1e-9)) {
    const std::vector<std::size_t> kept = withoutCopies(pieces, rules.duplicate);
    rules.dropped = pieces.size() - kept.size();
    for (const std::size_t i : kept) {
      const std::size_t a = node(pieces[i].points.front());
      const std::size_t b = node(pieces[i].points.back());
      link({a, b, &pieces[i], lengthOf(pieces[i].points), false});
    }
    bridgeGaps();
  }

  std::vector<JoinedLine> lines() {
    std::vector<JoinedLine> out;
    std::set<std::size_t> begun; // components that gave their longest way
    const std::vector<std::size_t> component = components();
    for (std::size_t start = 0; start < mNodes.size(); ++start)
      while (std::optional<std::vector<std::size_t>> way = longestWay(start)) {
        JoinedLine line = assemble(*way);
        line.isSide = !begun.insert(component[start]).second;
        out.push_back(std::move(line));
      }
    return out;
  }

 private:
  std::size_t node(Point p) {
    std::optional<std::size_t> found;
    double best = mRules.snap;
    mGrid.near(p, mRules.snap, [&](const PointGrid::Entry& e, double d) {
      if (d <= best) {
        best = d;
        found = e.owner;
      }
    });
    if (found)
      return *found;
    mGrid.add(p, mNodes.size(), 0);
    mNodes.push_back(p);
    mAt.emplace_back();
    return mNodes.size() - 1;
  }

  void link(Link l) {
    mAt[l.a].push_back(mLinks.size());
    if (l.b != l.a)
      mAt[l.b].push_back(mLinks.size());
    mLinks.push_back(l);
  }

  std::vector<std::size_t> components() const {
    std::vector<std::size_t> of(mNodes.size());
    std::iota(of.begin(), of.end(), 0);
    const auto root = [&](std::size_t i) {
      while (of[i] != i)
        i = of[i] = of[of[i]];
      return i;
    };
    for (const Link& l : mLinks)
      of[root(l.a)] = root(l.b);
    for (std::size_t i = 0; i < of.size(); ++i)
      of[i] = root(i);
    return of;
  }

  /// Nearest dangling ends of different sets first.
  void bridgeGaps() {
    if (mRules.gap <= 0)
      return;
    struct Candidate {
      double d = 0;
      std::size_t a = 0;
      std::size_t b = 0;
    };
    std::vector<std::size_t> dangling;
    for (std::size_t i = 0; i < mNodes.size(); ++i)
      if (mAt[i].size() == 1)
        dangling.push_back(i);
    PointGrid ends(mRules.gap);
    for (const std::size_t i : dangling)
      ends.add(mNodes[i], i, 0);
    std::vector<Candidate> candidates;
    for (const std::size_t i : dangling)
      ends.near(mNodes[i], mRules.gap, [&](const PointGrid::Entry& e, double d) {
        if (e.owner > i)
          candidates.push_back({d, i, e.owner});
      });
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& x, const Candidate& y) { return std::tie(x.d, x.a, x.b) < std::tie(y.d, y.a, y.b); });
    std::vector<std::size_t> set = components();
    for (const Candidate& c : candidates) {
      if (set[c.a] == set[c.b] || mAt[c.a].size() != 1 || mAt[c.b].size() != 1)
        continue;
      link({c.a, c.b, nullptr, c.d, false});
      const std::size_t from = set[c.a];
      for (std::size_t& s : set)
        if (s == from)
          s = set[c.b];
    }
  }

  /// Distances over unused links; the link by which each node was reached.
  std::pair<std::size_t, std::vector<std::size_t>> farthest(std::size_t start) const {
    std::map<std::size_t, double> cost{{start, 0.0}};
    std::map<std::size_t, std::size_t> by;
    std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>, std::greater<>>
        open;
    open.push({0, start});
    std::size_t end = start;
    double most = 0;
    while (!open.empty()) {
      const auto [d, at] = open.top();
      open.pop();
      if (d > cost[at])
        continue;
      if (d > most) {
        most = d;
        end = at;
      }
      for (const std::size_t l : mAt[at]) {
        if (mLinks[l].used)
          continue;
        const std::size_t other = mLinks[l].a == at ? mLinks[l].b : mLinks[l].a;
        const double next = d + mLinks[l].length;
        if (const auto known = cost.find(other); known == cost.end() || next < known->second) {
          cost[other] = next;
          by[other] = l;
          open.push({next, other});
        }
      }
    }
    std::vector<std::size_t> way;
    for (std::size_t at = end; at != start;) {
      const std::size_t l = by.at(at);
      way.push_back(l);
      at = mLinks[l].a == at ? mLinks[l].b : mLinks[l].a;
    }
    return {end, way};
  }

  std::optional<std::vector<std::size_t>> longestWay(std::size_t start) {
    if (std::all_of(mAt[start].begin(), mAt[start].end(), [&](std::size_t l) { return mLinks[l].used; }))
      return std::nullopt;
    const std::size_t end = farthest(start).first;
    auto [other, way] = farthest(end);
    if (way.empty()) { // a ring on one node
      for (const std::size_t l : mAt[start])
        if (!mLinks[l].used) {
          mLinks[l].used = true;
          return std::vector<std::size_t>{l};
        }
      return std::nullopt;
    }
    for (const std::size_t l : way)
      mLinks[l].used = true;
    mFrom = other;
    return way;
  }

  JoinedLine assemble(const std::vector<std::size_t>& way) {
    JoinedLine out;
    std::size_t at = mFrom;
    if (way.size() == 1)
      at = mLinks[way[0]].a;
    double forward = 0;
    for (const std::size_t l : way) {
      const Link& one = mLinks[l];
      const bool ahead = one.a == at;
      if (one.piece == nullptr) {
        out.gaps += one.length;
      } else {
        forward += ahead ? one.length : -one.length;
        ++out.pieces;
        Polyline points = one.piece->points;
        if (!ahead)
          std::reverse(points.begin(), points.end());
        for (const Point p : points) {
          if (!out.points.empty() && distance(out.points.back(), p) < 1e-9)
            continue;
          out.points.push_back(p);
          out.tags.push_back(one.piece->tag);
        }
      }
      at = ahead ? one.b : one.a;
    }
    if (forward < 0) {
      std::reverse(out.points.begin(), out.points.end());
      std::reverse(out.tags.begin(), out.tags.end());
    }
    return out;
  }

  JoinRules& mRules;
  PointGrid mGrid;
  std::vector<Point> mNodes;
  std::vector<std::vector<std::size_t>> mAt; ///< links at each node
  std::vector<Link> mLinks;
  std::size_t mFrom = 0;
};

} // namespace

std::vector<JoinedLine> joinPieces(const std::vector<LinePiece>& pieces, JoinRules& rules) {
  std::vector<JoinedLine> out = Network(pieces, rules).lines();
  std::erase_if(out, [](const JoinedLine& line) { return line.points.size() < 2; });
  return out;
}

} // namespace hotchkiss
