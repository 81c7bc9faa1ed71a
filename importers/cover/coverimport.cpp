#include "importers/cover/coverimport.h"

#include "importers/source/vector.h"
#include "libterrain/grid/polygon.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr int kEdgeSamples = 16;

/// One row of the mapping table.
struct Row {
  std::string terrain; ///< empty: counts as ground that says nothing
  int priority = 0;
  double minShare = 0;
};

class CoverImport {
 public:
  CoverImport(ImportContext& context, std::string stepId, const json& step)
      : mContext(context),
        mStepId(std::move(stepId)),
        mStep(step),
        mLattice(context.document->lattice()),
        mExtent(context.document->extent()),
        mCopy(*context.document),
        mStroke(mCopy, "Import cover") {}

  Result<Imported> run() {
    for (const json& row : mStep.at("classes")) {
      Row one{row.value("terrain", ""), row.value("priority", 0), row.value("minShare", 0.0)};
      if (!one.terrain.empty())
        if (const Outcome known = checkTerrain(mContext, one.terrain); !known)
          return known.error();
      mRows.push_back(one);
    }
    for (const json& rule : mStep.value("edges", json::array()))
      if (const Outcome known = checkFeature(mContext, rule.at("feature").get<std::string>(), rule.value("class", ""));
          !known)
        return known.error();
    mShares.resize(static_cast<std::size_t>(mExtent.area()));
    const bool polygons = mStep.value("shape", "raster") == "polygons";
    if (const Outcome read = polygons ? readPolygons() : readRaster(); !read)
      return read.error();
    decide();
    if (mStep.contains("edges"))
      if (const Outcome good = polygons ? polygonEdges() : rasterEdges(); !good)
        return good.error();
    for (const auto& [terrain, count] : mCounts)
      mOut.figures.emplace_back(terrain, std::to_string(count));
    mOut.edit = mStroke.finish();
    return std::move(mOut);
  }

