#include "libscenario/rules/query.h"

#include "libscenario/rules/queryanswers.h"
#include "libscenario/rules/reachpath.h"
#include "libterrain/base/text.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

json costJson(std::int64_t scaled, std::int64_t denominator) {
  const std::optional<Rational> points = Rational::make(scaled, denominator);
  return Value::number(points.value_or(Rational(scaled))).toJson();
}

Result<Rational> allowanceOf(const Situation& situation, const QueryArguments& args, const UnitState& unit) {
  if (args.has("allowance"))
    return args.number("allowance");
  const auto& strategy = situation.rules().book().strategies().movement;
  if (!strategy || strategy->allowance.empty())
    return Error{"the argument \"allowance\" is missing", {}, 0, {}, {}};
  const Value allowance = movementAllowance(situation, unit, args.extra());
  if (allowance.isNumber())
    return allowance.number();
  return Error{"the allowance of unit " + unit.id + " came to " + allowance.shown(),
               {},
               0,
               {},
               "give it with the argument \"allowance\""};
}

json judgementJson(const StepJudgement& step, std::int64_t denominator) {
  json out{{"legal", step.certain},
           {"way", step.way},
           {"stops", step.stops},
           {"effects", step.effects},
           {"because", becauseJson(step.because)}};
  if (step.possible && !step.certain)
    out["legal"] = json{{"unknown", true}};
  if (!step.blame.empty())
    out["blame"] = step.blame;
  if (!step.possible)
    return out;
  if (step.takesAll) {
    out["mp"] = "all";
  } else if (step.certain && step.least == step.most) {
    out["mp"] = costJson(step.least, denominator);
  } else {
    out["mp"] = json{{"unknown", true}, {"min", costJson(step.least, denominator)}};
    if (step.most < StepJudgement::kNoLimit)
      out["mp"]["max"] = costJson(step.most, denominator);
  }
  return out;
}

/// The cheapest turn on the spot after which a step may leave by the side towards `to`.
Answer turnBefore(const Situation& situation, StepJudge& judge, HexCoord from, HexCoord to, const RunFacts& run) {
  const std::optional<int> direction = situation.rules().lattice().directionTo(from, to);
  json best{{"legal", false}, {"mp", 0}};
  std::int64_t least = -1;
  for (int facing = 0; facing < kSides; ++facing) {
    RunFacts after = run;
    after.facing = facing;
    after.offset = direction ? (*direction - facing + kSides) % kSides : 0;
    const Result<StepJudge::Leaving> leaves = judge.mayLeave(from, after);
    if (!leaves)
      return leaves.error();
    if (!leaves->allowed)
      continue;
    RunFacts turning = run;
    const int clockwise = (facing - run.facing + kSides) % kSides;
    turning.turns = std::min(clockwise, kSides - clockwise);
    StepJudgement none;
    none.possible = none.certain = true;
    const Result<StepJudgement> turn =
        turning.turns == 0 ? Result<StepJudgement>(none) : judge.judgeTurn(from, facing, turning);
    if (!turn)
      return turn.error();
    if (!turn->possible && least < 0)
      best["because"] = becauseJson(turn->because);
    if (!turn->possible || (least >= 0 && turn->least >= least))
      continue;
    least = turn->least;
    best = judgementJson(*turn, judge.denominator());
    best["facing"] = facing;
    best["turns"] = turning.turns;
  }
  return best;
}

