#pragma once

#include "libterrain/edit/edit.h"

namespace hotchkiss {

/// Whether the map is built from sources, so that hand work has to be remembered.
bool isImported(const Document& document);

/// Notes in map/hand what an edit by a person set or removed, so that a new import keeps it. The document already has
/// the edit. Gives the further edit, applied; empty when the module is not built from sources.
Edit rememberHandWork(Document& document, const Edit& edit);

/// Puts the hand work of an older state of a module onto a newly imported one: cells that people set, things that they
/// removed, and named things that no import made. Both must have the same lattice and size.
Edit keepHandWork(const Document& old, Document& fresh);

} // namespace hotchkiss
