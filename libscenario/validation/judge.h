#pragma once

#include "libscenario/validation/corechecks.h"
#include "libscenario/validation/mechanism.h"

#include <unordered_map>

namespace hotchkiss {

/// Judges single places: hexes, hexsides, corners and named things. What places with the same values have in common is
/// worked out once, so that judging a million of them takes hardly longer than visiting them. Findings go to the
/// context. Good for one state of the document's records; other places may be asked in any order.
class LocalJudge {
 public:
  explicit LocalJudge(CheckContext& context);

  void hex(HexCoord hex);
  void edge(EdgeId edge, std::uint32_t features);
  void vertex(VertexId vertex, std::uint32_t features);
  void thing(const Thing& thing);

 private:
  /// A problem of a text that many cells share; it is worked out once and reported at each of them.
  struct SharedProblem {
    const char* check = "";
    std::string message;
    std::string fix;
    std::vector<std::string> about;
    bool toDo = false; ///< a warning that something is still to be done
  };
  struct TerrainVerdict {
    const TerrainKind* kind = nullptr;
    std::vector<const CheckPart*> parts;
  };
  struct AttributeVerdict {
    std::vector<SharedProblem> problems;
    std::vector<const CheckPart*> parts;
  };
  struct FeatureVerdict {
    std::vector<SharedProblem> problems;
    std::vector<std::pair<std::string, std::string>> sides; ///< kind and side of oriented features
    std::vector<const CheckPart*> parts;
  };

  const TerrainVerdict& terrainVerdict(std::uint32_t text);
  const AttributeVerdict& attributeVerdict(std::uint32_t text);
  FeatureVerdict judgeFeatures(std::uint32_t text, const std::map<std::string, FeatureKind>& kinds, bool onEdges);
  void judgeFeature(const Feature& feature, const FeatureSet& all, const std::map<std::string, FeatureKind>& kinds,
                    std::vector<SharedProblem>& out) const;
  Finding& report(const SharedProblem& problem);
  /// Findings of core checks from this one on, in the words of the ruleset where it has some.
  void restateFrom(std::size_t first);

  CheckContext& mContext;
  bool mHasSheets = false;
  std::unordered_map<std::uint32_t, TerrainVerdict> mTerrains;
  std::unordered_map<std::uint32_t, AttributeVerdict> mAttributes;
  std::unordered_map<std::uint32_t, FeatureVerdict> mEdges;
  std::unordered_map<std::uint32_t, FeatureVerdict> mVertices;
};

/// Every hex, hexside, corner and named thing.
void judgePlaces(CheckContext& context);
/// Everything that needs the whole module.
void judgeWhole(CheckContext& context);
/// What both have found, ready to be shown: approvals applied, labels filled in, in the order of the checks.
void finishFindings(const CheckContext& context, std::vector<Finding>& findings);

/// The one finding of a module whose ruleset cannot be used.
Finding brokenRuleset(const Document& document, const Error& error);

} // namespace hotchkiss
