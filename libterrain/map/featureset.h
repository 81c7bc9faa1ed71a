#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// One thing on a hexside or corner. Which kinds there are, and what they mean, is catalogue data.
struct Feature {
  std::string kind;            ///< catalogue id; paths are "path.<id>"
  std::string classId;         ///< the class within its kind, empty when it has none
  std::vector<std::string> of; ///< ids of the named courses that this piece belongs to
  std::string role;            ///< orientation field: high, low, bank, in, toward, inside; empty when unoriented
  std::string side;            ///< a, b, c or both; empty when unoriented
  std::string more;            ///< every other member, views included, as canonical JSON; empty when there is none
  bool operator==(const Feature&) const = default;
};

/// Everything on one hexside or corner, by kind. Its text form is canonical JSON: equal sets have equal texts.
struct FeatureSet {
  std::vector<Feature> features; ///< sorted by kind
  bool operator==(const FeatureSet&) const = default;

  const Feature* find(std::string_view kind) const;
  /// Adds the feature or replaces the one of its kind.
  void put(Feature feature);
  bool erase(std::string_view kind);
  bool empty() const { return features.empty(); }

  /// Reads text that toText() wrote (or any JSON object of objects); anything else gives an empty set.
  static FeatureSet fromText(std::string_view text);
  std::string toText() const; ///< empty for the empty set
};

/// The orientation fields that a feature may carry.
const std::vector<std::string>& orientationFields();

} // namespace hotchkiss
