#include "libscenario/rules/queryanswers.h"
#include "libscenario/rules/retreat.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

void addStep(json& out, const Situation& situation, const RetreatStep& step) {
  json entry = hexJson(situation, step.to);
  entry["priority"] = Value::number(step.priority).toJson();
  entry["loss"] = Value::number(step.loss).toJson();
  entry["best"] = step.isBest;
  out["way"].push_back(std::move(entry));
  for (const json& each : becauseJson(step.because))
    out["because"].push_back(each);
}

/// The way of least loss.
Answer findWay(const Situation& situation, const RetreatQuestion& question) {
  const Result<RetreatAnswer> answer = findRetreat(situation, question);
  if (!answer)
    return answer.error();
  json out{{"because", json::array()}, {"way", json::array()}};
  for (const RetreatStep& step : answer->way)
    addStep(out, situation, step);
  out["found"] = !answer->way.empty();
  if (answer->way.empty() && !answer->blame.empty())
    out["found"] = json{{"unknown", true}};
  if (!answer->blame.empty())
    out["blame"] = answer->blame;
  out["loss"] = Value::number(answer->loss).toJson();
  out["overridden"] = answer->overridden;
  out["overridesAt"] = answer->overridesAt;
  out["extended"] = answer->extended;
  return out;
}

/// Whether a given way keeps to the rules, hex by hex. One that leaves the priorities does so only when no other saves
/// the unit, which can be told when its shortest and longest length are given.
Answer judgeWay(const Situation& situation, const QueryArguments& args, const RetreatQuestion& question,
                const json& path) {
  json out{{"because", json::array()}, {"way", json::array()}, {"legal", true}, {"ends", false}};
  std::vector<HexCoord> gone{question.start};
  std::vector<std::string> blame;
  Value loss = Value::number(0);
  std::int64_t overrides = 0;
  for (const json& place : path) {
    const Result<HexCoord> to = args.hexIn(place, "path");
    if (!to)
      return to.error();
    const Result<std::vector<RetreatStep>> steps = retreatSteps(situation, question, gone, blame);
    if (!steps)
      return steps.error();
    const auto step =
        std::find_if(steps->begin(), steps->end(), [&](const RetreatStep& each) { return each.to == *to; });
    if (step == steps->end()) {
      out["legal"] = blame.empty() ? json(false) : json{{"unknown", true}};
      if (!blame.empty())
        out["blame"] = blame;
      return out;
    }
    addStep(out, situation, *step);
    overrides += step->isBest ? 0 : 1;
    loss = applyOperator(Expression::Op::Add, loss, Value::number(step->loss));
    gone.push_back(*to);
  }
  if (!blame.empty())
    out["blame"] = blame;
  out["loss"] = loss.toJson();
  const Result<bool> ends = retreatMayEnd(situation, question, gone);
  if (!ends)
    return ends.error();
  out["ends"] = *ends;
  const auto length = static_cast<int>(gone.size()) - 1;
  if (args.has("least"))
    out["legal"] = out["legal"] == json(true) && *ends && length >= question.shortest;
  if (overrides == 0)
    return out;
  out["legal"] = false;
  if (!args.has("least") || !args.has("most") || overrides > situation.rules().book().strategies().retreat->overrides ||
      !*ends || length < question.shortest)
    return out;
  const Result<RetreatAnswer> other = findRetreat(situation, question);
  if (!other)
    return other.error();
  out["legal"] = other->overridden;
  return out;
}

} // namespace

Answer answerRetreat(const Situation& situation, const QueryArguments& args, const json& raw) {
  const Result<const UnitState*> unit = args.unit("unit");
  if (!unit)
    return unit.error();
  const Result<HexCoord> enemy = args.hex("enemy");
  if (!enemy)
    return enemy.error();
  const Result<HexCoord> from = args.has("from") ? args.hex("from") : Result<HexCoord>((*unit)->at.hex);
  if (!from)
    return from.error();
  RetreatQuestion question{(*unit)->id, *from, *enemy, 1, 1, args.extra()};
  if (const auto least = args.number("least"))
    question.shortest = static_cast<int>(least->floor());
  if (const auto most = args.number("most"))
    question.longest = static_cast<int>(most->floor());
  Answer out = args.has("path") && raw["path"].is_array() ? judgeWay(situation, args, question, raw["path"])
                                                          : findWay(situation, question);
  if (out)
    (*out)["from"] = hexJson(situation, *from);
  return out;
}

} // namespace hotchkiss
