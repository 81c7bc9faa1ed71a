// Mechanisms that judge named things where they are.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Things of one section and of some kinds.
class OfKinds : public Mechanism {
 public:
  bool wantsThing(const Thing& thing) const override {
    return thing.key.section == mSection && contains(mKinds, thing.kind);
  }

 protected:
  OfKinds(Parameters& p, const char* list, std::string section)
      : mSection(std::move(section)), mKinds(p.ids(list, mSection.c_str())) {}

 private:
  std::string mSection;
  std::vector<std::string> mKinds;
};

json attributesOf(const Thing& thing) {
  return thing.body->value("attributes", json::object());
}

class CrossingNeedsPath final : public OfKinds {
 public:
  explicit CrossingNeedsPath(Parameters& p) : OfKinds(p, "crossings", "crossing"), mPaths(p.ids("paths", "path")) {}
  void judgeThing(const Thing& thing, const Report& report) const override {
    if (thing.edge && !hasAny(report.context().features(*thing.edge), mPaths))
      report.at(thing).key = "no path";
  }

 private:
  std::vector<std::string> mPaths;
};

class PlaceNeedsPath final : public OfKinds {
 public:
  explicit PlaceNeedsPath(Parameters& p) : OfKinds(p, "places", "place"), mPaths(p.ids("paths", "path")) {}
  void judgeThing(const Thing& thing, const Report& report) const override {
    if (thing.hex && pathSides(report.context(), *thing.hex, mPaths) == 0)
      report.at(thing).key = "no path";
  }

 private:
  std::vector<std::string> mPaths;
};

class PlaceNeedsPlace final : public OfKinds {
 public:
  explicit PlaceNeedsPlace(Parameters& p)
      : OfKinds(p, "places", "place"), mNeeds(p.ids("needs", "place")), mWith(p.raw("with")) {}
  void judgeThing(const Thing& thing, const Report& report) const override {
    if (!thing.hex)
      return;
    for (const RecordKey& key : report.context().things.at(*thing.hex)) {
      const Thing* other = report.context().things.find(key.section, key.id);
      if (key.section != "place" || !contains(mNeeds, other->kind))
        continue;
      const json attributes = attributesOf(*other);
      bool fits = true;
      for (const auto& [name, value] : mWith.items())
        fits = fits && attributes.value(name, json()) == value;
      if (fits)
        return;
    }
    report.at(thing).key = "alone";
  }

 private:
  std::vector<std::string> mNeeds;
  json mWith;
};

/// A place in, or beside, one of the terrains, or with one of the features on a side of its hex.
class PlaceTouches final : public OfKinds {
 public:
  explicit PlaceTouches(Parameters& p)
      : OfKinds(p, "places", "place"),
        mFeatures(p.ids("features", "edgeFeature", false)),
        mTerrain(p.ids("terrain", "terrain", false)) {}
  void judgeThing(const Thing& thing, const Report& report) const override {
    if (!thing.hex)
      return;
    const CheckContext& context = report.context();
    const Lattice& lattice = context.document.lattice();
    bool touches = contains(mTerrain, context.document.terrain(*thing.hex));
    for (int side = 0; side < kSides && !touches; ++side) {
      const HexCoord n = lattice.neighbour(*thing.hex, side);
      touches = hasAny(context.features(lattice.edge(*thing.hex, side)), mFeatures) ||
                contains(mTerrain, context.document.terrain(n));
    }
    if (!touches)
      report.at(thing).key = "touches nothing";
  }

 private:
  std::vector<std::string> mFeatures;
  std::vector<std::string> mTerrain;
};

class PlaceNeedsTerrain final : public OfKinds {
 public:
  explicit PlaceNeedsTerrain(Parameters& p)
      : OfKinds(p, "places", "place"),
        mTerrain(p.ids("terrain", "terrain", false)),
        mExcept(p.ids("except", "terrain", false)) {}
  void judgeThing(const Thing& thing, const Report& report) const override {
    if (!thing.hex)
      return;
    const CheckContext& context = report.context();
    const std::string& terrain = context.document.terrain(*thing.hex);
    const auto kind = context.catalogue.terrains.find(terrain);
    if (kind == context.catalogue.terrains.end())
      return; // that has been said
    if (contains(mExcept, terrain) || (!mTerrain.empty() && !contains(mTerrain, terrain)))
      report.at(thing, {{"terrain", kind->second.name}}).key = terrain;
  }

