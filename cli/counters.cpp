#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/army/orderofbattle.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"

#ifdef HOTCHKISS_PICTURES
#include "cli/quietgui.h"
#include "libscenario/ruleset/ruleset.h"
#include "render/counters/countersheet.h"
#endif

#include <cmath>
#include <iostream>
#include <memory>

namespace hotchkiss::cli {

namespace {

struct CounterOptions {
  std::string path;
  std::string out;
  std::string side;
  double dpi = 300;
  double millimetres = 12.7;
};

#ifdef HOTCHKISS_PICTURES

int run(const CounterOptions& options) {
  const bool isPdf = options.out.ends_with(".pdf");
  if (!isPdf && !options.out.ends_with(".png"))
    return complain({options.out + " ends neither in .png nor in .pdf", {}, 0, {}, "the ending says what is written"});
  Progress progress("export counters");
  progress.step("reading");
  const Result<OpenedModule> opened = openModule(options.path);
  if (!opened)
    return complain(opened.error());
  const Document& document = opened->module.document;
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return complain(ruleset.error());
  Result<UnitCatalogue> units = readUnitCatalogue(*ruleset);
  if (!units)
    return complain(units.error());
  const OrderOfBattle army(document, std::move(*units));
  if (!options.side.empty() && !army.units().sides.contains(options.side)) {
    std::vector<std::string> sides;
    for (const auto& [id, name] : army.units().sideNames)
      sides.push_back(id);
    return complain({"there is no side " + options.side, {}, 0, {}, "sides are " + joinWords(sides)});
  }
  const QuietGui gui;
  const CounterDesigner designer(*ruleset, army);
  std::vector<PrintedCounter> counters = allCounters(designer, army);
  if (!options.side.empty())
    std::erase_if(counters, [&](const PrintedCounter& each) { return army.piece(each.piece)->side != options.side; });
  if (counters.empty())
    return complain({"the module has no counters" + (options.side.empty() ? "" : " of " + options.side),
                     {},
                     0,
                     {},
                     "an order of battle is in the file oob.json"});
  CounterSheetOptions sheet;
  sheet.dpi = options.dpi;
  sheet.counterMillimetres = options.millimetres;
  sheet.title = QString::fromStdString(headOf(document).title);
  const CounterSheet exporter(std::move(counters), sheet);
  const auto report = [&](double share) {
    progress.step("drawing " + std::to_string(static_cast<int>(share * 100)) + " %");
    return true;
  };
  const Outcome outcome = isPdf ? exporter.writePdf(options.out, report) : exporter.writePng(options.out, report);
  if (!outcome)
    return complain(outcome.error());
  std::cout << "wrote " << options.out << ", " << countOf(exporter.counters(), "counter", "counters") << " on "
            << countOf(exporter.pages(), "sheet", "sheets") << ", fronts and backs\n";
  return kClean;
}

#else

int run(const CounterOptions&) {
  return complain({"this program was built without the painter",
                   {},
                   0,
                   {},
                   "build it with the CMake option HOTCHKISS_GUI=ON to export counters"});
}

#endif

} // namespace

void addCounters(CLI::App& group, int& status) {
  auto options = std::make_shared<CounterOptions>();
  CLI::App* command = group.add_subcommand("counters", "Sheets of counters, fronts and backs, for printing");
  command->add_option("X", options->path, "Module folder or package")->required();
  command->add_option("-o,--output", options->out, "File to write: .png or .pdf")->required();
  command->add_option("--side", options->side, "Only the counters of this side");
  command->add_option("--dpi", options->dpi, "Pixels an inch, of PNG")
      ->check(CLI::Range(20.0, 1200.0))
      ->capture_default_str();
  command->add_option("--counter-mm", options->millimetres, "Millimetres that a counter is wide")
      ->check(CLI::Range(5.0, 60.0))
      ->capture_default_str();
  command->footer("A page of backs follows each page of fronts; print on both sides, turned over the long edge.\n"
                  "Example: hotchkiss export counters my-module -o counters.pdf");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
