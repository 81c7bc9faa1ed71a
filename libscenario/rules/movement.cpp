#include "libscenario/rules/movement.h"

#include "libscenario/rules/blame.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr std::string_view kPath = "path.";
constexpr std::string_view kLink = "link.";

bool isBar(const Value& value) {
  return value.is(Special::Prohibited) || value.is(Special::NotUsable) || (value.isFlag() && !value.isTrue());
}

/// A cost changed by one output of an extra or contact table.
Value changed(const Value& cost, const Value& by) {
  using Op = Expression::Op;
  if (by.kind() == Value::Kind::Nothing)
    return cost;
  if (by.kind() == Value::Kind::Special)
    return by;
  if (by.kind() != Value::Kind::Struct)
    return cost.kind() == Value::Kind::Special ? cost : applyOperator(Op::Add, cost, by);
  const Value* mp = by.member("mp");
  if (mp == nullptr)
    return cost;
  if (mp->kind() == Value::Kind::Special)
    return *mp;
  const Value* op = by.member("op");
  const std::string how = op == nullptr ? "add" : op->text();
  if (how == "set")
    return *mp;
  if (cost.kind() == Value::Kind::Special)
    return cost; // everything there is cannot become more
  if (how == "mul")
    return applyOperator(Op::Multiply, cost, *mp);
  if (how == "cap")
    return applyFunction("min", {cost, *mp});
  return applyOperator(Op::Add, cost, *mp);
}

} // namespace

std::string movementPoints(std::int64_t scaled, std::int64_t denominator) {
  const std::optional<Rational> points = Rational::make(scaled, denominator);
  return points ? points->text() : std::to_string(scaled);
}

Value movementAllowance(const Situation& situation, const UnitState& mover, const Value& arguments) {
  const auto& strategy = situation.rules().book().strategies().movement;
  if (!strategy || strategy->allowance.empty())
    return {};
  Evaluator evaluator(situation.setting());
  evaluator.bind("arg", arguments);
  evaluator.bind("mover", Value::unit(mover.id));
  evaluator.bind("unit", Value::unit(mover.id));
  return evaluator.decide(strategy->allowance);
}

StepJudge::StepJudge(const Setting& setting, const UnitState& mover)
    : mSetting{setting.rules, setting.environment, setting.position, setting.zones, nullptr},
      mMover(mover),
      mStrategy(setting.rules.book().strategies().movement.value_or(MovementStrategy{})),
      mEvaluator(Setting{setting.rules, setting.environment, setting.position, setting.zones, &mMover}) {
  const Rulebook& book = setting.rules.book();
  mAsked = {book.decision(mStrategy.legal),   book.decision(mStrategy.base),    book.decision(mStrategy.extra),
            book.decision(mStrategy.contact), book.decision(mStrategy.minimum), book.decision(mStrategy.front),
            book.decision(mStrategy.turn)};
  const auto& types = book.units().types;
  if (const auto type = types.find(mover.type); type != types.end())
    mShape = type->second.shape;
  mEvaluator.bind("mover", Value::unit(mover.id));
  mHasFacing = mStrategy.hasFacing() && (mStrategy.faces.empty() || mEvaluator.decide(mStrategy.faces).isTrue());
}

std::vector<HexCoord> StepJudge::covered(HexCoord at, int facing) const {
  std::vector<HexCoord> out{at};
  for (const int step : mShape)
    out.push_back(mSetting.rules.lattice().neighbour(out.back(), mHasFacing ? (step + facing) % kSides : step));
  return out;
}

void StepJudge::join(StepJudgement& out, const StepJudgement& other) {
  out.possible = out.possible && other.possible;
  out.certain = out.certain && other.certain;
  if (other.least > out.least)
    out.way = other.way;
  out.least = std::max(out.least, other.least); // the dearest part sets the pace
  out.most = std::max(out.most, other.most);
  out.takesAll = out.takesAll || other.takesAll;
  out.stops = out.stops || other.stops;
  out.mayStop = out.mayStop || other.mayStop;
  out.byMinimum = out.byMinimum || other.byMinimum;
  out.open = out.open || other.open;
  out.lookedFurther = true;
  if (out.reason.empty())
    out.reason = other.reason;
  out.effects.insert(out.effects.end(), other.effects.begin(), other.effects.end());
  out.blame.insert(out.blame.end(), other.blame.begin(), other.blame.end());
  out.because.insert(out.because.end(), other.because.begin(), other.because.end());
}

