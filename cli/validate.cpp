#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/module/folder.h"
#include "libscenario/scenario/onescenario.h"
#include "libscenario/validation/fixes.h"
#include "libscenario/validation/mechanism.h"
#include "libscenario/validation/scenariofindings.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/text.h"

#include <algorithm>
#include <iostream>

namespace hotchkiss::cli {

namespace {

struct ValidateOptions {
  std::string path;
  std::string format = "text";
  std::string level = "draft";
  std::string failOn = "error";
  bool all = false;
  bool fix = false;
  std::string scenario;
  std::vector<std::string> only;
  std::vector<std::string> except;
};

/// Whether some of these patterns fit.
bool fitsAny(const std::string& id, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return fitsPattern(id, pattern); });
}

/// A pattern that fits no check would silently hide what it was meant to show.
std::optional<Error> unknownPattern(const ValidateOptions& options, const CheckSet& checks) {
  for (const auto* patterns : {&options.only, &options.except})
    for (const std::string& pattern : *patterns) {
      const std::vector<CheckInfo>& list = checks.list();
      if (std::any_of(list.begin(), list.end(), [&](const CheckInfo& info) { return fitsPattern(info.id, pattern); }))
        continue;
      std::vector<std::string> known;
      known.reserve(list.size());
      for (const CheckInfo& info : list)
        known.push_back(info.id);
      const auto near = nearestWord(pattern, known);
      return Error{"no check of this module fits \"" + pattern + "\"",
                   {},
                   0,
                   {},
                   near ? "did you mean \"" + *near + "\"?" : "hotchkiss rules list names all checks"};
    }
  return std::nullopt;
}

std::vector<Finding> chosen(std::vector<Finding> findings, const ValidateOptions& options) {
  std::erase_if(findings, [&](const Finding& finding) {
    return (!options.scenario.empty() && !concerns(finding, options.scenario)) ||
           (!options.only.empty() && !fitsAny(finding.check, options.only)) || fitsAny(finding.check, options.except);
  });
  return findings;
}

/// Applies what a machine can put right as one edit and saves the folder. Says what it did.
Outcome fixFolder(const ValidateOptions& options, OpenedModule& opened, std::ostream& says) {
  if (opened.isPackage)
    return Error{options.path + " is a package, which nobody changes", {}, 0, {}, "fix the module folder it came from"};
  const Result<FolderLock> lock = FolderLock::acquire(options.path);
  if (!lock)
    return lock.error();
  const Result<std::shared_ptr<const CheckBasis>> basis = CheckBasis::of(opened.module.document);
  if (!basis)
    return success(); // the finding will say so
  Document& document = opened.module.document;
  const Fixes fixes =
      fixFindings(document, (*basis)->ruleset, *(*basis)->checks, chosen(validate(opened.module), options));
  for (const std::string& done : fixes.done)
    says << "fixed: " << done << "\n";
  if (fixes.done.empty()) {
    says << "nothing to fix\n";
    return success();
  }
  const ModuleFiles files = writeModule(document);
  Result<LoadedModule> again = readModule(files);
  if (!again)
    return again.error();
  if (Outcome outcome = saveModuleFolder(options.path, files, generationOf(opened.files)); !outcome)
    return outcome;
  opened.module = std::move(*again);
  opened.files = files;
  return success();
}

int run(ValidateOptions options) {
  Result<OpenedModule> opened = [&] {
    Progress progress("validate");
    progress.step("reading " + options.path);
    return openModule(options.path);
  }();
  if (!opened)
    return complain(opened.error());
  const Level level = *levelFromText(options.level);
  if (options.scenario.empty())
    options.scenario = opened->packageScenario; // that is what the level of such a package means
  if (!options.scenario.empty())
    if (const Outcome known = hasScenario(opened->module.document, options.scenario); !known)
      return complain(known.error());
  if (!options.only.empty() || !options.except.empty())
    if (const Result<std::shared_ptr<const CheckBasis>> basis = CheckBasis::of(opened->module.document))
      if (const std::optional<Error> error = unknownPattern(options, *(*basis)->checks))
        return complain(*error);
  if (options.fix)
    if (const Outcome outcome = fixFolder(options, *opened, options.format == "text" ? std::cout : std::cerr); !outcome)
      return complain(outcome.error());
  const std::vector<Finding> all = chosen(validate(opened->module), options);
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
    std::cout << findingsAsSarif(shown, opened->isPackage ? std::string() : options.path,
                                 checksOf(opened->module.document));
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
  command->add_option("--scenario", options->scenario, "Judge the module for this scenario alone, with its own army");
  command->add_option("--fail-on", options->failOn, "Least severity that gives exit code 1")
      ->check(CLI::IsMember({"error", "warning"}))
      ->capture_default_str();
  command->add_flag("--all", options->all, "List every place of a finding instead of counting, and what is approved");
  command->add_option("--only", options->only, "Ids of checks to report, such as GCACW-V10 or GCACW-*")->delimiter(',');
  command->add_option("--except", options->except, "Ids of checks to leave out")->delimiter(',');
  command->add_flag("--fix", options->fix, "Put right what a machine can, in one step, and say what was done");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
