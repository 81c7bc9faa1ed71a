#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/folder.h"
#include "libscenario/validation/approval.h"
#include "libscenario/validation/validator.h"
#include "libterrain/base/text.h"

#include <iostream>

namespace hotchkiss::cli {

namespace {

struct ApproveOptions {
  std::string path;
  std::string check;
  std::string at;
  std::string reason;
  std::string by;
  std::string date;
  bool all = false;
};

/// Whether a person means this place: by its printed label, its coordinates, or the thing's id.
bool isAt(const FindingPlace& place, const std::string& wanted) {
  return wanted == place.label || wanted == place.thing ||
         (!place.thing.empty() && wanted == place.thing.substr(place.thing.find(' ') + 1)) ||
         (place.hex && wanted == toText(*place.hex)) || (place.edge && wanted == toText(*place.edge)) ||
         (place.vertex && wanted == toText(*place.vertex));
}

int run(const ApproveOptions& options) {
  const Result<FolderLock> lock = FolderLock::acquire(options.path);
  if (!lock)
    return complain(lock.error());
  Result<OpenedModule> opened = openModule(options.path);
  if (!opened)
    return complain(opened.error());
  Document& document = opened->module.document;
  std::vector<Finding> matching = validate(opened->module);
  std::erase_if(matching, [&](const Finding& finding) {
    return finding.check != options.check || !finding.approval.empty() ||
           (!options.at.empty() && !isAt(finding.place, options.at));
  });
  const std::string what = options.check + (options.at.empty() ? "" : " at " + options.at);
  if (matching.empty())
    return complain(
        {"there is no open finding " + what, {}, 0, {}, "run hotchkiss validate --all to see what there is"});
  if (!approvable(matching.front()))
    return complain({"an error of integrity cannot be approved (" + what + ")",
                     {},
                     0,
                     {},
                     "correct the data, or change the ruleset in overlay.json"});
  if (matching.size() > 1 && !options.all)
    return complain({countOf(matching.size(), "finding fits ", "findings fit ") + what,
                     {},
                     0,
                     {},
                     "say which one with --at, or approve all of them with --all"});
  Fingerprints fingerprints(document);
  for (const Finding& finding : matching) {
    const Approval approval = approvalOf(finding, fingerprints.of(finding), options.reason, options.by, options.date);
    document.setRecord(kApprovalsTable, {"approval", approval.id}, approval.record);
  }
  const ModuleFiles files = writeModule(document);
  if (const Result<LoadedModule> check = readModule(files); !check)
    return complain(check.error());
  if (const Outcome outcome = saveModuleFolder(options.path, files, generationOf(opened->files)); !outcome)
    return complain(outcome.error());
  std::cout << "approved " << countOf(matching.size(), "finding", "findings") << " in approvals.json\n";
  return kClean;
}

} // namespace

void addApprove(CLI::App& app, int& status) {
  auto options = std::make_shared<ApproveOptions>();
  CLI::App* command = app.add_subcommand("approve", "Accept a finding that is right as it is, with a reason");
  command->add_option("X", options->path, "Module folder")->required();
  command->add_option("--check", options->check, "Id of the check, such as CORE-V17")->required();
  command->add_option("--at", options->at, "Label or coordinates of the place, or id of the thing");
  command->add_option("--reason", options->reason, "Why it is right as it is")->required();
  command->add_option("--by", options->by, "Who approves");
  command->add_option("--date", options->date, "When, such as 2026-01-31");
  command->add_flag("--all", options->all, "Approve every finding that fits");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
