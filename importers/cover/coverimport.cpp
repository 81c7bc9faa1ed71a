#include "importers/cover/coverimport.h"

#include "importers/base/stepimport.h"
#include "importers/source/vector.h"
#include "libterrain/base/text.h"
#include "libterrain/grid/polygon.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <set>

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

/// One polygon of the source with the box round it.
struct Area {
  std::size_t row = 0;
  Rings rings;
  double left = std::numeric_limits<double>::max();
  double top = std::numeric_limits<double>::max();
  double right = std::numeric_limits<double>::lowest();
  double bottom = std::numeric_limits<double>::lowest();
};

class CoverImport : private StepImport {
 public:
  CoverImport(ImportContext& context, std::string stepId, const json& step)
      : StepImport(context, std::move(stepId), step, "Import cover") {}

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
    for (const json& rule : mStep.value("regions", json::array())) {
      if (const Outcome known = checkTerrain(mContext, rule.at("terrain").get<std::string>()); !known)
        return known.error();
      if (const Outcome known = checkNamed(mContext, "region", rule.at("region").get<std::string>()); !known)
        return known.error();
    }
    mShares.resize(static_cast<std::size_t>(mExtent.area()));
    const bool polygons = mStep.value("shape", "raster") == "polygons";
    if (const Outcome read = polygons ? readPolygons() : readRaster(); !read)
      return read.error();
    decide();
    for (const json& rule : mStep.value("regions", json::array()))
      makeRegions(rule);
    if (mStep.contains("edges"))
      if (const Outcome good = polygons ? polygonEdges() : rasterEdges(); !good)
        return good.error();
    figures(mCounts);
    mOut.edit = mStroke.finish();
    return std::move(mOut);
  }

 private:
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
            doubt("source", sourceIds(mStep)[0], 0.5,
                  "class " + std::to_string(one.value) + " is not in the mapping table");
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
      Area area;
      area.row = at;
      area.rings = feature.parts;
      for (const std::vector<Point>& ring : area.rings)
        for (const Point p : ring) {
          area.left = std::min(area.left, p.x);
          area.right = std::max(area.right, p.x);
          area.top = std::min(area.top, p.y);
          area.bottom = std::max(area.bottom, p.y);
        }
      mPolygons.push_back(std::move(area));
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
    // What no polygon covers is the default. Without a default it stays as it is, if that is most of the hex: a layer
    // of lakes says nothing about the land between them.
    const bool polygons = mStep.value("shape", "raster") == "polygons";
    if (told < 1 && (polygons || (told > 0 && !fallback.empty()))) {
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
    if (best.terrain.empty()) {
      for (const Candidate& one : list)
        if (!one.terrain.empty() && best.share - one.share < doubtBelow)
          doubt("hex", toText(h), rounded(0.5 + (best.share - one.share) / 2, 2),
                one.terrain + " covers nearly half of the hex and was left out");
      return;
    }
    mStroke.setTerrain(h, best.terrain);
    ++mCounts[best.terrain];
    const Candidate* second = nullptr;
    for (std::size_t i = 1; i < list.size(); ++i)
      if (second == nullptr || list[i].share > second->share)
        second = &list[i];
    json shares = json::object();
    for (const Candidate& one : list)
      if (one.share >= 0.005 && !one.terrain.empty())
        shares[one.terrain] = rounded(std::min(1.0, one.share), 2);
    // How far the decision is from falling the other way.
    const double margin = second == nullptr ? 1 : std::clamp(best.share - second->share, -1.0, 1.0);
    const double confidence = rounded(std::clamp(0.5 + margin / 2, 0.0, 1.0), 2);
    json record{{"shares", shares}, {"confidence", confidence}, {"from", sourceIds(mStep)}};
    if (second != nullptr && !second->terrain.empty())
      record["runnerUp"] = second->terrain;
    addEvidence(mStroke, "hex", toText(h), record);
    if (second != nullptr && std::abs(best.share - second->share) < doubtBelow)
      doubt("hex", toText(h), confidence,
            best.terrain + " and " +
                (second->terrain.empty() ? std::string("what is not in the source") : second->terrain) +
                " cover nearly the same share");
  }

  /// Every connected set of hexes of a terrain becomes a region of its own, the largest first: two seas are two zones.
  void makeRegions(const json& rule) {
    const std::string terrain = rule.at("terrain").get<std::string>();
    const Document& document = mStroke.document();
    std::set<HexCoord> open;
    for (std::int32_t c = 0; c < mExtent.width; ++c)
      for (std::int32_t r = 0; r < mExtent.height; ++r)
        if (document.terrain({c, r}) == terrain)
          open.insert({c, r});
    std::vector<std::vector<HexCoord>> sets;
    while (!open.empty()) {
      std::vector<HexCoord> set{*open.begin()};
      open.erase(open.begin());
      for (std::size_t i = 0; i < set.size(); ++i)
        for (const HexCoord n : mLattice.neighbours(set[i]))
          if (open.erase(n) > 0)
            set.push_back(n);
      std::sort(set.begin(), set.end());
      sets.push_back(std::move(set));
    }
    std::stable_sort(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    const std::string base = rule.at("id").get<std::string>();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::string id = i == 0 ? base : base + "-" + std::to_string(i + 1);
      json record{{"kind", rule.at("region")}, {"source", importMark(mStepId)}};
      if (rule.contains("name"))
        record["name"] = rule["name"].get<std::string>() + (i == 0 ? "" : " " + std::to_string(i + 1));
      const HexCoord label = sets[i][sets[i].size() / 2];
      record["label"] = {label.c, label.r};
      mStroke.setRecord("map/named", {"region", id}, record.dump());
      for (const HexCoord h : sets[i]) {
        json more = json::parse(mStroke.document().attributes(h), nullptr, false);
        if (!more.is_object())
          more = json::object();
        std::set<std::string> in = more.value("in", json::array()).get<std::set<std::string>>();
        in.insert(id);
        more["in"] = in;
        mStroke.setAttributes(h, more.dump());
        mZoneOf[h] = id;
      }
    }
    mOut.figures.emplace_back(rule.at("region").get<std::string>(), std::to_string(sets.size()));
  }

  /// The region of the nearest hex of it at a side: one of its two hexes, or one that touches its ends.
  std::string zoneAt(EdgeId e) const {
    const auto ends = mLattice.ends(e);
    const Point a = mLattice.position(ends[0]);
    const Point b = mLattice.position(ends[1]);
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    std::string out;
    double best = std::numeric_limits<double>::max();
    for (const HexCoord h : mLattice.range(mLattice.hexes(e)[0], 2))
      if (const auto zone = mZoneOf.find(h); zone != mZoneOf.end())
        if (const double d = distance(mLattice.centre(h), middle); d < best) {
          best = d;
          out = zone->second;
        }
    return out;
  }

  /// Whether a side lies between the hexes that a rule asks for.
  bool liesBetween(const json& rule, const std::array<HexCoord, 2>& hexes, const std::string& terrain) const {
    int on = 0;
    int of = 0;
    for (const HexCoord h : hexes)
      if (mExtent.contains(h)) {
        ++on;
        of += mStroke.document().terrain(h) == terrain ? 1 : 0;
      }
    const std::string between = rule.value("between", "apart");
    if (between == "shore")
      return on == 2 && of == 1;
    if (between == "land")
      return on == 2 && of == 0;
    return between == "any" || of < 2; // sides inside the water are no shore
  }

  /// Puts what the first rule that holds says on every edge of the map; rowAt gives the row of the table at a sample.
  template <class RowAt>
  void eachEdge(RowAt&& rowAt) {
    std::map<std::string, std::size_t> counts;
    const std::string fallback = mStep.value("default", "");
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
            const std::optional<std::string> terrain = rowAt(e, Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
            if (terrain)
              shares[terrain->empty() ? fallback : *terrain] += 1.0 / kEdgeSamples;
          }
          for (const json& rule : mStep["edges"])
            if (putIfItHolds(rule, e, hexes, shares)) {
              ++counts[rule.at("feature").get<std::string>()];
              break;
            }
        }
    for (const auto& [kind, count] : counts)
      mOut.figures.emplace_back(kind, std::to_string(count));
  }

  bool putIfItHolds(const json& rule, EdgeId e, const std::array<HexCoord, 2>& hexes,
                    const std::map<std::string, double>& shares) {
    const std::string terrain = rule.at("terrain").get<std::string>();
    const auto known = shares.find(terrain);
    const double share = known == shares.end() ? 0 : known->second;
    if (share < rule.value("minShare", 0.5) - 1e-9 || share > rule.value("maxShare", 1.0) + 1e-9 ||
        !liesBetween(rule, hexes, terrain))
      return false;
    Feature feature;
    feature.kind = rule.at("feature").get<std::string>();
    feature.classId = rule.value("class", "");
    if (rule.contains("zone")) {
      const std::string zone = zoneAt(e);
      if (zone.empty()) // open water so small that no hex of it is left
        return false;
      feature.more = json{{rule["zone"].get<std::string>(), zone}}.dump();
    }
    mStroke.putFeature(e, feature);
    // How much of the side the source has in the water, where that is neither all nor nothing.
    if (share > 0 && share < 1)
      addEvidence(mStroke, "edge", toText(e), {{"from", sourceIds(mStep)}, {"values", {{terrain, rounded(share, 2)}}}});
    return true;
  }

  Outcome rasterEdges() {
    std::vector<Point> points;
    eachSample([&](Point p) { points.push_back(p); });
    const Result<std::vector<float>> values =
        sampleAt(mContext.ground(), mRasters, std::move(points), false, mContext.task);
    if (!values)
      return values.error();
    std::size_t next = 0;
    eachEdge([&](EdgeId, Point) -> std::optional<std::string> {
      const float value = (*values)[next++];
      const std::optional<std::size_t> row = std::isnan(value) ? std::nullopt : rowOf(static_cast<double>(value));
      return row ? std::optional(mRows[*row].terrain) : std::nullopt;
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
    eachEdge([&](EdgeId e, Point p) -> std::optional<std::string> {
      // Only hexes that have a share at all can have an edge in a polygon.
      const auto hexes = mLattice.hexes(e);
      bool possible = false;
      for (const HexCoord h : hexes)
        possible = possible || (mExtent.contains(h) && !mShares[index(h)].empty());
      if (possible)
        for (const Area& area : mPolygons)
          if (p.x >= area.left && p.x <= area.right && p.y >= area.top && p.y <= area.bottom && contains(area.rings, p))
            return mRows[area.row].terrain;
      return std::string(); // the default
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

  std::vector<Row> mRows;
  RasterList mRasters;
  std::vector<std::map<std::size_t, double>> mShares; ///< of each hex, by row of the table
  std::vector<Area> mPolygons;
  std::map<HexCoord, std::string> mZoneOf; ///< regions that this step made
  std::map<std::string, std::size_t> mCounts;
};

} // namespace

Result<Imported> importCover(ImportContext& context, const std::string& stepId, const json& step) {
  return CoverImport(context, stepId, step).run();
}

} // namespace hotchkiss
