#include "libscenario/validation/factexpression.h"

#include "libscenario/rules/evaluator.h"
#include "libscenario/rules/vocabulary.h"
#include "libterrain/base/text.h"

#include <algorithm>

namespace hotchkiss {

namespace {

using Op = Expression::Op;

bool isKnown(const Value& value) {
  return value.kind() != Value::Kind::Nothing && !value.isUnknown() && !value.isError();
}

} // namespace

Result<FactExpression> FactExpression::read(const std::string& text, const std::vector<std::string>& owners) {
  Result<Expression> expression = Expression::parse(text);
  if (!expression)
    return expression.error();
  std::vector<bool> isOwner(expression->nodes().size());
  for (const Expression::Node& node : expression->nodes())
    if (node.op == Op::Member) {
      const Expression::Node& owner = expression->node(node.kids.front());
      if (owner.op != Op::Name || std::find(owners.begin(), owners.end(), owner.name) == owners.end())
        return Error{
            "asks for \"" + node.name + "\" of something else than " + joinWords(owners, " or "), {}, 0, {}, {}};
      isOwner[node.kids.front()] = true;
    }
  for (std::size_t i = 0; i < expression->nodes().size(); ++i) {
    const Expression::Node& node = expression->nodes()[i];
    if (node.op == Op::Name && !isOwner[i])
      return Error{"does not know \"" + node.name + "\"", {}, 0, {}, {}};
    if (node.op != Op::Call)
      continue;
    const auto functions = functionVocabulary();
    const auto function = std::find_if(functions.begin(), functions.end(),
                                       [&](const FunctionEntry& each) { return each.name == node.name; });
    const auto count = static_cast<int>(node.kids.size());
    if (function == functions.end() || count < function->least || count > function->most)
      return Error{
          "there is no function " + node.name + " with " + std::to_string(count) + " arguments", {}, 0, {}, {}};
  }
  FactExpression out;
  out.mExpression = std::move(*expression);
  return out;
}

Value FactExpression::evaluate(const FactSource& facts) const {
  return node(mExpression.root(), facts);
}

bool FactExpression::fails(const FactSource& facts) const {
  const Value value = evaluate(facts);
  return value.isFlag() && !value.isTrue();
}

bool FactExpression::holds(const FactSource& facts) const {
  return evaluate(facts).isTrue();
}

Value FactExpression::node(std::uint32_t index, const FactSource& facts) const {
  const Expression::Node& node = mExpression.node(index);
  const auto kid = [&](std::size_t i) { return this->node(node.kids[i], facts); };
  const auto rest = [&](std::size_t from) {
    ValueList out;
    for (std::size_t i = from; i < node.kids.size(); ++i)
      out.push_back(kid(i));
    return out;
  };
  const Value unknown = Value::unknown({}, {}, {});
  switch (node.op) {
  case Op::Literal:
    return node.literal;
  case Op::Name:
    return unknown;
  case Op::Member:
    return facts(mExpression.node(node.kids.front()).name, node.name, rest(1));
  case Op::Call: {
    if (node.name == "if") {
      const Value condition = kid(0);
      return condition.isFlag() ? kid(condition.isTrue() ? 1 : 2) : unknown;
    }
    const ValueList arguments = rest(0);
    if (node.name == "known")
      return Value::flag(isKnown(arguments.front()));
    return applyFunction(node.name, arguments);
  }
  case Op::Not: {
    const Value value = kid(0);
    return value.isFlag() ? Value::flag(!value.isTrue()) : unknown;
  }
  case Op::And:
  case Op::Or: {
    const bool decides = node.op == Op::Or; // one "true" decides an "or", one "false" an "and"
    bool isOpen = false;
    for (std::size_t i = 0; i < node.kids.size(); ++i) {
      const Value value = kid(i);
      if (value.isFlag() && value.isTrue() == decides)
        return Value::flag(decides);
      isOpen = isOpen || !value.isFlag();
    }
    return isOpen ? unknown : Value::flag(!decides);
  }
  case Op::In: {
    const Value first = kid(0);
    bool isOpen = first.isUnknown() || first.kind() == Value::Kind::Nothing;
    for (std::size_t i = 1; i < node.kids.size(); ++i) {
      const Value same = applyOperator(Op::Equal, first, kid(i));
      if (same.isTrue())
        return same;
      isOpen = isOpen || same.isUnknown();
    }
    return isOpen ? unknown : Value::flag(false);
  }
  case Op::Negate:
    return applyOperator(Op::Subtract, Value::number(0), kid(0));
  default: {
    const Value a = kid(0);
    const Value b = kid(1);
    const bool isMissing = a.kind() == Value::Kind::Nothing || b.kind() == Value::Kind::Nothing;
    return isMissing ? unknown : applyOperator(node.op, a, b);
  }
  }
}

} // namespace hotchkiss
