#include "importers/recipe/recipe.h"

#include "importers/base/importcontext.h"
#include "importers/cover/coverimport.h"
#include "importers/elevation/elevationimport.h"
#include "importers/frame/frameimport.h"
#include "importers/lines/knownrivers.h"
#include "importers/lines/paths.h"
#include "importers/lines/rivers.h"
#include "importers/places/placesimport.h"
#include "importers/scan/scanimport.h"
#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/handwork.h"
#include "libscenario/package/digest.h"
#include "libscenario/ruleset/ruleset.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::array kOrder = {"elevation", "cover", "rivers", "regions", "places", "paths", "scan"};

Result<Imported> importOne(ImportContext& context, const std::string& kind, const std::string& id, const json& step) {
  if (kind == "elevation")
    return importElevation(context, id, step);
  if (kind == "cover")
    return importCover(context, id, step);
  if (kind == "rivers")
    return importRivers(context, id, step);
  if (kind == "paths")
    return importPaths(context, id, step);
  if (kind == "places")
    return importPlaces(context, id, step);
  if (kind == "regions")
    return importRegions(context, id, step);
  return importScan(context, id, step);
}

/// Puts the reasons for doubt where the editor finds them.
Edit noteDoubts(Document& document, const std::vector<Doubt>& doubts) {
  Stroke stroke(document, "Note doubts");
  std::map<std::pair<std::string, std::string>, std::vector<const Doubt*>> byPlace;
  for (const Doubt& doubt : doubts)
    byPlace[{doubt.section, doubt.id}].push_back(&doubt);
  for (const auto& [place, list] : byPlace) {
    std::vector<std::string> reasons;
    json kept = json::array(); // with their steps, for the review list
    double confidence = 1;
    for (const Doubt* doubt : list) {
      confidence = std::min(confidence, doubt->confidence);
      if (std::find(reasons.begin(), reasons.end(), doubt->reason) == reasons.end())
        reasons.push_back(doubt->reason);
      if (const json one{{"step", doubt->step}, {"reason", doubt->reason}};
          std::find(kept.begin(), kept.end(), one) == kept.end())
        kept.push_back(one);
    }
    std::string note;
    for (const std::string& reason : reasons)
      note += (note.empty() ? "" : "; ") + reason;
    addEvidence(stroke, place.first, place.second,
                {{"confidence", rounded(std::clamp(confidence, 0.0, 1.0), 2)}, {"note", note}, {"doubts", kept}});
  }
  return stroke.finish();
}

/// An earlier run's reasons for doubt; those of other steps stay.
void clearDoubts(Stroke& stroke, const std::string& stepId) {
  const std::string mark = json{{"step", stepId}}.dump();
  const std::string member = mark.substr(1, mark.size() - 2);
  const RecordTable evidence = stroke.document().table("map/evidence");
  for (const auto& [key, text] : evidence) {
    if (text.find(member) == std::string::npos)
      continue;
    json record = json::parse(text, nullptr, false);
    json kept = json::array();
    std::string note;
    for (const json& doubt : record.value("doubts", json::array()))
      if (doubt.value("step", "") != stepId) {
        note += (note.empty() ? "" : "; ") + doubt.value("reason", "");
        kept.push_back(doubt);
      }
    const bool isPlace = key.section == "hex" || key.section == "edge" || key.section == "vertex";
    if (kept.empty() && !isPlace) {
      stroke.setRecord("map/evidence", key, std::nullopt);
      continue;
    }
    record.erase("doubts");
    record.erase("note");
    if (kept.empty()) {
      record.erase("confidence"); // the step says anew how sure it is
    } else {
      record["doubts"] = kept;
      record["note"] = note;
    }
    stroke.setRecord("map/evidence", key, record.empty() ? std::nullopt : std::optional(record.dump()));
  }
}