Result<StepJudgement> StepJudge::judge(HexCoord from, HexCoord to, const RunFacts& run) {
  Result<StepJudgement> out = judgePart(from, to, run);
  if (!out || mShape.empty())
    return out;
  const std::optional<int> direction = mSetting.rules.lattice().directionTo(from, to);
  const std::vector<HexCoord> parts = covered(from, run.facing);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!direction)
      break; // over a link the other parts follow the first
    Result<StepJudgement> other = judgePart(parts[i], mSetting.rules.lattice().neighbour(parts[i], *direction), run);
    if (!other)
      return other;
    join(*out, *other);
  }
  return out;
}

Result<StepJudge::Leaving> StepJudge::mayLeave(HexCoord from, const RunFacts& run) {
  if (mStrategy.front.empty() || !mHasFacing)
    return Leaving{};
  mEvaluator.setRun(run);
  mEvaluator.watch(from, from);
  const Evaluator::Scope scope(mEvaluator);
  mEvaluator.bind("from", Value::hex(from));
  const Value front = mEvaluator.decide(mAsked.front);
  mEvaluator.takeBecause();
  if (front.isError())
    return Error{front.text(), {}, 0, "facing in " + toText(from), {}};
  return Leaving{front.isTrue(), front.isOpen(), mEvaluator.lookedFurther()};
}

Result<StepJudgement> StepJudge::judgeTurn(HexCoord at, int newFacing, const RunFacts& run) {
  StepJudgement out;
  out.way = "turn";
  out.possible = out.certain = true;
  if (!mStrategy.turn.empty()) {
    mEvaluator.setRun(run);
    mEvaluator.watch(at, at);
    mEvaluator.takeBecause();
    const Evaluator::Scope scope(mEvaluator);
    mEvaluator.bind("from", Value::hex(at));
    mEvaluator.bind("to", Value::hex(at));
    mEvaluator.bind("way", Value::text(out.way));
    Value cost = mEvaluator.decide(mAsked.turn);
    if (cost.isError())
      return Error{cost.text(), {}, 0, "turn in " + toText(at), {}};
    if (cost.kind() == Value::Kind::Nothing)
      cost = Value::special(Special::Prohibited);
    if (const Outcome priced = price(cost, out); !priced)
      return priced.error();
    out.because = mEvaluator.takeBecause();
    out.lookedFurther = mEvaluator.lookedFurther();
  }
  if (mShape.empty() || !out.possible)
    return out;
  const std::vector<HexCoord> before = covered(at, run.facing);
  const std::vector<HexCoord> after = covered(at, newFacing);
  for (std::size_t i = 1; i < before.size(); ++i) {
    if (before[i] == after[i])
      continue;
    if (mSetting.rules.lattice().distance(before[i], after[i]) != 1) {
      // Further than the next hex a part cannot swing at once.
      out.possible = out.certain = false;
      out.reason = "the parts cannot swing so far";
      return out;
    }
    Result<StepJudgement> other = judgePart(before[i], after[i], run);
    if (!other)
      return other;
    join(out, *other);
  }
  return out;
}

Outcome StepJudge::price(const Value& cost, StepJudgement& out) const {
  const auto scaled = [&](const Rational& points) -> std::optional<std::int64_t> {
    const std::optional<Rational> product = Rational::multiply(points, Rational(mStrategy.denominator));
    if (!product || !product->isWhole())
      return std::nullopt;
    return std::clamp<std::int64_t>(product->numerator(), 0, StepJudgement::kNoLimit);
  };
  if (isBar(cost)) {
    out.possible = out.certain = false;
    return success();
  }
  out.possible = out.certain = true;
  if (cost.is(Special::All)) {
    out.takesAll = true;
    out.least = out.most = 0;
    return success();
  }
  if (cost.isNumber()) {
    const std::optional<std::int64_t> points = scaled(cost.number());
    if (!points)
      return Error{"a step costs " + cost.shown() + " movement points, which is no multiple of 1/" +
                       std::to_string(mStrategy.denominator),
                   {},
                   0,
                   {},
                   "give the movement strategy a larger denominator"};
    out.least = out.most = *points;
    return success();
  }
  if (!cost.isUnknown())
    return Error{"a step costs \"" + cost.shown() + "\", which is no number", {}, 0, {}, {}};
  addBlame(out.blame, cost);
  out.open = out.open || cost.isOpen();
  const ValueList& alternatives = cost.alternatives();
  if (alternatives.empty()) {
    const std::optional<std::int64_t> least = cost.least() ? scaled(*cost.least()) : std::optional<std::int64_t>(0);
    const std::optional<std::int64_t> most = cost.most() ? scaled(*cost.most()) : std::nullopt;
    out.least = least.value_or(0);
    out.most = most.value_or(StepJudgement::kNoLimit);
    out.certain = most.has_value();
    return success();
  }
  // One of several outcomes: the best is possible, the worst is certain.
  out.possible = false;
  out.least = StepJudgement::kNoLimit;
  out.most = 0;
  for (const Value& each : alternatives) {
    StepJudgement one;
    if (Outcome priced = price(each.kind() == Value::Kind::Nothing ? Value::number(0) : each, one); !priced)
      return priced;
    out.certain = out.certain && one.certain && !one.takesAll;
    if (one.possible) {
      out.possible = true;
      out.least = std::min(out.least, one.least);
      out.most = std::max(out.most, one.most);
    }
    for (const std::string& cell : one.blame)
      out.blame.push_back(cell);
  }
  return success();
}

