#include "libscenario/validation/condition.h"

namespace hotchkiss {

CheckCondition::CheckCondition(Parameters& p, const std::vector<std::string>& owners) {
  const auto read = [&](const char* name, FactExpression& out) {
    Result<FactExpression> expression = FactExpression::read(p.word(name), owners);
    if (expression)
      out = std::move(*expression);
    else
      p.refuse(std::string("\"") + name + "\": " + expression.error().message);
  };
  mAlways = p.word("when").empty();
  if (!mAlways)
    read("when", mWhen);
  if (p.word("holds").empty())
    p.refuse("\"holds\" is missing");
  else
    read("holds", mHolds);
}

std::string shownFact(const Value& value) {
  return value.kind() == Value::Kind::Nothing ? "nothing" : value.shown();
}

} // namespace hotchkiss
