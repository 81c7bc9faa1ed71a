#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/diff/moduledifference.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/handwork.h"
#include "libscenario/module/scriptededits.h"

#include <iostream>

namespace hotchkiss::cli {

namespace {

struct ApplyOptions {
  std::string path;
  std::string script;
  bool dryRun = false;
};

int run(const ApplyOptions& options) {
  const Result<std::string> script = readTextFile(options.script);
  if (!script)
    return complain(script.error());
  std::optional<FolderLock> lock;
  if (!options.dryRun) {
    Result<FolderLock> taken = FolderLock::acquire(options.path);
    if (!taken)
      return complain(taken.error());
    lock.emplace(std::move(*taken));
  }
  Result<OpenedModule> opened = openModule(options.path);
  if (!opened)
    return complain(opened.error());
  if (opened->isPackage)
    return complain({options.path + " is a package, and packages are not edited", {}, 0, {}, "give the module folder"});
  const Document before = opened->module.document;
  const Result<Edit> edit = applyScript(opened->module.document, *script);
  if (!edit) {
    Error error = edit.error();
    if (error.file.empty())
      error.file = options.script;
    return complain(error);
  }
  rememberHandWork(opened->module.document, *edit);
  std::cout << toText(differenceOf(before, opened->module.document));
  if (options.dryRun)
    return kClean;
  if (const Outcome outcome =
          saveModuleFolder(options.path, writeModule(opened->module.document), generationOf(opened->files));
      !outcome)
    return complain(outcome.error());
  return kClean;
}

} // namespace

void addApply(CLI::App& app, int& status) {
  auto options = std::make_shared<ApplyOptions>();
  CLI::App* command = app.add_subcommand("apply", "Apply a script of edits, all or nothing");
  command->add_option("X", options->path, "Module folder")->required();
  command->add_option("EDITS", options->script, "Edits as JSON, see docs/formats.md")->required();
  command->add_flag("--dry-run", options->dryRun, "Say what would change and change nothing");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
