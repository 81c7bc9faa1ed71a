#include "importers/elevation/elevationimport.h"

#include "importers/base/stepimport.h"
#include "importers/elevation/edgerules.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr int kEdgeSamples = 9;

class ElevationImport : private StepImport {
 public:
  ElevationImport(ImportContext& context, std::string stepId, const json& step)
      : StepImport(context, std::move(stepId), step, "Import elevation") {}

  Result<Imported> run() {
    if (const Outcome good = checkRules(); !good)
      return good.error();
    Result<RasterList> rasters = rastersOf(mContext, mStep);
    if (!rasters)
      return rasters.error();
    mRasters = std::move(*rasters);
    StatisticsWish wish;
    wish.rule = mStep.value("pixels", "coverage") == "centre" ? PixelRule::Centre : PixelRule::Coverage;
    const std::string statistic = mStep.value("statistic", "mean");
    if (statistic == "median")
      wish.percentile = 50;
    if (statistic == "percentile")
      wish.percentile = mStep.value("percentile", 50.0);
    Result<std::vector<HexStatistic>> statistics = hexStatistics(mContext.ground(), mRasters, wish, mContext.task);
    if (!statistics)
      return statistics.error();
    mStatistics = std::move(*statistics);
    toMetres();
    pickHeights(statistic);
    levels();
    terrain();
    marks();
    if (const Outcome good = edges(); !good)
      return good.error();
    evidence();
    mOut.figures.insert(mOut.figures.begin(), {{"hexes", std::to_string(mStatistics.size())},
                                               {"without data", std::to_string(mMissing)},
                                               {"lowest m", number(mLowest)},
                                               {"highest m", number(mHighest)}});
    mOut.edit = mStroke.finish();
    return std::move(mOut);
  }

 private:
  static std::string number(double value) {
    std::string text = json(rounded(value, 1)).dump();
    return text;
  }

  Outcome checkRules() {
    for (const json& rule : mStep.value("terrain", json::array()))
      if (rule.contains("terrain"))
        if (Outcome known = checkTerrain(mContext, rule["terrain"].get<std::string>()); !known)
          return known;
    for (const json& rule : mStep.value("edges", json::array())) {
      const std::string kind = rule.at("feature").get<std::string>();
      if (Outcome known = checkFeature(mContext, kind, rule.value("class", "")); !known)
        return known;
      if (mContext.catalogue == nullptr)
        continue;
      const auto& orientation = mContext.catalogue->edgeFeatures.at(kind).orientation;
      const std::string role = rule.value("role", "");
      if (role.empty() ? orientation && orientation->required : !orientation || orientation->field != role)
        return Error{"\"" + kind + "\" " +
                         (orientation ? "is oriented by \"" + orientation->field + "\"" : "has no orientation"),
                     "import.json", 0, mStepId, "correct \"role\" in the rule"};
    }
    for (const json& rule : mStep.value("marks", json::array()))
      if (mContext.catalogue != nullptr &&
          mContext.catalogue->hexAttributes.count(rule.at("attribute").get<std::string>()) == 0)
        return Error{"the ruleset has no hex attribute \"" + rule["attribute"].get<std::string>() + "\"", "import.json",
                     0, mStepId, "use an attribute of the catalogue"};
    return success();
  }

  void toMetres() {
    const double scale = mStep.value("unit", "metre") == "foot" ? 0.3048 : 1.0;
    for (HexStatistic& s : mStatistics)
      for (float* value : {&s.mean, &s.low, &s.high, &s.rank})
        *value = static_cast<float>(static_cast<double>(*value) * scale);
  }

