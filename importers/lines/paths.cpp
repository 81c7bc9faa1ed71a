#include "importers/lines/paths.h"

#include "importers/lines/edgematch.h"
#include "importers/lines/hexmatch.h"
#include "importers/lines/network.h"
#include "importers/source/vector.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr double kForeignHex = 0.06;     // to pass through the hex of a line that it does not meet
constexpr double kBesideJunction = 0.25; // to use the hex by which another arm leaves the same junction
constexpr double kSharedEdge = -0.02;    // lines that run side by side within a hex become one
constexpr double kWrongExit = 0.3;       // to leave a junction over another side than the one set for the arm
constexpr double kKeepOff = 1.5;         // to meet a line falsely, when an arm is matched again because it did
constexpr double kWorstDetour = 0.8;     // hexes: how far an arm may leave its line to keep off another one

struct Arm {
  HexMatch match;
  Polyline samples;                 ///< the part on the map
  std::optional<HexCoord> outStart; ///< the hex beyond the edge of the map from which the line comes
  std::optional<HexCoord> outEnd;
  std::optional<EdgeId> exitAtStart; ///< over the edge of the map
  std::optional<EdgeId> exitAtEnd;
};

class PathImport {
 public:
  PathImport(ImportContext& context, std::string stepId, const json& step)
      : mContext(context),
        mStepId(std::move(stepId)),
        mStep(step),
        mLattice(context.document->lattice()),
        mExtent(context.document->extent()),
        mCopy(*context.document),
        mStroke(mCopy, "Import paths") {}

  Result<Imported> run() {
    if (const Outcome read = readLines(); !read)
      return read.error();
    if (const Outcome good = checkKinds(); !good)
      return good.error();
    mNetwork = makeNetwork(mLines, mStep.value("snap", 0.05), mStep.value("crossingsJoin", false));
    mArms.resize(mNetwork.arms.size());
    mSpotOf = spots();
    setExits();
    std::vector<std::size_t> order(mArms.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return mNetwork.arms[a].length > mNetwork.arms[b].length; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (mContext.task.cancelled())
        return cancelledError();
      mContext.task.report("paths", static_cast<double>(i) / static_cast<double>(order.size()));
      matchOne(order[i]);
    }
    keepApart(order);
    nameCourses();
    write();
    compareJunctions();
    proposeCrossings();
    compareTopology();
    report();
    mOut.edit = mStroke.finish();
    return std::move(mOut);
  }

 private:
  Outcome readLines() {
    const Result<SourceFile> source = sourceOf(mContext, mStep);
    if (!source)
      return source.error();
    VectorWish wish;
    wish.layer = mStep.value("layer", "");
    wish.where = mStep.contains("where") ? &mStep["where"] : nullptr;
    const Result<VectorLayer> layer = readVector(*source, wish, mLattice, mExtent, mContext.frame);
    if (!layer)
      return layer.error();
    const std::string nameField = mStep.value("name", "");
    for (const VectorFeature& feature : layer->features) {
      const json* row = firstMatch(mStep.at("classes"), feature.fields);
      if (row == nullptr) {
        ++mUnclassed;
        continue;
      }
      if (!row->contains("path"))
        continue;
      const std::pair<std::string, std::string> kind{"path." + row->at("path").get<std::string>(),
                                                     row->value("class", "")};
      auto known = std::find(mKinds.begin(), mKinds.end(), kind);
      if (known == mKinds.end())
        known = mKinds.insert(mKinds.end(), kind);
      const int tag = static_cast<int>(known - mKinds.begin());
      for (const Polyline& part : feature.parts)
        cut(part, nameField.empty() ? std::string() : feature.field(nameField), tag);
    }
    return success();
  }

  bool onMap(Point p) const { return mExtent.contains(mLattice.hexAt(p)); }

