#pragma once

#include <CLI/CLI.hpp>

namespace hotchkiss::cli {

// Exit codes of the contract in docs: stable.
inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;
inline constexpr int kUnusable = 2;

/// Each adds its subcommand; `status` receives the exit code when it ran.
void addNew(CLI::App& app, int& status);
void addInfo(CLI::App& app, int& status);
void addValidate(CLI::App& app, int& status);
void addApprove(CLI::App& app, int& status);
void addMerge(CLI::App& app, int& status);
void addInfer(CLI::App& app, int& status);
void addLocate(CLI::App& app, int& status);
void addApply(CLI::App& app, int& status);
void addExport(CLI::App& app, int& status);
/// Pictures, as subcommands of export.
void addPictures(CLI::App& group, int& status);
void addCounters(CLI::App& group, int& status);
void addDiff(CLI::App& app, int& status);
void addGitSetup(CLI::App& app, int& status);
void addQuery(CLI::App& app, int& status);
void addRules(CLI::App& app, int& status);
/// Orders of battle as sheets, as subcommands of import and export.
void addOobImport(CLI::App& group, int& status);
void addOobExport(CLI::App& group, int& status);
#ifdef HOTCHKISS_IMPORTERS
void addImport(CLI::App& app, int& status);
#endif

} // namespace hotchkiss::cli
