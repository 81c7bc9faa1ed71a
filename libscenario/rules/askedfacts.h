#pragma once

#include "libscenario/rules/rulebook.h"

#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// What decisions may ask for, themselves or through the decisions that they use.
struct AskedFacts {
  std::set<std::string> arguments;   ///< `arg.x`: what only the players know, such as a die
  std::set<std::string> policies;    ///< `policy.x`
  std::set<std::string> environment; ///< `env.x`
  std::set<std::string> members;     ///< of everything else: attributes of units, facts of hexes and hexsides
};

AskedFacts askedFacts(const Rulebook& book, const std::vector<std::string>& decisions);

} // namespace hotchkiss
