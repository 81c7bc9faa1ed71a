#include "libterrain/search/chain.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace hotchkiss {

namespace {

/// Edges as links between nodes: corners when a course runs along edges, hexes when it crosses them. Nodes are known by
/// their place in a sorted vector; small sorted vectors beat hash maps at the length of a course.
template <class Node>
class Links {
 public:
  Links(std::vector<EdgeId> edges, const std::vector<std::array<Node, 2>>& ends) : mEdges(std::move(edges)) {
    for (const auto& both : ends)
      mNodes.insert(mNodes.end(), both.begin(), both.end());
    std::sort(mNodes.begin(), mNodes.end());
    mNodes.erase(std::unique(mNodes.begin(), mNodes.end()), mNodes.end());
    mFirst.assign(mNodes.size() + 1, 0);
    for (const auto& both : ends) {
      mEnds.push_back({*find(both[0]), *find(both[1])});
      for (const std::size_t node : mEnds.back())
        ++mFirst[node + 1];
    }
    std::partial_sum(mFirst.begin(), mFirst.end(), mFirst.begin());
    // Filled in edge order, so that the smaller edge at a node comes first.
    mAt.resize(mEdges.size() * 2);
    std::vector<std::size_t> next(mFirst.begin(), mFirst.end() - 1);
    for (std::size_t e = 0; e < mEnds.size(); ++e)
      for (const std::size_t node : mEnds[e])
        mAt[next[node]++] = e;
  }

  std::optional<std::size_t> find(const Node& node) const {
    const auto found = std::lower_bound(mNodes.begin(), mNodes.end(), node);
    if (found == mNodes.end() || *found != node)
      return std::nullopt;
    return static_cast<std::size_t>(found - mNodes.begin());
  }

  std::size_t degree(std::size_t node) const { return mFirst[node + 1] - mFirst[node]; }

  std::vector<EdgeId> pieces() const {
    std::vector<EdgeId> out;
    std::vector<bool> seen(mEdges.size(), false);
    std::vector<std::size_t> open;
    for (std::size_t first = 0; first < mEdges.size(); ++first) {
      if (seen[first])
        continue;
      out.push_back(mEdges[first]);
      seen[first] = true;
      open.push_back(first);
      while (!open.empty()) {
        const std::size_t e = open.back();
        open.pop_back();
        for (const std::size_t node : mEnds[e])
          for (std::size_t i = mFirst[node]; i < mFirst[node + 1]; ++i)
            if (!seen[mAt[i]]) {
              seen[mAt[i]] = true;
              open.push_back(mAt[i]);
            }
      }
    }
    return out;
  }

  std::vector<Node> branchings() const {
    std::vector<Node> out;
    for (std::size_t node = 0; node < mNodes.size(); ++node)
      if (degree(node) > 2)
        out.push_back(mNodes[node]);
    return out;
  }

  /// The smaller end of one unbranched piece; none when it is a ring.
  std::optional<std::size_t> smallerEnd() const {
    for (std::size_t node = 0; node < mNodes.size(); ++node)
      if (degree(node) == 1)
        return node;
    return std::nullopt;
  }

  /// Through one unbranched piece from an end, or round a ring.
  void walk(std::size_t node, std::vector<EdgeId>& order, std::vector<Node>& nodes) const {
    nodes.push_back(mNodes[node]);
    std::size_t e = mAt[mFirst[node]];
    while (true) {
      order.push_back(mEdges[e]);
      node = mEnds[e][0] == node ? mEnds[e][1] : mEnds[e][0];
      nodes.push_back(mNodes[node]);
      if (order.size() == mEdges.size())
        return;
      const std::size_t first = mFirst[node];
      e = mAt[first] == e ? mAt[first + 1] : mAt[first];
    }
  }

 private:
  std::vector<EdgeId> mEdges; // sorted
  std::vector<Node> mNodes;   // sorted
  std::vector<std::array<std::size_t, 2>> mEnds;
  std::vector<std::size_t> mFirst; // where the edges of a node begin in mAt
  std::vector<std::size_t> mAt;
};

template <class Node>
std::variant<ChainWalk, ChainProblem> walkLinks(const Links<Node>& links, const std::optional<Node>& start,
                                                std::vector<Node> ChainWalk::*walked,
                                                std::vector<Node> ChainProblem::*branched) {
  ChainProblem problem;
  problem.pieces = links.pieces();
  problem.*branched = links.branchings();
  const auto because = [&](ChainProblem::Kind kind) {
    problem.kind = kind;
    return problem;
  };
  if (problem.pieces.empty())
    return because(ChainProblem::Kind::Empty);
  if (problem.pieces.size() > 1)
    return because(ChainProblem::Kind::Broken);
  if (!(problem.*branched).empty())
    return because(ChainProblem::Kind::Branching);

  std::optional<std::size_t> first = links.smallerEnd();
  ChainWalk walk;
  walk.closed = !first;
  if (start) {
    first = links.find(*start);
    if (!first || (!walk.closed && links.degree(*first) != 1))
      return because(ChainProblem::Kind::StartNotAtEnd);
  }
  if (!first)
    return because(ChainProblem::Kind::Loop);
  links.walk(*first, walk.order, walk.*walked);
  return walk;
}

} // namespace

std::variant<ChainWalk, ChainProblem> walkChain(const Lattice& lattice, ChainKind kind, std::span<const EdgeId> edges,
                                                std::optional<VertexId> startCorner, std::optional<HexCoord> startHex) {
  std::vector<EdgeId> sorted(edges.begin(), edges.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (kind == ChainKind::AlongEdges) {
    std::vector<std::array<VertexId, 2>> ends;
    ends.reserve(sorted.size());
    for (const EdgeId e : sorted)
      ends.push_back(lattice.ends(e));
    return walkLinks(Links<VertexId>(std::move(sorted), ends), startCorner, &ChainWalk::corners,
                     &ChainProblem::corners);
  }
  std::vector<std::array<HexCoord, 2>> ends;
  ends.reserve(sorted.size());
  for (const EdgeId e : sorted)
    ends.push_back(lattice.hexes(e));
  return walkLinks(Links<HexCoord>(std::move(sorted), ends), startHex, &ChainWalk::hexes, &ChainProblem::hexes);
}

} // namespace hotchkiss
