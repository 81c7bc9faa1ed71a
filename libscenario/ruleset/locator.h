#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/notation.h"
#include "libterrain/numbering/numbering.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// Something that a text names on a map. Exactly one of hex, edge and vertex, or none for a thing off the map.
struct LocatedPlace {
  std::optional<HexCoord> hex;
  std::optional<EdgeId> edge;
  std::optional<VertexId> vertex;
  std::string thing; ///< "place ashby" when a name led there
  bool operator==(const LocatedPlace&) const = default;
};

struct Located {
  std::string form;  ///< of the ruleset's notation
  std::string means; ///< hex, edge, place, …
  std::string caution;
  std::vector<LocatedPlace> places;
};

/// Finds what texts mean on one map: locations as the sources write them, by the ruleset's notation, and names.
class Locator {
 public:
  static Result<Locator> make(const Document& document, const Ruleset& ruleset);

  /// What the text means. Says why when it means nothing here, and what is close.
  Result<Located> locate(std::string_view text) const;
  const std::string& abbreviation() const { return mAbbreviation; } ///< of the module, empty when it has none

 private:
  Locator(const Document& document, Notation notation);
  using Places = std::vector<LocatedPlace>;

  Result<Places> placesOf(const Parsed& parsed) const;
  Result<std::vector<HexCoord>> labelledHexes(const Parsed& parsed) const;
  Result<Places> sidesOf(const Parsed& parsed, HexCoord h) const;
  Result<Places> between(const std::vector<HexCoord>& hexes) const;
  Result<Places> named(const std::string& name) const;

  Lattice mLattice;
  Numbering mNumbering;
  Notation mNotation;
  std::string mAbbreviation;
  std::map<std::string, Places> mNames; ///< by name in small letters
};

} // namespace hotchkiss
