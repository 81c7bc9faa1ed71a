#pragma once

#include "importers/base/task.h"
#include "importers/lines/hexmatch.h"
#include "importers/lines/network.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace hotchkiss {

/// One arm of a network of roads on the map.
struct PathArm {
  HexMatch match;
  Polyline samples;                 ///< the part on the map
  std::optional<HexCoord> outStart; ///< the hex beyond the edge of the map from which the line comes
  std::optional<HexCoord> outEnd;
  std::optional<EdgeId> exitAtStart; ///< over the edge of the map
  std::optional<EdgeId> exitAtEnd;
};

/// Matches all arms of a network so that it stays the same network: junctions keep their arms, and lines that do not
/// meet in the source do not meet on the map.
class PathMatcher {
 public:
  /// By tag: hexsides that lines of this tag go round if they can.
  using Barred = std::vector<std::unordered_set<EdgeId>>;
  PathMatcher(const Lattice& lattice, const Extent& extent, const LineNetwork& network, const Barred& barred);

  bool run(const Task& task); ///< false when it was cancelled

  const std::vector<PathArm>& arms() const { return mArms; }
  std::vector<EdgeId> edgesOf(std::size_t arm) const;
  bool onMap(Point p) const { return mExtent.contains(mLattice.hexAt(p)); }
  /// As a rule the hex that a node lies in. A hex that its lines could neither enter nor leave (a town on a spit of
  /// land whose hex is sea) gives its nodes to the nearest open one.
  HexCoord hexOf(std::size_t node) const { return mHexOf[node]; }
  bool isBarred(std::size_t arm, EdgeId e) const;
  /// Nodes of one hex that are joined inside it are one spot on the map: a road that forks twice within a hex has one
  /// junction there.
  std::size_t spotOf(std::size_t node) const { return mSpotOf[node]; }
  /// Two arms that are one road on the map.
  bool areTwins(std::size_t a, std::size_t b) const { return mTwins.count(std::minmax(a, b)) > 0; }
  /// Hexes that lines of one kind share although they do not meet there in the source.
  std::set<HexCoord> falseMeetings() const;

 private:
  void setNodeHexes();
  HexCoord openHex(Point p, int tag) const;
  void setExits();
  void matchOne(std::size_t i);
  HexMatch matchedBeside(std::size_t i, double foreign, double besideJunction) const;
  void occupy(std::size_t i);
  void release(std::size_t i);
  bool meetsFalsely(std::size_t i, HexCoord hex) const;
  bool isFalse(std::size_t i, std::size_t k, HexCoord hex) const { return !meetIn(i, k, hex) && !areTwins(i, k); }
  std::size_t falseMeetingsIn(std::size_t i, const std::vector<HexCoord>& hexes) const;
  void keepApart(const std::vector<std::size_t>& longestFirst);
  std::set<std::size_t> twinsOf(const NetworkArm& arm, const Polyline& samples) const;
  std::vector<std::size_t> spots() const;
  bool meetIn(std::size_t i, std::size_t k, HexCoord hex) const;

  const Lattice& mLattice;
  const Extent& mExtent;
  const LineNetwork& mNetwork;
  const Barred& mBarred;
  std::vector<HexCoord> mHexOf; ///< of each node
  std::vector<PathArm> mArms;
  std::vector<std::size_t> mSpotOf;                     ///< of each node
  std::map<std::pair<std::size_t, bool>, int> mExits;   ///< side by which an arm leaves its start or end
  std::map<HexCoord, std::vector<std::size_t>> mUsers;  ///< arms through a hex
  std::unordered_map<EdgeId, int> mEdgeUse;             ///< how many arms cross an edge
  std::set<std::pair<std::size_t, std::size_t>> mTwins; ///< arms that are one road on the map
  PointGrid mMatchedSamples{0.5};
};

} // namespace hotchkiss