  /// The one height of each hex, quantised: everything that follows is worked out from the stored value.
  void pickHeights(const std::string& statistic) {
    const double least = mStep.value("minShare", 0.5);
    mHeight.assign(mStatistics.size(), std::numeric_limits<double>::quiet_NaN());
    eachHex([&](HexCoord h) {
      const HexStatistic& s = mStatistics[index(h)];
      if (static_cast<double>(s.share) < least || s.share <= 0) {
        ++mMissing;
        if (s.share > 0)
          doubt("hex", toText(h), static_cast<double>(s.share), "the elevation model covers only a part of the hex");
        return;
      }
      const float value = statistic == "min"    ? s.low
                          : statistic == "max"  ? s.high
                          : statistic == "mean" ? s.mean
                                                : s.rank;
      const double metres = rounded(static_cast<double>(value), 2);
      mHeight[index(h)] = metres;
      mLowest = std::min(mLowest, metres);
      mHighest = std::max(mHighest, metres);
    });
  }
  double height(HexCoord h) const {
    return mExtent.contains(h) ? mHeight[index(h)] : std::numeric_limits<double>::quiet_NaN();
  }
  double relief(HexCoord h) const {
    const HexStatistic& s = mStatistics[index(h)];
    return static_cast<double>(s.high) - static_cast<double>(s.low);
  }

  void levels() {
    if (!mStep.contains("levels"))
      return;
    const json& rule = mStep["levels"];
    const double unit = rule.value("unit", "metre") == "foot" ? 0.3048 : 1.0;
    const double interval = rule.at("interval").get<double>() * unit;
    const double datum = rule.value("datum", 0.0) * unit;
    const int first = rule.value("first", 0);
    const std::string rounding = rule.value("rounding", "floor");
    eachHex([&](HexCoord h) {
      const double metres = height(h);
      if (std::isnan(metres))
        return;
      const double exact = (metres - datum) / interval;
      const double level = rounding == "nearest"   ? std::round(exact)
                           : rounding == "ceiling" ? std::ceil(exact)
                                                   : std::floor(exact);
      mStroke.setLevel(h, first + static_cast<int>(level));
      // How near the height lies to where the level would change.
      const double margin = rounding == "nearest" ? 0.5 - std::abs(exact - std::round(exact))
                                                  : std::min(exact - std::floor(exact), std::ceil(exact) - exact);
      if (margin * interval >= doubtWithin().value_or(kDoubtfulShare * interval))
        return;
      const bool higher = exact - std::floor(exact) >= 0.5;
      const bool onBorder = exact == std::floor(exact); // which belongs to the level below when rounding up
      const bool upward = rounding == "nearest" ? !higher : higher || (onBorder && rounding == "ceiling");
      const int other = first + static_cast<int>(level) + (upward ? 1 : -1);
      doubt("hex", toText(h), rounded(0.5 + margin, 2), "the height lies close to the border of two levels");
      addEvidence(mStroke, "hex", toText(h), {{"runnerUp", "level " + std::to_string(other)}});
    });
  }
  /// Metres from a border or threshold that are doubtful; none: a share of the interval or threshold.
  std::optional<double> doubtWithin() const {
    return mStep.contains("doubtWithin") ? std::optional(mStep["doubtWithin"].get<double>()) : std::nullopt;
  }

  void terrain() {
    if (!mStep.contains("terrain"))
      return;
    const int radius = mStep.value("reliefRadius", 0);
    eachHex([&](HexCoord h) {
      if (std::isnan(height(h)))
        return;
      double range = relief(h);
      if (radius > 0) {
        double low = height(h);
        double high = low;
        for (const HexCoord n : mLattice.range(h, radius))
          if (const double z = height(n); !std::isnan(z)) {
            low = std::min(low, z);
            high = std::max(high, z);
          }
        range = high - low;
      }
      for (const json& rule : mStep["terrain"])
        if (range >= rule.value("relief", std::numeric_limits<double>::lowest()) &&
            height(h) >= rule.value("height", std::numeric_limits<double>::lowest())) {
          if (rule.contains("terrain"))
            mStroke.setTerrain(h, rule["terrain"].get<std::string>());
          return;
        }
    });
  }

