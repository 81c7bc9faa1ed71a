#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/diff/moduledifference.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::cli {

namespace {

int run(const std::string& before, const std::string& after, bool asJson) {
  const Result<OpenedModule> a = openModule(before);
  if (!a)
    return complain(a.error());
  const Result<OpenedModule> b = openModule(after);
  if (!b)
    return complain(b.error());
  const std::vector<Difference> differences = differenceOf(a->module.document, b->module.document);
  if (asJson)
    std::cout << toJson(differences).dump(1) << "\n";
  else
    std::cout << toText(differences);
  return differences.empty() ? kClean : kFindings;
}

} // namespace

void addDiff(CLI::App& app, int& status) {
  auto before = std::make_shared<std::string>();
  auto after = std::make_shared<std::string>();
  auto asJson = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("diff", "Say in words what differs between two modules; exit code 1 if anything does");
  command->add_option("A", *before, "Module folder or package before")->required();
  command->add_option("B", *after, "Module folder or package after")->required();
  command->add_flag("--json", *asJson, "Print JSON");
  command->callback([before, after, asJson, &status] { status = run(*before, *after, *asJson); });
}

} // namespace hotchkiss::cli
