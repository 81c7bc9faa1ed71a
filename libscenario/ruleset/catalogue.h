#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// What values an attribute may have.
struct AttributeType {
  std::string type;                ///< flag, integer, number, text, choice, choices, reference, references, hex, …
  std::vector<std::string> values; ///< of a choice
  std::string to;                  ///< section that a reference points into
  std::vector<std::string> kinds;  ///< of the things that a reference may point at; empty: any
  std::optional<double> min;
  std::optional<double> max;
  bool required = false;
};

using AttributeTypes = std::map<std::string, AttributeType>;

struct OrientationRule {
  std::string field;
  std::vector<std::string> values;
  bool required = false;
};

/// A kind of thing on hexsides or corners; paths are kinds named "path.<id>".
struct FeatureKind {
  std::string name;
  std::set<std::string> classes;
  bool classRequired = false;
  std::optional<OrientationRule> orientation;
  std::vector<std::vector<std::string>> requirements; ///< all of the outer, any of the inner; "kind" or "kind:class"
  std::vector<std::string> excludes;
  std::string course; ///< kind of the named courses that its pieces may belong to
  bool courseRequired = false;
  AttributeTypes attributes;
  bool views = false;
  bool derived = false;
};

/// A kind of named thing.
struct NamedKind {
  std::string name;
  AttributeTypes attributes;
  std::vector<std::string> over;    ///< crossings: hexside kinds that can be crossed here
  std::vector<std::string> carries; ///< crossings: paths that can lead over it; empty: nothing is said
  std::vector<std::string> of;      ///< courses: kinds that make them up
  std::vector<std::string> on;      ///< places: hex, edge, vertex; empty: any
  std::string mouth = "optional";
  bool branches = false;
  bool offMap = false;
  bool exclusive = false; ///< regions: a hex belongs to one of this kind at most
};

struct TerrainKind {
  std::string name;
  bool playable = true;
  bool level = true;
};

/// Everything that a map of a ruleset can hold, ready for lookup.
struct Catalogue {
  std::string elevation = "none"; ///< none, levels or relief
  bool levelRequired = false;
  std::optional<int> lowestLevel;
  std::optional<int> highestLevel;
  std::map<std::string, TerrainKind> terrains;
  AttributeTypes hexAttributes;
  std::map<std::string, FeatureKind> edgeFeatures; ///< paths included
  std::map<std::string, FeatureKind> vertexFeatures;
  std::map<std::string, std::map<std::string, NamedKind>> named; ///< by section, then kind
  std::set<std::string> views;
};

} // namespace hotchkiss
