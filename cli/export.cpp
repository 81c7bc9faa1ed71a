#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/package/package.h"
#include "libscenario/scenario/onescenario.h"
#include "libscenario/validation/scenariofindings.h"
#include "libterrain/base/text.h"

#include <iostream>

namespace hotchkiss::cli {

namespace {

struct ExportOptions {
  std::string path;
  std::string out;
  std::string level = "draft";
  std::string scenario;
};

int run(const ExportOptions& options) {
  Progress progress("export package");
  progress.step("reading");
  Result<OpenedModule> opened = openModule(options.path);
  if (!opened)
    return complain(opened.error());
  if (!options.scenario.empty()) {
    Result<LoadedModule> one = withOneScenario(opened->module.document, options.scenario);
    if (!one)
      return complain(one.error());
    std::vector<Finding> ofFiles = std::move(opened->module.findings); // rows that were left out when they were read
    std::erase_if(ofFiles, [&](const Finding& finding) {
      const std::string file = scenarioOfFile(finding.place.file);
      return !file.empty() && file != options.scenario;
    });
    one->findings.insert(one->findings.end(), ofFiles.begin(), ofFiles.end());
    opened->module = std::move(*one);
    opened->files = writeModule(opened->module.document);
  }
  progress.step("validating");
  const Level level = *levelFromText(options.level);
  const std::vector<Finding> all = validate(opened->module);
  const std::vector<Finding> findings = options.scenario.empty() ? all : findingsFor(options.scenario, all);
  std::vector<Finding> blocking;
  for (const Finding& finding : findings)
    if (blocks(finding, level))
      blocking.push_back(finding);
  if (!blocking.empty()) {
    blocking = grouped(blocking);
    locateFindings(blocking, opened->files);
    std::cerr << findingsAsText(blocking) << "hotchkiss: these findings stand between "
              << (options.scenario.empty() ? "the module" : "the scenario " + options.scenario)
              << " and a package of level " << options.level << "\n";
    return kFindings;
  }
  progress.step("packing");
  const Result<std::string> package = makePackage(opened->module.document, level, findings, options.scenario);
  if (!package)
    return complain(package.error());
  if (const Outcome outcome = writeTextFile(options.out, *package); !outcome)
    return complain(outcome.error());
  std::cout << "wrote " << options.out << ", level " << options.level << ", "
            << (options.scenario.empty() ? "" : "for the scenario " + options.scenario + ", ")
            << countOf(package->size(), "byte", "bytes") << "\n";
  return kClean;
}

} // namespace

void addExport(CLI::App& app, int& status) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* group = app.add_subcommand("export", "Write a module for other programs");
  group->require_subcommand(1);
  CLI::App* command = group->add_subcommand("package", "A package (.hkp) with the ruleset embedded");
  command->add_option("X", options->path, "Module folder or package")->required();
  command->add_option("-o,--output", options->out, "File to write")->required();
  command->add_option("--level", options->level, "draft, map or playable")
      ->check(CLI::IsMember({"draft", "map", "playable"}))
      ->capture_default_str();
  command->add_option("--scenario", options->scenario, "Only this scenario; the level is meant for it");
  command->callback([options, &status] { status = run(*options); });
  addOobExport(*group, status);
  addPictures(*group, status);
  addCounters(*group, status);
}

} // namespace hotchkiss::cli