/// Takes away what an earlier run of a step left: its named things, the hexsides that belong to no other, its doubts.
Edit clearStep(Document& document, const std::string& stepId) {
  Stroke stroke(document, "Clear step");
  std::set<std::string> gone;
  const RecordTable named = document.table(kNamedTable);
  for (const auto& [key, text] : named) {
    const json record = json::parse(text, nullptr, false);
    if (!record.is_object() || record.value("source", json()) != importMark(stepId))
      continue;
    stroke.setRecord(kNamedTable, key, std::nullopt);
    if (key.section == "course")
      gone.insert(key.id);
  }
  std::vector<EdgeId> edges;
  document.forEachEdge([&](EdgeId e, std::uint32_t) { edges.push_back(e); });
  for (const EdgeId e : edges)
    for (const Feature& feature : document.features(e).features)
      if (!feature.of.empty() &&
          std::all_of(feature.of.begin(), feature.of.end(), [&](const std::string& id) { return gone.count(id) > 0; }))
        stroke.eraseFeature(e, feature.kind);
  clearDoubts(stroke, stepId);
  return stroke.finish();
}

class Builder {
 public:
  Builder(const Recipe& recipe, const RecipeSettings& settings) : mRecipe(recipe), mSettings(settings) {}

  Result<RecipeRun> run() {
    if (const Outcome made = makeDocument(); !made)
      return made.error();
    ImportContext context;
    context.frame = mFramed.frame;
    context.catalogue = &mRuleset->catalogue();
    context.water = waterKinds(*mRuleset);
    context.sources = sourceFiles(mSettings);
    context.task = mSettings.task;
    context.outputFolder = mSettings.outputFolder;
    context.rivers = riversOfPeople();
    for (const Recipe::Step& step : mRecipe.steps()) {
      context.document = &mOut.document;
      Result<Imported> imported = importOne(context, step.kind, step.id, json::parse(step.parameters));
      if (!imported) {
        Error error = imported.error();
        if (error.where.empty())
          error.where = step.kind + " " + step.id;
        return error;
      }
      imported->edit.apply(mOut.document);
      mOut.doubts.insert(mOut.doubts.end(), imported->doubts.begin(), imported->doubts.end());
      mOut.steps.push_back({step.kind, step.id, std::move(*imported)});
    }
    keepOld();
    noteDoubts(mOut.document, mOut.doubts);
    return std::move(mOut);
  }

 private:
  const std::string* row(const std::string& section, std::string* id = nullptr) const {
    for (const auto& [key, text] : mRecipe.rows())
      if (key.section == section) {
        if (id != nullptr)
          *id = key.id;
        return &text;
      }
    return nullptr;
  }

  Outcome makeDocument() {
    std::string moduleId;
    const std::string* module = row("module", &moduleId);
    const std::string* frame = row("frame");
    if (module == nullptr || frame == nullptr)
      return Error{"the recipe has no " + std::string(module == nullptr ? "module" : "frame") + " row",
                   "import.json",
                   0,
                   {},
                   "add one; see docs/digitising.md"};
    const json head = json::parse(*module);
    const std::string rulesetId = head.at("ruleset").get<std::string>();
    // A module's own overlay may bring kinds that the recipe uses.
    const bool own = mSettings.old != nullptr && headOf(*mSettings.old).ruleset == rulesetId;
    Result<Ruleset> ruleset = own ? Ruleset::effective(*mSettings.old) : Ruleset::load(rulesetId);
    if (!ruleset)
      return ruleset.error();
    mRuleset.emplace(std::move(*ruleset));
    const auto defaultRow = mRuleset->rows("ruleset").find({"default", "map"});
    const json defaults =
        defaultRow == mRuleset->rows("ruleset").end() ? json::object() : json::parse(defaultRow->second);
    Result<FramedLattice> framed = makeFrame(json::parse(*frame), defaults, sourceFiles(mSettings));
    if (!framed)
      return framed.error();
    mFramed = *framed;
    NewModule wanted;
    wanted.id = moduleId;
    wanted.title = head.at("title").get<std::string>();
    wanted.ruleset = rulesetId;
    wanted.lattice = mFramed.lattice;
    wanted.extent = mFramed.extent;
    wanted.frameRecord = frameRecord(mFramed.frame).dump();
    mOut.document = makeModule(wanted);
    Document& document = mOut.document;
    document.setRecord("module", {"module", moduleId}, head.dump());
    bool sheets = false;
    for (const auto& [key, text] : mRecipe.rows()) {
      document.setRecord("import", key, text);
      if (key.section == "sheet") {
        document.setRecord("module", key, text);
        sheets = true;
      }
    }
    if (!sheets)
      document.setRecord("module", {"sheet", "A"}, defaultSheet(defaults).dump());
    return addSources();
  }

