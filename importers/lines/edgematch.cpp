#include "importers/lines/edgematch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hotchkiss {

namespace {

constexpr double kEdgeCost = 0.03;    // per edge: of two equal chains the shorter one
constexpr double kCornerPull = 0.12;  // the line should be near a corner when the chain turns there
constexpr double kCornerBeam = 2.5;   // dearer than the best by more than this: given up
constexpr double kFarthestEdge = 1.3; // hexes between line and edge

/// Corners and the edges between them, looked up once.
class CornerGraph {
 public:
  CornerGraph(const Lattice& lattice, const Extent& extent, const EdgeMatchRules& rules)
      : mLattice(lattice), mExtent(extent), mRules(rules) {}

  struct Node {
    VertexId id;
    Point at;
    double cost = 0;
    std::array<int, 3> next{kUnknown, kUnknown, kUnknown}; ///< node over each edge
    std::array<double, 3> edgeCost{};
    std::array<Point, 3> way{};        ///< from here to that node
    std::array<double, 3> invSquare{}; ///< 1 / square of its length
  };
  static constexpr int kUnknown = -1;
  static constexpr int kNone = -2;

  int node(VertexId id) {
    const auto [it, isNew] = mIndex.try_emplace(id, static_cast<int>(mNodes.size()));
    if (isNew) {
      Node fresh;
      fresh.id = id;
      fresh.at = mLattice.position(id);
      if (mRules.corners != nullptr)
        if (const auto cost = mRules.corners->find(id); cost != mRules.corners->end())
          fresh.cost = cost->second;
      mNodes.push_back(fresh);
    }
    return it->second;
  }
  const Node& operator[](int index) const { return mNodes[static_cast<std::size_t>(index)]; }
  /// Fills in the neighbours of a node.
  const Node& opened(int index) {
    if (mNodes[static_cast<std::size_t>(index)].next[0] != kUnknown)
      return mNodes[static_cast<std::size_t>(index)];
    const VertexId id = mNodes[static_cast<std::size_t>(index)].id;
    const std::array<VertexId, 3> neighbours = mLattice.neighbours(id);
    for (std::size_t k = 0; k < 3; ++k) {
      const EdgeId edge = *mLattice.edgeBetween(id, neighbours[k]);
      const auto hexes = mLattice.hexes(edge);
      const bool onMap = mExtent.contains(hexes[0]) || mExtent.contains(hexes[1]);
      const int other = onMap ? node(neighbours[k]) : kNone;
      Node& self = mNodes[static_cast<std::size_t>(index)];
      self.next[k] = other;
      if (other >= 0) {
        const Point to = mNodes[static_cast<std::size_t>(other)].at;
        self.way[k] = {to.x - self.at.x, to.y - self.at.y};
        self.invSquare[k] = 1 / (self.way[k].x * self.way[k].x + self.way[k].y * self.way[k].y);
      }
      if (mRules.edges != nullptr)
        if (const auto cost = mRules.edges->find(edge); cost != mRules.edges->end())
          self.edgeCost[k] = cost->second;
    }
    return mNodes[static_cast<std::size_t>(index)];
  }

 private:
  const Lattice& mLattice;
  const Extent& mExtent;
  const EdgeMatchRules& mRules;
  std::unordered_map<VertexId, int> mIndex;
  std::vector<Node> mNodes;
};

/// One directed edge at one sample. The edge leaves node id / 3 over its edge id % 3.
struct CornerState {
  int id = 0;
  int back = -1; ///< index among the states of the sample before
  double cost = 0;
};

class Matcher {
 public:
  Matcher(const Lattice& lattice, const Extent& extent, std::span<const Point> samples, const EdgeMatchRules& rules)
      : mLattice(lattice), mExtent(extent), mSamples(samples), mRules(rules), mGraph(lattice, extent, rules) {}

  EdgeMatch run() {
    start();
    for (std::size_t i = 1; i < mSamples.size() && mFirst.back() < mStates.size(); ++i)
      step(mSamples[i]);
    if (mFirst.back() == mStates.size())
      return {};
    mFirst.push_back(mStates.size());
    return trace();
  }

 private:
  /// Square of the distance between a state's edge and a point. The cost takes squares, so no root is drawn.
  double squareTo(int state, Point p) const {
    const CornerGraph::Node& from = mGraph[state / 3];
    const auto k = static_cast<std::size_t>(state % 3);
    const double x = p.x - from.at.x;
    const double y = p.y - from.at.y;
    const double t = std::clamp((x * from.way[k].x + y * from.way[k].y) * from.invSquare[k], 0.0, 1.0);
    const double ex = x - t * from.way[k].x;
    const double ey = y - t * from.way[k].y;
    return ex * ex + ey * ey;
  }
  double distanceTo(int state, Point p) const { return std::sqrt(squareTo(state, p)); }

