#include "libscenario/rules/trace.h"

#include "libterrain/base/text.h"

#include <queue>
#include <set>
#include <tuple>

namespace hotchkiss {

namespace {

struct Waiting {
  std::size_t stage;
  Rational length;
  HexCoord hex;
  HexCoord before;
};

struct Later {
  bool operator()(const Waiting& a, const Waiting& b) const {
    if (a.stage != b.stage)
      return a.stage > b.stage;
    if (!(a.length == b.length))
      return b.length < a.length;
    return b.hex < a.hex;
  }
};

} // namespace

Result<Trace> findTrace(const Situation& situation, const std::string& traceId, const std::string& unit,
                        HexCoord start) {
  const auto& traces = situation.rules().book().strategies().traces;
  const auto strategy = traces.find(traceId);
  if (strategy == traces.end()) {
    std::vector<std::string> known;
    for (const auto& [id, unused] : traces)
      known.push_back(id);
    const auto near = nearestWord(traceId, known);
    return Error{"the ruleset traces no \"" + traceId + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""};
  }
  const std::vector<TraceStage>& stages = strategy->second.stages;
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  std::set<std::pair<std::string, std::string>> cited;
  std::vector<Because> because;
  if (situation.position().unit(unit) != nullptr)
    evaluator.bind("mover", Value::unit(unit));
  evaluator.bind("start", Value::hex(start));
  const auto ask = [&](const std::string& decision, HexCoord from, HexCoord to) {
    const Evaluator::Scope scope(evaluator);
    evaluator.bind("from", Value::hex(from));
    evaluator.bind("to", Value::hex(to));
    if (!(from == to))
      evaluator.bind("edge", Value::edge({from, to}));
    Value value = evaluator.decide(decision);
    for (Because& each : evaluator.takeBecause())
      if (cited.insert({each.table, each.row}).second)
        because.push_back(std::move(each));
    return value;
  };
  const auto fail = [&](const Value& value) { return Error{value.text(), {}, 0, "trace " + traceId, {}}; };

  Trace out;
  std::map<std::pair<std::size_t, HexCoord>, Rational> best;
  std::priority_queue<Waiting, std::vector<Waiting>, Later> open;
  open.push({0, Rational(0), start, start});
  best[{0, start}] = Rational(0);
  while (!open.empty()) {
    const Waiting now = open.top();
    open.pop();
    if (best[{now.stage, now.hex}] < now.length)
      continue;
    const TraceStage& stage = stages[now.stage];
    if (!out.points.contains(now.hex)) {
      const Value goal =
          strategy->second.goal.empty() ? Value::flag(false) : ask(strategy->second.goal, now.before, now.hex);
      if (goal.isError())
        return fail(goal);
      out.points[now.hex] = {now.length, now.stage, now.before, goal.isTrue()};
    }
    if (!stage.next.empty() && now.stage + 1 < stages.size()) {
      const Value next = ask(stage.next, now.before, now.hex);
      if (next.isError())
        return fail(next);
      const auto [known, isNew] = best.try_emplace({now.stage + 1, now.hex}, Rational(0));
      if (next.isTrue() && isNew)
        open.push({now.stage + 1, Rational(0), now.hex, now.before});
      else if (isNew)
        best.erase(known);
    }
    for (const HexCoord to : situation.rules().lattice().neighbours(now.hex)) {
      if (!situation.rules().extent().contains(to))
        continue;
      const Value step = ask(stage.step, now.hex, to);
      if (step.isError())
        return fail(step);
      if (!step.isNumber())
        continue; // prohibited, or not known: a line has to be certain
      const std::optional<Rational> length = Rational::add(now.length, step.number());
      if (!length || (stage.limit && *stage.limit < *length))
        continue;
      const auto [known, isNew] = best.try_emplace({now.stage, to}, *length);
      if (!isNew && !(*length < known->second))
        continue;
      known->second = *length;
      open.push({now.stage, *length, to, now.hex});
    }
  }
  out.because = std::move(because);
  return out;
}

} // namespace hotchkiss