  json defaultSheet(const json& defaults) const {
    json columns = defaults.value("columns", json{{"first", 1}, {"step", 1}});
    if (columns.value("step", 1) < 0)
      columns["first"] = mFramed.extent.width;
    // Numbers of two digits would repeat on a large map.
    std::string label = defaults.value("label", "{col:2}{row:2}");
    if (mFramed.extent.width > 99 || mFramed.extent.height > 99)
      for (std::size_t at = label.find(":2}"); at != std::string::npos; at = label.find(":2}"))
        label.replace(at, 3, mFramed.extent.width > 999 || mFramed.extent.height > 999 ? ":4}" : ":3}");
    return {{"label", label},
            {"columns", columns},
            {"rows", defaults.value("rows", json{{"first", 1}, {"step", 1}})},
            {"origin", {0, 0}},
            {"size", {mFramed.extent.width, mFramed.extent.height}}};
  }

  Outcome addSources() {
    // What no step reads (a book, a scan that is only looked at) need not be at hand.
    std::set<std::string> used;
    for (const Recipe::Step& step : mRecipe.steps()) {
      const json parameters = json::parse(step.parameters);
      for (const std::string& id : sourceIds(parameters))
        used.insert(id);
      used.insert(parameters.value("points", std::string()));
    }
    for (const auto& [key, text] : mSettings.sources) {
      json record = json::parse(text);
      std::error_code ignored;
      const bool readable = record.contains("file") &&
                            (used.contains(key.id) ||
                             std::filesystem::exists(mSettings.folder / record["file"].get<std::string>(), ignored));
      if (readable) {
        const Result<std::string> digest = sourceDigest(mSettings.folder / record["file"].get<std::string>());
        if (!digest)
          return digest.error();
        if (record.contains("sha256") && record["sha256"] != *digest)
          mOut.doubts.push_back(
              {"sources", "source", key.id, 0.5, "the file is not the one that sources.json describes"});
        record["sha256"] = *digest;
      }
      mOut.document.setRecord("sources", key, record.dump());
    }
    return success();
  }

  bool isSameMap() const {
    return mSettings.old != nullptr && mSettings.old->lattice() == mOut.document.lattice() &&
           mSettings.old->extent() == mOut.document.extent();
  }

  /// Courses that people drew: what is imported flows into them and keeps off them.
  std::vector<KnownRiver> riversOfPeople() const {
    if (!isSameMap())
      return {};
    std::vector<KnownRiver> out = riversOnMap(*mSettings.old);
    std::erase_if(out, [&](const KnownRiver& river) {
      const std::string* text = mSettings.old->record(kNamedTable, {"course", river.id});
      const json record = text == nullptr ? json() : json::parse(*text, nullptr, false);
      const json source = record.is_object() ? record.value("source", json()) : json();
      return source.is_string() && source.get_ref<const std::string&>().starts_with(importMark({}));
    });
    return out;
  }

  void keepOld() {
    if (mSettings.old == nullptr)
      return;
    const Document& old = *mSettings.old;
    for (const std::string& table : old.tableNames()) {
      const bool ours = table == "module" || table == "import" || table == "sources" || table == kNamedTable ||
                        table == "map/evidence" || table == "map/hand";
      if (ours)
        continue;
      mOut.document.addTable(table);
      for (const auto& [key, text] : old.table(table))
        mOut.document.setRecord(table, key, text);
    }
    if (isSameMap())
      mOut.handCells = keepHandWork(old, mOut.document).size();
    else if (!old.table("map/hand").empty())
      mOut.doubts.push_back({"frame", "source", "frame", 0,
                             "the map has another size or lattice than before, so hand work was left behind"});
  }

  const Recipe& mRecipe;
  const RecipeSettings& mSettings;
  std::optional<Ruleset> mRuleset;
  FramedLattice mFramed;
  RecipeRun mOut;
};

} // namespace

