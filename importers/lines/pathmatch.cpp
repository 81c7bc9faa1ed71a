#include "importers/lines/pathmatch.h"

#include "importers/lines/edgematch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace hotchkiss {

namespace {

constexpr double kForeignHex = 0.06;     // to pass through the hex of a line that it does not meet
constexpr double kBesideJunction = 0.25; // to use the hex by which another arm leaves the same junction
constexpr double kSharedEdge = -0.02;    // lines that run side by side within a hex become one
constexpr double kWrongExit = 0.3;       // to leave a junction over another side than the one set for the arm
constexpr double kBarredExit = 50;       // the same, over one that it must not cross: worse than any direction
constexpr double kKeepOff = 1.5;         // to meet a line falsely, when an arm is matched again because it did
constexpr double kBarred = 2.0;          // to cross a hexside that lines of this tag go round
constexpr double kWorstDetour = 0.8;     // hexes: how far an arm may leave its line to keep off another one

} // namespace

PathMatcher::PathMatcher(const Lattice& lattice, const Extent& extent, const LineNetwork& network, const Barred& barred)
    : mLattice(lattice), mExtent(extent), mNetwork(network), mBarred(barred), mArms(network.arms.size()) {
  setNodeHexes();
  mSpotOf = spots();
}

bool PathMatcher::run(const Task& task) {
  setExits();
  std::vector<std::size_t> order(mArms.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return mNetwork.arms[a].length > mNetwork.arms[b].length; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (task.cancelled())
      return false;
    task.report("paths", static_cast<double>(i) / static_cast<double>(order.size()));
    matchOne(order[i]);
  }
  keepApart(order);
  return true;
}

std::set<HexCoord> PathMatcher::falseMeetings() const {
  std::set<HexCoord> out;
  for (const auto& [hex, users] : mUsers)
    for (std::size_t a = 0; a < users.size(); ++a)
      for (std::size_t b = a + 1; b < users.size(); ++b)
        if (mNetwork.arms[users[a]].tag == mNetwork.arms[users[b]].tag && isFalse(users[a], users[b], hex))
          out.insert(hex);
  return out;
}

bool PathMatcher::isBarred(std::size_t arm, EdgeId e) const {
  const auto tag = static_cast<std::size_t>(mNetwork.arms[arm].tag);
  return tag < mBarred.size() && mBarred[tag].count(e) > 0;
}

/// The hex of a position, or the nearest one that lines of the tag can enter.
HexCoord PathMatcher::openHex(Point p, int tag) const {
  const HexCoord own = mLattice.hexAt(p);
  if (static_cast<std::size_t>(tag) >= mBarred.size() || mBarred[static_cast<std::size_t>(tag)].empty())
    return own;
  const std::unordered_set<EdgeId>& barred = mBarred[static_cast<std::size_t>(tag)];
  HexCoord best = own;
  double bestDistance = std::numeric_limits<double>::max();
  for (const HexCoord hex : mLattice.range(own, 1)) {
    bool open = false;
    for (int d = 0; d < kSides && mExtent.contains(hex) && !open; ++d)
      open = mExtent.contains(mLattice.neighbour(hex, d)) && barred.count(mLattice.edge(hex, d)) == 0;
    const double off = hex == own ? 0 : distance(p, mLattice.centre(hex));
    if (open && off < bestDistance) {
      best = hex;
      bestDistance = off;
    }
  }
  return best;
}

void PathMatcher::setNodeHexes() {
  mHexOf.resize(mNetwork.nodes.size());
  for (std::size_t n = 0; n < mHexOf.size(); ++n)
    mHexOf[n] = mLattice.hexAt(mNetwork.nodes[n]);
  for (const NetworkArm& arm : mNetwork.arms)
    for (const std::size_t n : {arm.from, arm.to})
      if (onMap(mNetwork.nodes[n]))
        mHexOf[n] = openHex(mNetwork.nodes[n], arm.tag);
}

