#pragma once

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/attributecheck.h"
#include "libscenario/validation/corechecks.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

/// "did you mean …?" for a word that is not among the known ones.
template <class Map>
std::string nearIn(const std::string& word, const Map& known) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const auto& entry : known)
    names.push_back(entry.first);
  const std::optional<std::string> near = nearestWord(word, names);
  return near ? "did you mean \"" + *near + "\"?" : std::string();
}

/// A record's members; none when the text is no object.
inline nlohmann::json parsed(const std::string& text) {
  nlohmann::json out = text.empty() ? nlohmann::json::object() : nlohmann::json::parse(text, nullptr, false);
  return out.is_object() ? out : nlohmann::json::object();
}

/// Whether a place carries the wanted "kind" or "kind:class".
inline bool satisfies(const FeatureSet& features, const std::string& wanted) {
  const std::size_t colon = wanted.find(':');
  const Feature* feature = features.find(std::string_view(wanted).substr(0, colon));
  return feature && (colon == std::string::npos || feature->classId == wanted.substr(colon + 1));
}

/// The check that a problem of an attribute belongs to.
inline const char* checkOf(const AttributeProblem& problem) {
  return problem.dangling ? "CORE-V11" : problem.wrongKind ? "CORE-V26" : "CORE-V06";
}

/// Points a finding at a row of map/named.json.
inline void pointAt(Finding& finding, const RecordKey& key) {
  finding.place.file = kNamedPath;
  finding.place.thing = key.section + " " + key.id;
}

} // namespace hotchkiss