  void start() {
    constexpr std::size_t kUsualStates = 40;
    mStates.reserve(mSamples.size() * kUsualStates);
    mFirst.push_back(0);
    const Point p = mSamples[0];
    const auto consider = [&](VertexId corner, double cost) {
      const int index = mGraph.node(corner);
      const CornerGraph::Node node = mGraph.opened(index);
      for (int k = 0; k < 3; ++k) {
        if (node.next[static_cast<std::size_t>(k)] < 0)
          continue;
        const int id = index * 3 + k;
        if (const double square = squareTo(id, p); square <= kFarthestEdge * kFarthestEdge)
          mStates.push_back({id, -1, cost + node.edgeCost[static_cast<std::size_t>(k)] + square * kMatchStep});
      }
    };
    if (!mRules.startAt.empty()) {
      for (const auto& [corner, cost] : mRules.startAt)
        consider(corner, cost);
    } else {
      std::vector<VertexId> corners;
      for (const HexCoord h : mLattice.range(mLattice.hexAt(p), 1))
        for (int k = 0; k < kSides; ++k)
          corners.push_back(mLattice.vertex(h, k));
      std::sort(corners.begin(), corners.end());
      corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
      for (const VertexId corner : corners)
        consider(corner, mGraph[mGraph.node(corner)].cost);
    }
  }

  /// A way to come to a state at the present sample; of several the cheapest stays.
  void offer(int id, int back, double cost) {
    if (static_cast<std::size_t>(id) >= mSlot.size())
      mSlot.resize(static_cast<std::size_t>(id) * 2 + 64, 0);
    std::size_t& slot = mSlot[static_cast<std::size_t>(id)];
    if (slot < mFirst.back() || slot >= mStates.size() || mStates[slot].id != id) {
      slot = mStates.size();
      mStates.push_back({id, back, cost});
    } else if (cost < mStates[slot].cost) {
      mStates[slot] = {id, back, cost};
    }
  }

  void step(Point p) {
    const std::size_t begin = mFirst.back();
    const std::size_t end = mStates.size();
    mFirst.push_back(end);
    for (std::size_t i = begin; i < end; ++i) {
      const CornerState s = mStates[i];
      const int back = static_cast<int>(i - begin);
      offer(s.id, back, s.cost);
      const int from = s.id / 3;
      const int to = mGraph[from].next[static_cast<std::size_t>(s.id % 3)];
      const CornerGraph::Node& corner = mGraph.opened(to);
      const double dx = p.x - corner.at.x;
      const double dy = p.y - corner.at.y;
      const double turn = s.cost + kEdgeCost + kCornerPull * (dx * dx + dy * dy) + corner.cost;
      for (int k = 0; k < 3; ++k) // no turning back
        if (const int next = corner.next[static_cast<std::size_t>(k)]; next >= 0 && next != from)
          offer(to * 3 + k, back, turn + corner.edgeCost[static_cast<std::size_t>(k)]);
    }
    // Corner costs can be large; the beam must not throw away a dear way that is the only one left later.
    const double beam = kCornerBeam + mSlack;
    double best = std::numeric_limits<double>::max();
    std::size_t kept = end;
    for (std::size_t i = end; i < mStates.size(); ++i) {
      CornerState s = mStates[i];
      if (s.cost > best + beam)
        continue;
      const double square = squareTo(s.id, p);
      if (square > kFarthestEdge * kFarthestEdge)
        continue;
      s.cost += square * kMatchStep;
      best = std::min(best, s.cost);
      mStates[kept++] = s;
    }
    mStates.resize(kept);
    const auto first = mStates.begin() + static_cast<std::ptrdiff_t>(end);
    mStates.erase(std::remove_if(first, mStates.end(), [&](const CornerState& s) { return s.cost > best + beam; }),
                  mStates.end());
  }

  /// States of a sample.
  std::span<const CornerState> layer(std::size_t sample) const {
    return std::span(mStates).subspan(mFirst[sample], mFirst[sample + 1] - mFirst[sample]);
  }

  EdgeMatch trace() {
    const std::size_t last = mFirst.size() - 2;
    int bestIndex = -1;
    double bestCost = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < layer(last).size(); ++i) {
      const CornerState& s = layer(last)[i];
      const CornerGraph::Node& head = mGraph[mGraph[s.id / 3].next[static_cast<std::size_t>(s.id % 3)]];
      double cost = s.cost;
      if (!mRules.endAt.empty()) {
        const auto allowed = mRules.endAt.find(head.id);
        if (allowed == mRules.endAt.end())
          continue;
        cost += allowed->second;
      } else {
        cost += head.cost;
      }
      if (cost < bestCost) {
        bestCost = cost;
        bestIndex = static_cast<int>(i);
      }
    }
    if (bestIndex < 0)
      return {};
    std::vector<int> states(last + 1);
    for (std::size_t i = last + 1; i-- > 0;) {
      const CornerState& s = layer(i)[static_cast<std::size_t>(bestIndex)];
      states[i] = s.id;
      bestIndex = s.back;
    }
    return assemble(states);
  }

