#pragma once

#include "editor/model/movecosts.h"
#include "libterrain/edit/stroke.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// What a kind of terrain, hexside or path looks like; a member that is empty is left to the style.
struct KindLook {
  std::string fill; ///< "#rrggbb"
  std::string colour;
  std::string casing;
  std::string pattern;
  std::string line;
  std::optional<int> width; ///< hundredths of a hex
};

/// A kind as a form shows it. It becomes rows of the module's overlay.
struct KindWish {
  std::string section; ///< terrain, edgeFeature or path
  std::string id;      ///< of one that exists; empty for a new one
  std::string model;   ///< the kind that a new one is like; empty: none
  std::string name;
  std::string group;
  std::string key;
  std::string symbol;
  std::string note;
  std::string reference;   ///< empty: the module
  std::string sightHeight; ///< of terrain: a whole number, "unknown", or empty
  KindLook look;
  std::vector<MoveCost> costs;
  bool otherRulesLikeModel = false;
};

/// What a form begins with: a new kind, like another one when there is a model.
KindWish newKind(const Ruleset& ruleset, const std::string& section, const std::string& model);
/// A kind that exists.
KindWish kindAsIs(const Ruleset& ruleset, const std::string& section, const std::string& id);

/// An id for a name: lower-case letters, digits and "_", unlike any that the section has.
std::string freeKindId(const Ruleset& ruleset, const std::string& section, const std::string& name);

/// The rows that make the wish true, checked against everything that reads them; the error is one sentence.
Result<OverlayRows> kindRows(const Document& module, const Ruleset& ruleset, const KindWish& wish);
/// The rows that take a kind away: what it is, how it is drawn, and its rules.
Result<OverlayRows> rowsWithoutKind(const Document& module, const Ruleset& ruleset, const std::string& section,
                                    const std::string& id);
/// Whether the module itself added or changed the kind.
bool isOwnKind(const Document& module, const std::string& section, const std::string& id);

/// Where a kind is on the map.
struct KindUse {
  std::size_t count = 0;
  std::optional<HexCoord> hex;
  std::optional<EdgeId> edge;
};
KindUse useOfKind(const Document& module, const std::string& section, const std::string& id);
/// Takes a kind off the map; terrain becomes another one.
void clearKind(Stroke& stroke, const std::string& section, const std::string& id, const std::string& terrain);

/// Values that the schema of styles allows for a member, such as "pattern".
std::vector<std::string> styleChoices(const std::string& member);

} // namespace hotchkiss::editor
