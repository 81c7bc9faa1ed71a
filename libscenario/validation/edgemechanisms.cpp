// Mechanisms that judge single hexsides with what they carry. Each reports at its hexside.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

#include <cstdlib>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Which corners and hexes a mechanism minds: those where two sheets meet, those inside of one, or all.
enum class Where : std::uint8_t { Anywhere, Seam, Inside };

Where whereOf(Parameters& p) {
  const std::string word = p.word("where", "anywhere");
  if (word == "seam")
    return Where::Seam;
  if (word == "inside")
    return Where::Inside;
  if (word != "anywhere")
    p.refuse("\"where\" should be \"anywhere\", \"seam\" or \"inside\"");
  return Where::Anywhere;
}

template <class Hexes>
bool fits(const CheckContext& context, Where where, const Hexes& hexes) {
  if (where == Where::Anywhere || context.numbering.sheets().size() < 2)
    return where != Where::Seam;
  std::set<std::string> sheets;
  for (const HexCoord h : hexes)
    for (const std::string& sheet : sheetsOf(context, h))
      sheets.insert(sheet);
  return (sheets.size() > 1) == (where == Where::Seam);
}

std::vector<std::string> unplayable(const Parameters& p) {
  std::vector<std::string> out;
  for (const auto& [id, terrain] : p.ruleset().catalogue().terrains)
    if (!terrain.playable)
      out.push_back(id);
  return out;
}

/// `paths` over features `over` need a crossing of `crossings`; without any, they cannot be there.
class PathNeedsCrossing final : public Mechanism {
 public:
  explicit PathNeedsCrossing(Parameters& p)
      : mPaths(p.ids("paths", "path")),
        mOver(p.ids("over", "edgeFeature")),
        mCrossings(p.ids("crossings", "crossing", false)) {}

  bool wantsFeatures(const FeatureSet& features) const override {
    return hasAny(features, mPaths) && hasAny(features, mOver);
  }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    for (const RecordKey& key : context.things.at(e))
      if (const Thing* thing = context.things.find(key.section, key.id);
          key.section == "crossing" && contains(mCrossings, thing->kind))
        return;
    report.at(e, {{"path", namesOf(context, features, mPaths)}, {"over", namesOf(context, features, mOver)}}).key =
        "no crossing";
  }

 private:
  std::vector<std::string> mPaths;
  std::vector<std::string> mOver;
  std::vector<std::string> mCrossings;
};

/// A hex that one side with `paths` leads into and none out of, without a place of `places`, off the edge of the map.
class PathDeadEnd final : public Mechanism {
 public:
  explicit PathDeadEnd(Parameters& p)
      : mPaths(p.ids("paths", "path")),
        mPlaces(p.ids("places", "place", false)),
        mCrossings(p.ids("crossings", "crossing", false)),
        mOff(unplayable(p)),
        mWhere(whereOf(p)) {}

  bool wantsFeatures(const FeatureSet& features) const override { return hasAny(features, mPaths); }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    for (const HexCoord h : context.document.lattice().hexes(e)) {
      if (!isInside(context, h) || pathSides(context, h, mPaths) != 1 || hasReason(context, h))
        continue;
      std::vector<HexCoord> around{h};
      for (const HexCoord n : context.document.lattice().neighbours(h))
        around.push_back(n);
      if (fits(context, mWhere, around))
        report.at(e, {{"path", namesOf(context, features, mPaths)}, {"deadEnd", context.numbering.label(h)}}).key =
            "dead end in " + toText(h);
    }
  }

 private:
  bool isInside(const CheckContext& context, HexCoord h) const {
    const Extent extent = context.document.extent();
    if (!extent.contains(h))
      return false;
    for (const HexCoord n : context.document.lattice().neighbours(h))
      if (!extent.contains(n))
        return false;
    return !contains(mOff, context.document.terrain(h));
  }
  bool hasReason(const CheckContext& context, HexCoord h) const {
    if (hasPlace(context, h, mPlaces))
      return true;
    for (int side = 0; side < kSides; ++side)
      for (const RecordKey& key : context.things.at(context.document.lattice().edge(h, side)))
        if (const Thing* thing = context.things.find(key.section, key.id);
            key.section == "crossing" && contains(mCrossings, thing->kind))
          return true;
    return false;
  }

  std::vector<std::string> mPaths;
  std::vector<std::string> mPlaces;
  std::vector<std::string> mCrossings;
  std::vector<std::string> mOff;
  Where mWhere;
};