Result<Recipe> Recipe::read(std::string_view text) {
  Result<json> parsed = parseStrictJson(text);
  if (!parsed)
    return parsed.error();
  const Schema* schema = Schema::named("import");
  if (!parsed->is_object() || !parsed->contains("rows") || !(*parsed)["rows"].is_array())
    return Error{"this is no recipe", "import.json", 0, {}, "a recipe is a file of kind \"import\""};
  Recipe out;
  for (const json& row : (*parsed)["rows"]) {
    if (const std::optional<std::string> problem = schema->rowProblem(row))
      return Error{*problem, "import.json", 0, row.size() > 1 ? row[0].dump() + " " + row[1].dump() : row.dump(),
                   "see docs/digitising.md"};
    if (row.empty())
      continue;
    const RecordKey key{row[0].get<std::string>(), row[1].get<std::string>()};
    if (!out.mRows.emplace(key, row[2].dump()).second)
      return Error{"there are two rows " + key.section + " " + key.id, "import.json", 0, {}, "give one another id"};
  }
  if (const std::optional<std::string> problem = schema->problem(*parsed))
    return Error{*problem, "import.json", 0, {}, "see docs/digitising.md"};
  for (const char* kind : kOrder) {
    std::vector<std::pair<int, Step>> steps;
    for (const auto& [key, parameters] : out.mRows)
      if (key.section == kind)
        steps.push_back({json::parse(parameters).value("order", 0), {kind, key.id, parameters}});
    std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, step] : steps)
      out.mSteps.push_back(std::move(step));
  }
  return out;
}

Result<std::string> sourceDigest(const std::filesystem::path& path) {
  Digester digester;
  std::vector<std::filesystem::path> files;
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path, problem))
      if (entry.is_regular_file())
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
  } else {
    files.push_back(path);
  }
  for (const std::filesystem::path& file : files) {
    if (files.size() > 1)
      digester.add(std::filesystem::relative(file, path, problem).generic_string());
    std::ifstream in(file, std::ios::binary);
    if (!in)
      return Error{"the file cannot be read", file.string(), 0, {}, "check the path; it is relative to the recipe"};
    std::vector<char> buffer(1 << 20);
    while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0)
      digester.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
  }
  return digester.hex();
}

std::map<std::string, SourceFile> sourceFiles(const RecipeSettings& settings) {
  std::map<std::string, SourceFile> out;
  for (const auto& [key, text] : settings.sources) {
    const json row = json::parse(text, nullptr, false);
    if (!row.is_object() || !row.contains("file"))
      continue;
    const std::string file = row["file"].get<std::string>();
    out[key.id] = {key.id, settings.folder / file, row.value("crs", ""), file};
  }
  return out;
}

Result<RecipeRun> runRecipe(const Recipe& recipe, const RecipeSettings& settings) {
  return Builder(recipe, settings).run();
}

Result<Imported> runStep(const Document& document, const Recipe::Step& step, const RecipeSettings& settings) {
  const Result<Frame> frame = frameOf(document);
  if (!frame)
    return frame.error();
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return ruleset.error();
  Document after = document;
  const Edit cleared = clearStep(after, step.id);
  ImportContext context;
  context.document = &after;
  context.frame = *frame;
  context.catalogue = &ruleset->catalogue();
  context.water = waterKinds(*ruleset);
  context.sources = sourceFiles(settings);
  context.task = settings.task;
  context.outputFolder = settings.outputFolder;
  if (step.kind == "rivers")
    context.rivers = riversOnMap(after);
  Result<Imported> imported = importOne(context, step.kind, step.id, json::parse(step.parameters));
  if (!imported)
    return imported;
  // One edit: what an earlier run left goes, the step, its doubts, and hand work put back on top.
  imported->edit.apply(after);
  imported->edit.parts.insert(imported->edit.parts.begin(), cleared.parts.begin(), cleared.parts.end());
  for (const Edit& further : {noteDoubts(after, imported->doubts), keepHandWork(document, after)})
    imported->edit.parts.insert(imported->edit.parts.end(), further.parts.begin(), further.parts.end());
  return imported;
}

std::string reviewAsJson(const std::vector<Doubt>& doubts) {
  std::string out = "[\n";
  for (std::size_t i = 0; i < doubts.size(); ++i) {
    const Doubt& d = doubts[i];
    out += json{{"step", d.step},
                {"section", d.section},
                {"id", d.id},
                {"confidence", rounded(d.confidence, 2)},
                {"reason", d.reason}}
               .dump() +
           (i + 1 < doubts.size() ? ",\n" : "\n");
  }
  return out + "]\n";
}

} // namespace hotchkiss
