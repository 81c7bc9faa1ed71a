#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/merge/modulemerge.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/folder.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/text.h"

#include <filesystem>
#include <iostream>

namespace hotchkiss::cli {

namespace {

struct MergeOptions {
  std::string base;
  std::string ours;
  std::string theirs;
  std::string out;
  std::string prefer;
};

std::size_t errorsOf(const LoadedModule& module) {
  std::size_t count = 0;
  for (const Finding& finding : validate(module))
    count += blocks(finding, Level::Draft) ? 1U : 0U;
  return count;
}

int merge(const MergeOptions& options) {
  std::error_code ignored;
  if (std::filesystem::exists(options.out, ignored) && !std::filesystem::is_empty(options.out, ignored))
    return complain({options.out + " exists and is not empty", {}, 0, {}, "choose another folder"});
  const Result<OpenedModule> base = openModule(options.base);
  if (!base)
    return complain(base.error());
  const Result<OpenedModule> ours = openModule(options.ours);
  if (!ours)
    return complain(ours.error());
  const Result<OpenedModule> theirs = openModule(options.theirs);
  if (!theirs)
    return complain(theirs.error());
  const Result<MergedModule> merged =
      mergeModules(base->module.document, ours->module.document, theirs->module.document,
                   options.prefer == "theirs" ? Prefer::Theirs : Prefer::Ours);
  if (!merged)
    return complain(merged.error());
  std::cout << toText(merged->conflicts);
  if (!merged->conflicts.empty() && options.prefer.empty()) {
    std::cerr << "hotchkiss: " << countOf(merged->conflicts.size(), "conflict", "conflicts")
              << ", nothing written; settle them in one of the modules, or take one side with --prefer ours|theirs\n";
    return kFindings;
  }
  const ModuleFiles files = writeModule(merged->document);
  std::filesystem::create_directories(options.out, ignored);
  const Result<FolderLock> lock = FolderLock::acquire(options.out);
  if (!lock)
    return complain(lock.error());
  if (const Outcome outcome = saveModuleFolder(options.out, files, generationOf({})); !outcome)
    return complain(outcome.error());
  std::cout << "merged into " << options.out << "\n";
  const std::size_t errors = errorsOf({merged->document, {}, false});
  if (errors > std::max(errorsOf(ours->module), errorsOf(theirs->module))) {
    std::cout << "the sides do not fit together everywhere: " << countOf(errors, "error", "errors")
              << " now; run hotchkiss validate " << options.out << "\n";
    return kFindings;
  }
  return kClean;
}

struct FileOptions {
  std::string base;
  std::string ours;
  std::string theirs;
  std::string path;
};

/// The place inside its module of a file of a repository: "module/map/hexes.json" is map/hexes.json of "module".
std::pair<std::filesystem::path, std::string> splitPath(const std::string& path) {
  const std::filesystem::path whole(path);
  for (const std::filesystem::path& inside : {whole.parent_path().filename() / whole.filename(), whole.filename()}) {
    const std::string text = inside.generic_string();
    if (recordFileAt(text) || text == kHexesPath || text == kEdgesPath || text == kVerticesPath) {
      const bool isNested = inside.has_parent_path();
      return {isNested ? whole.parent_path().parent_path() : whole.parent_path(), text};
    }
  }
  return {whole.parent_path(), whole.filename().string()};
}

int mergeOneFile(const FileOptions& options) {
  const Result<std::string> base = readTextFile(options.base);
  const Result<std::string> ours = readTextFile(options.ours);
  const Result<std::string> theirs = readTextFile(options.theirs);
  for (const Result<std::string>* text : {&base, &ours, &theirs})
    if (!*text)
      return complain(text->error());
  const auto [folder, path] = splitPath(options.path);
  std::optional<Numbering> numbering;
  if (const Result<std::string> head = readTextFile((folder / kModulePath).string()))
    if (const Result<LoadedModule> module = readModule({{kModulePath, *head}}))
      numbering = numberingOf(module->document);
  const Result<MergedFile> merged =
      mergeFile(path, *base, *ours, *theirs, Prefer::Ours, numbering ? &*numbering : nullptr);
  if (!merged)
    return complain(merged.error());
  if (const Outcome outcome = writeTextFile(options.ours, merged->text); !outcome)
    return complain(outcome.error());
  std::cerr << toText(merged->conflicts);
  return merged->conflicts.empty() ? kClean : kFindings;
}

} // namespace

void addMerge(CLI::App& app, int& status) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command = app.add_subcommand(
      "merge", "Merge two modules that came from one; exit code 1 and a list if both changed the same");
  command->add_option("BASE", options->base, "Module folder or package that both came from")->required();
  command->add_option("OURS", options->ours, "Module folder or package of one side")->required();
  command->add_option("THEIRS", options->theirs, "Module folder or package of the other side")->required();
  command->add_option("-o,--output", options->out, "Folder to make")->required();
  command->add_option("--prefer", options->prefer, "ours or theirs: whose value stands where both changed the same")
      ->check(CLI::IsMember({"ours", "theirs"}));
  command->callback([options, &status] { status = merge(*options); });

  auto file = std::make_shared<FileOptions>();
  CLI::App* driver =
      app.add_subcommand("merge-file", "Merge one file of a module into OURS (what git-setup makes git call)");
  driver->add_option("BASE", file->base, "The file that both sides came from")->required();
  driver->add_option("OURS", file->ours, "The file of one side; gets the result")->required();
  driver->add_option("THEIRS", file->theirs, "The file of the other side")->required();
  driver->add_option("--path", file->path, "Its path, such as map/hexes.json")->required();
  driver->callback([file, &status] { status = mergeOneFile(*file); });
}

} // namespace hotchkiss::cli
