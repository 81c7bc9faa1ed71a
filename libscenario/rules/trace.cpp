#include "libscenario/rules/trace.h"

#include "libterrain/base/text.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>

namespace hotchkiss {

const Trace::Point* Trace::find(const TraceNode& node) const {
  if (node.side) {
    const auto it = sides.find(*node.side);
    return it == sides.end() ? nullptr : &it->second;
  }
  const auto it = points.find(node.hex);
  return it == points.end() ? nullptr : &it->second;
}

std::vector<TraceNode> Trace::wayTo(const TraceNode& node) const {
  std::vector<TraceNode> out;
  TraceNode now = node;
  std::set<TraceNode> seen; // a line that changes legs may come by a place twice
  for (const Point* point = find(now); point != nullptr && seen.insert(now).second; point = find(now)) {
    out.push_back(now);
    now = point->before;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

namespace {

struct Waiting {
  std::size_t stage;
  Rational length;
  TraceNode node;
  TraceNode before;
};

struct Later {
  bool operator()(const Waiting& a, const Waiting& b) const {
    if (a.stage != b.stage)
      return a.stage > b.stage;
    if (!(a.length == b.length))
      return b.length < a.length;
    return b.node < a.node;
  }
};

class Tracer {
 public:
  Tracer(const Situation& situation, const TraceStrategy& strategy, const std::string& unit, const TraceNode& start,
         const Value& arguments)
      : mSituation(situation), mStrategy(strategy), mEvaluator(situation.setting()) {
    mEvaluator.setExplaining(true);
    if (situation.position().unit(unit) != nullptr) {
      mEvaluator.bind("mover", Value::unit(unit));
      mEvaluator.bind("unit", Value::unit(unit));
    }
    mEvaluator.bind("start", valueOf(start));
    mEvaluator.bind("arg", arguments.kind() == Value::Kind::Struct ? arguments : Value::record({}));
  }

  Result<Trace> run(const TraceNode& start) {
    if (const Outcome limits = findLimits(); !limits)
      return limits.error();
    if (const Outcome begun = enter(0, start, start); !begun)
      return begun.error();
    while (!mOpen.empty()) {
      const Waiting now = mOpen.top();
      mOpen.pop();
      if (mBest[{now.stage, now.node}] < now.length)
        continue;
      for (const Outcome& done : {record(now), changeLegs(now), follow(now)})
        if (!done)
          return done.error();
    }
    mOut.blame.assign(mBlame.begin(), mBlame.end());
    return std::move(mOut);
  }

 private:
  Value valueOf(const TraceNode& node) const {
    if (!node.side)
      return Value::hex(node.hex);
    const auto hexes = mSituation.rules().lattice().hexes(*node.side);
    return Value::edge({hexes[0], hexes[1]});
  }

  Result<Value> ask(const std::string& decision, const TraceNode& from, const TraceNode& to,
                    const LinkStep* link = nullptr) {
    const Evaluator::Scope scope(mEvaluator);
    mEvaluator.bind("from", valueOf(from));
    mEvaluator.bind("to", valueOf(to));
    const bool touch = !from.side && !to.side && mSituation.rules().lattice().distance(from.hex, to.hex) == 1;
    mEvaluator.setOverLink(link != nullptr && !touch);
    if (touch || link != nullptr)
      mEvaluator.bind("edge", Value::edge({from.hex, to.hex}));
    if (link != nullptr) {
      ValueStruct facts = link->values;
      facts["id"] = Value::text(link->id);
      facts["kind"] = Value::text(link->kind);
      mEvaluator.bind("link", Value::record(std::move(facts)));
    }
    Value value = mEvaluator.decide(decision);
    for (Because& each : mEvaluator.takeBecause())
      if (mCited.insert({each.table, each.row}).second)
        mOut.because.push_back(std::move(each));
    if (value.isError())
      return Error{value.text(), {}, 0, "trace " + mStrategy.id, {}};
    mBlame.insert(value.blame().begin(), value.blame().end());
    return value;
  }

  Outcome findLimits() {
    for (const TraceStage& stage : mStrategy.stages) {
      std::optional<Rational> limit = stage.limit;
      if (!stage.allowance.empty()) {
        const Value value = mEvaluator.decide(stage.allowance);
        mEvaluator.takeBecause();
        if (!value.isNumber())
          return Error{"the allowance of the trace came to " + value.shown(), {}, 0, "trace " + mStrategy.id, {}};
        limit = value.number();
      }
      mLimits.push_back(limit);
    }
    return success();
  }

  void push(std::size_t stage, const Rational& length, const TraceNode& node, const TraceNode& before) {
    const auto [known, isNew] = mBest.try_emplace({stage, node}, length);
    if (!isNew && !(length < known->second))
      return;
    known->second = length;
    mOpen.push({stage, length, node, before});
  }

  /// Begins a leg where a line stands: there, or, when the leg runs over the other graph, at what touches it.
  Outcome enter(std::size_t stage, const TraceNode& at, const TraceNode& before) {
    const TraceStage& leg = mStrategy.stages[stage];
    const bool wantsSides = leg.graph == TraceStage::Graph::Hexsides;
    if (wantsSides == at.side.has_value()) {
      push(stage, Rational(0), at, before);
      return success();
    }
    std::vector<TraceNode> touching;
    if (wantsSides) {
      for (int side = 0; side < kSides; ++side)
        touching.push_back({{}, mSituation.rules().lattice().edge(at.hex, side)});
    } else {
      for (const HexCoord hex : mSituation.rules().lattice().hexes(*at.side))
        if (mSituation.rules().extent().contains(hex))
          touching.push_back({hex, {}});
    }
    for (const TraceNode& node : touching) {
      if (!leg.enter.empty()) {
        const Result<Value> enters = ask(leg.enter, at, node);
        if (!enters)
          return enters.error();
        if (!enters->isTrue())
          continue;
      }
      push(stage, Rational(0), node, at);
    }
    return success();
  }

  Outcome record(const Waiting& now) {
    if (const Trace::Point* known = mOut.find(now.node)) {
      // A line that came back to an earlier leg may begin it nearer.
      if (known->stage == now.stage && now.length < known->length) {
        Trace::Point& better = now.node.side ? mOut.sides.at(*now.node.side) : mOut.points.at(now.node.hex);
        better.length = now.length;
        better.before = now.before;
      }
      return success();
    }
    bool isGoal = false;
    if (!mStrategy.goal.empty()) {
      const Result<Value> goal = ask(mStrategy.goal, now.before, now.node);
      if (!goal)
        return goal.error();
      isGoal = goal->isTrue();
    }
    const Trace::Point point{now.length, now.stage, now.before, isGoal};
    if (now.node.side)
      mOut.sides.emplace(*now.node.side, point);
    else
      mOut.points.emplace(now.node.hex, point);
    return success();
  }

  Outcome changeLegs(const Waiting& now) {
    for (const TraceTransition& transition : mStrategy.transitions) {
      if (transition.from != now.stage)
        continue;
      if (!transition.when.empty()) {
        const Result<Value> may = ask(transition.when, now.before, now.node);
        if (!may)
          return may.error();
        if (!may->isTrue())
          continue;
      }
      if (const Outcome entered = enter(transition.to, now.node, now.before); !entered)
        return entered;
    }
    return success();
  }

  Outcome step(const Waiting& now, const TraceNode& to, const LinkStep* link) {
    const Result<Value> cost = ask(mStrategy.stages[now.stage].step, now.node, to, link);
    if (!cost)
      return cost.error();
    if (!cost->isNumber())
      return success(); // prohibited, or not known: a line has to be certain
    if (cost->number() < Rational(0))
      return Error{
          "a step of a line costs " + cost->shown() + ", less than nothing", {}, 0, "trace " + mStrategy.id, {}};
    const std::optional<Rational> length = Rational::add(now.length, cost->number());
    if (!length || (mLimits[now.stage] && *mLimits[now.stage] < *length))
      return success();
    push(now.stage, *length, to, now.node);
    return success();
  }

  Outcome follow(const Waiting& now) {
    const Rules& rules = mSituation.rules();
    if (now.node.side) {
      for (const EdgeId edge : rules.lattice().edgesTouching(*now.node.side)) {
        const auto hexes = rules.lattice().hexes(edge);
        if (!rules.extent().contains(hexes[0]) && !rules.extent().contains(hexes[1]))
          continue;
        if (const Outcome taken = step(now, {{}, edge}, nullptr); !taken)
          return taken;
      }
      return success();
    }
    for (const HexCoord to : rules.lattice().neighbours(now.node.hex))
      if (rules.extent().contains(to))
        if (const Outcome taken = step(now, {to, {}}, nullptr); !taken)
          return taken;
    if (mStrategy.stages[now.stage].links)
      for (const LinkStep& link : rules.links(now.node.hex))
        if (rules.extent().contains(link.to))
          if (const Outcome taken = step(now, {link.to, {}}, &link); !taken)
            return taken;
    return success();
  }

  const Situation& mSituation;
  const TraceStrategy& mStrategy;
  Evaluator mEvaluator;
  Trace mOut;
  std::vector<std::optional<Rational>> mLimits;
  std::set<std::pair<std::string, std::string>> mCited;
  std::set<std::string> mBlame;
  std::map<std::pair<std::size_t, TraceNode>, Rational> mBest;
  std::priority_queue<Waiting, std::vector<Waiting>, Later> mOpen;
};

} // namespace

Result<Trace> findTrace(const Situation& situation, const std::string& traceId, const std::string& unit,
                        const TraceNode& start, const Value& arguments) {
  const auto& traces = situation.rules().book().strategies().traces;
  const auto strategy = traces.find(traceId);
  if (strategy == traces.end()) {
    std::vector<std::string> known;
    for (const auto& [id, unused] : traces)
      known.push_back(id);
    const auto near = nearestWord(traceId, known);
    return Error{"the ruleset traces no \"" + traceId + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""};
  }
  return Tracer(situation, strategy->second, unit, start, arguments).run(start);
}

} // namespace hotchkiss
