#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/diff/readablefile.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/rowscanner.h"

#include <filesystem>
#include <iostream>
#include <sys/wait.h>
#include <unistd.h>

namespace hotchkiss::cli {

namespace {

constexpr const char* kBegin = "# hotchkiss git-setup: begin\n";
constexpr const char* kEnd = "# hotchkiss git-setup: end\n";

/// Which files of a module git shows in words and merges by records. A repository may hold several modules, each with
/// its own labels; hence the name of the driver.
std::string attributesFor(const std::string& driver) {
  std::string out = kBegin;
  for (const char* files : {"module.json", "map/*.json", "oob.json", "scenarios/*.json", "overlay.json", "sources.json",
                            "import.json", "approvals.json", "ruleset/*.json"})
    out += std::string(files) + " diff=" + driver + " merge=hotchkiss\n";
  return out + ".hotchkiss/ export-ignore\n" + kEnd;
}

/// The text with our block in it, in place of an older one.
std::string withBlock(std::string text, const std::string& block) {
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = begin == std::string::npos ? begin : text.find(kEnd, begin);
  if (end != std::string::npos)
    return text.replace(begin, end + std::string_view(kEnd).size() - begin, block);
  if (!text.empty() && !text.ends_with('\n'))
    text += '\n';
  return text + block;
}

/// Runs git with arguments, without a shell.
int runGit(const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments)
      argv.push_back(const_cast<char*>(argument.c_str())); // execvp takes them so and does not change them
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  int result = 0;
  if (child < 0 || waitpid(child, &result, 0) < 0 || !WIFEXITED(result))
    return -1;
  return WEXITSTATUS(result);
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The path in a module of the kind of file that a text is.
std::string pathOfKind(const std::string& text) {
  std::string kind;
  const Outcome ignored = scanRows(
      text,
      [&](std::string_view name, std::string_view value, long) {
        if (name == "kind" && value.size() > 2)
          kind = value.substr(1, value.size() - 2);
        return success();
      },
      [](const RawRow&) -> Outcome { return success(); });
  static_cast<void>(ignored);
  if (kind == "scenario")
    return "scenarios/scenario.json";
  for (const std::string& folder : {std::string(), std::string("map/"), std::string("ruleset/")}) {
    std::string path = folder + kind + ".json";
    if (recordFileAt(path) || path == kHexesPath || path == kEdgesPath || path == kVerticesPath)
      return path;
  }
  return {};
}

int readable(const std::string& file, const std::string& moduleFolder) {
  const Result<std::string> text = readTextFile(file);
  if (!text)
    return complain(text.error());
  std::optional<Numbering> numbering;
  if (const Result<std::string> head = readTextFile((std::filesystem::path(moduleFolder) / kModulePath).string()))
    if (const Result<LoadedModule> module = readModule({{kModulePath, *head}}))
      numbering = numberingOf(module->document);
  const std::string path = pathOfKind(*text);
  const Result<std::string> lines = readableFile(path, *text, numbering ? &*numbering : nullptr);
  // git shows what it is given: a file that we cannot read is better shown raw than not at all.
  std::cout << (lines ? *lines : *text);
  return kClean;
}

Outcome updateFile(const std::filesystem::path& path, const std::function<std::string(std::string)>& change) {
  std::error_code ignored;
  std::string before;
  if (std::filesystem::exists(path, ignored)) {
    const Result<std::string> present = readTextFile(path.string());
    if (!present)
      return present.error();
    before = *present;
  }
  const std::string after = change(before);
  return after == before ? success() : writeTextFile(path.string(), after);
}

int setUp(const std::string& folder) {
  std::error_code ignored;
  const std::filesystem::path module = std::filesystem::weakly_canonical(std::filesystem::absolute(folder), ignored);
  const Result<std::string> head = readTextFile((module / kModulePath).string());
  if (!head)
    return complain({"there is no module.json in " + folder, {}, 0, {}, "give the module folder"});
  const Result<LoadedModule> opened = readModule({{kModulePath, *head}});
  if (!opened)
    return complain(opened.error());
  const std::string driver = "hotchkiss-" + headOf(opened->document).id;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::string readable = quoted(program.string()) + " readable --module " + quoted(module.string());
  const std::string merge = quoted(program.string()) + " merge-file %O %A %B --path %P";
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"diff." + driver + ".textconv", readable},
                                                        {"diff." + driver + ".cachetextconv", "false"},
                                                        {"merge.hotchkiss.name", "records of Hotchkiss modules"},
                                                        {"merge.hotchkiss.driver", merge}})
    if (runGit({"git", "-C", module.string(), "config", name, value}) != 0)
      return complain(
          {folder + " is not in a git repository, or git is not installed", {}, 0, {}, "run git init first"});
  if (const Outcome outcome =
          updateFile(module / ".gitattributes",
                     [&](std::string text) { return withBlock(std::move(text), attributesFor(driver)); });
      !outcome)
    return complain(outcome.error());
  if (const Outcome outcome = updateFile(module / ".gitignore",
                                         [](std::string text) {
                                           if (text.find(".hotchkiss/") != std::string::npos)
                                             return text;
                                           if (!text.empty() && !text.ends_with('\n'))
                                             text += '\n';
                                           return text + ".hotchkiss/\n";
                                         });
      !outcome)
    return complain(outcome.error());
  std::cout << "git now shows the differences of " << folder
            << " in words and merges it by records; commit .gitattributes and .gitignore\n";
  return kClean;
}

} // namespace

void addGitSetup(CLI::App& app, int& status) {
  auto folder = std::make_shared<std::string>(".");
  CLI::App* setup =
      app.add_subcommand("git-setup", "Let git show differences of a module in words and merge it by records");
  setup->add_option("DIR", *folder, "Module folder")->capture_default_str();
  setup->callback([folder, &status] { status = setUp(*folder); });

  auto file = std::make_shared<std::string>();
  auto module = std::make_shared<std::string>(".");
  CLI::App* command =
      app.add_subcommand("readable", "Print one file of a module in words (what git-setup makes git call)");
  command->add_option("FILE", *file, "File of a module")->required();
  command->add_option("--module", *module, "Module folder that gives the labels")->capture_default_str();
  command->callback([file, module, &status] { status = readable(*file, *module); });
}

} // namespace hotchkiss::cli
