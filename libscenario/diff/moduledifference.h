#pragma once

#include "libterrain/map/document.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace hotchkiss {

/// One thing that differs between two states of a module.
struct Difference {
  std::string file; ///< path inside the module
  std::string place; ///< "hex 0533", "hexside 0533/0534", "corner …", "crossing ely-ford"; "map" for the map as a whole
  std::string words; ///< "clear → woods", "level 2 → 3", "river added (class minor)"
  bool operator==(const Difference&) const = default;
};

/// What differs, in file order: the map's size, hexes, hexsides, corners, records. Maps of different size or lattice
/// are compared by coordinates, where both have the place. Places are labelled by the sheets of `after`, places that
/// became empty by those of `before`; that a sheet was renumbered is therefore only a difference of its record.
std::vector<Difference> differenceOf(const Document& before, const Document& after);

/// A line for every place and a last one that counts them: "3 hexes, 1 hexside, 2 records differ".
std::string toText(const std::vector<Difference>& differences);

/// {"formatVersion","kind","differences":[{"file","place","words"}…],"summary":…}: schemas/output.
nlohmann::json toJson(const std::vector<Difference>& differences);

} // namespace hotchkiss
