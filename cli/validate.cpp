#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/validation/validator.h"

#include <iostream>

namespace hotchkiss::cli {

namespace {

struct ValidateOptions {
  std::string path;
  std::string format = "text";
  std::string level = "draft";
  std::string failOn = "error";
  bool all = false;
};

int run(const ValidateOptions& options) {
  const Result<OpenedModule> opened = [&] {
    Progress progress("validate");
    progress.step("reading " + options.path);
    return openModule(options.path);
  }();
  if (!opened)
    return complain(opened.error());
  const Level level = *levelFromText(options.level);
  const std::vector<Finding> all = validate(opened->module);
  std::vector<Finding> shown = all;
  // A person wants to see what is left to do; programs get everything and can tell what is approved.
  std::size_t approvedApart = 0;
  if (options.format == "text" && !options.all)
    approvedApart = std::erase_if(shown, [](const Finding& finding) { return !finding.approval.empty(); });
  if (!options.all)
    shown = grouped(shown);
  locateFindings(shown, opened->files);
  if (options.format != "text")
    addFingerprints(opened->module.document, shown);
  if (options.format == "json")
    std::cout << findingsAsJson(shown);
  else if (options.format == "sarif")
    std::cout << findingsAsSarif(shown, opened->isPackage ? std::string() : options.path);
  else
    std::cout << findingsAsText(shown, approvedApart);
  for (const Finding& finding : all) {
    const bool strict = options.failOn == "warning" && finding.severity != Severity::Note &&
                        finding.checkClass == CheckClass::Integrity && finding.approval.empty();
    if (blocks(finding, level) || strict)
      return kFindings;
  }
  return kClean;
}

} // namespace

void addValidate(CLI::App& app, int& status) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command = app.add_subcommand("validate", "Check a module or package against its ruleset");
  command->add_option("X", options->path, "Module folder or package")->required();
  command->add_option("--format", options->format, "text, json or sarif")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->capture_default_str();
  command->add_option("--level", options->level, "Level to reach: draft, map or playable")
      ->check(CLI::IsMember({"draft", "map", "playable"}))
      ->capture_default_str();
  command->add_option("--fail-on", options->failOn, "Least severity that gives exit code 1")
      ->check(CLI::IsMember({"error", "warning"}))
      ->capture_default_str();
  command->add_flag("--all", options->all, "List every place of a finding instead of counting, and what is approved");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