 private:
  std::vector<std::string> mTerrain;
  std::vector<std::string> mExcept;
};

/// `names` says what kind the last word of a name promises.
class NameSuggestsKind final : public Mechanism {
 public:
  explicit NameSuggestsKind(Parameters& p) : mSection(p.word("section", "crossing")) {
    for (const auto& [word, kind] : p.raw("names").items())
      mNames[word] = kind.is_string() ? kind.get<std::string>() : std::string();
    if (mNames.empty())
      p.refuse("\"names\" is missing");
    const auto section = p.ruleset().catalogue().named.find(mSection);
    for (const auto& [word, kind] : mNames)
      if (section == p.ruleset().catalogue().named.end() || !section->second.contains(kind))
        p.refuse("the catalogue has no " + mSection + " \"" + kind + "\"");
      else
        mKindNames[kind] = section->second.at(kind).name;
  }
  bool wantsThing(const Thing& thing) const override { return thing.key.section == mSection; }
  void judgeThing(const Thing& thing, const Report& report) const override {
    const std::string name = thing.body->value("name", "");
    const std::size_t blank = name.find_last_of(' ');
    const auto promised = mNames.find(name.substr(blank == std::string::npos ? 0 : blank + 1));
    if (promised == mNames.end() || promised->second == thing.kind || !mKindNames.contains(promised->second))
      return;
    const auto section = report.context().catalogue.named.find(mSection);
    const auto kind = section->second.find(thing.kind);
    report
        .at(thing, {{"kind", kind == section->second.end() ? thing.kind : kind->second.name},
                    {"suggested", mKindNames.at(promised->second)}})
        .key = thing.kind;
  }

 private:
  std::string mSection;
  std::map<std::string, std::string> mNames;
  std::map<std::string, std::string> mKindNames;
};

/// Places whose hex lies in a region of the kind `region` called one of `named` have `value` as their `attribute`.
class PlaceValueInRegion final : public OfKinds {
 public:
  explicit PlaceValueInRegion(Parameters& p)
      : OfKinds(p, "places", "place"),
        mNamed(p.words("named")),
        mAttribute(p.word("attribute")),
        mValue(p.word("value")) {
    const std::vector<std::string> kinds = p.ids("region", "region");
    mKind = kinds.empty() ? std::string() : kinds.front();
    if (mAttribute.empty() || mValue.empty())
      p.refuse("\"attribute\" and \"value\" are needed");
  }
  void judgeThing(const Thing& thing, const Report& report) const override {
    const CheckContext& context = report.context();
    const std::string value = attributesOf(thing).value(mAttribute, "");
    if (!thing.hex || value.empty() || value == mValue || !context.document.extent().contains(*thing.hex))
      return;
    const json& attributes = context.attributes(context.document.hex(*thing.hex).more);
    const auto in = attributes.find("in");
    if (in == attributes.end())
      return;
    for (const json& id : *in)
      if (const Thing* region = context.things.find("region", id.get<std::string>());
          region && region->kind == mKind && contains(mNamed, region->name()))
        report.at(thing, {{"value", value}, {"region", region->name()}}).key = value;
  }

 private:
  std::vector<std::string> mNamed;
  std::string mAttribute;
  std::string mValue;
  std::string mKind;
};

} // namespace

std::unique_ptr<const Mechanism> makeCrossingNeedsPath(Parameters& p) {
  return std::make_unique<CrossingNeedsPath>(p);
}
std::unique_ptr<const Mechanism> makePlaceNeedsPath(Parameters& p) {
  return std::make_unique<PlaceNeedsPath>(p);
}
std::unique_ptr<const Mechanism> makePlaceNeedsPlace(Parameters& p) {
  return std::make_unique<PlaceNeedsPlace>(p);
}
std::unique_ptr<const Mechanism> makePlaceTouches(Parameters& p) {
  return std::make_unique<PlaceTouches>(p);
}
std::unique_ptr<const Mechanism> makePlaceNeedsTerrain(Parameters& p) {
  return std::make_unique<PlaceNeedsTerrain>(p);
}
std::unique_ptr<const Mechanism> makeNameSuggestsKind(Parameters& p) {
  return std::make_unique<NameSuggestsKind>(p);
}
std::unique_ptr<const Mechanism> makePlaceValueInRegion(Parameters& p) {
  return std::make_unique<PlaceValueInRegion>(p);
}

} // namespace hotchkiss