  /// Hexes that stand out: higher than the mean of their surroundings by so much, and no neighbour higher by much.
  void marks() {
    for (const json& rule : mStep.value("marks", json::array())) {
      const int radius = rule.value("radius", 2);
      std::size_t count = 0;
      eachHex([&](HexCoord h) {
        const double own = height(h);
        if (std::isnan(own) || own < rule.value("height", std::numeric_limits<double>::lowest()))
          return;
        double sum = 0;
        int n = 0;
        double highest = own;
        for (const HexCoord at : mLattice.ring(h, radius))
          if (const double z = height(at); !std::isnan(z)) {
            sum += z;
            ++n;
            highest = std::max(highest, z);
          }
        if (n < 3 * radius)
          return;
        const double above = rule.at("above").get<double>();
        const double stands = own - sum / n;
        const double lacking = highest - own - rule.value("below", 0.0); // no more than nothing, or one is higher
        const double doubtful = doubtWithin().value_or(kDoubtfulShare * std::abs(above));
        const bool isMark = stands >= above && lacking <= 0;
        if (lacking <= 0 && std::abs(stands - above) < doubtful)
          doubt("hex", toText(h), 0.5,
                "stands " + number(stands) + " m above the ring around it, near the " + number(above) + " m of a " +
                    rule.at("attribute").get<std::string>());
        if (!isMark)
          return;
        json more = json::parse(mStroke.document().attributes(h), nullptr, false);
        if (!more.is_object())
          more = json::object();
        more[rule.at("attribute").get<std::string>()] = rule.value("value", json(true));
        mStroke.setAttributes(h, more.dump());
        ++count;
      });
      mOut.figures.emplace_back(rule.at("attribute").get<std::string>(), std::to_string(count));
    }
  }

