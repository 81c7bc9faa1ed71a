#include "libscenario/rules/evaluator.h"

#include "libscenario/rules/vocabulary.h"

#include <algorithm>

namespace hotchkiss {

using Op = Expression::Op;

Value Evaluator::decide(const std::string& name, const ValueList& arguments) {
  if (name.empty())
    return {};
  const Decision* decision = mSetting.rules.book().decision(name);
  if (decision == nullptr)
    return Value::error("there is no decision \"" + name + "\"");
  return call(*decision, arguments);
}

Value Evaluator::call(const Decision& decision, const ValueList& arguments) {
  // While explaining, every answer has to name its rows anew.
  if (mQuestion == 0 || mExplaining || decision.number < 0)
    return answer(decision, arguments);
  if (const Kept* found = kept(decision, arguments)) {
    mLookedFurther = mLookedFurther || found->lookedFurther;
    return found->value;
  }
  const bool before = std::exchange(mLookedFurther, false);
  Value value = answer(decision, arguments);
  keep(decision, arguments, value);
  mLookedFurther = mLookedFurther || before;
  return value;
}

const Evaluator::Kept* Evaluator::kept(const Decision& decision, const ValueList& arguments) const {
  if (mKept.empty())
    return nullptr;
  for (const Kept& each : mKept[static_cast<std::size_t>(decision.number)].answers) {
    if (each.question != mQuestion || each.arguments != arguments)
      continue;
    bool same = true;
    for (std::size_t i = 0; same && i < decision.open.size(); ++i)
      same = each.bindings[i] == bindingOf(decision.open[i]);
    if (same)
      return &each;
  }
  return nullptr;
}

void Evaluator::keep(const Decision& decision, const ValueList& arguments, const Value& value) {
  if (mKept.empty())
    mKept.resize(mSetting.rules.book().numbered().size());
  KeptAnswers& answers = mKept[static_cast<std::size_t>(decision.number)];
  Kept& out = answers.answers.at(answers.oldest);
  answers.oldest = (answers.oldest + 1) % answers.answers.size();
  out.question = mQuestion;
  out.arguments = arguments;
  out.bindings.clear();
  for (const std::uint64_t key : decision.open)
    out.bindings.push_back(bindingOf(key));
  out.lookedFurther = mLookedFurther;
  out.value = value;
}

Value Evaluator::answer(const Decision& decision, const ValueList& arguments) {
  const Scope scope(*this);
  for (std::size_t i = 0; i < decision.params.size() && i < arguments.size(); ++i)
    bind(decision.params[i], arguments[i]);
  switch (decision.form) {
  case Decision::Form::Expression:
    return evaluate(decision.expression);
  case Decision::Form::Fold:
    return fold(decision);
  case Decision::Form::Table:
    return table(decision);
  }
  return {};
}

Value Evaluator::evaluate(const Expression& expression) {
  return expression.empty() ? Value() : node(expression, expression.root());
}

Value Evaluator::condition(const Expression& expression) {
  if (expression.empty())
    return Value::flag(true);
  Value value = evaluate(expression);
  if (value.kind() == Value::Kind::Nothing)
    return Value::flag(false);
  if (value.isFlag() || value.isUnknown() || value.isError())
    return value;
  return Value::error("the condition \"" + expression.text() + "\" came to " + value.shown() + " instead of yes or no");
}

Value Evaluator::cell(const RuleCell& cell) {
  if (!cell.isStruct())
    return evaluate(cell.value);
  ValueStruct members;
  for (const auto& [name, expression] : cell.members) {
    Value value = evaluate(expression);
    if (value.isError())
      return value;
    members[name] = std::move(value);
  }
  return Value::record(std::move(members));
}

Value Evaluator::output(const Decision& table, const RuleRow& row) {
  if (row.cells.size() == 1 || !table.across)
    return cell(row.cells[0]);
  const ColumnChoice& across = *table.across;
  Value on = evaluate(across.on);
  if (on.isError())
    return on;
  if (on.isUnknown()) {
    ValueList all;
    for (const RuleCell& each : row.cells)
      all.push_back(cell(each));
    return Value::oneOf(std::move(all), on);
  }
  if (!across.values.empty()) {
    const auto it = std::find(across.values.begin(), across.values.end(), on);
    if (it == across.values.end())
      return Value::error("the table " + table.id + " has no column for " + on.shown());
    return cell(row.cells[static_cast<std::size_t>(it - across.values.begin())]);
  }
  if (!on.isNumber())
    return Value::error("the columns of the table " + table.id + " need a number, not " + on.shown());
  std::size_t column = 0;
  while (column < across.bands.size() && across.bands[column] < on.number())
    ++column;
  return cell(row.cells[column]);
}

void Evaluator::explain(const Decision& table, const RuleRow& row, const Value& effect) {
  if (mExplaining)
    mBecause.push_back({table.id, row.id, row.reference.empty() ? table.reference : row.reference, effect.shown()});
}

Value Evaluator::table(const Decision& table) {
  return table.hit == HitPolicy::First ? tableFirst(table) : tableAll(table);
}

Value Evaluator::tableFirst(const Decision& table) {
  ValueList maybe;
  Value doubt;
  for (const RuleRow& row : table.rows) {
    const std::size_t before = mBecause.size();
    const Value hit = condition(row.when);
    if (hit.isError())
      return Value::error(hit.text() + " (row " + row.id + ")");
    if (!hit.isTrue() && !hit.isUnknown()) {
      truncateBecause(before);
      continue;
    }
    Value out = output(table, row);
    if (out.isError())
      return Value::error(out.text() + " (row " + row.id + ")");
    explain(table, row, out);
    if (hit.isTrue()) {
      if (maybe.empty())
        return out;
      maybe.push_back(std::move(out));
      return Value::oneOf(std::move(maybe), doubt);
    }
    doubt = Value::unknownFrom(doubt, hit);
    maybe.push_back(std::move(out));
  }
  Value last = table.otherwise ? cell(*table.otherwise) : Value();
  if (maybe.empty())
    return last;
  maybe.push_back(std::move(last));
  return Value::oneOf(std::move(maybe), doubt);
}

Value Evaluator::tableAll(const Decision& table) {
  ValueList hits;
  bool doubtful = false;
  Value doubt;
  for (const RuleRow& row : table.rows) {
    const std::size_t before = mBecause.size();
    const Value hit = condition(row.when);
    if (hit.isError())
      return Value::error(hit.text() + " (row " + row.id + ")");
    if (!hit.isTrue() && !hit.isUnknown()) {
      truncateBecause(before);
      continue;
    }
    Value out = output(table, row);
    if (out.isError())
      return Value::error(out.text() + " (row " + row.id + ")");
    explain(table, row, out);
    if (hit.isUnknown()) {
      doubtful = true;
      doubt = Value::unknownFrom(doubt, hit);
      if (table.hit == HitPolicy::Sum && (out.isNumber() || out.isUnknown()))
        out = Value::oneOf({Value::number(0), out}, hit);
    }
    if (table.hit == HitPolicy::Unique && !hits.empty())
      return Value::error("more than one row of the table " + table.id + " fits, the last is " + row.id);
    hits.push_back(std::move(out));
  }
  switch (table.hit) {
  case HitPolicy::Unique:
    if (hits.empty())
      return table.otherwise ? cell(*table.otherwise) : Value();
    return doubtful ? Value::oneOf({hits[0], table.otherwise ? cell(*table.otherwise) : Value()}, doubt) : hits[0];
  case HitPolicy::Collect:
    return Value::list(std::move(hits));
  case HitPolicy::Min:
  case HitPolicy::Max: {
    if (hits.empty())
      return table.otherwise ? cell(*table.otherwise) : Value();
    const Value out = applyFunction(table.hit == HitPolicy::Min ? "min" : "max", hits);
    return doubtful && !out.isError() ? Value::oneOf({out, Value::unknown({}, {}, doubt.blame())}, doubt) : out;
  }
  default:
    break;
  }
  Value sum = table.otherwise ? cell(*table.otherwise) : Value::number(0);
  for (const Value& each : hits) {
    if (each.kind() == Value::Kind::Special)
      return each;
    if (each.kind() == Value::Kind::Struct)
      return Value::list(std::move(hits)); // ops are applied in order by whoever asked
  }
  for (const Value& each : hits)
    sum = applyOperator(Op::Add, sum, each);
  return sum;
}

Value Evaluator::fold(const Decision& decision) {
  const Fold& fold = decision.fold;
  Value items = evaluate(fold.in);
  if (items.isError() || items.isUnknown())
    return items;
  if (items.kind() != Value::Kind::List)
    return Value::error("\"" + fold.in.text() + "\" is no list (decision " + decision.id + ")");
  ValueList out;
  Value sum = Value::number(0);
  std::int64_t count = 0;
  Value doubt;
  for (const Value& item : items.list()) {
    const Scope scope(*this);
    bind(fold.each, item);
    const std::size_t before = mBecause.size();
    const Value passes = condition(fold.where);
    if (passes.isError())
      return Value::error(passes.text() + " (decision " + decision.id + ")");
    if (!passes.isTrue() && !passes.isUnknown()) {
      truncateBecause(before);
      continue;
    }
    if (passes.isUnknown())
      doubt = Value::unknownFrom(doubt, passes);
    else
      ++count;
    Value what = fold.what.empty() ? item : evaluate(fold.what);
    if (what.isError())
      return Value::error(what.text() + " (decision " + decision.id + ")");
    if (fold.how == "sum")
      sum = applyOperator(Op::Add, sum, passes.isUnknown() ? Value::oneOf({Value::number(0), what}, passes) : what);
    out.push_back(std::move(what));
  }
  if (fold.how == "sum")
    return sum;
  if (doubt.isUnknown())
    return doubt.isOpen() ? Value::open() : Value::unknown({}, {}, doubt.blame());
  if (fold.how == "count")
    return Value::number(count);
  if (fold.how == "list")
    return Value::list(std::move(out));
  if (fold.how == "min" || fold.how == "max")
    return out.empty() ? Value() : applyFunction(fold.how, out);
  const bool wantsAny = fold.how == "any";
  for (const Value& each : out) {
    if (each.isUnknown())
      return each;
    if (each.isTrue() == wantsAny)
      return Value::flag(wantsAny);
  }
  return Value::flag(!wantsAny);
}

const Evaluator::Variable* Evaluator::findVariable(std::uint64_t key, std::string_view name) const {
  const auto found = std::find_if(mVariables.rbegin(), mVariables.rend(),
                                  [&](const Variable& each) { return each.key == key && each.name == name; });
  return found == mVariables.rend() ? nullptr : &*found;
}

std::uint64_t Evaluator::bindingOf(std::uint64_t key) const {
  const auto found =
      std::find_if(mVariables.rbegin(), mVariables.rend(), [&](const Variable& each) { return each.key == key; });
  return found == mVariables.rend() ? 0 : found->binding;
}

const Decision* Evaluator::decisionOf(const Expression::Node& node) const {
  const Rulebook& book = mSetting.rules.book();
  if (node.decision >= 0)
    return &book.numbered().at(node.decision);
  return node.decision == Expression::Node::kNoDecision ? nullptr : book.decision(node.name);
}

Value Evaluator::name(const Expression::Node& node) {
  if (node.mayBeVariable)
    if (const Variable* found = findVariable(node.key, node.name))
      return found->value;
  if (const Decision* decision = decisionOf(node))
    return call(*decision, {});
  return Value::error("\"" + node.name + "\" is not known here");
}

/// What a node comes to, without a copy where it is written there.
const Value& Evaluator::operand(const Expression& expression, std::uint32_t index, Value& scratch) {
  const Expression::Node& node = expression.node(index);
  if (node.op == Op::Literal)
    return node.literal;
  scratch = this->node(expression, index);
  return scratch;
}

Value Evaluator::node(const Expression& expression, std::uint32_t index) {
  const Expression::Node& node = expression.node(index);
  switch (node.op) {
  case Op::Literal:
    return node.literal;
  case Op::Name:
    return name(node);
  case Op::Call:
    return function(expression, node);
  case Op::Member:
    return member(expression, node);
  case Op::And:
  case Op::Or:
  case Op::Not:
    return logic(expression, node);
  case Op::Negate:
    return applyOperator(Op::Subtract, Value::number(0), this->node(expression, node.kids[0]));
  case Op::In: {
    const Value left = this->node(expression, node.kids[0]);
    Value doubt;
    Value scratch;
    for (std::size_t i = 1; i < node.kids.size(); ++i) {
      Value equal = applyOperator(Op::Equal, left, operand(expression, node.kids[i], scratch));
      if (equal.isTrue() || equal.isError())
        return equal;
      if (equal.isUnknown())
        doubt = std::move(equal);
    }
    return doubt.isUnknown() ? doubt : Value::flag(false);
  }
  default: {
    Value left;
    Value right;
    const Value& a = operand(expression, node.kids[0], left);
    const Value& b = operand(expression, node.kids[1], right);
    return applyOperator(node.op, a, b);
  }
  }
}

Value Evaluator::logic(const Expression& expression, const Expression::Node& node) {
  const auto asked = [&](std::uint32_t kid) {
    Value value = this->node(expression, kid);
    return value.kind() == Value::Kind::Nothing ? Value::flag(false) : value;
  };
  Value left = asked(node.kids[0]);
  if (left.isError())
    return left;
  if (!left.isFlag() && !left.isUnknown())
    return Value::error("\"" + left.shown() + "\" is neither yes nor no");
  if (node.op == Op::Not)
    return left.isUnknown() ? left : Value::flag(!left.isTrue());
  // The side that settles it: no for "and", yes for "or".
  const bool settles = node.op == Op::Or;
  if (left.isFlag() && left.isTrue() == settles)
    return left;
  Value right = asked(node.kids[1]);
  if (right.isError())
    return right;
  if (!right.isFlag() && !right.isUnknown())
    return Value::error("\"" + right.shown() + "\" is neither yes nor no");
  if (right.isFlag() && right.isTrue() == settles)
    return right;
  if (left.isUnknown() || right.isUnknown()) {
    const Value cause = Value::unknownFrom(left, right);
    return cause.isOpen() ? Value::open() : Value::unknown({}, {}, cause.blame());
  }
  return Value::flag(!settles);
}

Value Evaluator::function(const Expression& expression, const Expression::Node& node) {
  // The rulebook's checker says so too, with the place; but not every expression comes from a rulebook.
  if (!takesArguments(node.function, node.kids.size()))
    return Value::error(node.name + " does not take " + std::to_string(node.kids.size()) + " arguments");
  if (node.function == FunctionName::If) {
    Value chosen = this->node(expression, node.kids[0]);
    if (chosen.isError())
      return chosen;
    if (chosen.isUnknown())
      return Value::oneOf({this->node(expression, node.kids[1]), this->node(expression, node.kids[2])}, chosen);
    return this->node(expression, node.kids[chosen.isTrue() ? 1 : 2]);
  }
  ValueList arguments;
  arguments.reserve(node.kids.size());
  for (const std::uint32_t kid : node.kids) {
    arguments.push_back(this->node(expression, kid));
    if (arguments.back().isError())
      return arguments.back();
  }
  if (node.function == FunctionName::Known)
    return Value::flag(arguments[0].kind() != Value::Kind::Nothing && !arguments[0].isUnknown());
  if (const Decision* decision = decisionOf(node))
    return call(*decision, arguments);
  switch (node.function) {
  case FunctionName::Floor:
  case FunctionName::Ceil:
  case FunctionName::Abs:
  case FunctionName::Min:
  case FunctionName::Max:
  case FunctionName::Clamp:
  case FunctionName::Size:
  case FunctionName::Has:
  case FunctionName::Number:
    return applyFunction(node.name, arguments);
  default:
    return listFunction(node, arguments);
  }
}

/// Facts of what stands alone and is no value: the environment, the search, parameters and policies.
Value Evaluator::standing(const Expression::Node& thing, const Expression::Node& node, const ValueList& arguments) {
  switch (thing.key) {
  case nameKey("env"):
    return environmentFact(node.fact, arguments);
  case nameKey("search"):
    return searchFact(node.fact);
  case nameKey("param"): {
    const auto it = mSetting.rules.book().parameters().find(node.name);
    return it == mSetting.rules.book().parameters().end() ? Value() : evaluate(it->second.value);
  }
  case nameKey("policy"): {
    const auto chosen = mSetting.environment.policies.find(node.name);
    if (chosen != mSetting.environment.policies.end())
      return chosen->second;
    const auto it = mSetting.rules.book().policies().find(node.name);
    return it == mSetting.rules.book().policies().end() ? Value() : it->second.standard;
  }
  default:
    return {}; // a query without arguments, a step over no link
  }
}

Value Evaluator::member(const Expression& expression, const Expression::Node& node) {
  const Expression::Node& thing = expression.node(node.kids[0]);
  ValueList arguments;
  for (std::size_t i = 1; i < node.kids.size(); ++i) {
    arguments.push_back(this->node(expression, node.kids[i]));
    if (arguments.back().isError())
      return arguments.back();
  }
  static constexpr std::array kStanding{nameKey("env"),    nameKey("search"), nameKey("param"),
                                        nameKey("policy"), nameKey("arg"),    nameKey("link")};
  if (thing.op == Op::Name && std::find(kStanding.begin(), kStanding.end(), thing.key) != kStanding.end() &&
      (!thing.mayBeVariable || findVariable(thing.key, thing.name) == nullptr))
    return standing(thing, node, arguments);
  Value owner = this->node(expression, node.kids[0]);
  switch (owner.kind()) {
  case Value::Kind::Error:
  case Value::Kind::Unknown:
    return owner;
  case Value::Kind::Hex:
    return hexFact(owner.hex(), node.fact, arguments);
  case Value::Kind::Edge:
    return edgeFact(owner.edge(), node.fact, arguments);
  case Value::Kind::Unit:
    return unitFact(owner.text(), node.fact, node.name);
  case Value::Kind::Struct: {
    const Value* found = owner.member(node.name);
    return found == nullptr ? Value() : *found;
  }
  case Value::Kind::Nothing:
    return {};
  default:
    return Value::error("\"" + owner.shown() + "\" has no fact " + node.name);
  }
}

} // namespace hotchkiss