Result<StepJudge::Alternative> StepJudge::alternative(const std::string& way, const LinkStep* link) {
  Alternative out;
  out.judgement.way = way;
  const Evaluator::Scope scope(mEvaluator);
  mEvaluator.bind("way", Value::text(way));
  if (link != nullptr) {
    ValueStruct facts = link->values;
    facts["id"] = Value::text(link->id);
    facts["kind"] = Value::text(link->kind);
    mEvaluator.bind("link", Value::record(std::move(facts)));
  }
  const Value legal = mEvaluator.decide(mAsked.legal);
  if (legal.isError())
    return Error{legal.text(), {}, 0, {}, {}};
  if (isBar(legal)) {
    out.cost = legal;
    out.judgement.reason = "legal";
    return out;
  }
  Value cost = mEvaluator.decide(mAsked.base);
  if (cost.isError())
    return Error{cost.text(), {}, 0, {}, {}};
  if (cost.kind() == Value::Kind::Nothing)
    cost = Value::special(Special::NotUsable);
  if (!isBar(cost) && !cost.is(Special::All)) {
    const Value extra = mEvaluator.decide(mAsked.extra);
    if (extra.isError())
      return Error{extra.text(), {}, 0, {}, {}};
    if (extra.kind() == Value::Kind::List)
      for (const Value& each : extra.list())
        cost = changed(cost, each);
    else
      cost = changed(cost, extra);
    if (cost.isError())
      return Error{cost.text(), {}, 0, {}, {}};
  }
  if (legal.isUnknown())
    cost = Value::oneOf({cost, Value::special(Special::Prohibited)}, legal);
  out.cost = std::move(cost);
  if (const Outcome priced = price(out.cost, out.judgement); !priced)
    return priced.error();
  return out;
}

Outcome StepJudge::applyContact(StepJudgement& out, const Value& cost) {
  if (mStrategy.contact.empty())
    return success();
  const Evaluator::Scope scope(mEvaluator);
  mEvaluator.bind("way", Value::text(out.way));
  mEvaluator.bind("cost", cost);
  const Value contact = mEvaluator.decide(mAsked.contact);
  if (contact.isError())
    return Error{contact.text(), {}, 0, {}, {}};
  Value total = cost;
  ValueList outputs = contact.kind() == Value::Kind::List ? contact.list() : ValueList{contact};
  if (contact.isUnknown()) {
    out.open = out.open || contact.isOpen();
    addBlame(out.blame, contact);
    outputs = contact.alternatives();
    out.mayStop = true;
  }
  for (const Value& each : outputs) {
    if (contact.isUnknown()) {
      total = Value::oneOf({total, changed(total, each)}, contact);
    } else {
      total = changed(total, each);
    }
    if (const Value* stop = each.member("stop")) {
      out.stops = out.stops || (stop->isTrue() && !contact.isUnknown());
      out.mayStop = out.mayStop || !stop->isFlag() || stop->isTrue();
    }
    if (const Value* ends = each.member("endsMove")) {
      out.stops = out.stops || (ends->isTrue() && !contact.isUnknown());
      out.mayStop = out.mayStop || !ends->isFlag() || ends->isTrue();
    }
    if (const Value* effects = each.member("effects"))
      for (const Value& effect : effects->list())
        out.effects.push_back(effect.text());
  }
  if (total.isError())
    return Error{total.text(), {}, 0, {}, {}};
  if (isBar(total))
    out.reason = "contact";
  return price(total, out);
}

