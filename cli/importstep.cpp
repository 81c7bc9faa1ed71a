#include "cli/importstep.h"

#include "cli/importreport.h"
#include "cli/importsources.h"
#include "cli/importwatch.h"
#include "cli/support.h"
#include "importers/recipe/stepediting.h"
#include "libscenario/module/folder.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

struct StepOptions {
  std::string kind;
  std::string module;
  std::string file;
  std::string as;
  std::string step;
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

/// What "--as creek" or "--as stream:ordinary" means for a kind of step.
void setKind(json& parameters, const std::string& kind, const std::string& as) {
  const std::size_t colon = as.find(':');
  const std::string member = kind == "rivers"    ? "feature"
                             : kind == "paths"   ? "path"
                             : kind == "places"  ? "place"
                             : kind == "regions" ? "region"
                                                 : "terrain";
  json row{{member, as.substr(0, colon)}};
  if (colon != std::string::npos)
    row["class"] = as.substr(colon + 1);
  if (kind == "regions")
    parameters[member] = row[member];
  else
    parameters["classes"] = json::array({row});
}

/// The step's name in the recipe. The same file and layer imported again is the same step, and replaces itself; another
/// layer, or another kind of step, gets a name of its own, because a step owns what it made by its name.
std::string stepIdFor(const Document& module, const std::string& kind, const json& parameters) {
  const std::string source = parameters.at("source").get<std::string>();
  const std::string layer = parameters.value("layer", "");
  const std::string base = source + (layer.empty() ? "" : "-" + idFromName(layer));
  const auto isFree = [&](const std::string& id) {
    for (const auto& [key, text] : module.table("import")) {
      if (key.id != id || key.section == "sheet" || key.section == "module" || key.section == "frame")
        continue;
      const json present = json::parse(text, nullptr, false);
      const bool same = key.section == kind && present.is_object() && present.value("source", json()) == source &&
                        present.value("layer", "") == layer;
      if (!same)
        return false;
    }
    return true;
  };
  if (isFree(base))
    return base;
  std::string id = base + "-" + kind;
  for (int n = 2; !isFree(id); ++n)
    id = base + "-" + kind + "-" + std::to_string(n);
  return id;
}

Result<StepWish> wishFrom(const StepOptions& options, const Document& module) {
  const std::string kind = options.kind == "dem" ? "elevation" : options.kind;
  StepWish wish;
  const auto add = [&](const std::string& file, const std::string& crs) {
    auto [id, row] = sourceRowFor(module, options.module, file, wish.sources);
    json record = json::parse(row);
    if (!options.licence.empty())
      record["licence"] = options.licence;
    if (!crs.empty())
      record["crs"] = crs;
    wish.sources[{"source", id}] = record.dump();
    return id;
  };
  json parameters{{"source", add(options.file, options.crs)}};
  if (!options.points.empty())
    parameters["points"] = add(options.points, {});
  if (!options.as.empty())
    setKind(parameters, kind, options.as);
  for (const std::string& one : options.set)
    if (const Outcome good = setMember(parameters, one); !good)
      return good.error();
  wish.step = {kind, options.step.empty() ? stepIdFor(module, kind, parameters) : options.step, parameters.dump()};
  return wish;
}

/// Doubts of one step, and of what lies under all of them.
std::vector<Doubt> doubtsOf(const std::vector<Doubt>& doubts, const std::string& step) {
  std::vector<Doubt> out;
  for (const Doubt& doubt : doubts)
    if (doubt.step == step || doubt.step == "sources" || doubt.step == "frame")
      out.push_back(doubt);
  return out;
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
  Document& document = opened->module.document;
  const Result<StepWish> wish = wishFrom(options, document);
  if (!wish)
    return complain(wish.error());
  RecipeSettings settings;
  settings.folder = options.module;
  settings.outputFolder = options.dryRun ? std::string() : options.module;
  std::optional<Result<ImportPreview>> preview;
  {
    ImportWatch watch("import");
    settings.task = watch.task();
    preview.emplace(previewStep(document, *wish, settings));
  }
  if (!*preview)
    return complain(preview->error());
  ImportPreview& imported = **preview;
  if (!options.dryRun) {
    imported.edit.apply(document);
    if (const Outcome saved = saveModuleFolder(options.module, writeModule(document), generationOf(opened->files));
        !saved)
      return complain(saved.error());
  }
  ImportSummary summary;
  summary.module = options.module;
  summary.extent = document.extent();
  summary.changed = imported.edit.size();
  summary.doubts = doubtsOf(imported.doubts, wish->step.id);
  for (StepOutcome& step : imported.steps)
    if (step.kind == wish->step.kind && step.id == wish->step.id)
      summary.steps.push_back(std::move(step));
  summary.notice = imported.notice;
  summary.dryRun = options.dryRun;
  return finishImport(summary, options.asJson, options.review);
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
  command->add_option("--step", options->step, "Name of the step in import.json (default: that of the source)");
  command->add_option("--crs", options->crs, "CRS of the file, if it does not say");
  command->add_option("--licence", options->licence, "Licence of the file, for sources.json");
  command->add_option("--review", options->review, "Write the review list to this file");
  command->add_flag("--dry-run", options->dryRun, "Say what would change and change nothing");
  command->add_flag("--json", options->asJson, "Print JSON");
  command->callback([options, &status] { status = runSingle(*options); });
}

} // namespace

void addStepImports(CLI::App& parent, int& status) {
  addSingle(parent, "dem", "Heights from an elevation model", status);
  addSingle(parent, "cover", "Terrain from a class raster or polygons", status);
  addSingle(parent, "rivers", "Lines to chains of hexsides", status);
  addSingle(parent, "paths", "Lines to paths from hex to hex", status);
  addSingle(parent, "places", "Points to places", status);
  addSingle(parent, "regions", "Areas to regions and borders", status);
  addSingle(parent, "scan", "Lay a scanned map under the hexes", status);
}

} // namespace hotchkiss::cli
