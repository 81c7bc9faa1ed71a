#include "libscenario/rules/sight.h"

#include "libterrain/search/sightline.h"

#include <algorithm>

namespace hotchkiss {

namespace {

Rational rational(const LineShare& share) {
  return Rational::make(share.over, share.under).value_or(Rational(0));
}

class Looker {
 public:
  Looker(const Situation& situation, const SightStrategy& strategy, const SightQuestion& question)
      : mSituation(situation), mStrategy(strategy), mQuestion(question), mEvaluator(situation.setting()) {
    mEvaluator.setExplaining(true);
    if (situation.position().unit(question.unit) != nullptr) {
      mEvaluator.bind("mover", Value::unit(question.unit));
      mEvaluator.bind("unit", Value::unit(question.unit));
    }
    mEvaluator.bind("arg", question.arguments.kind() == Value::Kind::Struct ? question.arguments : Value::record({}));
    mEvaluator.bind("from", Value::hex(question.viewer));
    mEvaluator.bind("to", Value::hex(question.target));
  }

  Result<std::optional<std::int32_t>> range() {
    const Result<Value> range = decide(mStrategy.range);
    if (!range)
      return range.error();
    if (!range->isNumber())
      return std::optional<std::int32_t>();
    return std::optional(static_cast<std::int32_t>(std::clamp<std::int64_t>(range->number().floor(), 0, 100'000)));
  }

  Result<SightAnswer> look() {
    const Lattice& lattice = mSituation.rules().lattice();
    mOut.distance = lattice.distance(mQuestion.viewer, mQuestion.target);
    const Result<std::optional<std::int32_t>> furthest = range();
    if (!furthest)
      return furthest.error();
    const SightLine line = sightLine(lattice, mQuestion.viewer, mQuestion.target);
    for (const LineStation& piece : line.stations)
      mOut.line.push_back(piece.hexes);
    mOut.inRange = !*furthest || mOut.distance <= **furthest;
    const Result<Value> here = levelOf(mQuestion.viewer);
    const Result<Value> there = levelOf(mQuestion.target);
    if (!here)
      return here.error();
    if (!there)
      return there.error();
    noteLine(line);
    mViewerLevel = *here;
    mTargetLevel = *there;
    bool blocked = !mOut.inRange;
    Value doubt;
    // Hexes and sides in the order of the line, so that the first obstacle named is the nearest.
    std::size_t crossing = 0;
    for (std::size_t i = 0; i < line.stations.size(); ++i) {
      const LineStation& piece = line.stations[i];
      if (i > 0 && i + 1 < line.stations.size())
        if (const Outcome judged = judgeStation(line, i, blocked, doubt); !judged)
          return judged.error();
      for (; crossing < line.crossings.size() && line.crossings[crossing].at == piece.leaves; ++crossing)
        if (const Outcome judged = judgeCrossing(line.crossings[crossing], blocked, doubt); !judged)
          return judged.error();
    }
    mOut.visible = !blocked && !doubt.isUnknown();
    mOut.certain = blocked || !doubt.isUnknown();
    if (!mOut.certain)
      mOut.blame = doubt.blame();
    mOut.because = mEvaluator.takeBecause();
    return std::move(mOut);
  }

 private:
  Result<Value> decide(const std::string& decision) {
    Value value = mEvaluator.decide(decision);
    if (value.isError())
      return Error{
          value.text(), {}, 0, "sight from " + toText(mQuestion.viewer) + " to " + toText(mQuestion.target), {}};
    return value;
  }

  Result<Value> levelOf(HexCoord hex) {
    if (mStrategy.level.empty())
      return Value::number(0);
    const Evaluator::Scope scope(mEvaluator);
    mEvaluator.bind("to", Value::hex(hex));
    return decide(mStrategy.level);
  }

  /// What lies on the line whatever the obstacle: hexes between the ends and sides that are crossed.
  void noteLine(const SightLine& line) {
    ValueList hexes;
    for (std::size_t i = 1; i + 1 < line.stations.size(); ++i) {
      const Value here = hexesOf(line.stations[i].hexes);
      hexes.insert(hexes.end(), here.list().begin(), here.list().end());
    }
    ValueList sides;
    for (const LineCrossing& crossing : line.crossings)
      sides.push_back(Value::edge({crossing.from, crossing.to}));
    mLine = Value::list(std::move(hexes));
    mSides = Value::list(std::move(sides));
  }

  /// A line along the border of the map has half of its hexes off it.
  Value hexesOf(const std::vector<HexCoord>& hexes) const {
    ValueList out;
    for (const HexCoord hex : hexes)
      if (mSituation.rules().extent().contains(hex))
        out.push_back(Value::hex(hex));
    return Value::list(std::move(out));
  }

  /// Whether an obstacle of this height blocks: yes, no or unknown. `before` and `after` are its neighbours on the
  /// line.
  Result<Value> judge(SightObstacle obstacle, const Value& height, const Value& before, const Value& after) {
    if (height.kind() == Value::Kind::Nothing || (height.isFlag() && !height.isTrue()))
      return Value::flag(false);
    if (!height.isNumber() && !height.isUnknown())
      return Error{"a height came to \"" + height.shown() + "\", which is no number", {}, 0, "sight", {}};
    const Lattice& lattice = mSituation.rules().lattice();
    const auto distanceTo = [&](HexCoord hex) {
      const std::int32_t far = lattice.distance(obstacle.to, hex);
      return Value::number(obstacle.isEdge ? std::min(far, lattice.distance(obstacle.from, hex)) : far);
    };
    // Seen from the lower end; from the viewer where both are equally high or that is not known.
    const bool viewerIsHigher =
        mViewerLevel.isNumber() && mTargetLevel.isNumber() && mTargetLevel.number() < mViewerLevel.number();
    const Value fromViewer = Value::number(obstacle.fromViewer);
    const Value share =
        viewerIsHigher ? applyOperator(Expression::Op::Subtract, Value::number(1), fromViewer) : fromViewer;
    const Evaluator::Scope scope(mEvaluator);
    mEvaluator.bind("from", Value::hex(obstacle.isEdge ? obstacle.from : mQuestion.viewer));
    mEvaluator.bind("to", Value::hex(obstacle.to));
    if (obstacle.isEdge)
      mEvaluator.bind("edge", Value::edge({obstacle.from, obstacle.to}));
    mEvaluator.bind("sight",
                    Value::record({{"low", applyFunction("min", {mViewerLevel, mTargetLevel})},
                                   {"high", applyFunction("max", {mViewerLevel, mTargetLevel})},
                                   {"height", height},
                                   {"share", share},
                                   {"fromViewer", fromViewer},
                                   {"distance", Value::number(mOut.distance)},
                                   {"toViewer", distanceTo(mQuestion.viewer)},
                                   {"toTarget", distanceTo(mQuestion.target)},
                                   {"isEdge", Value::flag(obstacle.isEdge)},
                                   {"viewer", Value::hex(mQuestion.viewer)},
                                   {"target", Value::hex(mQuestion.target)},
                                   {"lowEnd", Value::hex(viewerIsHigher ? mQuestion.target : mQuestion.viewer)},
                                   {"highEnd", Value::hex(viewerIsHigher ? mQuestion.viewer : mQuestion.target)},
                                   {"before", before},
                                   {"after", after},
                                   {"nextLow", viewerIsHigher ? after : before},
                                   {"nextHigh", viewerIsHigher ? before : after},
                                   {"line", mLine},
                                   {"sides", mSides}}));
    Result<Value> blocks = decide(mStrategy.blocks);
    if (!blocks)
      return blocks;
    if (height.isNumber())
      obstacle.height = height.number();
    obstacle.blocks = blocks->isTrue();
    mOut.obstacles.push_back(obstacle);
    return blocks;
  }

  Outcome judgeStation(const SightLine& line, std::size_t index, bool& blocked, Value& doubt) {
    const LineStation& piece = line.stations[index];
    const Value before = hexesOf(line.stations[index - 1].hexes);
    const Value after = hexesOf(line.stations[index + 1].hexes);
    const Rational middle = rational({piece.enters.over * piece.leaves.under + piece.leaves.over * piece.enters.under,
                                      2 * piece.enters.under * piece.leaves.under});
    std::size_t blocking = 0;
    std::size_t unsure = 0;
    Value why;
    for (const HexCoord hex : piece.hexes) {
      if (!mSituation.rules().extent().contains(hex))
        continue;
      Result<Value> height = Value();
      if (!mStrategy.height.empty()) {
        const Evaluator::Scope scope(mEvaluator);
        mEvaluator.bind("to", Value::hex(hex));
        height = decide(mStrategy.height);
        if (!height)
          return height.error();
      }
      const Result<Value> blocks = judge({false, mQuestion.viewer, hex, {}, middle, false}, *height, before, after);
      if (!blocks)
        return blocks.error();
      blocking += blocks->isTrue() ? 1U : 0U;
      if (blocks->isUnknown()) {
        ++unsure;
        why = Value::unknownFrom(why, *blocks);
      }
    }
    const std::size_t needed = mStrategy.both ? piece.hexes.size() : 1;
    blocked = blocked || blocking >= needed;
    if (blocking < needed && blocking + unsure >= needed)
      doubt = Value::unknownFrom(doubt, why);
    return success();
  }

  Outcome judgeCrossing(const LineCrossing& crossing, bool& blocked, Value& doubt) {
    if (mStrategy.edge.empty())
      return success();
    Result<Value> height = Value();
    {
      const Evaluator::Scope scope(mEvaluator);
      mEvaluator.bind("from", Value::hex(crossing.from));
      mEvaluator.bind("to", Value::hex(crossing.to));
      mEvaluator.bind("edge", Value::edge({crossing.from, crossing.to}));
      height = decide(mStrategy.edge);
    }
    if (!height)
      return height.error();
    const Result<Value> blocks = judge({true, crossing.from, crossing.to, {}, rational(crossing.at), false}, *height,
                                       hexesOf({crossing.from}), hexesOf({crossing.to}));
    if (!blocks)
      return blocks.error();
    blocked = blocked || blocks->isTrue();
    if (blocks->isUnknown())
      doubt = Value::unknownFrom(doubt, *blocks);
    return success();
  }

  const Situation& mSituation;
  const SightStrategy& mStrategy;
  const SightQuestion& mQuestion;
  Evaluator mEvaluator;
  Value mViewerLevel;
  Value mTargetLevel;
  Value mLine;
  Value mSides;
  SightAnswer mOut;
};

Result<const SightStrategy*> strategyOf(const Situation& situation) {
  const auto& strategy = situation.rules().book().strategies().sight;
  if (!strategy)
    return Error{"the ruleset has no rules of sight", {}, 0, {}, {}};
  return &*strategy;
}

} // namespace

Result<SightAnswer> findSight(const Situation& situation, const SightQuestion& question) {
  const Result<const SightStrategy*> strategy = strategyOf(situation);
  if (!strategy)
    return strategy.error();
  return Looker(situation, **strategy, question).look();
}

Result<std::optional<std::int32_t>> sightRange(const Situation& situation, const SightQuestion& question) {
  const Result<const SightStrategy*> strategy = strategyOf(situation);
  if (!strategy)
    return strategy.error();
  return Looker(situation, **strategy, question).range();
}

} // namespace hotchkiss