/// Lines of `features` that end at a corner where nothing of them or of `continues` goes on, inside the map and away
/// from hexes of `terrain`.
class LineEnds final : public Mechanism {
 public:
  explicit LineEnds(Parameters& p)
      : mFeatures(p.ids("features", "edgeFeature")),
        mGoesOn(p.ids("continues", "edgeFeature", false)),
        mTerrain(p.ids("terrain", "terrain", false)),
        mOff(unplayable(p)),
        mWhere(whereOf(p)) {
    mGoesOn.insert(mGoesOn.end(), mFeatures.begin(), mFeatures.end());
  }

  bool wantsFeatures(const FeatureSet& features) const override { return hasAny(features, mFeatures); }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    const Lattice& lattice = context.document.lattice();
    for (const VertexId v : lattice.ends(e)) {
      bool goesOn = false;
      for (const EdgeId other : lattice.edges(v))
        goesOn = goesOn || (other != e && hasAny(context.features(other), mGoesOn));
      if (goesOn)
        continue;
      bool leaves = false;
      for (const HexCoord h : lattice.hexes(v)) {
        const std::string& terrain = context.document.terrain(h);
        leaves =
            leaves || !context.document.extent().contains(h) || contains(mTerrain, terrain) || contains(mOff, terrain);
      }
      if (!leaves && fits(context, mWhere, lattice.hexes(v)))
        report.at(e, {{"line", namesOf(context, features, mFeatures)}, {"corner", context.numbering.label(v)}}).key =
            "ends at " + toText(v);
    }
  }

 private:
  std::vector<std::string> mFeatures;
  std::vector<std::string> mGoesOn;
  std::vector<std::string> mTerrain;
  std::vector<std::string> mOff;
  Where mWhere;
};

/// All six sides of one hex carry `features`. The smallest of the six says so.
class ClosedRing final : public Mechanism {
 public:
  explicit ClosedRing(Parameters& p) : mFeatures(p.ids("features", "edgeFeature")) {}

  bool wantsFeatures(const FeatureSet& features) const override { return hasAny(features, mFeatures); }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    const Lattice& lattice = context.document.lattice();
    for (const HexCoord h : lattice.hexes(e)) {
      bool isRing = true;
      for (int side = 0; side < kSides && isRing; ++side) {
        const EdgeId other = lattice.edge(h, side);
        isRing = !(other < e) && hasAny(context.features(other), mFeatures);
      }
      if (isRing)
        report.at(e, {{"line", namesOf(context, features, mFeatures)}}).key = "ring around " + toText(h);
    }
  }

 private:
  std::vector<std::string> mFeatures;
};

/// Where exactly two sides of an oriented line meet, what is on its one hand stays there.
class SideFlips final : public Mechanism {
 public:
  explicit SideFlips(Parameters& p) : mFeatures(p.ids("features", "edgeFeature")) {}

  bool wantsFeatures(const FeatureSet& features) const override {
    for (const std::string& kind : mFeatures)
      if (const Feature* feature = features.find(kind); feature && isOneSide(*feature))
        return true;
    return false;
  }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    const Lattice& lattice = context.document.lattice();
    for (const std::string& kind : mFeatures) {
      const Feature* here = features.find(kind);
      if (!here || !isOneSide(*here))
        continue;
      for (const VertexId v : lattice.ends(e)) {
        std::vector<EdgeId> others;
        for (const EdgeId other : lattice.edges(v))
          if (other != e && context.features(other).find(kind))
            others.push_back(other);
        if (others.size() != 1 || others.front() < e) // the smaller one says it
          continue;
        const Feature* there = context.features(others.front()).find(kind);
        if (!isOneSide(*there))
          continue;
        const HexCoord between = sharedHex(lattice, e, others.front());
        if ((toward(lattice, e, *here) == between) != (toward(lattice, others.front(), *there) == between))
          report.at(e, {{"line", namesOf(context, features, {kind})}, {"corner", context.numbering.label(v)}}).key =
              "flips at " + toText(v);
      }
    }
  }

 private:
  static bool isOneSide(const Feature& feature) { return feature.side == "a" || feature.side == "b"; }
  static HexCoord toward(const Lattice& lattice, EdgeId e, const Feature& feature) {
    return lattice.hexes(e)[feature.side == "a" ? 0 : 1];
  }
  static HexCoord sharedHex(const Lattice& lattice, EdgeId a, EdgeId b) {
    for (const HexCoord h : lattice.hexes(a))
      for (const HexCoord other : lattice.hexes(b))
        if (h == other)
          return h;
    return lattice.hexes(a)[0];
  }

  std::vector<std::string> mFeatures;
};

