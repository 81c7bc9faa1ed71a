#include "importers/recipe/stepediting.h"

#include "importers/base/importcontext.h"
#include "importers/frame/frameimport.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/handwork.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kImportTable = "import";
constexpr const char* kSourcesTable = "sources";
constexpr const char* kHandTable = "map/hand";
constexpr std::array kStepKinds = {"elevation", "cover", "rivers", "paths", "places", "regions", "scan"};

json objectOf(const std::string& text) {
  json value = text.empty() ? json::object() : json::parse(text, nullptr, false);
  return value.is_object() ? value : json::object();
}

bool isStep(const std::string& section) {
  return std::find(kStepKinds.begin(), kStepKinds.end(), section) != kStepKinds.end();
}

Result<Recipe> recipeFrom(const RecordTable& rows) {
  return Recipe::read(writeRecords(kImportTable, rows));
}

/// Files of steps that are not at hand, by their names in sources.json.
std::vector<std::string> missingFiles(const Recipe& recipe, const RecipeSettings& settings, const std::string& except) {
  std::set<std::string> ids;
  for (const Recipe::Step& step : recipe.steps()) {
    const json parameters = json::parse(step.parameters);
    if (step.kind + " " + step.id == except)
      continue;
    for (const std::string& id : sourceIds(parameters))
      ids.insert(id);
    if (parameters.contains("points"))
      ids.insert(parameters["points"].get<std::string>());
  }
  std::vector<std::string> out;
  for (const auto& [key, text] : settings.sources) {
    const std::string file = objectOf(text).value("file", "");
    std::error_code ignored;
    if (ids.contains(key.id) && !file.empty() && !std::filesystem::exists(settings.folder / file, ignored))
      out.push_back(file);
  }
  return out;
}

/// Members of `old` that `fresh` lacks; they are added to `fresh`.
std::set<std::string> takeOver(const json& old, json& fresh) {
  std::set<std::string> kept;
  for (const auto& [name, value] : old.items())
    if (!fresh.contains(name)) {
      fresh[name] = value;
      kept.insert(name);
    }
  return kept;
}

void noteKept(Stroke& stroke, const std::string& section, const std::string& id, const std::set<std::string>& kept) {
  if (kept.empty())
    return;
  const std::string* old = stroke.document().record(kHandTable, {section, id});
  json record = old == nullptr ? json::object() : objectOf(*old);
  std::set<std::string> all = record.value("kept", json::array()).get<std::set<std::string>>();
  all.insert(kept.begin(), kept.end());
  record["kept"] = all;
  stroke.setRecord(kHandTable, {section, id}, record.dump());
}

/// What a module held before it had a recipe is somebody's work: it stays where the recipe has nothing of its own, and
/// is noted as hand work, so that it stays for good.
void adopt(const Document& before, Document& after) {
  Stroke stroke(after, "Adopt");
  for (std::int32_t c = 0; c < before.extent().width; ++c)
    for (std::int32_t r = 0; r < before.extent().height; ++r) {
      const HexCoord h{c, r};
      if (before.hex(h) == HexValue{})
        continue;
      std::set<std::string> kept;
      if (!before.terrain(h).empty() && after.terrain(h).empty()) {
        stroke.setTerrain(h, before.terrain(h));
        kept.insert("terrain");
      }
      if (before.level(h) && !after.level(h)) {
        stroke.setLevel(h, before.level(h));
        kept.insert("level");
      }
      json more = objectOf(after.attributes(h));
      const std::set<std::string> members = takeOver(objectOf(before.attributes(h)), more);
      if (!members.empty())
        stroke.setAttributes(h, more.dump());
      kept.insert(members.begin(), members.end());
      noteKept(stroke, "hex", toText(h), kept);
    }
  before.forEachEdge([&](EdgeId e, std::uint32_t features) {
    json fresh = objectOf(after.pool().text(after.edge(e)));
    const std::set<std::string> kept = takeOver(objectOf(before.pool().text(features)), fresh);
    if (!kept.empty())
      stroke.setEdge(e, fresh.dump());
    noteKept(stroke, "edge", toText(e), kept);
  });
  for (const auto& [v, features] : before.vertices()) {
    json fresh = objectOf(after.pool().text(after.vertex(v)));
    const std::set<std::string> kept = takeOver(objectOf(before.pool().text(features)), fresh);
    if (!kept.empty())
      stroke.setVertex(v, fresh.dump());
    noteKept(stroke, "vertex", toText(v), kept);
  }
  // Named things of an import that left no recipe cannot be made again, so they stay as they are.
  constexpr std::string_view kMark = "import ";
  for (const auto& [key, text] : before.table(kNamedTable)) {
    json record = objectOf(text);
    const json source = record.value("source", json());
    if (after.record(kNamedTable, key) != nullptr || !source.is_string() ||
        !source.get_ref<const std::string&>().starts_with(kMark))
      continue;
    record["source"] = "earlier import: " + source.get<std::string>().substr(kMark.size());
    stroke.setRecord(kNamedTable, key, record.dump());
  }
  stroke.finish();
}

