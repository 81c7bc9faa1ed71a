// Mechanisms that judge single hexes.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

namespace hotchkiss {

using nlohmann::json;

namespace {

/// `terrain` hexes crossed by no path (`has` is "none"), or by paths of `paths` only (`has` is "only").
class HexPaths final : public Mechanism {
 public:
  explicit HexPaths(Parameters& p)
      : mTerrains(p.ids("terrain", "terrain")),
        mPaths(p.ids("paths", "path", false)),
        mOnly(p.word("has", "none") == "only") {
    if (mOnly && mPaths.empty())
      p.refuse("\"paths\" is missing");
    const std::string has = p.word("has", "none");
    if (has != "none" && has != "only")
      p.refuse("\"has\" should be \"none\" or \"only\"");
    for (const auto& [id, kind] : p.ruleset().catalogue().edgeFeatures)
      if (id.starts_with("path."))
        mAll.push_back(id);
  }

  bool wantsTerrain(const std::string& terrain) const override { return contains(mTerrains, terrain); }

  void judgeHex(HexCoord h, const Report& report) const override {
    const CheckContext& context = report.context();
    const int any = pathSides(context, h, mAll);
    if (mOnly ? any == 0 : any > 0)
      return;
    if (mOnly)
      for (int side = 0; side < kSides; ++side)
        for (const Feature& feature : context.features(context.document.lattice().edge(h, side)).features)
          if (contains(mAll, feature.kind) && !contains(mPaths, feature.kind))
            return;
    const std::string& terrain = context.document.terrain(h);
    report.at(h, {{"terrain", context.catalogue.terrains.at(terrain).name}, {"paths", joinWords(mPaths)}});
  }

 private:
  std::vector<std::string> mTerrains;
  std::vector<std::string> mPaths;
  std::vector<std::string> mAll;
  bool mOnly;
};

/// Hexes with the attribute `attribute` (or of the terrains `terrain`) may not have: terrain other than `allowed`,
/// features of `features` on their sides, places of `places`.
class HexForbids final : public Mechanism {
 public:
  explicit HexForbids(Parameters& p)
      : mAttributes(p.ids("attribute", "hexAttribute", false)),
        mTerrains(p.ids("terrain", "terrain", false)),
        mAllowed(p.ids("allowed", "terrain", false)),
        mFeatures(p.ids("features", "edgeFeature", false)),
        mPlaces(p.ids("places", "place", false)) {
    if (mAttributes.empty() == mTerrains.empty())
      p.refuse("give either \"attribute\" or \"terrain\"");
  }

  bool wantsTerrain(const std::string& terrain) const override { return contains(mTerrains, terrain); }
  bool wantsAttributes(const CheckContext&, const json& attributes) const override {
    for (const std::string& name : mAttributes)
      if (const auto it = attributes.find(name); it != attributes.end() && *it != json(false))
        return true;
    return false;
  }

  void judgeHex(HexCoord h, const Report& report) const override {
    const CheckContext& context = report.context();
    const HexValue value = context.document.hex(h);
    const std::string& terrain = context.document.pool().text(value.terrain);
    if (!mAllowed.empty() && value.terrain != TextPool::kNone && !contains(mAllowed, terrain))
      report.at(h, {{"what", "terrain"}}).key = "terrain";
    for (int side = 0; side < kSides; ++side)
      for (const Feature& feature : context.features(context.document.lattice().edge(h, side)).features)
        if (contains(mFeatures, feature.kind)) {
          const std::string what = context.catalogue.edgeFeatures.at(feature.kind).name;
          Finding& finding = report.at(h, {{"what", what}});
          finding.key = feature.kind;
          finding.about = {feature.kind};
          return;
        }
    for (const RecordKey& key : context.things.at(h))
      if (const Thing* thing = context.things.find(key.section, key.id);
          key.section == "place" && contains(mPlaces, thing->kind))
        report.at(h, {{"what", thing->name()}}).key = key.id;
  }

 private:
  std::vector<std::string> mAttributes;
  std::vector<std::string> mTerrains;
  std::vector<std::string> mAllowed;
  std::vector<std::string> mFeatures;
  std::vector<std::string> mPlaces;
};

/// Where the map has regions of the kind `region`, every hex of playable land belongs to one. `except` are terrains.
class HexNeedsRegion final : public Mechanism {
 public:
  explicit HexNeedsRegion(Parameters& p) : mExcept(p.ids("except", "terrain", false)) {
    const std::vector<std::string> kinds = p.ids("region", "region");
    mKind = kinds.empty() ? std::string() : kinds.front();
    if (const auto section = p.ruleset().catalogue().named.find("region");
        section != p.ruleset().catalogue().named.end())
      if (const auto kind = section->second.find(mKind); kind != section->second.end())
        mName = kind->second.name;
    for (const auto& [id, terrain] : p.ruleset().catalogue().terrains)
      if (!terrain.playable)
        mExcept.push_back(id);
  }

  // A map without such regions asks for nothing.
  bool wantsAttributes(const CheckContext& context, const json& attributes) const override {
    if (!context.things.hasKind("region", mKind))
      return false;
    if (const auto in = attributes.find("in"); in != attributes.end())
      for (const json& region : *in)
        if (context.kindOf("region", region.get<std::string>()) == mKind)
          return false;
    return true;
  }

  void judgeHex(HexCoord h, const Report& report) const override {
    const CheckContext& context = report.context();
    const HexValue value = context.document.hex(h);
    if (value.terrain == TextPool::kNone || contains(mExcept, context.document.pool().text(value.terrain)))
      return;
    report.at(h, {{"region", mName}});
  }

 private:
  std::string mKind;
  std::string mName;
  std::vector<std::string> mExcept;
};

template <class M>
std::unique_ptr<const Mechanism> make(Parameters& p) {
  return std::make_unique<M>(p);
}

} // namespace

std::unique_ptr<const Mechanism> makeHexPaths(Parameters& p) {
  return make<HexPaths>(p);
}
std::unique_ptr<const Mechanism> makeHexForbids(Parameters& p) {
  return make<HexForbids>(p);
}
std::unique_ptr<const Mechanism> makeHexNeedsRegion(Parameters& p) {
  return make<HexNeedsRegion>(p);
}

} // namespace hotchkiss