 private:
  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(mExtent.height) + static_cast<std::size_t>(h.r);
  }

  /// The first row whose values contain this one.
  std::optional<std::size_t> rowOf(double value) const {
    const std::string text =
        json(value == std::floor(value) ? json(static_cast<std::int64_t>(value)) : json(value)).dump();
    for (std::size_t i = 0; i < mRows.size(); ++i)
      if (!mStep["classes"][i].contains("value") || passes(mStep["classes"][i]["value"], text))
        return i;
    return std::nullopt;
  }

  Outcome readRaster() {
    Result<RasterList> rasters = rastersOf(mContext, mStep);
    if (!rasters)
      return rasters.error();
    mRasters = std::move(*rasters);
    const PixelRule rule = mStep.value("pixels", "coverage") == "centre" ? PixelRule::Centre : PixelRule::Coverage;
    const Result<HexClasses> classes = hexClasses(mContext.ground(), mRasters, rule, mContext.task);
    if (!classes)
      return classes.error();
    std::map<std::int32_t, std::optional<std::size_t>> known;
    for (std::size_t h = 0; h < mShares.size(); ++h)
      for (std::size_t k = classes->first[h]; k < classes->first[h + 1]; ++k) {
        const ClassShare& one = classes->shares[k];
        const auto [it, isNew] = known.try_emplace(one.value);
        if (isNew) {
          it->second = rowOf(one.value);
          if (!it->second)
            mOut.doubts.push_back({mStepId, "source", sourceIds(mStep)[0], 0.5,
                                   "class " + std::to_string(one.value) + " is not in the mapping table"});
        }
        if (it->second)
          mShares[h][*it->second] += static_cast<double>(one.share);
      }
    return success();
  }

  Outcome readPolygons() {
    const Result<SourceFile> source = sourceOf(mContext, mStep);
    if (!source)
      return source.error();
    VectorWish wish;
    wish.shape = Shape::Polygons;
    wish.layer = mStep.value("layer", "");
    wish.where = mStep.contains("where") ? &mStep["where"] : nullptr;
    const Result<VectorLayer> layer = readVector(*source, wish, mLattice, mExtent, mContext.frame);
    if (!layer)
      return layer.error();
    for (std::size_t i = 0; i < layer->features.size(); ++i) {
      if (mContext.task.cancelled())
        return cancelledError();
      mContext.task.report("cover", static_cast<double>(i) / static_cast<double>(layer->features.size()));
      const VectorFeature& feature = layer->features[i];
      const json* row = firstMatch(mStep["classes"], feature.fields);
      if (row == nullptr)
        continue;
      const auto at = static_cast<std::size_t>(row - &mStep["classes"][0]);
      for (const HexShare& share : hexShares(mLattice, mExtent, feature.parts))
        mShares[index(share.hex)][at] += share.share;
      mPolygons.emplace_back(at, feature.parts);
    }
    return success();
  }

  void decide() {
    const std::string fallback = mStep.value("default", "");
    const double doubtBelow = mStep.value("doubtBelow", 0.1);
    for (std::int32_t c = 0; c < mExtent.width; ++c)
      for (std::int32_t r = 0; r < mExtent.height; ++r)
        decide({c, r}, fallback, doubtBelow);
  }

  void decide(HexCoord h, const std::string& fallback, double doubtBelow) {
    // Shares by terrain: several classes may mean the same.
    struct Candidate {
      std::string terrain;
      double share = 0;
      int priority = 0;
      bool enough = false;
    };
    std::map<std::string, Candidate> byTerrain;
    double told = 0;
    for (const auto& [row, share] : mShares[index(h)]) {
      told += share;
      const std::string& terrain = mRows[row].terrain.empty() ? fallback : mRows[row].terrain;
      if (terrain.empty())
        continue;
      Candidate& one = byTerrain[terrain];
      one.terrain = terrain;
      one.share += share;
      one.priority = std::max(one.priority, mRows[row].priority);
    }
    // What no polygon covers is the default.
    if (!fallback.empty() && told < 1 && (told > 0 || mStep.value("shape", "raster") == "polygons")) {
      byTerrain[fallback].terrain = fallback;
      byTerrain[fallback].share += 1 - told;
    }
    if (byTerrain.empty())
      return;
    std::vector<Candidate> list;
    for (auto& [terrain, one] : byTerrain) {
      double least = 0;
      for (std::size_t i = 0; i < mRows.size(); ++i)
        if (mRows[i].terrain == terrain)
          least = std::max(least, mRows[i].minShare);
      one.enough = one.share >= least;
      list.push_back(one);
    }
    std::stable_sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) {
      if (a.enough != b.enough)
        return a.enough;
      if (a.enough && a.priority != b.priority)
        return a.priority > b.priority;
      return a.share > b.share;
    });
    const Candidate& best = list[0];
    mStroke.setTerrain(h, best.terrain);
    ++mCounts[best.terrain];
    const Candidate* second = nullptr;
    for (std::size_t i = 1; i < list.size(); ++i)
      if (second == nullptr || list[i].share > second->share)
        second = &list[i];
    json shares = json::object();
    for (const Candidate& one : list)
      if (one.share >= 0.005)
        shares[one.terrain] = rounded(std::min(1.0, one.share), 2);
    // How far the decision is from falling the other way.
    const double margin = second == nullptr ? 1 : std::clamp(best.share - second->share, -1.0, 1.0);
    const double confidence = rounded(std::clamp(0.5 + margin / 2, 0.0, 1.0), 2);
    json record{{"shares", shares}, {"confidence", confidence}, {"from", sourceIds(mStep)}};
    if (second != nullptr)
      record["runnerUp"] = second->terrain;
    addEvidence(mStroke, "hex", toText(h), record);
    if (second != nullptr && std::abs(best.share - second->share) < doubtBelow)
      mOut.doubts.push_back({mStepId, "hex", toText(h), confidence,
                             best.terrain + " and " + second->terrain + " cover nearly the same share"});
  }

  /// Calls put(edge, shares by row) for every edge of the map.
  template <class RowAt>
  void eachEdge(RowAt&& rowAt) {
    std::map<std::string, std::size_t> counts;
    for (std::int32_t c = -1; c < mExtent.width; ++c)
      for (std::int32_t r = -1; r <= mExtent.height; ++r)
        for (std::int32_t d = 0; d < 3; ++d) {
          const EdgeId e{c, r, d};
          const auto hexes = mLattice.hexes(e);
          if (!mExtent.contains(hexes[0]) && !mExtent.contains(hexes[1]))
            continue;
          std::map<std::string, double> shares;
          const auto ends = mLattice.ends(e);
          const Point a = mLattice.position(ends[0]);
          const Point b = mLattice.position(ends[1]);
          for (int k = 0; k < kEdgeSamples; ++k) {
            const double t = (k + 0.5) / kEdgeSamples;
            if (const std::optional<std::size_t> row = rowAt(e, k, Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}))
              shares[mRows[*row].terrain] += 1.0 / kEdgeSamples;
          }
          for (const json& rule : mStep["edges"]) {
            const auto share = shares.find(rule.at("terrain").get<std::string>());
            if (share == shares.end() || share->second < rule.value("minShare", 0.5) - 1e-9)
              continue;
            // Sides inside the water are no shore.
            if (rule.value("shore", true) && mStroke.document().terrain(hexes[0]) == share->first &&
                mStroke.document().terrain(hexes[1]) == share->first)
              break;
            Feature feature;
            feature.kind = rule.at("feature").get<std::string>();
            feature.classId = rule.value("class", "");
            mStroke.putFeature(e, feature);
            ++counts[feature.kind];
            break;
          }
        }
    for (const auto& [kind, count] : counts)
      mOut.figures.emplace_back(kind, std::to_string(count));
  }

  Outcome rasterEdges() {
    std::vector<Point> points;
    eachSample([&](Point p) { points.push_back(p); });
    const Result<std::vector<float>> values =
        sampleAt(mContext.ground(), mRasters, std::move(points), false, mContext.task);
    if (!values)
      return values.error();
    std::size_t next = 0;
    eachEdge([&](EdgeId, int, Point) -> std::optional<std::size_t> {
      const float value = (*values)[next++];
      return std::isnan(value) ? std::nullopt : rowOf(static_cast<double>(value));
    });
    return success();
  }

  template <class Visit>
  void eachSample(Visit&& visit) {
    for (std::int32_t c = -1; c < mExtent.width; ++c)
      for (std::int32_t r = -1; r <= mExtent.height; ++r)
        for (std::int32_t d = 0; d < 3; ++d) {
          const EdgeId e{c, r, d};
          const auto hexes = mLattice.hexes(e);
          if (!mExtent.contains(hexes[0]) && !mExtent.contains(hexes[1]))
            continue;
          const auto ends = mLattice.ends(e);
          const Point a = mLattice.position(ends[0]);
          const Point b = mLattice.position(ends[1]);
          for (int k = 0; k < kEdgeSamples; ++k) {
            const double t = (k + 0.5) / kEdgeSamples;
            visit(Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
          }
        }
  }

  Outcome polygonEdges() {
    eachEdge([&](EdgeId e, int, Point p) -> std::optional<std::size_t> {
      // Only hexes that have a share at all can have an edge in a polygon.
      const auto hexes = mLattice.hexes(e);
      bool possible = false;
      for (const HexCoord h : hexes)
        possible = possible || (mExtent.contains(h) && !mShares[index(h)].empty());
      if (!possible)
        return std::nullopt;
      for (const auto& [row, rings] : mPolygons)
        if (contains(rings, p))
          return row;
      return std::nullopt;
    });
    return success();
  }

  static bool contains(const Rings& rings, Point p) {
    bool inside = false;
    for (const std::vector<Point>& ring : rings)
      for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if ((ring[i].y > p.y) != (ring[j].y > p.y) &&
            p.x < (ring[j].x - ring[i].x) * (p.y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
          inside = !inside;
    return inside;
  }

  ImportContext& mContext;
  std::string mStepId;
  const json& mStep;
  const Lattice& mLattice;
  const Extent& mExtent;
  Document mCopy;
  Stroke mStroke;
  std::vector<Row> mRows;
  RasterList mRasters;
  std::vector<std::map<std::size_t, double>> mShares; ///< of each hex, by row of the table
  std::vector<std::pair<std::size_t, Rings>> mPolygons;
  std::map<std::string, std::size_t> mCounts;
  Imported mOut;
};

} // namespace

Result<Imported> importCover(ImportContext& context, const std::string& stepId, const json& step) {
  return CoverImport(context, stepId, step).run();
}

} // namespace hotchkiss