Answer answerMove(const Situation& situation, const QueryArguments& args) {
  if (!situation.rules().book().strategies().movement)
    return Error{"the ruleset has no rules of movement", {}, 0, {}, {}};
  const Result<const UnitState*> unit = args.unit("unit");
  if (!unit)
    return unit.error();
  const Result<HexCoord> from = args.has("from") ? args.hex("from") : Result<HexCoord>((*unit)->at.hex);
  const Result<HexCoord> to = args.hex("to");
  if (!from)
    return from.error();
  if (!to)
    return to.error();
  const std::vector<LinkStep>& links = situation.rules().links(*from);
  const bool linked = std::any_of(links.begin(), links.end(), [&](const LinkStep& link) { return link.to == *to; });
  if (situation.rules().lattice().distance(*from, *to) != 1 && !linked)
    return Error{"a step goes to a neighbour; " + situation.rules().numbering().label(*to) + " is " +
                     std::to_string(situation.rules().lattice().distance(*from, *to)) + " hexes away",
                 {},
                 0,
                 {},
                 "ask for the reach instead"};
  StepJudge judge(situation.setting(), **unit);
  judge.setExplaining(true);
  RunFacts run;
  run.isStart = !args.has("from") || *from == (*unit)->at.hex;
  if (const auto spent = args.number("spent"))
    run.spent = *spent;
  if (const auto steps = args.number("steps"))
    run.steps = static_cast<long>(steps->floor());
  if (const Result<Rational> allowance = allowanceOf(situation, args, **unit))
    run.allowance = *allowance;
  else if (args.has("allowance"))
    return allowance.error();
  run.facing = (*unit)->facing;
  if (const auto facing = args.number("facing"))
    run.facing = static_cast<int>(facing->floor());
  run.facing = ((run.facing % kSides) + kSides) % kSides;
  const Result<StepJudgement> step = judge.judge(*from, *to, run);
  if (!step)
    return step.error();
  json out = judgementJson(*step, judge.denominator());
  if (judge.hasFacing()) {
    Answer turn = turnBefore(situation, judge, *from, *to, run);
    if (!turn)
      return turn;
    out["turn"] = *turn;
    if ((*turn)["legal"] == json(false))
      out["legal"] = false;
    for (const json& each : turn->value("because", json::array()))
      out["because"].push_back(each);
  }
  out["byMinimum"] = step->byMinimum;
  out["from"] = hexJson(situation, *from);
  out["to"] = hexJson(situation, *to);
  return out;
}

Answer answerReach(const Situation& situation, const QueryArguments& args) {
  const Result<const UnitState*> unit = args.unit("unit");
  if (!unit)
    return unit.error();
  const Result<Rational> allowance = allowanceOf(situation, args, **unit);
  if (!allowance)
    return allowance.error();
  ReachQuestion question{(*unit)->id, *allowance, std::nullopt, std::nullopt};
  if (args.has("from")) {
    const Result<HexCoord> from = args.hex("from");
    if (!from)
      return from.error();
    question.start = *from;
  }
  if (const auto facing = args.number("facing"))
    question.facing = static_cast<int>(facing->floor());
  const Result<Reach> reach = findReach(situation, question);
  if (!reach)
    return reach.error();
  json out{{"allowance", Value::number(*allowance).toJson()},
           {"hexes", json::array()},
           {"blame", reach->blame},
           {"because", json::array()}};
  for (std::int32_t c = 0; c < reach->extent.width; ++c)
    for (std::int32_t r = 0; r < reach->extent.height; ++r) {
      const std::size_t index = reach->index({c, r});
      if (reach->possible[index] == Reach::kUnreached)
        continue;
      json hex = hexJson(situation, {c, r});
      hex["certain"] = reach->certain[index] != Reach::kUnreached;
      hex["mp"] = costJson(reach->possible[index], reach->denominator);
      if (reach->certain[index] != reach->possible[index])
        hex["mp"] = json{{"unknown", true}, {"min", hex["mp"]}};
      if (reach->certain[index] != reach->possible[index] && reach->certain[index] != Reach::kUnreached)
        hex["mp"]["max"] = costJson(reach->certain[index], reach->denominator);
      hex["stops"] = reach->stopped[index] != 0;
      out["hexes"].push_back(std::move(hex));
    }
  if (!args.has("to"))
    return out;
  const Result<HexCoord> to = args.hex("to");
  if (!to)
    return to.error();
  const Result<std::vector<PathPoint>> path = explainPath(situation, **unit, *allowance, *reach, *to);
  if (!path)
    return path.error();
  out["reached"] = !path->empty();
  if (!path->empty() && reach->certain[reach->index(*to)] == Reach::kUnreached)
    out["reached"] = json{{"unknown", true}};
  out["path"] = json::array();
  for (const PathPoint& each : *path) {
    json point = hexJson(situation, each.hex);
    point["mp"] = costJson(each.cost, reach->denominator);
    if (!reach->byFacing.empty())
      point["facing"] = each.facing;
    if (each.step) {
      point["step"] = judgementJson(*each.step, reach->denominator);
      for (const json& row : point["step"]["because"])
        out["because"].push_back(row);
    }
    out["path"].push_back(std::move(point));
  }
  return out;
}