/// Gives every arm of a junction a side of its hex: all different, in the order in which the arms leave, each as near
/// to its own direction as can be. Without this two arms could leave over one side and fork in the next hex.
void PathMatcher::setExits() {
  struct Leaving {
    std::size_t arm = 0;
    bool atEnd = false;
    double angle = 0;
  };
  std::vector<std::vector<Leaving>> at(mNetwork.nodes.size());
  for (std::size_t i = 0; i < mNetwork.arms.size(); ++i) {
    const NetworkArm& arm = mNetwork.arms[i];
    for (const bool atEnd : {false, true}) {
      const std::size_t node = atEnd ? arm.to : arm.from;
      if (!onMap(mNetwork.nodes[node]))
        continue;
      const Point centre = mLattice.centre(hexOf(node));
      const Polyline samples = resampled(arm.points, kMatchStep);
      Point toward = atEnd ? samples.front() : samples.back();
      for (std::size_t k = 0; k < samples.size(); ++k)
        if (const Point p = atEnd ? samples[samples.size() - 1 - k] : samples[k]; distance(p, centre) >= 1) {
          toward = p;
          break;
        }
      if (distance(toward, centre) > 0.5)
        at[node].push_back({i, atEnd, std::atan2(toward.y - centre.y, toward.x - centre.x)});
    }
  }
  for (std::size_t node = 0; node < at.size(); ++node) {
    std::vector<Leaving>& arms = at[node];
    if (arms.size() < 2 || arms.size() > kSides)
      continue;
    std::stable_sort(arms.begin(), arms.end(), [](const Leaving& a, const Leaving& b) { return a.angle < b.angle; });
    const Point centre = mLattice.centre(hexOf(node));
    std::array<double, kSides> sideAngle{};
    for (int d = 0; d < kSides; ++d) {
      const Point n = mLattice.centre(mLattice.neighbour(hexOf(node), d));
      sideAngle[static_cast<std::size_t>(d)] = std::atan2(n.y - centre.y, n.x - centre.x);
    }
    double best = std::numeric_limits<double>::max();
    std::vector<int> chosen;
    for (unsigned mask = 0; mask < (1U << kSides); ++mask) {
      if (static_cast<std::size_t>(std::popcount(mask)) != arms.size())
        continue;
      std::vector<int> sides; // clockwise, as directions run
      for (int d = 0; d < kSides; ++d)
        if ((mask >> d & 1U) != 0)
          sides.push_back(d);
      for (std::size_t turn = 0; turn < sides.size(); ++turn) {
        double cost = 0;
        std::vector<int> order;
        for (std::size_t k = 0; k < arms.size(); ++k) {
          const int side = sides[(k + turn) % sides.size()];
          order.push_back(side);
          const double off =
              std::remainder(arms[k].angle - sideAngle[static_cast<std::size_t>(side)], 2 * std::numbers::pi);
          cost += off * off;
          if (isBarred(arms[k].arm, mLattice.edge(hexOf(node), side)))
            cost += kBarredExit;
        }
        if (cost < best) {
          best = cost;
          chosen = order;
        }
      }
    }
    for (std::size_t k = 0; k < arms.size(); ++k)
      mExits[{arms[k].arm, arms[k].atEnd}] = chosen[k];
  }
}

void PathMatcher::matchOne(std::size_t i) {
  const NetworkArm& arm = mNetwork.arms[i];
  Polyline samples = resampled(arm.points, kMatchStep);
  PathArm& out = mArms[i];
  // Ends off the map: the line goes on over the edge.
  if (!onMap(samples.front()))
    out.outStart = mLattice.hexAt(samples.front());
  if (!onMap(samples.back()))
    out.outEnd = mLattice.hexAt(samples.back());
  while (!samples.empty() && !onMap(samples.back()))
    samples.pop_back();
  std::size_t first = 0;
  while (first < samples.size() && !onMap(samples[first]))
    ++first;
  samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(first));
  if (samples.empty())
    return;
  out.samples = std::move(samples);
  for (const std::size_t k : twinsOf(arm, out.samples))
    mTwins.insert(std::minmax(i, k));
  out.match = matchedBeside(i, kForeignHex, kBesideJunction);
  if (out.match.hexes.empty())
    return;
  for (const Point p : out.samples)
    mMatchedSamples.add(p, i, 0);
  occupy(i);
}

