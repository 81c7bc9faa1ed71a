#include "libscenario/rules/evaluator.h"

#include <algorithm>

namespace hotchkiss {

using Op = Expression::Op;

namespace {

using Bound = std::optional<Rational>;

Bound leastOf(const Value& value) {
  return value.isNumber() ? Bound(value.number()) : value.least();
}
Bound mostOf(const Value& value) {
  return value.isNumber() ? Bound(value.number()) : value.most();
}

Value bounded(const Value& a, const Value& b, Bound least, Bound most) {
  const Value cause = Value::unknownFrom(a, b);
  if (cause.isOpen())
    return Value::open();
  return Value::unknown(least, most, cause.blame());
}

Value fromResult(const std::optional<Rational>& result) {
  return result ? Value::number(*result) : Value::error("a number is too large, or divided by 0");
}

std::optional<Rational> calculate(Op op, const Rational& a, const Rational& b) {
  switch (op) {
  case Op::Add:
    return Rational::add(a, b);
  case Op::Subtract:
    return Rational::subtract(a, b);
  case Op::Multiply:
    return Rational::multiply(a, b);
  default:
    return Rational::divide(a, b);
  }
}

bool holds(Op op, const Rational& a, const Rational& b) {
  switch (op) {
  case Op::Less:
    return a < b;
  case Op::LessEqual:
    return a <= b;
  case Op::Greater:
    return b < a;
  case Op::GreaterEqual:
    return b <= a;
  case Op::Equal:
    return a == b;
  default:
    return !(a == b);
  }
}

Value unknownArithmetic(Op op, const Value& a, const Value& b) {
  const auto both = [&](const Bound& x, const Bound& y) { return x && y ? calculate(op, *x, *y) : Bound(); };
  if (op == Op::Add)
    return bounded(a, b, both(leastOf(a), leastOf(b)), both(mostOf(a), mostOf(b)));
  if (op == Op::Subtract)
    return bounded(a, b, both(leastOf(a), mostOf(b)), both(mostOf(a), leastOf(b)));
  // Products and quotients of what is not negative; strengths and costs never are.
  const Bound zero = Rational(0);
  const bool notNegative = leastOf(a) && leastOf(b) && *zero <= *leastOf(a) && *zero <= *leastOf(b);
  if (!notNegative)
    return bounded(a, b, {}, {});
  if (op == Op::Multiply)
    return bounded(a, b, both(leastOf(a), leastOf(b)), both(mostOf(a), mostOf(b)));
  return bounded(a, b, both(leastOf(a), mostOf(b)), both(mostOf(a), leastOf(b)));
}

Value compareNumbers(Op op, const Value& a, const Value& b) {
  const Bound aLeast = leastOf(a);
  const Bound aMost = mostOf(a);
  const Bound bLeast = leastOf(b);
  const Bound bMost = mostOf(b);
  const bool surelyLess = aMost && bLeast && *aMost < *bLeast;
  const bool surelyLessEqual = aMost && bLeast && *aMost <= *bLeast;
  const bool surelyGreater = aLeast && bMost && *bMost < *aLeast;
  const bool surelyGreaterEqual = aLeast && bMost && *bMost <= *aLeast;
  const auto answer = [&](bool yes, bool no) {
    if (yes || no)
      return Value::flag(yes);
    const Value cause = Value::unknownFrom(a, b);
    return cause.isOpen() ? Value::open() : Value::unknown({}, {}, cause.blame());
  };
  switch (op) {
  case Op::Less:
    return answer(surelyLess, surelyGreaterEqual);
  case Op::LessEqual:
    return answer(surelyLessEqual, surelyGreater);
  case Op::Greater:
    return answer(surelyGreater, surelyLessEqual);
  case Op::GreaterEqual:
    return answer(surelyGreaterEqual, surelyLess);
  default:
    break;
  }
  const bool same = a.isNumber() && b.isNumber() && a.number() == b.number();
  const bool differ = surelyLess || surelyGreater;
  return op == Op::Equal ? answer(same, differ) : answer(differ, same);
}

} // namespace

Value applyOperator(Op op, const Value& a, const Value& b) {
  if (a.isError())
    return a;
  if (b.isError())
    return b;
  const bool isEquality = op == Op::Equal || op == Op::NotEqual;
  if (isEquality && a.isText() && b.isText())
    return Value::flag((a.text() == b.text()) == (op == Op::Equal));
  const bool numbers = (a.isNumber() || a.isUnknown()) && (b.isNumber() || b.isUnknown());
  if (isEquality && !numbers) {
    if (a.isUnknown() || b.isUnknown()) {
      const Value cause = Value::unknownFrom(a, b);
      return cause.isOpen() ? Value::open() : Value::unknown({}, {}, cause.blame());
    }
    return Value::flag((a == b) == (op == Op::Equal));
  }
  if (!numbers)
    return Value::error("\"" + a.shown() + "\" and \"" + b.shown() + "\" are not both numbers");
  const bool isComparison =
      isEquality || op == Op::Less || op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual;
  if (a.isNumber() && b.isNumber())
    return isComparison ? Value::flag(holds(op, a.number(), b.number()))
                        : fromResult(calculate(op, a.number(), b.number()));
  if (isComparison)
    return compareNumbers(op, a, b);
  return unknownArithmetic(op, a, b);
}

namespace {

Value extreme(const std::string& name, const ValueList& arguments) {
  const bool wantsLeast = name == "min";
  ValueList items;
  for (const Value& each : arguments)
    if (each.kind() == Value::Kind::List)
      items.insert(items.end(), each.list().begin(), each.list().end());
    else
      items.push_back(each);
  Value best;
  for (const Value& each : items) {
    if (each.isError())
      return each;
    if (!each.isNumber() && !each.isUnknown())
      return Value::error(name + " of \"" + each.shown() + "\", which is no number");
    if (best.kind() == Value::Kind::Nothing) {
      best = each;
    } else if (best.isNumber() && each.isNumber()) {
      if (wantsLeast ? each.number() < best.number() : best.number() < each.number())
        best = each;
    } else {
      const auto pick = [&](const Bound& x, const Bound& y) {
        return x && y ? Bound(wantsLeast == (*x < *y) ? *x : *y) : Bound();
      };
      // The least of some is at most each of them, even if the others are not known; and so for the most.
      Bound least = pick(leastOf(best), leastOf(each));
      Bound most = pick(mostOf(best), mostOf(each));
      if (wantsLeast && !most)
        most = mostOf(best) ? mostOf(best) : mostOf(each);
      if (!wantsLeast && !least)
        least = leastOf(best) ? leastOf(best) : leastOf(each);
      best = bounded(best, each, least, most);
    }
  }
  return best.kind() == Value::Kind::Nothing ? Value::error(name + " of nothing") : best;
}

Value rounded(const Value& value, bool up) {
  const auto round = [up](const Rational& number) { return Rational(up ? number.ceil() : number.floor()); };
  if (value.isNumber())
    return Value::number(round(value.number()));
  return bounded(value, value, value.least() ? Bound(round(*value.least())) : Bound(),
                 value.most() ? Bound(round(*value.most())) : Bound());
}

} // namespace

Value applyFunction(const std::string& name, const ValueList& arguments) {
  for (const Value& each : arguments)
    if (each.isError())
      return each;
  if (name == "min" || name == "max")
    return extreme(name, arguments);
  if (name == "size")
    return arguments[0].kind() == Value::Kind::List
               ? Value::number(static_cast<std::int64_t>(arguments[0].list().size()))
               : Value::error("size of \"" + arguments[0].shown() + "\", which is no list");
  if (name == "has") {
    if (arguments[0].isText() && arguments[1].isText())
      return Value::flag(arguments[0].text().find(arguments[1].text()) != std::string::npos);
    const ValueList& items = arguments[0].list();
    return Value::flag(std::find(items.begin(), items.end(), arguments[1]) != items.end());
  }
  if (name == "number") {
    std::int64_t digits = 0;
    for (const char c : arguments[0].text()) {
      if (c < '0' || c > '9' || digits > 1'000'000)
        break;
      digits = digits * 10 + (c - '0');
    }
    return arguments[0].isText() ? Value::number(digits)
                                 : Value::error("number of \"" + arguments[0].shown() + "\", which is no text");
  }
  for (const Value& each : arguments)
    if (!each.isNumber() && !each.isUnknown())
      return Value::error(name + " of \"" + each.shown() + "\", which is no number");
  if (name == "clamp")
    return extreme("max", {arguments[1], extreme("min", {arguments[0], arguments[2]})});
  if (name == "abs") {
    if (arguments[0].isNumber())
      return arguments[0].number() < Rational(0) ? applyOperator(Op::Subtract, Value::number(0), arguments[0])
                                                 : arguments[0];
    return bounded(arguments[0], arguments[0], Rational(0), {});
  }
  return rounded(arguments[0], name == "ceil");
}

} // namespace hotchkiss
