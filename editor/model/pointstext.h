#pragma once

#include "libscenario/rules/rational.h"

#include <QString>

namespace hotchkiss::editor {

/// Movement points as people write them: "3", "2½", "⅓", "1 5/7".
QString pointsText(const Rational& points);
/// The same for a cost in parts of the denominator.
QString pointsText(std::int64_t scaled, std::int64_t denominator);

} // namespace hotchkiss::editor
