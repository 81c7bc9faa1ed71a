#pragma once

#include "libscenario/ruleset/ruleset.h"

#include <QColor>

#include <map>
#include <string>

namespace hotchkiss {

/// The colour of each side, from its row in units.json; sides without one get one of their own.
std::map<std::string, QColor> sideColours(const Ruleset& ruleset);

} // namespace hotchkiss