/// The chain of an arm, given those of the arms before it: what it costs to pass a hex of a line that it does not
/// meet there, and the hex by which another arm leaves the same junction.
HexMatch PathMatcher::matchedBeside(std::size_t i, double foreign, double besideJunction) const {
  const NetworkArm& arm = mNetwork.arms[i];
  const Polyline& samples = mArms[i].samples;
  std::set<HexCoord> reach;
  for (std::size_t k = 0; k < samples.size(); ++k)
    if (const HexCoord h = mLattice.hexAt(samples[k]); k == 0 || h != mLattice.hexAt(samples[k - 1]))
      for (const HexCoord n : mLattice.range(h, 2))
        reach.insert(n);
  std::unordered_map<HexCoord, double> hexCost;
  std::unordered_map<EdgeId, double> edgeCost;
  for (const HexCoord hex : reach) {
    if (meetsFalsely(i, hex))
      hexCost[hex] = foreign;
    for (int d = 0; d < kSides; ++d)
      if (const auto known = mEdgeUse.find(mLattice.edge(hex, d)); known != mEdgeUse.end() && known->second > 0)
        edgeCost[known->first] = kSharedEdge; // lines that run side by side become one
  }
  // Beside a junction every arm has its own hex, or two of them would meet again there.
  for (const std::size_t node : {arm.from, arm.to})
    for (const HexCoord beside : mLattice.neighbours(hexOf(node)))
      if (const auto used = mUsers.find(beside); used != mUsers.end())
        if (std::any_of(used->second.begin(), used->second.end(), [&](std::size_t k) {
              return k != i && (mNetwork.arms[k].from == node || mNetwork.arms[k].to == node);
            }))
          hexCost[beside] = besideJunction;
  // Arms leave their junction over the side that was set.
  for (const bool atEnd : {false, true})
    if (const auto side = mExits.find({i, atEnd}); side != mExits.end())
      for (int d = 0; d < kSides; ++d)
        edgeCost[mLattice.edge(hexOf(atEnd ? arm.to : arm.from), d)] = d == side->second ? 0 : kWrongExit;
  for (const HexCoord hex : reach)
    for (int d = 0; d < kSides; ++d)
      if (const EdgeId e = mLattice.edge(hex, d); isBarred(i, e))
        edgeCost[e] = kBarred;
  HexMatchRules rules;
  rules.hexes = &hexCost;
  rules.edges = &edgeCost;
  rules.start = openHex(samples.front(), arm.tag);
  rules.end = openHex(samples.back(), arm.tag);
  return matchAcrossEdges(mLattice, mExtent, samples, rules);
}

void PathMatcher::occupy(std::size_t i) {
  PathArm& arm = mArms[i];
  const std::vector<HexCoord>& hexes = arm.match.hexes;
  arm.exitAtStart = arm.outStart ? mLattice.edgeBetween(hexes.front(), *arm.outStart) : std::nullopt;
  arm.exitAtEnd = arm.outEnd ? mLattice.edgeBetween(hexes.back(), *arm.outEnd) : std::nullopt;
  for (std::size_t k = 0; k < hexes.size(); ++k) {
    mUsers[hexes[k]].push_back(i);
    if (k > 0)
      ++mEdgeUse[*mLattice.edgeBetween(hexes[k - 1], hexes[k])];
  }
}
void PathMatcher::release(std::size_t i) {
  const std::vector<HexCoord>& hexes = mArms[i].match.hexes;
  for (std::size_t k = 0; k < hexes.size(); ++k) {
    std::erase(mUsers[hexes[k]], i);
    if (k > 0)
      --mEdgeUse[*mLattice.edgeBetween(hexes[k - 1], hexes[k])];
  }
}

/// Whether an arm would share this hex with a line that it does not meet there in the source.
bool PathMatcher::meetsFalsely(std::size_t i, HexCoord hex) const {
  const auto users = mUsers.find(hex);
  return users != mUsers.end() && std::any_of(users->second.begin(), users->second.end(), [&](std::size_t k) {
           return mNetwork.arms[k].tag == mNetwork.arms[i].tag && isFalse(i, k, hex);
         });
}
std::size_t PathMatcher::falseMeetingsIn(std::size_t i, const std::vector<HexCoord>& hexes) const {
  return static_cast<std::size_t>(
      std::count_if(hexes.begin(), hexes.end(), [&](HexCoord h) { return meetsFalsely(i, h); }));
}