Result<ImportPreview> runAll(const Document& module, const RecordTable& rows, const RecipeSettings& settings,
                             const std::string& title) {
  const Result<Recipe> recipe = recipeFrom(rows);
  if (!recipe)
    return recipe.error();
  Result<RecipeRun> run = runRecipe(*recipe, settings);
  if (!run)
    return run.error();
  if (!isImported(module))
    adopt(module, run->document);
  ImportPreview out;
  out.edit = differenceEdit(module, run->document, title);
  out.after = module;
  out.edit.apply(out.after);
  out.steps = std::move(run->steps);
  out.doubts = std::move(run->doubts);
  out.handCells = run->handCells;
  return out;
}

/// Only the new step, on the module as it is.
Result<ImportPreview> runAlone(const Document& module, const StepWish& wish, const RecordTable& rows,
                               const RecipeSettings& settings, const std::string& title) {
  Result<Imported> imported = runStep(module, wish.step, settings);
  if (!imported)
    return imported.error();
  Document after = module;
  imported->edit.apply(after);
  Stroke stroke(after, title);
  for (const auto& [key, text] : rows)
    stroke.setRecord(kImportTable, key, text);
  for (const auto& [key, text] : wish.sources) {
    const std::string* present = after.record(kSourcesTable, key); // a scan has written its georeference
    json record = objectOf(text);
    if (present != nullptr && objectOf(*present).contains("georeference"))
      record["georeference"] = objectOf(*present)["georeference"];
    const Result<std::string> digest = sourceDigest(settings.folder / record.value("file", ""));
    if (!digest)
      return digest.error();
    record["sha256"] = *digest;
    stroke.setRecord(kSourcesTable, key, record.dump());
  }
  stroke.finish();
  ImportPreview out;
  out.edit = differenceEdit(module, after, title);
  out.after = std::move(after);
  out.doubts = imported->doubts;
  out.steps.push_back({wish.step.kind, wish.step.id, std::move(*imported)});
  return out;
}

} // namespace

const StepOutcome* ImportPreview::outcomeOf(const std::string& kind, const std::string& id) const {
  for (const StepOutcome& step : steps)
    if (step.kind == kind && step.id == id)
      return &step;
  return nullptr;
}

std::string stepTitle(const std::string& kind) {
  return "Import " + kind;
}

Result<RecordTable> recipeRowsOf(const Document& module) {
  const Result<Frame> frame = frameOf(module);
  if (!frame)
    return frame.error();
  RecordTable rows;
  for (const auto& [key, text] : module.table(kImportTable))
    if (isStep(key.section))
      rows[key] = text;
  for (const auto& [key, text] : module.table("module"))
    if (key.section == "module" || key.section == "sheet") {
      json record = objectOf(text);
      if (key.section == "module")
        for (const char* name : {"description", "licence", "edition"})
          if (record.value(name, "x").empty())
            record.erase(name);
      rows[key] = record.dump();
    }
  // A frame that a person described (a bounding box, say) stays in those words while it means the same.
  const Lattice& lattice = module.lattice();
  const Extent& extent = module.extent();
  const RecordKey frameKey{"frame", "map"};
  if (const std::string* described = module.record(kImportTable, frameKey)) {
    const Result<FramedLattice> meant = makeFrame(objectOf(*described), json::object(), {});
    if (meant && meant->frame == *frame && meant->lattice == lattice && meant->extent == extent) {
      rows[frameKey] = *described;
      return rows;
    }
  }
  json area{{"origin", {frame->origin.x, frame->origin.y}},
            {"size", {extent.width, extent.height}},
            {"pitch", {frame->pitch[0], frame->pitch[1]}}};
  if (frame->shear != 0)
    area["shear"] = frame->shear;
  json row{{"crs", frame->crs},
           {"area", area},
           {"orientation", lattice.orientation() == Orientation::Pointy ? "pointy" : "flat"},
           {"shifted", lattice.shifted() == Parity::Even ? "even" : "odd"}};
  if (frame->rotation != 0)
    row["rotation"] = frame->rotation;
  rows[frameKey] = row.dump();
  return rows;
}

