#include "cli/commands.h"
#include "cli/points.h"
#include "cli/support.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/newmodule.h"
#include "libscenario/ruleset/ruleset.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

struct NewOptions {
  std::string folder;
  std::string ruleset;
  std::string size;
  std::string sheet;
  std::string title;
  std::string orientation;
  std::string shifted;
  std::string crs;
  std::string origin;
  std::vector<std::string> points;
  double pitch = 0;
};

/// "60x40" as columns and rows.
Result<Extent> readSize(const std::string& text) {
  const std::vector<std::string_view> parts = splitText(text, 'x');
  const std::optional<long> width = parts.size() == 2 ? parseInteger(parts[0]) : std::nullopt;
  const std::optional<long> height = parts.size() == 2 ? parseInteger(parts[1]) : std::nullopt;
  constexpr long kMost = 8192;
  if (!width || !height || *width < 1 || *height < 1 || *width > kMost || *height > kMost)
    return Error{"\"" + text + "\" is not a size", {}, 0, {}, "write columns x rows, such as 60x40, at most 8192 each"};
  return Extent{static_cast<std::int32_t>(*width), static_cast<std::int32_t>(*height)};
}

/// "X,Y" as a position on the ground.
Result<Point> readOrigin(const std::string& text) {
  const json origin = json::parse("[" + text + "]", nullptr, false);
  if (!origin.is_array() || origin.size() != 2 || !origin[0].is_number() || !origin[1].is_number())
    return Error{"\"" + text + "\" is not a position", {}, 0, {}, "write --origin X,Y"};
  return Point{origin[0].get<double>(), origin[1].get<double>()};
}

/// Orientation, parity and numbering as three labelled hexes of a picture show them.
Outcome shapeByPoints(const std::vector<std::string>& texts, NewModuleWish& wish) {
  const Result<LabelledPoints> points = readPoints(texts);
  if (!points)
    return points.error();
  const Result<NumberingProposal> best = bestProposal(*points);
  if (!best)
    return best.error();
  if (const std::string letter = letterOf(*points); wish.sheetId.empty() && !letter.empty())
    wish.sheetId = letter;
  const auto axis = [](int step, std::int32_t count) { return Axis{step < 0 ? count : 1, step, Axis::Stagger::None}; };
  wish.columns = axis(best->columnStep, wish.extent.width);
  wish.rows = axis(best->rowStep, wish.extent.height);
  wish.label = patternOf(*points, best->columnFirst);
  wish.orientation = best->orientation;
  // The proposal speaks of printed numbers; lattice line 0 prints the first of them.
  const Axis& lines = best->orientation == Orientation::Flat ? *wish.columns : *wish.rows;
  const bool firstIsOdd = lines.first % 2 != 0;
  wish.shifted = (best->shifted == Parity::Even) != firstIsOdd ? Parity::Even : Parity::Odd;
  return success();
}

int run(const NewOptions& options) {
  const Result<Extent> extent = readSize(options.size);
  if (!extent)
    return complain(extent.error());
  const Result<Ruleset> ruleset = Ruleset::load(options.ruleset);
  if (!ruleset)
    return complain(ruleset.error());
  if (const Outcome free = checkNewFolder(options.folder); !free)
    return complain(free.error());
  NewModuleWish wish;
  std::filesystem::path name = std::filesystem::path(options.folder).filename();
  if (name.empty())
    name = std::filesystem::path(options.folder).parent_path().filename();
  wish.id = moduleIdFrom(name.string());
  wish.title = options.title.empty() ? name.string() : options.title;
  wish.extent = *extent;
  if (!options.orientation.empty())
    wish.orientation = options.orientation == "pointy" ? Orientation::Pointy : Orientation::Flat;
  if (!options.shifted.empty())
    wish.shifted = options.shifted == "even" ? Parity::Even : Parity::Odd;
  wish.sheetId = options.sheet;
  if (!options.points.empty())
    if (const Outcome shape = shapeByPoints(options.points, wish); !shape)
      return complain(shape.error());
  if (wish.sheetId.empty())
    wish.sheetId = "A";
  if (options.pitch > 0)
    wish.pitchMetres = options.pitch;
  wish.crs = options.crs;
  if (!options.origin.empty()) {
    const Result<Point> origin = readOrigin(options.origin);
    if (!origin)
      return complain(origin.error());
    wish.origin = *origin;
  }
  const Result<NewModule> wanted = newModule(*ruleset, wish);
  if (!wanted)
    return complain(wanted.error());
  const ModuleFiles files = writeModule(makeModule(*wanted));
  const Result<LoadedModule> check = readModule(files);
  if (!check)
    return complain(check.error());
  std::error_code ignored;
  std::filesystem::create_directories(options.folder, ignored);
  const Result<FolderLock> lock = FolderLock::acquire(options.folder);
  if (!lock)
    return complain(lock.error());
  if (const Outcome outcome = saveModuleFolder(options.folder, files, generationOf({})); !outcome)
    return complain(outcome.error());
  const Numbering numbering = numberingOf(check->document);
  std::cout << "made " << options.folder << ": " << ruleset->title() << ", " << extent->width << " x " << extent->height
            << " hexes, labels " << numbering.label(HexCoord{0, 0}) << " to "
            << numbering.label(HexCoord{extent->width - 1, extent->height - 1}) << "\n";
  return kClean;
}

} // namespace

void addNew(CLI::App& app, int& status) {
  auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "Make an empty module");
  command->add_option("DIR", options->folder, "Folder to make")->required();
  command->add_option("--ruleset", options->ruleset, "Ruleset: " + joinWords(Ruleset::builtIn()))->required();
  command->add_option("--size", options->size, "Columns x rows, such as 60x40")->required();
  command->add_option("--sheet", options->sheet,
                      "Id and letter of the first sheet (default: A, or the letter of --points)");
  command->add_option("--title", options->title, "Title of the module (default: the folder's name)");
  CLI::Option* orientation =
      command->add_option("--orientation", options->orientation, "flat or pointy (default: as the ruleset's maps)")
          ->check(CLI::IsMember({"flat", "pointy"}));
  CLI::Option* shifted =
      command->add_option("--shifted", options->shifted, "even or odd lattice lines lie half a hex further on")
          ->check(CLI::IsMember({"even", "odd"}));
  command
      ->add_option("--points", options->points,
                   "Three labelled hexes LABEL@X,Y of a picture: orientation, parity and numbering follow from them")
      ->expected(3)
      ->excludes(orientation)
      ->excludes(shifted);
  command->add_option("--pitch-m", options->pitch, "Metres between hex centres")->check(CLI::PositiveNumber);
  command->add_option("--crs", options->crs, "Coordinate reference system, such as EPSG:26918");
  command->add_option("--origin", options->origin, "Ground position of the lattice origin, X,Y");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
