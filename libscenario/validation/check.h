#pragma once

#include "libscenario/validation/finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// What a check looks at to say whether one place is right. Hexes, hexsides and corners are judged by what touches them
/// (see livefindings.h); everything else needs the whole module.
enum class CheckScope : std::uint8_t { File, Hex, Edge, Vertex, Record, Course, Network, Module, Ruleset, Scenario };

/// How the time grows: with the places touched, with the size of the map, or with searches over it.
enum class CheckCost : std::uint8_t { Constant, Linear, Search };

/// Whether places can be judged one by one.
constexpr bool isLocal(CheckScope scope) {
  return scope == CheckScope::Hex || scope == CheckScope::Edge || scope == CheckScope::Vertex ||
         scope == CheckScope::Record;
}
const char* toText(CheckScope scope);
const char* toText(CheckCost cost);
std::optional<CheckScope> scopeFromText(std::string_view text);
std::optional<CheckCost> costFromText(std::string_view text);

/// What there is to know about a check before it has found anything.
struct CheckInfo {
  std::string id;     ///< "CORE-V03"
  std::string system; ///< "core", or the id of the ruleset whose row it is
  Severity severity = Severity::Error;
  CheckClass checkClass = CheckClass::Integrity;
  Level from = Level::Map; ///< completeness only: the lowest level that its findings stand before
  CheckScope scope = CheckScope::Record;
  CheckCost cost = CheckCost::Constant;
  std::string title;     ///< what is wrong, in a few words
  std::string reference; ///< where the sources say so
  std::string advice;    ///< how to put it right
  std::string fix;       ///< how a machine puts it right (see fixes.h); empty when only a person can
};

/// The checks that hold for every ruleset, in the order of their ids.
const std::vector<CheckInfo>& coreChecks();
/// One of them; nothing for another id.
const CheckInfo* coreCheck(std::string_view id);

/// Whether an id fits a pattern: "CORE-V17", "CORE-*" or "*". Case matters.
bool fitsPattern(std::string_view id, std::string_view pattern);

} // namespace hotchkiss
