#pragma once

#include "libscenario/module/modulefiles.h"
#include "libscenario/ruleset/ruleset.h"

#include <filesystem>
#include <optional>
#include <string>

namespace hotchkiss {

/// What a ruleset says about its maps: what a new map starts with.
struct MapDefaults {
  Orientation orientation = Orientation::Flat;
  Parity shifted = Parity::Odd;
  std::string label = "{col:2}{row:2}";
  Axis columns;
  Axis rows;
  std::optional<double> pitchMetres; ///< none when the ruleset leaves it open
  std::optional<double> pitchMin;    ///< bounds of an open pitch
  std::optional<double> pitchMax;
  std::string pitchNote;
};
MapDefaults mapDefaults(const Ruleset& ruleset);

/// What a person asks for when a module is made; whatever is not given comes from the ruleset.
struct NewModuleWish {
  std::string id;    ///< made from the title when empty
  std::string title; ///< the id when empty
  Extent extent;
  std::optional<Orientation> orientation;
  std::optional<Parity> shifted;
  std::string sheetId = "A";
  std::optional<std::string> letter; ///< printed for {sheet}; the sheet's id when not given
  std::optional<std::string> label;
  std::optional<Axis> columns;
  std::optional<Axis> rows;
  std::optional<double> pitchMetres;
  std::string crs;
  std::optional<Point> origin; ///< ground position of the lattice's origin
};

/// The module that the wish describes, or what is wrong with it. Everything that the schemas and the label pattern
/// would refuse is refused here, without building the map.
Result<NewModule> newModule(const Ruleset& ruleset, const NewModuleWish& wish);

/// The numbering that the new module will have.
Numbering numberingOf(const NewModule& wanted);

/// "Lee's 2nd Invasion" becomes "lee-s-2nd-invasion"; never empty.
std::string moduleIdFrom(const std::string& name);

/// Whether a new module may be written here: the folder is missing or empty.
Outcome checkNewFolder(const std::filesystem::path& folder);

/// An axis as it stands in a sheet record, canonical JSON.
std::string axisRecord(const Axis& axis);

} // namespace hotchkiss
