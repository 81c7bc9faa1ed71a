#pragma once

#include "libscenario/module/modulefiles.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/result.h"

#include <filesystem>
#include <string>

namespace hotchkiss {

/// The bytes of a package (.hkp): the module's files, the effective ruleset, and a manifest with the digest of each.
/// The same module gives the same bytes. Findings must have been looked at before: they are only recorded here.
/// `scenario`: the one that it was made for, when the level is that of one scenario.
Result<std::string> makePackage(const Document& document, Level level, const std::vector<Finding>& findings,
                                const std::string& scenario = {});

struct OpenedPackage {
  ModuleFiles files; ///< module and ruleset, manifest left out
  std::string level;
  std::string scenario; ///< that the level is meant for; empty: the whole module
  std::string validator;
};

/// Reads a package and verifies everything in it.
Result<OpenedPackage> openPackage(const std::filesystem::path& file);
Result<OpenedPackage> openPackage(std::string_view bytes);

} // namespace hotchkiss