Answer answerZones(const Situation& situation, const QueryArguments& args) {
  json out{{"hexes", json::array()}, {"because", json::array()}};
  const std::string side = args.text("side");
  std::optional<HexCoord> only;
  if (args.has("hex")) {
    const Result<HexCoord> hex = args.hex("hex");
    if (!hex)
      return hex.error();
    only = *hex;
  }
  std::map<HexCoord, std::vector<ZoneField::Part>> sorted(situation.zones().all().begin(),
                                                          situation.zones().all().end());
  for (const auto& [hex, parts] : sorted) {
    if (only && !(hex == *only))
      continue;
    json zones = json::array();
    for (const ZoneField::Part& part : parts)
      if (side.empty() || part.side == side)
        zones.push_back({{"kind", part.kind},
                         {"side", part.side},
                         {"from", situation.rules().numbering().label(part.source)},
                         {"units", part.units}});
    if (zones.empty())
      continue;
    json entry = hexJson(situation, hex);
    entry["zones"] = std::move(zones);
    out["hexes"].push_back(std::move(entry));
  }
  const auto& strategy = situation.rules().book().strategies().zones;
  if (!only || !strategy)
    return out;
  // Why: the rows for every neighbour that has units.
  for (const HexCoord from : situation.rules().lattice().neighbours(*only))
    for (const std::string& id : situation.position().unitsAt(from)) {
      Evaluator evaluator(situation.setting());
      evaluator.setExplaining(true);
      evaluator.bind("unit", Value::unit(id));
      evaluator.bind("mover", Value::unit(id));
      evaluator.bind("from", Value::hex(from));
      evaluator.bind("to", Value::hex(*only));
      evaluator.bind("edge", Value::edge({from, *only}));
      const Value kind = evaluator.decide(strategy->kind);
      if (kind.isError())
        return evaluationError(kind, "zones");
      for (const json& each : becauseJson(evaluator.because()))
        out["because"].push_back(each);
    }
  return out;
}

Answer answerStack(const Situation& situation, const QueryArguments& args) {
  const Result<HexCoord> hex = args.hex("hex");
  if (!hex)
    return hex.error();
  json out = hexJson(situation, *hex);
  out["units"] = situation.position().unitsAt(*hex);
  out["problems"] = json::array();
  out["because"] = json::array();
  const auto& strategy = situation.rules().book().strategies().stacking;
  if (!strategy)
    return out;
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  if (const Outcome bound = args.bindAll(evaluator); !bound)
    return bound.error();
  evaluator.bind("to", Value::hex(*hex));
  const Value problems = evaluator.decide(strategy->problems);
  if (problems.isError())
    return evaluationError(problems, "stacking");
  if (problems.kind() == Value::Kind::List)
    out["problems"] = problems.toJson();
  const Value summary = evaluator.decide(strategy->summary);
  if (summary.isError())
    return evaluationError(summary, "stacking");
  if (summary.kind() != Value::Kind::Nothing)
    out["summary"] = summary.toJson();
  out["because"] = becauseJson(evaluator.because());
  return out;
}

Answer answerAttack(const Situation& situation, const QueryArguments& args) {
  const auto& strategy = situation.rules().book().strategies().attack;
  if (!strategy)
    return Error{"the ruleset has no rules of attack", {}, 0, {}, {}};
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  if (const Outcome bound = args.bindAll(evaluator); !bound)
    return bound.error();
  const Result<const UnitState*> unit = args.unit("unit");
  if (!unit)
    return unit.error();
  const Result<HexCoord> to = args.hex("to");
  if (!to)
    return to.error();
  const Result<HexCoord> from = args.has("from") ? args.hex("from") : Result<HexCoord>((*unit)->at.hex);
  if (!from)
    return from.error();
  if (situation.rules().lattice().distance(*from, *to) != 1)
    return json{{"legal", false}, {"reason", "not adjacent"}, {"because", json::array()}};
  const Value legal = evaluator.decide(strategy->legal);
  if (legal.isError())
    return args.failed(legal, strategy->legal);
  json out{{"legal", !legal.is(Special::Prohibited) && !(legal.isFlag() && !legal.isTrue())}};
  if (legal.isUnknown())
    out["legal"] = legal.toJson();
  if (out["legal"] == json(true) && !strategy->cost.empty()) {
    const Value cost = evaluator.decide(strategy->cost);
    if (cost.isError())
      return args.failed(cost, strategy->cost);
    out["mp"] = cost.toJson();
  }
  out["from"] = hexJson(situation, *from);
  out["to"] = hexJson(situation, *to);
  out["because"] = becauseJson(evaluator.because());
  return out;
}

Answer answerDecision(const Situation& situation, const QueryArguments& args, const json& raw);

