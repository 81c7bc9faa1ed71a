#pragma once

#include "libscenario/rules/rulebook.h"
#include "libterrain/edit/edit.h"
#include "libterrain/numbering/numbering.h"

#include <memory>
#include <set>
#include <unordered_map>

namespace hotchkiss {

/// A crossing, place or region of the map with its attributes, defaults filled in.
struct MapThing {
  std::string id;
  std::string kind;
  std::map<std::string, Value> values;
};

/// One way that a link leads out of a hex.
struct LinkStep {
  std::string id;
  std::string kind;
  std::map<std::string, Value> values;
  HexCoord to;
};

/// What the text of a hex's further attributes says.
struct HexFacts {
  std::map<std::string, Value> attributes;
  std::vector<std::string> regions;
};

/// A module's map together with its rulebook, ready to be asked. Reading is safe from several threads at once.
class Rules {
 public:
  /// The effective ruleset of the module, read and checked.
  static Result<Rules> of(const Document& document);
  /// The rules of a scenario of the module: with its overlays and its own rows on top. Without a scenario the same.
  static Result<Rules> of(const Document& document, const std::string& scenario);
  Rules(Document document, std::shared_ptr<const Rulebook> book);

  const Document& document() const { return mDocument; }
  const Rulebook& book() const { return *mBook; }
  const Numbering& numbering() const { return mNumbering; }
  const Lattice& lattice() const { return mDocument.lattice(); }
  const Extent& extent() const { return mDocument.extent(); }

  const FeatureSet& features(EdgeId edge) const;
  const HexFacts& facts(HexCoord hex) const;
  const std::vector<MapThing>& crossings(EdgeId edge) const;
  const std::vector<MapThing>& places(HexCoord hex) const;
  /// Links whose ends are hexes, or places in hexes. The attribute `shape` says how the ends are joined: "chain" each
  /// with the next, "star" the first with every other, else every one with every other.
  const std::vector<LinkStep>& links(HexCoord from) const;
  bool hasLinks() const { return !mLinks.empty(); }
  /// Of the sheet that the hex lies on: where its north is on the page. Unknown where the sheet does not say.
  Value northBearing(HexCoord hex) const;
  const std::string& regionKind(const std::string& regionId) const;
  bool hasNamedThings(HexCoord hex) const { return mPlaces.contains(hex) || mLinks.contains(hex); }
  bool hasNamedThings(EdgeId edge) const { return mCrossings.contains(edge); }
  /// Hexsides with a crossing of this kind, in order.
  std::vector<EdgeId> edgesWithCrossing(const std::string& kind) const;
  /// Hexes where a crossing's state matters, for the position's changes.
  std::optional<EdgeId> edgeOfCrossing(const std::string& id) const;

  /// Takes over a changed document. Gives the hexes around which answers may differ, or nothing when all may.
  std::optional<std::set<HexCoord>> update(const Document& document, const Edit& edit);

 private:
  void indexTexts();
  void indexEdge(EdgeId edge, std::uint32_t text);
  void indexNamed();
  void indexLink(const MapThing& link, const std::vector<HexCoord>& ends);

  Document mDocument;
  std::shared_ptr<const Rulebook> mBook;
  Numbering mNumbering;
  std::unordered_map<std::uint32_t, FeatureSet> mFeatures; ///< by pool id
  std::unordered_map<std::uint32_t, HexFacts> mHexFacts;
  std::unordered_map<EdgeId, std::vector<MapThing>> mCrossings;
  std::unordered_map<HexCoord, std::vector<MapThing>> mPlaces;
  std::unordered_map<HexCoord, std::vector<LinkStep>> mLinks;
  std::unordered_map<std::string, std::string> mRegionKinds;
  std::unordered_map<std::string, EdgeId> mCrossingEdges;
};

} // namespace hotchkiss