  struct Piece {
    int state = 0;
    std::size_t first = 0;
    std::size_t end = 0;
  };

  EdgeMatch assemble(const std::vector<int>& states) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (pieces.empty() || pieces.back().state != states[i])
        pieces.push_back({states[i], i, i});
      pieces.back().end = i + 1;
    }
    trimEnds(pieces);
    EdgeMatch out;
    eraseLoops(pieces, out.longestLoop);
    if (pieces.empty())
      return out;
    double sum = 0;
    std::size_t near = 0;
    std::size_t count = 0;
    for (const Piece& piece : pieces) {
      const VertexId a = mGraph[piece.state / 3].id;
      const VertexId b = mGraph[mGraph[piece.state / 3].next[static_cast<std::size_t>(piece.state % 3)]].id;
      if (out.corners.empty())
        out.corners.push_back(a);
      out.corners.push_back(b);
      out.edges.push_back(*mLattice.edgeBetween(a, b));
      double pieceSum = 0;
      for (std::size_t i = piece.first; i < piece.end; ++i) {
        const double d = distanceTo(piece.state, mSamples[i]);
        pieceSum += d;
        out.worstDeviation = std::max(out.worstDeviation, d);
        near += d <= 0.5 ? 1 : 0;
      }
      sum += pieceSum;
      count += piece.end - piece.first;
      out.deviation.push_back(pieceSum / static_cast<double>(piece.end - piece.first));
      out.firstSample.push_back(piece.first);
    }
    // Samples that were trimmed or cut out count as unmatched.
    out.withinHalf = static_cast<double>(near) / static_cast<double>(mSamples.size());
    out.meanDeviation = sum / static_cast<double>(count);
    return out;
  }

  /// A free end keeps its last edge only if the line runs along at least half of it.
  void trimEnds(std::vector<Piece>& pieces) const {
    const auto reach = [&](const Piece& piece, bool farthest) {
      const CornerGraph::Node& from = mGraph[piece.state / 3];
      const Point a = from.at;
      const Point b = mGraph[from.next[static_cast<std::size_t>(piece.state % 3)]].at;
      double t = farthest ? 0 : 1;
      for (std::size_t i = piece.first; i < piece.end; ++i) {
        const double at = projectOnto(mSamples[i], a, b);
        t = farthest ? std::max(t, at) : std::min(t, at);
      }
      return t;
    };
    if (mRules.endAt.empty() && !pieces.empty() && reach(pieces.back(), true) < 0.5)
      pieces.pop_back();
    if (mRules.startAt.empty() && !pieces.empty() && reach(pieces.front(), false) > 0.5)
      pieces.erase(pieces.begin());
  }

  /// A course passes each corner once: what lies between two visits goes.
  void eraseLoops(std::vector<Piece>& pieces, std::size_t& longest) const {
    std::vector<Piece> out;
    std::unordered_map<int, std::size_t> seen; // node → number of pieces before it
    if (!pieces.empty())
      seen[pieces.front().state / 3] = 0;
    for (const Piece& piece : pieces) {
      out.push_back(piece);
      const int head = mGraph[piece.state / 3].next[static_cast<std::size_t>(piece.state % 3)];
      const auto [it, isNew] = seen.try_emplace(head, out.size());
      if (isNew)
        continue;
      longest = std::max(longest, out.size() - it->second);
      const std::size_t keep = it->second;
      out.resize(keep);
      std::erase_if(seen, [&](const auto& entry) { return entry.second > keep; });
    }
    pieces = std::move(out);
  }

  const Lattice& mLattice;
  const Extent& mExtent;
  std::span<const Point> mSamples;
  const EdgeMatchRules& mRules;
  CornerGraph mGraph;
  std::vector<CornerState> mStates; ///< of all samples, one after the other
  std::vector<std::size_t> mFirst;  ///< where those of each sample begin
  std::vector<std::size_t> mSlot;   ///< of each state: where it last stood in mStates
  double mSlack = mRules.corners != nullptr ? 6.0 : 0.0;
};

} // namespace

EdgeMatch matchAlongEdges(const Lattice& lattice, const Extent& extent, std::span<const Point> samples,
                          const EdgeMatchRules& rules) {
  constexpr std::size_t kFewest = 3;
  if (samples.size() < kFewest)
    return {};
  return Matcher(lattice, extent, samples, rules).run();
}

} // namespace hotchkiss
