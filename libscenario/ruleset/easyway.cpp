#include "libscenario/ruleset/easyway.h"

#include "libscenario/module/filekinds.h"
#include "libterrain/search/route.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace hotchkiss {

namespace {

// What a step costs. Only how these compare matters: one level is worth a small way round, water a large one.
constexpr int kStep = 20;
constexpr int kLaid = 8; ///< along a piece of the same kind
constexpr int kPerLevel = 12;
constexpr int kMostLevels = 6;
constexpr int kRelief = 25;
constexpr int kBarrier = 120;
constexpr int kOutOfPlay = 400;
constexpr std::int32_t kMargin = 12;
constexpr std::int64_t kLargestSearch = 250'000;

class Ground {
 public:
  Ground(const Document& document, const Catalogue& catalogue, std::string feature)
      : mDocument(document), mCatalogue(catalogue), mFeature(std::move(feature)) {
    if (const auto crossings = catalogue.named.find("crossing"); crossings != catalogue.named.end())
      for (const auto& [id, kind] : crossings->second)
        mBarriers.insert(kind.over.begin(), kind.over.end());
    for (const auto& [key, text] : document.table(kNamedTable))
      if (key.section == "crossing") {
        const nlohmann::json at = nlohmann::json::parse(text, nullptr, false).value("at", nlohmann::json());
        if (at.is_array() && at.size() == 3)
          mCrossed.insert({at[0].get<std::int32_t>(), at[1].get<std::int32_t>(), at[2].get<std::int32_t>()});
      }
  }

  std::uint16_t cost(HexCoord from, HexCoord to, EdgeId e) const {
    int out = kStep;
    if (const std::optional<int> a = mDocument.level(from), b = mDocument.level(to); a && b)
      out += kPerLevel * std::min(std::abs(*a - *b), kMostLevels);
    if (const auto terrain = mCatalogue.terrains.find(mDocument.terrain(to));
        terrain != mCatalogue.terrains.end() && !terrain->second.playable)
      out += kOutOfPlay;
    if (mDocument.edge(e) != TextPool::kNone)
      out = across(mDocument.features(e), e, out);
    return static_cast<std::uint16_t>(out);
  }

 private:
  int across(const FeatureSet& features, EdgeId e, int out) const {
    if (features.find(mFeature))
      return kLaid;
    const bool anyPath = std::any_of(features.features.begin(), features.features.end(),
                                     [](const Feature& feature) { return feature.kind.starts_with("path."); });
    for (const Feature& feature : features.features) {
      if (feature.kind.starts_with("path."))
        continue;
      const bool isBarrier =
          mBarriers.contains(feature.kind) || mBarriers.contains(feature.kind + ":" + feature.classId);
      if (isBarrier && !mCrossed.contains(e) && !anyPath)
        out += kBarrier;
      else if (!isBarrier && !feature.side.empty())
        out += kRelief; // what has a high side is a slope
    }
    return out;
  }

  const Document& mDocument;
  const Catalogue& mCatalogue;
  std::string mFeature;
  std::set<std::string> mBarriers;
  std::set<EdgeId> mCrossed;
};

} // namespace

std::vector<HexCoord> easyWay(const Document& document, const Catalogue& catalogue, const std::string& feature,
                              HexCoord from, HexCoord to) {
  const Extent map = document.extent();
  if (!map.contains(from) || !map.contains(to))
    return {};
  // The search looks at a window around both ends, shifted by even steps so that its lattice is that of the map.
  const auto even = [](std::int32_t n) { return n & ~1; };
  const HexCoord corner{even(std::max(std::min(from.c, to.c) - kMargin, 0)),
                        even(std::max(std::min(from.r, to.r) - kMargin, 0))};
  const Extent window{std::min(std::max(from.c, to.c) + kMargin + 1, map.width) - corner.c,
                      std::min(std::max(from.r, to.r) + kMargin + 1, map.height) - corner.r};
  if (window.area() > kLargestSearch)
    return {};
  const Lattice& lattice = document.lattice();
  const Ground ground(document, catalogue, feature);
  StepCosts costs(window);
  for (std::int32_t c = 0; c < window.width; ++c)
    for (std::int32_t r = 0; r < window.height; ++r) {
      const HexCoord here{corner.c + c, corner.r + r};
      for (int d = 0; d < kSides; ++d) {
        const HexCoord next = lattice.neighbour(here, d);
        if (window.contains({next.c - corner.c, next.r - corner.r}))
          costs.set({c, r}, d, ground.cost(here, next, lattice.edge(here, d)));
      }
    }
  const std::optional<Route> found =
      route(lattice, window, costs, {from.c - corner.c, from.r - corner.r}, {to.c - corner.c, to.r - corner.r});
  std::vector<HexCoord> out;
  if (found)
    for (const HexCoord h : found->hexes)
      out.push_back({h.c + corner.c, h.r + corner.r});
  return out;
}

} // namespace hotchkiss
