#pragma once

#include "editor/docks/recordtext.h"
#include "libscenario/ruleset/ruleset.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// What can be said about features of a hexside or corner without widgets: which can be added, how a new one looks,
/// which side a letter means.

/// Kinds that can still be put on a hexside or corner: not there yet, not derived. Those that exclude or lack something
/// come with the reason why they do not fit.
struct AddableKind {
  std::string kind;
  std::string name;
  std::string obstacle; ///< empty when it fits
};
std::vector<AddableKind> addableKinds(const std::map<std::string, FeatureKind>& kinds, const FeatureSet& present);

/// A new feature of this kind: the first class where one is needed, turned toward a hex of the map where it must be
/// oriented, unknown what else must be said. `hexes` are a, b (and c).
Feature newFeature(const std::string& kindId, const FeatureKind& kind, const std::vector<HexCoord>& hexes,
                   const Extent& extent);

/// The other side: a to b and back, a to b to c to a at corners; sides that the rule does not have are left out.
std::string flippedSide(const std::string& side, const std::vector<std::string>& values);

/// Reads and changes one attribute of a feature.
std::optional<nlohmann::json> featureAttribute(const Feature& feature, const std::string& name);
Feature withFeatureAttribute(Feature feature, const std::string& name, const std::optional<nlohmann::json>& value);
/// "naval: class tidal" for each view that differs.
std::vector<std::string> viewTexts(const Feature& feature);

/// The catalogue row of a feature kind as JSON text: edgeFeature, vertexFeature, or path for "path.<id>".
RecordKey catalogueKey(const std::string& featureKind, bool atVertex);

/// Whether "kind" or "kind:class" is among the features.
bool isPresent(const FeatureSet& features, const std::string& wanted);

} // namespace hotchkiss::editor
