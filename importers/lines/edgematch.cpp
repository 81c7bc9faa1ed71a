#include "importers/lines/edgematch.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hotchkiss {

namespace {

constexpr double kEdgeCost = 0.03;   // per edge: of two equal chains the shorter one
constexpr double kCornerPull = 0.12; // the line should be near a corner when the chain turns there
constexpr double kBeam = 2.5;        // dearer than the best by more than this: given up
constexpr double kFarthest = 1.3;    // hexes between line and edge

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
struct State {
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
    for (std::size_t i = 1; i < mSamples.size() && !mLayers.back().empty(); ++i)
      step(mSamples[i]);
    if (mLayers.back().empty())
      return {};
    return trace();
  }

 private:
  double distanceTo(int state, Point p) const {
    const CornerGraph::Node& from = mGraph[state / 3];
    return distanceToSegment(p, from.at, mGraph[from.next[static_cast<std::size_t>(state % 3)]].at);
  }

  void start() {
    std::vector<State> layer;
    const Point p = mSamples[0];
    const auto consider = [&](VertexId corner, double cost) {
      const int index = mGraph.node(corner);
      const CornerGraph::Node node = mGraph.opened(index);
      for (int k = 0; k < 3; ++k) {
        if (node.next[static_cast<std::size_t>(k)] < 0)
          continue;
        const int id = index * 3 + k;
        const double d = distanceTo(id, p);
        if (d <= kFarthest)
          layer.push_back({id, -1, cost + node.edgeCost[static_cast<std::size_t>(k)] + d * d * kMatchStep});
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
    mLayers.push_back(std::move(layer));
  }

  void offer(std::vector<State>& layer, int id, int back, double cost) {
    if (static_cast<std::size_t>(id) >= mSlot.size())
      mSlot.resize(static_cast<std::size_t>(id) * 2 + 64, {-1, 0});
    auto& [stamp, slot] = mSlot[static_cast<std::size_t>(id)];
    if (stamp != static_cast<int>(mLayers.size())) {
      stamp = static_cast<int>(mLayers.size());
      slot = static_cast<int>(layer.size());
      layer.push_back({id, back, cost});
    } else if (cost < layer[static_cast<std::size_t>(slot)].cost) {
      layer[static_cast<std::size_t>(slot)] = {id, back, cost};
    }
  }

  void step(Point p) {
    const std::vector<State>& before = mLayers.back();
    std::vector<State> layer;
    layer.reserve(before.size() * 2);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const State& s = before[i];
      offer(layer, s.id, static_cast<int>(i), s.cost);
      const int from = s.id / 3;
      const int to = mGraph[from].next[static_cast<std::size_t>(s.id % 3)];
      const CornerGraph::Node& corner = mGraph.opened(to);
      const double d = distance(p, corner.at);
      const double turn = s.cost + kEdgeCost + kCornerPull * d * d + corner.cost;
      for (int k = 0; k < 3; ++k) // no turning back
        if (const int next = corner.next[static_cast<std::size_t>(k)]; next >= 0 && next != from)
          offer(layer, to * 3 + k, static_cast<int>(i), turn + corner.edgeCost[static_cast<std::size_t>(k)]);
    }
    double best = std::numeric_limits<double>::max();
    std::size_t kept = 0;
    for (State& s : layer) {
      const double d = distanceTo(s.id, p);
      if (d > kFarthest)
        continue;
      s.cost += d * d * kMatchStep;
      best = std::min(best, s.cost);
      layer[kept++] = s;
    }
    layer.resize(kept);
    // Corner costs can be large; the beam must not throw away a dear way that is the only one left later.
    std::erase_if(layer, [&](const State& s) { return s.cost > best + kBeam + mSlack; });
    mLayers.push_back(std::move(layer));
  }

  EdgeMatch trace() {
    std::size_t last = mLayers.size() - 1;
    int bestIndex = -1;
    double bestCost = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < mLayers[last].size(); ++i) {
      const State& s = mLayers[last][i];
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
    std::vector<int> states(mLayers.size());
    for (std::size_t i = last + 1; i-- > 0;) {
      const State& s = mLayers[i][static_cast<std::size_t>(bestIndex)];
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
  std::vector<std::vector<State>> mLayers;
  std::vector<std::pair<int, int>> mSlot;
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
