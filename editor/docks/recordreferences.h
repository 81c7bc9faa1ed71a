#pragma once

#include "libscenario/ruleset/catalogue.h"
#include "libterrain/base/result.h"
#include "libterrain/edit/stroke.h"

#include <string>

namespace hotchkiss::editor {

/// Gives a named thing another id, and everything that refers to it follows: pieces of courses, hexes of regions,
/// crossings, joins, links and attributes.
Outcome renameRecord(Stroke& stroke, const Catalogue& catalogue, const RecordKey& key, const std::string& newId);

/// Removes a named thing and every reference to it. What cannot be without it goes as well, with all references to
/// that: a join that is left with fewer than two courses, a link that is left without ends, a place that lies in it.
void deleteRecord(Stroke& stroke, const Catalogue& catalogue, const RecordKey& key);

/// How many places of the map and other records refer to a named thing.
std::size_t countReferences(const Document& document, const Catalogue& catalogue, const RecordKey& key);

} // namespace hotchkiss::editor
