#include "libscenario/rules/queryanswers.h"
#include "libscenario/rules/sight.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

json visibleJson(const SightAnswer& answer) {
  return answer.certain ? json(answer.visible) : json{{"unknown", true}};
}

/// Everything around that can be seen, for a picture or a look around.
Answer fieldOfView(const Situation& situation, const QueryArguments& args, SightQuestion question) {
  const Result<std::optional<std::int32_t>> furthest = sightRange(situation, question);
  if (!furthest)
    return furthest.error();
  std::optional<std::int32_t> range = *furthest;
  constexpr std::int32_t kMost = 60;
  if (args.has("most")) {
    const Result<Rational> most = args.number("most");
    if (!most)
      return most.error();
    range = static_cast<std::int32_t>(std::clamp<std::int64_t>(most->floor(), 0, kMost));
  }
  if (!range)
    return Error{"the ruleset sets no limit to sight", {}, 0, {}, "give one with the argument \"most\", or a target"};
  json out{{"from", hexJson(situation, question.viewer)}, {"hexes", json::array()}, {"because", json::array()}};
  for (const HexCoord hex : situation.rules().lattice().range(question.viewer, std::min(*range, kMost))) {
    if (!situation.rules().extent().contains(hex))
      continue;
    question.target = hex;
    const Result<SightAnswer> answer = findSight(situation, question);
    if (!answer)
      return answer.error();
    json entry = hexJson(situation, hex);
    entry["visible"] = visibleJson(*answer);
    out["hexes"].push_back(std::move(entry));
  }
  return out;
}

} // namespace

Answer answerSight(const Situation& situation, const QueryArguments& args) {
  SightQuestion question;
  question.arguments = args.extra();
  if (args.has("unit")) {
    const Result<const UnitState*> unit = args.unit("unit");
    if (!unit)
      return unit.error();
    question.unit = (*unit)->id;
    question.viewer = (*unit)->at.hex;
  }
  if (args.has("from") || !args.has("unit")) {
    const Result<HexCoord> from = args.hex("from");
    if (!from)
      return from.error();
    question.viewer = *from;
  }
  if (!args.has("to"))
    return fieldOfView(situation, args, question);
  const Result<HexCoord> to = args.hex("to");
  if (!to)
    return to.error();
  question.target = *to;
  const Result<SightAnswer> answer = findSight(situation, question);
  if (!answer)
    return answer.error();
  json out{{"visible", visibleJson(*answer)},
           {"inRange", answer->inRange},
           {"distance", answer->distance},
           {"from", hexJson(situation, question.viewer)},
           {"to", hexJson(situation, question.target)},
           {"line", json::array()},
           {"obstacles", json::array()},
           {"because", becauseJson(answer->because)}};
  if (!answer->blame.empty())
    out["blame"] = answer->blame;
  for (const std::vector<HexCoord>& piece : answer->line) {
    json labels = json::array();
    for (const HexCoord hex : piece)
      labels.push_back(situation.rules().numbering().label(hex));
    out["line"].push_back(std::move(labels));
  }
  for (const SightObstacle& obstacle : answer->obstacles) {
    json entry = hexJson(situation, obstacle.to);
    if (obstacle.isEdge)
      entry["over"] = hexJson(situation, obstacle.from);
    entry["height"] = Value::number(obstacle.height).toJson();
    entry["share"] = Value::number(obstacle.fromViewer).toJson();
    entry["blocks"] = obstacle.blocks;
    out["obstacles"].push_back(std::move(entry));
  }
  return out;
}

} // namespace hotchkiss