/// Several decisions at once, each asked on its own.
Answer answerDecisions(const Situation& situation, const json& raw) {
  json out{{"values", json::object()}, {"because", json::array()}};
  for (const json& name : raw["decisions"]) {
    if (!name.is_string())
      return Error{"\"decisions\" is a list of names", {}, 0, {}, {}};
    json one = raw;
    one.erase("decisions");
    one["decision"] = name;
    Answer answer = answerDecision(situation, QueryArguments(situation, one), one);
    if (!answer)
      return answer;
    out["values"][name.get<std::string>()] = (*answer)["value"];
    for (const json& each : (*answer)["because"])
      out["because"].push_back(each);
  }
  return out;
}

Answer answerDecision(const Situation& situation, const QueryArguments& args, const json& raw) {
  if (raw.is_object() && raw.contains("decisions") && raw["decisions"].is_array())
    return answerDecisions(situation, raw);
  const std::string name = args.text("decision");
  const Decision* decision = situation.rules().book().decision(name);
  if (name.empty())
    return Error{"the argument \"decision\" is missing", {}, 0, {}, {}};
  if (decision == nullptr) {
    std::vector<std::string> known;
    for (const auto& [id, unused] : situation.rules().book().decisions())
      known.push_back(id);
    const auto near = nearestWord(name, known);
    return Error{
        "the ruleset has no decision \"" + name + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""};
  }
  Evaluator evaluator(situation.setting());
  evaluator.setExplaining(true);
  // In the middle of a move, when the question says so.
  RunFacts run;
  if (const auto steps = args.number("steps"))
    run.steps = static_cast<long>(steps->floor());
  if (const auto spent = args.number("spent"))
    run.spent = *spent;
  if (const auto allowance = args.number("allowance"))
    run.allowance = *allowance;
  run.isStart = run.steps == 0;
  evaluator.setRun(run);
  if (const Outcome bound = args.bindAll(evaluator); !bound)
    return bound.error();
  ValueList params;
  for (const json& each : raw.value("params", json::array())) {
    if (each.is_object() && each.contains("hex")) {
      const Result<HexCoord> hex = args.hexIn(each["hex"], "params");
      if (!hex)
        return hex.error();
      params.push_back(Value::hex(*hex));
    } else if (each.is_object() && each.contains("unit")) {
      params.push_back(Value::unit(each["unit"].get<std::string>()));
    } else {
      params.push_back(Value::fromJson(each));
    }
  }
  if (params.size() != decision->params.size())
    return Error{name + " has " + countOf(decision->params.size(), "parameter", "parameters") + ", " +
                     std::to_string(params.size()) + " given",
                 {},
                 0,
                 {},
                 {}};
  const Value value = evaluator.decide(name, params);
  if (value.isError())
    return args.failed(value, name);
  return json{{"decision", name}, {"value", value.toJson()}, {"because", becauseJson(evaluator.because())}};
}

} // namespace

const std::vector<std::string>& queryNames() {
  static const std::vector<std::string> kNames{"move",   "reach",  "zoc",     "stack",  "trace",  "supply", "command",
                                               "attack", "combat", "retreat", "decide", "locate", "sight"};
  return kNames;
}

Result<json> query(const Situation& situation, const std::string& name, const json& args) {
  const QueryArguments arguments(situation, args);
  if (const Outcome checked = arguments.check(); !checked)
    return checked.error();
  Answer out = [&]() -> Answer {
    if (name == "move")
      return answerMove(situation, arguments);
    if (name == "reach")
      return answerReach(situation, arguments);
    if (name == "zoc")
      return answerZones(situation, arguments);
    if (name == "stack")
      return answerStack(situation, arguments);
    if (name == "trace")
      return answerTrace(situation, arguments, arguments.text("trace"), "unit");
    if (name == "supply")
      return answerSupply(situation, arguments);
    if (name == "command")
      return answerTrace(situation, arguments, "command", "leader");
    if (name == "attack")
      return answerAttack(situation, arguments);
    if (name == "combat")
      return answerCombat(situation, arguments);
    if (name == "retreat")
      return answerRetreat(situation, arguments, args);
    if (name == "decide")
      return answerDecision(situation, arguments, args);
    if (name == "sight")
      return answerSight(situation, arguments);
    if (name == "locate")
      return answerLocate(situation, arguments);
    const auto near = nearestWord(name, queryNames());
    return Error{"there is no query \"" + name + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""};
  }();
  if (out)
    (*out)["query"] = name;
  return out;
}

} // namespace hotchkiss