/// `features` lie between regions of the kind `region`, and name them as the hexes do in `attributes` (of side a, of
/// side b).
class BorderAgrees final : public Mechanism {
 public:
  explicit BorderAgrees(Parameters& p)
      : mFeatures(p.ids("features", "edgeFeature")), mAttributes(p.words("attributes", false)) {
    const std::vector<std::string> kinds = p.ids("region", "region");
    mKind = kinds.empty() ? std::string() : kinds.front();
    if (!mAttributes.empty() && mAttributes.size() != 2)
      p.refuse("\"attributes\" should name one attribute for each side");
  }

  bool wantsFeatures(const FeatureSet& features) const override { return hasAny(features, mFeatures); }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    const std::array<HexCoord, 2> hexes = context.document.lattice().hexes(e);
    const std::string a = regionOf(context, hexes[0]);
    const std::string b = regionOf(context, hexes[1]);
    const std::string name = namesOf(context, features, mFeatures);
    if (!a.empty() && a == b) {
      report.at(e, {{"border", name}}).key = "within " + a;
      return;
    }
    for (const std::string& kind : mFeatures) {
      const Feature* feature = features.find(kind);
      if (!feature || mAttributes.empty())
        continue;
      const json more = parsed(feature->more);
      const bool differs = (more.contains(mAttributes[0]) && !a.empty() && more[mAttributes[0]] != json(a)) ||
                           (more.contains(mAttributes[1]) && !b.empty() && more[mAttributes[1]] != json(b));
      if (differs)
        report.at(e, {{"border", name}}).key = "named otherwise";
    }
  }

 private:
  std::string regionOf(const CheckContext& context, HexCoord h) const {
    if (!context.document.extent().contains(h))
      return {};
    const json& attributes = context.attributes(context.document.hex(h).more);
    if (const auto in = attributes.find("in"); in != attributes.end())
      for (const json& region : *in)
        if (context.kindOf("region", region.get<std::string>()) == mKind)
          return region.get<std::string>();
    return {};
  }

  std::vector<std::string> mFeatures;
  std::vector<std::string> mAttributes;
  std::string mKind;
};

/// `features` need a difference of at least `least` levels between their hexes, where both levels are known.
class FeatureNeedsRise final : public Mechanism {
 public:
  explicit FeatureNeedsRise(Parameters& p)
      : mFeatures(p.ids("features", "edgeFeature")), mLeast(static_cast<int>(p.number("least", 1))) {}

  bool wantsFeatures(const FeatureSet& features) const override { return hasAny(features, mFeatures); }

  void judgeEdge(EdgeId e, const FeatureSet& features, const Report& report) const override {
    const CheckContext& context = report.context();
    const std::array<HexCoord, 2> hexes = context.document.lattice().hexes(e);
    const std::optional<int> a = context.document.level(hexes[0]);
    const std::optional<int> b = context.document.level(hexes[1]);
    if (!a || !b || std::abs(*a - *b) >= mLeast)
      return;
    report.at(e, {{"line", namesOf(context, features, mFeatures)}, {"level", std::to_string(*a)}}).key = "flat";
  }

 private:
  std::vector<std::string> mFeatures;
  int mLeast;
};

} // namespace

std::unique_ptr<const Mechanism> makeFeatureNeedsRise(Parameters& p) {
  return std::make_unique<FeatureNeedsRise>(p);
}
std::unique_ptr<const Mechanism> makePathNeedsCrossing(Parameters& p) {
  return std::make_unique<PathNeedsCrossing>(p);
}
std::unique_ptr<const Mechanism> makePathDeadEnd(Parameters& p) {
  return std::make_unique<PathDeadEnd>(p);
}
std::unique_ptr<const Mechanism> makeLineEnds(Parameters& p) {
  return std::make_unique<LineEnds>(p);
}
std::unique_ptr<const Mechanism> makeClosedRing(Parameters& p) {
  return std::make_unique<ClosedRing>(p);
}
std::unique_ptr<const Mechanism> makeSideFlips(Parameters& p) {
  return std::make_unique<SideFlips>(p);
}
std::unique_ptr<const Mechanism> makeBorderAgrees(Parameters& p) {
  return std::make_unique<BorderAgrees>(p);
}

} // namespace hotchkiss