  /// The runs of a line on the map, each with one sample outside at an end that leaves it.
  void cut(const Polyline& part, const std::string& name, int tag) {
    const Polyline samples = resampled(part, kMatchStep);
    for (std::size_t i = 0; i < samples.size();) {
      if (!onMap(samples[i])) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < samples.size() && onMap(samples[end]))
        ++end;
      const std::size_t from = i > 0 ? i - 1 : i;
      const std::size_t to = end < samples.size() ? end + 1 : end;
      if (to - from >= 2)
        mLines.push_back(
            {{samples.begin() + static_cast<std::ptrdiff_t>(from), samples.begin() + static_cast<std::ptrdiff_t>(to)},
             name,
             tag});
      i = end;
    }
  }

  Outcome checkKinds() {
    for (const auto& [kind, classId] : mKinds)
      if (Outcome known = checkFeature(mContext, kind, classId); !known)
        return known;
    mCourseKind = mStep.value("course", "");
    if (!mCourseKind.empty())
      if (Outcome known = checkNamed(mContext, "course", mCourseKind); !known)
        return known;
    for (const json& rule : mStep.value("crossings", json::array()))
      if (rule.contains("crossing"))
        if (Outcome known = checkNamed(mContext, "crossing", rule["crossing"].get<std::string>()); !known)
          return known;
    return success();
  }

  HexCoord hexOf(std::size_t node) const { return mLattice.hexAt(mNetwork.nodes[node]); }

  /// Gives every arm of a junction a side of its hex: all different, in the order in which the arms leave, each as near
  /// to its own direction as can be. Without this two arms could leave over one side and fork in the next hex.
  void setExits() {
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

  void matchOne(std::size_t i) {
    const NetworkArm& arm = mNetwork.arms[i];
    Polyline samples = resampled(arm.points, kMatchStep);
    Arm& out = mArms[i];
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
  HexMatch matchedBeside(std::size_t i, double foreign, double besideJunction) const {
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
    HexMatchRules rules;
    rules.hexes = &hexCost;
    rules.edges = &edgeCost;
    rules.start = mLattice.hexAt(samples.front());
    rules.end = mLattice.hexAt(samples.back());
    return matchAcrossEdges(mLattice, mExtent, samples, rules);
  }

  void occupy(std::size_t i) {
    Arm& arm = mArms[i];
    const std::vector<HexCoord>& hexes = arm.match.hexes;
    arm.exitAtStart = arm.outStart ? mLattice.edgeBetween(hexes.front(), *arm.outStart) : std::nullopt;
    arm.exitAtEnd = arm.outEnd ? mLattice.edgeBetween(hexes.back(), *arm.outEnd) : std::nullopt;
    for (std::size_t k = 0; k < hexes.size(); ++k) {
      mUsers[hexes[k]].push_back(i);
      if (k > 0)
        ++mEdgeUse[*mLattice.edgeBetween(hexes[k - 1], hexes[k])];
    }
  }
  void release(std::size_t i) {
    const std::vector<HexCoord>& hexes = mArms[i].match.hexes;
    for (std::size_t k = 0; k < hexes.size(); ++k) {
      std::erase(mUsers[hexes[k]], i);
      if (k > 0)
        --mEdgeUse[*mLattice.edgeBetween(hexes[k - 1], hexes[k])];
    }
  }

  /// Whether an arm would share this hex with a line that it does not meet there in the source.
  bool meetsFalsely(std::size_t i, HexCoord hex) const {
    const auto users = mUsers.find(hex);
    return users != mUsers.end() && std::any_of(users->second.begin(), users->second.end(), [&](std::size_t k) {
             return mNetwork.arms[k].tag == mNetwork.arms[i].tag && isFalse(i, k, hex);
           });
  }
  bool isFalse(std::size_t i, std::size_t k, HexCoord hex) const {
    return !meetIn(i, k, hex) && mTwins.count(std::minmax(i, k)) == 0;
  }
  std::size_t falseMeetings(std::size_t i, const std::vector<HexCoord>& hexes) const {
    return static_cast<std::size_t>(
        std::count_if(hexes.begin(), hexes.end(), [&](HexCoord h) { return meetsFalsely(i, h); }));
  }

  /// Arms are matched one after the other, so an early one may stand where a later one has to pass. Those that share a
  /// hex without meeting are matched again with the others in place, the shortest first, as long as they stay near
  /// their lines. What cannot be helped (a line that crosses another one without a junction) is reported later.
  void keepApart(const std::vector<std::size_t>& longestFirst) {
    constexpr int kRounds = 4;
    bool changed = true;
    for (int round = 0; round < kRounds && changed; ++round) {
      changed = false;
      for (std::size_t n = longestFirst.size(); n-- > 0;) {
        const std::size_t i = longestFirst[n];
        const std::size_t before = falseMeetings(i, mArms[i].match.hexes);
        if (before == 0)
          continue;
        release(i);
        HexMatch again = matchedBeside(i, kKeepOff, kKeepOff);
        if (!again.hexes.empty() && falseMeetings(i, again.hexes) < before &&
            again.worstDeviation <= std::max(mArms[i].match.worstDeviation, kWorstDetour)) {
          mArms[i].match = std::move(again);
          changed = true;
        }
        occupy(i);
      }
    }
  }

  /// Arms of the same kind beside which this one runs nearly all the way: the other track of the same road.
  std::set<std::size_t> twinsOf(const NetworkArm& arm, const Polyline& samples) const {
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
  std::vector<std::size_t> spots() const {
    std::vector<std::size_t> of(mNetwork.nodes.size());
    std::iota(of.begin(), of.end(), 0);
    const auto root = [&](std::size_t n) {
      while (of[n] != n)
        n = of[n];
      return n;
    };
    for (const NetworkArm& arm : mNetwork.arms)
      if (hexOf(arm.from) == hexOf(arm.to) && std::all_of(arm.points.begin(), arm.points.end(), [&](Point p) {
            return mLattice.hexAt(p) == hexOf(arm.from);
          }))
        of[root(arm.from)] = root(arm.to);
    for (std::size_t n = 0; n < of.size(); ++n)
      of[n] = root(n);
    return of;
  }

  /// Whether two arms meet in this hex in the source.
  bool meetIn(std::size_t i, std::size_t k, HexCoord hex) const {
    const NetworkArm& a = mNetwork.arms[i];
    const NetworkArm& b = mNetwork.arms[k];
    for (const std::size_t n : {a.from, a.to})
      if (hexOf(n) == hex && (mSpotOf[n] == mSpotOf[b.from] || mSpotOf[n] == mSpotOf[b.to]))
        return true;
    return i == k;
  }

  std::vector<EdgeId> edgesOf(std::size_t i) const {
    const Arm& arm = mArms[i];
    std::vector<EdgeId> out;
    if (arm.exitAtStart)
      out.push_back(*arm.exitAtStart);
    for (std::size_t k = 1; k < arm.match.hexes.size(); ++k)
      out.push_back(*mLattice.edgeBetween(arm.match.hexes[k - 1], arm.match.hexes[k]));
    if (arm.exitAtEnd)
      out.push_back(*arm.exitAtEnd);
    return out;
  }

  /// A course has no forks: of all arms of a name it takes the longest way.
  void nameCourses() {
    if (mCourseKind.empty())
      return;
    std::map<std::string, std::vector<std::size_t>> byName;
    for (std::size_t i = 0; i < mArms.size(); ++i)
      if (!mNetwork.arms[i].name.empty() && mArms[i].match.hexes.size() > 1)
        byName[mNetwork.arms[i].name].push_back(i);
    for (const auto& [name, arms] : byName) {
      std::map<HexCoord, std::set<HexCoord>> graph;
      std::size_t total = 0;
      for (const std::size_t i : arms)
        for (std::size_t k = 1; k < mArms[i].match.hexes.size(); ++k) {
          const HexCoord a = mArms[i].match.hexes[k - 1];
          const HexCoord b = mArms[i].match.hexes[k];
          if (graph[a].insert(b).second)
            ++total;
          graph[b].insert(a);
        }
      const std::vector<HexCoord> way = longest(graph);
      std::string id = idFromName(name);
      for (int n = 2; taken(id); ++n)
        id = idFromName(name) + "-" + std::to_string(n);
      mIds.insert(id);
      for (std::size_t k = 1; k < way.size(); ++k)
        mCourseOf[*mLattice.edgeBetween(way[k - 1], way[k])].insert(id);
      mStroke.setRecord("map/named", {"course", id},
                        json{{"kind", mCourseKind},
                             {"name", name},
                             {"source", importMark(mStepId)},
                             {"start", {way.front().c, way.front().r}}}
                            .dump());
      if (way.size() - 1 < total)
        doubt("course", id, 0.6,
              "it forks or is broken in the source; the course takes the longest way, " +
                  std::to_string(way.size() - 1) + " of " + std::to_string(total) + " hexsides");
    }
  }
  bool taken(const std::string& id) const {
    if (mIds.count(id) > 0)
      return true;
    const std::string* record = mContext.document->record("map/named", {"course", id});
    return record != nullptr && record->find("\"" + importMark(mStepId) + "\"") == std::string::npos;
  }

  /// The longest shortest way in a graph, over its largest connected set.
  static std::vector<HexCoord> longest(const std::map<HexCoord, std::set<HexCoord>>& graph) {
    std::vector<HexCoord> best;
    std::set<HexCoord> done;
    const auto farthest = [&](HexCoord start) {
      std::map<HexCoord, HexCoord> from{{start, start}};
      std::vector<HexCoord> queue{start};
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const HexCoord next : graph.at(queue[i]))
          if (from.try_emplace(next, queue[i]).second)
            queue.push_back(next);
      std::vector<HexCoord> way{queue.back()};
      while (way.back() != start)
        way.push_back(from.at(way.back()));
      for (const HexCoord h : queue)
        done.insert(h);
      return way;
    };
    for (const auto& [start, next] : graph) {
      if (done.count(start) > 0)
        continue;
      const std::vector<HexCoord> way = farthest(farthest(start).front());
      if (way.size() > best.size())
        best = way;
    }
    return best;
  }

  void write() {
    std::map<std::string, std::size_t> counts;
    for (std::size_t i = 0; i < mArms.size(); ++i) {
      const auto& [kind, classId] = mKinds[static_cast<std::size_t>(mNetwork.arms[i].tag)];
      for (const EdgeId e : edgesOf(i)) {
        Feature feature;
        feature.kind = kind;
        feature.classId = classId;
        if (const auto of = mCourseOf.find(e); of != mCourseOf.end())
          feature.of.assign(of->second.begin(), of->second.end());
        if (mStroke.document().features(e).find(kind) == nullptr)
          ++counts[kind];
        mStroke.putFeature(e, feature);
        mWritten[e].insert(kind);
      }
    }
    for (const auto& [e, kinds] : mWritten)
      addEvidence(mStroke, "edge", toText(e), {{"from", sourceIds(mStep)}});
    for (const auto& [kind, count] : counts)
      mOut.figures.emplace_back(kind, std::to_string(count));
    // Lines that share a hex without meeting in the source.
    for (const auto& [hex, users] : mUsers)
      for (std::size_t a = 0; a < users.size(); ++a)
        for (std::size_t b = a + 1; b < users.size(); ++b)
          if (mNetwork.arms[users[a]].tag == mNetwork.arms[users[b]].tag && isFalse(users[a], users[b], hex))
            mFalse.insert(hex);
    for (const HexCoord h : mFalse)
      doubt("hex", toText(h), 0.5, "two lines pass through this hex that do not meet in the source");
  }

  /// A junction must have as many arms on the map as in the source.
  void compareJunctions() {
    std::map<std::pair<std::size_t, int>, std::set<std::size_t>> arms; // by spot and tag: arms that leave its hex
    std::map<std::pair<std::size_t, int>, std::set<EdgeId>> sides;
    for (std::size_t i = 0; i < mArms.size(); ++i) {
      const NetworkArm& arm = mNetwork.arms[i];
      const std::vector<EdgeId> edges = edgesOf(i);
      if (edges.empty())
        continue;
      for (const bool atEnd : {false, true}) {
        const std::size_t node = atEnd ? arm.to : arm.from;
        if (!onMap(mNetwork.nodes[node]))
          continue;
        auto& list = arms[{mSpotOf[node], arm.tag}];
        // Each end counts for itself: a ring leaves its junction twice. Two tracks of one road count once.
        if (std::none_of(list.begin(), list.end(),
                         [&](std::size_t end) { return mTwins.count(std::minmax(end / 2, i)) > 0; }))
          list.insert(2 * i + (atEnd ? 1 : 0));
        sides[{mSpotOf[node], arm.tag}].insert(atEnd ? edges.back() : edges.front());
      }
    }
    for (const auto& [spot, list] : arms)
      if (const std::size_t found = sides[spot].size(); list.size() >= 3 && found < list.size()) {
        ++mJunctionsShort;
        doubt("hex", toText(hexOf(spot.first)), 0.4,
              std::to_string(list.size()) + " lines meet here in the source, and " + std::to_string(found) +
                  " sides of the hex have a path");
      }
  }

  void proposeCrossings() {
    if (!mStep.contains("crossings"))
      return;
    std::size_t count = 0;
    for (const auto& [e, kinds] : mWritten) {
      const FeatureSet features = mStroke.document().features(e);
      for (const Feature& feature : features.features) {
        const json* chosen = nullptr;
        for (const json& rule : mStep["crossings"]) {
          const std::string& over = rule.at("over").get_ref<const std::string&>();
          const bool water = over == feature.kind || over == feature.kind + ":" + feature.classId;
          const bool path = !rule.contains("path") || kinds.count("path." + rule["path"].get<std::string>()) > 0;
          if (water && path) {
            chosen = &rule;
            break;
          }
        }
        if (chosen == nullptr)
          continue;
        if (!chosen->contains("crossing")) { // a rule without a crossing: somebody has to look
          doubt("edge", toText(e), 0.5, "a path crosses " + feature.kind + " here: bridge, ford or ferry?");
          continue;
        }
        const std::string kind = chosen->at("crossing").get<std::string>();
        json record{{"at", {e.c, e.r, e.d}},
                    {"kind", kind},
                    {"source", importMark(mStepId)},
                    {"note", "Proposed by the import."}};
        if (!feature.of.empty())
          record["of"] = feature.of.front();
        std::string id = kind + "-" + toText(e);
        std::replace(id.begin(), id.end(), '-', '_'); // coordinates at the edge of the map can be negative
        mStroke.setRecord("map/named", {"crossing", id}, record.dump());
        ++count;
        break;
      }
    }
    mOut.figures.emplace_back("crossings", std::to_string(count));
  }

  void compareTopology() {
    // Connected sets of the source that are longer than a hex against those of the map.
    const std::vector<std::size_t> source = mNetwork.components();
    std::map<HexCoord, HexCoord> of;
    const auto root = [&](HexCoord h) {
      while (of.at(h) != h)
        h = of.at(h);
      return h;
    };
    for (const Arm& arm : mArms)
      for (std::size_t k = 0; k < arm.match.hexes.size(); ++k) {
        of.try_emplace(arm.match.hexes[k], arm.match.hexes[k]);
        if (k > 0)
          of[root(arm.match.hexes[k])] = root(arm.match.hexes[k - 1]);
      }
    std::map<std::size_t, HexCoord> mapSet; // of each connected set of the source
    std::size_t broken = 0;
    std::set<std::size_t> sets;
    for (std::size_t i = 0; i < mArms.size(); ++i) {
      sets.insert(source[mNetwork.arms[i].from]);
      if (mArms[i].match.hexes.empty()) {
        if (mNetwork.arms[i].length > 0.5)
          ++broken;
        continue;
      }
      const HexCoord own = root(mArms[i].match.hexes[0]);
      const auto [it, isNew] = mapSet.try_emplace(source[mNetwork.arms[i].from], own);
      if (!isNew && root(it->second) != own)
        ++broken;
    }
    std::set<HexCoord> mapSets;
    for (const auto& [h, parent] : of)
      mapSets.insert(root(h));
    mOut.figures.emplace_back("connected sets, source", std::to_string(sets.size()));
    mOut.figures.emplace_back("connected sets, map", std::to_string(mapSets.size()));
    mOut.figures.emplace_back("broken connections", std::to_string(broken));
    mOut.figures.emplace_back("hexes shared without meeting", std::to_string(mFalse.size()));
    mOut.figures.emplace_back("junctions short of an arm", std::to_string(mJunctionsShort));
    mOut.figures.emplace_back("copies left out", std::to_string(mNetwork.copies));
    if (mUnclassed > 0)
      mOut.figures.emplace_back("without a class", std::to_string(mUnclassed));
  }

  void report() {
    std::map<std::string, LineReport> reports; // by name, the rest by kind
    for (std::size_t i = 0; i < mArms.size(); ++i) {
      const NetworkArm& arm = mNetwork.arms[i];
      const HexMatch& match = mArms[i].match;
      if (match.hexes.empty())
        continue;
      const std::string& kind = mKinds[static_cast<std::size_t>(arm.tag)].first;
      LineReport& one = reports[arm.name.empty() ? "\x7f" + kind : arm.name];
      one.name = arm.name.empty() ? "(all without a name)" : arm.name;
      one.kind = kind;
      one.withinHalf =
          (one.withinHalf * one.length + match.withinHalf * arm.length) / std::max(1e-9, one.length + arm.length);
      one.meanDeviation =
          (one.meanDeviation * one.length + match.meanDeviation * arm.length) / std::max(1e-9, one.length + arm.length);
      one.worstDeviation = std::max(one.worstDeviation, match.worstDeviation);
      one.length += arm.length;
      one.edges += match.hexes.size() - 1;
      one.doubtful += static_cast<std::size_t>(
          std::count_if(match.hexes.begin(), match.hexes.end(), [&](HexCoord h) { return mFalse.count(h) > 0; }));
    }
    for (auto& [key, one] : reports)
      mOut.lines.push_back(one);
  }

  void doubt(std::string section, std::string id, double confidence, std::string reason) {
    mOut.doubts.push_back({mStepId, std::move(section), std::move(id), confidence, std::move(reason)});
  }

  ImportContext& mContext;
  std::string mStepId;
  const json& mStep;
  const Lattice& mLattice;
  const Extent& mExtent;
  Document mCopy;
  Stroke mStroke;
  std::vector<std::pair<std::string, std::string>> mKinds; ///< kind and class, by tag
  std::vector<NetworkLine> mLines;
  LineNetwork mNetwork;
  std::vector<Arm> mArms;
  std::map<HexCoord, std::vector<std::size_t>> mUsers; ///< arms through a hex
  std::map<std::pair<std::size_t, bool>, int> mExits;  ///< side by which an arm leaves its start or end
  PointGrid mMatchedSamples{0.5};
  std::unordered_map<EdgeId, int> mEdgeUse;             ///< how many arms cross an edge
  std::vector<std::size_t> mSpotOf;                     ///< of each node
  std::set<std::pair<std::size_t, std::size_t>> mTwins; ///< arms that are one road on the map
  std::map<EdgeId, std::set<std::string>> mCourseOf;
  std::map<EdgeId, std::set<std::string>> mWritten;
  std::set<HexCoord> mFalse;
  std::set<std::string> mIds;
  std::string mCourseKind;
  std::size_t mUnclassed = 0;
  std::size_t mJunctionsShort = 0;
  Imported mOut;
};

} // namespace

Result<Imported> importPaths(ImportContext& context, const std::string& stepId, const json& step) {
  return PathImport(context, stepId, step).run();
}

} // namespace hotchkiss
