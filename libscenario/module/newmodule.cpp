#include "libscenario/module/newmodule.h"

#include "libscenario/json/schema.h"
#include "libscenario/module/limits.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::int32_t kMostLines = 8192;

Axis axisOf(const json& body) {
  Axis axis;
  if (!body.is_object())
    return axis;
  axis.first = body.value("first", 1L);
  axis.step = body.value("step", 1);
  const std::string stagger = body.value("stagger", "none");
  axis.stagger = stagger == "doubled"     ? Axis::Stagger::Doubled
                 : stagger == "shifted"   ? Axis::Stagger::Shifted
                 : stagger == "unshifted" ? Axis::Stagger::Unshifted
                                          : Axis::Stagger::None;
  return axis;
}

json axisJson(const Axis& axis) {
  json out{{"first", axis.first}, {"step", axis.step}};
  if (axis.stagger == Axis::Stagger::Doubled)
    out["stagger"] = "doubled";
  else if (axis.stagger == Axis::Stagger::Shifted)
    out["stagger"] = "shifted";
  else if (axis.stagger == Axis::Stagger::Unshifted)
    out["stagger"] = "unshifted";
  return out;
}

json defaultsOf(const Ruleset& ruleset) {
  const auto row = ruleset.rows("ruleset").find({"default", "map"});
  json body = row == ruleset.rows("ruleset").end() ? json::object() : json::parse(row->second, nullptr, false);
  return body.is_object() ? body : json::object();
}

Result<json> frameOf(const NewModuleWish& wish, const MapDefaults& defaults) {
  const double pitch = wish.pitchMetres.value_or(defaults.pitchMetres.value_or(0));
  if (pitch <= 0 || !std::isfinite(pitch)) {
    if (!wish.crs.empty() || wish.origin)
      return Error{"the size of a hex on the ground is not known", {}, 0, {}, "give the metres between hex centres"};
    return json();
  }
  json frame{{"pitch", {pitch, pitch}}, {"unit", "metre"}};
  if (!wish.crs.empty())
    frame["crs"] = wish.crs;
  if (wish.origin)
    frame["origin"] = {wish.origin->x, wish.origin->y};
  return frame;
}

/// The first corner of the sheet whose number the pattern cannot print.
std::optional<Error> unprintable(const NewModule& wanted, const std::string& pattern) {
  const Numbering numbering = numberingOf(wanted);
  if (numbering.sheets().empty())
    return Error{"the label pattern \"" + pattern + "\" cannot be used", {}, 0, {}, {}};
  const Sheet& sheet = numbering.sheets().front();
  for (const HexCoord h : {HexCoord{0, 0}, HexCoord{wanted.extent.width - 1, 0}, HexCoord{0, wanted.extent.height - 1},
                           HexCoord{wanted.extent.width - 1, wanted.extent.height - 1}}) {
    const PrintedNumbers numbers = sheet.printed(wanted.lattice, h);
    if (sheet.label.format(sheet.letter, numbers.col, numbers.row).empty())
      return Error{"the label pattern \"" + pattern + "\" cannot print column " + std::to_string(numbers.col) +
                       ", row " + std::to_string(numbers.row),
                   {},
                   0,
                   {},
                   "begin with a higher number or use digits"};
  }
  return std::nullopt;
}

} // namespace

MapDefaults mapDefaults(const Ruleset& ruleset) {
  const json body = defaultsOf(ruleset);
  MapDefaults out;
  out.orientation = body.value("orientation", "flat") == "pointy" ? Orientation::Pointy : Orientation::Flat;
  out.shifted = body.value("shifted", "odd") == "even" ? Parity::Even : Parity::Odd;
  out.label = body.value("label", out.label);
  out.columns = axisOf(body.value("columns", json()));
  out.rows = axisOf(body.value("rows", json()));
  const json pitch = body.value("pitchMetres", json());
  if (pitch.is_number()) {
    out.pitchMetres = pitch.get<double>();
  } else if (pitch.is_object()) {
    if (pitch.contains("min") && pitch["min"].is_number())
      out.pitchMin = pitch["min"].get<double>();
    if (pitch.contains("max") && pitch["max"].is_number())
      out.pitchMax = pitch["max"].get<double>();
    out.pitchNote = pitch.value("note", "");
  }
  return out;
}

