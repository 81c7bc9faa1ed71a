#pragma once

#include "libscenario/rules/situation.h"

#include <nlohmann/json_fwd.hpp>

namespace hotchkiss {

/// The questions that query() knows: move, reach, zoc, stack, trace, supply, command, attack, combat, retreat, decide,
/// locate, sight.
const std::vector<std::string>& queryNames();

/// Answers a question in JSON, as the command line and other programs do. Places in `args` are coordinates or printed
/// labels. Every answer has `because`: the rows that had a part in it.
///   move     {unit, to, from?, allowance?, spent?, isStart?, steps?, facing?}
///   reach    {unit, allowance?, from?, to?, facing?}
///   zoc      {side?, hex?}
///   stack    {hex, side?}
///   trace    {trace, unit?, from?, to?}        command is trace with {leader, unit?}
///   supply   {unit, from?, to?}                the trace that the ruleset calls supply
///   attack   {unit, to, from?, arg?}
///   combat   {from, to, attackers?, defenders?, arg?}
///   retreat  {unit, enemy, from?, least?, most?, path?, arg?}
///   sight    {unit or from, to or most?, arg?}
///   locate   {text}
///   decide   {decision or decisions, params?, unit?, from?, to?, way?, attackers?, defenders?, arg?}
Result<nlohmann::json> query(const Situation& situation, const std::string& name, const nlohmann::json& args);

} // namespace hotchkiss
