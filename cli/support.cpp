#include "cli/support.h"

#include "cli/commands.h"
#include "libscenario/module/folder.h"
#include "libscenario/package/package.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace hotchkiss::cli {

Result<OpenedModule> openModule(const std::string& path) {
  OpenedModule out;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    Result<ModuleFiles> files = readModuleFolder(path);
    if (!files)
      return files.error();
    out.files = std::move(*files);
  } else if (!std::filesystem::exists(path, ignored)) {
    return Error{path + " does not exist", {}, 0, {}, "give a module folder or a package (.hkp)"};
  } else {
    Result<OpenedPackage> package = openPackage(std::filesystem::path(path));
    if (!package)
      return Error{package.error().text(), path, 0, {}, {}};
    out.files = std::move(package->files);
    out.packageLevel = package->level;
    out.packageScenario = package->scenario;
    out.isPackage = true;
  }
  Result<LoadedModule> module = readModule(out.files);
  if (!module)
    return module.error();
  out.module = std::move(*module);
  return out;
}

int complain(const Error& error) {
  std::cerr << "hotchkiss: " << error.text() << "\n";
  return kUnusable;
}

Result<std::string> readTextFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error{path + " cannot be read", {}, 0, {}, {}};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Outcome writeTextFile(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".part";
  std::error_code problem;
  if (const auto parent = std::filesystem::path(path).parent_path(); !parent.empty())
    std::filesystem::create_directories(parent, problem);
  {
    std::ofstream out(temporary, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!out.flush())
      return Error{path + " cannot be written", {}, 0, {}, "is the folder writable and the disk not full?"};
  }
  std::filesystem::rename(temporary, path, problem);
  if (problem)
    return Error{path + " cannot be written: " + problem.message(), {}, 0, {}, {}};
  return success();
}

Progress::Progress(std::string_view work) : mWork(work), mOnTerminal(isatty(STDERR_FILENO) == 1) {}

void Progress::step(std::string_view what) {
  if (mOnTerminal)
    std::cerr << "\r\033[K" << mWork << ": " << what << std::flush;
}

Progress::~Progress() {
  if (mOnTerminal)
    std::cerr << "\r\033[K" << std::flush;
}

} // namespace hotchkiss::cli
