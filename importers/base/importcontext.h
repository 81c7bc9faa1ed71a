#pragma once

#include "importers/base/imported.h"
#include "importers/base/task.h"
#include "importers/elevation/hexstatistics.h"
#include "importers/lines/polyline.h"
#include "importers/source/sourcefile.h"
#include "libscenario/ruleset/catalogue.h"
#include "libscenario/ruleset/ruleset.h"
#include "libterrain/edit/stroke.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// A river as the source has it and as the map has it, for steps that come later (places keep their bank).
struct KnownRiver {
  std::string id;
  std::string name;
  Polyline line;               ///< in the plane, downstream
  std::vector<VertexId> chain; ///< corners of its match, in the same direction
  bool isLineOfMap = false;    ///< the map had it before; where the source runs is not known
};

/// What an importer works with. Importers do not change the document; they give an edit.
struct ImportContext {
  const Document* document = nullptr;
  Frame frame;
  const Catalogue* catalogue = nullptr; ///< may be null: nothing is checked against it then
  std::set<std::string> water;          ///< hexside kinds that are water
  std::map<std::string, SourceFile> sources;
  Task task;
  std::filesystem::path outputFolder; ///< where pictures go; empty: they are not written
  std::vector<KnownRiver> rivers;     ///< grows from step to step

  HexGround ground() const { return {document->lattice(), document->extent(), frame}; }
};

/// The source that a step names in `member` ("source" as a rule), or what is wrong.
Result<SourceFile> sourceOf(const ImportContext& context, const nlohmann::json& step, const char* member = "source");
Result<RasterList> rastersOf(const ImportContext& context, const nlohmann::json& step);
/// Ids of the sources that a step names, for evidence.
std::vector<std::string> sourceIds(const nlohmann::json& step);

/// An id for machines from a name for people: "Ely's Ford" becomes "ely-s-ford".
std::string idFromName(const std::string& name);

/// Merges members into the evidence of a place; "from" lists add up.
void addEvidence(Stroke& stroke, const std::string& section, const std::string& id, const nlohmann::json& members);

/// Rounds to a number of decimals: what is stored must not hang on the last bit of a floating-point sum.
double rounded(double value, int decimals);

/// The first row of a class table that a feature's fields pass: [{"when": {field: condition}, ...}, ...].
const nlohmann::json* firstMatch(const nlohmann::json& table, const std::map<std::string, std::string>& fields);

/// Whether a kind, class or terrain exists in the ruleset; an error that names it otherwise.
Outcome checkTerrain(const ImportContext& context, const std::string& terrain);
Outcome checkFeature(const ImportContext& context, const std::string& kind, const std::string& classId);
Outcome checkNamed(const ImportContext& context, const std::string& section, const std::string& kind);

/// Hexside kinds that a catalogue calls water.
std::set<std::string> waterKinds(const Ruleset& ruleset);

/// Marks records that a step made, so that a new import may replace them.
std::string importMark(const std::string& step);

} // namespace hotchkiss
