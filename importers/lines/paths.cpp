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

struct Arm {
  HexMatch match;
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
    nameCourses();
    write();
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
    std::optional<HexCoord> outStart;
    std::optional<HexCoord> outEnd;
    if (!onMap(samples.front()))
      outStart = mLattice.hexAt(samples.front());
    if (!onMap(samples.back()))
      outEnd = mLattice.hexAt(samples.back());
    while (!samples.empty() && !onMap(samples.back()))
      samples.pop_back();
    std::size_t first = 0;
    while (first < samples.size() && !onMap(samples[first]))
      ++first;
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(first));
    if (samples.empty())
      return;
    const std::set<std::size_t> twins = twinsOf(arm, samples);
    std::unordered_map<HexCoord, double> hexCost;
    for (const auto& [hex, users] : mUsers)
      if (std::none_of(users.begin(), users.end(),
                       [&](std::size_t k) { return meetNear(i, k, hex, 0) || twins.count(k) > 0; }))
        hexCost[hex] = kForeignHex;
    // Beside a junction every arm has its own hex, or two of them would meet again there.
    for (const std::size_t node : {arm.from, arm.to})
      for (const HexCoord beside : mLattice.neighbours(hexOf(node)))
        if (const auto used = mUsers.find(beside); used != mUsers.end())
          if (std::any_of(used->second.begin(), used->second.end(), [&](std::size_t k) {
                return k != i && (mNetwork.arms[k].from == node || mNetwork.arms[k].to == node);
              }))
            hexCost[beside] = kBesideJunction;
    // Arms leave their junction over the side that was set; farther out, lines that run side by side become one.
    std::unordered_map<EdgeId, double> edgeCost = mEdgeCost;
    for (const bool atEnd : {false, true})
      if (const auto side = mExits.find({i, atEnd}); side != mExits.end())
        for (int d = 0; d < kSides; ++d)
          edgeCost[mLattice.edge(hexOf(atEnd ? arm.to : arm.from), d)] = d == side->second ? 0 : kWrongExit;
    HexMatchRules rules;
    rules.hexes = &hexCost;
    rules.edges = &edgeCost;
    rules.start = mLattice.hexAt(samples.front());
    rules.end = mLattice.hexAt(samples.back());
    out.match = matchAcrossEdges(mLattice, mExtent, samples, rules);
    if (out.match.hexes.empty())
      return;
    for (const Point p : samples)
      mMatchedSamples.add(p, i, 0);
    if (outStart)
      out.exitAtStart = mLattice.edgeBetween(out.match.hexes.front(), *outStart);
    if (outEnd)
      out.exitAtEnd = mLattice.edgeBetween(out.match.hexes.back(), *outEnd);
    for (std::size_t k = 0; k < out.match.hexes.size(); ++k) {
      mUsers[out.match.hexes[k]].push_back(i);
      if (k > 0)
        mEdgeCost[*mLattice.edgeBetween(out.match.hexes[k - 1], out.match.hexes[k])] = kSharedEdge;
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

  /// Whether two arms share a node within so many hexes of this one.
  bool meetNear(std::size_t i, std::size_t k, HexCoord hex, std::int32_t within) const {
    const NetworkArm& a = mNetwork.arms[i];
    const NetworkArm& b = mNetwork.arms[k];
    for (const std::size_t n : {a.from, a.to})
      if ((n == b.from || n == b.to) && mLattice.distance(hexOf(n), hex) <= within)
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
          if (!meetNear(users[a], users[b], hex, 0) && mNetwork.arms[users[a]].tag == mNetwork.arms[users[b]].tag) {
            mFalse.insert(hex);
          }
    for (const HexCoord h : mFalse)
      doubt("hex", toText(h), 0.5, "two lines pass through this hex that do not meet in the source");
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
  std::unordered_map<EdgeId, double> mEdgeCost;
  std::map<EdgeId, std::set<std::string>> mCourseOf;
  std::map<EdgeId, std::set<std::string>> mWritten;
  std::set<HexCoord> mFalse;
  std::set<std::string> mIds;
  std::string mCourseKind;
  std::size_t mUnclassed = 0;
  Imported mOut;
};

} // namespace

Result<Imported> importPaths(ImportContext& context, const std::string& stepId, const json& step) {
  return PathImport(context, stepId, step).run();
}

} // namespace hotchkiss