/// Arms are matched one after the other, so an early one may stand where a later one has to pass. Those that share a
/// hex without meeting are matched again with the others in place, the shortest first, as long as they stay near
/// their lines. What cannot be helped (a line that crosses another one without a junction) is reported later.
void PathMatcher::keepApart(const std::vector<std::size_t>& longestFirst) {
  constexpr int kRounds = 4;
  bool changed = true;
  for (int round = 0; round < kRounds && changed; ++round) {
    changed = false;
    for (std::size_t n = longestFirst.size(); n-- > 0;) {
      const std::size_t i = longestFirst[n];
      const std::size_t before = falseMeetingsIn(i, mArms[i].match.hexes);
      if (before == 0)
        continue;
      release(i);
      HexMatch again = matchedBeside(i, kKeepOff, kKeepOff);
      if (!again.hexes.empty() && falseMeetingsIn(i, again.hexes) < before &&
          again.worstDeviation <= std::max(mArms[i].match.worstDeviation, kWorstDetour)) {
        mArms[i].match = std::move(again);
        changed = true;
      }
      occupy(i);
    }
  }
}

/// Arms of the same kind beside which this one runs nearly all the way: the other track of the same road.
std::set<std::size_t> PathMatcher::twinsOf(const NetworkArm& arm, const Polyline& samples) const {
  constexpr double kBeside = 0.35;
  std::map<std::size_t, std::size_t> counts;
  for (const Point p : samples) {
    std::set<std::size_t> near;
    mMatchedSamples.near(p, kBeside, [&](const PointGrid::Entry& e, double) { near.insert(e.owner); });
    for (const std::size_t k : near)
      ++counts[k];
  }
  std::set<std::size_t> out;
  for (const auto& [k, count] : counts)
    if (count * 10 >= samples.size() * 8 && mNetwork.arms[k].tag == arm.tag)
      out.insert(k);
  return out;
}

/// Nodes of one hex that are joined inside it are one spot on the map: a road that forks twice within a hex has one
/// junction there.
std::vector<std::size_t> PathMatcher::spots() const {
  std::vector<std::size_t> of(mNetwork.nodes.size());
  std::iota(of.begin(), of.end(), 0);
  const auto root = [&](std::size_t n) {
    while (of[n] != n)
      n = of[n];
    return n;
  };
  for (const NetworkArm& arm : mNetwork.arms)
    if (hexOf(arm.from) == hexOf(arm.to) && std::all_of(arm.points.begin(), arm.points.end(), [&](Point p) {
          return openHex(p, arm.tag) == hexOf(arm.from);
        }))
      of[root(arm.from)] = root(arm.to);
  for (std::size_t n = 0; n < of.size(); ++n)
    of[n] = root(n);
  return of;
}

/// Whether two arms meet in this hex in the source.
bool PathMatcher::meetIn(std::size_t i, std::size_t k, HexCoord hex) const {
  const NetworkArm& a = mNetwork.arms[i];
  const NetworkArm& b = mNetwork.arms[k];
  for (const std::size_t n : {a.from, a.to})
    if (hexOf(n) == hex && (mSpotOf[n] == mSpotOf[b.from] || mSpotOf[n] == mSpotOf[b.to]))
      return true;
  return i == k;
}

std::vector<EdgeId> PathMatcher::edgesOf(std::size_t i) const {
  const PathArm& arm = mArms[i];
  std::vector<EdgeId> out;
  if (arm.exitAtStart)
    out.push_back(*arm.exitAtStart);
  for (std::size_t k = 1; k < arm.match.hexes.size(); ++k)
    out.push_back(*mLattice.edgeBetween(arm.match.hexes[k - 1], arm.match.hexes[k]));
  if (arm.exitAtEnd)
    out.push_back(*arm.exitAtEnd);
  return out;
}

} // namespace hotchkiss
