#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libscenario/validation/things.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

namespace hotchkiss {

class ArmyStage;
class CheckSet;

/// What the checks of a module are made of. It hangs on the module's ruleset and sheets only and is shared by threads.
struct CheckBasis {
  Ruleset ruleset;
  std::shared_ptr<const CheckSet> checks;
  Numbering numbering;

  static Result<std::shared_ptr<const CheckBasis>> of(const Document& document);
  /// Whether a change of this table makes another basis.
  static bool hangsOn(const std::string& table);
};

/// What all checks look at, and where they say what they find. One for each thread.
struct CheckContext {
  CheckContext(const Document& aDocument, const CheckBasis& basis, const ThingIndex& aThings)
      : document(aDocument),
        ruleset(basis.ruleset),
        catalogue(basis.ruleset.catalogue()),
        checks(*basis.checks),
        numbering(basis.numbering),
        things(aThings) {}

  const Document& document;
  const Ruleset& ruleset;
  const Catalogue& catalogue;
  const CheckSet& checks;
  const Numbering& numbering;
  const ThingIndex& things;
  std::map<std::string, std::vector<EdgeId>> courseEdges; ///< by course id; judgeWhole() fills it
  std::vector<Finding> findings;

  Finding& add(const char* check, std::string message, std::string fix = {});
  /// Is there a named thing of this section?
  bool knows(const std::string& section, const std::string& id) const;
  /// Its kind; nothing when there is no such thing.
  std::optional<std::string> kindOf(const std::string& section, const std::string& id) const;
  /// What is on a hexside, read once for each text.
  const FeatureSet& features(EdgeId edge) const { return features(document.edge(edge)); }
  const FeatureSet& features(std::uint32_t text) const;
  /// What a hex's further attributes say, likewise.
  const nlohmann::json& attributes(std::uint32_t text) const;
  /// The order of battle and the scenarios, worked out when somebody asks.
  const ArmyStage& stage() const;

 private:
  mutable std::shared_ptr<const ArmyStage> mStage;
  mutable std::unordered_map<std::uint32_t, FeatureSet> mFeatures;
  mutable std::unordered_map<std::uint32_t, std::shared_ptr<const nlohmann::json>> mAttributes;
};

/// The checks of a course as a whole, given its edges.
void checkCourses(CheckContext& context);
void checkRegions(CheckContext& context);
void checkSheets(CheckContext& context);
void checkArmies(CheckContext& context);
/// The checks of one row of map/named.json.
void checkThing(CheckContext& context, const Thing& thing);
/// Gives findings about named things a place on the map, so that every message can name a hex.
void placeThings(const CheckContext& context, std::vector<Finding>& findings);

} // namespace hotchkiss
