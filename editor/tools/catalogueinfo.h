#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libterrain/map/featureset.h"

#include <QString>
#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace hotchkiss::editor {

/// A row of the catalogue; an empty object when there is none.
nlohmann::json catalogueRow(const Ruleset& ruleset, const std::string& section, const std::string& id);

/// Name for people; the id when the catalogue has none.
QString nameOfKind(const Ruleset& ruleset, const std::string& section, const std::string& id,
                   const std::string& classId = {});

/// Ids of a section that can be put on a map: features that follow from other data are left out.
std::vector<std::string> paintableKinds(const Ruleset& ruleset, const std::string& section);

/// Values for the attributes that must be there: "unknown", for the user to fill in. Null when there are none.
nlohmann::json requiredAttributes(const AttributeTypes& types);

/// Whether a set has what a catalogue rule names: "kind" or "kind:class".
bool hasFeature(const FeatureSet& features, const std::string& wanted);

/// What is on a hexside or corner, in words: "Minor river, Road (Valley Pike)".
QString featuresInWords(const Ruleset& ruleset, const FeatureSet& features, const std::string& section);

} // namespace hotchkiss::editor