Result<StepJudgement> StepJudge::judgePart(HexCoord from, HexCoord to, const RunFacts& run) {
  const Rules& rules = mSetting.rules;
  mEvaluator.setRun(run);
  mEvaluator.watch(from, to);
  mEvaluator.takeBecause();
  const Evaluator::Scope scope(mEvaluator);
  mEvaluator.bind("from", Value::hex(from));
  mEvaluator.bind("to", Value::hex(to));
  mEvaluator.bind("edge", Value::edge({from, to}));

  const std::optional<EdgeId> edge = rules.lattice().edgeBetween(from, to);
  mEvaluator.setOverLink(!edge);
  std::vector<std::pair<std::string, const LinkStep*>> ways;
  if (edge) {
    ways.emplace_back("off", nullptr);
    for (const Feature& feature : rules.features(*edge).features)
      if (feature.kind.starts_with(kPath))
        ways.emplace_back(feature.kind.substr(kPath.size()), nullptr);
  }
  for (const LinkStep& link : rules.links(from))
    if (link.to == to)
      ways.emplace_back(std::string(kLink) + link.kind, &link);

  std::optional<Alternative> best;
  std::vector<Because> bestBecause;
  std::vector<Because> barred; ///< why it may not be done at all
  std::vector<Because> closed; ///< why the first closed way is
  std::int64_t surest = StepJudgement::kNoLimit;
  bool certain = false;
  bool open = false;
  std::vector<std::string> blame;
  for (const auto& [way, link] : ways) {
    Result<Alternative> each = alternative(way, link);
    std::vector<Because> because = mEvaluator.takeBecause();
    if (!each)
      return Error{each.error().message, {}, 0, "step " + toText(from) + " to " + toText(to), each.error().advice};
    open = open || each->judgement.open || each->cost.isOpen();
    if (!each->judgement.possible) {
      std::vector<Because>& why = each->cost.is(Special::NotUsable) ? closed : barred;
      if (why.empty())
        why = std::move(because);
      continue;
    }
    for (const std::string& cell : each->judgement.blame)
      if (std::find(blame.begin(), blame.end(), cell) == blame.end())
        blame.push_back(cell);
    if (each->judgement.certain && !each->judgement.takesAll) {
      certain = true;
      surest = std::min(surest, each->judgement.most);
    }
    const bool better =
        !best || (best->judgement.takesAll && !each->judgement.takesAll) ||
        (best->judgement.takesAll == each->judgement.takesAll && each->judgement.least < best->judgement.least);
    if (better) {
      best = std::move(*each);
      bestBecause = std::move(because);
    }
  }
  StepJudgement out;
  if (!best) {
    out.way = "off";
    out.reason = "prohibited";
    out.because = std::move(barred.empty() ? closed : barred);
    out.open = open;
    out.lookedFurther = mEvaluator.lookedFurther();
    return out;
  }
  out = best->judgement;
  out.blame = std::move(blame);
  out.open = open;
  Value cost = best->cost;
  // A certain way that is dearer than a doubtful one bounds what the step can cost.
  if (certain && (!out.certain || surest < out.most)) {
    const std::optional<Rational> least = Rational::make(out.least, mStrategy.denominator);
    const std::optional<Rational> most = Rational::make(surest, mStrategy.denominator);
    if (out.least == surest) {
      cost = Value::number(*most);
      out.blame.clear();
    } else {
      cost = Value::unknown(least, most, out.blame);
    }
    if (const Outcome priced = price(cost, out); !priced)
      return priced.error();
  }
  if (out.certain && out.least == out.most)
    out.blame.clear(); // a doubtful way that cannot be cheaper is of no interest
  if (const Outcome contact = applyContact(out, cost); !contact)
    return Error{contact.error().message, {}, 0, "step " + toText(from) + " to " + toText(to), contact.error().advice};
  out.because = std::move(bestBecause);
  for (Because& each : mEvaluator.takeBecause())
    out.because.push_back(std::move(each));
  if (out.possible && !mStrategy.minimum.empty()) {
    const Value minimum = mEvaluator.decide(mAsked.minimum);
    if (minimum.isError())
      return Error{minimum.text(), {}, 0, {}, {}};
    out.byMinimum = minimum.isTrue();
    if (run.open && (minimum.isTrue() || minimum.isUnknown()))
      out.open = true; // whether it is allowed hangs on what is left
    for (Because& each : mEvaluator.takeBecause())
      out.because.push_back(std::move(each));
  }
  out.lookedFurther = mEvaluator.lookedFurther();
  return out;
}

} // namespace hotchkiss
