#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/module/folder.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/sheets/layouttext.h"
#include "libscenario/sheets/oobsheet.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

struct OobSheetOptions {
  std::string file;
  std::string mapping;
  std::string guessed; ///< file to write the guessed mapping to
  std::string folder;
  std::string out;
  std::string module;
  bool dryRun = false;
  bool asJson = false;
};

json toJson(const SheetPreview& preview) {
  json out{{"formatVersion", 1},
           {"kind", "sheetpreview"},
           {"new", preview.count(SheetRow::Change::New)},
           {"changed", preview.count(SheetRow::Change::Changed)},
           {"same", preview.count(SheetRow::Change::Same)},
           {"passedOver", preview.passedOver},
           {"rows", json::array()},
           {"doubts", json::array()}};
  static constexpr std::array kChanges{"new", "changed", "same"};
  for (const SheetRow& row : preview.rows)
    out["rows"].push_back({{"line", row.line},
                           {"section", row.key.section},
                           {"id", row.key.id},
                           {"change", kChanges.at(static_cast<std::size_t>(row.change))},
                           {"record", json::parse(row.record)}});
  for (const SheetDoubt& each : preview.doubts)
    out["doubts"].push_back(
        {{"line", each.line}, {"column", each.column}, {"text", each.text}, {"why", each.why}, {"lost", each.isLost}});
  return out;
}

void print(const SheetPreview& preview, const std::string& file) {
  for (const SheetDoubt& each : preview.doubts) {
    std::cerr << file << ":" << each.line << ": ";
    if (!each.column.empty())
      std::cerr << "column \"" << each.column << "\": ";
    if (!each.text.empty())
      std::cerr << "\"" << each.text << "\": ";
    std::cerr << each.why << (each.isLost ? "" : " (taken, marked as doubtful)") << "\n";
  }
  std::cout << countOf(preview.rows.size(), "row", "rows") << " understood: " << preview.count(SheetRow::Change::New)
            << " new, " << preview.count(SheetRow::Change::Changed) << " changed, "
            << preview.count(SheetRow::Change::Same) << " as they are";
  if (preview.passedOver > 0)
    std::cout << "; " << preview.passedOver << " not wanted";
  std::cout << "; " << countOf(preview.doubts.size(), "doubt", "doubts") << "\n";
}

/// What the file says, by the mapping or, without one, by its headers.
Result<SheetPreview> previewOf(const OobSheetOptions& options, const std::string& text, const Document& document,
                               const UnitCatalogue& units) {
  std::string mappingText;
  if (!options.mapping.empty()) {
    Result<std::string> read = readTextFile(options.mapping);
    if (!read)
      return read.error();
    mappingText = std::move(*read);
  }
  const auto named = [](Error error, const std::string& file) {
    error.file = file;
    return error;
  };
  if (!mappingText.empty() && isLayoutMapping(mappingText)) {
    const Result<LayoutMapping> layout = readLayoutMapping(mappingText);
    if (!layout)
      return named(layout.error(), options.mapping);
    return previewLayout(text, *layout, document);
  }
  SheetMapping mapping;
  if (!mappingText.empty()) {
    Result<SheetMapping> read = readMapping(mappingText);
    if (!read)
      return named(read.error(), options.mapping);
    mapping = std::move(*read);
  }
  const Result<CellTable> cells = readCells(text, mapping.delimiter);
  if (!cells)
    return named(cells.error(), options.file);
  if (mappingText.empty())
    mapping = guessMapping(*cells, units);
  if (!options.guessed.empty())
    if (const Outcome written = writeTextFile(options.guessed, writeMapping(mapping)); !written)
      return written.error();
  return previewSheet(*cells, mapping, document, units);
}

int runImport(const OobSheetOptions& options) {
  const Result<std::string> text = readTextFile(options.file);
  if (!text)
    return complain(text.error());
  std::optional<FolderLock> lock;
  if (!options.dryRun) {
    Result<FolderLock> taken = FolderLock::acquire(options.folder);
    if (!taken)
      return complain(taken.error());
    lock.emplace(std::move(*taken));
  }
  Result<OpenedModule> opened = openModule(options.folder);
  if (!opened)
    return complain(opened.error());
  if (opened->isPackage)
    return complain(
        {options.folder + " is a package, and packages are not edited", {}, 0, {}, "give the module folder"});
  Document& document = opened->module.document;
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return complain(ruleset.error());
  const Result<UnitCatalogue> units = readUnitCatalogue(*ruleset);
  if (!units)
    return complain(units.error());
  const Result<SheetPreview> preview = previewOf(options, *text, document, *units);
  if (!preview)
    return complain(preview.error());
  if (options.asJson)
    std::cout << toJson(*preview).dump(1) << "\n";
  else
    print(*preview, options.file);
  const bool hasLost =
      std::any_of(preview->doubts.begin(), preview->doubts.end(), [](const SheetDoubt& each) { return each.isLost; });
  if (options.dryRun)
    return hasLost ? kFindings : kClean;
  importEdit(document, *preview);
  if (const Outcome saved = saveModuleFolder(options.folder, writeModule(document), generationOf(opened->files));
      !saved)
    return complain(saved.error());
  return hasLost ? kFindings : kClean;
}

int runExport(const OobSheetOptions& options) {
  const Result<OpenedModule> opened = openModule(options.module);
  if (!opened)
    return complain(opened.error());
  const Document& document = opened->module.document;
  if (document.table(kOobTable).empty())
    return complain({options.module + " has no order of battle", {}, 0, {}, "its file would be oob.json"});
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return complain(ruleset.error());
  const Result<UnitCatalogue> units = readUnitCatalogue(*ruleset);
  if (!units)
    return complain(units.error());
  const bool isTabbed = options.out.ends_with(".tsv") || options.out.ends_with(".txt");
  const CellTable cells = exportSheet(document, *units, isTabbed ? '\t' : ',');
  if (const Outcome written = writeTextFile(options.out, writeCells(cells)); !written)
    return complain(written.error());
  std::cout << "wrote " << options.out << ", " << countOf(cells.rows.size() - 1, "row", "rows") << ", "
            << countOf(cells.rows.front().size(), "column", "columns") << "\n";
  return kClean;
}

} // namespace

void addOobImport(CLI::App& group, int& status) {
  auto options = std::make_shared<OobSheetOptions>();
  CLI::App* command = group.add_subcommand("oob", "Units and leaders from a sheet (CSV, TSV) or a printed list");
  command->add_option("FILE", options->file, "Sheet or list")->required();
  command->add_option("--map", options->mapping, "Mapping file; without one the headers are guessed");
  command->add_option("--write-map", options->guessed, "Write the mapping that was used, to be completed by hand");
  command->add_option("-o,--output", options->folder, "Module folder that they go into")->required();
  command->add_flag("--dry-run", options->dryRun, "Say what would happen and change nothing");
  command->add_flag("--json", options->asJson, "Print JSON");
  command->callback([options, &status] { status = runImport(*options); });
}

void addOobExport(CLI::App& group, int& status) {
  auto options = std::make_shared<OobSheetOptions>();
  CLI::App* command = group.add_subcommand("oob", "The order of battle as a sheet (.csv, .tsv)");
  command->add_option("X", options->module, "Module folder or package")->required();
  command->add_option("-o,--output", options->out, "File to write")->required();
  command->callback([options, &status] { status = runExport(*options); });
}

} // namespace hotchkiss::cli
