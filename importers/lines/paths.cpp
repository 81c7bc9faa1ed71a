#include "importers/lines/paths.h"

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
      : LineImport(context, std::move(stepId), step, "Import paths") {}

  Result<Imported> run() {
    if (const Outcome read = readLines(); !read)
      return read.error();
    if (const Outcome good = checkKinds(); !good)
      return good.error();
    mNetwork = makeNetwork(mLines, mStep.value("snap", 0.05), mStep.value("crossingsJoin", false));
    mMatcher.emplace(mLattice, mExtent, mNetwork);
    if (!mMatcher->run(mContext.task))
      return cancelledError();
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
    if (Outcome known = readCourseKind(); !known)
      return known;
    for (const json& rule : mStep.value("crossings", json::array()))
      if (rule.contains("crossing"))
        if (Outcome known = checkNamed(mContext, "crossing", rule["crossing"].get<std::string>()); !known)
          return known;
    return success();
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
          if (graph[a].insert(b).second)
            ++total;
          graph[b].insert(a);
        }
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
    for (const PathArm& arm : mMatcher->arms())
      for (std::size_t k = 0; k < arm.match.hexes.size(); ++k) {
        of.try_emplace(arm.match.hexes[k], arm.match.hexes[k]);
        if (k > 0)
          of[root(arm.match.hexes[k])] = root(arm.match.hexes[k - 1]);
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
  LineNetwork mNetwork;
  std::optional<PathMatcher> mMatcher;
  std::map<EdgeId, std::set<std::string>> mCourseOf;
  std::map<EdgeId, std::set<std::string>> mWritten;
  std::set<HexCoord> mFalse;
  std::size_t mUnclassed = 0;
  std::size_t mJunctionsShort = 0;
};

} // namespace

Result<Imported> importPaths(ImportContext& context, const std::string& stepId, const json& step) {
  return PathImport(context, stepId, step).run();
}

} // namespace hotchkiss
