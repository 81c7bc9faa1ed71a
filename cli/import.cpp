#include "cli/commands.h"
#include "cli/importreport.h"
#include "cli/importsources.h"
#include "cli/importstep.h"
#include "cli/importwatch.h"
#include "cli/support.h"
#include "importers/frame/frameimport.h"
#include "importers/recipe/stepediting.h"
#include "importers/scan/controlpoints.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/handwork.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <optional>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

struct RecipeOptions {
  std::string recipe;
  std::string folder;
  std::string review;
  unsigned threads = 0;
  bool asJson = false;
};

int runWhole(const RecipeOptions& options) {
  if (options.recipe.empty() || options.folder.empty())
    return complain(
        {"nothing to import", {}, 0, {}, "write hotchkiss import RECIPE.json -o DIR, or see hotchkiss import --help"});
  const Result<std::string> text = readTextFile(options.recipe);
  if (!text)
    return complain(text.error());
  const Result<Recipe> recipe = Recipe::read(*text);
  if (!recipe)
    return complain(recipe.error());
  RecipeSettings settings;
  settings.folder = std::filesystem::path(options.recipe).parent_path();
  settings.outputFolder = options.folder;
  const Result<RecordTable> sources = sourcesBeside(options.recipe);
  if (!sources)
    return complain(sources.error());
  settings.sources = *sources;
  std::error_code ignored;
  std::filesystem::create_directories(options.folder, ignored);
  const Result<FolderLock> lock = FolderLock::acquire(options.folder);
  if (!lock)
    return complain(lock.error());
  // The module as it was: in the target folder, or where the recipe came from.
  const Result<ModuleFiles> before = readModuleFolder(options.folder, &*lock);
  if (!before)
    return complain(before.error());
  std::optional<OpenedModule> old;
  const bool targetIsModule = std::filesystem::exists(std::filesystem::path(options.folder) / "module.json", ignored);
  const std::filesystem::path from = targetIsModule ? std::filesystem::path(options.folder) : settings.folder;
  if (std::filesystem::exists(from / "module.json", ignored)) {
    Result<OpenedModule> opened = openModule(from.empty() ? "." : from.string());
    if (!opened)
      return complain(opened.error());
    old.emplace(std::move(*opened));
    settings.old = &old->module.document;
  }
  std::optional<Result<RecipeRun>> run;
  {
    ImportWatch watch("import");
    settings.task = watch.task();
    settings.task.threads = options.threads;
    run.emplace(runRecipe(*recipe, settings));
  }
  if (!*run)
    return complain(run->error());
  const ModuleFiles files = writeModule((*run)->document);
  const Result<LoadedModule> check = readModule(files);
  if (!check)
    return complain(check.error());
  if (const Outcome saved = saveModuleFolder(options.folder, files, generationOf(*before)); !saved)
    return complain(saved.error());
  ImportSummary summary;
  summary.module = options.folder;
  summary.extent = (*run)->document.extent();
  summary.steps = std::move((*run)->steps);
  summary.doubts = std::move((*run)->doubts);
  summary.handCells = (*run)->handCells;
  return finishImport(summary, options.asJson, options.review);
}

struct FitOptions {
  std::string module;
  std::string places;
  std::string crs;
  std::string model = "similarity";
  bool apply = false;
  bool asJson = false;
};

int runFit(const FitOptions& options) {
  std::optional<FolderLock> lock;
  if (options.apply) {
    Result<FolderLock> taken = FolderLock::acquire(options.module);
    if (!taken)
      return complain(taken.error());
    lock.emplace(std::move(*taken));
  }
  Result<OpenedModule> opened = openModule(options.module);
  if (!opened)
    return complain(opened.error());
  const Result<std::string> text = readTextFile(options.places);
  if (!text)
    return complain(text.error());
  Document& document = opened->module.document;
  std::string crs = options.crs;
  if (crs.empty())
    if (const Result<Frame> frame = frameOf(document))
      crs = frame->crs;
  if (crs.empty())
    return complain({"the map has no CRS", {}, 0, {}, "give --crs, such as EPSG:26918"});
  Result<std::vector<KnownPlace>> places = readKnownPlaces(*text, options.places, numberingOf(document), crs);
  if (!places)
    return complain(places.error());
  const Result<FrameFit> fit =
      fitFrame(document.lattice(), crs, *places, options.model == "affine" ? FitModel::Affine : FitModel::Similarity);
  if (!fit)
    return complain(fit.error());
  if (options.apply) {
    document.setRecord("module", {"frame", "map"}, frameRecord(fit->frame).dump());
    if (isImported(document)) // a rebuild is to lie where the map now lies
      if (const Result<RecordTable> rows = recipeRowsOf(document))
        document.setRecord("import", {"frame", "map"}, rows->at({"frame", "map"}));
    if (const Outcome saved = saveModuleFolder(options.module, writeModule(document), generationOf(opened->files));
        !saved)
      return complain(saved.error());
  }
  const Numbering numbering = numberingOf(document);
  FitSummary summary;
  summary.fit = *fit;
  for (const KnownPlace& place : *places)
    summary.labels.push_back(numbering.label(place.hex));
  summary.places = std::move(*places);
  summary.writtenTo = options.apply ? options.module : std::string();
  return finishFit(summary, options.asJson);
}

} // namespace

void addImport(CLI::App& app, int& status) {
  auto options = std::make_shared<RecipeOptions>();
  CLI::App* command = app.add_subcommand("import", "Build a map from elevation models, vectors and scans");
  command->add_option("RECIPE", options->recipe, "Recipe (import.json); its sources.json lies beside it");
  command->add_option("-o,--output", options->folder, "Module folder to make or to make anew; hand work in it is kept");
  command->add_option("--review", options->review, "Write the review list to this file");
  command->add_option("--threads", options->threads, "Threads to use (default: all cores)");
  command->add_flag("--json", options->asJson, "Print JSON");
  command->require_subcommand(0, 1);
  addStepImports(*command, status);
  addOobImport(*command, status);
  auto fit = std::make_shared<FitOptions>();
  CLI::App* fitting = command->add_subcommand("frame-fit", "Lay the lattice over places that are known by label");
  fitting->add_option("X", fit->module, "Module folder")->required();
  fitting->add_option("PLACES", fit->places, "CSV with name, lon, lat (or x, y) and hex")->required();
  fitting->add_option("--crs", fit->crs, "CRS of the map (default: its own)");
  fitting->add_option("--model", fit->model, "similarity or affine")->check(CLI::IsMember({"similarity", "affine"}));
  fitting->add_flag("--apply", fit->apply, "Write the frame to module.json");
  fitting->add_flag("--json", fit->asJson, "Print JSON");
  fitting->callback([fit, &status] { status = runFit(*fit); });
  command->callback([command, options, &status] {
    if (command->get_subcommands().empty())
      status = runWhole(*options);
  });
}

} // namespace hotchkiss::cli
