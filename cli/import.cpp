#include "cli/commands.h"
#include "cli/importreport.h"
#include "cli/importsources.h"
#include "cli/support.h"
#include "importers/frame/frameimport.h"
#include "importers/recipe/recipe.h"
#include "importers/scan/controlpoints.h"
#include "importers/source/projection.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/folder.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

std::atomic<bool> gCancel{false};

/// Shows a bar while work goes on; Ctrl-C stops it cleanly.
class Watch {
 public:
  explicit Watch(std::string_view work) : mProgress(work) {
    gCancel = false;
    mOld = std::signal(SIGINT, [](int) { gCancel = true; });
  }
  ~Watch() { std::signal(SIGINT, mOld); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  Task task() {
    Task out;
    out.cancel = &gCancel;
    out.progress = [this](std::string_view what, double done) {
      const int percent = static_cast<int>(done * 100);
      if (percent == mLast && what == mWhat)
        return;
      mLast = percent;
      mWhat = what;
      constexpr int kWide = 30;
      std::string bar(static_cast<std::size_t>(kWide * percent / 100), '#');
      bar.resize(kWide, '.');
      mProgress.step(std::string(what) + " [" + bar + "] " + std::to_string(percent) + " %");
    };
    return out;
  }

 private:
  Progress mProgress;
  void (*mOld)(int) = nullptr;
  int mLast = -1;
  std::string mWhat;
};

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
    Watch watch("import");
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

struct StepOptions {
  std::string kind;
  std::string module;
  std::string file;
  std::string as;
  std::vector<std::string> set;
  std::string points;
  std::string licence;
  std::string crs;
  std::string review;
  bool dryRun = false;
  bool asJson = false;
};

/// "levels.interval=6.1" into the parameters: the value is JSON if it reads as JSON, otherwise a text.
Outcome setMember(json& parameters, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return Error{"\"" + text + "\" sets nothing", {}, 0, {}, "write NAME=VALUE, such as levels.interval=6.1"};
  json value = json::parse(text.substr(equals + 1), nullptr, false);
  if (value.is_discarded())
    value = text.substr(equals + 1);
  json* at = &parameters;
  const std::string path = text.substr(0, equals);
  const std::vector<std::string_view> names = splitText(path, '.');
  for (const std::string_view name : names) {
    if (!at->is_null() && !at->is_object())
      return Error{"\"" + text + "\" sets a member of something that has none", {}, 0, {}, {}};
    at = &(*at)[std::string(name)];
  }
  *at = std::move(value);
  return success();
}

Result<Recipe::Step> stepFrom(const StepOptions& options, RecordTable& sources) {
  const std::string kind = options.kind == "dem" ? "elevation" : options.kind;
  const auto addSource = [&](const std::string& file) {
    std::string id;
    for (const char c : std::filesystem::path(file).stem().string())
      id += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c
            : (c >= 'A' && c <= 'Z')                         ? static_cast<char>(c - 'A' + 'a')
                                                             : '-';
    while (!id.empty() && id.front() == '-')
      id.erase(0, 1);
    json row{{"title", std::filesystem::path(file).filename().string()}, {"file", file}};
    if (!options.licence.empty())
      row["licence"] = options.licence;
    if (!options.crs.empty())
      row["crs"] = options.crs;
    id = id.empty() ? "source" : id;
    const std::string base = id; // a picture and its control points often share a name
    for (int n = 2; sources.contains({"source", id}); ++n)
      id = base + "-" + std::to_string(n);
    sources[{"source", id}] = row.dump();
    return id;
  };
  const std::string sourceId = addSource(options.file);
  json parameters{{"source", sourceId}};
  if (!options.points.empty())
    parameters["points"] = addSource(options.points);
  if (!options.as.empty()) {
    const std::size_t colon = options.as.find(':');
    const std::string member = kind == "rivers"    ? "feature"
                               : kind == "paths"   ? "path"
                               : kind == "places"  ? "place"
                               : kind == "regions" ? "region"
                                                   : "terrain";
    json row{{member, options.as.substr(0, colon)}};
    if (colon != std::string::npos)
      row["class"] = options.as.substr(colon + 1);
    if (kind == "regions")
      parameters[member] = row[member];
    else
      parameters["classes"] = json::array({row});
  }
  for (const std::string& one : options.set)
    if (const Outcome good = setMember(parameters, one); !good)
      return good.error();
  // The schema of recipes judges single steps too.
  const Result<Recipe> recipe = Recipe::read(
      json{{"formatVersion", 1}, {"kind", "import"}, {"rows", {{kind, sourceId, parameters}, json::array()}}}.dump());
  if (!recipe)
    return recipe.error();
  return recipe->steps().at(0);
}

int runSingle(const StepOptions& options) {
  std::optional<FolderLock> lock;
  if (!options.dryRun) {
    Result<FolderLock> taken = FolderLock::acquire(options.module);
    if (!taken)
      return complain(taken.error());
    lock.emplace(std::move(*taken));
  }
  Result<OpenedModule> opened = openModule(options.module);
  if (!opened)
    return complain(opened.error());
  if (opened->isPackage)
    return complain(
        {options.module + " is a package, and packages are not edited", {}, 0, {}, "give the module folder"});
  RecipeSettings settings;
  RecordTable sources;
  const Result<Recipe::Step> step = stepFrom(options, sources);
  if (!step)
    return complain(step.error());
  settings.sources = sources;
  settings.outputFolder = options.dryRun ? std::string() : options.module;
  std::optional<Result<Imported>> imported;
  {
    Watch watch("import");
    settings.task = watch.task();
    imported.emplace(runStep(opened->module.document, *step, settings));
  }
  if (!*imported)
    return complain(imported->error());
  Document& document = opened->module.document;
  if (!options.dryRun) {
    for (const auto& [key, text] : sources)
      if (document.record("sources", key) == nullptr)
        document.setRecord("sources", key, text);
    (*imported)->edit.apply(document);
    if (const Outcome saved = saveModuleFolder(options.module, writeModule(document), generationOf(opened->files));
        !saved)
      return complain(saved.error());
  }
  ImportSummary summary;
  summary.module = options.module;
  summary.extent = document.extent();
  summary.changed = (*imported)->edit.size();
  summary.doubts = (*imported)->doubts;
  summary.steps.push_back({step->kind, step->id, std::move(**imported)});
  summary.dryRun = options.dryRun;
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

void addSingle(CLI::App& parent, const std::string& kind, const std::string& what, int& status) {
  auto options = std::make_shared<StepOptions>();
  options->kind = kind;
  CLI::App* command = parent.add_subcommand(kind, what);
  command->add_option("X", options->module, "Module folder, tied to the ground")->required();
  command->add_option("FILE", options->file, "Source file")->required();
  if (kind == "scan")
    command->add_option("POINTS", options->points, "Control points: QGIS .points or CSV")->required();
  else if (kind != "dem")
    command->add_option("--as", options->as, "Kind that everything becomes, such as creek or stream:ordinary");
  command->add_option("--set", options->set, "Member of the step, NAME=VALUE; see docs/digitising.md");
  command->add_option("--crs", options->crs, "CRS of the file, if it does not say");
  command->add_option("--licence", options->licence, "Licence of the file, for sources.json");
  command->add_option("--review", options->review, "Write the review list to this file");
  command->add_flag("--dry-run", options->dryRun, "Say what would change and change nothing");
  command->add_flag("--json", options->asJson, "Print JSON");
  command->callback([options, &status] { status = runSingle(*options); });
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
  addSingle(*command, "dem", "Heights from an elevation model", status);
  addSingle(*command, "cover", "Terrain from a class raster or polygons", status);
  addSingle(*command, "rivers", "Lines to chains of hexsides", status);
  addSingle(*command, "paths", "Lines to paths from hex to hex", status);
  addSingle(*command, "places", "Points to places", status);
  addSingle(*command, "regions", "Areas to regions and borders", status);
  addSingle(*command, "scan", "Lay a scanned map under the hexes", status);
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
