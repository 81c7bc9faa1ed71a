#pragma once

#include <CLI/CLI.hpp>

namespace hotchkiss::cli {

/// `hotchkiss import dem|cover|rivers|... X FILE`: one source on a module that is there.
void addStepImports(CLI::App& parent, int& status);

} // namespace hotchkiss::cli
