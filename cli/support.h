#pragma once

#include "libscenario/module/modulefiles.h"
#include "libterrain/base/result.h"

#include <string>
#include <string_view>

namespace hotchkiss::cli {

struct OpenedModule {
  ModuleFiles files;
  LoadedModule module;
  bool isPackage = false;
  std::string packageLevel;
  std::string packageScenario; ///< that its level is meant for
};

/// Opens a module folder or a package.
Result<OpenedModule> openModule(const std::string& path);

/// One sentence on stderr; the exit code for unusable input.
int complain(const Error& error);

Result<std::string> readTextFile(const std::string& path);
/// Writes beside the target and renames, so that a half-written file never has the target's name.
Outcome writeTextFile(const std::string& path, std::string_view text);

/// A progress line on a terminal; silent elsewhere.
class Progress {
 public:
  explicit Progress(std::string_view work);
  void step(std::string_view what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  std::string mWork;
  bool mOnTerminal;
};

} // namespace hotchkiss::cli
