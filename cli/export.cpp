#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/package/package.h"
#include "libterrain/base/text.h"

#include <iostream>

namespace hotchkiss::cli {

namespace {

struct ExportOptions {
  std::string path;
  std::string out;
  std::string level = "draft";
};

int run(const ExportOptions& options) {
  Progress progress("export package");
  progress.step("reading");
  const Result<OpenedModule> opened = openModule(options.path);
  if (!opened)
    return complain(opened.error());
  progress.step("validating");
  const Level level = *levelFromText(options.level);
  const std::vector<Finding> findings = validate(opened->module);
  std::vector<Finding> blocking;
  for (const Finding& finding : findings)
    if (blocks(finding, level))
      blocking.push_back(finding);
  if (!blocking.empty()) {
    blocking = grouped(blocking);
    locateFindings(blocking, opened->files);
    std::cerr << findingsAsText(blocking)
              << "hotchkiss: these findings stand between the module and a package of level " << options.level << "\n";
    return kFindings;
  }
  progress.step("packing");
  const Result<std::string> package = makePackage(opened->module.document, level, findings);
  if (!package)
    return complain(package.error());
  if (const Outcome outcome = writeTextFile(options.out, *package); !outcome)
    return complain(outcome.error());
  std::cout << "wrote " << options.out << ", level " << options.level << ", "
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
  command->callback([options, &status] { status = run(*options); });
  addOobExport(*group, status);
  addPictures(*group, status);
  addCounters(*group, status);
}

} // namespace hotchkiss::cli