Result<NewModule> newModule(const Ruleset& ruleset, const NewModuleWish& wish) {
  const Extent extent = wish.extent;
  if (extent.width < 1 || extent.height < 1 || extent.width > kMostLines || extent.height > kMostLines)
    return Error{std::to_string(extent.width) + " x " + std::to_string(extent.height) + " is not a size",
                 {},
                 0,
                 {},
                 "a map has 1 to 8192 columns and rows"};
  if (extent.area() > kMostHexes)
    return Error{"a map of " + std::to_string(extent.area()) + " hexes is larger than this program handles",
                 {},
                 0,
                 {},
                 "stay below 16 million hexes"};
  const MapDefaults defaults = mapDefaults(ruleset);
  NewModule wanted;
  wanted.id = wish.id.empty() ? moduleIdFrom(wish.title) : wish.id;
  wanted.title = wish.title.empty() ? wanted.id : wish.title;
  wanted.ruleset = ruleset.id();
  wanted.extent = extent;
  wanted.lattice = Lattice(wish.orientation.value_or(defaults.orientation), wish.shifted.value_or(defaults.shifted));
  wanted.sheetId = wish.sheetId;
  Axis columns = defaults.columns;
  if (columns.step < 0) // numbers that run backwards begin with the number of columns
    columns.first = extent.width;
  const std::string label = wish.label.value_or(defaults.label);
  json sheet{{"label", label},
             {"columns", axisJson(wish.columns.value_or(columns))},
             {"rows", axisJson(wish.rows.value_or(defaults.rows))},
             {"origin", {0, 0}},
             {"size", {extent.width, extent.height}}};
  if (wish.letter && *wish.letter != wish.sheetId)
    sheet["letter"] = *wish.letter;
  const Result<json> frame = frameOf(wish, defaults);
  if (!frame)
    return frame.error();
  const Schema& schema = *Schema::named("module");
  if (const auto problem = schema.rowProblem({"module", wanted.id, {{"title", wanted.title}, {"ruleset", "any"}}}))
    return Error{*problem, {}, 0, "id or title", "use lower-case letters, digits and dashes in the id"};
  if (const auto problem = schema.rowProblem({"sheet", wanted.sheetId, sheet}))
    return Error{*problem, {}, 0, "sheet", {}};
  if (const Result<LabelPattern> pattern = LabelPattern::parse(label); !pattern)
    return pattern.error();
  wanted.sheetRecord = sheet.dump();
  if (frame->is_object()) {
    if (const auto problem = schema.rowProblem({"frame", "map", *frame}))
      return Error{*problem, {}, 0, "frame", {}};
    wanted.frameRecord = frame->dump();
  }
  if (std::optional<Error> problem = unprintable(wanted, label))
    return *problem;
  return wanted;
}

Numbering numberingOf(const NewModule& wanted) {
  Document head(wanted.lattice, wanted.extent);
  head.setRecord("module", {"sheet", wanted.sheetId}, wanted.sheetRecord);
  return numberingOf(head);
}

std::string moduleIdFrom(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain)
      out += c;
    else if (c >= 'A' && c <= 'Z')
      out += static_cast<char>(c - 'A' + 'a');
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  constexpr std::size_t kLongestId = 80;
  out.resize(std::min(out.size(), kLongestId));
  while (!out.empty() && out.back() == '-')
    out.pop_back();
  return out.empty() ? "module" : out;
}

Outcome checkNewFolder(const std::filesystem::path& folder) {
  if (folder.empty())
    return Error{"no folder is given", {}, 0, {}, "choose a folder for the module"};
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored))
    return success();
  if (!std::filesystem::is_directory(folder, ignored))
    return Error{folder.string() + " is a file", {}, 0, {}, "choose another folder"};
  if (!std::filesystem::is_empty(folder, ignored))
    return Error{folder.string() + " exists and is not empty", {}, 0, {}, "choose another folder"};
  return success();
}

std::string axisRecord(const Axis& axis) {
  return axisJson(axis).dump();
}

} // namespace hotchkiss