  /// Mean heights along hexsides between two hexes with data; hexsides without one are left out.
  Result<std::vector<EdgeFacts>> edgeFacts() {
    std::vector<EdgeFacts> facts;
    std::vector<Point> points;
    eachHex([&](HexCoord h) {
      for (int d = 0; d < 3; ++d) {
        const EdgeId e = mLattice.edge(h, d);
        const auto hexes = mLattice.hexes(e);
        if (std::isnan(height(hexes[0])) || std::isnan(height(hexes[1])))
          continue;
        EdgeFacts one;
        one.edge = e;
        one.a = height(hexes[0]);
        one.b = height(hexes[1]);
        const std::optional<int> la = mStroke.document().level(hexes[0]);
        const std::optional<int> lb = mStroke.document().level(hexes[1]);
        if (la && lb)
          one.levels = std::abs(*la - *lb);
        facts.push_back(one);
        const auto ends = mLattice.ends(e);
        const Point a = mLattice.position(ends[0]);
        const Point b = mLattice.position(ends[1]);
        for (int k = 0; k < kEdgeSamples; ++k) {
          const double t = (k + 0.5) / kEdgeSamples;
          points.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
        }
      }
    });
    const Result<std::vector<float>> sampled =
        sampleAt(mContext.ground(), mRasters, std::move(points), true, mContext.task);
    if (!sampled)
      return sampled.error();
    const double scale = mStep.value("unit", "metre") == "foot" ? 0.3048 : 1.0;
    std::vector<EdgeFacts> out;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      double sum = 0;
      int n = 0;
      for (std::size_t k = i * kEdgeSamples; k < (i + 1) * kEdgeSamples; ++k)
        if (!std::isnan((*sampled)[k])) {
          sum += static_cast<double>((*sampled)[k]) * scale;
          ++n;
        }
      if (n == 0)
        continue;
      facts[i].along = rounded(sum / n, 2);
      out.push_back(facts[i]);
    }
    return out;
  }

  Outcome edges() {
    if (!mStep.contains("edges"))
      return success();
    const Result<std::vector<EdgeFacts>> facts = edgeFacts();
    if (!facts)
      return facts.error();
    Divides divides(mLattice, mExtent, [this](HexCoord h) { return height(h); });
    EdgeRules rules(mStep["edges"], mLattice, divides, mContext.frame.pitch[0], doubtWithin());
    const std::vector<EdgeVerdict> verdicts = rules.judge(*facts);
    std::map<std::string, std::size_t> counts;
    for (std::size_t i = 0; i < facts->size(); ++i) {
      const EdgeFacts& one = (*facts)[i];
      const EdgeVerdict& verdict = verdicts[i];
      if (verdict.rule != nullptr) {
        const Feature feature = featureOf(one, verdict);
        mStroke.putFeature(one.edge, feature);
        ++counts[feature.classId.empty() ? feature.kind : feature.kind + " " + feature.classId];
      }
      if (verdict.rule == nullptr && verdict.doubt.empty())
        continue;
      json values{{"rise", rounded(std::abs(one.a - one.b), 2)}, {"along", one.along}};
      if (one.levels)
        values["levels"] = *one.levels;
      if (verdict.hasFalls)
        values["falls"] = rounded(std::min(verdict.fallA, verdict.fallB), 2);
      addEvidence(mStroke, "edge", toText(one.edge), {{"from", sourceIds(mStep)}, {"values", values}});
      if (!verdict.doubt.empty())
        doubt("edge", toText(one.edge), verdict.confidence, verdict.doubt);
    }
    figures(counts);
    return success();
  }

  /// Orientation names the side: "high" is the higher hex, "low" the lower one. On a divide the low side is the one
  /// behind which the ground falls more: the hexes beside the hexside say little about it.
  static Feature featureOf(const EdgeFacts& facts, const EdgeVerdict& verdict) {
    Feature out;
    out.kind = verdict.rule->at("feature").get<std::string>();
    out.classId = verdict.rule->value("class", "");
    out.role = verdict.rule->value("role", "");
    if (out.role.empty())
      return out;
    const bool aIsHigh =
        verdict.hasFalls && verdict.fallA != verdict.fallB ? verdict.fallA < verdict.fallB : facts.a >= facts.b;
    out.side = aIsHigh == (out.role != "low") ? "a" : "b";
    return out;
  }

  void evidence() {
    const json from = sourceIds(mStep);
    const bool values = mStep.value("aspect", false);
    eachHex([&](HexCoord h) {
      if (std::isnan(height(h)))
        return;
      json record{{"metres", height(h)}, {"relief", rounded(relief(h), 2)}, {"from", from}};
      const double share = static_cast<double>(mStatistics[index(h)].share);
      if (share < 0.999)
        record["confidence"] = rounded(share, 2);
      if (values)
        if (const std::optional<double> bearing = aspect(h))
          record["values"] = {{"aspect", *bearing}};
      addEvidence(mStroke, "hex", toText(h), record);
    });
  }

  /// The bearing in which the ground falls, in degrees clockwise from the frame's north; none on level ground.
  std::optional<double> aspect(HexCoord h) const {
    double east = 0;
    double north = 0;
    const Point own = mContext.frame.groundCentre(mLattice, h);
    for (const HexCoord n : mLattice.neighbours(h)) {
      const double z = height(n);
      if (std::isnan(z))
        return std::nullopt;
      const Point at = mContext.frame.groundCentre(mLattice, n);
      east -= (at.x - own.x) * z;
      north -= (at.y - own.y) * z;
    }
    const double steep = std::hypot(east, north) / (3 * mContext.frame.pitch[0] * mContext.frame.pitch[1]);
    if (steep < 0.001)
      return std::nullopt;
    const double bearing = rounded(std::atan2(east, north) * 180 / std::numbers::pi, 0);
    return bearing < 0 ? bearing + 360 : bearing;
  }

  RasterList mRasters;
  std::vector<HexStatistic> mStatistics;
  std::vector<double> mHeight;
  std::size_t mMissing = 0;
  double mLowest = std::numeric_limits<double>::max();
  double mHighest = std::numeric_limits<double>::lowest();
};

} // namespace

Result<Imported> importElevation(ImportContext& context, const std::string& stepId, const json& step) {
  return ElevationImport(context, stepId, step).run();
}

} // namespace hotchkiss
