#include "cli/armyinfo.h"
#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/ruleset/ruleset.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

/// The labels of the first and the last hex that a sheet covers.
std::string labelsOf(const Numbering& numbering, Extent extent) {
  std::optional<HexCoord> first;
  HexCoord last;
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      if (numbering.exists({c, r})) {
        first = first.value_or(HexCoord{c, r});
        last = {c, r};
      }
  return first ? numbering.label(*first) + " to " + numbering.label(last) : "no labels";
}

int run(const std::string& path, bool asJson) {
  const Result<OpenedModule> opened = openModule(path);
  if (!opened)
    return complain(opened.error());
  const Document& document = opened->module.document;
  const ModuleHead head = headOf(document);
  const Numbering numbering = numberingOf(document);
  const Extent extent = document.extent();

  std::map<std::string, std::size_t> terrains;
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      ++terrains[document.terrain({c, r}).empty() ? "(none)" : document.terrain({c, r})];
  std::map<std::string, std::size_t> features;
  std::size_t edges = 0;
  document.forEachEdge([&](EdgeId e, std::uint32_t) {
    ++edges;
    for (const Feature& feature : document.features(e).features)
      ++features[feature.kind];
  });
  std::map<std::string, std::size_t> named;
  for (const auto& [key, text] : document.table(kNamedTable))
    ++named[key.section];

  json out{{"formatVersion", kFormatVersion},
           {"kind", "info"},
           {"id", head.id},
           {"title", head.title},
           {"ruleset", head.ruleset},
           {"level", opened->isPackage ? opened->packageLevel : head.level},
           {"package", opened->isPackage},
           {"size", {extent.width, extent.height}},
           {"orientation", document.lattice().orientation() == Orientation::Flat ? "flat" : "pointy"},
           {"terrains", terrains},
           {"edges", edges},
           {"features", features},
           {"vertices", document.vertices().size()},
           {"named", named}};
  for (const Sheet& sheet : numbering.sheets())
    out["sheets"].push_back(sheet.id);
  if (!opened->packageScenario.empty())
    out["packageScenario"] = opened->packageScenario;
  const std::vector<std::string> armyLines = describeArmies(opened->module, out);
  if (asJson) {
    std::cout << out.dump(1) << "\n";
    return kClean;
  }
  const auto list = [](const std::map<std::string, std::size_t>& counts) {
    std::vector<std::string> words;
    words.reserve(counts.size());
    for (const auto& [name, count] : counts)
      words.push_back(name + " " + std::to_string(count));
    return words.empty() ? std::string("none") : joinWords(words, ", ");
  };
  std::cout << head.title << " (" << head.id << ", " << head.ruleset
            << (opened->isPackage ? ", package of level " + opened->packageLevel : "")
            << (opened->packageScenario.empty() ? "" : " for the scenario " + opened->packageScenario) << ")\n"
            << "  map       " << extent.width << " x " << extent.height << " " << out["orientation"].get<std::string>()
            << "-topped hexes, " << countOf(numbering.sheets().size(), "sheet", "sheets") << ", "
            << labelsOf(numbering, extent) << "\n"
            << "  terrain   " << list(terrains) << "\n"
            << "  hexsides  " << edges << (edges == 0 ? "" : " with " + list(features)) << "\n"
            << "  corners   " << document.vertices().size() << "\n"
            << "  named     " << list(named) << "\n";
  for (const std::string& line : armyLines)
    std::cout << line << "\n";
  if (opened->module.migrated)
    std::cout << "  the module is in an older format; saving it brings it up to date\n";
  return kClean;
}

} // namespace

void addInfo(CLI::App& app, int& status) {
  auto path = std::make_shared<std::string>();
  auto asJson = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("info", "Say what is in a module folder or package");
  command->add_option("X", *path, "Module folder or package")->required();
  command->add_flag("--json", *asJson, "Print JSON");
  command->callback([path, asJson, &status] { status = run(*path, *asJson); });
}

} // namespace hotchkiss::cli
