#include "libscenario/rules/queryanswers.h"
#include "libscenario/rules/trace.h"
#include "libterrain/base/text.h"

namespace hotchkiss {

using nlohmann::json;

namespace {

json pointJson(const Trace::Point& point, json place) {
  place["length"] = Value::number(point.length).toJson();
  place["stage"] = point.stage + 1;
  if (point.isGoal)
    place["goal"] = true;
  return place;
}

json nodeJson(const Situation& situation, const TraceNode& node) {
  if (!node.side)
    return hexJson(situation, node.hex);
  return {{"edge", {node.side->c, node.side->r, node.side->d}},
          {"label", situation.rules().numbering().label(*node.side)}};
}

/// "12.7.1": how a position writes the hexside on which a ship lies.
std::optional<EdgeId> edgeOf(const std::string& text) {
  const std::vector<std::string_view> parts = splitText(text, '.');
  if (parts.size() != 3)
    return std::nullopt;
  const auto c = parseInteger(parts[0]);
  const auto r = parseInteger(parts[1]);
  const auto d = parseInteger(parts[2]);
  if (!c || !r || !d || *d < 0 || *d > 2)
    return std::nullopt;
  return EdgeId{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r), static_cast<std::int32_t>(*d)};
}

Result<TraceNode> startOf(const Situation& situation, const QueryArguments& args, const UnitState& unit) {
  if (args.has("from")) {
    const Result<HexCoord> from = args.hex("from");
    if (!from)
      return from.error();
    return TraceNode{*from, {}};
  }
  if (unit.at.kind == Location::Kind::Edge)
    if (const std::optional<EdgeId> edge = edgeOf(unit.at.id);
        edge && situation.rules().extent().containsOrBorders(edge->owner()))
      return TraceNode{{}, edge};
  if (unit.at.kind != Location::Kind::Hex)
    return Error{"unit " + unit.id + " stands neither in a hex nor on a hexside", {}, 0, {}, {}};
  return TraceNode{unit.at.hex, {}};
}

Outcome addMembers(json& out, const Situation& situation, const QueryArguments& args, const Trace& trace,
                   const UnitState& leader, const std::string& members) {
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  evaluator.bind("arg", args.extra());
  evaluator.bind("leader", Value::unit(leader.id));
  out["members"] = json::array();
  for (const auto& [id, each] : situation.position().units()) {
    if (each.at.kind != Location::Kind::Hex || !trace.points.contains(each.at.hex) || id == leader.id)
      continue;
    const Evaluator::Scope scope(evaluator);
    evaluator.bind("unit", Value::unit(id));
    const Value counts = evaluator.decide(members);
    if (counts.isError())
      return evaluationError(counts, "members of a trace");
    if (counts.isTrue())
      out["members"].push_back(id);
  }
  for (const json& each : becauseJson(evaluator.because()))
    out["because"].push_back(each);
  return success();
}

} // namespace

Answer answerSupply(const Situation& situation, const QueryArguments& args) {
  constexpr const char* kSupply = "supply";
  const Rulebook& book = situation.rules().book();
  if (!book.strategies().traces.contains(kSupply))
    return Error{"the ruleset " + book.ruleset().id() + " traces no supply", {}, 0, {}, {}};
  return answerTrace(situation, args, kSupply, "unit");
}

Answer answerTrace(const Situation& situation, const QueryArguments& args, const std::string& traceId,
                   const char* tracer) {
  const Result<const UnitState*> unit = args.unit(tracer);
  if (!unit)
    return unit.error();
  const Result<TraceNode> start = startOf(situation, args, **unit);
  if (!start)
    return start.error();
  const Result<Trace> trace = findTrace(situation, traceId, (*unit)->id, *start, args.extra());
  if (!trace)
    return trace.error();
  json out{{"trace", traceId},
           {"hexes", json::array()},
           {"sides", json::array()},
           {"goal", false},
           {"because", becauseJson(trace->because)}};
  std::optional<TraceNode> goal;
  for (const auto& [hex, point] : trace->points) {
    out["hexes"].push_back(pointJson(point, hexJson(situation, hex)));
    if (point.isGoal && !goal)
      goal = TraceNode{hex, {}};
  }
  for (const auto& [side, point] : trace->sides) {
    out["sides"].push_back(pointJson(point, nodeJson(situation, {{}, side})));
    if (point.isGoal && !goal)
      goal = TraceNode{{}, side};
  }
  out["goal"] = goal.has_value();
  if (!trace->blame.empty())
    out["blame"] = trace->blame;
  const std::string& members = situation.rules().book().strategies().traces.at(traceId).members;
  if (!members.empty())
    if (const Outcome added = addMembers(out, situation, args, *trace, **unit, members); !added)
      return added.error();
  std::optional<TraceNode> target = goal;
  if (args.has("to")) {
    const Result<HexCoord> to = args.hex("to");
    if (!to)
      return to.error();
    target = TraceNode{*to, {}};
  } else if (std::string_view(tracer) != "unit" && args.has("unit")) {
    const Result<const UnitState*> other = args.unit("unit");
    if (!other)
      return other.error();
    target = TraceNode{(*other)->at.hex, {}};
  }
  if (!target)
    return out;
  const Trace::Point* point = trace->find(*target);
  if (args.has("to") || args.has("unit"))
    out["reached"] = point != nullptr;
  if (point != nullptr) {
    out["length"] = Value::number(point->length).toJson();
    out["path"] = json::array();
    for (const TraceNode& node : trace->wayTo(*target))
      out["path"].push_back(pointJson(*trace->find(node), nodeJson(situation, node)));
  }
  return out;
}

} // namespace hotchkiss
