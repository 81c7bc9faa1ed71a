#pragma once

#include "libscenario/rules/rulebook.h"

namespace hotchkiss {

/// Writes into every expression which decision a name means and whether it can be a variable, and into every decision
/// on which variables of its callers its answer hangs. Asked millions of times, names are too slow.
void resolveNames(DecisionBook& decisions, std::map<std::string, Parameter>& parameters);

} // namespace hotchkiss
