#pragma once

#include "libscenario/rules/queryarguments.h"

namespace hotchkiss {

/// One question each; query() chooses.
using Answer = Result<nlohmann::json>;

Answer answerRetreat(const Situation& situation, const QueryArguments& args, const nlohmann::json& raw);
Answer answerSight(const Situation& situation, const QueryArguments& args);
/// Lines of the trace `traceId`, for the unit that the argument `tracer` names.
Answer answerTrace(const Situation& situation, const QueryArguments& args, const std::string& traceId,
                   const char* tracer);
Answer answerCombat(const Situation& situation, const QueryArguments& args);
/// The trace that the ruleset calls supply.
Answer answerSupply(const Situation& situation, const QueryArguments& args);
Answer answerLocate(const Situation& situation, const QueryArguments& args);

nlohmann::json hexJson(const Situation& situation, HexCoord hex);
Error evaluationError(const Value& value, const std::string& where);

} // namespace hotchkiss
