#pragma once

#include "editor/docks/recordtext.h"
#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "libterrain/search/picking.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace hotchkiss::editor {

/// Members of a new record of this kind, with the attributes that must be there.
nlohmann::json newRecord(const Catalogue& catalogue, const std::string& section, const std::string& kind);

/// The record of a named thing as JSON; an empty object when there is none.
nlohmann::json recordOf(const Document& document, const NamedThing& thing);
void setRecord(Stroke& stroke, const NamedThing& thing, const nlohmann::json& body);

/// Named things that lie exactly here: crossings, places and entries at a hex, hexside or corner.
std::vector<NamedThing> thingsAt(const Document& document, const Pick& pick);

/// Whether a record's text can name this hex, edge or vertex at all. Much quicker than reading it.
bool mayNamePlace(const std::string& recordText, const Selection& where);
/// Whether the `at` of a place is this hex, edge or vertex.
bool liesAt(const nlohmann::json& at, const Selection& where);
/// The `at` for a hex, edge or vertex.
nlohmann::json locationOf(const Selection& where);

/// What people call it: its name, else its kind's name and its id.
QString nameOf(const EditorDocument& document, const NamedThing& thing);

/// Gives a thing its name; one that still has the id it was born with also gets the id that fits the name. The result
/// is the thing with its present id.
NamedThing rename(Stroke& stroke, const Catalogue& catalogue, const NamedThing& thing, const std::string& name,
                  bool alsoId);

/// The thing and every reference to it.
void removeThing(Stroke& stroke, const Catalogue& catalogue, const NamedThing& thing);

} // namespace hotchkiss::editor
