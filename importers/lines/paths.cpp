#include "importers/lines/paths.h"

#include "importers/lines/crossingrules.h"
#include "importers/lines/edgematch.h"
#include "importers/lines/lineimport.h"
#include "importers/lines/pathmatch.h"
#include "importers/source/vector.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// The longest shortest way in a graph, over its largest connected set.
std::vector<HexCoord> longestWay(const std::map<HexCoord, std::set<HexCoord>>& graph) {
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

class PathImport : private LineImport {
 public:
  PathImport(ImportContext& context, std::string stepId, const json& step)
      : LineImport(context, std::move(stepId), step, "Import paths"), mRules(context, step) {}

  Result<Imported> run() {
    if (const Outcome read = readLines(); !read)
      return read.error();
    if (const Outcome good = checkKinds(); !good)
      return good.error();
    mNetwork = makeNetwork(mLines, mStep.value("snap", 0.05), mStep.value("crossingsJoin", false));
    for (const auto& [kind, classId] : mKinds)
      mBarred.push_back(mRules.barred(mStroke.document(), kind));
    mMatcher.emplace(mLattice, mExtent, mNetwork, mBarred);
    if (!mMatcher->run(mContext.task))
      return cancelledError();
    nameCourses();
    write();
    compareJunctions();
    reportDetours();
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
    if (Outcome known = readCourseKind(); !known)
      return known;
    return mRules.check();
  }

  /// A course has no forks: of all arms of a name it takes the longest way.
  void nameCourses() {
    if (mCourseKind.empty())
      return;
    std::map<std::string, std::vector<std::size_t>> byName;
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i)
      if (!mNetwork.arms[i].name.empty() && mMatcher->arms()[i].match.hexes.size() > 1)
        byName[mNetwork.arms[i].name].push_back(i);
    for (const auto& [name, arms] : byName) {
      std::map<HexCoord, std::set<HexCoord>> graph;
      std::size_t total = 0;
      for (const std::size_t i : arms)
        for (std::size_t k = 1; k < mMatcher->arms()[i].match.hexes.size(); ++k) {
          const HexCoord a = mMatcher->arms()[i].match.hexes[k - 1];
          const HexCoord b = mMatcher->arms()[i].match.hexes[k];
          if (isClosed(i, *mLattice.edgeBetween(a, b)))
            continue;
          if (graph[a].insert(b).second)
            ++total;
          graph[b].insert(a);
        }
      if (graph.empty())
        continue;
      const std::vector<HexCoord> way = longestWay(graph);
      const std::string id = newCourseId(name);
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
  void write() {
    std::map<std::string, std::size_t> counts;
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i) {
      const auto& [kind, classId] = mKinds[static_cast<std::size_t>(mNetwork.arms[i].tag)];
      for (const EdgeId e : mMatcher->edgesOf(i)) {
        if (isClosed(i, e)) {
          if (avoidedBeside(e) < 2) // its border says it
            mBroken[e].insert(kind);
          continue;
        }
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
    mFalse = mMatcher->falseMeetings();
    for (const HexCoord h : mFalse)
      doubt("hex", toText(h), 0.5, "two lines pass through this hex that do not meet in the source");
  }

  /// A junction must have as many arms on the map as in the source.
  void compareJunctions() {
    std::map<std::pair<std::size_t, int>, std::set<std::size_t>> arms; // by spot and tag: arms that leave its hex
    std::map<std::pair<std::size_t, int>, std::set<EdgeId>> sides;
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i) {
      const NetworkArm& arm = mNetwork.arms[i];
      const std::vector<EdgeId> edges = mMatcher->edgesOf(i);
      if (edges.empty())
        continue;
      for (const bool atEnd : {false, true}) {
        const std::size_t node = atEnd ? arm.to : arm.from;
        if (!mMatcher->onMap(mNetwork.nodes[node]))
          continue;
        auto& list = arms[{mMatcher->spotOf(node), arm.tag}];
        // Each end counts for itself: a ring leaves its junction twice. Two tracks of one road count once.
        if (std::none_of(list.begin(), list.end(), [&](std::size_t end) { return mMatcher->areTwins(end / 2, i); }))
          list.insert(2 * i + (atEnd ? 1 : 0));
        sides[{mMatcher->spotOf(node), arm.tag}].insert(atEnd ? edges.back() : edges.front());
      }
    }
    for (const auto& [spot, list] : arms)
      if (const std::size_t found = sides[spot].size(); list.size() >= 3 && found < list.size()) {
        ++mJunctionsShort;
        doubt("hex", toText(mMatcher->hexOf(spot.first)), 0.4,
              std::to_string(list.size()) + " lines meet here in the source, and " + std::to_string(found) +
                  " sides of the hex have a path");
      }
  }

  /// What lies across the line here that the recipe's paths go round.
  std::string barrierAt(EdgeId e, const std::string& path) const {
    for (const Feature& feature : mStroke.document().features(e).features)
      if (mRules.judge(feature, path).answer == CrossingRules::Answer::Around)
        return feature.kind;
    for (const HexCoord h : mLattice.hexes(e))
      if (mRules.isAvoided(mStroke.document(), h))
        return mStroke.document().terrain(h);
    return {};
  }
  /// How many of the two hexes are such as no path enters.
  std::ptrdiff_t avoidedBeside(EdgeId e) const {
    const auto hexes = mLattice.hexes(e);
    return std::count_if(hexes.begin(), hexes.end(),
                         [&](HexCoord h) { return mRules.isAvoided(mStroke.document(), h); });
  }
  bool isClosed(std::size_t arm, EdgeId e) const { return mMatcher->isBarred(arm, e) || avoidedBeside(e) > 0; }

  /// Where a line goes another way than its source, and where there was none.
  void reportDetours() {
    for (const auto& [e, kinds] : mBroken)
      doubt("edge", toText(e), 0.3,
            "a line crosses " + barrierAt(e, *kinds.begin()) + " here and no way round is near; the path is broken");
    if (!mBroken.empty())
      figure("broken at barriers", mBroken.size());
    std::set<HexCoord> detours;
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i) {
      const PathArm& arm = mMatcher->arms()[i];
      if (mBarred[static_cast<std::size_t>(mNetwork.arms[i].tag)].empty())
        continue;
      std::set<HexCoord> own;
      for (const Point p : arm.samples)
        own.insert(mLattice.hexAt(p));
      for (const HexCoord h : arm.match.hexes)
        if (own.count(h) == 0 && besideBarrier(i, h, own))
          detours.insert(h);
    }
    for (const HexCoord h : detours)
      doubt("hex", toText(h), 0.6,
            "the line runs where no path of its kind can; the path goes through this hex instead");
    if (!detours.empty())
      figure("hexes on a way round", detours.size());
  }
  /// Whether one of the line's own hexes near this one has a side that it must not cross.
  bool besideBarrier(std::size_t arm, HexCoord h, const std::set<HexCoord>& own) const {
    for (const HexCoord n : mLattice.neighbours(h))
      if (own.count(n) > 0)
        for (int d = 0; d < kSides; ++d)
          if (mMatcher->isBarred(arm, mLattice.edge(n, d)))
            return true;
    return false;
  }

  void proposeCrossings() {
    std::size_t count = 0;
    for (const auto& [e, kinds] : mWritten)
      for (const Feature& feature : mStroke.document().features(e).features)
        if (proposeOver(e, kinds, feature)) {
          ++count;
          break;
        }
    if (mStep.contains("crossings"))
      figure("crossings", count);
  }
  /// One hexside, one thing that lies across it. True when a crossing was made.
  bool proposeOver(EdgeId e, const std::set<std::string>& paths, const Feature& feature) {
    std::optional<CrossingRules::Judged> worst; // of several paths over one hexside the first that needs something
    for (const std::string& path : paths)
      if (const CrossingRules::Judged judged = mRules.judge(feature, path);
          !worst || worst->answer == CrossingRules::Answer::Nothing)
        worst = judged;
    if (worst->answer == CrossingRules::Answer::Review)
      doubt("edge", toText(e), 0.5, "a path crosses " + feature.kind + " here: bridge, ford or ferry?");
    if (worst->answer == CrossingRules::Answer::Unsaid)
      doubt("edge", toText(e), 0.4, "a path crosses " + feature.kind + " here, and no rule of the recipe says how");
    if (worst->answer != CrossingRules::Answer::Propose)
      return false;
    json record{{"at", {e.c, e.r, e.d}},
                {"kind", worst->crossing},
                {"source", importMark(mStepId)},
                {"note", "Proposed by the import."}};
    if (!feature.of.empty())
      record["of"] = feature.of.front();
    std::string id = worst->crossing + "-" + toText(e);
    std::replace(id.begin(), id.end(), '-', '_'); // coordinates at the edge of the map can be negative
    mStroke.setRecord("map/named", {"crossing", id}, record.dump());
    return true;
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
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i) {
      const PathArm& arm = mMatcher->arms()[i];
      for (std::size_t k = 0; k < arm.match.hexes.size(); ++k) {
        of.try_emplace(arm.match.hexes[k], arm.match.hexes[k]);
        if (k > 0 && !mMatcher->isBarred(i, *mLattice.edgeBetween(arm.match.hexes[k - 1], arm.match.hexes[k])))
          of[root(arm.match.hexes[k])] = root(arm.match.hexes[k - 1]);
      }
    }
    std::map<std::size_t, HexCoord> mapSet; // of each connected set of the source
    std::size_t broken = 0;
    std::set<std::size_t> sets;
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i) {
      sets.insert(source[mNetwork.arms[i].from]);
      if (mMatcher->arms()[i].match.hexes.empty()) {
        if (mNetwork.arms[i].length > 0.5)
          ++broken;
        continue;
      }
      const HexCoord own = root(mMatcher->arms()[i].match.hexes[0]);
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
    for (std::size_t i = 0; i < mMatcher->arms().size(); ++i) {
      const NetworkArm& arm = mNetwork.arms[i];
      const HexMatch& match = mMatcher->arms()[i].match;
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

  std::vector<std::pair<std::string, std::string>> mKinds; ///< kind and class, by tag
  std::vector<NetworkLine> mLines;
  CrossingRules mRules;
  LineNetwork mNetwork;
  PathMatcher::Barred mBarred; ///< by tag
  std::optional<PathMatcher> mMatcher;
  std::map<EdgeId, std::set<std::string>> mCourseOf;
  std::map<EdgeId, std::set<std::string>> mWritten;
  std::map<EdgeId, std::set<std::string>> mBroken; ///< barred hexsides that lines cross, with their paths
  std::set<HexCoord> mFalse;
  std::size_t mUnclassed = 0;
  std::size_t mJunctionsShort = 0;
};

} // namespace

Result<Imported> importPaths(ImportContext& context, const std::string& stepId, const json& step) {
  return PathImport(context, stepId, step).run();
}

} // namespace hotchkiss
