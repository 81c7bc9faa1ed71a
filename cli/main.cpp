#include "cli/commands.h"
#include "libterrain/base/text.h"

#include <iostream>

namespace {

/// One sentence for what is wrong with the arguments: what, and where to look.
std::string sentence(const CLI::App& app, const CLI::ParseError& problem, const std::string& command) {
  std::vector<std::string> known;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(each->get_name());
  if (command.empty())
    return "no command given; hotchkiss --help lists them";
  if (!command.starts_with('-') && std::find(known.begin(), known.end(), command) == known.end()) {
    const std::optional<std::string> near = hotchkiss::nearestWord(command, known);
    return "there is no command \"" + command + "\"; " +
           (near ? "did you mean " + *near + "?" : "hotchkiss --help lists them");
  }
  std::string what = problem.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  return what + "; see hotchkiss " + (command.starts_with('-') ? "" : command + " ") + "--help";
}

} // namespace

int main(int argc, char** argv) {
  using namespace hotchkiss::cli;
  CLI::App app{"Hotchkiss: maps and scenarios for historical hex wargames", "hotchkiss"};
  app.set_version_flag("--version", HOTCHKISS_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 clean, 1 findings or differences, 2 unusable input.\n"
             "X is a module folder or a package (.hkp). See docs/tutorial.md.");
  int status = kClean;
  addNew(app, status);
  addInfo(app, status);
  addValidate(app, status);
  addApprove(app, status);
  addApply(app, status);
#ifdef HOTCHKISS_IMPORTERS
  addImport(app, status);
#else
  // Sheets need no importers of maps.
  CLI::App* import = app.add_subcommand("import", "Read units and leaders from a sheet");
  import->require_subcommand(1);
  addOobImport(*import, status);
#endif
  addExport(app, status);
  addDiff(app, status);
  addMerge(app, status);
  addInfer(app, status);
  addQuery(app, status);
  addRules(app, status);
  addLocate(app, status);
  addGitSetup(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) // help and version
      return app.exit(problem);
    std::cerr << "hotchkiss: " << sentence(app, problem, argc > 1 ? argv[1] : "") << "\n";
    return kUnusable;
  } catch (const std::exception& problem) {
    std::cerr << "hotchkiss: " << problem.what() << "\n";
    return kUnusable;
  }
  return status;
}