Result<ImportPreview> previewStep(const Document& module, const StepWish& wish, RecipeSettings settings) {
  Result<RecordTable> rows = recipeRowsOf(module);
  if (!rows)
    return rows.error();
  (*rows)[{wish.step.kind, wish.step.id}] = wish.step.parameters;
  const Result<Recipe> recipe = recipeFrom(*rows); // says what is wrong with the step before any work is done
  if (!recipe)
    return recipe.error();
  settings.sources = module.table(kSourcesTable);
  for (const auto& [key, text] : wish.sources)
    settings.sources[key] = text;
  settings.old = &module;
  const std::string title = stepTitle(wish.step.kind);
  const std::vector<std::string> missing = missingFiles(*recipe, settings, wish.step.kind + " " + wish.step.id);
  if (missing.empty())
    return runAll(module, *rows, settings, title);
  Result<ImportPreview> alone = runAlone(module, wish, *rows, settings, title);
  if (alone)
    alone->notice = joinWords(missing) + (missing.size() == 1 ? " is" : " are") +
                    " not at hand, so the other steps of the recipe were not run again";
  return alone;
}

Result<ImportPreview> previewRebuild(const Document& module, RecipeSettings settings) {
  const Result<RecordTable> rows = recipeRowsOf(module);
  if (!rows)
    return rows.error();
  if (std::none_of(rows->begin(), rows->end(), [](const auto& row) { return isStep(row.first.section); }))
    return Error{"the module has no recipe yet", "import.json", 0, {}, "import something first"};
  settings.sources = module.table(kSourcesTable);
  settings.old = &module;
  return runAll(module, *rows, settings, "Rebuild from recipe");
}

Edit differenceEdit(const Document& before, const Document& after, const std::string& title) {
  Document copy = before; // shares its texts with `before`, so that the edit fits there
  Stroke stroke(copy, title);
  for (std::int32_t c = 0; c < before.extent().width; ++c)
    for (std::int32_t r = 0; r < before.extent().height; ++r) {
      const HexCoord h{c, r};
      if (after.hex(h) == HexValue{} && before.hex(h) == HexValue{})
        continue;
      stroke.setTerrain(h, after.terrain(h));
      stroke.setLevel(h, after.level(h));
      stroke.setAttributes(h, after.attributes(h));
    }
  std::vector<EdgeId> gone;
  before.forEachEdge([&](EdgeId e, std::uint32_t) {
    if (after.edge(e) == TextPool::kNone)
      gone.push_back(e);
  });
  for (const EdgeId e : gone)
    stroke.setEdge(e, {});
  after.forEachEdge([&](EdgeId e, std::uint32_t features) { stroke.setEdge(e, after.pool().text(features)); });
  for (const auto& [v, features] : before.vertices())
    if (!after.vertices().contains(v))
      stroke.setVertex(v, {});
  for (const auto& [v, features] : after.vertices())
    stroke.setVertex(v, after.pool().text(features));
  std::set<std::string> tables;
  for (const Document* document : {&before, &after})
    for (const std::string& table : document->tableNames())
      tables.insert(table);
  for (const std::string& table : tables) {
    for (const auto& [key, text] : before.table(table))
      if (after.record(table, key) == nullptr)
        stroke.setRecord(table, key, std::nullopt);
    for (const auto& [key, text] : after.table(table))
      stroke.setRecord(table, key, text);
  }
  return stroke.finish();
}

} // namespace hotchkiss
