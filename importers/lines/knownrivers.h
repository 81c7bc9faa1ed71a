#pragma once

#include "importers/base/importcontext.h"

namespace hotchkiss {

/// Courses along hexsides that a map already has, whoever made them. Their lines are those of the map, because the
/// source is not at hand. Courses that are broken or fork are left out.
std::vector<KnownRiver> riversOnMap(const Document& document);

} // namespace hotchkiss
